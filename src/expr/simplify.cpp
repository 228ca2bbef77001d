#include <cmath>
#include <utility>

#include "expr/evaluate.hpp"
#include "expr/graph.hpp"

namespace porthos::expr {
namespace {

bool is_even(double n) { return std::floor(n / 2) * 2 == n; }

/// 1/c is exact, so that x/c and (1/c)*x are the same to the last bit.
bool is_power_of_two(double c) {
  int exponent = 0;
  return std::abs(std::frexp(c, &exponent)) == 0.5 && std::abs(exponent) < 1000;
}

bool is(Op op, const Expr& a) { return a.graph() && a.graph()->node(a.id()).op == op; }

Expr operand(const Expr& a, std::size_t k) { return a.graph()->operand(a.id(), k); }

bool is_nonnegative(const Expr& a) {
  if (const auto value = constant(a)) return *value >= 0;
  return a.graph()->node(a.id()).is_nonnegative;
}

bool has_nonnegative_value(Op op, const Expr& a, const Expr& b, const Expr& c) {
  if (op == Op::kPow && constant(b) && is_even(*constant(b))) return true;
  switch (properties(op).sign) {
    case Sign::kAlways: return true;
    case Sign::kIfAll: return is_nonnegative(a) && (arity(op) < 2 || is_nonnegative(b));
    case Sign::kIfAny: return is_nonnegative(a) || is_nonnegative(b);
    case Sign::kIfFirst: return is_nonnegative(a);
    case Sign::kIfChosen: return is_nonnegative(b) && is_nonnegative(c);
    case Sign::kMaybe: break;
  }
  return false;
}

/// The order of operands that may be exchanged: numbers first, then by age.
bool precedes(const Expr& a, const Expr& b) {
  const auto x = constant(a), y = constant(b);
  if (x && y) return *x < *y;
  if (x || y) return x.has_value();
  return a.id() < b.id();
}

}  // namespace

/// The local rules. They make sure that
/// - a product or quotient has at most one number, in front: 2*x*y, 2*(x/y), 2/x; only x/3 keeps a
///   divisor that has no exact reciprocal. Signs too are in front: -(x*y). Therefore equal terms
///   are seen: x + x = 2*x, 3*x - 2*x = x, x*y/2 + x*y/2 = x*y;
/// - a sum has no negative term after its first: a + (-b) = a - b, a - (-b) = a + b;
/// - equal factors are powers: x*x = x^2, x^2*x = x^3 up to x^16; x^-2 = 1/x^2; x/x stays, since it
///   has no value at 0;
/// - zeros and ones disappear: x+0, x*0, 0/x, x*1, x/1, x^0, x^1, x - x. The rules change results
/// by the rounding of a constant at most. No rule hides a pole, except that 0*x and 0/x and x - x
/// are 0 even where x has one.
class Simplifier {
 public:
  explicit Simplifier(Graph& graph) : graph_(graph) {}

  Expr make(Op op, const Expr& a, const Expr& b, const Expr& c) {
    if (const auto value = fold(op, a, b, c)) return *value;
    switch (op) {
      case Op::kAdd: return add(a, b);
      case Op::kSub: return subtract(a, b);
      case Op::kMul: return multiply(a, b);
      case Op::kDiv: return divide(a, b);
      case Op::kNeg: return negate(a);
      case Op::kPow: return power(a, b);
      case Op::kSqrt: return root(a);
      case Op::kMin:
      case Op::kMax: return a == b ? a : node(op, a, b);
      case Op::kIf:
        if (const auto condition = constant(a)) return *condition != 0 ? b : c;
        return b == c ? b : node(op, a, b, c);
      default: break;
    }
    if (op == Op::kAbs && is_nonnegative(a)) return a;
    if (is_negative(a)) {
      if (properties(op).parity == Parity::kEven) return make(op, negate(a), b, c);
      if (properties(op).parity == Parity::kOdd) return negate(make(op, negate(a), b, c));
    }
    return node(op, a, b, c);
  }

 private:
  /// A term as numerator / divisor * rest. The two numbers are kept apart as long as possible:
  /// (x/49)*49 is x, but 1/49*49 is not 1.
  struct Term {
    double numerator = 1;
    double divisor = 1;
    Expr rest = 1.0;
    double coefficient() const { return numerator / divisor; }
  };

  std::optional<Expr> fold(Op op, const Expr& a, const Expr& b, const Expr& c) const {
    const int n = arity(op);
    const auto x = constant(a);
    const auto y = n > 1 ? constant(b) : 0.0;
    const auto z = n > 2 ? constant(c) : 0.0;
    if (!x || !y || !z) return std::nullopt;
    const double value = apply(op, *x, *y, *z);
    const bool is_born_here =
        !std::isfinite(value) && std::isfinite(*x) && std::isfinite(*y) && std::isfinite(*z);
    if (is_born_here) return node(op, a, b, c);
    return value;
  }

