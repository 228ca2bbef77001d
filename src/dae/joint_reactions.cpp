#include "dae/joint_reactions.hpp"

#include <utility>

#include "base/index.hpp"

namespace porthos::dae {

using system::Segment;

JointReactions::JointReactions(const Integrable& system, std::shared_ptr<JointTree> joints)
    : system_(system.system()),
      joints_(std::move(joints)),
      tree_(*joints_),
      inertia_(tree_),
      kinematics_(system.kinematics()) {}

bool JointReactions::compute(Workspace& at) {
  if (is_dependent_) return false;
  z_ = system_.segment(at, Segment::kZ);
  w_ = system_.segment(at, Segment::kW);
  tree_.read(z_, w_, q_, u_);
  tree_.place(q_.data(), u_.data(), placed_);
  is_dependent_ = !inertia_.factorise(placed_);
  if (is_dependent_) return false;
  system_.segment(at, Segment::kLambda).setZero();
  ++system_.work().evaluations;
  tree_.compute_forces(at);
  u_rate_.setZero(tree_.speeds());
  bias_.setZero(w_.size());
  tree_.put_accelerations(placed_, u_.data(), u_rate_.data(), bias_);
  force_.resize(w_.size());
  system_.mass().times(bias_, force_);
  force_ = system_.segment(at, Segment::kForce) - force_;
  tree_.reduce(placed_, force_.data(), u_rate_.data());
  inertia_.solve(u_rate_);
  auto w_rate = system_.segment(at, Segment::kWdot);
  tree_.put_accelerations(placed_, u_.data(), u_rate_.data(), w_rate);
  system_.mass().times(w_rate, force_);
  force_ = system_.segment(at, Segment::kForce) - force_;  // Gamma^T lambda
  is_dependent_ = !set_multipliers(at);
  if (is_dependent_) return false;
  system_.compute_rates(at);
  return true;
}

/// Solves Gamma^T lambda = force_, which is used up.
bool JointReactions::set_multipliers(Workspace& at) {
  constexpr double kDependent = 1e-9;  // of rows of length 1
  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
  using Multipliers = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  system_.compute_kinematics(at, kinematics_);
  const Sparse& Gamma = kinematics_.Gamma;
  auto lambda = system_.segment(at, Segment::kLambda);
  const std::vector<Link>& links = tree_.links();
  for (std::size_t i = links.size(); i-- > 0;) {
    const Link& link = links[i];
    const auto count = std::ssize(link.rows);
    if (count == 0) continue;
    if (count > 6) return false;
    Columns of_link = Columns::Zero(6, count);
    Multipliers size = Multipliers::Ones(count);
    Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
    const auto place_of = [&](int w) {
      for (int k = 0; k < 3; ++k) {
        if (link.body.v[index(k)] == w) return k;
        if (link.body.omega[index(k)] == w) return 3 + k;
      }
      return -1;
    };
    for (Eigen::Index c = 0; c < count; ++c) {
      const auto row = index(link.rows[index(c)]);
      for (int k = Gamma.start[row]; k < Gamma.start[row + 1]; ++k)
        if (const int place = place_of(Gamma.column[index(k)]); place >= 0)
          of_link(place, c) = Gamma.value[index(k)];
      size[c] = of_link.col(c).norm();
      if (!(size[c] > 0)) return false;
      of_link.col(c) /= size[c];
    }
    put_wrench(link, wrench);
    Eigen::ColPivHouseholderQR<Columns> factors;
    factors.setThreshold(kDependent);
    factors.compute(of_link);
    if (factors.rank() < count) return false;
    const Multipliers found = factors.solve(wrench).cwiseQuotient(size);
    for (Eigen::Index c = 0; c < count; ++c) {
      const int row = link.rows[index(c)];
      lambda[row] = found[c];
      for (int k = Gamma.start[index(row)]; k < Gamma.start[index(row + 1)]; ++k)
        force_[Gamma.column[index(k)]] -= Gamma.value[index(k)] * found[c];
    }
  }
  return true;
}

void JointReactions::put_wrench(const Link& link, Eigen::Matrix<double, 6, 1>& to) const {
  for (int k = 0; k < 3; ++k) {
    if (link.body.v[index(k)] >= 0) to[k] = force_[link.body.v[index(k)]];
    if (link.body.omega[index(k)] >= 0) to[3 + k] = force_[link.body.omega[index(k)]];
  }
}

}  // namespace porthos::dae
