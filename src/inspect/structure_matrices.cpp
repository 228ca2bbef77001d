#include "inspect/structure_matrices.hpp"

#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "inspect/mass_inverse.hpp"

namespace porthos::inspect {
namespace {

/// Converts a derivative with respect to velocities into one with respect to (z, P): w = M^-1 (P -
/// b), so dw/dP = M^-1 and dw/dz = -M^-1 dP/dz.
void add_by_states(const Entries& by_speed, const MatX& speed_by_state, Entries& to) {
  for (const MatrixEntry& entry : by_speed)
    for (Eigen::Index x = 0; x < speed_by_state.cols(); ++x)
      if (const double factor = speed_by_state(entry.by, x); factor != 0)
        to.push_back({entry.row, entry.column, static_cast<int>(x), entry.value * factor});
}

}  // namespace

MatX dense(const Entries& entries, int rows, int columns) {
  MatX matrix = MatX::Zero(rows, columns);
  for (const MatrixEntry& entry : entries) matrix(entry.row, entry.column) += entry.value;
  return matrix;
}

StructureMatrices::StructureMatrices(const Balance& balance,
                                     const std::map<std::string, double>& parameters)
    : laws_(balance.laws()),
      z_(static_cast<int>(laws_.z.size())),
      w_(static_cast<int>(laws_.w.size())),
      c_(static_cast<int>(laws_.position_constraints.size())) {
  for (const auto* list : {&laws_.z, &laws_.p})
    for (const Expr& x : *list) names_.push_back(laws_.graph->name(x));
  for (const Expr& momentum : balance.momenta()) is_massless_.push_back(is_zero(momentum));

  // J = [J_z Z; -Z^T -G]                                                            [001] (7)
  for (const auto& [row, column, value] : expr::jacobian(laws_.kinematics, laws_.e).entries)
    add_with_derivatives(kJ, row, column, value);
  for (const auto& [row, column, value] : expr::jacobian(laws_.kinematics, laws_.w).entries) {
    add_with_derivatives(kJ, row, z_ + column, value);
    add(kJ, z_ + column, row, -value);
  }
  for (const auto& [place, formula] : laws_.gyroscopic.entries())
    add_with_derivatives(kJ, z_ + place.first, z_ + place.second, -formula);

  for (std::size_t k = 0; k < laws_.velocity_constraints.size(); ++k) {
    if (balance.whole().is_prescribing[k]) continue;
    const Expr& row = laws_.velocity_constraints[k].formula;
    add_column(kRows, static_cast<int>(rows_.size()), row);
    has_efforts_.push_back(expr::depends_on_any(row, laws_.e));
    rows_.push_back(static_cast<int>(k));
  }
  for (std::size_t k = 0; k < laws_.ports.size(); ++k) {
    if (balance.whole().ports[k].empty()) continue;
    add_column(kG, static_cast<int>(ports_.size()), laws_.ports[k].flow);
    ports_.push_back(static_cast<int>(k));
  }
  std::vector<Expr> gaps;
  for (const auto& constraint : laws_.position_constraints) gaps.push_back(constraint.formula);
  for (const auto& [row, column, value] : expr::jacobian(gaps, laws_.z).entries)
    add(kC, row, column, value);

  if (depends_on_speed_) {
    for (const auto& [row, column, value] : expr::jacobian(balance.momenta(), laws_.w).entries)
      add(kMass, row, column, value);
    for (const auto& [row, column, value] : expr::jacobian(balance.momenta(), laws_.z).entries)
      add(kShift, row, column, value);
  }
  for (Group* group : {&matrices_, &derivatives_})
    group->values.emplace(balance, group->formulas, parameters);
}

void StructureMatrices::add(Kind kind, int row, int column, const Expr& formula, int by) {
  Group& group = kind < kDJ ? matrices_ : derivatives_;
  group.places.push_back({kind, {row, column, by, 0}});
  group.formulas.push_back(formula);
}

void StructureMatrices::add_with_derivatives(Kind kind, int row, int column, const Expr& formula) {
  add(kind, row, column, formula);
  const Kind rate = kind == kJ ? kDJ : kind == kG ? kDG : kDRows;
  const Kind by_speed = kind == kJ ? kSpeedJ : kind == kG ? kSpeedG : kSpeedRows;
  // A switch has no derivative, but two values.
  for (const auto* xs : {&laws_.z, &laws_.p, &laws_.w})
    if (expr::depends_on_any(formula, *xs))
      (kind == kG ? has_constant_ports_ : is_constant_) = false;
  if (kind == kJ && row > column) return;  // skew
  const auto differentiate = [&](const std::vector<Expr>& xs, Kind to, int first) {
    for (const auto& [none, x, value] : expr::jacobian({&formula, 1}, xs).entries) {
      depends_on_speed_ = depends_on_speed_ || to == by_speed;
      add(to, row, column, value, first + x);
    }
  };
  differentiate(laws_.z, rate, 0);
  differentiate(laws_.p, rate, z_);
  differentiate(laws_.w, by_speed, 0);
}

void StructureMatrices::add_column(Kind kind, int column, const Expr& flow) {
  const auto each = [&](const std::vector<Expr>& xs, int first) {
    for (const auto& [none, x, value] : expr::jacobian({&flow, 1}, xs).entries)
      add_with_derivatives(kind, first + x, column, value);
  };
  each(laws_.e, 0);
  each(laws_.w, z_);
}

void StructureMatrices::read(const Group& group, const State& state, Lists& to) {
  const std::vector<double> values = group.values->at(state);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto [kind, entry] = group.places[i];
    entry.value = values[i];
    to[kind].push_back(entry);
  }
}

MatricesAt StructureMatrices::at(const State& state) const {
  Lists lists;
  read(matrices_, state, lists);
  return {lists[kJ], lists[kRows], lists[kG], lists[kC]};
}

StructureAt StructureMatrices::with_derivatives_at(const State& state) const {
  Lists lists;
  read(derivatives_, state, lists);
  if (depends_on_speed_) {
    MatX by_state(w_, n());
    by_state << -dense(lists[kShift], w_, z_), MatX::Identity(w_, w_);
    by_state = mass_inverse_times(dense(lists[kMass], w_, w_), by_state);
    add_by_states(lists[kSpeedJ], by_state, lists[kDJ]);
    add_by_states(lists[kSpeedRows], by_state, lists[kDRows]);
    add_by_states(lists[kSpeedG], by_state, lists[kDG]);
  }
  return {at(state), lists[kDJ], lists[kDRows], lists[kDG]};
}

}  // namespace porthos::inspect
