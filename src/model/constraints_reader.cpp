#include <algorithm>

#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {

void ComponentReader::declare_constraints() {
  Laws& laws = component_->laws;
  std::set<std::string> seen;
  for (const char* key : {"position_constraints", "velocity_constraints"}) {
    const Place all = root_[key];
    if (!reader_.object(all)) continue;
    const bool is_position = key == std::string("position_constraints");
    for_each_member(all, [&](const std::string& name, Place place) {
      if (!reader_.name(name.substr(0, name.find('[')), place)) return;
      if (!seen.insert(name).second)
        reader_.fail("PH106", place, "the constraint \"" + name + "\" a second time",
                     "each name once");
      if (place->is_object()) reader_.object(place, "constraint");
      // For formulas in which it is not allowed; once the rows are read, their kinds are known.
      const Expr symbol = laws.graph->symbol("multiplier(" + name + ")");
      formulas_.add_multiplier(name, symbol);
      (is_position ? laws.lambda : laws.mu).push_back(symbol);
    });
  }
  std::vector<Expr> lambda, mu;
  for (const char* key : {"position_constraints", "velocity_constraints"}) {
    const Place all = root_[key];
    if (!all || !all->is_object()) continue;
    const bool is_position = key == std::string("position_constraints");
    for_each_member(all, [&](const std::string& name, Place member) {
      const Place place = formula_of(member);
      const std::size_t before = reader_.problems().size();
      std::vector<Expr>& rows = constraint_rows_[std::string(key) + name] = formulas_.read_array(
          place, -1,
          is_position ? kPositions | kTime : kPositions | kVelocities | kEfforts | kTime);
      if (is_position)
        for (Expr& row : rows) row = with_clock(row, name);
      if (reader_.problems().size() != before) formulas_.mark_broken("multiplier(" + name + ")");
      std::vector<Expr> symbols;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row = numbered(name, i, rows.size());
        symbols.push_back(laws.graph->symbol("multiplier(" + row + ")"));
        formulas_.add_multiplier(row, symbols.back());
        (is_position ? lambda : mu).push_back(symbols.back());
      }
      add_multipliers(name, place, symbols);
    });
  }
  laws.lambda = lambda;
  laws.mu = mu;
}

/// For an array the name alone means the first multiplier, for a vector the whole vector.
void ComponentReader::add_multipliers(const std::string& name, Place formula,
                                      const std::vector<Expr>& symbols) {
  if (symbols.empty()) return;
  if (symbols.size() == 1 || formula->is_array())
    formulas_.add_multiplier(name, symbols[0]);
  else
    formulas_.add_multiplier(name, {expr::vector_of(static_cast<int>(symbols.size())), symbols});
}

/// A row times its multiplier is an energy, or a power.
void ComponentReader::declare_multipliers(const std::string& name, const std::vector<Expr>& rows,
                                          const std::string& unit, const Dimension& product,
                                          Place place) {
  expect(rows, unit, place, "the unit of the constraint");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row = "multiplier(" + numbered(name, i, rows.size()) + ")";
    if (const auto symbol = component_->laws.graph->find_symbol(row))
      formulas_.units().declare(*symbol, per(product, read_unit(unit)));
  }
}

/// True if a row depends on time at most.
bool ComponentReader::is_of_no_position(const Expr& row, const std::string& name) const {
  const std::vector<Expr> found = formulas_.symbols(row, kPositions);
  return std::ranges::all_of(found, [&](const Expr& symbol) {
    return component_->laws.graph->name(symbol) == "clock(" + name + ")";
  });
}

void ComponentReader::read_constraints() {
  Laws& laws = component_->laws;
  if (const Place all = root_["position_constraints"]; all && all->is_object()) {
    for_each_member(all, [&](const std::string& name, Place member) {
      const Place place = formula_of(member);
      const std::string unit = member->is_object() ? reader_.unit(member["unit"]) : "";
      const std::vector<Expr>& rows = constraint_rows_["position_constraints" + name];
      declare_multipliers(name, rows, unit, joule(), place);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        laws.position_constraints.push_back({numbered(name, i, rows.size()), unit, rows[i]});
        if (is_of_no_position(rows[i], name) && !formulas_.is_broken("multiplier(" + name + ")"))
          reader_.fail("PH114", place, "a formula that depends on no position",
                       "a law between positions, c(z) = 0");
      }
    });
  }
  const Place all = root_["velocity_constraints"];
  if (!all || !all->is_object()) return;
  laws.mu.clear();
  for_each_member(all, [&](const std::string& name, Place member) {
    const Place place = formula_of(member);
    const std::string unit = member->is_object() ? reader_.unit(member["unit"]) : "";
    const std::vector<Expr>& rows = constraint_rows_["velocity_constraints" + name];
    declare_multipliers(name, rows, unit, watt(), place);
    std::vector<Expr> rests;  // a(z, w, e) - q(t) without velocities and efforts: -q
    bool is_driven = false;
    for (const Expr row : rows) {
      const Expr rest = formulas_.rest(row);
      formulas_.check_linear(row, place, true);
      rests.push_back(rest);
      is_driven = is_driven || !is_zero(rest);
    }
    if (is_driven)
      add_driven_constraint(name, unit, rows, rests, place,
                            component_->where + "/velocity_constraints/" + pointer_token(name));
    else
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row = numbered(name, i, rows.size());
        laws.velocity_constraints.push_back({row, unit, rows[i]});
        laws.mu.push_back(laws.graph->symbol("multiplier(" + row + ")"));
      }
  });
}

/// A constraint that moves with time does work: it is a port with a prescribed flow, so that the
/// ledger sees what it supplies.
void ComponentReader::add_driven_constraint(const std::string& name, const std::string& unit,
                                            const std::vector<Expr>& rows,
                                            const std::vector<Expr>& rests, Place formula,
                                            const std::string& where) {
  Laws& laws = component_->laws;
  Port port{.name = name,
            .first = static_cast<int>(laws.ports.size()),
            .size = static_cast<int>(rows.size()),
            .flow_unit = unit};
  Input input{.where = where, .prescribes_flow = true};
  std::vector<Expr> multipliers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row = numbered(name, i, rows.size());
    // The multipliers of prescribed ports are numbered by their ports (system/type_cache.cpp).
    const Expr multiplier =
        laws.graph->symbol("multiplier(#" + std::to_string(laws.ports.size()) + ")");
    formulas_.add_multiplier(row, multiplier);
    multipliers.push_back(multiplier);
    laws.ports.push_back({row, rows[i] - rests[i]});
    laws.u.push_back(laws.graph->symbol("input(" + row + ")"));
    input.formulas.push_back(-rests[i]);
    input.texts.push_back(expr::text(-rests[i]));
  }
  add_multipliers(name, formula, multipliers);
  component_->ports.push_back(port);
  component_->inputs.emplace_back(name, std::move(input));
}

}  // namespace porthos::model
