#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

/// For an array the name alone means the first multiplier, for a vector the whole vector.
void add_multipliers(Draft& draft, const std::string& name, Place formula,
                     const std::vector<Expr>& symbols) {
  if (symbols.empty()) return;
  if (symbols.size() == 1 || formula->is_array())
    draft.names.multipliers[name] = symbols[0];
  else
    draft.names.multipliers[name] = {expr::vector_of(static_cast<int>(symbols.size())), symbols};
}

/// A constraint that moves with time does work: it is a port with a prescribed flow, so that the
/// ledger sees what it supplies.
void add_driven_constraint(Draft& draft, const std::string& name, const std::string& unit,
                           const std::vector<Expr>& rows, const std::vector<Expr>& rests,
                           Place formula, const std::string& where) {
  Laws& laws = draft.component->laws;
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
    draft.names.multipliers[row] = multiplier;
    multipliers.push_back(multiplier);
    laws.ports.push_back({row, rows[i] - rests[i]});
    laws.u.push_back(laws.graph->symbol("input(" + row + ")"));
    input.formulas.push_back(-rests[i]);
    input.texts.push_back(expr::text(-rests[i]));
  }
  add_multipliers(draft, name, formula, multipliers);
  draft.component->ports.push_back(port);
  draft.component->inputs.emplace_back(name, std::move(input));
}

}  // namespace

void declare_constraints(Draft& draft) {
  Laws& laws = draft.component->laws;
  std::set<std::string> seen;
  for (const char* key : {"position_constraints", "velocity_constraints"}) {
    const Place all = draft.root[key];
    if (!draft.reader.object(all)) continue;
    const bool is_position = key == std::string("position_constraints");
    for_each_member(draft, all, [&](const std::string& name, Place place) {
      if (!draft.reader.name(name.substr(0, name.find('[')), place)) return;
      if (!seen.insert(name).second)
        draft.reader.fail("PH106", place, "the constraint \"" + name + "\" a second time",
                          "each name once");
      if (place->is_object()) draft.reader.object(place, "constraint");
      // For formulas in which it is not allowed; once the rows are read, their kinds are known.
      const Expr symbol = laws.graph->symbol("multiplier(" + name + ")");
      draft.names.multipliers[name] = symbol;
      (is_position ? laws.lambda : laws.mu).push_back(symbol);
    });
  }
  std::vector<Expr> lambda, mu;
  for (const char* key : {"position_constraints", "velocity_constraints"}) {
    const Place all = draft.root[key];
    if (!all || !all->is_object()) continue;
    const bool is_position = key == std::string("position_constraints");
    for_each_member(draft, all, [&](const std::string& name, Place member) {
      const Place place = formula_of(member);
      const std::size_t before = draft.reader.problems().size();
      std::vector<Expr>& rows = draft.constraint_rows[std::string(key) + name] =
          draft.formulas.read_array(
              place, -1,
              is_position ? kPositions | kTime : kPositions | kVelocities | kEfforts | kTime);
      if (is_position)
        for (Expr& row : rows) row = with_clock(draft, row, name);
      if (draft.reader.problems().size() != before)
        draft.names.broken.insert("multiplier(" + name + ")");
      std::vector<Expr> symbols;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row = numbered(name, i, rows.size());
        symbols.push_back(laws.graph->symbol("multiplier(" + row + ")"));
        draft.names.multipliers[row] = symbols.back();
        (is_position ? lambda : mu).push_back(symbols.back());
      }
      add_multipliers(draft, name, place, symbols);
    });
  }
  laws.lambda = lambda;
  laws.mu = mu;
}

void declare_multipliers(Draft& draft, const std::string& name, const std::vector<Expr>& rows,
                         const std::string& unit, const Dimension& product, Place place) {
  expect_unit(draft, rows, unit, place, "the unit of the constraint");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row = "multiplier(" + numbered(name, i, rows.size()) + ")";
    if (const auto symbol = draft.component->laws.graph->find_symbol(row))
      draft.formulas.units().declare(*symbol, per(product, read_unit(unit)));
  }
}

bool is_of_no_position(const Draft& draft, const Expr& row, const std::string& name) {
  std::vector<Expr> found = draft.kinds.symbols(row, kPositions);
  std::erase_if(found, [&](const Expr& symbol) {
    return draft.component->laws.graph->name(symbol) == "clock(" + name + ")";
  });
  // if(x >= 0, 1, 0) contains x, but has no direction.
  return found.empty() || expr::jacobian({&row, 1}, found).entries.empty();
}

void read_constraints(Draft& draft) {
  Laws& laws = draft.component->laws;
  if (const Place all = draft.root["position_constraints"]; all && all->is_object()) {
    for_each_member(draft, all, [&](const std::string& name, Place member) {
      const Place place = formula_of(member);
      const std::string unit = member->is_object() ? draft.reader.unit(member["unit"]) : "";
      const std::vector<Expr>& rows = draft.constraint_rows["position_constraints" + name];
      declare_multipliers(draft, name, rows, unit, joule(), place);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        laws.position_constraints.push_back({numbered(name, i, rows.size()), unit, rows[i]});
        if (is_of_no_position(draft, rows[i], name) &&
            !draft.names.broken.count("multiplier(" + name + ")"))
          draft.reader.fail("PH114", place, "a formula that no position changes, but for jumps",
                            "a law between positions, c(z) = 0");
      }
    });
  }
  const Place all = draft.root["velocity_constraints"];
  if (!all || !all->is_object()) return;
  laws.mu.clear();
  for_each_member(draft, all, [&](const std::string& name, Place member) {
    const Place place = formula_of(member);
    const std::string unit = member->is_object() ? draft.reader.unit(member["unit"]) : "";
    const std::vector<Expr>& rows = draft.constraint_rows["velocity_constraints" + name];
    declare_multipliers(draft, name, rows, unit, watt(), place);
    std::vector<Expr> rests;  // a(z, w, e) - q(t) without velocities and efforts: -q
    bool is_driven = false;
    for (const Expr row : rows) {
      const Expr rest = draft.kinds.rest(row);
      draft.formulas.check_linear(row, place, true);
      rests.push_back(rest);
      is_driven = is_driven || !is_zero(rest);
    }
    if (is_driven)
      add_driven_constraint(
          draft, name, unit, rows, rests, place,
          draft.component->where + "/velocity_constraints/" + pointer_token(name));
    else
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row = numbered(name, i, rows.size());
        laws.velocity_constraints.push_back({row, unit, rows[i]});
        laws.mu.push_back(laws.graph->symbol("multiplier(" + row + ")"));
      }
  });
}

}  // namespace porthos::model
