#include "integrate/tree_stages.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "integrate/newton_iteration.hpp"

namespace porthos::integrate {

TreeStages::TreeStages(const Integrable& system, const Tableau& table, dae::JointTree& tree)
    : system_(system),
      table_(table),
      tree_(tree),
      increments_(table.increments()),
      prediction_(table),
      loops_(tree_),
      mass_(tree_) {
  for (Eigen::Index i = 0; i < count(); ++i) at_.push_back(system.workspace());
  placed_.resize(at_.size());
  const Eigen::Index q = tree_.coordinates(), speeds = tree_.speeds();
  x_.setZero(q + speeds + loops_.count(), count());
  reaction_.setZero(system.sizes().w, count());
  rates_.setZero(loops_.count(), count());
  change_of_loops_.setZero(loops_.count());
  q_rate_.setZero(q, count());
  residual_.resize(speeds, count());
  largest_ = VecX::Zero(speeds);
  momentum_.resize(system.sizes().w, count());
  force_.resize(system.sizes().w);
}

bool TreeStages::guess(const State& from, double h) {
  tree_.read(from.z, from.w, start_.z, start_.w);
  start_.t = from.t;
  const bool is_predicted = prediction_.is_near(start_);
  if (is_predicted) {
    prediction_.put_stages(start_, h, true, x_);
  } else {
    x_.topRows(tree_.coordinates()).colwise() = start_.z;
    u().colwise() = start_.w;
    multipliers().setZero();
    has_mass_ = false;
  }
  for (Eigen::Index i = 0; i < count(); ++i) {
    system_.set_time(at_[index(i)], from.t + table_.c[i] * h);
    system_.clear_multipliers(at_[index(i)]);
    system_.z(at_[index(i)]) = from.z;
  }
  set_scale(u());
  return is_predicted;
}

void TreeStages::set_scale(const Eigen::Ref<const MatX>& speeds) {
  scale_ = largest_.cwiseMax(speeds.cwiseAbs().rowwise().maxCoeff());
  scale_ = scale_.cwiseMax(1e-3 * scale_.maxCoeff() + 1e-12).cwiseInverse();
}

Outcome TreeStages::solve(const State& from, double h) {
  constexpr double kTolerance = 4e-15;
  constexpr int kMost = 30;
  using Verdict = NewtonIteration::Verdict;
  const bool is_predicted = guess(from, h);
  if (loops_.count() > 0 && !loops_.has_selection() && !select_rows(from))
    return Outcome::kSingular;
  if (loops_.prescribes_all() && has_linear_coordinates()) return solve_prescribed(from, h);
  if (!is_predicted) {
    // Without forces the residual vanishes as long as the coordinates stand still.
    if (!compute_residual(from, h)) return Outcome::kNotFinite;
    put_coordinates(h);
  }
  anderson_.reset();
  NewtonIteration newton({.tolerance = kTolerance}, rounding_, contraction_);
  for (int k = 0; k < kMost; ++k) {
    if (!compute_residual(from, h)) return Outcome::kNotFinite;
    const Eigen::Index middle = count() / 2;
    if (!has_mass_ &&
        !factorise(x_.col(middle).data(), placed_[index(middle)], system_.z(at_[index(middle)])))
      return Outcome::kSingular;
    const double size = correct(h);
    if (!std::isfinite(size)) return Outcome::kNotFinite;
    const Verdict verdict = newton.judge(size, false);
    if (verdict == Verdict::kConverged || verdict == Verdict::kHasStalled) return Outcome::kRunning;
  }
  return Outcome::kDiverged;
}

/// The motion is known: one evaluation of the forces gives the efforts that it needs.
Outcome TreeStages::solve_prescribed(const State& from, double h) {
  for (Eigen::Index i = 0; i < count(); ++i) {
    loops_.take_time(at_[index(i)]);
    loops_.put_prescribed_speeds(u().col(i));
  }
  multipliers().setZero();
  put_coordinates(h);
  if (!compute_residual(from, h)) return Outcome::kNotFinite;
  for (Eigen::Index i = 0; i < count(); ++i)
    loops_.put_reactions(residual_.col(i), multipliers().col(i));
  return Outcome::kRunning;
}

bool TreeStages::select_rows(const State& from) {
  tree_.place(start_.z.data(), start_.w.data(), end_placed_);
  has_mass_ = mass_.factorise(end_placed_);
  if (!has_mass_) return false;
  loops_.compute_rates(from.z, from.w, start_.w);
  loops_.select(end_placed_, mass_);
  return has_mass_ = factorise(start_.z.data(), end_placed_, from.z);
}

bool TreeStages::compute_residual(const State& from, double h) {
  const Eigen::Index q = tree_.coordinates();
  for (Eigen::Index i = 0; i < count(); ++i) {
    dae::Workspace& at = at_[index(i)];
    put_stage(from, i);
    if (loops_.count() > 0) {
      loops_.take_time(at);
      loops_.compute_rates(system_.z(at), system_.w(at), u().col(i));
      rates_.col(i) = loops_.rates();
      reaction_.col(i).setZero();
      loops_.add_forces(multipliers().col(i).data(), reaction_.col(i).data());
    }
    ++system_.work().evaluations;
    tree_.compute_forces(at);
    system_.mass().times_difference(system_.w(at).data(), from.w.data(), momentum_.col(i).data());
    const double* const x = x_.col(i).data();
    tree_.put_rates(x, x + q, system_.z_rate(at), q_rate_.col(i).data());
  }
  for (Eigen::Index k = 0; k < count(); ++k) {
    force_ = reaction_.col(k) - system_.force(at_[index(k)]);
    for (Eigen::Index i = 0; i < count(); ++i)
      force_ += table_.inverse(k, i) / h * momentum_.col(i);
    tree_.reduce(placed_[index(k)], force_.data(), residual_.col(k).data());
    if (loops_.count() > 0)
      loops_.add_reduced_forces(multipliers().col(k).data(), residual_.col(k));
  }
  return residual_.allFinite();
}

void TreeStages::put_stage(const State& from, Eigen::Index i) {
  dae::Workspace& at = at_[index(i)];
  auto& placed = placed_[index(i)];
  const double* const q = x_.col(i).data();
  const double* const speeds = q + tree_.coordinates();
  tree_.place(q, speeds, placed);
  tree_.put(placed, q, speeds, system_.z(at), system_.w(at));
  tree_.put_followers(from.z, start_.z, q, system_.z(at));
}

double TreeStages::correct(double h) {
  const Eigen::Index speeds = tree_.speeds(), loops = loops_.count(), all = speeds * count();
  for (Eigen::Index i = 0; i < count(); ++i) mass_.solve(residual_.col(i));
  correction_.setZero(all + loops * count());
  for (Eigen::Index k = 0; k < count() && loops > 0; ++k) {
    close_.setZero(loops);
    for (Eigen::Index i = 0; i < count(); ++i) close_ += table_.inverse(k, i) / h * rates_.col(i);
    loops_.close(close_, residual_.col(k), correction_.segment(all + k * loops, loops));
  }
  constexpr double kAtRest = 1e11;
  if (scale_.minCoeff() > kAtRest) set_scale(h * residual_);
  if (loops > 0) loops_.put_influence(h * scale_, influence_);
  for (Eigen::Index i = 0; i < count(); ++i) {
    auto own = correction_.segment(i * speeds, speeds);
    for (Eigen::Index j = 0; j < count(); ++j) own += h * table_.a(i, j) * residual_.col(j);
    own.array() *= scale_.array();
    if (loops > 0) correction_.segment(all + i * loops, loops).array() *= influence_.array();
  }
  anderson_.accelerate(correction_);
  for (Eigen::Index i = 0; i < count(); ++i) {
    u().col(i).array() -= correction_.segment(i * speeds, speeds).array() / scale_.array();
    if (loops > 0)
      multipliers().col(i).array() -=
          correction_.segment(all + i * loops, loops).array() / influence_.array();
  }
  put_coordinates(h);
  // Efforts of prescribed flows supply energy, although the speeds do not depend on them.
  if (!loops_.prescribed().empty()) return correction_.lpNorm<Eigen::Infinity>();
  return correction_.head(all).lpNorm<Eigen::Infinity>();
}

void TreeStages::put_coordinates(double h) {
  const Eigen::Index q = tree_.coordinates();
  for (int sweep = 0; sweep < (has_linear_coordinates() ? 1 : 2); ++sweep) {
    for (Eigen::Index i = 0; i < count(); ++i) {
      const double* const x = x_.col(i).data();
      tree_.put_rates(x, x + q, system_.z_rate(at_[index(i)]), q_rate_.col(i).data());
    }
    for (Eigen::Index i = 0; i < count(); ++i) {
      auto own = x_.col(i).head(q);
      own = start_.z;
      for (Eigen::Index j = 0; j < count(); ++j) own += h * table_.a(i, j) * q_rate_.col(j);
    }
  }
}

bool TreeStages::factorise(const double* q, const std::vector<dae::Placed>& placed,
                           const Eigen::Ref<const VecX>& z) {
  ++system_.work().factorisations;
  mass_q_ = Eigen::Map<const VecX>(q, tree_.coordinates());
  has_mass_ = mass_.factorise(placed);
  if (!has_mass_ || loops_.count() == 0) return has_mass_;
  mass_z_ = z;
  loops_.compute_rates(z, VecX::Zero(system_.sizes().w), VecX::Zero(tree_.speeds()));
  return has_mass_ = loops_.factorise(placed, mass_);
}

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
  if (!loops_.prescribed().empty()) loops_.put_closed(change_of_loops_, closed_);
  for (const auto& one : loops_.prescribed())
    next.supplied[one.u] +=
        change_of_loops_[one.row] * (0.5 * closed_[one.row] + at_rest_[one.row]);
  loops_.compute_rates(next.z, next.w, end_.w);
  return are_closed(loops_.rates(), next.w.lpNorm<Eigen::Infinity>());
}

