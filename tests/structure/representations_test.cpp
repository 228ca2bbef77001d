#include "structure/representations.hpp"

#include <catch_amalgamated.hpp>

#include "random.hpp"
#include "structure/distributions.hpp"

namespace porthos::structure::representations_test {
namespace {

double skewness(const MatX& J) { return largest_entry(J + J.transpose()); }

}  // namespace

TEST_CASE("representations: every one leads back to the same structure", "[structure]") {
  Random random(10);
  for (Index n = 1; n <= 6; ++n)
    for (Index k = 0; k <= n; ++k)
      for (const bool is_dual : {false, true}) {
        INFO(n << " ports, " << k << " constraints, " << (is_dual ? "III" : "II"));
        const MatX J = random.skew(n), g = random.matrix(n, k);
        const Dirac dirac =
            is_dual ? Dirac::presymplectic(J, g.transpose()) : Dirac::constrained(J, g);
        REQUIRE(dirac.is_dirac());
        CHECK(distance(dirac, make(to_image(dirac))) < 1e-9);
        const Kernel kernel = to_kernel(dirac);
        CHECK(kernel.F.rows() == n);
        CHECK(largest_entry(kernel.E * kernel.F.transpose() + kernel.F * kernel.E.transpose()) <
              1e-13);
        CHECK(distance(dirac, make(kernel)) < 1e-9);
        const MatX Et = kernel.E.transpose(), Ft = kernel.F.transpose();
        CHECK(distance(dirac, Dirac::image(Et, -Ft)) < 1e-9);  // (3.27)
        if (n - k >= 2) CHECK(distance(dirac, Dirac::image(Et, Ft)) > 0.01);
        const auto second = to_constrained(dirac);
        REQUIRE(second);
        CHECK(skewness(second->J) == 0);
        CHECK(distance(dirac, make(*second)) < 1e-9);
        const auto third = to_presymplectic(dirac);
        REQUIRE(third);
        CHECK(distance(dirac, make(*third)) < 1e-9);
        CHECK((is_dual ? third->p.rows() : second->g.cols()) == k);
        const auto hybrid = to_hybrid(dirac);
        REQUIRE(hybrid);
        CHECK(skewness(hybrid->J) == 0);
        CHECK(distance(dirac, make(*hybrid)) < 1e-9);
      }
}

TEST_CASE("representations: input-output needs G0 = 0 or P0 = 0", "[structure]") {
  Random random(11);
  const Dirac direct = random.dirac(4, 0),
              inverse = Dirac::presymplectic(random.skew(3), MatX(0, 3));
  REQUIRE(to_input_output(direct));
  CHECK_FALSE(to_input_output(direct)->is_inverse);
  CHECK(distance(direct, make(*to_input_output(direct))) < 1e-9);
  REQUIRE(to_input_output(inverse));  // of odd size: J would be singular
  CHECK(to_input_output(inverse)->is_inverse);
  CHECK(distance(inverse, make(*to_input_output(inverse))) < 1e-9);
  const Dirac neither = Dirac::constrained(MatX::Zero(2, 2), MatX::Identity(2, 1));
  CHECK_FALSE(to_input_output(neither));
  CHECK(to_input_output(neither).why ==
        "f = J e needs G0 = 0, and G0 has dimension 1 (so many efforts are constrained); e = J f "
        "needs P0 = 0, and P0 "
        "has dimension 1 (so many flows are)");
}

TEST_CASE("representations: what is no Dirac structure has none with a skew matrix",
          "[structure]") {
  const Dirac less = Dirac::image(MatX::Identity(3, 2), MatX::Zero(3, 2));
  CHECK_FALSE(to_constrained(less));
  CHECK_FALSE(to_presymplectic(less));
  CHECK_FALSE(to_hybrid(less));
  CHECK_FALSE(to_input_output(less));
  CHECK(to_constrained(less).why.starts_with("this is not a Dirac structure: dimension"));
  CHECK(distance(less, make(to_kernel(less))) < 1e-9);  // but every subspace has a kernel
}

TEST_CASE("representations: the hybrid form of a large structure is found by pivoting",
          "[structure]") {
  Random random(12);
  for (const Index k : {0, 3, 11, 20}) {
    const Dirac dirac = random.dirac(20, k);
    const auto hybrid = to_hybrid(dirac);
    REQUIRE(hybrid);
    CHECK(hybrid->a.size() + hybrid->b.size() == 20);
    CHECK(hybrid->condition < 100);
    CHECK(distance(dirac, make(*hybrid)) < 1e-9);
  }
}

// [002] (27): (p1.f; pj.e) = [0 -A^T; A 0](p1.e; pj.f), here with one number in the place of Ad.
TEST_CASE("representations: an offset is hybrid", "[structure]") {
  const Dirac offset = make(Hybrid{{0}, {1}, MatX{{0, -0.5}, {0.5, 0}}});
  REQUIRE(offset.is_dirac());
  CHECK(distance_to(offset, VecX{{-0.5 * 3, 3}}, VecX{{2, 0.5 * 2}}) < 1e-15);
  CHECK_FALSE(to_input_output(offset));
  const auto hybrid = to_hybrid(offset);
  REQUIRE(hybrid);
  CHECK(hybrid->a.size() == 1);
  CHECK(hybrid->condition == Catch::Approx(1));
}

// [004] Ex. 3.2, 3.3 with A^T q' = 0, A (n x k): (3.22), (3.23), (3.26), S-29.
TEST_CASE("representations: the three printed ones of a constrained mechanism agree",
          "[structure]") {
  Random random(13);
  const Index n = 3, k = 1;
  const MatX A = random.matrix(n, k), I = MatX::Identity(n, n), O = MatX::Zero(n, n);
  MatX J(2 * n, 2 * n), below(2 * n, k), beside(2 * n, k);
  J << O, I, -I, O;
  below << MatX::Zero(n, k), A;
  beside << A, MatX::Zero(n, k);
  const Dirac second = Dirac::constrained(J, below);
  // (3.26): dH = omega x' + (A; 0) x, 0 = A^T q'; omega is the inverse of J
  const Dirac third = Dirac::presymplectic(-J, beside.transpose());
  // rep. I: [I 0; 0 S; 0 0](q'; p') = [0 I; -S 0; 0 A^T] dH with S A = 0
  const MatX S = Subspaces(A.transpose()).kernel().transpose();
  MatX F = MatX::Zero(2 * n, 2 * n), E = MatX::Zero(2 * n, 2 * n);
  F.topLeftCorner(n, n) = I;
  F.block(n, n, n - k, n) = S;
  E.topRightCorner(n, n) = I;
  E.block(n, 0, n - k, n) = -S;
  E.block(2 * n - k, n, k, n) = A.transpose();
  const Dirac first = Dirac::kernel(F, E);
  CHECK(second.is_dirac());
  CHECK(distance(first, second) < 1e-13);
  CHECK(distance(first, third) < 1e-13);
  CHECK(distance(first, Dirac::presymplectic(J, beside.transpose())) > 0.1);
  const Distributions all = find_distributions(first);
  CHECK(all.G0.cols() == k);
  CHECK(all.P0.cols() == k);
  CHECK(worst(check(all)) == Verdict::kHolds);
}

}  // namespace porthos::structure::representations_test
