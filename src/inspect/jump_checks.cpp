#include "inspect/jump_checks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/query.hpp"
#include "expr/range.hpp"
#include "inspect/constraint_rows.hpp"
#include "inspect/scaled_structure.hpp"
#include "inspect/structure_checks.hpp"
#include "inspect/zero_search.hpp"
#include "structure/dirac.hpp"

namespace porthos::inspect {
namespace {

using expr::Op;

/// Limit on the states: the projectors of both sides are dense.
constexpr int kMostJumping = 60;
constexpr std::size_t kMostSurfaces = 24;

constexpr Statement kJumps{"the structure has no jumps", "[001] Def. 4", "T-02"};

bool is_condition(Op op) {
  return op == Op::kLess || op == Op::kLessEqual || op == Op::kEqual || op == Op::kAnd ||
         op == Op::kOr || op == Op::kNot;
}

/// Functions at whose zeros an operation may jump.
std::vector<Expr> switches_at(const expr::Graph& graph, std::uint32_t id) {
  const expr::Node& node = graph.node(id);
  const auto operand = [&](std::size_t k) { return graph.operand(id, k); };
  // A number as a condition switches at zero; a condition has its own switches.
  const auto truth = [&](std::size_t k) {
    const Expr f = operand(k);
    const bool is_number = f.graph() != nullptr && !is_condition(graph.node(f.id()).op);
    return is_number ? std::vector<Expr>{f} : std::vector<Expr>{};
  };
  switch (node.op) {
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual: return {operand(0) - operand(1)};
    case Op::kSign: return {operand(0)};
    case Op::kFloor: return {sin(std::numbers::pi * operand(0))};
    case Op::kAtan2: return {operand(0)};
    case Op::kNot:
    case Op::kIf: return truth(0);
    case Op::kAnd:
    case Op::kOr: {
      std::vector<Expr> both = truth(0);
      for (const Expr& one : truth(1)) both.push_back(one);
      return both;
    }
    default: return {};
  }
}

/// The functions of states or of t at whose zeros these formulas switch.
std::vector<Expr> surfaces_of(const Subject& subject, std::vector<Expr> formulas) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> surfaces;
  std::erase_if(formulas, [](const Expr& formula) { return formula.graph() == nullptr; });
  if (formulas.empty()) return surfaces;
  for (const std::uint32_t id : laws.graph->cone(formulas))
    for (const Expr& surface : switches_at(*laws.graph, id)) {
      const bool moves = surface.graph() != nullptr && (expr::depends_on_any(surface, laws.z) ||
                                                        expr::depends_on_any(surface, laws.w) ||
                                                        expr::depends_on(surface, laws.t));
      if (moves && std::ranges::find(surfaces, surface) == surfaces.end())
        surfaces.push_back(surface);
    }
  return surfaces;
}

/// True if the surface depends on time alone.
bool is_of_time(const Subject& subject, const Expr& surface) {
  const Laws& laws = subject.balance.laws();
  const std::vector<char>& is_clock = subject.balance.whole().is_clock;
  for (std::size_t i = 0; i < laws.z.size(); ++i)
    if (!is_clock[i] && expr::depends_on(surface, laws.z[i])) return false;
  return !expr::depends_on_any(surface, laws.w);
}

/// The surfaces at which formulas of the structure switch with the state.
std::vector<Expr> surfaces_of_structure(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> formulas;
  // Only coefficients matter: linear formulas do not switch with velocities and efforts.
  const auto add = [&](const Expr& formula) {
    for (const auto* xs : {&laws.e, &laws.w})
      for (const auto& entry : expr::jacobian({&formula, 1}, *xs).entries)
        formulas.push_back(subject.balance.known(entry.value));
  };
  for (const Expr& rate : laws.kinematics) add(rate);
  for (const auto& row : laws.velocity_constraints) add(row.formula);
  for (const auto& port : laws.ports) add(port.flow);
  for (const auto& [place, formula] : laws.gyroscopic.entries())
    formulas.push_back(subject.balance.known(formula));
  std::vector<Expr> surfaces = surfaces_of(subject, std::move(formulas));
  std::erase_if(surfaces, [&](const Expr& surface) { return is_of_time(subject, surface); });
  return surfaces;
}

/// The formulas whose jumps are impulses.
std::vector<Expr> impulsive_formulas(const Subject& subject) {
  const Whole& whole = subject.balance.whole();
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> formulas = laws.kinematics;
  for (const auto* rows : {&laws.velocity_constraints, &laws.position_constraints})
    for (const auto& row : *rows) formulas.push_back(row.formula);
  for (const auto& port : laws.ports) formulas.push_back(port.flow);
  for (std::size_t k = 0; k < whole.inputs.size(); ++k)
    if (laws.ports[k].prescribed || laws.ports[k].is_silent) formulas.push_back(whole.inputs[k]);
  for (const auto& potential : laws.potentials) formulas.push_back(potential.energy);
  for (const auto& [place, formula] : laws.mass.entries()) formulas.push_back(formula);
  for (Expr& formula : formulas) formula = subject.balance.known(formula);
  std::erase_if(formulas, [](const Expr& formula) { return formula.graph() == nullptr; });
  return formulas;
}

/// The difference of the structure between two states.
double difference(const Subject& subject, const State& a, const State& b) {
  StructureAt first, second;
  static_cast<MatricesAt&>(first) = subject.matrices.at(a);
  static_cast<MatricesAt&>(second) = subject.matrices.at(b);
  const int ports = static_cast<int>(subject.matrices.ports().size());
  const StructureFactors factors = factors_of(subject, first);
  return structure::distance(dirac_at(subject, scaled(subject, first, factors), ports),
                             dirac_at(subject, scaled(subject, second, factors), ports));
}

/// The names of rows and ports, or of states, whose coefficients differ between two states.
std::vector<std::string> changed(const Subject& subject, const State& a, const State& b) {
  const MatricesAt first = subject.matrices.at(a), second = subject.matrices.at(b);
  std::vector<std::string> names;
  const auto add = [&](const Entries& ones, const Entries& others, const auto& name_of) {
    for (std::size_t i = 0; i < ones.size(); ++i) {
      const double size = std::abs(ones[i].value) + std::abs(others[i].value);
      if (!(std::abs(ones[i].value - others[i].value) > 1e-3 * size)) continue;
      const std::string name = name_of(ones[i]);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  };
  add(first.rows, second.rows,
      [&](const MatrixEntry& entry) { return subject.row_name(entry.column); });
  add(first.g, second.g, [&](const MatrixEntry& entry) {
    return subject.balance.whole().ports[index(subject.matrices.ports()[index(entry.column)])];
  });
  add(first.J, second.J,
      [&](const MatrixEntry& entry) { return subject.matrices.names()[index(entry.row)]; });
  return names;
}

/// States on both sides of a surface, at this distance from a state on it.
struct Sides {
  State ahead, behind;
};
std::optional<Sides> sides_of(const Subject& subject, const State& on, const Expr& surface,
                              double distance) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> slopes;
  std::vector<std::pair<bool, int>> places;
  for (const auto& entry : expr::jacobian({&surface, 1}, laws.z).entries)
    if (!subject.model.assembled->z[index(entry.col)].is_clock)
      slopes.push_back(entry.value), places.emplace_back(true, entry.col);
  for (const auto& entry : expr::jacobian({&surface, 1}, laws.w).entries)
    slopes.push_back(entry.value), places.emplace_back(false, entry.col);
  const std::vector<double> at = Values(subject.balance, slopes, subject.parameters).at(on);
  double square = 0;
  for (const double slope : at) square += slope * slope;
  if (!(square > 0) || !std::isfinite(square)) return std::nullopt;
  Sides made{on, on};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double by = distance * at[i] / std::sqrt(square);
    const auto [is_position, place] = places[i];
    (is_position ? made.ahead.z : made.ahead.w)[place] += by;
    (is_position ? made.behind.z : made.behind.w)[place] -= by;
  }
  return made;
}

