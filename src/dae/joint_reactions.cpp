#include "dae/joint_reactions.hpp"

#include <algorithm>
#include <utility>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::dae {

using system::Segment;

namespace {

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;

/// The place of a velocity among (v, omega) of a body, or -1.
int place_in(const system::RigidBody& body, int w) {
  for (int k = 0; k < 3; ++k) {
    if (body.v[index(k)] == w) return k;
    if (body.omega[index(k)] == w) return 3 + k;
  }
  return -1;
}

/// Columns A = Q R by the modified method of Gram and Schmidt, for A x = b by least squares. Q^T b
/// is found as another column would be, which is backward stable (Bjorck 1967).
class ColumnFactors {
 public:
  explicit ColumnFactors(const Columns& of) : Q_(of), R_(of.cols(), of.cols()) {
    constexpr double kDependent = 1e-9;  // of columns of length 1
    for (Eigen::Index i = 0; i < Q_.cols(); ++i) {
      const double length = of.col(i).norm();
      R_(i, i) = Q_.col(i).norm();
      are_dependent_ = are_dependent_ || !(R_(i, i) > kDependent * length);
      if (are_dependent_) return;
      Q_.col(i) /= R_(i, i);
      for (Eigen::Index k = i + 1; k < Q_.cols(); ++k) {
        R_(i, k) = Q_.col(i).dot(Q_.col(k));
        Q_.col(k) -= R_(i, k) * Q_.col(i);
      }
    }
  }

  bool are_dependent() const { return are_dependent_; }

  auto solve(Eigen::Matrix<double, 6, 1> b) const {
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> x(Q_.cols());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      x[i] = Q_.col(i).dot(b);
      b -= x[i] * Q_.col(i);
    }
    for (Eigen::Index i = x.size(); i-- > 0;) {
      for (Eigen::Index k = i + 1; k < x.size(); ++k) x[i] -= R_(i, k) * x[k];
      x[i] /= R_(i, i);
    }
    return x;
  }

 private:
  Columns Q_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> R_;
  bool are_dependent_ = false;
};

}  // namespace

JointReactions::JointReactions(const Integrable& system, std::shared_ptr<JointTree> joints)
    : system_(system.system()),
      joints_(std::move(joints)),
      tree_(*joints_),
      inertia_(tree_),
      loops_(tree_),
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
  system_.segment(at, Segment::kMu).setZero();
  loops_.take_time(at);
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
  if (loops_.count() > 0 && !close_loops()) return false;
  auto w_rate = system_.segment(at, Segment::kWdot);
  tree_.put_accelerations(placed_, u_.data(), u_rate_.data(), w_rate);
  if (loops_.count() > 0 && !meets_redundant_rows(w_rate)) return false;
  system_.mass().times(w_rate, force_);
  forces_.setZero(w_rate.size(), 1 + std::max<Eigen::Index>(0, loop_forces_.cols() - 1));
  forces_.col(0) = system_.segment(at, Segment::kForce) - force_;  // Gamma^T lambda
  system_.compute_kinematics(at, kinematics_);
  multipliers_.setZero(system_.sizes().nu(), forces_.cols());
  for (Eigen::Index k = 0; k < loop_forces_.cols(); ++k) {
    for (Eigen::Index i = 0; const int row : tree_.loop_rows())
      multipliers_(row, k) = loop_forces_(i++, k);
    const Sparse& Gamma = kinematics_.Gamma;
    for (const int row : tree_.loop_rows())
      for (int l = Gamma.start[index(row)]; l < Gamma.start[index(row + 1)]; ++l)
        forces_(Gamma.column[index(l)], k) -= Gamma.value[index(l)] * multipliers_(row, k);
  }
  is_dependent_ = !find_multipliers();
  if (is_dependent_) return false;
  if (multipliers_.cols() > 1) remove_null();
  system_.segment(at, Segment::kLambda) = multipliers_.col(0).head(system_.sizes().lambda);
  system_.segment(at, Segment::kMu) = multipliers_.col(0).tail(system_.sizes().mu);
  system_.compute_rates(at);
  return true;
}

