#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "integrate/moreau.hpp"

// The impulses and velocities of a step of moreau.

namespace porthos::integrate {

/// The problem of the laws that take part.
void Moreau::pose(bool bounces) {
  problem_.clear();
  if (active_.empty()) return;
  now().compute_readouts(at_);
  for (const std::size_t k : active_) add(k, bounces);
}

void Moreau::add(std::size_t k, bool bounces) {
  const SetValuedLaw& law = laws_[k];
  const Sparse& gamma = kinematics_.Gamma;
  ContactProblem::Law& made = problem_.add_law(law.is_friction);
  if (law.contact >= 0) made.normal = made.first - 1;  // directly after its contact
  // After an impulse in the last step a contact does not bounce: its closing speed comes from the
  // turn of the rows alone. Where contacts are redundant, such bounces contradict each other.
  if (law.restitution >= 0 && bounces && !(found_.force[law.row] > 0))
    made.goal = -all_.readouts(at_)[law.restitution] * std::max(0.0, rows_[law.row]);
  for (int i = 0; i < law.size; ++i) {
    const int row = law.row + i;
    const auto first = index(gamma.start[index(row)]);
    const auto count = index(gamma.start[index(row) + 1]) - first;
    problem_.add_row(std::span(gamma.column).subspan(first, count), gamma.values_of(row),
                     impulses_[row]);
    problem_.set_offset(problem_.rows() - 1, rows_[row] - kinematics_row(row, w_start_));
    response_.append(gamma, row, problem_.response_columns(), problem_.response_values());
    problem_.finish_row();
  }
}

/// The bounds of frictions at the present impulses: coefficients of the friction of contacts.
void Moreau::find_bounds(double h) {
  const auto load = [&](bool is_unit) {
    all_.lambda(at_) = impulses_.head(all_.sizes().lambda) / h;
    all_.mu(at_) = impulses_.tail(all_.sizes().mu) / h;
    if (is_unit)
      for (const std::size_t k : active_)
        if (laws_[k].c >= 0) all_.lambda(at_)[laws_[k].row] = 1;
    now().compute_readouts(at_);
  };
  for (const bool is_unit : {true, false}) {
    const auto is_meant = [&](const SetValuedLaw& law) {
      return law.is_friction && (law.contact >= 0) == is_unit;
    };
    if (std::ranges::none_of(active_, [&](std::size_t k) { return is_meant(laws_[k]); })) continue;
    load(is_unit);
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const SetValuedLaw& law = laws_[active_[i]];
      if (!is_meant(law)) continue;
      const double factor = is_unit ? 1 : h;
      ContactProblem::Law& to = problem_.laws()[i];
      to.bound = factor * std::max(0.0, all_.readouts(at_)[law.bound]);
      to.stick_bound = factor * std::max(0.0, all_.readouts(at_)[law.bound + 1]);
    }
  }
}

/// The forces in the middle of the step, without those of the rows.
void Moreau::compute_force(double h) {
  all_.w(at_) = 0.5 * (w_start_ + w_end_);
  all_.lambda(at_) = impulses_.head(all_.sizes().lambda) / h;
  all_.mu(at_) = impulses_.tail(all_.sizes().mu) / h;
  now().compute_rates(at_);
  force_ = all_.force(at_) + kinematics_.Gamma.transpose_times(impulses_) / h;
}

/// The impulses of the active laws for the rest of the step.
void Moreau::solve_laws() {
  step_ = rest_;
  VecX unused = goals_;
  response_.solve(step_, unused);
  step_ += w_end_;
  found_.unsettled = std::max(found_.unsettled, problem_.solve(step_));
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const SetValuedLaw& law = laws_[active_[i]];
    for (int k = 0; k < law.size; ++k)
      impulses_[law.row + k] = problem_.impulse(problem_.laws()[i].first + k);
  }
}

/// Finds velocities and impulses at the end of the step. Forces that depend on velocities, and
/// formulas that contain reactions, are iterated.
bool Moreau::solve(double h, bool bounces) {
  constexpr int kMost = 60;
  constexpr double kConverged = 1e-14, kGood = 1e-9;
  const bool is_iterated = reads_reactions_ || !slopes_.is_empty();
  const Sparse& gamma = kinematics_.Gamma;
  const std::vector<int>& held = response_.held_rows();
  const auto count = static_cast<Eigen::Index>(held.size());
  if (!bounces) {
    w_end_ = w_start_;
    all_.w(at_) = w_start_;
    all_.clear_multipliers(at_);
    now().compute_rates(at_);
  }
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMost; ++round) {
    if (round == 0) {
      if (!response_.factorise(
              slopes_.is_empty() ? slopes_.pattern() : slopes_.compute(near_.smooth(), at_), h,
              gamma))
        return false;
      pose(bounces);
    }
    if (round > 0 || reads_reactions_)
      compute_force(h);
    else
      force_ = all_.force(at_);
    if (round == 0 || reads_reactions_) find_bounds(h);
    rest_ = h * force_ + all_.mass().times(w_start_ - w_end_);
    goals_.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const int row = held[index(static_cast<int>(i))];
      goals_[i] = -2 * rows_[row] - kinematics_row(row, w_end_ - w_start_);
    }
    if (!active_.empty()) solve_laws();
    for (const int row : held) impulses_[row] = 0;
    step_ = rest_ - gamma.transpose_times(impulses_);
    response_.solve(step_, goals_);
    for (Eigen::Index i = 0; i < count; ++i)
      impulses_[held[index(static_cast<int>(i))]] = goals_[i];
    w_end_ += step_;
    if (!w_end_.allFinite()) return false;
    const double change = step_.size() > 0 ? step_.lpNorm<Eigen::Infinity>() : 0;
    const double size =
        1e-300 + w_end_.lpNorm<Eigen::Infinity>() + w_start_.lpNorm<Eigen::Infinity>();
    if (!is_iterated || change <= kConverged * size) return true;
    if (round > 3 && change <= kGood * size && change > 0.3 * before) return true;
    before = change;
  }
  return before <= 1e-6 * (1 + w_end_.lpNorm<Eigen::Infinity>());
}

}  // namespace porthos::integrate