/// A state on the surface from each start, by changing positions, or velocities if it contains no
/// positions.
std::vector<State> states_on(const Subject& subject, const Expr& surface) {
  constexpr double kNothing = 1e-12;
  const Laws& laws = subject.balance.laws();
  if (expr::depends_on_any(surface, laws.z))
    return zeros_of(subject, function_of(subject, surface), kNothing);
  std::vector<Expr> formulas{surface};
  std::vector<int> columns;
  for (const auto& entry : expr::jacobian({&surface, 1}, laws.w).entries)
    formulas.push_back(entry.value), columns.push_back(entry.col);
  const Values values(subject.balance, formulas, subject.parameters);
  std::vector<State> found;
  for (State state : subject.states) {
    double scale = 0;
    for (int step = 0; step < 50; ++step) {
      const std::vector<double> at = values.at(state);
      scale = std::max(scale, std::abs(at[0]));
      double square = 0;
      for (std::size_t i = 1; i < at.size(); ++i) square += at[i] * at[i];
      if (std::abs(at[0]) <= kNothing * std::max(1.0, scale)) {
        found.push_back(state);
        break;
      }
      if (!(square > 0) || !std::isfinite(at[0] / square)) break;
      for (std::size_t i = 1; i < at.size(); ++i) state.w[columns[i - 1]] -= at[0] * at[i] / square;
    }
  }
  return found;
}

