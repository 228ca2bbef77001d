#include "system/element_type.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;

struct Symbols {
  std::vector<Expr> symbols;
  std::vector<Slot> slots;

  void add(Segment segment, std::span<const Expr> more) {
    for (std::size_t i = 0; i < more.size(); ++i) {
      symbols.push_back(more[i]);
      slots.push_back({segment, static_cast<int>(i)});
    }
  }
};

std::vector<Expr> symbols(const Laws& laws, const char* stem, std::size_t count) {
  std::vector<Expr> made;
  for (std::size_t i = 0; i < count; ++i)
    made.push_back(laws.graph->symbol(std::string(stem) + std::to_string(i)));
  return made;
}

/// sum_k (d(formula_k)/d(x))^T factor_k, for each x.
std::vector<Expr> transposed_product(std::span<const Expr> formulas, std::span<const Expr> xs,
                                     std::span<const Expr> factors) {
  std::vector<Expr> sum(xs.size());
  for (const auto& [row, column, value] : expr::jacobian(formulas, xs).entries)
    sum[index(column)] += value * factors[index(row)];
  return sum;
}

/// All formulas of an element type, before they are compiled.
struct Formulas {
  std::vector<Expr> zdot_symbols, udot_symbols;
  std::vector<Expr> e, p, c, zdot, force, rows, gap_rate, potential, power, flow, heat, temperature,
      production, row_time, zdot_time, force_time, watched, switches;

  Formulas(const Laws& laws, const std::vector<Expr>& state_switches, bool is_closed)
      : zdot_symbols(laws::position_rates(laws)),
        udot_symbols(symbols(laws, "#udot", laws.u.size())),
        watched(laws.watched),
        switches(state_switches) {
    storages(laws);
    structure(laws);
    for (const auto& resistive : laws.resistive) {  // power that becomes heat stays in the ledger
      const Expr lost = resistive.effort * resistive.flow;
      if (!resistive.heats) {
        power.push_back(lost);
      } else {
        heat.push_back(lost);
        temperature.push_back(*resistive.heats);
        production.push_back(lost / *resistive.heats - resistive.effort * resistive.taken);
      }
    }
    for (const auto& port : laws.ports) flow.push_back(port.flow);
    if (is_closed) eliminate(laws);
    gap_rate.assign(c.size(), Expr(0.0));
    const std::vector<Expr>& rates = is_closed ? zdot : zdot_symbols;
    for (const auto& [row, column, value] : expr::jacobian(c, laws.z).entries)
      gap_rate[index(row)] += value * rates[index(column)];
    row_time = explicit_time(laws, rows);
    zdot_time = explicit_time(laws, zdot);
    force_time = explicit_time(laws, force);
  }

 private:
  /// The derivatives of formulas with respect to time, through t and the signals u(t).
  std::vector<Expr> explicit_time(const Laws& laws, const std::vector<Expr>& formulas) const {
    const std::vector<Expr> t{laws.t};
    std::vector<Expr> rates(formulas.size(), Expr(0.0));
    for (const auto& [row, column, value] : expr::jacobian(formulas, t).entries)
      rates[index(row)] += value;
    for (const auto& [row, column, value] : expr::jacobian(formulas, laws.u).entries)
      rates[index(row)] += value * udot_symbols[index(column)];
    return rates;
  }

  /// Inserts e = e(z, lambda) and p = M w into all formulas that use them. e itself depends on no
  /// effort.
  void eliminate(const Laws& laws) {
    std::vector<std::pair<Expr, Expr>> known;
    for (std::size_t i = 0; i < e.size(); ++i) known.emplace_back(laws.e[i], e[i]);
    p = laws::product(laws.mass, laws.w);
    for (std::size_t i = 0; i < p.size(); ++i) known.emplace_back(laws.p[i], p[i]);
    for (std::vector<Expr>* list : {&zdot, &force, &rows, &power, &flow, &heat, &temperature,
                                    &production, &watched, &switches})
      *list = expr::substitute(*list, known, *laws.graph);
  }

