#include "dae/constraint_equations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::dae {

using system::Segment;

const VecX& ConstraintEquations::unknowns(const Workspace& at) const {
  const auto& n = system_.sizes();
  VecX& x = buffers_.unknowns;
  x.resize(count_);
  directions_.times(system_.segment(at, Segment::kW), x.head(massless_));
  x.segment(massless_, n.lambda) = system_.segment(at, Segment::kLambda);
  x.tail(n.mu) = system_.segment(at, Segment::kMu);
  return x;
}

void ConstraintEquations::set_unknowns(Workspace& at, const VecX& x) const {
  const auto& n = system_.sizes();
  if (massless_ > 0) {
    auto w = system_.segment(at, Segment::kW);
    VecX &missing = buffers_.of_massless, &change = buffers_.of_velocities;
    missing.resize(massless_);
    change.resize(w_);
    directions_.times(w, missing);
    missing = x.head(massless_) - missing;
    directions_.transpose_times(missing, change);
    w += change;
  }
  system_.segment(at, Segment::kLambda) = x.segment(massless_, n.lambda);
  system_.segment(at, Segment::kMu) = x.tail(n.mu);
}

const VecX& ConstraintEquations::residual(const Workspace& at) const {
  VecX& r = buffers_.residual;
  r.resize(count_);
  directions_.times(system_.segment(at, Segment::kForce), r.head(massless_));
  r.tail(system_.sizes().nu()) = system_.rows(at);
  return r;
}

void ConstraintEquations::project(const Block& block) {
  multiply(block.kernel, block.buffer, block.in_kernel);
  multiply(block.lift, block.in_kernel, block.buffer);
}

const VecX& ConstraintEquations::fixed_part(const VecX& values) const {
  VecX& left = buffers_.fixed_part;
  left = values;
  for (const Block& block : blocks_) {
    VecX& own = block.buffer;
    own.resize(static_cast<Eigen::Index>(block.rows.size()));
    for (Eigen::Index i = 0; i < own.size(); ++i) own[i] = values[block.rows[index(i)]];
    project(block);
    for (Eigen::Index i = 0; i < own.size(); ++i) left[block.rows[index(i)]] = own[i];
  }
  return left;
}

const VecX& ConstraintEquations::change(const Eigen::Ref<const VecX>& z_rate,
                                        const VecX& w_rate) const {
  VecX &by_states = buffers_.by_states, &rate = buffers_.change;
  by_states.setZero(w_ + system_.sizes().nu());  // derivatives of f, c' z', a
  for (int i = massless_ > 0 ? 0 : w_; i < by_states.size(); ++i) {
    const auto row = index(z_ + i);
    for (int k = jacobian_.start[row]; k < jacobian_.start[row + 1]; ++k) {
      const int j = jacobian_.column[index(k)];
      if (j < z_ + w_)
        by_states[i] += jacobian_.value[index(k)] * (j < z_ ? z_rate[j] : w_rate[j - z_]);
    }
  }
  rate.resize(count_);
  directions_.times(by_states.head(w_), rate.head(massless_));
  rate.tail(system_.sizes().nu()) = by_states.tail(system_.sizes().nu());
  return rate;
}

VecX ConstraintEquations::z_rate_change(const VecX& dz, const VecX& dw) const {
  VecX change = VecX::Zero(z_);
  for (int i = 0; i < z_; ++i)
    for (int k = jacobian_.start[index(i)]; k < jacobian_.start[index(i) + 1]; ++k) {
      const int j = jacobian_.column[index(k)];
      if (j < z_ + w_) change[i] += jacobian_.value[index(k)] * (j < z_ ? dz[j] : dw[j - z_]);
    }
  return change;
}

const VecX& ConstraintEquations::rate_defect(Workspace& at, const VecX& w_rate) {
  const auto& n = system_.sizes();
  VecX& rate = buffers_.rate_defect;
  rate = change(system_.segment(at, Segment::kZdot), w_rate);
  system_.compute_row_times(at);
  rate.tail(n.mu) += system_.segment(at, Segment::kRowTime);
  if (is_plain()) return rate;
  system_.compute_rate_times(at);
  buffers_.of_massless.resize(massless_);
  directions_.times(system_.segment(at, Segment::kForceTime), buffers_.of_massless);
  rate.head(massless_) += buffers_.of_massless;
  system_.compute_kinematics(at, kinematics_);
  VecX& gap_time = buffers_.gap_time;
  gap_time.resize(n.c);
  kinematics_.c_prime.times(system_.segment(at, Segment::kZdotTime), gap_time);
  for (int i = 0; i < n.lambda; ++i) rate[massless_ + i] += gap_time[system_.active()[index(i)]];
  const VecX& now = residual(at);
  rate -= now;
  rate = now + fixed_part(rate);
  return rate;
}

