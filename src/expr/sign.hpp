#pragma once

#include "expr/range.hpp"

namespace porthos::expr {

/// Proofs that a product is never negative. They use sums, products and quotients of such formulas,
/// odd and rising functions, choices, and the ranges of the factors. A product that is not proven
/// may be nonnegative all the same.
class SignProof {
 public:
  explicit SignProof(Ranges& ranges) : ranges_(ranges) {}

  /// effort * flow >= 0 for all values of the symbols at which both are defined.
  bool agree(const Expr& effort, const Expr& flow) { return agree(effort, flow, 1, 0); }

 private:
  bool agree(const Expr& effort, const Expr& flow, int sign, int depth);
  bool agree_by_parts(const Expr& effort, const Expr& flow, int sign, int depth);
  bool agree_chosen(const Expr& effort, const Expr& flow, int sign, int depth);
  bool is_signed(const Expr& f, int sign) {
    return sign > 0 ? ranges_.is_nonnegative(f) : ranges_.is_nonpositive(f);
  }
  Interval ratio(const Expr& effort, const Expr& flow);

  Ranges& ranges_;
};

}  // namespace porthos::expr