  /// (z, e) on the Lagrangian submanifold: e = grad V(z) + c'(z)^T lambda, 0 = c(z).  [001] (9)
  void storages(const Laws& laws) {
    Expr total(0.0);
    for (const auto& part : laws.potentials) {
      potential.push_back(part.energy);
      total += part.energy;
    }
    for (const auto& constraint : laws.position_constraints) c.push_back(constraint.formula);
    const std::vector<Expr> energy{total}, one{Expr(1.0)};
    e = transposed_product(energy, laws.z, one);
    const auto reaction = transposed_product(c, laws.z, laws.lambda);
    for (std::size_t i = 0; i < e.size(); ++i) e[i] += reaction[i];
  }

  /// The Dirac structure and the resistive relations.                             [001] (7), (10)
  void structure(const Laws& laws) {
    for (const auto& constraint : laws.velocity_constraints) rows.push_back(constraint.formula);
    std::vector<Expr> driven_flow, driving_effort, resisted_flow, resisting_effort;
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
    const auto apply = [&](std::span<const Expr> xs, std::vector<Expr>& to) {
      const auto supplied = transposed_product(driven_flow, xs, driving_effort);
      const auto resisted = transposed_product(resisted_flow, xs, resisting_effort);
      const auto reaction = transposed_product(rows, xs, laws.mu);
      for (std::size_t i = 0; i < xs.size(); ++i) to[i] += supplied[i] - resisted[i] - reaction[i];
    };
    zdot = laws.kinematics;
    apply(laws.e, zdot);
    force = transposed_product(laws.kinematics, laws.w, laws.e);  // Z^T e
    for (Expr& f : force) f = -f;
    for (const auto& [place, formula] : laws.gyroscopic.entries())
      force[index(place.first)] -= formula * laws.w[index(place.second)];
    apply(laws.w, force);
  }
};

struct Compiler {
  const Laws& laws;
  const Formulas& formulas;

  /// The inputs that the formulas contain.
  static Symbols used(const Symbols& inputs, std::span<const Expr> all) {
    std::vector<bool> is_used;
    for (const Expr& symbol : expr::symbols_of(all)) {
      is_used.resize(std::max(is_used.size(), symbol.id() + std::size_t{1}));
      is_used[symbol.id()] = true;
    }
    Symbols made;
    for (std::size_t i = 0; i < inputs.symbols.size(); ++i) {
      const std::size_t id = inputs.symbols[i].id();
      if (id >= is_used.size() || !is_used[id]) continue;
      made.symbols.push_back(inputs.symbols[i]);
      made.slots.push_back(inputs.slots[i]);
    }
    return made;
  }

  Program program(const Symbols& inputs,
                  const std::vector<std::pair<Segment, const std::vector<Expr>*>>& outputs) const {
    std::vector<Expr> all;
    std::vector<Slot> meaning;
    for (const auto& [segment, list] : outputs)
      for (std::size_t i = 0; i < list->size(); ++i) {
        if (expr::constant((*list)[i]) == 0.0) continue;  // outputs are summed
        all.push_back((*list)[i]);
        meaning.push_back({segment, static_cast<int>(i)});
      }
    const Symbols own = used(inputs, all);
    return {expr::Tape(all, own.symbols, laws.parameters), own.slots, meaning};
  }

  struct Block {
    Segment row;
    const std::vector<Expr>* formulas;
    Segment column;
    const std::vector<Expr>* symbols;
  };

  Derivative derivative(const Symbols& inputs, const std::vector<Block>& blocks) const {
    std::vector<Expr> values;
    std::vector<Derivative::Entry> entries;
    for (const Block& block : blocks) {
      for (const auto& [row, column, value] : jacobian(*block.formulas, *block.symbols).entries) {
        values.push_back(value);
        entries.push_back({{block.row, row}, {block.column, column}});
      }
    }
    const Symbols own = used(inputs, values);
    return {expr::Tape(values, own.symbols, laws.parameters), own.slots, entries};
  }
};

