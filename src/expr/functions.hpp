#pragma once

#include "expr/graph.hpp"

/// The functions of the expression language, found by argument-dependent lookup as those of <cmath>
/// are for numbers: code over Expr reads like code over double. Angles in rad.
namespace porthos::expr {

inline Expr sin(const Expr& a) { return make(Op::kSin, a); }
inline Expr cos(const Expr& a) { return make(Op::kCos, a); }
inline Expr tan(const Expr& a) { return make(Op::kTan, a); }
inline Expr asin(const Expr& a) { return make(Op::kAsin, a); }
inline Expr acos(const Expr& a) { return make(Op::kAcos, a); }
inline Expr atan(const Expr& a) { return make(Op::kAtan, a); }
inline Expr sinh(const Expr& a) { return make(Op::kSinh, a); }
inline Expr cosh(const Expr& a) { return make(Op::kCosh, a); }
inline Expr tanh(const Expr& a) { return make(Op::kTanh, a); }
inline Expr exp(const Expr& a) { return make(Op::kExp, a); }
inline Expr log(const Expr& a) { return make(Op::kLog, a); }  // natural
inline Expr sqrt(const Expr& a) { return make(Op::kSqrt, a); }
inline Expr abs(const Expr& a) { return make(Op::kAbs, a); }
inline Expr sign(const Expr& a) { return make(Op::kSign, a); }  // -1, 0 or 1
inline Expr floor(const Expr& a) { return make(Op::kFloor, a); }

inline Expr atan2(const Expr& y, const Expr& x) { return make(Op::kAtan2, y, x); }
inline Expr hypot(const Expr& a, const Expr& b) { return make(Op::kHypot, a, b); }
inline Expr min(const Expr& a, const Expr& b) { return make(Op::kMin, a, b); }
inline Expr max(const Expr& a, const Expr& b) { return make(Op::kMax, a, b); }

inline Expr pow(const Expr& a, const Expr& b) { return make(Op::kPow, a, b); }
inline Expr pow(const Expr& a, int n) { return make(Op::kPow, a, static_cast<double>(n)); }
// Without this overload pow(a, 2.5) would prefer the int one and lose the half.
inline Expr pow(const Expr& a, double b) { return make(Op::kPow, a, b); }

/// Conditions are 1 (true) or 0 (false).
inline Expr less(const Expr& a, const Expr& b) { return make(Op::kLess, a, b); }
inline Expr less_equal(const Expr& a, const Expr& b) { return make(Op::kLessEqual, a, b); }
inline Expr equal(const Expr& a, const Expr& b) { return make(Op::kEqual, a, b); }
inline Expr and_(const Expr& a, const Expr& b) { return make(Op::kAnd, a, b); }
inline Expr or_(const Expr& a, const Expr& b) { return make(Op::kOr, a, b); }
inline Expr not_(const Expr& a) { return make(Op::kNot, a); }

/// `then` where the condition holds, else `otherwise`. Both are evaluated; the one not chosen may
/// be infinite or undefined without harm to the value.
inline Expr if_(const Expr& condition, const Expr& then, const Expr& otherwise) {
  return make(Op::kIf, condition, then, otherwise);
}

}  // namespace porthos::expr
