#include "structure/group.hpp"

namespace porthos::structure {
namespace {

/// The embedding of planar velocities (v_x, v_y, omega) into spatial ones (omega, v).
MatX of_plane() {
  MatX inclusion = MatX::Zero(6, 3);
  inclusion(3, 0) = inclusion(4, 1) = inclusion(2, 2) = 1;
  return inclusion;
}

}  // namespace

Eigen::Matrix3d hat(const Eigen::Vector3d& a) {
  Eigen::Matrix3d matrix;
  matrix << 0, -a(2), a(1), a(2), 0, -a(0), -a(1), a(0), 0;
  return matrix;
}

Motion product(Group group, const Motion& a, const Motion& b) {
  if (group == Group::kSO3xR3) return {a.R * b.R, a.r + b.r};
  return {a.R * b.R, a.r + a.R * b.r};
}

Motion inverse(Group group, const Motion& a) {
  if (group == Group::kSO3xR3) return {a.R.transpose(), -a.r};
  return {a.R.transpose(), -a.R.transpose() * a.r};
}

MatX Ad(Group group, const Motion& a) {
  if (group == Group::kSO3) return a.R;
  if (group == Group::kSE2) return of_plane().transpose() * Ad(Group::kSE3, a) * of_plane();
  MatX matrix = MatX::Identity(6, 6);
  matrix.topLeftCorner(3, 3) = a.R;
  if (group == Group::kSO3xR3) return matrix;
  matrix.bottomLeftCorner(3, 3) = hat(a.r) * a.R;
  matrix.bottomRightCorner(3, 3) = a.R;
  return matrix;
}

MatX ad(Group group, const VecX& u) {
  if (group == Group::kSO3) return hat(u);
  if (group == Group::kSE2)
    return of_plane().transpose() * ad(Group::kSE3, of_plane() * u) * of_plane();
  MatX matrix = MatX::Zero(6, 6);
  matrix.topLeftCorner(3, 3) = hat(u.head(3));
  if (group == Group::kSO3xR3) return matrix;
  matrix.bottomLeftCorner(3, 3) = hat(u.tail(3));
  matrix.bottomRightCorner(3, 3) = hat(u.head(3));
  return matrix;
}

MatX lie_poisson(Group group, const VecX& p) {
  const Index n = dimension(group);
  MatX J(n, n);
  for (Index i = 0; i < n; ++i) J.col(i) = ad_star(group, VecX::Unit(n, i)) * p;
  return J;
}

Check joint_subgroup(const MatX& motions) {
  const auto bracket = [](const VecX& a, const VecX& b) -> VecX { return ad(Group::kSE3, a) * b; };
  return subalgebra({"motions form a subgroup", "[002] Sec. 5.1", "T-26"}, bracket, motions);
}

}  // namespace porthos::structure
