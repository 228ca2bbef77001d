#include "model/symbol_kinds.hpp"

#include <algorithm>
#include <utility>

#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace porthos::model {

unsigned SymbolKinds::kind_of(const Expr& symbol) const {
  // Formulas can add symbols of parts at any time: learn the new ones.
  const auto learn = [&](const std::vector<Expr>& list, std::size_t& known, unsigned kind) {
    for (; known < list.size(); ++known) kinds_[list[known].id()] = kind;
  };
  learn(laws_.z, known_[0], kPositions);
  learn(laws_.w, known_[1], kVelocities);
  learn(laws_.e, known_[2], kEfforts);
  learn(laws_.p, known_[3], kMomenta);
  learn(laws_.lambda, known_[4], kMultipliers);
  learn(laws_.mu, known_[5], kMultipliers);
  learn(laws_.w_rate, known_[6], kRates);
  if (symbol == laws_.t) return kTime;
  const auto found = kinds_.find(symbol.id());
  return found == kinds_.end() ? kParameters : found->second;
}

std::vector<Expr> SymbolKinds::symbols(const Expr& formula, unsigned kinds) const {
  std::vector<Expr> found = expr::symbols_of({&formula, 1});
  std::erase_if(found, [&](const Expr& symbol) { return (kind_of(symbol) & kinds) == 0; });
  return found;
}

std::string SymbolKinds::excess(const Expr& formula, unsigned allowed) const {
  std::string found;
  for (const Expr& symbol : symbols(formula, ~allowed))
    found += (found.empty() ? "" : ", ") + laws_.graph->name(symbol);
  return found;
}

Expr SymbolKinds::rest(const Expr& formula) const {
  std::vector<std::pair<Expr, Expr>> zeros;
  for (const Expr& symbol : symbols(formula, kVelocities | kEfforts))
    zeros.emplace_back(symbol, Expr(0.0));
  return zeros.empty() ? formula : expr::substitute(formula, zeros, *laws_.graph);
}

}  // namespace porthos::model
