#include "inspect/velocity_forms.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"

namespace porthos::inspect {
namespace {

/// The formula with zero velocities and efforts.
Expr rest_of(const Expr& formula, const Laws& laws) {
  std::vector<std::pair<Expr, Expr>> zeros;
  for (const auto* list : {&laws.w, &laws.e})
    for (const Expr& symbol : *list) zeros.emplace_back(symbol, 0.0);
  return expr::substitute(formula, zeros, *laws.graph);
}

/// True if positions decide a branch of one of these formulas.
bool branches_at_positions(const std::vector<Expr>& formulas, const Laws& laws) {
  const auto switches = expr::hold_state_branches(formulas, laws.parameters, {}).switches;
  return std::ranges::any_of(switches,
                             [&](const Expr& one) { return expr::depends_on_any(one, laws.z); });
}

std::vector<Expr> gyroscopic_formulas(const Laws& laws) {
  std::vector<Expr> found;
  for (const auto& [place, formula] : laws.gyroscopic.entries()) found.push_back(formula);
  return found;
}

/// dG_ij/dP_k at (k w + i) w + j; empty if G does not depend on momenta.
std::vector<Expr> slopes_of_frame(const Laws& laws) {
  const std::size_t w = laws.w.size();
  std::vector<Expr> slopes(w * w * w);
  bool has_any = false;
  for (const auto& [place, formula] : laws.gyroscopic.entries())
    for (const auto& [none, k, value] : expr::jacobian({&formula, 1}, laws.p).entries) {
      slopes[(index(k) * w + index(place.first)) * w + index(place.second)] = value;
      has_any = true;
    }
  return has_any ? slopes : std::vector<Expr>();
}

}  // namespace

VelocityForms::VelocityForms(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  const Whole& whole = subject.balance.whole();
  rows = subject.matrices.rows();
  free_rows = static_cast<int>(rows.size());
  for (std::size_t k = 0; k < laws.velocity_constraints.size(); ++k)
    if (whole.is_prescribing[k]) rows.push_back(static_cast<int>(k));
  for (std::size_t i = 0; i < laws.z.size(); ++i)
    if (!whole.is_clock[i]) positions.push_back(static_cast<int>(i));

  std::vector<Expr> speeds = laws.w, places;
  speeds.insert(speeds.end(), laws.e.begin(), laws.e.end());
  std::vector<Expr> rates, formulas, active, flows, efforts;
  for (const int i : positions) {
    rates.push_back(laws.kinematics[index(i)]);
    places.push_back(laws.z[index(i)]);
  }
  kinematics = expr::jacobian(rates, speeds);
  for (const int k : rows) {
    const Expr& formula = laws.velocity_constraints[index(k)].formula;
    formulas.push_back(formula);
    names.push_back(subject.model.assembled->mu[index(k)].name);
    has_efforts.push_back(expr::depends_on_any(formula, laws.e));
    rests.push_back(rest_of(formula, laws));
    has_time = has_time || !is_zero(rests.back());
  }
  slopes = expr::jacobian(formulas, speeds);
  places.push_back(laws.t);
  for (const int k : subject.model.system->active())
    active.push_back(laws.position_constraints[index(k)].formula);
  gaps = expr::jacobian(active, places);
  for (const auto& one : laws.resistive) {
    flows.push_back(one.flow);
    if (one.heats) flows.push_back(*one.heats);
  }
  for (const auto& port : laws.ports)
    if (!port.is_silent) flows.push_back(port.flow);
  for (const int i : positions) efforts.push_back(laws.e[index(i)]);
  supplied = expr::jacobian(flows, efforts);

  for (const auto& entry : gaps.entries)
    has_time = has_time || entry.col == static_cast<int>(positions.size());
  const int w = static_cast<int>(laws.w.size());
  for (const auto* jacobian : {&kinematics, &slopes})
    for (const auto& entry : jacobian->entries)
      moves_by_efforts = moves_by_efforts || entry.col >= w;
  for (const auto* jacobian : {&kinematics, &supplied, &slopes, &gaps})
    for (const auto& entry : jacobian->entries) {
      has_time = has_time || expr::depends_on(entry.value, laws.t);
      is_constant = is_constant && !expr::depends_on_any(entry.value, places);
    }
  for (const Expr& rest : rests) is_constant = is_constant && !expr::depends_on_any(rest, places);

  std::vector<Expr> all = rests;
  for (const auto* jacobian : {&kinematics, &slopes, &gaps})
    for (const auto& entry : jacobian->entries) all.push_back(entry.value);
  has_branches = branches_at_positions(all, laws);
  has_field_branches = branches_at_positions(gyroscopic_formulas(laws), laws);
  frame = slopes_of_frame(laws);
}

}  // namespace porthos::inspect
