#include "diagram/stores.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/index.hpp"
#include "base/unit.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace porthos::diagram {
namespace {

using expr::Expr;
using model::object;

bool has_unit(const std::string& unit, const char* expected) {
  const auto given = read_unit(unit);
  return given && given == read_unit(expected);
}

/// The names of the symbols in a formula, entries by the name of their whole.
std::set<std::string> names_in(const Expr& formula) {
  std::set<std::string> names;
  for (const Expr& symbol : expr::symbols_of({&formula, 1}))
    names.insert(whole_of(symbol.graph()->name(symbol)));
  return names;
}

/// A formula as JSON: numbers, names and calls.
class FormulaWriter {
 public:
  /// null where the formula is too long to be written.
  Json write(const Expr& formula) {
    Json made = written(formula);
    return nodes_ > kMostNodes ? Json() : made;
  }

 private:
  static constexpr int kMostNodes = 2000;

  Json written(const Expr& formula) {
    if (++nodes_ > kMostNodes) return Json();
    if (const auto value = expr::constant(formula))
      return object({{"kind", "number"}, {"value", *value}});
    const expr::Graph& graph = *formula.graph();
    const expr::Op op = graph.node(formula.id()).op;
    if (op == expr::Op::kSymbol) return object({{"kind", "name"}, {"name", graph.name(formula)}});
    Json operands = Json::array();
    for (std::size_t k = 0; k < static_cast<std::size_t>(expr::arity(op)); ++k)
      operands.push_back(written(graph.operand(formula.id(), k)));
    return object({{"kind", "call"}, {"name", name_of(op)}, {"args", std::move(operands)}});
  }

  static std::string name_of(expr::Op op) {
    if (op == expr::Op::kNeg) return "neg";
    const std::string_view function = expr::function_name(op);
    return std::string(function.empty() ? expr::properties(op).written : function);
  }

  int nodes_ = 0;
};

/// True for a parameter whose formula uses these names alone.
bool follows_from(const Text& text, const std::string& parameter,
                  const std::set<std::string>& names) {
  for (const model::Parameter& one : text.component().parameters) {
    if (!one.formula || whole_of(one.name) != parameter) continue;
    const std::set<std::string> used = names_in(*one.formula);
    return !used.empty() && std::ranges::includes(names, used);
  }
  return false;
}

/// The energy with the names of parameters in the place of their formulas.
Expr with_parameters(const Expr& energy, const model::Component& component) {
  expr::Graph& graph = *component.laws.graph;
  std::vector<std::pair<Expr, Expr>> names;
  for (const model::Parameter& one : component.parameters)
    if (one.formula && one.formula->graph() && expr::arity(graph.node(one.formula->id()).op) > 0)
      names.emplace_back(*one.formula, graph.symbol(one.name));
  return names.empty() ? energy : expr::substitute(energy, names, graph);
}

/// The names of a text's kinetic energy that are in this part of it. Names of components represent
/// other symbols, so they count for every part.
Meanings only_those_in(const Expr& energy, const Meanings& all, const Text& text) {
  const std::set<std::string> names = names_in(with_parameters(energy, text.component()));
  Meanings kept;
  for (const Meaning& meaning : all) {
    const bool is_foreign =
        meaning.kind == Meaning::Kind::kComponent || meaning.kind == Meaning::Kind::kSide;
    if (is_foreign || names.count(meaning.name) || follows_from(text, meaning.name, names))
      kept.push_back(meaning);
  }
  return kept;
}

}  // namespace

std::string kind_of_store(const Text& text, const std::string& name, const Meanings& meanings) {
  std::vector<std::string> states;
  for (const Meaning& meaning : meanings)
    if (meaning.kind == Meaning::Kind::kPosition) states.push_back(meaning.name);
  if (states.size() != 1) return "potential";
  const model::Component& component = text.component();
  const auto state = std::ranges::find_if(component.positions, [&](const model::Variable& one) {
    return whole_of(one.name) == states[0];
  });
  for (const char* momentum : {"kg m/s", "kg m^2/s", "V s"})
    if (has_unit(state->unit, momentum)) return "kinetic";
  if (!has_unit(state->unit, "J/K") || state->name != states[0]) return "potential";
  const Expr& entropy = component.laws.z[index(state - component.positions.begin())];
  const auto energy = std::ranges::find(component.laws.potentials, name, &laws::Potential::name);
  if (energy == component.laws.potentials.end()) return "potential";
  const Expr temperature = expr::derivative(energy->energy, entropy);
  return expr::depends_on(temperature, entropy) ? "potential" : "environment";
}

std::vector<KineticTerm> kinetic_terms(const Text& text, const Domains& domains) {
  const laws::Laws& laws = text.component().laws;
  const std::vector<std::string> rows = velocity_rows(text);
  std::map<const Domain*, Expr> energies;
  const auto add = [&](std::size_t i, const Expr& energy) {
    if (i < rows.size() && !is_zero(energy)) energies[domains.of(rows[i])] += energy;
  };
  for (const auto& [entry, mass] : laws.mass.entries()) {
    const auto& [i, j] = entry;
    if (i == j) add(index(i), 0.5 * mass * laws.w[index(i)] * laws.w[index(i)]);
    if (i < j) add(index(i), mass * laws.w[index(i)] * laws.w[index(j)]);
  }
  for (std::size_t i = 0; i < laws.shift.size(); ++i) add(i, laws.shift[i] * laws.w[i]);
  const Meanings all = text.meanings(text["mass"] ? text["mass"] : text["kinetic_energy"]);
  DomainList order = domains.among(all, Domains::Part::kVelocity);
  for (const std::string& name : rows) add_once(order, domains.of(name));
  std::vector<KineticTerm> terms;
  for (const Domain* domain : order) {
    const auto energy = energies.find(domain);
    if (energy == energies.end()) continue;
    terms.push_back({domain, energies.size() == 1 ? all : only_those_in(energy->second, all, text),
                     energies.size() == 1 ? Json() : FormulaWriter().write(energy->second)});
  }
  return terms;
}

}  // namespace porthos::diagram
