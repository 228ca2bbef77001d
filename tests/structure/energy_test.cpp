#include <catch_amalgamated.hpp>
#include <cmath>

#include "random.hpp"
#include "structure/lagrangian.hpp"
#include "structure/resistive.hpp"
#include "structure/shaping.hpp"
#include "structure/stability.hpp"

namespace porthos::structure::energy_test {

TEST_CASE("lagrangian: energies with constraints are, other relations are not", "[structure]") {
  // The pendulum in the plane, state (x, y, p_x, p_y), d = (x^2 + y^2 - 1) / 2 with multiplier 3.
  MatX M = MatX::Zero(4, 4);
  M.bottomRightCorner(2, 2) = MatX::Identity(2, 2) / 2;
  M.topLeftCorner(2, 2) = 3 * MatX::Identity(2, 2);
  const MatX dd{{0.6, -0.8, 0, 0}};
  const Checks pendulum = lagrangian(EnergyWithConstraints{M, dd});
  CHECK(pendulum.size() == 3);
  CHECK(worst(pendulum) == Verdict::kHolds);
  // The graph of the field (x2, -x1), which is no gradient: |v1^T w2 - w1^T v2| = 1 of the unit
  // vectors e1, e2.
  MatX field(4, 2);
  field << 1, 0, 0, 1, 0, 1, -1, 0;
  const Checks turning = lagrangian(field);
  CHECK(turning[0].verdict == Verdict::kHolds);
  CHECK(turning[1].verdict == Verdict::kFails);
  CHECK(turning[1].residual == Catch::Approx(1).epsilon(1e-14));
  // A mass matrix that is only semidefinite
  M(3, 3) = 0;
  CHECK(worst(lagrangian(EnergyWithConstraints{M, dd})) == Verdict::kHolds);
  // A constraint twice
  const MatX twice = dd.replicate(2, 1);
  CHECK(lagrangian(EnergyWithConstraints{M, twice})[2].verdict == Verdict::kFails);
  CHECK(lagrangian(MatX(MatX::Identity(4, 1)))[0].verdict == Verdict::kFails);
}

TEST_CASE("lagrangian: efforts are on it up to forces of the constraints", "[structure]") {
  const MatX dd{{0.6, -0.8}};
  const VecX dH{{1, 2}};
  CHECK(on_submanifold(VecX::Zero(1), dd, dH, dH + 5 * dd.transpose()).verdict == Verdict::kHolds);
  CHECK(on_submanifold(VecX::Zero(1), dd, dH, dH + VecX{{0.8, 0.6}}).verdict == Verdict::kFails);
  CHECK(on_submanifold(VecX::Ones(1), dd, dH, dH).verdict == Verdict::kFails);
}

TEST_CASE("resistive: a damper takes power, its negative gives it", "[structure]") {
  Random random(80);
  const MatX root = random.matrix(3, 2);
  CHECK(resistive(root * root.transpose()).verdict == Verdict::kHolds);
  CHECK(resistive(root * root.transpose() + random.skew(3)).verdict == Verdict::kHolds);
  const Check negative = resistive(MatX(-0.3 * MatX::Identity(2, 2)));
  CHECK(negative.verdict == Verdict::kFails);
  CHECK(negative.residual == 1);
  CHECK(resistive(MatX(0, 0)).verdict == Verdict::kHolds);
}

// S-13: friction of velocity v, heating an environment of temperature theta0.
TEST_CASE("resistive: friction keeps the energy and destroys exergy", "[structure]") {
  const double d = 0.3, theta0 = 300, v = 1.7, e_s = 12, theta = theta0 + e_s;
  const MatX O = d / theta0 * MatX{{theta, -v}, {-v, v * v / theta}};
  const VecX e{{v, e_s}}, shift{{0, theta0}};
  const Checks checks = onsager(O, e, shift);
  CHECK(worst(checks) == Verdict::kHolds);
  CHECK(checks[0].residual == 0);
  CHECK(checks[2].residual < 4e-15);
  const VecX f = O * e;
  CHECK(f(0) == Catch::Approx(d * v).epsilon(1e-13));
  CHECK(f(1) == Catch::Approx(-d * v * v / theta).epsilon(1e-13));
  CHECK(e.dot(O * e) == Catch::Approx(theta0 * d * v * v / theta).epsilon(1e-12));
  // theta0 in the place of theta in one entry: the energy drifts.
  MatX wrong = O;
  wrong(0, 0) = d;
  CHECK(onsager(wrong, e, shift)[2].verdict == Verdict::kFails);
  wrong = O;
  wrong(0, 1) *= -1;
  CHECK(onsager(wrong, e, shift)[0].verdict == Verdict::kFails);
  CHECK(onsager(-O, e, shift)[1].verdict == Verdict::kFails);
}

// S-31: H = q^2/2 + p^2/2 + q s + kappa s^2/2, whence H_c = p^2/2 + (1 - 1/kappa) q^2/2.
TEST_CASE("stability: the constrained energy decides", "[structure]") {
  const auto hessian = [](double kappa) { return MatX{{1, 0, 1}, {0, 1, 0}, {1, 0, kappa}}; };
  for (const double kappa : {-2.0, 0.5, 0.9, 1.5, 4.0}) {
    const MatX reduced = schur_complement(hessian(kappa), 1);
    CHECK(reduced(0, 0) == Catch::Approx(1 - 1 / kappa));
    CHECK(reduced(1, 1) == 1);
    const bool is_stable = kappa < 0 || kappa > 1;
    const Verdict expected = is_stable ? Verdict::kHolds : Verdict::kFails;
    CHECK(definite_reduced(hessian(kappa), 1).verdict == expected);
    // The same on the tangent space of H_s = q + kappa s = 0.
    CHECK(definite(hessian(kappa), MatX{{1, 0, kappa}}).verdict == expected);
  }
  CHECK(definite_reduced(hessian(0), 1).verdict == Verdict::kUndecided);  // not regular
  CHECK(definite_reduced(hessian(1), 1).verdict == Verdict::kUndecided);
}

// H = sum Pi_i^2 / 2 I_i with Phi(|Pi|^2 / 2), Phi' = -1/I_3: about the third axis.
TEST_CASE("stability: a free body turns stably about its first and last axis", "[structure]") {
  const auto turning = [](const Eigen::Vector3d& I, int axis) {
    MatX hessian = MatX::Zero(3, 3), along = MatX::Zero(1, 3);
    for (int i = 0; i < 3; ++i) hessian(i, i) = 1 / I(i) - 1 / I(axis);
    along(0, axis) = 1;  // Phi'' is free: what counts is the tangent space of |Pi| = const
    return definite(hessian, along).verdict;
  };
  CHECK(turning({1, 2, 3}, 2) == Verdict::kHolds);
  CHECK(turning({1, 2, 3}, 0) == Verdict::kHolds);
  CHECK(turning({1, 2, 3}, 1) == Verdict::kFails);
  CHECK(turning({1, 3, 3}, 2) == Verdict::kUndecided);
}

// S-33: pendulum, C = q, P = k (xi - pi)^2 / 2: upright stable if and only if k > m g l.
TEST_CASE("shaping: C - xi is conserved, and the shaped energy stands upright", "[structure]") {
  const MatX J{{0, 1}, {-1, 0}}, none(2, 0), g{{0}, {1}}, C{{1, 0}};
  CHECK(worst(energy_shaping(J, none, g, C)) == Verdict::kHolds);
  CHECK(worst(energy_shaping(J, none, g, MatX{{2, 0}})) == Verdict::kFails);
  CHECK(shaped(J, none, g).is_dirac());
  const double m = 2, gravity = 9.81, l = 0.5;
  for (const double k : {5.0, 9.0, 10.5, 20.0}) {  // m g l = 9.81
    const MatX hessian{{-m * gravity * l + k, 0}, {0, 1 / (m * l * l)}};
    CHECK((definite(hessian, MatX(0, 2)).verdict == Verdict::kHolds) == (k > m * gravity * l));
  }
  // With constraints P0 contains dC - dxi and the k forms A^T dq (E-004-3): dimension m + k.
  Random random(81);
  MatX canonical = MatX::Zero(6, 6), b = MatX::Zero(6, 1), inputs = MatX::Zero(6, 2);
  canonical.topRightCorner(3, 3).setIdentity();
  canonical.bottomLeftCorner(3, 3) = -MatX::Identity(3, 3);
  const MatX A = random.matrix(3, 1), dC = random.matrix(2, 3);
  b.bottomRows(3) = A;
  inputs.bottomRows(3) = dC.transpose();
  MatX gradients = MatX::Zero(2, 6);
  gradients.leftCols(3) = dC;
  CHECK(worst(energy_shaping(canonical, b, inputs, gradients)) == Verdict::kHolds);
  CHECK(8 - Subspaces(shaped(canonical, b, inputs).flows(), 1).rank() == 3);
}

}  // namespace porthos::structure::energy_test
