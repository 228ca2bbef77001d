#pragma once

#include <functional>

#include "base/linear.hpp"

namespace porthos::linearize {

/// df/ds at s = 0 of a smooth f along a line, for formulas whose derivatives are not available, by
/// central differences of order 8:
///
///   f' = sum_k a_k (f(k h) - f(-k h)) / h        a = 4/5, -1/5, 4/105, -1/280
///
/// with h = reach/4, reach/16, ... The difference of two of these is the larger of their errors.
/// The pair with the smallest difference is used, so neither the curvature of f (long h) nor its
/// rounding (short h) dominates. For functions that change over lengths like `reach` the error is
/// 1e-13 of f. A value that is not finite excludes only its h; the result is not finite if all are
/// excluded.
VecX derivative_along(const std::function<VecX(double)>& f, double reach);

/// A reach within which no coordinate moves by more than 0.2 of its unit along a direction.
double reach_of(const VecX& direction);

}  // namespace porthos::linearize