/// The derivatives of every rate with respect to all of its inputs.
std::vector<Compiler::Block> partial_blocks(const Laws& laws, const Formulas& f) {
  using S = Segment;
  std::vector<Compiler::Block> blocks;
  for (const auto& [row, formulas] :
       {std::pair{S::kZdot, &f.zdot}, {S::kForce, &f.force}, {S::kRow, &f.rows}})
    for (const auto& [column, symbols] : {std::pair{S::kZ, &laws.z},
                                          {S::kW, &laws.w},
                                          {S::kE, &laws.e},
                                          {S::kP, &laws.p},
                                          {S::kLambda, &laws.lambda},
                                          {S::kMu, &laws.mu}})
      blocks.push_back({row, formulas, column, symbols});
  return blocks;
}

/// The derivatives of every rate with respect to the unknowns, with e and p eliminated.
std::vector<Compiler::Block> total_blocks(const Laws& laws, const Formulas& f) {
  using S = Segment;
  std::vector<Compiler::Block> blocks;
  for (const auto& [row, formulas] : {std::pair{S::kZdot, &f.zdot},
                                      {S::kForce, &f.force},
                                      {S::kGapRate, &f.gap_rate},
                                      {S::kRow, &f.rows}})
    for (const auto& [column, symbols] : {std::pair{S::kZ, &laws.z},
                                          {S::kW, &laws.w},
                                          {S::kLambda, &laws.lambda},
                                          {S::kMu, &laws.mu}})
      blocks.push_back({row, formulas, column, symbols});
  return blocks;
}

/// True if time alone switches coefficients of rows, or energies.
bool time_switches(const Formulas& formulas, const Laws& laws) {
  const Expr phase = phase_of(laws);
  const auto is_switched = [&](const auto& entry) { return expr::depends_on(entry.value, phase); };
  return std::ranges::any_of(expr::jacobian(formulas.rows, laws.w).entries, is_switched) ||
         std::ranges::any_of(expr::jacobian(formulas.c, laws.z).entries, is_switched) ||
         std::ranges::any_of(formulas.potential,
                             [&](const Expr& energy) { return expr::depends_on(energy, phase); });
}

Symbols inputs_of(const Laws& laws, const Formulas& formulas, std::initializer_list<Segment> list) {
  Symbols made;
  const std::vector<Expr> t{laws.t}, phase{phase_of(laws)};
  const std::vector<Expr> branches = symbols(laws, "#branch", formulas.switches.size());
  for (const Segment segment : list) {
    switch (segment) {
      case Segment::kZ: made.add(segment, laws.z); break;
      case Segment::kW: made.add(segment, laws.w); break;
      case Segment::kE: made.add(segment, laws.e); break;
      case Segment::kP: made.add(segment, laws.p); break;
      case Segment::kWdot: made.add(segment, laws.w_rate); break;
      case Segment::kU: made.add(segment, laws.u); break;
      case Segment::kMode: made.add(segment, laws.modes); break;
      case Segment::kT: made.add(segment, t); break;
      case Segment::kPhase: made.add(segment, phase); break;
      case Segment::kBranch: made.add(segment, branches); break;
      case Segment::kLambda: made.add(segment, laws.lambda); break;
      case Segment::kMu: made.add(segment, laws.mu); break;
      case Segment::kZdot: made.add(segment, formulas.zdot_symbols); break;
      case Segment::kUdot: made.add(segment, formulas.udot_symbols); break;
      default: break;
    }
  }
  return made;
}

/// Rates are linear in the multipliers, except for resistive relations that read reactions (theory
/// 4).
bool is_linear_in_multipliers(const Laws& laws) {
  const auto reads = [&](const Expr& formula) {
    return expr::depends_on_any(formula, laws.e) || expr::depends_on_any(formula, laws.lambda) ||
           expr::depends_on_any(formula, laws.mu);
  };
  return std::ranges::none_of(laws.resistive, [&](const auto& resistive) {
    return reads(resistive.effort) || resistive.heats.has_value();
  });
}

/// Laws whose time-dependent branches are held.
struct Timed {
  Laws laws;
  std::vector<Expr> switches, poles;
};

