#include "dae/articulated_inertia.hpp"

#include "base/index.hpp"

namespace porthos::dae {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

Matrix3d hat(const Vector3d& a) {
  Matrix3d m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

/// The mass matrix for the twist (v, omega) of the point of a body at the origin, which is -arm
/// away from the body's own.
Matrix6d mass_about_origin(const Link& link, const Placed& at, const Vector3d& arm) {
  const Matrix3d across = hat(arm), lever = link.mass * across;
  const Matrix3d coupling = link.coupling * at.R.transpose();
  Matrix6d made;
  made.topLeftCorner<3, 3>() = link.mass;
  made.topRightCorner<3, 3>() = coupling - lever;
  made.bottomLeftCorner<3, 3>() = (coupling - lever).transpose();
  const Matrix3d mixed = across * coupling;  // across^T = -across
  const Matrix3d turned = at.R * link.inertia;
  made.bottomRightCorner<3, 3>() = turned * at.R.transpose() - across * lever;
  made.bottomRightCorner<3, 3>() += mixed + mixed.transpose();
  return made;
}

/// The twist of the origin that the speeds of a link give.
void put_twists(const Link& link, const Placed& at, const Vector3d& origin, auto& to) {
  const JointMotion& motion = link.motion;
  for (int k = 0; k < motion.slides; ++k) {
    to.col(k).template head<3>() = at.directions.col(k);
    to.col(k).template tail<3>().setZero();
  }
  const Vector3d arm = at.p - origin;
  for (int k = 0; k < motion.turns; ++k) {
    auto twist = to.col(motion.slides + k);
    const Vector3d omega = motion.turns == 1 ? at.axis : Vector3d(at.R.col(k));
    twist.template head<3>() = arm.cross(omega);
    if (motion.turns == 1) twist.template head<3>() += motion.pitch * omega;
    twist.template tail<3>() = omega;
  }
}

}  // namespace

ArticulatedInertia::ArticulatedInertia(const JointTree& tree)
    : tree_(tree), has_others_(tree.other_mass().size() > 0) {
  const std::size_t count = tree.links().size();
  inertia_.resize(count);
  origin_.resize(count);
  wrench_.resize(count);
  for (const Link& link : tree.links()) {
    const int speeds = link.motion.speeds();
    twists_.emplace_back(6, speeds);
    momenta_.emplace_back(6, speeds);
    inverse_.emplace_back(speeds, speeds);
  }
  if (has_others_) others_.compute(tree.other_mass());
}

bool ArticulatedInertia::factorise(const std::vector<Placed>& placed) {
  const std::vector<Link>& links = tree_.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Vector3d& origin = origin_[i] = placed[index(links[i].root)].r;
    inertia_[i] = mass_about_origin(links[i], placed[i], placed[i].r - origin);
    put_twists(links[i], placed[i], origin, twists_[i]);
  }
  for (std::size_t i = links.size(); i-- > 0;)
    if (!factorise_link(i)) return false;
  return !has_others_ || others_.info() == Eigen::Success;
}

/// D of a link, and what it adds to the inertia of its parent.
bool ArticulatedInertia::factorise_link(std::size_t i) {
  const Link& link = tree_.links()[i];
  const Matrix6d& own = inertia_[i];
  Matrix6d* const parent = link.parent < 0 ? nullptr : &inertia_[index(link.parent)];
  const int speeds = link.motion.speeds();
  if (speeds == 1) {
    const Vector6d twist = twists_[i].col(0);
    Vector6d momentum;
    momentum.noalias() = own * twist;
    momenta_[i].col(0) = momentum;
    const double mass = twist.dot(momentum);
    if (!(mass > 0)) return false;
    inverse_[i](0, 0) = 1 / mass;
    if (!parent) return true;
    *parent += own;
    parent->noalias() -= (momentum / mass) * momentum.transpose();
    return true;
  }
  if (speeds > 0) {
    momenta_[i].noalias() = own * twists_[i];
    const Square D = twists_[i].transpose() * momenta_[i];
    const Eigen::LLT<Square> factors(D);
    if (factors.info() != Eigen::Success) return false;
    inverse_[i] = factors.solve(Square::Identity(speeds, speeds));
  }
  if (!parent) return true;
  *parent += own;
  if (speeds > 0) *parent -= momenta_[i] * inverse_[i] * momenta_[i].transpose();
  return true;
}

void ArticulatedInertia::add_reduced(std::size_t link, const Vector3d& r, const Vector3d& force,
                                     const Vector3d& torque, Eigen::Ref<VecX> to) const {
  Vector6d wrench;
  wrench << force, torque + (r - origin_[link]).cross(force);
  for (int i = static_cast<int>(link); i >= 0; i = tree_.links()[index(i)].parent) {
    const Link& at = tree_.links()[index(i)];
    for (int k = 0; k < at.motion.speeds(); ++k)
      to[at.u + k] += twists_[index(i)].col(k).dot(wrench);
  }
}

void ArticulatedInertia::solve(Eigen::Ref<VecX> r) {
  const std::vector<Link>& links = tree_.links();
  for (Vector6d& wrench : wrench_) wrench.setZero();
  for (std::size_t i = links.size(); i-- > 0;) {  // r becomes D^-1 (r - H^T wrench)
    const Link& link = links[i];
    const int speeds = link.motion.speeds();
    if (speeds == 1) {
      double& own = r[link.u];
      own = (own - twists_[i].col(0).dot(wrench_[i])) * inverse_[i](0, 0);
      if (link.parent >= 0) wrench_[index(link.parent)] += wrench_[i] + momenta_[i].col(0) * own;
      continue;
    }
    auto own = r.segment(link.u, speeds);
    if (speeds > 0) {
      own -= twists_[i].transpose() * wrench_[i];
      own = (inverse_[i] * own).eval();
    }
    if (link.parent < 0) continue;
    wrench_[index(link.parent)] += wrench_[i];
    if (speeds > 0) wrench_[index(link.parent)] += momenta_[i] * own;
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const int speeds = link.motion.speeds();
    Vector6d& rate = wrench_[i];
    if (link.parent < 0)
      rate.setZero();
    else
      rate = wrench_[index(link.parent)];
    if (speeds == 1) {
      double& own = r[link.u];
      if (link.parent >= 0) own -= momenta_[i].col(0).dot(rate) * inverse_[i](0, 0);
      rate += twists_[i].col(0) * own;
    } else if (speeds > 0) {
      auto own = r.segment(link.u, speeds);
      if (link.parent >= 0) own -= inverse_[i] * (momenta_[i].transpose() * rate);
      rate += twists_[i] * own;
    }
  }
  if (has_others_) {
    auto others = r.tail(tree_.other_mass().rows());
    others_.solveInPlace(others);
  }
}

}  // namespace porthos::dae
