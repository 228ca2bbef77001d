#include "structure/group.hpp"

#include <catch_amalgamated.hpp>

#include "random.hpp"
#include "structure/multibody.hpp"

namespace porthos::structure::group_test {
namespace {

constexpr Group kGroups[] = {Group::kSO3, Group::kSE3, Group::kSE2, Group::kSO3xR3};

Motion motion(Random& random, Group group) {
  Motion made;
  const auto turn = [](double angle, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  };
  made.R = turn(3 * random.number(), Eigen::Vector3d::UnitZ());
  made.r << random.number(), random.number(), 0;
  if (group == Group::kSE2) return made;
  made.R = turn(3 * random.number(), random.vector(3).normalized()) * made.R;
  made.r(2) = random.number();
  return made;
}

/// Matrices of 4 x 4 whose product is that of SE(3).
Eigen::Matrix4d matrix(const Motion& a) {
  Eigen::Matrix4d all = Eigen::Matrix4d::Identity();
  all.topLeftCorner<3, 3>() = a.R;
  all.topRightCorner<3, 1>() = a.r;
  return all;
}

Eigen::Matrix4d matrix(const VecX& u) {  // of (omega, v)
  Eigen::Matrix4d all = Eigen::Matrix4d::Zero();
  all.topLeftCorner<3, 3>() = hat(u.head(3));
  all.topRightCorner<3, 1>() = u.tail(3);
  return all;
}

}  // namespace

TEST_CASE("group: Ad and ad are conjugation and commutator of matrices", "[structure]") {
  Random random(90);
  for (int number = 0; number < 10; ++number) {
    const Motion a = motion(random, Group::kSE3);
    const VecX u = random.vector(6), w = random.vector(6);
    const Eigen::Matrix4d conjugate = matrix(a) * matrix(u) * matrix(a).inverse();
    CHECK(largest_entry(matrix(VecX(Ad(Group::kSE3, a) * u)) - conjugate) < 2e-15);
    const Eigen::Matrix4d commutator = matrix(u) * matrix(w) - matrix(w) * matrix(u);
    CHECK(largest_entry(matrix(VecX(ad(Group::kSE3, u) * w)) - commutator) < 1e-15);
  }
}

TEST_CASE("group: Ad is a homomorphism, and ad its derivative", "[structure]") {
  Random random(91);
  for (const Group group : kGroups) {
    INFO("group " << static_cast<int>(group));
    const Index n = dimension(group);
    const Motion a = motion(random, group), b = motion(random, group);
    CHECK(largest_entry(Ad(group, product(group, a, b)) - Ad(group, a) * Ad(group, b)) < 2e-15);
    CHECK(largest_entry(Ad(group, product(group, a, inverse(group, a))) - MatX::Identity(n, n)) <
          2e-15);
    const VecX u = random.vector(n), w = random.vector(n), p = random.vector(n);
    CHECK(largest_entry(ad(group, u) * w + ad(group, w) * u) < 1e-15);
    CHECK((Ad_star(group, a) * p).dot(u) == Catch::Approx(p.dot(Ad(group, a) * u)));
    // Jacobi: ad_[u, w] = [ad_u, ad_w]
    const MatX both = ad(group, u) * ad(group, w) - ad(group, w) * ad(group, u);
    CHECK(largest_entry(ad(group, ad(group, u) * w) - both) < 2e-15);
  }
  // d/dt Ad_{q^-1} = -ad_u Ad_{q^-1} with q' = q u
  const Motion q = motion(random, Group::kSE3);
  const VecX u = random.vector(6);
  const auto at = [&](double t) {
    Motion step;  // exp(t u) to the second order
    const Eigen::Vector3d w = u.head(3) * t;
    step.R = Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
    step.r = u.tail(3) * t + 0.5 * w.cross(Eigen::Vector3d(u.tail(3) * t));
    return Ad(Group::kSE3, inverse(Group::kSE3, product(Group::kSE3, q, step)));
  };
  const double h = 1e-4;
  const MatX rate = (at(h) - at(-h)) / (2 * h);
  CHECK(largest_entry(rate + ad(Group::kSE3, u) * Ad(Group::kSE3, inverse(Group::kSE3, q))) < 1e-7);
}

TEST_CASE("group: the printed forms of Ad* and ad*", "[structure]") {
  Random random(92);
  const Motion q = motion(random, Group::kSE3);
  const Eigen::Vector3d f_w = random.vector(3), f_v = random.vector(3), w = random.vector(3),
                        v = random.vector(3);
  VecX f(6), u(6), expected(6);
  f << f_w, f_v;
  u << w, v;
  expected << q.R.transpose() * (f_w - q.r.cross(f_v)), q.R.transpose() * f_v;
  CHECK(largest_entry(Ad_star(Group::kSE3, q) * f - expected) < 1e-15);
  expected << f_w.cross(w) + f_v.cross(v), f_v.cross(w);
  CHECK(largest_entry(ad_star(Group::kSE3, u) * f - expected) < 1e-15);
  expected << f_w.cross(w), Eigen::Vector3d::Zero();
  CHECK(largest_entry(ad_star(Group::kSO3xR3, u) * f - expected) < 1e-15);
}

// T-28: (7) with -G w = ad*_w Gamma, the body of [002] and (4.54) of [004].
TEST_CASE("group: Lie-Poisson matrices are skew, and those of the papers", "[structure]") {
  Random random(93);
  for (const Group group : kGroups) {
    const VecX p = random.vector(dimension(group)), u = random.vector(dimension(group));
    const MatX J = lie_poisson(group, p);
    CHECK(largest_entry(J + J.transpose()) < 1e-15);
    CHECK(largest_entry(J * u - ad_star(group, u) * p) < 1e-15);
  }
  const VecX p = random.vector(6);
  MatX printed = MatX::Zero(6, 6);  // (4.54)
  printed << hat(p.head(3)), hat(p.tail(3)), hat(p.tail(3)), MatX::Zero(3, 3);
  CHECK(largest_entry(lie_poisson(Group::kSE3, p) - printed) < 1e-15);
  CHECK(largest_entry(lie_poisson(Group::kSO3, p.head(3)) - hat(p.head(3))) < 1e-15);
  const MatX planar{{0, 0, -p(1)}, {0, 0, p(0)}, {p(1), -p(0), 0}};  // G of 0.3
  CHECK(largest_entry(lie_poisson(Group::kSE2, p.head(3)) + planar) < 1e-15);
  // (7) with G = -J and Z = T_eL_q in body coordinates is the body's structure, q' = u, p' = -dV +
  // J u.
  const MatX I = MatX::Identity(6, 6), none(0, 6);
  const Dirac seven = structure_of({I, -printed, none, MatX(6, 0)});
  CHECK(seven.is_dirac());
  const VecX dV = random.vector(6), u = random.vector(6), tau = random.vector(6);
  VecX flow(18), effort(18);
  flow << u, -dV + ad_star(Group::kSE3, u) * p - tau, u;
  effort << dV, u, tau;
  CHECK(distance_to(seven, flow, effort) < 1e-13);
}

// T-26: columns (omega, v) of [002] Sec. 5.1.
TEST_CASE("group: the six lower pairs are subgroups, the universal joint is none", "[structure]") {
  const MatX I = MatX::Identity(6, 6);
  const auto pick = [&](std::initializer_list<Index> columns) {
    MatX motions(6, 0);
    for (const Index column : columns) {
      motions.conservativeResize(6, motions.cols() + 1);
      motions.rightCols(1) = I.col(column);
    }
    return motions;
  };
  const MatX screw = I.col(2) + 0.2 * I.col(5);
  for (const MatX& pair :
       {pick({2}), pick({3}), screw, pick({2, 5}), pick({0, 1, 2}), pick({2, 3, 4})})
    CHECK(joint_subgroup(pair).verdict == Verdict::kHolds);
  const Check universal = joint_subgroup(pick({0, 1}));
  CHECK(universal.verdict == Verdict::kFails);
  CHECK(universal.residual == Catch::Approx(1));
  CHECK(joint_subgroup(pick({0, 1, 2, 5})).verdict == Verdict::kFails);
  // In another frame, mixed: the same answers.
  Random random(94);
  const MatX seen = Ad(Group::kSE3, motion(random, Group::kSE3));
  CHECK(joint_subgroup(seen * pick({2, 3, 4}) * random.matrix(3, 3)).verdict == Verdict::kHolds);
  CHECK(joint_subgroup(seen * pick({0, 1}) * random.matrix(2, 2)).verdict == Verdict::kFails);
}

}  // namespace porthos::structure::group_test