/// Readouts stay as written: they are not integrated.
Timed hold_branches(const Laws& given) {
  Timed made{given, {}, {}};
  Laws& laws = made.laws;
  const std::vector<Expr*> places = laws::formulas_of(laws);

  std::vector<Expr> formulas;
  for (const Expr* place : places) formulas.push_back(*place);
  for (const Expr pole : expr::poles(formulas))
    if (expr::is_of_time(pole, laws.t, laws.parameters)) made.poles.push_back(pole);
  const std::size_t poles = formulas.size(), watched = poles + made.poles.size();
  formulas.insert(formulas.end(), made.poles.begin(), made.poles.end());
  formulas.insert(formulas.end(), laws.watched.begin(), laws.watched.end());
  expr::Switched held = expr::hold_branches(formulas, laws.t, phase_of(laws), laws.parameters);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = held.formulas[i];
  for (std::size_t i = poles; i < watched; ++i) made.poles[i - poles] = held.formulas[i];
  for (std::size_t i = watched; i < formulas.size(); ++i)
    laws.watched[i - watched] = held.formulas[i];
  made.switches = std::move(held.switches);
  return made;
}

/// The laws with the branches of states held, and the switching functions. Constraints and
/// prescribed flows stay as written: velocities would have to jump where their branches change.
/// Formulas that read a multiplier stay too, since a state does not determine it.
std::vector<Expr> hold_state_branches(Laws& laws) {
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
  std::vector<Expr> formulas, constants = laws.parameters, unknown = laws.lambda;
  for (const Expr* place : places) formulas.push_back(*place);
  constants.push_back(laws.t);
  constants.push_back(phase_of(laws));
  unknown.insert(unknown.end(), laws.mu.begin(), laws.mu.end());
  expr::StateSwitched held = expr::hold_state_branches(formulas, constants, unknown);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = held.formulas[i];
  return std::move(held.switches);
}

/// d(readout)/dw of the conserved momenta; the rows keep the numbering of all readouts.
Derivative momentum(const Laws& laws, const Symbols& inputs) {
  std::vector<Expr> values;
  std::vector<Derivative::Entry> entries;
  for (const int momentum : laws.momenta) {
    const std::vector<Expr> formula{laws.readouts[index(momentum)]};
    for (const auto& [row, column, value] : expr::jacobian(formula, laws.w).entries) {
      values.push_back(value);
      entries.push_back({{Segment::kReadout, momentum}, {Segment::kW, column}});
    }
  }
  return {expr::Tape(values, inputs.symbols, laws.parameters), inputs.slots, entries};
}

expr::Tape mass_tape(const Laws& laws) {
  std::vector<Expr> entries;
  for (const auto& [place, formula] : laws.mass.entries()) entries.push_back(formula);
  return expr::Tape(entries, {}, laws.parameters);
}

}  // namespace

Expr phase_of(const Laws& laws) { return laws.graph->symbol("#phase"); }

