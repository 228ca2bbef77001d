#include "model/formulas.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"

namespace porthos::model {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

bool Formulas::declare(const std::string& name, Place place) {
  if (!reader_.name(name, place)) return false;
  if (declared_.insert(name).second) return true;
  reader_.fail("PH106", place, "the name \"" + name + "\" a second time",
               "each name once among parameters, definitions, positions and velocities",
               "rename one of the two");
  return false;
}

std::optional<Expr> Formulas::variable(std::string_view view) {
  const std::string name(view);
  if (name == "t") return component_.laws.t;
  if (const auto found = values_.find(name); found != values_.end()) return found->second;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (const auto found = positions_.find(name); found != positions_.end())
      return component_.laws.z[at(found->second)];
    if (const auto found = velocities_.find(name); found != velocities_.end())
      return component_.laws.w[at(found->second)];
    if (name.find('.') == std::string::npos || !find_foreign || !find_foreign(name)) break;
  }
  if (const auto found = expanded_.find(name); found != expanded_.end()) return found->second;
  const auto definition = definitions_.find(name);
  if (definition == definitions_.end()) return std::nullopt;
  if (!expanding_.insert(name).second) {
    reader_.fail("PH115", definition->second, "\"" + name + "\" defined through itself",
                 "a definition that ends at parameters and states", "break the circle");
    return expanded_[name] = Expr(0.0);
  }
  const Expr value = read(definition->second, ~0U);
  expanding_.erase(name);
  return expanded_[name] = value;
}

void Formulas::read_definitions() {
  for (const auto& [name, place] : definitions_) variable(name);
}