  Expr add(const Expr& a, const Expr& b) {
    if (is_zero(a)) return b;
    if (is_zero(b)) return a;
    if (const auto both = collect(a, b, 1)) return *both;
    if (is_negative(a) && is_negative(b)) return minus_both(negate(a), negate(b));
    if (is_negative(b)) return node(Op::kSub, a, negate(b));
    if (is_negative(a)) return node(Op::kSub, b, negate(a));
    return node(Op::kAdd, a, b);
  }

  Expr subtract(const Expr& a, const Expr& b) {
    if (is_zero(a)) return negate(b);
    if (is_zero(b)) return a;
    if (const auto both = collect(a, b, -1)) return *both;
    if (is_negative(b)) return add(a, negate(b));
    if (is_negative(a)) return minus_both(negate(a), b);
    return node(Op::kSub, a, b);
  }

  /// -a - b. First comes the term whose sign costs no operation: -2*x - y, not -y - 2*x.
  Expr minus_both(const Expr& a, const Expr& b) {
    const Expr minus_a = negate(a), minus_b = negate(b);
    const bool costs_a = is(Op::kNeg, minus_a), costs_b = is(Op::kNeg, minus_b);
    const bool is_a_first = costs_a == costs_b ? precedes(a, b) : costs_b;
    return is_a_first ? node(Op::kSub, minus_a, b) : node(Op::kSub, minus_b, a);
  }

  /// a + sign*b, if they are multiples of the same term.
  std::optional<Expr> collect(const Expr& a, const Expr& b, double sign) {
    const Term s = term(a), t = term(b);
    if (!(s.rest == t.rest)) return std::nullopt;
    const double numerator = s.numerator * t.divisor + sign * t.numerator * s.divisor;
    if (numerator == 0) return 0.0;
    return product({numerator, s.divisor * t.divisor, s.rest});
  }

  Expr negate(const Expr& a) {
    if (const auto value = constant(a)) return -*value;
    if (is(Op::kNeg, a)) return operand(a, 0);
    if (is(Op::kSub, a)) return subtract(operand(a, 1), operand(a, 0));
    Term t = term(a);
    t.numerator = -t.numerator;
    if (const auto value = product(t)) return *value;
    return node(Op::kNeg, a);
  }

  Expr multiply(const Expr& a, const Expr& b) {
    if (is_zero(a) || is_zero(b)) return 0.0;
    Term s = term(a), t = term(b);
    if (!constant(s.rest) && !constant(t.rest)) {
      keep_quotient(s, a);
      keep_quotient(t, b);
    }
    const Term result{s.numerator * t.numerator, s.divisor * t.divisor, join(s.rest, t.rest)};
    if (const auto value = product(result)) return *value;
    return node(Op::kMul, a, b);
  }

  /// Keeps 2/x, except for its sign: (2/x)*y costs less than 2*(1/x*y).
  void keep_quotient(Term& t, const Expr& a) {
    if (!is(Op::kDiv, t.rest) || !(operand(t.rest, 0) == Expr(1.0))) return;
    t = t.numerator < 0 ? Term{-1, 1, negate(a)} : Term{1, 1, a};
  }

  /// x*y of two terms without numbers.
  Expr join(const Expr& x, const Expr& y) {
    if (constant(x)) return y;
    if (constant(y)) return x;
    const auto [base, m] = factor(x);
    const auto [other, n] = factor(y);
    if (base == other && small_integer_power(m + n) > 0) return power(base, m + n);
    return node(Op::kMul, x, y);
  }

  /// x as base^n with an integer n > 0; sqrt(x) counts as x^(1/2) where that is safe.
  std::pair<Expr, double> factor(const Expr& x) const {
    if (is(Op::kSqrt, x) && is_nonnegative(operand(x, 0))) return {operand(x, 0), 0.5};
    if (!is(Op::kPow, x)) return {x, 1};
    const auto n = constant(operand(x, 1));
    if (!n || small_integer_power(*n) <= 0) return {x, 1};
    return {operand(x, 0), *n};
  }

  Expr divide(const Expr& a, const Expr& b) {
    if (is_zero(b)) return node(Op::kDiv, a, b);
    if (is_zero(a)) return 0.0;
    const Term s = term(a), t = term(b);
    const Expr rest = constant(t.rest) ? s.rest : node(Op::kDiv, s.rest, t.rest);
    const Term result{s.numerator * t.divisor, s.divisor * t.numerator, rest};
    if (const auto value = product(result)) return *value;
    return node(Op::kDiv, a, b);
  }