ElementType compile(const Laws& given, const Laws& reduced, bool is_closed) {
  using S = Segment;
  Timed timed = hold_branches(reduced);
  std::vector<Expr> state_switches = hold_state_branches(timed.laws);
  const Laws& laws = timed.laws;
  const Formulas f(laws, state_switches, is_closed);
  if (laws.graph->budget()->is_spent()) return {.laws = given};  // it will not be used
  const Compiler compiler{laws, f};
  const auto in = [&](std::initializer_list<Segment> list) { return inputs_of(laws, f, list); };
  const Symbols position = in({S::kZ, S::kLambda, S::kPhase, S::kBranch});
  const Symbols motion = in({S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kMu, S::kU, S::kT,
                             S::kPhase, S::kBranch, S::kMode});
  const Symbols rate = in({S::kZ, S::kZdot, S::kPhase, S::kBranch});
  const Symbols closed =
      in({S::kZ, S::kW, S::kLambda, S::kMu, S::kU, S::kT, S::kPhase, S::kBranch, S::kMode});
  const Symbols& moving = is_closed ? closed : motion;
  using Outputs = std::vector<std::pair<Segment, const std::vector<Expr>*>>;
  const Outputs open_rates{{S::kZdot, &f.zdot}, {S::kForce, &f.force}, {S::kRow, &f.rows}};
  const Outputs closed_rates{
      {S::kE, &f.e},         {S::kP, &f.p},      {S::kGap, &f.c},           {S::kZdot, &f.zdot},
      {S::kForce, &f.force}, {S::kRow, &f.rows}, {S::kGapRate, &f.gap_rate}};
  const Symbols all = in({S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kMu, S::kU, S::kT, S::kMode});
  const auto reads = [&](const std::vector<Expr>& what) {
    return std::ranges::any_of(f.switches,
                               [&](const Expr& g) { return expr::depends_on_any(g, what); });
  };
  const Symbols rates = in(
      {S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kMu, S::kU, S::kT, S::kZdot, S::kWdot, S::kMode});
  return ElementType{
      .laws = given,
      .mass = mass_tape(laws),
      .effort = compiler.program(position, {{S::kE, &f.e}, {S::kGap, &f.c}}),
      .rate = compiler.program(moving, is_closed ? closed_rates : open_rates),
      .gap_rate = is_closed ? Program{} : compiler.program(rate, {{S::kGapRate, &f.gap_rate}}),
      .gap = compiler.program(in({S::kZ, S::kPhase, S::kBranch}), {{S::kGap, &f.c}}),
      .is_closed = is_closed,
      .row = is_closed
                 ? compiler.program(
                       closed, {{S::kGap, &f.c}, {S::kGapRate, &f.gap_rate}, {S::kRow, &f.rows}})
                 : Program{},
      .is_linear_in_multipliers = is_linear_in_multipliers(laws),
      .potential =
          compiler.program(in({S::kZ, S::kPhase, S::kBranch}), {{S::kPotential, &f.potential}}),
      .power = compiler.program(moving, {{S::kPower, &f.power}, {S::kFlow, &f.flow}}),
      .heat = compiler.program(moving, {{S::kHeat, &f.heat},
                                        {S::kTemperature, &f.temperature},
                                        {S::kProduction, &f.production}}),
      .velocity = compiler.program(closed, {{S::kVelocity, &laws.velocities}}),
      .frame = compiler.program(closed, {{S::kVelocity, &laws.frame}}),
      .row_time = compiler.program(in({S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kU, S::kUdot,
                                       S::kT, S::kPhase, S::kBranch}),
                                   {{S::kRowTime, &f.row_time}}),
      .rate_time = compiler.program(in({S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kMu, S::kU,
                                        S::kUdot, S::kT, S::kPhase, S::kBranch, S::kMode}),
                                    {{S::kZdotTime, &f.zdot_time}, {S::kForceTime, &f.force_time}}),
      .readout = compiler.program(rates, {{S::kReadout, &laws.readouts}}),
      .watched = compiler.program(moving, {{S::kWatched, &f.watched}}),
      .effort_derivative =
          is_closed ? Derivative{}
                    : compiler.derivative(position, {{S::kE, &f.e, S::kZ, &laws.z},
                                                     {S::kE, &f.e, S::kLambda, &laws.lambda}}),
      .rate_derivative =
          compiler.derivative(moving, is_closed ? total_blocks(laws, f) : partial_blocks(laws, f)),
      .gap_rate_derivative =
          is_closed ? Derivative{}
                    : compiler.derivative(rate, {{S::kGapRate, &f.gap_rate, S::kZ, &laws.z}}),
      .kinematic = compiler.derivative(moving, {{S::kZdot, &f.zdot, S::kW, &laws.w},
                                                {S::kRow, &f.rows, S::kW, &laws.w},
                                                {S::kGap, &f.c, S::kZ, &laws.z}}),
      .momentum = momentum(laws, all),
      .switches = timed.switches,
      .poles = timed.poles,
      .time_switches = time_switches(f, laws),
      .state_switch = compiler.program(moving, {{S::kSwitch, &f.switches}}),
      .branches = static_cast<int>(f.switches.size()),
      .switches_read_efforts = reads(laws.e) || reads(laws.lambda),
      .switches_read_velocities = reads(laws.w) || reads(laws.p),
  };
}

}  // namespace porthos::system
