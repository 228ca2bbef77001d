#include "system/type_formulas.hpp"

#include <span>
#include <string>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"
#include "system/element_type.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;

using List = TypeFormulas::List;
using S = Segment;

List numbered_symbols(const Laws& laws, const char* stem, std::size_t count) {
  List made;
  for (std::size_t i = 0; i < count; ++i)
    made.push_back(laws.graph->symbol(std::string(stem) + std::to_string(i)));
  return made;
}

/// sum_k (d(formula_k)/d(x))^T factor_k, for each x.
List transposed_product(std::span<const Expr> formulas, std::span<const Expr> xs,
                        std::span<const Expr> factors) {
  List sum(xs.size());
  for (const auto& [row, column, value] : expr::jacobian(formulas, xs).entries)
    sum[index(column)] += value * factors[index(row)];
  return sum;
}

/// Holds the branches that time decides.
void hold_time_branches(TypeFormulas& f) {
  Laws& laws = f.laws;
  const std::vector<Expr*> places = laws::formulas_of(laws);
  List formulas;
  for (const Expr* place : places) formulas.push_back(*place);
  for (const Expr pole : expr::poles(formulas))
    if (expr::is_of_time(pole, laws.t, laws.parameters)) f.poles.push_back(pole);
  const std::size_t poles = formulas.size(), watched = poles + f.poles.size();
  formulas.insert(formulas.end(), f.poles.begin(), f.poles.end());
  formulas.insert(formulas.end(), laws.watched.begin(), laws.watched.end());
  expr::Switched held = expr::hold_branches(formulas, laws.t, phase_of(laws), laws.parameters);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = held.formulas[i];
  for (std::size_t i = poles; i < watched; ++i) f.poles[i - poles] = held.formulas[i];
  for (std::size_t i = watched; i < formulas.size(); ++i)
    laws.watched[i - watched] = held.formulas[i];
  f.time_switches = std::move(held.switches);
}

/// Holds the branches that states decide. Returns the switching functions. Flows that a formula of
/// time prescribes stay as written: velocities would have to jump where their branches change.
/// Formulas that read a multiplier stay too, since a state does not determine it.
List hold_state_branches(Laws& laws) {
  std::vector<Expr*> places;
  for (auto& part : laws.potentials) places.push_back(&part.energy);
  for (Expr& rate : laws.kinematics) places.push_back(&rate);
  for (auto& [place, formula] : laws.gyroscopic.entries()) places.push_back(&formula);
  for (auto& resistive : laws.resistive) {
    places.push_back(&resistive.flow);
    places.push_back(&resistive.effort);
    if (resistive.heats) places.push_back(&*resistive.heats);
  }
  for (auto& port : laws.ports)
    if (!port.prescribed && !port.is_silent) places.push_back(&port.flow);
  for (auto* const constraints : {&laws.position_constraints, &laws.velocity_constraints})
    for (auto& constraint : *constraints) places.push_back(&constraint.formula);
  List formulas, constants = laws.parameters, unknown = laws.lambda;
  for (const Expr* place : places) formulas.push_back(*place);
  constants.push_back(laws.t);
  constants.push_back(phase_of(laws));
  unknown.insert(unknown.end(), laws.mu.begin(), laws.mu.end());
  expr::StateSwitched held = expr::hold_state_branches(formulas, constants, unknown);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = held.formulas[i];
  return std::move(held.switches);
}

/// (z, e) on the Lagrangian submanifold: e = grad V(z) + c'(z)^T lambda, 0 = c(z).  [001] (9)
void add_storages(TypeFormulas& f) {
  const Laws& laws = f.laws;
  Expr total(0.0);
  for (const auto& part : laws.potentials) {
    f.of[S::kPotential].push_back(part.energy);
    total += part.energy;
  }
  List& c = f.of[S::kGap];
  for (const auto& constraint : laws.position_constraints) c.push_back(constraint.formula);
  const List energy{total}, one{Expr(1.0)};
  List& e = f.of[S::kE] = transposed_product(energy, laws.z, one);
  const List reaction = transposed_product(c, laws.z, laws.lambda);
  for (std::size_t i = 0; i < e.size(); ++i) e[i] += reaction[i];
}

