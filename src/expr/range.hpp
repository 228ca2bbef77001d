#pragma once

#include <cstdint>
#include <unordered_map>

#include "expr/enclosure.hpp"
#include "expr/graph.hpp"

namespace porthos::expr {

/// Bounds of the values of formulas while each symbol takes all values of an interval (natural
/// interval extension with outward rounding). A symbol without an interval takes all numbers.
/// Points at which a formula has no value, such as poles, are left out: the bounds hold wherever it
/// has one.
class Ranges {
 public:
  /// Bounds that a symbol keeps. All formulas are of one graph.
  void set(const Expr& symbol, Interval values);

  Interval of(const Expr& f);
  bool is_nonnegative(const Expr& f) { return of(f).lo >= 0; }
  bool is_nonpositive(const Expr& f) { return of(f).hi <= 0; }

 private:
  /// Bounds of a node, and whether it may be not a number at some values of the symbols.
  struct Known {
    Interval values;
    bool may_be_undefined = false;
  };
  Known at(const Graph& graph, std::uint32_t id) const;

  std::unordered_map<std::uint32_t, Interval> symbols_;
  std::unordered_map<std::uint32_t, Known> known_;
};

}  // namespace porthos::expr
