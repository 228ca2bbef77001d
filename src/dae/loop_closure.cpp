#include "dae/loop_closure.hpp"

#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "base/index.hpp"

namespace porthos::dae {

using Eigen::Vector3d;
using system::Segment;

std::pair<int, int> JointTree::place_of(int w) const {
  for (std::size_t i = 0; i < links_.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      if (links_[i].body.v[index(k)] == w) return {static_cast<int>(i), k};
      if (links_[i].body.omega[index(k)] == w) return {static_cast<int>(i), 3 + k};
    }
  const auto other = std::ranges::find(other_w_, w) - other_w_.begin();
  return {-1, static_cast<int>(speeds_ - std::ssize(other_w_) + other)};
}

double JointTree::typical_mass(int link, int component) const {
  if (link < 0) {
    const Eigen::Index other = component - speeds_ + std::ssize(other_w_);
    return other_mass_(other, other);
  }
  const Link& of = links_[index(link)];
  return component < 3 ? of.mass(component, component) : of.inertia(component - 3, component - 3);
}

void JointTree::renew_kept(Workspace& at, Kinematics& kinematics, VecX& q) const {
  if (kept_.empty()) return;
  auto z = loops_->segment(at, system::Segment::kZ);
  loops_->compute_gaps(at);
  const VecX gap = loops_->segment(at, system::Segment::kGap);
  for (const auto& [c, place, other] : kept_) {
    const int entry = kinematics.c_prime.find({c, place});
    if (entry < 0 || kinematics.c_prime.value[index(entry)] == 0) continue;
    z[place] -= gap[c] / kinematics.c_prime.value[index(entry)];
    q[coordinates_ - std::ssize(other_z_) + other] = z[place];
  }
}

LoopClosure::LoopClosure(const JointTree& tree)
    : tree_(tree),
      system_(tree.loops()),
      count_(std::ssize(tree.loop_rows())),
      at_(system_.workspace()),
      kinematics_(system_.kinematics()),
      jacobian_(system_.jacobian()) {
  gaps_.setZero(count_);
  rates_.setZero(count_);
  const system::Assembly& assembly = system_.assembly();
  const int lambda = system_.sizes().lambda;
  first_velocity_row_ =
      std::ranges::lower_bound(tree.loop_rows(), lambda) - tree.loop_rows().begin();
  for (Eigen::Index i = first_velocity_row_; i < count_; ++i) {
    const int mu = tree.loop_rows()[static_cast<std::size_t>(i)] - lambda;
    const auto port = std::ranges::find(assembly.prescribed, mu) - assembly.prescribed.begin();
    if (port < std::ssize(assembly.prescribed)) driven_.push_back({static_cast<int>(port), i});
  }
  for (const JointTree::SpeedRow& row : tree.speed_rows())
    speed_row_.push_back(std::ranges::find(tree.loop_rows(), lambda + row.mu) -
                         tree.loop_rows().begin());
  needs_rates_ = has_velocity_rows();
  if (std::ssize(speed_row_) == count_ && count_ == tree_.speeds()) {
    MatX flows(count_, count_);
    for (std::size_t k = 0; k < speed_row_.size(); ++k)
      flows.row(static_cast<Eigen::Index>(k)) = tree.speed_rows()[k].g.transpose();
    const Orthogonal factors(flows);
    speeds_by_flows_.resize(count_, count_);
    for (Eigen::Index k = 0; k < count_; ++k)
      speeds_by_flows_.col(k) = factors.solve(VecX::Unit(count_, k));
  }
  for (const system::Instance& one : system_.assembly().instances)
    for (const system::Slot& input : one.type->kinematic.inputs)
      needs_rates_ = needs_rates_ || (input.segment != Segment::kZ && input.segment != Segment::kW);
  const Sparse& Gamma = kinematics_.Gamma;
  for (const int row : tree.loop_rows()) {
    std::vector<Term>& terms = terms_.emplace_back();
    for (int k = Gamma.start[index(row)]; k < Gamma.start[index(row + 1)]; ++k) {
      const auto [link, component] = tree.place_of(Gamma.column[index(k)]);
      terms.push_back({k, link, component});
    }
  }
}

void LoopClosure::take_time(const Workspace& from) {
  if (!has_velocity_rows()) return;
  for (const Segment of : {Segment::kT, Segment::kPhase, Segment::kU, Segment::kUdot})
    system_.segment(at_, of) = system_.segment(from, of);
}

void LoopClosure::compute_gaps(const Eigen::Ref<const VecX>& z) {
  if (first_velocity_row_ == 0) return;
  system_.segment(at_, Segment::kZ) = z;
  system_.compute_gaps(at_);
  const auto gap = system_.segment(at_, Segment::kGap);
  for (Eigen::Index i = 0; i < first_velocity_row_; ++i)
    gaps_[i] = gap[system_.active()[index(tree_.loop_rows()[static_cast<std::size_t>(i)])]];
}

void LoopClosure::compute_rates(const Eigen::Ref<const VecX>& z, const Eigen::Ref<const VecX>& w,
                                const Eigen::Ref<const VecX>& u) {
  for (std::size_t k = 0; k < speed_row_.size(); ++k) {
    const JointTree::SpeedRow& row = tree_.speed_rows()[k];
    rates_[speed_row_[k]] = row.g.dot(u) - system_.segment(at_, Segment::kU)[row.u];
  }
  if (std::ssize(speed_row_) == count_) return;
  system_.segment(at_, Segment::kZ) = z;
  system_.segment(at_, Segment::kW) = w;
  if (needs_rates_) system_.compute_rows(at_);
  system_.compute_kinematics(at_, kinematics_);
  const Sparse& Gamma = kinematics_.Gamma;
  for (Eigen::Index i = 0; i < first_velocity_row_; ++i) {
    const auto row = index(tree_.loop_rows()[static_cast<std::size_t>(i)]);
    rates_[i] = 0;
    for (int k = Gamma.start[row]; k < Gamma.start[row + 1]; ++k)
      rates_[i] += Gamma.value[index(k)] * w[Gamma.column[index(k)]];
  }
  for (Eigen::Index i = first_velocity_row_; i < count_; ++i)
    if (!is_speed_row(i))
      rates_[i] = system_.rows(at_)[tree_.loop_rows()[static_cast<std::size_t>(i)]];
}

void LoopClosure::linearize() {
  if (std::ssize(speed_row_) == count_) return;
  if (!needs_rates_) system_.compute_rows(at_);
  system_.linearize(at_, jacobian_);
  z_rate_.resize(system_.sizes().z);
  kinematics_.Z.times(system_.segment(at_, Segment::kW), z_rate_);
}

void LoopClosure::put_rate_changes(const VecX& w_rate, const VecX& u_rate, VecX& to) {
  const int z = system_.sizes().z, w = system_.sizes().w, lambda = system_.sizes().lambda;
  to.setZero(count_);
  for (std::size_t k = 0; k < speed_row_.size(); ++k) {
    const JointTree::SpeedRow& row = tree_.speed_rows()[k];
    to[speed_row_[k]] = row.g.dot(u_rate) - system_.segment(at_, Segment::kUdot)[row.u];
  }
  if (std::ssize(speed_row_) == count_) return;
  if (has_velocity_rows()) system_.compute_row_times(at_);
  for (Eigen::Index i = 0; i < count_; ++i) {
    if (is_speed_row(i)) continue;
    const int row = tree_.loop_rows()[static_cast<std::size_t>(i)];
    if (row >= lambda) to[i] = system_.segment(at_, Segment::kRowTime)[row - lambda];
    const auto of = index(z + w + row);
    for (int k = jacobian_.start[of]; k < jacobian_.start[of + 1]; ++k) {
      const int column = jacobian_.column[index(k)];
      if (column < z + w)
        to[i] += jacobian_.value[index(k)] * (column < z ? z_rate_[column] : w_rate[column - z]);
    }
  }
}

void LoopClosure::add_forces(const double* lambda, double* f) const {
  const Sparse& Gamma = kinematics_.Gamma;
  for (Eigen::Index i = 0; i < count_; ++i) {
    if (is_speed_row(i)) continue;
    const auto row = index(tree_.loop_rows()[static_cast<std::size_t>(i)]);
    for (int k = Gamma.start[row]; k < Gamma.start[row + 1]; ++k)
      f[Gamma.column[index(k)]] += Gamma.value[index(k)] * lambda[i];
  }
}

void LoopClosure::add_reduced_forces(const double* lambda, Eigen::Ref<VecX> f) const {
  for (std::size_t k = 0; k < speed_row_.size(); ++k)
    f += lambda[speed_row_[k]] * tree_.speed_rows()[k].g;
}

bool LoopClosure::is_speed_row(Eigen::Index row) const {
  return std::ranges::binary_search(speed_row_, row);
}

/// A row of G.
void LoopClosure::put_row(Eigen::Index row, const std::vector<Placed>& placed,
                          const ArticulatedInertia& mass, Eigen::Ref<VecX> to) const {
  to.setZero();
  if (const auto found = std::ranges::lower_bound(speed_row_, row);
      found != speed_row_.end() && *found == row) {
    to = tree_.speed_rows()[static_cast<std::size_t>(found - speed_row_.begin())].g;
    return;
  }
  const auto& terms = terms_[static_cast<std::size_t>(row)];
  const auto& value = kinematics_.Gamma.value;
  for (std::size_t k = 0; k < terms.size();) {
    const int link = terms[k].link;
    if (link < 0) {
      to[terms[k].component] += value[index(terms[k].place)];
      ++k;
      continue;
    }
    Vector3d force = Vector3d::Zero(), torque = force;
    for (; k < terms.size() && terms[k].link == link; ++k) {
      const int i = terms[k].component;
      (i < 3 ? force[i] : torque[i - 3]) += value[index(terms[k].place)];
    }
    if (!tree_.links()[index(link)].body.is_planar) torque = placed[index(link)].R * torque;
    mass.add_reduced(index(link), placed[index(link)].r, force, torque, to);
  }
}

/// G and (T^T M T)^-1 G^T of the rows in G.
void LoopClosure::put_rows(const std::vector<Placed>& placed, ArticulatedInertia& mass) {
  G_.resize(tree_.speeds(), std::ssize(kept_));
  for (Eigen::Index i = 0; i < G_.cols(); ++i)
    put_row(kept_[static_cast<std::size_t>(i)], placed, mass, G_.col(i));
  by_row_ = G_;
  for (Eigen::Index i = 0; i < G_.cols(); ++i) mass.solve(by_row_.col(i));
  D_.resize(G_.cols(), G_.cols());
  for (Eigen::Index i = 0; i < D_.cols(); ++i)
    for (Eigen::Index k = i; k < D_.rows(); ++k)
      D_(k, i) = D_(i, k) = G_.col(k).dot(by_row_.col(i));
}

/// Elimination with the largest pivots, of rows of about length 1.
void LoopClosure::select(const std::vector<Placed>& placed, ArticulatedInertia& mass) {
  constexpr double kVanishing = 1e-12, kDependent = 1e-10;
  kept_.clear();
  for (Eigen::Index i = 0; i < count_; ++i) kept_.push_back(i);
  put_rows(placed, mass);
  VecX size(count_);
  for (Eigen::Index i = 0; i < count_; ++i) {
    double free = 0;  // of the row for velocities that no joint constrains
    for (const Term& term : terms_[static_cast<std::size_t>(i)]) {
      const double value = kinematics_.Gamma.value[index(term.place)];
      free += value * value / tree_.typical_mass(term.link, term.component);
    }
    const double own = D_(i, i);
    size[i] = own > kVanishing * free ? 1 / std::sqrt(own) : 0;
  }
  MatX left = size.asDiagonal() * D_ * size.asDiagonal();
  std::vector<char> is_kept(index(static_cast<int>(count_)), 0);
  for (Eigen::Index step = 0; step < count_; ++step) {
    Eigen::Index pivot = 0;
    const double most = left.diagonal().maxCoeff(&pivot);
    if (!(most > kDependent)) break;
    is_kept[static_cast<std::size_t>(pivot)] = 1;
    const VecX column = left.col(pivot);
    left -= column * column.transpose() / most;
    left.row(pivot).setZero();
    left.col(pivot).setZero();
  }
  std::erase_if(kept_, [&](Eigen::Index i) { return is_kept[static_cast<std::size_t>(i)] == 0; });
  has_selection_ = true;
}

bool LoopClosure::factorise(const std::vector<Placed>& placed, ArticulatedInertia& mass) {
  constexpr double kSingular = 1e-11;
  put_rows(placed, mass);
  size_.resize(D_.cols());
  for (Eigen::Index i = 0; i < D_.cols(); ++i) {
    if (!(D_(i, i) > 0)) return false;
    size_[i] = 1 / std::sqrt(D_(i, i));
  }
  if (D_.cols() == 0) return true;
  factors_.compute(size_.asDiagonal() * D_ * size_.asDiagonal());
  if (factors_.info() != Eigen::Success) return false;
  const double least = factors_.matrixLLT().diagonal().minCoeff();
  return least * least > kSingular;
}

void LoopClosure::close(const Eigen::Ref<const VecX>& r, Eigen::Ref<VecX> y, Eigen::Ref<VecX> x) {
  x.setZero();
  if (kept_.empty()) return;
  left_.resize(G_.cols());
  for (Eigen::Index i = 0; i < left_.size(); ++i)
    left_[i] = size_[i] * (G_.col(i).dot(y) - r[kept_[static_cast<std::size_t>(i)]]);
  factors_.solveInPlace(left_);
  for (Eigen::Index i = 0; i < left_.size(); ++i) {
    const double own = size_[i] * left_[i];
    x[kept_[static_cast<std::size_t>(i)]] = own;
    y -= own * by_row_.col(i);
  }
}

void LoopClosure::put_prescribed_speeds(Eigen::Ref<VecX> u) const {
  u.setZero();
  for (std::size_t k = 0; k < speed_row_.size(); ++k)
    u += system_.segment(at_, Segment::kU)[tree_.speed_rows()[k].u] *
         speeds_by_flows_.col(static_cast<Eigen::Index>(k));
}

void LoopClosure::put_reactions(const Eigen::Ref<const VecX>& f, Eigen::Ref<VecX> x) const {
  for (std::size_t k = 0; k < speed_row_.size(); ++k)
    x[speed_row_[k]] = -speeds_by_flows_.col(static_cast<Eigen::Index>(k)).dot(f);
}

void LoopClosure::put_rates_at_rest(const VecX& u, VecX& to) const {
  to.setZero(count_);
  for (Eigen::Index i = 0; i < G_.cols(); ++i) {
    const Eigen::Index row = kept_[static_cast<std::size_t>(i)];
    to[row] = rates_[row] - G_.col(i).dot(u);
  }
}

void LoopClosure::put_closed(const VecX& x, VecX& to) const {
  to.setZero(count_);
  for (Eigen::Index i = 0; i < G_.cols(); ++i)
    for (Eigen::Index k = 0; k < G_.cols(); ++k)
      to[kept_[static_cast<std::size_t>(i)]] -= D_(i, k) * x[kept_[static_cast<std::size_t>(k)]];
}

std::vector<Eigen::Index> LoopClosure::redundant() const {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < count_; ++i)
    if (std::ranges::find(kept_, i) == kept_.end()) rows.push_back(i);
  return rows;
}

