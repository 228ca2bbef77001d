// Formulas that vanish for all values of their symbols, and formulas that nearly do.

#include "expr/vanishes.hpp"

#include <catch_amalgamated.hpp>

#include "expr/functions.hpp"

namespace porthos::test::vanishes_test {

using namespace expr;

TEST_CASE("vanishes: identities of algebra and of angles", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), z = graph.symbol("z");
  CHECK(vanishes(Expr(0.0)));
  CHECK(vanishes((x + y) * (x - y) - (x * x - y * y)));
  CHECK(vanishes(cos(x) * cos(x) + sin(x) * sin(x) - 1));
  CHECK(vanishes(sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y)));
  CHECK(vanishes(1e9 * (x * (y / z) - (x * y) / z)));
  CHECK(vanishes((sqrt(x * x + 1) - 1) * (sqrt(x * x + 1) + 1) - x * x));
}

TEST_CASE("vanishes: what is small is not zero", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y");
  CHECK_FALSE(vanishes(Expr(1e-300)));
  CHECK_FALSE(vanishes(1e-30 * x));
  CHECK_FALSE(vanishes(sin(x) - x));
  CHECK_FALSE(vanishes(1e-12 * sin(x) + cos(y) * cos(y) + sin(y) * sin(y) - 1));
  CHECK_FALSE(vanishes(abs(x) - x));   // zero for positive x alone
  CHECK_FALSE(vanishes(log(-x * x)));  // has no value anywhere: nothing is known
}

}  // namespace porthos::test::vanishes_test
