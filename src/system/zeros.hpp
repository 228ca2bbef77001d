#pragma once

#include <span>
#include <vector>

#include "expr/tape.hpp"
#include "laws/laws.hpp"

namespace porthos::system {

/// What of laws is zero because of the values that their parameters have: a joint in the middle of
/// a body, an axis along x, a spring without damping. What a run need not compute is left out of
/// its formulas, and of the patterns of its matrices; with other values the laws have other zeros.
class Zeros {
 public:
  explicit Zeros(const laws::Laws& laws);

  /// Which parts of the formulas are zero, for values (parameters) of the laws' parameters.
  std::vector<char> at(std::span<const double> values) const;

  /// The laws with these parts left out. Readouts stay as they are written; entries of M have their
  /// places.
  laws::Laws without(const std::vector<char>& which) const;

 private:
  const laws::Laws& laws_;
  std::vector<expr::Expr> parts_;  // the largest parts that nothing but parameters are in
  expr::Tape tape_;                // of their values, all hoisted
};

}  // namespace porthos::system
