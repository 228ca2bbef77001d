#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "expr/graph.hpp"

namespace porthos::expr {

/// All numbers from lo to hi.
struct Interval {
  double lo = 0, hi = 0;

  bool is_point() const { return lo == hi; }
  bool has_zero() const { return !(lo > 0 || hi < 0); }
};

/// Bounds of the values of a formula of two symbols, for an interval of the first one (natural
/// interval extension; R. E. Moore, Interval Analysis, 1966). At a point it is the value itself, as
/// a Tape gives it; where no bound is known, the whole line.
class Enclosure {
 public:
  /// f contains no symbols but these.
  Enclosure(const Expr& f, const Expr& x, const Expr& fixed);

  Interval bounds(Interval x, double fixed);
  double value(double x, double fixed) { return bounds({x, x}, fixed).lo; }

  /// The largest intermediate value of the last evaluation, which determines its rounding.
  double size() const;

 private:
  struct Step {
    Op op = Op::kConstant;
    std::array<std::uint32_t, 3> from{};  // places of the operands
    double number = 0;                    // value of a constant
    bool is_fixed = false;                // true for a symbol
  };
  std::vector<Step> steps_;
  std::vector<Interval> values_;
};

}  // namespace porthos::expr
