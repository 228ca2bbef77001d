#include "structure/compose.hpp"

#include <catch_amalgamated.hpp>

#include "random.hpp"
#include "structure/tensor.hpp"

namespace porthos::structure::compose_test {

TEST_CASE("compose: what is left of two Dirac structures is one", "[structure]") {
  Random random(30);
  for (int number = 0; number < 20; ++number)
    for (const Coupling coupling : {Coupling::kOppositeFlows, Coupling::kOppositeEfforts}) {
      const Dirac a = random.dirac(4, number % 5), b = random.dirac(5, number % 3);
      const Dirac both = compose(a, {1, 3}, b, {0, 4}, coupling);
      CHECK(both.size() == 5);
      CHECK(worst(both.check()) == Verdict::kHolds);
    }
  // Nothing shared: the direct sum.
  const Dirac a = random.dirac(2, 1), b = random.dirac(3, 0);
  CHECK(distance(compose(a, {}, b, {}), direct_sum(a, b)) < 1e-13);
  CHECK(direct_sum(a, b).is_dirac());
}

TEST_CASE("compose: what is no Dirac structure leaves none", "[structure]") {
  Random random(31);
  MatX J = random.skew(3);
  J(0, 0) = 1;
  CHECK_FALSE(compose(Dirac::graph(J), {1}, random.dirac(2, 0), {0}).is_dirac());
}

TEST_CASE("compose: the order of three does not matter", "[structure]") {
  Random random(32);
  for (int number = 0; number < 20; ++number) {
    INFO("case " << number);
    const Dirac a = random.dirac(3, number % 4), b = random.dirac(4, number % 3),
                c = random.dirac(3, number % 2);
    // a(2) - b(0), b(3) - c(1); left are a 0 1, b 1 2, c 0 2
    const Dirac left = compose(compose(a, {2}, b, {0}), {4}, c, {1});
    const Dirac right = compose(a, {2}, compose(b, {3}, c, {1}), {0});
    CHECK(distance(left, right) < 1e-9);
  }
}

TEST_CASE("compose: the two ways to meet differ by the direction of one port", "[structure]") {
  Random random(33);
  const Dirac a = random.dirac(3, 1), b = random.dirac(3, 0);
  MatX turn = MatX::Identity(3, 3);
  turn(0, 0) = -1;
  const Dirac turned = Dirac::image(turn * b.flows(), turn * b.efforts());
  const Dirac opposite = compose(a, {2}, b, {0}, Coupling::kOppositeEfforts);
  CHECK(distance(opposite, compose(a, {2}, turned, {0})) < 1e-12);
  CHECK(distance(opposite, compose(a, {2}, b, {0})) > 0.01);
}

// [003] Prop. 5.12: D1 || D2 = Psi_*((D1 + D2) x D_int) with v_s + v_s' = 0.
TEST_CASE("compose: composition is a product with the interaction, pushed forward", "[structure]") {
  Random random(34);
  for (int number = 0; number < 20; ++number) {
    INFO("case " << number);
    const Dirac a = random.dirac(3, number % 4), b = random.dirac(4, number % 5);
    MatX joint = MatX::Zero(1, 7), keep = MatX::Zero(5, 7);
    joint(0, 2) = joint(0, 3) = 1;  // the last port of a, the first of b
    keep(0, 0) = keep(1, 1) = keep(2, 4) = keep(3, 5) = keep(4, 6) = 1;
    const Dirac product = tensor(direct_sum(a, b), interaction(joint));
    CHECK(product.is_dirac());
    CHECK(distance(push_forward(product, keep), compose(a, {2}, b, {0})) < 1e-9);
  }
}

TEST_CASE("compose: reordered ports carry their pairs with them", "[structure]") {
  Random random(35);
  const Dirac a = random.dirac(3, 1);
  const Dirac turned = reordered(a, {2, 0, 1});
  CHECK(turned.is_dirac());
  CHECK(distance(reordered(turned, {1, 2, 0}), a) < 1e-14);
  CHECK(distance(turned, a) > 0.01);
}

}  // namespace porthos::structure::compose_test