const VecX& ConstraintEquations::massless_part(const Eigen::Ref<const VecX>& force) const {
  VecX &shares = buffers_.of_massless, &part = buffers_.of_velocities;
  shares.resize(massless_);
  part.resize(w_);
  directions_.times(force, shares);
  directions_.transpose_times(shares, part);
  return part;
}

const VecX& ConstraintEquations::force_defect(const Workspace& at, const VecX& w_rate) const {
  const auto force = system_.segment(at, Segment::kForce);
  VecX& left = buffers_.force_defect;
  left.resize(w_);
  metric_.regular().times(w_rate, left);
  if (massless_ > 0)
    left -= force - massless_part(force);
  else
    left -= force;
  return left;
}

/// Adds L times the rows of a block to the matrix.
void ConstraintEquations::add_to_matrix(const Block& block) {
  std::size_t k = 0;
  for (Eigen::Index c = 0; c < block.values.cols(); ++c) {
    VecX& column = block.buffer;
    column = block.values.col(c);
    if (c < block.states) project(block);
    for (const double value : column)
      if (const int place = block.place[k++]; place >= 0) values_[index(place)] += value;
  }
}

void ConstraintEquations::linearise(Workspace& at) { system_.linearize(at, jacobian_); }

bool ConstraintEquations::factorise(Workspace& at) {
  constexpr double kShare = 1e-12;  // of the diagonal of Gamma M^-1 Gamma^T: see Saddle
  std::fill(values_.begin(), values_.end(), 0.0);
  for (Block& block : blocks_) block.values.setZero();
  for (const Target& target : targets_) {
    const double value = target.factor * jacobian_.value[index(target.entry)];
    if (target.block < 0)
      values_[index(target.place)] += value;
    else
      blocks_[index(target.block)].values.data()[target.place] += value;
  }
  if (!blocks_.empty()) {
    system_.compute_kinematics(at, kinematics_);
    find_noise();
    for (Block& block : blocks_) {
      remove_noise(block);
      find_kernel(block);
      add_to_matrix(block);
    }
  }
  for (const int place : unit_) values_[index(place)] += 1;
  for (std::size_t k = 0; k < mass_.size(); ++k)
    values_[index(mass_[k])] += metric_.regular().value[k];
  proximal_.setZero(count_);
  for (const auto& [row, entry, back, mass] : pairs_) {
    const double value = values_[index(entry)];
    proximal_[row] += back < 0 ? value * value / mass : std::abs(value * values_[index(back)]);
  }
  make_proximal(proximal_, kShare, sizes_);
  measure_redundant();
  for (Eigen::Index i = 0; i < count_; ++i) values_[index(rho_[index(i)])] -= proximal_[i];
  ++system_.work().factorisations;
  return lu_.factorise(values_);
}

const ConstraintEquations::Solution& ConstraintEquations::solve(const VecX& force,
                                                                const VecX& rows) const {
  const auto moved = static_cast<Eigen::Index>(moved_.size());
  VecX &right = buffers_.right, &x = buffers_.x, &step = buffers_.step, &left = buffers_.left;
  right.resize(moved + w_ + count_);
  right.head(moved).setZero();
  right.segment(moved, w_) = force;
  right.tail(count_) = rows;
  x = right;
  lu_.solve(x);
  const auto find_rest = [&] {  // the residual of the equations without rho
    lu_.times(values_, x, left);
    left = right - left;
    left.tail(count_) -= proximal_.cwiseProduct(x.tail(count_));
  };
  // Near a singular pose every correction leaves rho / (sigma^2 + rho) of the part that belongs to
  // the singular value sigma. A part that does not shrink cannot be met, and would drive the
  // multipliers along the dependence of the rows: it is left out.
  constexpr int kMostCorrections = 40;
  constexpr double kRounding = 1e-15;
  const auto size_of = [&](const VecX& r) {
    return count_ > 0 ? r.tail(count_).lpNorm<Eigen::Infinity>() : 0.0;
  };
  find_rest();
  bool is_reduced = false;
  for (int k = 0; k < kMostCorrections; ++k) {
    const double before = size_of(left);
    step = left;
    lu_.solve(step);
    x += step;
    find_rest();
    if (!(size_of(left) > kRounding * size_of(right))) break;
    if (size_of(left) <= 0.5 * before) continue;
    if (std::exchange(is_reduced, true)) break;
    right.tail(count_) -= left.tail(count_);
    x = right;
    lu_.solve(x);
    find_rest();
  }
  remove_null(x);
  Solution& found = buffers_.solution;
  found.z.setZero(z_);
  for (Eigen::Index i = 0; i < moved; ++i) found.z[moved_[index(i)]] = x[i];
  found.w = x.segment(moved, w_);
  found.x = x.tail(count_);
  return found;
}

}  // namespace porthos::dae
