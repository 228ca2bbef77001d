#include "inspect/velocity_forms.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "expr/query.hpp"

namespace porthos::inspect {
namespace {

/// The formula with zero velocities and efforts.
Expr rest_of(const Expr& formula, const Laws& laws) {
  std::vector<std::pair<Expr, Expr>> zeros;
  for (const auto* list : {&laws.w, &laws.e})
    for (const Expr& symbol : *list) zeros.emplace_back(symbol, 0.0);
  return expr::substitute(formula, zeros, *laws.graph);
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
  std::vector<Expr> rates, formulas, active, flows;
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
  std::vector<Expr> efforts;
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

  std::vector<Expr> own(index(w) * index(w) * index(w));
  bool has_own = false;
  for (const auto& [place, formula] : laws.gyroscopic.entries())
    for (const auto& [none, k, value] : expr::jacobian({&formula, 1}, laws.p).entries) {
      own[(index(k) * index(w) + index(place.first)) * index(w) + index(place.second)] = value;
      has_own = true;
    }
  if (has_own) frame = std::move(own);
}

}  // namespace porthos::inspect