std::optional<int> Formulas::find_velocity(const std::string& name) {
  if (name.find('.') != std::string::npos && !velocities_.count(name) && find_foreign)
    find_foreign(name);
  const auto found = velocities_.find(name);
  return found == velocities_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Expr> Formulas::accessor(std::string_view function, std::string_view view) {
  const std::string name(view);
  if (function == "multiplier") {
    const auto found = multipliers_.find(name);
    return found == multipliers_.end() ? std::nullopt : std::optional(found->second);
  }
  const auto& states = function == "effort" ? positions_ : velocities_;
  auto found = states.find(name);
  if (found == states.end() && name.find('.') != std::string::npos && find_foreign &&
      find_foreign(name))
    found = states.find(name);
  if (found == states.end()) return std::nullopt;
  return function == "effort" ? component_.laws.e[at(found->second)]
                              : component_.laws.p[at(found->second)];
}

std::vector<std::string> Formulas::all_names() const {
  std::vector<std::string> names(declared_.begin(), declared_.end());
  names.insert(names.end(), foreign_names.begin(), foreign_names.end());
  for (const auto& [name, symbol] : multipliers_) names.push_back(name);
  return names;
}

void Formulas::report(const std::vector<expr::ParseError>& errors, Place place) {
  for (const expr::ParseError& error : errors) {
    const bool is_unknown = error.expected.rfind("a known", 0) == 0;
    Problem& problem =
        reader_.fail(is_unknown ? "PH111" : "PH110", place, error.found, error.expected);
    problem.hint = error.hint;
    problem.position = error.position;
  }
}

Expr Formulas::read(Place place, unsigned allowed) {
  if (!place) return Expr(0.0);
  if (place->is_number()) return Expr(reader_.number(place).value_or(0));
  if (!place->is_string()) {
    reader_.fail("PH102", place, describe(*place), "a formula (a text) or a number");
    return Expr(0.0);
  }
  const auto text = place->get<std::string>();
  expr::Scope scope;
  scope.variable = [this](std::string_view name) { return variable(name); };
  scope.accessor = [this](std::string_view function, std::string_view name) {
    return accessor(function, name);
  };
  scope.accessors = {"effort", "momentum", "multiplier"};
  scope.names = all_names();
  auto parsed = expr::parse(text, *component_.laws.graph, scope);
  if (auto* errors = std::get_if<std::vector<expr::ParseError>>(&parsed)) {
    report(*errors, place);
    return Expr(0.0);
  }
  const Expr formula = std::get<Expr>(parsed);
  if (const std::string more = excess(formula, allowed); !more.empty()) {
    std::string may = "a formula of parameters";
    if (allowed & kPositions) may += ", positions";
    if (allowed & kVelocities) may += ", velocities";
    if (allowed & kEfforts) may += ", effort(position)";
    if (allowed & kMomenta) may += ", momentum(velocity)";
    if (allowed & kMultipliers) may += ", multiplier(constraint)";
    if (allowed & kTime) may += ", time t";
    reader_.fail("PH114", place, "a formula that depends on " + more, may + " alone");
    return Expr(0.0);
  }
  if (const auto value = constant(formula); value && !std::isfinite(*value)) {
    reader_.fail("PH104", place, "a formula without a finite value", "a finite number");
    return Expr(0.0);
  }
  return formula;
}

std::vector<Expr> Formulas::read_array(Place place, int count, unsigned allowed) {
  std::vector<Expr> read_values;
  if (!place) return read_values;
  if (place->is_array()) {
    for (std::size_t i = 0; i < place.size(); ++i) read_values.push_back(read(place[i], allowed));
  } else {
    read_values.push_back(read(place, allowed));
  }
  if (count >= 0 && read_values.size() != at(count)) {
    reader_.fail("PH113", place, describe(*place),
                 count == 1 ? "one formula" : "an array of " + std::to_string(count) + " formulas");
    read_values.resize(at(count));
  }
  return read_values;
}

laws::MatExpr Formulas::read_matrix(Place place, int n, unsigned allowed) {
  laws::MatExpr matrix = laws::MatExpr::Constant(n, n, Expr(0.0));
  const std::string shape = std::to_string(n) + " x " + std::to_string(n);
  if (!reader_.array(place, "a matrix (" + shape + "): an array of rows")) return matrix;
  bool fits = place.size() == at(n);
  for (std::size_t i = 0; i < place.size(); ++i)
    fits = fits && (*place)[i].is_array() && (*place)[i].size() == at(n);
  if (!fits) {
    std::string rows;
    for (const Json& row : *place)
      rows += (rows.empty() ? "" : ", ") + (row.is_array() ? std::to_string(row.size()) : "no row");
    reader_.fail("PH113", place, "rows of lengths " + rows, "a " + shape + " matrix",
                 "one row and column for each velocity, in their order");
    return matrix;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) matrix(i, j) = read(place[at(i)][at(j)], allowed);
  return matrix;
}

std::string Formulas::excess(const Expr& formula, unsigned allowed) const {
  const std::vector<Expr> formulas{formula};
  const Laws& laws = component_.laws;
  std::string found;
  const auto names = [&](const std::vector<Expr>& list, unsigned kind) {
    if (allowed & kind) return;
    for (const Expr symbol : expr::symbols_of(formulas))
      if (std::find(list.begin(), list.end(), symbol) != list.end())
        found += (found.empty() ? "" : ", ") + laws.graph->name(symbol);
  };
  names(laws.z, kPositions);
  names(laws.w, kVelocities);
  names(laws.e, kEfforts);
  names(laws.p, kMomenta);
  names(laws.lambda, kMultipliers);
  names(laws.mu, kMultipliers);
  names({laws.t}, kTime);
  return found;
}

Expr Formulas::rest(const Expr& formula) const {
  const Laws& laws = component_.laws;
  std::vector<std::pair<Expr, Expr>> zeros;
  for (const Expr w : laws.w) zeros.emplace_back(w, Expr(0.0));
  for (const Expr e : laws.e) zeros.emplace_back(e, Expr(0.0));
  return expr::substitute(formula, zeros, *laws.graph);
}

bool Formulas::check_linear(const Expr& formula, Place place, bool with_rest) {
  const Laws& laws = component_.laws;
  std::vector<Expr> xs = laws.w;
  xs.insert(xs.end(), laws.e.begin(), laws.e.end());
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
               "velocities in which it is");
  return false;
}

}  // namespace porthos::model
