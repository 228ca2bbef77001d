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
  if (!loops_.driven().empty()) return correction_.lpNorm<Eigen::Infinity>();
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

void TreeStages::accept(double h) {
  constexpr double kForgotten = 0.98;
  prediction_.add(start_, h, x_, end_);
  largest_ = largest_.cwiseMax(u().cwiseAbs().rowwise().maxCoeff());
  rounding_ *= kForgotten;
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