enum class Side { kAgree, kJump, kUnknown };

/// `difference` of the two sides of a surface. At a jump it remains as the distance goes to zero;
/// otherwise it vanishes.
template <typename Difference>
Side compare(const Subject& subject, const State& on, const Expr& surface,
             const Difference& difference) {
  constexpr double kFar = 1e-4, kNear = 1e-8;
  constexpr double kRounding = 1e-11;  // of projectors, with singular values down to 1e-5
  const double scale = 1 + on.z.norm();
  const auto far = sides_of(subject, on, surface, kFar * scale);
  const auto near = sides_of(subject, on, surface, kNear * scale);
  if (!far || !near) return Side::kUnknown;
  const double wide = difference(far->ahead, far->behind);
  const double narrow = difference(near->ahead, near->behind);
  if (!std::isfinite(wide) || !std::isfinite(narrow)) return Side::kUnknown;
  if (narrow < kRounding || narrow < 1e-2 * wide) return Side::kAgree;
  return narrow > 0.1 * wide ? Side::kJump : Side::kUnknown;
}

}  // namespace

Findings check_jumps(const Subject& subject) {
  const std::vector<Expr> surfaces = surfaces_of_structure(subject);
  if (surfaces.empty()) return {};
  if (subject.matrices.n() > kMostJumping || surfaces.size() > kMostSurfaces)
    return {property(structure::undecided(kJumps, "Too many formulas switch."))};
  expr::Ranges ranges = ranges_of(subject);
  const auto of_structure = [&](const State& a, const State& b) {
    return difference(subject, a, b);
  };
  Check made = structure::bounded(kJumps, 0, 0);
  made.note = "Both sides agree where formulas switch.";
  std::string open;
  for (const Expr& surface : surfaces) {
    if (!ranges.of(surface).has_zero()) continue;
    const std::string text = subject.balance.text(surface);
    Side worst = Side::kAgree;
    const std::vector<State> states = states_on(subject, surface);
    for (const State& on : states) {
      const Side side = compare(subject, on, surface, of_structure);
      if (side == Side::kUnknown && worst == Side::kAgree) worst = side;
      if (side != Side::kJump) continue;
      made = structure::bounded(kJumps, 1, 0);
      made.where = pose_text(subject, on.z);
      const auto near = sides_of(subject, on, surface, 1e-8 * (1 + on.z.norm()));
      if (near) made.responsible = changed(subject, near->ahead, near->behind);
      made.note = "The structure jumps where " + text + " = 0.";
      return {property(std::move(made))};
    }
    if (states.empty() || worst == Side::kUnknown) open += (open.empty() ? "" : ", ") + text;
  }
  if (!open.empty())
    made = structure::undecided(kJumps, "Not known where these are zero: " + open + ".");
  return {property(std::move(made))};
}

bool may_jump(const Subject& subject) {
  const std::vector<Expr> formulas = impulsive_formulas(subject);
  const std::vector<Expr> surfaces = surfaces_of(subject, formulas);
  if (surfaces.empty()) return false;
  if (surfaces.size() > kMostSurfaces) return true;
  const Values values(subject.balance, formulas, subject.parameters);
  const auto of_values = [&](const State& a, const State& b) {
    const std::vector<double> ones = values.at(a), others = values.at(b);
    double most = 0;
    for (std::size_t i = 0; i < ones.size(); ++i)
      if (const double size = std::abs(ones[i]) + std::abs(others[i]); size != 0)
        most = std::max(most, std::abs(ones[i] - others[i]) / std::max(size, 1e-3));
    return most;
  };
  expr::Ranges ranges = ranges_of(subject);
  return std::ranges::any_of(surfaces, [&](const Expr& surface) {
    if (!ranges.of(surface).has_zero()) return false;
    if (is_of_time(subject, surface)) return true;
    const std::vector<State> states = states_on(subject, surface);
    return states.empty() || std::ranges::any_of(states, [&](const State& on) {
             return compare(subject, on, surface, of_values) != Side::kAgree;
           });
  });
}

}  // namespace porthos::inspect
