#include "inspect/jet_formulas.hpp"

#include <array>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"

namespace porthos::inspect {
namespace {

using expr::Expr;
using expr::Op;

/// Numbers of a text have rounding unless they are whole.
Jet number(const JetSpace& space, double value) {
  return space.constant(value, value == std::floor(value) ? 0 : std::abs(value));
}

}  // namespace

std::vector<Jet> JetFormulas::operator()(std::span<const Expr> formulas) {
  if (const expr::Graph* graph = expr::graph_of(formulas))
    for (const std::uint32_t id : graph->cone(formulas)) {
      if (values_.count(id)) continue;
      const expr::Node& node = graph->node(id);
      Jet made;
      if (node.op == Op::kConstant)
        made = number(space_, node.value);
      else if (node.op == Op::kSymbol)
        made = space_.constant(0);
      else {
        std::array<Jet, 3> operands;
        for (std::size_t k = 0; k < static_cast<std::size_t>(expr::arity(node.op)); ++k)
          operands[k] = values_.find(node.arg[k])->second;
        made = apply(node.op, operands[0], operands[1], operands[2]);
      }
      values_.emplace(id, std::move(made));
    }
  std::vector<Jet> made;
  for (const Expr& formula : formulas) made.push_back(value_of(formula));
  return made;
}

Jet JetFormulas::value_of(const Expr& formula) const {
  if (const auto value = expr::constant(formula)) return number(space_, *value);
  return values_.find(formula.id())->second;
}

Jet JetFormulas::apply(Op op, const Jet& a, const Jet& b, const Jet& c) const {
  const double x = a.constant().value, y = b.constant().value;
  switch (op) {
    case Op::kAdd: return space_.sum(a, b);
    case Op::kSub: return space_.sum(a, b, -1);
    case Op::kNeg: return space_.sum(space_.constant(0), a, -1);
    case Op::kMul: return space_.product(a, b);
    case Op::kDiv: return space_.product(a, space_.reciprocal(b));
    case Op::kPow: return power(a, b);
    case Op::kAtan2: return angle(a, b);
    case Op::kHypot: return power(space_.sum(space_.product(a, a), space_.product(b, b)), 0.5);
    case Op::kMin: return y < x ? b : a;
    case Op::kMax: return x < y ? b : a;
    case Op::kIf: return x != 0 ? b : c;
    case Op::kAbs: return x < 0 ? space_.sum(space_.constant(0), a, -1) : a;
    default:
      if (expr::is_piecewise_constant(op)) return space_.constant(expr::apply(op, x, y));
      return function(op, a);
  }
}

Jet JetFormulas::power(const Jet& a, const Jet& b) const {
  const bool is_constant = b.terms.empty() || (b.terms.size() == 1 && b.terms[0].monomial == 0);
  if (is_constant) return power(a, b.constant().value);
  return function(Op::kExp, space_.product(b, function(Op::kLog, a)));
}

Jet JetFormulas::power(const Jet& a, double exponent) const {
  const Tracked at = a.constant();
  std::vector<Tracked> factors;
  double binomial = 1;
  for (int k = 0; k <= space_.order(); ++k) {
    const double value = binomial == 0 ? 0 : binomial * expr::power(at.value, exponent - k);
    binomial *= (exponent - k) / (k + 1);
    const double slope =
        binomial == 0 || at.error == 0
            ? 0
            : std::abs((k + 1) * binomial * expr::power(at.value, exponent - k - 1));
    factors.push_back({value, 4 * std::abs(value) + slope * at.error});
  }
  return space_.series(factors, a);
}

/// atan2(y, x) = atan2(y_0, x_0) + atan((y x_0 - x y_0) / (x x_0 + y y_0))
Jet JetFormulas::angle(const Jet& y, const Jet& x) const {
  const Jet x0 = space_.constant(x.constant().value), y0 = space_.constant(y.constant().value);
  const Jet across = space_.sum(space_.product(y, x0), space_.product(x, y0), -1);
  const Jet along = space_.sum(space_.product(x, x0), space_.product(y, y0));
  const double start = std::atan2(y.constant().value, x.constant().value);
  return space_.sum(space_.constant(start, std::abs(start)),
                    function(Op::kAtan, space_.product(across, space_.reciprocal(along))));
}

/// A function of one variable, from its derivatives.
Jet JetFormulas::function(Op op, const Jet& a) const {
  expr::Graph graph;
  const Expr x = graph.symbol("x");
  const Tracked at = a.constant();
  const auto value = [&](const Expr& formula) {
    return expr::evaluate(formula, [&](const Expr&) { return at.value; });
  };
  std::vector<Tracked> factors;
  Expr derivative = expr::make(op, x);
  const bool is_difference = op == Op::kTanh || op == Op::kAsin || op == Op::kAcos;
  double factorial = 1;
  for (int k = 0; k <= space_.order(); ++k) {
    const Expr next = expr::derivative(derivative, x);
    const double factor = value(derivative) / factorial;
    // A derivative is a formula of a few terms with rounding; 1 - f^2 has that of 1.
    const double terms = is_difference ? 1 + std::abs(factor) : std::abs(factor);
    factors.push_back({factor, 8 * terms + std::abs(value(next)) / factorial * at.error});
    derivative = next;
    factorial *= k + 1;
  }
  return space_.series(factors, a);
}

}  // namespace porthos::inspect