/// The Dirac structure and the resistive relations.                             [001] (7), (10)
void add_structure(TypeFormulas& f) {
  const Laws& laws = f.laws;
  List& rows = f.of[S::kRow];
  for (const auto& constraint : laws.velocity_constraints) rows.push_back(constraint.formula);
  List driven_flow, driving_effort, resisted_flow, resisting_effort;
  for (const auto& resistive : laws.resistive)
    if (resistive.heats) {  // an entropy flow into the state of this temperature
      driven_flow.push_back(*resistive.heats);
      driving_effort.push_back(resistive.effort * resistive.flow / *resistive.heats);
    }
  for (std::size_t k = 0; k < laws.ports.size(); ++k) {
    if (laws.ports[k].is_silent) continue;
    if (laws.ports[k].prescribed) {
      rows.push_back(laws.ports[k].flow - laws.u[k]);
    } else {
      driven_flow.push_back(laws.ports[k].flow);
      driving_effort.push_back(laws.u[k]);
    }
  }
  for (const auto& resistive : laws.resistive) {
    resisted_flow.push_back(resistive.flow);
    resisting_effort.push_back(resistive.effort);
  }
  const auto apply = [&](std::span<const Expr> xs, List& to) {
    const List supplied = transposed_product(driven_flow, xs, driving_effort);
    const List resisted = transposed_product(resisted_flow, xs, resisting_effort);
    const List reaction = transposed_product(rows, xs, laws.mu);
    for (std::size_t i = 0; i < xs.size(); ++i) to[i] += supplied[i] - resisted[i] - reaction[i];
  };
  apply(laws.e, f.of[S::kZdot] = laws.kinematics);
  List& force = f.of[S::kForce] = transposed_product(laws.kinematics, laws.w, laws.e);  // Z^T e
  for (Expr& one : force) one = -one;
  for (const auto& [place, formula] : laws.gyroscopic.entries())
    force[index(place.first)] -= formula * laws.w[index(place.second)];
  apply(laws.w, force);
}

/// Power that becomes heat stays in the ledger.
void add_powers(TypeFormulas& f) {
  for (const auto& resistive : f.laws.resistive) {
    const Expr lost = resistive.effort * resistive.flow;
    if (!resistive.heats) {
      f.of[S::kPower].push_back(lost);
      continue;
    }
    f.of[S::kHeat].push_back(lost);
    f.of[S::kTemperature].push_back(*resistive.heats);
    f.of[S::kProduction].push_back(lost / *resistive.heats - resistive.effort * resistive.taken);
  }
  for (const auto& port : f.laws.ports) f.of[S::kFlow].push_back(port.flow);
}

/// Inserts e = e(z, lambda) and p = M w into all formulas that use them. e itself depends on no
/// effort.
void eliminate(TypeFormulas& f) {
  const Laws& laws = f.laws;
  const List& e = f.of[S::kE];
  const List& p = f.of[S::kP] = laws::product(laws.mass, laws.w);
  std::vector<std::pair<Expr, Expr>> known;
  for (std::size_t i = 0; i < e.size(); ++i) known.emplace_back(laws.e[i], e[i]);
  for (std::size_t i = 0; i < p.size(); ++i) known.emplace_back(laws.p[i], p[i]);
  for (const Segment segment : {S::kZdot, S::kForce, S::kRow, S::kPower, S::kFlow, S::kHeat,
                                S::kTemperature, S::kProduction, S::kWatched, S::kSwitch})
    f.of[segment] = expr::substitute(f.of[segment], known, *laws.graph);
}

/// The derivatives of formulas with respect to time, through t and the signals u(t).
List explicit_time(const TypeFormulas& f, const List& formulas) {
  List rates(formulas.size(), Expr(0.0));
  for (const auto& [row, column, value] : expr::jacobian(formulas, f.symbols[S::kT]).entries)
    rates[index(row)] += value;
  for (const auto& [row, column, value] : expr::jacobian(formulas, f.laws.u).entries)
    rates[index(row)] += value * f.symbols[S::kUdot][index(column)];
  return rates;
}

}  // namespace

TypeFormulas::TypeFormulas(const Laws& reduced, bool is_closed) : laws(reduced) {
  hold_time_branches(*this);
  of[S::kSwitch] = hold_state_branches(laws);
  of[S::kWatched] = laws.watched;
  of[S::kReadout] = laws.readouts;
  of[S::kVelocity] = laws.velocities;
  symbols[S::kZ] = laws.z;
  symbols[S::kW] = laws.w;
  symbols[S::kE] = laws.e;
  symbols[S::kP] = laws.p;
  symbols[S::kLambda] = laws.lambda;
  symbols[S::kMu] = laws.mu;
  symbols[S::kU] = laws.u;
  symbols[S::kT] = {laws.t};
  symbols[S::kPhase] = {phase_of(laws)};
  symbols[S::kMode] = laws.modes;
  symbols[S::kWdot] = laws.w_rate;
  symbols[S::kZdot] = laws::position_rates(laws);
  symbols[S::kUdot] = numbered_symbols(laws, "#udot", laws.u.size());
  add_storages(*this);
  add_structure(*this);
  add_powers(*this);
  if (is_closed) eliminate(*this);
  const List& gap = of[S::kGap];
  of[S::kGapRate].assign(gap.size(), Expr(0.0));
  const List& rates = is_closed ? of[S::kZdot] : symbols[S::kZdot];
  for (const auto& [row, column, value] : expr::jacobian(gap, laws.z).entries)
    of[S::kGapRate][index(row)] += value * rates[index(column)];
  of[S::kRowTime] = explicit_time(*this, of[S::kRow]);
  of[S::kZdotTime] = explicit_time(*this, of[S::kZdot]);
  of[S::kForceTime] = explicit_time(*this, of[S::kForce]);
  symbols[S::kBranch] = numbered_symbols(laws, "#branch", of[S::kSwitch].size());
}

}  // namespace porthos::system
