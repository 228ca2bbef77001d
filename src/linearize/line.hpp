#pragma once

#include <functional>

#include "base/linear.hpp"

namespace porthos::linearize {

/// df/ds at s = 0 of a smooth f along a line, where formulas have no derivative of their own: from
/// central differences of order 8,
///
///   f' = sum_k a_k (f(k h) - f(-k h)) / h        a = 4/5, -1/5, 4/105, -1/280
///
/// with h = reach/4, reach/16, ... What two of these differ by is the larger error of both: the
/// pair that differs least is taken, so that neither the curvature of f (long h) nor its rounding
/// (short h) counts; of functions that change over lengths like `reach` 1e-13 of f is left. A value
/// that is not finite only rules out the h it belongs to; not finite where all are ruled out.
VecX derivative_along(const std::function<VecX(double)>& f, double reach);

/// A reach within which no coordinate moves by more than 0.2, in its unit, along a direction.
double reach_of(const VecX& direction);

}  // namespace porthos::linearize
