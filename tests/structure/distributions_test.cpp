#include "structure/distributions.hpp"

#include <catch_amalgamated.hpp>

#include "random.hpp"

namespace porthos::structure::distributions_test {
namespace {

/// [S(Pi) S(p); S(p) 0] of [004] (4.54), with S(a) b = a x b: the structure of a free rigid body.
MatX body(const Eigen::Vector3d& Pi, const Eigen::Vector3d& p) {
  const auto S = [](const Eigen::Vector3d& a) {
    return MatX{{0, -a(2), a(1)}, {a(2), 0, -a(0)}, {-a(1), a(0), 0}};
  };
  MatX J = MatX::Zero(6, 6);
  J << S(Pi), S(p), S(p), MatX::Zero(3, 3);
  return J;
}

}  // namespace

TEST_CASE("distributions: their dimensions complement each other", "[structure]") {
  Random random(20);
  for (Index n = 1; n <= 6; ++n)
    for (Index k = 0; k <= n; ++k) {
      INFO(n << " ports, " << k << " constraints");
      const Distributions all = find_distributions(random.dirac(n, k));
      CHECK(all.G0.cols() == k);
      CHECK(all.P1.cols() == n - k);
      CHECK(worst(check(all)) == Verdict::kHolds);
    }
  // For another subspace they need not hold.
  const Dirac less = Dirac::image(MatX::Identity(2, 1), MatX::Zero(2, 1));
  CHECK(worst(check(find_distributions(less))) == Verdict::kFails);
}

TEST_CASE("distributions: canonical coordinates are counted", "[structure]") {
  // (4.58) with one pair, two Casimir functions and one constraint: f = J e + g x
  MatX J = MatX::Zero(5, 5), g = MatX::Zero(5, 1);
  J(0, 1) = 1;
  J(1, 0) = -1;
  g(4, 0) = 1;
  const auto sizes = canonical_sizes(Dirac::constrained(J, g));
  REQUIRE(sizes);
  CHECK(sizes->pairs == 1);
  CHECK(sizes->casimirs == 2);
  CHECK(sizes->constraints == 1);
}

TEST_CASE("distributions: Casimir functions of rigid bodies", "[structure]") {
  const Eigen::Vector3d Pi(0.3, -0.7, 0.5), p(1.1, 0.2, -0.4);
  const Dirac dirac = Dirac::graph(body(Pi, p));
  CHECK(canonical_sizes(dirac)->casimirs == 2);
  CHECK(canonical_sizes(dirac)->pairs == 2);
  VecX product(6), square = VecX::Zero(6), spin = VecX::Zero(6);
  product << p, Pi;        // d(Pi . p)
  square.tail(3) = 2 * p;  // d|p|^2
  spin.head(3) = 2 * Pi;   // d|Pi|^2, a Casimir of so(3)* alone
  CHECK(casimir(dirac, product).verdict == Verdict::kHolds);
  CHECK(casimir(dirac, square).verdict == Verdict::kHolds);
  CHECK(casimir(dirac, spin).verdict == Verdict::kFails);
  const Dirac rotation = Dirac::graph(body(Pi, p).topLeftCorner(3, 3));
  CHECK(casimir(rotation, spin.head(3)).residual < 1e-15);
  CHECK(canonical_sizes(rotation)->casimirs == 1);
}

// S-28: C1 and C2 parallel to L, states (q1, q2, phi), omega = 1 / sqrt(L (C1 + C2)) = 2.
TEST_CASE("distributions: an energy that determines the multipliers", "[structure]") {
  const MatX F{{1, 1, 0}, {0, 0, 1}, {0, 0, 0}}, E{{0, 0, -1}, {1, 0, 0}, {-1, 1, 0}};
  const Dirac circuit = Dirac::kernel(F, E);
  CHECK(circuit.is_dirac());
  const MatX hessian = Eigen::Vector3d(1 / 0.2, 1 / 0.3, 1 / 0.5).asDiagonal();
  CHECK(nondegenerate(circuit, hessian).verdict == Verdict::kHolds);
  // On E2 H'' x = 0 with x' = V a: F1 V a' = E1 H'' V a.
  const MatX V = Subspaces(E.bottomRows(1) * hessian).kernel();
  const MatX A = (F.topRows(2) * V).inverse() * E.topRows(2) * hessian * V;
  CHECK(A.trace() == Catch::Approx(0).margin(1e-14));
  CHECK(A.determinant() == Catch::Approx(4));
  // E_C F_L^T + F_C E_L^T = 0 (Tellegen) makes it a Dirac structure; with one sign changed it is
  // none.
  MatX wrong = E;
  wrong(1, 0) = -1;
  CHECK_FALSE(Dirac::kernel(F, wrong).is_dirac());
  // S-31 in (q, p, s): H_ss = kappa.
  const Dirac canonical =
      Dirac::constrained(MatX{{0, 1, 0}, {-1, 0, 0}, {0, 0, 0}}, MatX{{0}, {0}, {1}});
  const auto energy = [](double kappa) { return MatX{{1, 0, 1}, {0, 1, 0}, {1, 0, kappa}}; };
  CHECK(nondegenerate(canonical, energy(0.5)).verdict == Verdict::kHolds);
  CHECK(nondegenerate(canonical, energy(0)).verdict == Verdict::kFails);
  CHECK(nondegenerate(canonical, energy(0)).residual == 1);
}

TEST_CASE("distributions: brackets are of admissible functions only, and skew", "[structure]") {
  Random random(21);
  const MatX J = random.skew(5), g = random.matrix(5, 2), x = random.matrix(2, 5);
  const Dirac dirac = Dirac::constrained(J, g);
  const MatX free = Subspaces(g.transpose()).kernel();
  const VecX a = free * random.vector(3), b = free * random.vector(3);
  REQUIRE(bracket(dirac, a, b).has_value());
  CHECK(*bracket(dirac, a, b) == Catch::Approx(a.dot(J * b)).margin(1e-13));
  CHECK(*bracket(dirac, a, b) == Catch::Approx(-*bracket(dirac, b, a)).margin(1e-13));
  // independent of the J that represents the structure
  const Dirac same = Dirac::constrained(J + g * x - x.transpose() * g.transpose(), g);
  CHECK(*bracket(same, a, b) == Catch::Approx(*bracket(dirac, a, b)).margin(1e-12));
  CHECK_FALSE(bracket(dirac, a, g.col(0)).has_value());
  CHECK(admissible(dirac, a).verdict == Verdict::kHolds);
  CHECK(admissible(dirac, g.col(0)).residual == Catch::Approx(1));
}

}  // namespace porthos::structure::distributions_test
