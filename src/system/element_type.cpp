#include "system/element_type.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "system/type_formulas.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;

using List = TypeFormulas::List;
using Segments = std::vector<Segment>;
using S = Segment;

/// A tape for formulas; its inputs are the symbols in them.
template <class Made, class Meaning>
Made compiled(const TypeFormulas& f, const List& formulas, Meaning outputs) {
  std::vector<bool> is_used;
  for (const Expr& symbol : expr::symbols_of(formulas)) {
    is_used.resize(std::max(is_used.size(), symbol.id() + std::size_t{1}));
    is_used[symbol.id()] = true;
  }
  List symbols;
  std::vector<Slot> slots;
  for (const Segment segment : {S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kMu, S::kU, S::kUdot,
                                S::kT, S::kZdot, S::kWdot, S::kPhase, S::kBranch, S::kMode})
    for (int i = -1; const Expr& symbol : f.symbols[segment]) {
      ++i;
      if (symbol.id() >= is_used.size() || !is_used[symbol.id()]) continue;
      symbols.push_back(symbol);
      slots.push_back({segment, i});
    }
  return {expr::Tape(formulas, symbols, f.laws.parameters), slots, std::move(outputs)};
}

Program program(const TypeFormulas& f, const Segments& outputs, const BySegment<List>& of) {
  List formulas;
  std::vector<Slot> slots;
  for (const Segment segment : outputs)
    for (int i = -1; const Expr& formula : of[segment]) {
      ++i;
      if (expr::constant(formula) == 0.0) continue;  // outputs are summed
      formulas.push_back(formula);
      slots.push_back({segment, i});
    }
  return compiled<Program>(f, formulas, std::move(slots));
}

using Blocks = std::vector<std::pair<Segment, Segment>>;  // rows and columns of derivatives

Blocks blocks(const Segments& rows, const Segments& columns) {
  Blocks made;
  for (const Segment row : rows)
    for (const Segment column : columns) made.emplace_back(row, column);
  return made;
}

Derivative derivative(const TypeFormulas& f, const Blocks& blocks) {
  List values;
  std::vector<Derivative::Entry> entries;
  for (const auto& [rows, columns] : blocks)
    for (const auto& [row, column, value] :
         expr::jacobian(f.of[rows], f.symbols[columns]).entries) {
      values.push_back(value);
      entries.push_back({{rows, row}, {columns, column}});
    }
  return compiled<Derivative>(f, values, std::move(entries));
}

/// d(readout)/dw of the conserved momenta; the rows keep the numbering of all readouts.
Derivative momentum(const TypeFormulas& f) {
  List values;
  std::vector<Derivative::Entry> entries;
  for (const int momentum : f.laws.momenta) {
    const List formula{f.laws.readouts[index(momentum)]};
    for (const auto& [row, column, value] : expr::jacobian(formula, f.laws.w).entries) {
      values.push_back(value);
      entries.push_back({{S::kReadout, momentum}, {S::kW, column}});
    }
  }
  return compiled<Derivative>(f, values, std::move(entries));
}

/// True if time alone switches coefficients of rows, or energies.
bool time_switches(const TypeFormulas& f) {
  const Expr phase = phase_of(f.laws);
  const auto is_switched = [&](const auto& entry) { return expr::depends_on(entry.value, phase); };
  return std::ranges::any_of(expr::jacobian(f.of[S::kRow], f.laws.w).entries, is_switched) ||
         std::ranges::any_of(expr::jacobian(f.of[S::kGap], f.laws.z).entries, is_switched) ||
         std::ranges::any_of(f.of[S::kPotential],
                             [&](const Expr& energy) { return expr::depends_on(energy, phase); });
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

expr::Tape mass_tape(const Laws& laws) {
  List entries;
  for (const auto& [place, formula] : laws.mass.entries()) entries.push_back(formula);
  return expr::Tape(entries, {}, laws.parameters);
}

}  // namespace

Expr phase_of(const Laws& laws) { return laws.graph->symbol("#phase"); }

ElementType compile(const Laws& given, const Laws& reduced, bool is_closed) {
  const TypeFormulas f(reduced, is_closed);
  if (given.graph->budget()->is_spent()) return {.laws = given};  // it will not be used
  const auto outputs = [&](const Segments& list) { return program(f, list, f.of); };
  const auto reads = [&](Segment segment) {
    return std::ranges::any_of(f.of[S::kSwitch], [&](const Expr& g) {
      return expr::depends_on_any(g, f.symbols[segment]);
    });
  };
  BySegment<List> frame;
  frame[S::kVelocity] = f.laws.frame;
  // If e and p are eliminated, the derivatives are total.
  const Segments open{S::kZdot, S::kForce, S::kRow};
  const Segments closed{S::kE, S::kP, S::kGap, S::kZdot, S::kForce, S::kRow, S::kGapRate};
  const Blocks partial = blocks(open, {S::kZ, S::kW, S::kE, S::kP, S::kLambda, S::kMu});
  const Blocks total =
      blocks({S::kZdot, S::kForce, S::kGapRate, S::kRow}, {S::kZ, S::kW, S::kLambda, S::kMu});
  return ElementType{
      .laws = given,
      .mass = mass_tape(f.laws),
      .effort = outputs({S::kE, S::kGap}),
      .rate = outputs(is_closed ? closed : open),
      .gap_rate = is_closed ? Program{} : outputs({S::kGapRate}),
      .gap = outputs({S::kGap}),
      .is_closed = is_closed,
      .row = is_closed ? outputs({S::kGap, S::kGapRate, S::kRow}) : Program{},
      .is_linear_in_multipliers = is_linear_in_multipliers(f.laws),
      .potential = outputs({S::kPotential}),
      .power = outputs({S::kPower, S::kFlow}),
      .heat = outputs({S::kHeat, S::kTemperature, S::kProduction}),
      .velocity = outputs({S::kVelocity}),
      .frame = program(f, {S::kVelocity}, frame),
      .row_time = outputs({S::kRowTime}),
      .rate_time = outputs({S::kZdotTime, S::kForceTime}),
      .readout = outputs({S::kReadout}),
      .watched = outputs({S::kWatched}),
      .effort_derivative =
          is_closed ? Derivative{} : derivative(f, blocks({S::kE}, {S::kZ, S::kLambda})),
      .rate_derivative = derivative(f, is_closed ? total : partial),
      .gap_rate_derivative =
          is_closed ? Derivative{} : derivative(f, blocks({S::kGapRate}, {S::kZ})),
      .kinematic = derivative(f, {{S::kZdot, S::kW}, {S::kRow, S::kW}, {S::kGap, S::kZ}}),
      .momentum = momentum(f),
      .switches = f.time_switches,
      .poles = f.poles,
      .time_switches = time_switches(f),
      .state_switch = outputs({S::kSwitch}),
      .branches = static_cast<int>(f.of[S::kSwitch].size()),
      .switches_read_efforts = reads(S::kE) || reads(S::kLambda),
      .switches_read_velocities = reads(S::kW) || reads(S::kP),
  };
}

}  // namespace porthos::system
