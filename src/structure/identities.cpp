#include "structure/identities.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "structure/compose.hpp"
#include "structure/multibody.hpp"
#include "structure/tensor.hpp"

namespace porthos::structure {
namespace {

constexpr double kIdentityRounding = 1e-12;  // for sums of a few products, relative to their size

Check equal(const char* name, const char* theorem, const char* number, const MatX& a,
            const MatX& b) {
  const double size = std::max({1.0, largest_entry(a), largest_entry(b)});
  return bounded({name, theorem, number}, largest_entry(a - b) / size, kIdentityRounding);
}

/// A velocity of the group as a spatial velocity (omega, v).
VecX in_space(Group group, const VecX& u) {
  VecX all = VecX::Zero(6);
  if (group == Group::kSE2)
    all << 0, 0, u(2), u(0), u(1), 0;
  else
    all.head(u.size()) = u;
  return all;
}

/// [R r; 0 1]; for SO(3) x R^3 with R and r separate.
MatX matrix_of(Group group, const Motion& a) {
  const bool is_apart = group == Group::kSO3xR3;
  MatX matrix = MatX::Identity(7, 7);
  matrix.topLeftCorner(3, 3) = a.R;
  if (!is_apart) matrix.block(3, 3, 3, 3) = a.R;
  matrix.block(3, 6, 3, 1) = a.r;
  return matrix;
}

MatX matrix_of(Group group, const VecX& u) {
  const VecX all = in_space(group, u);
  MatX matrix = MatX::Zero(7, 7);
  matrix.topLeftCorner(3, 3) = hat(all.head(3));
  if (group != Group::kSO3xR3) matrix.block(3, 3, 3, 3) = hat(all.head(3));
  matrix.block(3, 6, 3, 1) = all.tail(3);
  return matrix;
}

}  // namespace

Checks group_identities(Group group, const Motion& a, const Motion& b, const VecX& u, const VecX& v,
                        const VecX& p) {
  constexpr const char* kPaper = "[002] Sec. 3";
  const MatX A = matrix_of(group, a), U = matrix_of(group, u), V = matrix_of(group, v);
  const MatX inverse_of_A = matrix_of(group, inverse(group, a));
  const VecX moved = Ad(group, a) * u, bracket = ad(group, u) * v;
  const VecX of_moved = ad(group, moved) * (Ad(group, a) * v);
  const MatX J = lie_poisson(group, p);
  return {equal("a^-1 a = 1", kPaper, "T-25", inverse_of_A * A, MatX::Identity(7, 7)),
          equal("Ad_ab = Ad_a Ad_b", kPaper, "T-25", Ad(group, product(group, a, b)),
                Ad(group, a) * Ad(group, b)),
          equal("Ad_a u = a u a^-1", kPaper, "T-25", matrix_of(group, moved), A * U * inverse_of_A),
          equal("ad_u v = u v - v u", kPaper, "T-25", matrix_of(group, bracket), U * V - V * U),
          equal("Ad_a [u, v] = [Ad_a u, Ad_a v]", kPaper, "T-25", Ad(group, a) * bracket, of_moved),
          equal("the Lie-Poisson matrix is skew", "[004] (4.54)", "T-25", J, -J.transpose())};
}

Checks rotation_invariants(const Eigen::Matrix3d& R) {
  constexpr const char* kPaper = "[001] Sec. 5";
  Checks checks = {
      equal("R^T R = 1", kPaper, "T-29", R.transpose() * R, MatX::Identity(3, 3)),
      bounded({"det R = 1", kPaper, "T-29"}, std::abs(R.determinant() - 1), kIdentityRounding)};
  constexpr Statement kQuaternion = {"R equals the matrix of its quaternion", kPaper, "T-29"},
                      kAngles = {"R equals the matrix of its Cardan angles", kPaper, "T-29"};
  if (worst(checks) != Verdict::kHolds) {
    checks.push_back(not_applicable(kQuaternion, "R is not a rotation"));
    checks.push_back(not_applicable(kAngles, "R is not a rotation"));
    return checks;
  }
  checks.push_back(equal(kQuaternion.name, kPaper, "T-29",
                         Eigen::Quaterniond(R).normalized().toRotationMatrix(), R));
  // R = R_x(alpha) R_y(beta) R_z(gamma); for |beta| = pi/2 only a sum of the other angles is
  // determined.
  const double beta = std::asin(std::clamp(R(0, 2), -1.0, 1.0));
  constexpr double kPole = 1e-3;
  if (std::numbers::pi / 2 - std::abs(beta) < kPole) {
    checks.push_back(not_applicable(kAngles, "beta is at its pole"));
    return checks;
  }
  const double alpha = std::atan2(-R(1, 2), R(2, 2)), gamma = std::atan2(-R(0, 1), R(0, 0));
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Eigen::Matrix3d again =
      (AngleAxisd(alpha, Vector3d::UnitX()) * AngleAxisd(beta, Vector3d::UnitY()) *
       AngleAxisd(gamma, Vector3d::UnitZ()))
          .toRotationMatrix();
  Check angles = equal(kAngles.name, kPaper, "T-29", again, R);
  angles.tolerance /= std::cos(beta);  // asin loses digits near the pole
  angles.verdict = angles.residual <= angles.tolerance ? Verdict::kHolds : Verdict::kFails;
  checks.push_back(angles);
  return checks;
}

Checks dictionary(const MatX& A, const VecX& p) {
  const Index n = A.cols();
  const MatX I = MatX::Identity(n, n), O = MatX::Zero(n, n);
  Checks checks;
  const auto add = [&](const char* name, const char* theorem, const Dirac& a, const Dirac& b) {
    Check check = equality(a, b);
    check.name = name;
    check.theorem = theorem;
    check.check = "T-28";
    checks.push_back(std::move(check));
  };
  // (2) of [001] without resistive ports: the third group of ports has effort 0.
  Ports resistive, all;
  for (Index i = 0; i < n; ++i) {
    resistive.push_back(2 * n + i);
    all.push_back(i);
  }
  const Dirac two = compose(structure_of({I, O, A, MatX(n, 0)}), resistive, interaction(MatX(0, n)),
                            all, Coupling::kOppositeEfforts);
  MatX J(2 * n, 2 * n), forces = MatX::Zero(2 * n, A.rows());
  J << O, I, -I, O;
  forces.bottomRows(n) = A.transpose();
  add("(2) of [001] is D_Delta of [003]", "[003] (4.3)", two, induced(A));
  add("D_Delta of [003] is D_A of [004]", "[004] (3.22)", induced(A),
      Dirac::constrained(J, forces));
  // (12) of [001], equal velocities and opposite forces, on (f, e) = (velocity, force).
  const Dirac contact = interaction(MatX{{1, -1}});
  add("(12) of [001] is the standard interaction of [003]", "[003] Sec. 5",
      Dirac::presymplectic(MatX::Zero(2, 2), MatX{{1, -1}}), contact);
  const Dirac law = Dirac::constrained(MatX::Zero(2, 2), MatX{{1}, {-1}});
  add("with flow and effort exchanged it is the law (2.16) of [004]", "[004] (2.16)",
      Dirac::image(law.efforts(), law.flows()), contact);
  // -(19) of [002], p' = ad*_u p, is (4.54) of [004].
  MatX body = MatX::Zero(6, 6);
  body.topLeftCorner(3, 3) = hat(p.head(3));
  body.topRightCorner(3, 3) = body.bottomLeftCorner(3, 3) = hat(p.tail(3));
  checks.push_back(equal("(19) of [002] is (4.54) of [004]", "[004] (4.54)", "T-28",
                         lie_poisson(Group::kSE3, p), body));
  return checks;
}

Check torn(const MatX& A1, const MatX& A2, const MatX& joint) {
  const Index first = A1.cols(), second = A2.cols(), n = first + second;
  Ports order;  // (q1, p1, q2, p2) as (q1, q2, p1, p2)
  for (const auto& [from, count] : {std::pair{Index{0}, first},
                                    {2 * first, second},
                                    {first, first},
                                    {2 * first + second, second}})
    for (Index i = 0; i < count; ++i) order.push_back(from + i);
  const Dirac apart = reordered(direct_sum(induced(A1), induced(A2)), order);
  MatX positions = MatX::Zero(n, 2 * n);  // p' is free, and forces have no component along it
  positions.leftCols(n).setIdentity();
  MatX all(A1.rows() + A2.rows() + joint.rows(), n);
  all << block_diagonal(A1, A2), joint;
  Check check = equality(tensor(apart, pull_back(interaction(joint), positions)), induced(all));
  check.name = "the torn structure, joined again, is the whole";
  check.theorem = "[003] Prop. 5.11, Thm. 6.6";
  check.check = "T-21";
  return check;
}

}  // namespace porthos::structure
