// The end of a step of TreeStages: its projections P1 to P3, and the ledger.
#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "integrate/tree_stages.hpp"

namespace porthos::integrate {

bool TreeStages::finish(const State& from, double h, State& next) {
  next = from;
  next.t = from.t + h;
  end_ = start_;
  change_.setZero(from.w.size());
  for (Eigen::Index i = 0; i < count(); ++i) {
    put_stage(from, i);
    end_.z += h * table_.b[i] * q_rate_.col(i);
    end_.w += increments_[i] * (u().col(i) - start_.w);
    change_ += increments_[i] * (system_.w(at_[index(i)]) - from.w);
  }
  add_work(h, next);
  system_.set_time(at_[0], next.t);
  loops_.take_time(at_[0]);
  put_end(from, next);
  if (loops_.count() > 0 && !close_positions(from, next)) return false;
  if (tree_.has_kept()) {
    loops_.compute_rates(next.z, next.w, end_.w);
    loops_.renew_kept(end_.z);
    put_end(from, next);
  }
  tree_.renew_followers(end_.z.data(), next.z);
  if (loops_.count() == 0 && !factorise(end_.z.data(), end_placed_, next.z)) return false;
  return close_velocities(from.w + change_, next) && restore_energy(next);
}

void TreeStages::put_end(const State& from, State& next) {
  tree_.place(end_.z.data(), end_.w.data(), end_placed_);
  tree_.put(end_placed_, end_.z.data(), end_.w.data(), next.z, next.w);
  tree_.put_followers(from.z, start_.z, end_.z.data(), next.z);
}

bool TreeStages::are_closed(const VecX& residual, double size) const {
  constexpr double kClosed = 1e-12;
  return residual.lpNorm<Eigen::Infinity>() <= kClosed * (1 + size);
}

/// P1, with the matrix of the end of the step.
bool TreeStages::close_positions(const State& from, State& next) {
  constexpr int kMost = 8;
  constexpr double kRounding = 2e-16;
  double previous = 0;
  for (int k = 0;; ++k) {
    loops_.compute_gaps(next.z);
    const double gap = loops_.gaps().lpNorm<Eigen::Infinity>();
    const double length = next.z.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(gap)) return false;
    if (k == 0 && !factorise(end_.z.data(), end_placed_, next.z)) return false;
    if (gap <= kRounding * length || k == kMost || (k > 1 && gap > 0.5 * previous)) break;
    previous = gap;
    left_.setZero(tree_.speeds());
    loops_.close(-loops_.gaps(), left_, change_of_loops_);
    force_.setZero();
    tree_.put_speeds(end_placed_, left_.data(), force_);
    const VecX z_change = loops_.position_change(force_);
    q_change_.resize(tree_.coordinates());
    tree_.put_rates(end_.z.data(), left_.data(), z_change, q_change_.data());
    end_.z += q_change_;
    tree_.normalise(end_.z);
    put_end(from, next);
  }
  return are_closed(loops_.gaps(), next.z.lpNorm<Eigen::Infinity>());
}

/// P2: T u_1 next to the wanted velocities.
bool TreeStages::close_velocities(const VecX& wanted, State& next) {
  for (int k = 0; k < 2; ++k) {
    system_.mass().times(wanted - next.w, force_);
    left_.resize(tree_.speeds());
    tree_.reduce(end_placed_, force_.data(), left_.data());
    mass_.solve(left_);
    if (loops_.count() > 0) {
      loops_.compute_rates(next.z, next.w, end_.w);
      if (k == 0 && loops_.has_velocity_rows()) loops_.put_rates_at_rest(end_.w, at_rest_);
      loops_.close(-loops_.rates(), left_, change_of_loops_);
    }
    end_.w += left_;
    tree_.put_speeds(end_placed_, end_.w.data(), next.w);
  }
  if (loops_.count() == 0) return true;
  // T(w + d) - T(w) = impulse^T Gamma (w + d/2): prescribed motion supplies its part of it. The
  // last pass has the whole impulse.
  if (!loops_.driven().empty()) loops_.put_closed(change_of_loops_, closed_);
  for (const auto& one : loops_.driven())
    next.supplied[one.u] +=
        change_of_loops_[one.row] * (0.5 * closed_[one.row] + at_rest_[one.row]);
  loops_.compute_rates(next.z, next.w, end_.w);
  return are_closed(loops_.rates(), next.w.lpNorm<Eigen::Infinity>());
}

