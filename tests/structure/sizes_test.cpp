// Structures with entries from 1e-6 to 1e6: every operation gives a Dirac structure, or reports
// that a rank is undecided.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "random.hpp"
#include "structure/compose.hpp"
#include "structure/constrain.hpp"
#include "structure/distributions.hpp"
#include "structure/interconnect.hpp"
#include "structure/tensor.hpp"
#include "support/sanitized.hpp"

namespace porthos::structure::sizes_test {
namespace {

using test::kSanitized;

const int kCases = kSanitized ? 300 : 10000;

/// Numbers of either sign from 1e-6 to 1e6, as many of each power.
MatX of_all_sizes(Random& random, Index rows, Index columns) {
  MatX a(rows, columns);
  for (double& entry : a.reshaped())
    entry = std::copysign(std::pow(10.0, 6 * random.number()), random.number());
  return a;
}

MatX skew(Random& random, Index n) {
  MatX a = of_all_sizes(random, n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) a(i, j) = i == j ? 0 : -a(j, i);
  return a;
}

Dirac dirac(Random& random, Index n, Index k, bool is_dual) {
  const MatX J = skew(random, n), g = of_all_sizes(random, n, k);
  return is_dual ? Dirac::presymplectic(J, g.transpose()) : Dirac::constrained(J, g);
}

/// The number of questions, and of undecided ranks.
struct Count {
  int all = 0, undecided = 0;

  /// True if it is decided; then it has to be a Dirac structure, by numbers of its own.
  bool is_dirac(const Dirac& one) {
    ++all;
    if (worst(one.check()) == Verdict::kUndecided) {
      ++undecided;
      return false;
    }
    const MatX Q = one.basis();
    MatX powers = one.flows().transpose() * one.efforts();
    powers += powers.transpose().eval();
    CHECK(one.dimension() == one.size());
    CHECK(largest_entry(powers) <= 1e-12);
    CHECK(largest_entry(Q.transpose() * Q - MatX::Identity(Q.cols(), Q.cols())) <= 1e-12);
    return true;
  }
  /// Equal up to rounding; false if rounding exceeds the tolerance.
  bool is_equal(const Dirac& a, const Dirac& b) {
    ++all;
    const Check check = equality(a, b);
    CHECK(check.verdict != Verdict::kFails);
    undecided += check.verdict == Verdict::kUndecided;
    return check.verdict == Verdict::kHolds;
  }
};

}  // namespace

TEST_CASE("sizes: small gyrators compose", "[structure][T-18]") {
  for (const double a : {1e-4, 1e-6, 1e-9, 3e5}) {
    CAPTURE(a);
    const Dirac gyrator = Dirac::graph(MatX{{0, a}, {-a, 0}});
    const Dirac series = compose(gyrator, {1}, gyrator, {0});
    CHECK(series.is_dirac());
    CHECK(series.isotropy() <= 1e-15);
    // f1 = a e, f = -a e1 and -f = a e2, f2 = -a e: the transformer e1 = e2, f1 = -f2.
    CHECK(distance_to(series, VecX{{1, -1}}, VecX::Zero(2)) < 1e-14);
    CHECK(distance_to(series, VecX::Zero(2), VecX{{1, 1}}) < 1e-14);
  }
}

// [003] Prop. 5.9: ker dz, ker dy and ker(x dx + dy + dz), near x = 0.
TEST_CASE("sizes: three planes that nearly share a line have a product", "[structure][T-19]") {
  for (const double x : {1e-2, 1e-4, 1e-6, 1e-9}) {
    CAPTURE(x);
    const Dirac a = interaction(MatX{{0, 0, 1}}), b = interaction(MatX{{0, 1, 0}}),
                c = interaction(MatX{{x, 1, 1}});
    const Dirac product = tensor(tensor(a, b), c);
    CHECK(product.is_dirac());
    CHECK(distance(product, interaction(MatX::Identity(3, 3))) < 1e-14);
    CHECK(distance(product, tensor(a, tensor(c, b))) < 1e-14);
  }
}

TEST_CASE("sizes: every operation gives a Dirac structure or is undecided", "[structure]") {
  Random random(100);
  Count made, joined, converted, equal;
  for (int number = 0; number < kCases; ++number) {
    CAPTURE(number);
    const Index n = 1 + number % 5;
    const Dirac a = dirac(random, n, number % 3, number % 2 != 0),
                b = dirac(random, n, number % 4, number % 7 < 3);
    if (!made.is_dirac(a) || !made.is_dirac(b)) continue;
    const Ports first{0}, last{n - 1};
    joined.is_dirac(compose(a, last, b, first));
    joined.is_dirac(compose(a, last, b, first, Coupling::kOppositeEfforts));
    joined.is_dirac(direct_sum(a, b));
    const Dirac product = tensor(a, b);
    if (joined.is_dirac(product)) equal.is_equal(product, tensor(b, a));
    joined.is_dirac(constrain(a, of_all_sizes(random, 1, n)));
    joined.is_dirac(interconnect(skew(random, 3), of_all_sizes(random, 3, n), a));
    const Dirac c = dirac(random, n, 1, false);
    if (n > 1)  // a(last) - b(first), b(last) - c(first)
      equal.is_equal(compose(compose(a, last, b, first), {2 * n - 3}, c, first),
                     compose(a, last, compose(b, last, c, first), first));
    equal.is_equal(a, make(to_image(a)));
    equal.is_equal(a, make(to_kernel(a)));
    for (const auto& again :
         {to_constrained(a) ? std::optional(make(*to_constrained(a))) : std::nullopt,
          to_presymplectic(a) ? std::optional(make(*to_presymplectic(a))) : std::nullopt,
          to_hybrid(a) ? std::optional(make(*to_hybrid(a))) : std::nullopt}) {
      ++converted.all;
      converted.undecided += !again;
      if (again) equal.is_equal(a, *again);
    }
  }
  // Small as the entries may be, they are data: hardly anything has to stay undecided.
  CHECK(made.undecided == 0);
  for (const Count& count : {joined, converted, equal}) CHECK(count.undecided * 1000 <= count.all);
}

}  // namespace porthos::structure::sizes_test
