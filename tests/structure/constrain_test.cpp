#include "structure/constrain.hpp"

#include <catch_amalgamated.hpp>

#include "random.hpp"
#include "structure/modulated.hpp"

namespace porthos::structure::constrain_test {
namespace {

/// [001] Remark 5: D = {(f1, 0; 0, e2)} with E = [1, x].
Dirac remark_5() { return Dirac::image(MatX{{1, 0}, {0, 0}}, MatX{{0, 0}, {0, 1}}); }

MatX row_of_remark_5(const VecX& x) { return MatX{{1, x(0)}}; }

}  // namespace

TEST_CASE("constrain: at a point it is always a Dirac structure", "[structure]") {
  Random random(50);
  for (int number = 0; number < 200; ++number) {
    INFO("case " << number);
    const Index n = 2 + number % 4, rows = number % 5, rank = std::min(rows, Index(number % 3));
    const Dirac dirac = random.dirac(n, number % (n + 1));
    const MatX E = random.of_rank(rows, n, rank);
    const Dirac less = constrain(dirac, E);
    CHECK(worst(less.check()) == Verdict::kHolds);
    CHECK(largest_entry(E * less.efforts()) < 1e-12);
    // n - rank(E L) pairs of D had efforts that E allows
    const Index dimension = n - Subspaces(constraint_criterion(dirac, E), spectral_norm(E)).rank();
    MatX both(2 * n, 0);
    const MatX apart = MatX::Identity(2 * n, 2 * n) - dirac.projector();
    MatX conditions(2 * n + rows, 2 * n);
    conditions << apart, MatX::Zero(rows, n), E;
    CHECK(Subspaces(conditions).kernel().cols() == dimension);
  }
}

TEST_CASE("constrain: it takes a scale of its own", "[structure]") {
  Random random(51);
  const Dirac dirac = random.dirac(4, 1);
  const MatX E = random.matrix(1, 4);
  CHECK(distance(constrain(dirac, E), constrain(dirac, 1e9 * E)) < 1e-12);
  CHECK(distance(constrain(dirac, E), constrain(dirac, 1e-9 * E)) < 1e-12);
}

// E-001-13: the dimensions of D with ker E are 2 at x = 0 and 1 elsewhere (printed: 1 and 0).
TEST_CASE("constrain: Remark 5 jumps", "[structure]") {
  const Dirac dirac = remark_5();
  REQUIRE(dirac.is_dirac());
  const auto at = [&](double x) { return constrain(dirac, MatX{{1, x}}); };
  CHECK(2 - Subspaces(constraint_criterion(dirac, MatX{{1, 0}})).rank() == 2);
  CHECK(distance(at(0), dirac) < 1e-15);
  const Dirac flows_only = Dirac::image(MatX::Identity(2, 2), MatX::Zero(2, 2));
  for (const double x : {1e-6, 1e-2, -1.0, 7.0}) {
    CHECK(2 - Subspaces(constraint_criterion(dirac, MatX{{1, x}})).rank() == 1);
    CHECK(distance(at(x), flows_only) < 1e-14);
    CHECK(at(x).is_dirac());
  }
  for (const double h : {1e-2, 1e-4, 1e-6})
    CHECK(spectral_norm(at(0).projector() - at(h).projector()) == Catch::Approx(1).epsilon(1e-12));
  const auto field = [&](const VecX& x) { return constrain(dirac, row_of_remark_5(x)); };
  const Check jump = continuity(field, VecX::Zero(1));
  CHECK(jump.verdict == Verdict::kFails);
  CHECK(jump.residual == Catch::Approx(1).epsilon(1e-12));
  CHECK(jump.note == "|P(x+h) - P(x)| = 1, 1, 1 for h = 1e-2, 1e-4, 1e-6");
  CHECK(continuity(field, VecX::Ones(1)).verdict == Verdict::kHolds);
  const auto criterion = [&](const VecX& x) {
    return constraint_criterion(dirac, row_of_remark_5(x));
  };
  const Statement kept{"rank(E L) is constant", "[001] Prop. 4", "T-03"};
  CHECK(constant_rank(kept, criterion, VecX::Zero(1), 1).verdict == Verdict::kFails);
  CHECK(constant_rank(kept, criterion, VecX::Ones(1), 1).verdict == Verdict::kHolds);
}

TEST_CASE("modulated: a structure with its rank is continuous, one with a step is not",
          "[structure]") {
  const auto smooth = [](const VecX& x) {
    return Dirac::constrained(MatX{{0, 1, 0}, {-1, 0, x(0)}, {0, -x(0), 0}},
                              MatX{{std::cos(x(1))}, {std::sin(x(1))}, {0}});
  };
  const Check holds = continuity(smooth, VecX{{0.3, 0.2}});
  CHECK(holds.verdict == Verdict::kHolds);
  CHECK(holds.residual > 0);
  const auto root = [](const VecX& x) {  // continuous, but not in proportion
    const double a = std::sqrt(std::abs(x(0)));
    return Dirac::graph(MatX{{0, a}, {-a, 0}});
  };
  CHECK(continuity(root, VecX::Zero(1)).verdict == Verdict::kFails);
  const auto pole = [](const VecX& x) { return Dirac::graph(MatX{{0, 1 / x(0)}, {-1 / x(0), 0}}); };
  CHECK(continuity(pole, VecX::Zero(1)).verdict == Verdict::kUndecided);
}

TEST_CASE("modulated: a point is regular where no dimension changes", "[structure]") {
  const auto field = [](const VecX& x) { return Dirac::graph(MatX{{0, x(0)}, {-x(0), 0}}); };
  const Checks at_zero = regular_point(field, VecX::Zero(2));
  CHECK(at_zero[0].verdict == Verdict::kFails);  // dim G1 is 0 at x = 0, else 2
  CHECK(at_zero[0].residual == 2);
  CHECK(at_zero[1].verdict == Verdict::kHolds);
  CHECK(worst(regular_point(field, VecX{{0.5, 0}})) == Verdict::kHolds);
}

}  // namespace porthos::structure::constrain_test