void LoopClosure::put_null(Eigen::Index row, const std::vector<Placed>& placed,
                           ArticulatedInertia& mass, Eigen::Ref<VecX> x) {
  row_.resize(tree_.speeds());
  put_row(row, placed, mass, row_);
  mass.solve(row_);
  none_.setZero(count_);
  close(none_, row_, x);
  x = -x;
  x[row] = 1;
}

void LoopClosure::put_influence(const VecX& scale, VecX& to) const {
  to.setOnes(count_);
  for (Eigen::Index i = 0; i < G_.cols(); ++i)
    to[kept_[static_cast<std::size_t>(i)]] =
        by_row_.col(i).cwiseProduct(scale).lpNorm<Eigen::Infinity>();
}

void LoopClosure::describe(Archive& archive) {
  archive(has_selection_);
  std::vector<char> is_kept(static_cast<std::size_t>(count_), 0);
  for (const Eigen::Index i : kept_) is_kept[static_cast<std::size_t>(i)] = 1;
  archive.flags(is_kept);
  if (!archive.is_reading()) return;
  kept_.clear();
  for (Eigen::Index i = 0; i < count_ && i < std::ssize(is_kept); ++i)
    if (is_kept[static_cast<std::size_t>(i)] != 0) kept_.push_back(i);
}

}  // namespace porthos::dae
