#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "structure/modulated.hpp"

namespace porthos::structure {

/// The derivatives of a matrix with respect to the coordinates x, one matrix each.
using DerivativeField = std::function<std::vector<MatX>(const VecX&)>;

/// A matrix at each point, with its exact derivatives if they are known.
struct SmoothMatrix {
  SmoothMatrix(MatrixField values, DerivativeField derivatives = nullptr)
      : at(std::move(values)), derivative(std::move(derivatives)) {}

  MatrixField at;
  DerivativeField derivative;
};

/// uncertainty  of an entry of `by`; 0 for exact derivatives
struct Derivative {
  MatX value;
  std::vector<MatX> by;
  double uncertainty = 0;

  bool is_finite() const;
  /// The tolerance of a residual that uses these derivatives: 1e-10 for exact derivatives, 1e-8 for
  /// differences (their rounding is 1e-13), times their size.
  double tolerance() const;
};

/// The exact derivatives, or central differences of sixth order. Of three steps the one with the
/// best agreement of fourth and sixth order is used; their difference is the uncertainty.
Derivative differentiate(const SmoothMatrix& matrix, const VecX& x);

}  // namespace porthos::structure