/// Adds the accelerations that the rows of loops demand.
bool JointReactions::close_loops() {
  loops_.compute_rates(z_, w_, u_);
  if (!loops_.has_selection()) loops_.select(placed_, inertia_);
  if (!loops_.factorise(placed_, inertia_)) return false;
  loops_.linearize();
  loops_.put_rate_changes(bias_, VecX::Zero(u_.size()), loop_rates_);
  loop_rates_ = -loop_rates_;
  const std::vector<Eigen::Index> redundant = loops_.redundant();
  loop_forces_.resize(loops_.count(), 1 + std::ssize(redundant));
  loops_.close(loop_rates_, u_rate_, loop_forces_.col(0));
  for (Eigen::Index k = 1; const Eigen::Index row : redundant)
    loops_.put_null(row, placed_, inertia_, loop_forces_.col(k++));
  return true;
}

/// False if rows that were left out do not follow from the others here.
bool JointReactions::meets_redundant_rows(const VecX& w_rate) {
  constexpr double kMet = 1e-9;
  if (loop_forces_.cols() == 1) return true;
  loops_.put_rate_changes(w_rate, u_rate_, loop_rates_);
  const double size = 1 + w_rate.lpNorm<Eigen::Infinity>() + w_.squaredNorm();
  if (loop_rates_.lpNorm<Eigen::Infinity>() <= kMet * size) return true;
  loops_.forget();
  return false;
}

/// Leaves the multipliers of least norm in the first column: the others are null vectors.
void JointReactions::remove_null() {
  put_proximal(kinematics_.Gamma, diagonal(system_.mass()), 1, weights_, {0, 0},
               system_.row_sizes());
  const VecX roots = weights_.head(multipliers_.rows()).cwiseSqrt();
  const MatX null = roots.asDiagonal() * multipliers_.rightCols(multipliers_.cols() - 1);
  const VecX share = Orthogonal(null).solve(roots.cwiseProduct(multipliers_.col(0)));
  for (Eigen::Index k = 0; k < share.size(); ++k)
    multipliers_.col(0) -= share[k] * multipliers_.col(k + 1);
}

bool JointReactions::find_multipliers() {
  const Sparse& Gamma = kinematics_.Gamma;
  const std::vector<Link>& links = tree_.links();
  for (std::size_t i = links.size(); i-- > 0;) {
    const Link& link = links[i];
    const auto count = std::ssize(link.rows);
    if (count == 0) continue;
    if (count > 6) return false;
    Columns of_link = Columns::Zero(6, count);
    for (Eigen::Index c = 0; c < count; ++c) {
      const auto row = index(link.rows[index(c)]);
      for (int k = Gamma.start[row]; k < Gamma.start[row + 1]; ++k)
        if (const int place = place_in(link.body, Gamma.column[index(k)]); place >= 0)
          of_link(place, c) = Gamma.value[index(k)];
    }
    ColumnFactors factors(of_link);
    if (factors.are_dependent()) return false;
    const auto on_link = wrenches(link);
    for (Eigen::Index k = 0; k < forces_.cols(); ++k) {
      const auto found = factors.solve(on_link.col(k));
      for (Eigen::Index c = 0; c < count; ++c) {
        const int row = link.rows[index(c)];
        multipliers_(row, k) = found[c];
        for (int l = Gamma.start[index(row)]; l < Gamma.start[index(row + 1)]; ++l)
          forces_(Gamma.column[index(l)], k) -= Gamma.value[index(l)] * found[c];
      }
    }
  }
  return true;
}

/// The forces on a link, in its components of (v, omega).
Eigen::Matrix<double, 6, Eigen::Dynamic> JointReactions::wrenches(const Link& link) const {
  Eigen::Matrix<double, 6, Eigen::Dynamic> made =
      Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, forces_.cols());
  for (int k = 0; k < 3; ++k) {
    if (link.body.v[index(k)] >= 0) made.row(k) = forces_.row(link.body.v[index(k)]);
    if (link.body.omega[index(k)] >= 0) made.row(3 + k) = forces_.row(link.body.omega[index(k)]);
  }
  return made;
}

}  // namespace porthos::dae
