#pragma once

#include <span>

#include "expr/graph.hpp"

namespace porthos::expr {

/// What a table is between its points.
enum class Between {
  kHold,      // the value of the point before
  kLinear,    // straight lines
  kCubic,     // the cubic spline whose first two pieces are one cubic, and the last two
  kMonotone,  // cubics that rise and fall with the points only (Steffen, 1990)
};

/// The value at x of a table with the points (xs_k, ys_k), as branches of a balanced tree. Beyond
/// the ends it is constant, but kCubic goes on with its first and its last piece.
///
/// xs  at least two, increasing
Expr interpolated(Between between, const Expr& x, std::span<const Expr> xs,
                  std::span<const Expr> ys);

/// The derivative of kCubic with respect to x.
Expr slope_of_cubic(const Expr& x, std::span<const Expr> xs, std::span<const Expr> ys);

}  // namespace porthos::expr
