#include "structure/dirac.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "random.hpp"

namespace porthos::structure::dirac_test {

namespace {

/// D^perp of the pairing <e1 | f2> + <e2 | f1>, of the basis alone.
Dirac orthogonal(const Dirac& dirac) {
  MatX swapped(2 * dirac.size(), dirac.basis().cols());
  swapped << dirac.basis().bottomRows(dirac.size()), dirac.basis().topRows(dirac.size());
  return Dirac::span(Subspaces(swapped.transpose()).kernel());
}

}  // namespace

TEST_CASE("dirac: representation II of random matrices is a Dirac structure", "[structure]") {
  Random random(1);
  for (Index n = 1; n <= 7; ++n)
    for (Index k = 0; k <= n; ++k) {
      INFO(n << " ports, " << k << " constraints");
      const Dirac dirac = random.dirac(n, k);
      CHECK(dirac.dimension() == n);
      CHECK(dirac.isotropy() < 1e-14);
      CHECK(dirac.is_dirac());
      CHECK(worst(dirac.check()) == Verdict::kHolds);
      CHECK(distance(dirac, orthogonal(dirac)) < 1e-13);  // D = D^perp
    }
}

TEST_CASE("dirac: without one of its columns the dimension fails, and nothing else",
          "[structure]") {
  Random random(2);
  const Dirac less = Dirac::span(random.dirac(5, 2).basis().leftCols(4));
  const Checks checks = less.check();
  CHECK(checks[0].name == "dimension");
  CHECK(checks[0].verdict == Verdict::kFails);
  CHECK(checks[0].residual == 1);
  CHECK(checks[1].verdict == Verdict::kHolds);
  CHECK_FALSE(less.is_dirac());
  CHECK(orthogonal(less).dimension() == 6);
}

TEST_CASE("dirac: with a symmetric part of J the isotropy fails, and nothing else", "[structure]") {
  Random random(3);
  MatX J = random.skew(4);
  J(1, 1) += 0.5;
  const Checks checks = Dirac::constrained(J, MatX(4, 0)).check();
  CHECK(checks[0].verdict == Verdict::kHolds);
  CHECK(checks[1].verdict == Verdict::kFails);
  CHECK(checks[1].residual > 0.05);
}

// E-001-1: [001] Sec. 2 asks K L^T + L K^T = 0 of im[K; L], which is the condition of the kernel.
TEST_CASE("dirac: the condition printed for images is that of kernels", "[structure]") {
  // The columns (f1; e1) = (1; 1) and (1; -1) are all pairs of port 1; their powers cancel in the
  // sum.
  MatX K(2, 2), L(2, 2);
  K << 1, 1, 0, 0;
  L << 1, -1, 0, 0;
  REQUIRE(largest_entry(K * L.transpose() + L * K.transpose()) == 0);
  MatX both(4, 2);
  both << K, L;
  REQUIRE(Subspaces(both).rank() == 2);
  const Dirac image = Dirac::image(K, L);
  CHECK(image.dimension() == 2);
  CHECK(image.isotropy() > 0.9);
  CHECK_FALSE(image.is_dirac());
  CHECK(largest_entry(K.transpose() * L + L.transpose() * K) > 1);

  Random random(4);  // and the two right conditions, of matrices that meet them
  const Dirac dirac = random.dirac(4, 1);
  const MatX F = dirac.efforts().transpose(), E = -dirac.flows().transpose();
  REQUIRE(largest_entry(E * F.transpose() + F * E.transpose()) < 1e-15);
  CHECK(distance(Dirac::kernel(F, E), dirac) < 1e-13);
}

TEST_CASE("dirac: numbers that are none are undecided, not wrong", "[structure]") {
  MatX J = MatX::Zero(2, 2);
  J(0, 1) = std::nan("");
  CHECK(worst(Dirac::graph(J).check()) == Verdict::kUndecided);
  CHECK(worst(Dirac::constrained(J, MatX(2, 0)).check()) == Verdict::kUndecided);
  CHECK(worst(Dirac::kernel(J, J).check()) == Verdict::kUndecided);
  CHECK_FALSE(Dirac::graph(J).is_dirac());
  CHECK(equality(Dirac::graph(J), Dirac::graph(J)).verdict == Verdict::kUndecided);
}

TEST_CASE("dirac: a rank that hangs on the cut is undecided", "[structure]") {
  // The second vector differs from the first by a hundred roundings of its entries.
  const auto flows = [](double apart) { return MatX{{1, 1}, {1, 1 + apart}}; };
  const auto verdict = [&](double apart) {
    return worst(Dirac::image(flows(apart), MatX::Zero(2, 2)).check());
  };
  CHECK(verdict(1e-13) == Verdict::kUndecided);
  CHECK(verdict(1e-15) == Verdict::kFails);  // they are one vector, and a dimension is missing
  CHECK(verdict(1e-10) == Verdict::kHolds);
}

TEST_CASE("dirac: equal are those with the same projector", "[structure]") {
  Random random(5);
  const MatX J = random.skew(4), g = random.matrix(4, 2), mixed = random.matrix(2, 2);
  const Dirac dirac = Dirac::constrained(J, g);
  const MatX x = random.matrix(2, 4);  // J only counts modulo Im g
  const Dirac same = Dirac::constrained(J + g * x - x.transpose() * g.transpose(), g * mixed);
  CHECK(equality(dirac, same).verdict == Verdict::kHolds);
  CHECK(equality(dirac, same).residual < 1e-13);
  CHECK(equality(dirac, Dirac::constrained(-J, g)).verdict == Verdict::kFails);
  CHECK(equality(dirac, random.dirac(3, 1)).verdict == Verdict::kNotApplicable);
  const VecX e = Subspaces(g.transpose()).kernel().col(0);
  CHECK(distance_to(dirac, J * e + g.col(0), e) < 1e-14);
  CHECK(distance_to(dirac, J * e, e + g.col(0)) > 0.1);
}

TEST_CASE("checks: the worst of several decides", "[structure]") {
  constexpr Statement kAny = {"any", "[004]", "T-01"};
  const Check good = bounded(kAny, 0, 1), bad = bounded(kAny, 2, 1),
              none = not_applicable(kAny, "");
  const Check unsure = bounded(kAny, 2, 1, 1.5);
  CHECK(unsure.verdict == Verdict::kUndecided);
  CHECK(bounded(kAny, 20, 1, 1.5).verdict == Verdict::kFails);
  CHECK(worst({}) == Verdict::kNotApplicable);
  CHECK(worst({none, good}) == Verdict::kHolds);
  CHECK(worst({unsure, good}) == Verdict::kUndecided);
  CHECK(worst({unsure, bad, good}) == Verdict::kFails);
  CHECK(to_text(bad) == "any [004] (T-01): fails, 2 > 1");
}

}  // namespace porthos::structure::dirac_test
