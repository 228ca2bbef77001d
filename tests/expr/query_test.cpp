#include "expr/query.hpp"

#include <catch_amalgamated.hpp>

#include "expr/derivative.hpp"
#include "expr/formulas.hpp"
#include "expr/functions.hpp"
#include "expr/text.hpp"

namespace query_test {
using namespace porthos::expr;

namespace {

std::vector<std::string> texts(std::span<const Expr> fs) {
  std::vector<std::string> result;
  for (const Expr f : fs) result.push_back(text(f));
  return result;
}

}  // namespace

TEST_CASE("query: a formula depends on what it contains", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), z = graph.symbol("z");
  const Expr f = sin(x) * y + 0 * z;
  CHECK(depends_on(f, x));
  CHECK(depends_on(f, y));
  CHECK_FALSE(depends_on(f, z));
  CHECK_FALSE(depends_on(2, x));
  CHECK(depends_on_any(f, std::vector{z, y}));
  CHECK_FALSE(depends_on_any(f, std::vector{z}));
  CHECK(symbols_of(std::vector<Expr>{y, 2, x * y}) == std::vector{x, y});
  CHECK(symbols_of(std::vector<Expr>{1}).empty());
}

TEST_CASE("query: the poles are the factors that can vanish", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), m = graph.symbol("m");
  const auto poles_of = [](Expr f) { return texts(poles(std::vector{f})); };
  using List = std::vector<std::string>;
  CHECK(poles_of(x * y + sin(x)) == List{});
  CHECK(poles_of(1 / x) == List{"x"});
  CHECK(poles_of(y / (3 * x * cos(y))) == List{"x", "cos(y)"});
  CHECK(poles_of(1 / (-pow(x, 3) * y)) == List{"y", "x"});
  CHECK(poles_of(1 / (x / (y + 1))) == List{"1 + y", "x"});
  CHECK(poles_of(pow(x, -3)) == List{"x"});
  CHECK(poles_of(pow(x, -1.5)) == List{"x"});
  CHECK(poles_of(pow(x, -40)) == List{"x"});
  CHECK(poles_of(tan(x)) == List{"cos(x)"});
  CHECK(poles_of(log(m * x)) == List{"x", "m"});
  CHECK(poles_of(1 / sqrt(1 - x)) == List{"1 - x"});
  CHECK(poles_of(y / (exp(x) * cosh(y))) == List{});
  CHECK(poles_of(1 / x + sin(y / x)) == List{"x"});
  CHECK(poles_of(graph.make(Op::kDiv, 1, 0) * x) == List{});
  CHECK(poles(std::vector<Expr>{1, 1 / x, 1 / y}).size() == 2);
}

TEST_CASE("query: a pole below a branch of an if has been seen by the author", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y");
  const Expr guarded = if_(less(0.1, x), 1 / x, 10);
  CHECK(poles(std::vector{guarded}).empty());
  CHECK(texts(poles(std::vector{guarded + 1 / x})) == std::vector<std::string>{"x"});
  CHECK(texts(poles(std::vector{if_(less(1 / y, x), 1 / x, 0)})) == std::vector<std::string>{"y"});
}

TEST_CASE("query: Euler angles lose their rate at the gimbal lock", "[expr]") {
  Graph graph;
  const Expr phi = graph.symbol("phi"), theta = graph.symbol("theta"), w = graph.symbol("w");
  const Expr rate = (sin(phi) * w + cos(phi)) / cos(theta) + tan(theta) * w;
  CHECK(texts(poles(std::vector{rate})) == std::vector<std::string>{"cos(theta)"});
}

TEST_CASE("query: coefficients of a linear formula", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), a = graph.symbol("a"),
             b = graph.symbol("b");
  const std::vector xs{x, y};
  const auto coefficients = [&](Expr f) {
    const auto c = linear_coefficients(f, xs);
    return c ? texts(*c) : std::vector<std::string>{"not linear"};
  };
  using List = std::vector<std::string>;
  const List none{"not linear"};
  CHECK(coefficients(x - b / 2 * y) == List{"1", "-0.5*b"});
  CHECK(coefficients(cos(a) * x) == List{"cos(a)", "0"});
  CHECK(coefficients((a + b) * (x + y) / b) == List{"(a + b)/b", "(a + b)/b"});
  CHECK(coefficients(0) == List{"0", "0"});
  CHECK(coefficients(if_(less(a, b), x, y)) == List{"if(a < b, 1, 0)", "if(a < b, 0, 1)"});
  // not homogeneous, not linear
  CHECK(coefficients(x + 1) == none);
  CHECK(coefficients(x + a) == none);
  CHECK(coefficients(3) == none);
  CHECK(coefficients(a) == none);
  CHECK(coefficients(x * y) == none);
  CHECK(coefficients(pow(x, 2)) == none);
  CHECK(coefficients(sin(x)) == none);
  CHECK(coefficients(x / y) == none);
  CHECK(coefficients(abs(x)) == none);
  CHECK(coefficients(max(x, -x)) == none);
  CHECK(coefficients(x + floor(y)) == none);
  CHECK(coefficients(sign(x)) == none);
  CHECK(coefficients(x + 1e-6 * sign(y)) == none);
  CHECK(coefficients(if_(less(x, 0), x, 2 * x)) == none);
  CHECK(coefficients(sqrt(x * x + y * y)) == none);
  CHECK(coefficients(x * a / a + 1e-9 * pow(y, 2)) == none);
}

TEST_CASE("query: linear by algebra that no local rule sees", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), a = graph.symbol("a");
  const std::vector xs{x, y};
  const auto is_linear = [&](Expr f) { return linear_coefficients(f, xs).has_value(); };
  CHECK(is_linear((x * x - y * y) / (x - y)));
  CHECK(is_linear(pow(x + y, 2) - pow(x, 2) - 2 * x * y - pow(y, 2) + 3 * x));
  CHECK(is_linear(x + pow(sin(a), 2) + pow(cos(a), 2) - 1));
  CHECK(is_linear(if_(less(x, 0), x, x + 0 * y)));
  CHECK(is_linear(max(x, x)));
  CHECK(is_linear(max(x, y) + min(x, y)));
  CHECK_FALSE(is_linear(max(x, y)));
}

TEST_CASE("query: the coefficients rebuild the formula", "[expr][law]") {
  Graph graph;
  std::mt19937 random(4);
  const std::vector xs = testing::symbols(graph, "x", 3);
  const std::vector ps = testing::symbols(graph, "p", 3);
  for (int trial = 0; trial < 50; ++trial) {
    Expr f = 0;
    for (const Expr x : xs) {
      const Expr p = ps[testing::below(random, 3)], q = ps[testing::below(random, 3)];
      f += (cos(p) - 2 * q) * x / (1 + p * p);
      f = f * (q + 2);
    }
    const auto c = linear_coefficients(f, xs);
    REQUIRE(c.has_value());
    Expr again = 0;
    for (std::size_t j = 0; j < xs.size(); ++j) again += (*c)[j] * xs[j];
    const auto difference = linear_coefficients(f - again, xs);
    REQUIRE(difference.has_value());
    for (const Expr d : *c) CHECK_FALSE(depends_on_any(d, xs));
  }
}

}  // namespace query_test
