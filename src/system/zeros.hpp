#pragma once

#include <span>
#include <vector>

#include "expr/tape.hpp"
#include "laws/laws.hpp"

namespace porthos::system {

/// The terms of laws that are zero for the values of their parameters: a joint in the middle of a
/// body, an axis along x, a spring without damping. They are left out of the formulas of a run and
/// of the patterns of its matrices; other values make other terms zero.
class Zeros {
 public:
  explicit Zeros(const laws::Laws& laws);

  /// Marks the terms of the formulas that are zero for these values (parameters) of the laws'
  /// parameters.
  std::vector<char> at(std::span<const double> values) const;

  /// The laws without these terms. Readouts stay as written; entries of M keep their places.
  laws::Laws without(const std::vector<char>& which) const;

 private:
  const laws::Laws& laws_;
  std::vector<expr::Expr> parts_;  // the largest terms that contain only parameters
  expr::Tape tape_;                // of their values, all hoisted
};

}  // namespace porthos::system
