#include "expr/agree.hpp"

#include <catch_amalgamated.hpp>

#include "expr/functions.hpp"

namespace agree_test {
using namespace porthos::expr;

namespace {

bool agree(const Expr& f, const Expr& g, bool if_unknown = true) {
  const std::vector<Expr> one{f}, other{g};
  return porthos::expr::agree(one, other, if_unknown);
}

}  // namespace

TEST_CASE("agree: an identity is one, and what differs is none", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  CHECK(agree(sin(x) * sin(x) + cos(x) * cos(x), Expr(1.0)));
  CHECK_FALSE(agree(sin(x), x));
}

TEST_CASE("agree: where a root needs one symbol to be small it is found so", "[expr]") {
  // At ordinary values of x, y and z there is no root.
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), z = graph.symbol("z");
  const Expr root = sqrt(0.09 - x * x - y * y - z * z);
  CHECK_FALSE(agree(root, Expr(0.3), true));
  CHECK(agree(root * root + x * x + y * y + z * z, Expr(0.09), false));
}

TEST_CASE("agree: where nothing can be compared the answer is the one that was asked for",
          "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr none = sqrt(-1.0 - x * x);
  CHECK(agree(none, x, true));
  CHECK_FALSE(agree(none, x, false));
}

}  // namespace agree_test
