#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/formulas.hpp"

#include <algorithm>
#include <utility>

namespace porthos::model {

unsigned Formulas::kind_of(const Expr& symbol) const {
  const Laws& laws = component_.laws;
  // Formulas can add symbols of parts at any time: learn the new ones.
  const auto learn = [&](const std::vector<Expr>& list, std::size_t& known, unsigned kind) {
    for (; known < list.size(); ++known) kinds_[list[known].id()] = kind;
  };
  learn(laws.z, known_kinds_[0], kPositions);
  learn(laws.w, known_kinds_[1], kVelocities);
  learn(laws.e, known_kinds_[2], kEfforts);
  learn(laws.p, known_kinds_[3], kMomenta);
  learn(laws.lambda, known_kinds_[4], kMultipliers);
  learn(laws.mu, known_kinds_[5], kMultipliers);
  learn(laws.w_rate, known_kinds_[6], kRates);
  if (symbol == laws.t) return kTime;
  const auto found = kinds_.find(symbol.id());
  return found == kinds_.end() ? kParameters : found->second;
}

std::vector<Expr> Formulas::symbols(const Expr& formula, unsigned kinds) const {
  std::vector<Expr> found = expr::symbols_of({&formula, 1});
  std::erase_if(found, [&](const Expr& symbol) { return (kind_of(symbol) & kinds) == 0; });
  return found;
}

std::string Formulas::excess(const Expr& formula, unsigned allowed) const {
  std::string found;
  for (const Expr& symbol : symbols(formula, ~allowed))
    found += (found.empty() ? "" : ", ") + component_.laws.graph->name(symbol);
  return found;
}

Expr Formulas::rest(const Expr& formula) const {
  std::vector<std::pair<Expr, Expr>> zeros;
  for (const Expr& symbol : symbols(formula, kVelocities | kEfforts))
    zeros.emplace_back(symbol, Expr(0.0));
  return zeros.empty() ? formula : expr::substitute(formula, zeros, *component_.laws.graph);
}

bool Formulas::check_linear(const Expr& formula, Place place, bool with_rest) {
  const std::vector<Expr> xs = symbols(formula, kVelocities | kEfforts);
  Expr rest(0.0);
  if (with_rest) {
    rest = this->rest(formula);
    if (const std::string more = excess(rest, kTime); !more.empty()) {
      reader_.fail("PH112", place, "a part without velocities that depends on " + more,
                   "velocities times formulas of the positions, plus a formula of time alone",
                   "a law between positions alone belongs under position_constraints");
      return false;
    }
  }
  if (expr::linear_coefficients(formula - rest, xs)) return true;
  reader_.fail("PH112", place, expr::text(formula, 200),
               "a formula that is linear in the velocities and efforts",
               "products and powers of velocities, and terms without one, are not linear; choose "
               "velocities in which the formula is linear");
  return false;
}

}  // namespace porthos::model
