#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "structure/modulated.hpp"

namespace porthos::structure {

/// The derivatives of a matrix by the coordinates x, one matrix for each.
using DerivativeField = std::function<std::vector<MatX>(const VecX&)>;

/// A matrix at each point, with its derivatives where they are known.
struct SmoothMatrix {
  SmoothMatrix(MatrixField values, DerivativeField derivatives = nullptr)
      : at(std::move(values)), derivative(std::move(derivatives)) {}

  MatrixField at;
  DerivativeField derivative;
};

/// uncertainty  of an entry of `by`; 0 where the derivatives are known
struct Derivative {
  MatX value;
  std::vector<MatX> by;
  double uncertainty = 0;

  bool is_finite() const;
  /// What a residual made of these derivatives is compared with: 1e-10 where they are known, 1e-8
  /// of differences (their rounding is 1e-13), times their size.
  double tolerance() const;
};

/// The derivatives that are known, or central differences of sixth order, with the step of three
/// for which those of fourth order agree best; by how much they do not is the uncertainty.
Derivative differentiate(const SmoothMatrix& matrix, const VecX& x);

}  // namespace porthos::structure