void TreeStages::accept(double h) {
  constexpr double kForgotten = 0.98;
  prediction_.add(start_, h, x_, end_);
  largest_ = largest_.cwiseMax(u().cwiseAbs().rowwise().maxCoeff());
  rounding_ *= kForgotten;
}

void TreeStages::add_work(double h, State& next) {
  constexpr double kLeastShare = 1e-3;  // see Collocation
  const dae::Sizes& n = system_.sizes();
  if (n.power == 0 && !tree_.has_inputs()) return;
  double moved = 0;
  for (Eigen::Index i = 0; i < count(); ++i) {
    dae::Workspace& stage = at_[index(i)];
    for (const auto& one : loops_.prescribed())
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
  if (loops_.determines_all() && !loops_.prescribed().empty()) {
    for (const auto& one : loops_.prescribed())
      next.supplied[one.u] -= defect / static_cast<double>(loops_.prescribed().size());
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

void TreeStages::describe(Archive& archive) {
  const int states = tree_.coordinates() + tree_.speeds();
  prediction_.describe(archive, states, states + static_cast<int>(loops_.count()));
  if (!has_mass_) mass_q_.setZero(tree_.coordinates());
  archive(rounding_, contraction_, largest_, has_mass_, mass_q_);
  if (loops_.count() > 0) {
    if (archive.is_reading() || !has_mass_) mass_z_.setZero(system_.sizes().z);
    archive(loops_, mass_z_);
  }
  if (!archive.is_reading() || !archive.is_good() || !has_mass_) return;
  const VecX rest = VecX::Zero(tree_.speeds());
  tree_.place(mass_q_.data(), rest.data(), end_placed_);
  has_mass_ = factorise(mass_q_.data(), end_placed_, VecX(mass_z_));
}

}  // namespace porthos::integrate
