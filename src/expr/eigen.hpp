#pragma once

#include <Eigen/Core>

#include "expr/functions.hpp"

/// Lets Eigen compute with formulas: Eigen::Matrix<Expr, 3, 1> and so on, products, sums, cross,
/// dot, norm, transposes, blocks, and inverses and determinants of fixed sizes up to 4. Numbers mix
/// with formulas entry by entry; for a matrix product call .cast<Expr>() on the numbers first.
///
/// Functions that need an order of the scalars (pivoting, normalized(), maxCoeff()) do not compile,
/// since formulas have no order: write v / v.norm() instead of v.normalized().
namespace Eigen {

template <>
struct NumTraits<porthos::expr::Expr> : GenericNumTraits<porthos::expr::Expr> {
  using Expr = porthos::expr::Expr;
  using Real = Expr;
  using NonInteger = Expr;
  using Nested = Expr;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 10,
    MulCost = 10
  };
  static Expr epsilon() { return NumTraits<double>::epsilon(); }
  static Expr dummy_precision() { return NumTraits<double>::dummy_precision(); }
  static Expr highest() { return NumTraits<double>::highest(); }
  static Expr lowest() { return NumTraits<double>::lowest(); }
  static Expr infinity() { return NumTraits<double>::infinity(); }
  static Expr quiet_NaN() { return NumTraits<double>::quiet_NaN(); }
  static int digits10() { return NumTraits<double>::digits10(); }
};

template <typename BinaryOp>
struct ScalarBinaryOpTraits<porthos::expr::Expr, double, BinaryOp> {
  using ReturnType = porthos::expr::Expr;
};

template <typename BinaryOp>
struct ScalarBinaryOpTraits<double, porthos::expr::Expr, BinaryOp> {
  using ReturnType = porthos::expr::Expr;
};

}  // namespace Eigen