  Expr power(const Expr& a, const Expr& b) {
    const auto n = constant(b);
    if (!n) return a == Expr(1.0) ? a : node(Op::kPow, a, b);
    if (*n == 0) return 1.0;
    if (*n == 1) return a;
    if (*n == 0.5) return root(a);
    if (small_integer_power(*n) == 0) return node(Op::kPow, a, b);
    if (*n < 0) return divide(1.0, power(a, -*n));
    if (is_even(*n) && is(Op::kAbs, a)) return power(operand(a, 0), b);
    if (const auto [base, m] = factor(a); !(base == a) && small_integer_power(m * *n) > 0) {
      return power(base, m * *n);
    }
    const Term t = term(a);
    if (t.numerator != 1 || t.divisor != 1) {
      const Term result{apply(Op::kPow, t.numerator, *n), apply(Op::kPow, t.divisor, *n),
                        power(t.rest, b)};
      if (const auto value = product(result)) return *value;
    }
    return node(Op::kPow, a, b);
  }

  Expr root(const Expr& a) {
    if (const auto [base, n] = factor(a); n >= 2 && is_even(n)) {
      return make(Op::kAbs, power(base, n / 2), {}, {});
    }
    return node(Op::kSqrt, a);
  }

  Term term(const Expr& a) {
    if (const auto value = constant(a)) return {*value, 1, 1.0};
    if (is(Op::kNeg, a)) return {-1, 1, operand(a, 0)};
    if (is(Op::kMul, a)) {
      if (const auto value = constant(operand(a, 0))) return {*value, 1, operand(a, 1)};
    }
    if (is(Op::kDiv, a)) {
      const auto x = constant(operand(a, 0)), y = constant(operand(a, 1));
      if (y && !x && *y != 0) return {1, *y, operand(a, 0)};
      if (x && !y) return {*x, 1, node(Op::kDiv, 1.0, operand(a, 1))};
    }
    return {1, 1, a};
  }

  /// The inverse of term(); nothing if the number is not finite or underflows to zero.
  std::optional<Expr> product(const Term& t) {
    const double c = t.coefficient();
    if (!std::isfinite(c) || c == 0) return std::nullopt;
    if (const auto value = constant(t.rest)) return c * *value;
    if (c == 1) return t.rest;
    if (is(Op::kDiv, t.rest) && operand(t.rest, 0) == Expr(1.0)) {
      return node(Op::kDiv, c, operand(t.rest, 1));
    }
    if (c == -1) {
      return is(Op::kSub, t.rest) ? subtract(operand(t.rest, 1), operand(t.rest, 0))
                                  : node(Op::kNeg, t.rest);
    }
    if (std::abs(t.numerator) == 1 && !is_power_of_two(t.divisor)) {
      return node(Op::kDiv, t.rest, t.divisor * t.numerator);
    }
    return node(Op::kMul, c, t.rest);
  }

  bool is_negative(const Expr& a) {
    const double c = term(a).coefficient();
    return c < 0 && std::isfinite(c);
  }

  Expr node(Op op, const Expr& a, const Expr& b = {}, const Expr& c = {}) const {
    std::array<Expr, 3> operands{a, b, c};
    if (is_commutative(op) && precedes(b, a)) std::swap(operands[0], operands[1]);
    Node result{.op = op, .is_nonnegative = has_nonnegative_value(op, a, b, c)};
    for (std::size_t k = 0; k < static_cast<std::size_t>(arity(op)); ++k) {
      result.arg[k] = graph_.id_of(operands[k]);
    }
    return graph_.intern(result);
  }

  Graph& graph_;
};

Expr Graph::make(Op op, const Expr& a, const Expr& b, const Expr& c) {
  return budget_->is_spent() ? Expr(0.0) : Simplifier(*this).make(op, a, b, c);
}

Expr make(Op op, const Expr& a, const Expr& b, const Expr& c) {
  if (Graph* graph = graph_of(std::array{a, b, c})) return graph->make(op, a, b, c);
  return apply(op, *constant(a), *constant(b), *constant(c));
}

Expr operator+(const Expr& a, const Expr& b) { return make(Op::kAdd, a, b); }
Expr operator-(const Expr& a, const Expr& b) { return make(Op::kSub, a, b); }
Expr operator*(const Expr& a, const Expr& b) { return make(Op::kMul, a, b); }
Expr operator/(const Expr& a, const Expr& b) { return make(Op::kDiv, a, b); }
Expr operator-(const Expr& a) { return make(Op::kNeg, a); }
Expr& Expr::operator+=(const Expr& b) { return *this = *this + b; }
Expr& Expr::operator-=(const Expr& b) { return *this = *this - b; }
Expr& Expr::operator*=(const Expr& b) { return *this = *this * b; }
Expr& Expr::operator/=(const Expr& b) { return *this = *this / b; }

}  // namespace porthos::expr