void TreeStages::add_work(double h, State& next) {
  constexpr double kLeastShare = 1e-3;  // see Collocation
  const dae::Sizes& n = system_.sizes();
  if (n.power == 0 && !tree_.has_inputs()) return;
  double moved = 0;
  for (Eigen::Index i = 0; i < count(); ++i) {
    dae::Workspace& stage = at_[index(i)];
    for (const auto& one : loops_.driven())
      system_.mu(stage)[tree_.loop_rows()[static_cast<std::size_t>(one.row)] - n.lambda] =
          multipliers()(one.row, i);
    system_.compute_powers(stage);
    const double share = h * table_.b[i];
    const auto dissipated = system_.dissipated_power(stage);
    next.dissipated += share * dissipated;
    if (dissipated.size() > 0)
      moved = std::max(moved, share * dissipated.lpNorm<Eigen::Infinity>());
    for (int port = 0; port < n.u; ++port) {
      const double supplied = share * system_.supplied_power(stage, port);
      next.supplied[port] += supplied;
      moved = std::max(moved, std::abs(supplied));
    }
  }
  next.scale = std::max(next.scale, kLeastShare * moved);
  for (dae::Workspace& stage : at_) system_.mu(stage).setZero();
}

/// w = (prescribed part) + free, orthogonal in the metric M.
void TreeStages::put_free(const VecX& all, VecX& w, VecX& u) {
  w = all;
  u = end_.w;
  if (!loops_.has_velocity_rows() || at_rest_.lpNorm<Eigen::Infinity>() == 0) return;
  left_.setZero(tree_.speeds());
  loops_.close(-at_rest_, left_, change_of_loops_);
  u -= left_;
  change_.setZero();
  tree_.put_speeds(end_placed_, left_.data(), change_);
  w -= change_;
}

/// P3, where scaling the velocities suffices.
bool TreeStages::restore_energy(State& next) {
  constexpr double kMostChange = 1e-2, kLeastEnergy = 1e-6, kRounding = 4e-16;
  dae::Workspace& at = at_[0];
  system_.set_state(at, next);
  const double potential = system_.potential_energy(at);
  double kinetic = system_.kinetic_energy(next.w);
  if (!std::isfinite(kinetic + potential)) return false;
  next.scale = std::max({next.scale, kinetic, std::abs(potential - next.start_potential)});
  const double size = next.energy_size(), defect = next.demanded() - kinetic - potential;
  if (std::abs(defect) <= kRounding * size + next.rounding) return true;
  if (loops_.determines_all() && !loops_.driven().empty()) {
    for (const auto& one : loops_.driven())
      next.supplied[one.u] -= defect / static_cast<double>(loops_.driven().size());
    return true;
  }
  put_free(next.w, free_w_, free_u_);
  const double free = system_.kinetic_energy(free_w_);
  if (free < kLeastEnergy * next.scale || free == 0) return false;
  const double change = defect / free;
  if (!(change > -1) || std::abs(change) > kMostChange) return false;
  const double gain = change / (std::sqrt(1 + change) + 1);
  next.w += gain * free_w_;
  end_.w += gain * free_u_;
  kinetic = system_.kinetic_energy(next.w);
  return std::abs(next.demanded() - kinetic - potential) <= 100 * kRounding * size + next.rounding;
}

}  // namespace porthos::integrate
