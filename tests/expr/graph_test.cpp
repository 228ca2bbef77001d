#include "expr/graph.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/formulas.hpp"
#include "expr/functions.hpp"
#include "expr/text.hpp"

namespace graph_test {
using namespace porthos::expr;

TEST_CASE("expr: a formula is a handle of at most 16 bytes, copied like a number", "[expr]") {
  STATIC_CHECK(sizeof(Expr) <= 16);
  STATIC_CHECK(std::is_trivially_copyable_v<Expr>);
}

TEST_CASE("expr: numbers need no graph and are computed at once", "[expr]") {
  CHECK(constant(Expr()) == 0.0);
  CHECK(constant(Expr(2.0) * 3 + 1) == 7.0);
  CHECK(constant(sin(Expr(0.5))) == std::sin(0.5));
  CHECK(constant(pow(Expr(2), -2)) == 0.25);
  CHECK(is_zero(Expr(1) - 1));
  CHECK(Expr(1.0) / 0.0 == Expr(std::numeric_limits<double>::infinity()));
}

TEST_CASE("expr: equal formulas are one node", "[expr][law]") {
  Graph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b"), c = graph.symbol("c");
  CHECK(graph.symbol("a") == a);
  CHECK(a * b == b * a);
  CHECK(a + b == b + a);
  CHECK(hypot(a, b) == hypot(b, a));
  CHECK(min(a, b) == min(b, a));
  CHECK(a - b != b - a);
  CHECK(atan2(a, b) != atan2(b, a));
  CHECK(sin(a * b + c) == sin(c + b * a));
  const std::size_t size = graph.size();
  [[maybe_unused]] const Expr again = sin(a * b + c);
  CHECK(graph.size() == size);
}

TEST_CASE("expr: operands precede their node", "[expr][law]") {
  Graph graph;
  std::mt19937 random(1);
  testing::random_formulas(graph, random, testing::symbols(graph, "x", 5), 2000);
  bool is_ordered = true;
  for (std::uint32_t id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    for (int k = 0; k < arity(node.op); ++k) {
      is_ordered &= node.arg[static_cast<std::size_t>(k)] < id;
    }
  }
  CHECK(is_ordered);
}

TEST_CASE("expr: the local rules simplify", "[expr]") {
  Graph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b"), c = graph.symbol("c");
  const std::vector<std::pair<Expr, std::string>> cases{
      // zeros and ones
      {a + 0, "a"},
      {0 + a, "a"},
      {a - 0, "a"},
      {0 - a, "-a"},
      {a * 1, "a"},
      {a * 0, "0"},
      {a / 1, "a"},
      {0 / a, "0"},
      {a - a, "0"},
      {pow(a, 0), "1"},
      {pow(a, 1), "a"},
      {pow(Expr(1), a), "1"},
      // signs
      {-(-a), "a"},
      {a * -1, "-a"},
      {a + -b, "a - b"},
      {-a + b, "b - a"},
      {-a - b, "-a - b"},
      {-a + -b, "-a - b"},
      {a - -b, "a + b"},
      {-(a - b), "b - a"},
      {-a * b, "-a*b"},
      {-a * -b, "a*b"},
      {-a / b, "-a/b"},
      {-a / -b, "a/b"},
      {a + -3, "a - 3"},
      {a + -2 * b, "a - 2*b"},
      {sin(-a), "-sin(a)"},
      {cos(-a), "cos(a)"},
      {cosh(-2 * a), "cosh(2*a)"},
      {abs(-a), "abs(a)"},
      // numbers in front, and only one
      {a * 2, "2*a"},
      {2 * (3 * a), "6*a"},
      {(2 * a) * (3 * b), "6*(a*b)"},
      {a / 2, "0.5*a"},
      {a / 3, "a/3"},
      {a / 49 * 49, "a"},
      {(2 * a) / (4 * b), "0.5*(a/b)"},
      {2 / (4 * a), "0.5/a"},
      {pow(a, 2) / (2 * b) * 2, "a^2/b"},
      {2 / a * b, "b*(2/a)"},
      {-2 / a * b, "-b*(2/a)"},
      {pow(2 * a, 2), "4*a^2"},
      {pow(-a, 3), "-a^3"},
      {pow(-a, 4), "a^4"},
      // equal terms and factors
      {a + a, "2*a"},
      {2 * a + 3 * a, "5*a"},
      {2 * a - a, "a"},
      {a / 3 + a / 3, "0.6666666666666666*a"},
      {a * b / 2 + a * b / 2, "a*b"},
      {2 / a + 1 / a, "3/a"},
      {3 * a - 3 * a, "0"},
      {a * a, "a^2"},
      {a * a * a, "a^3"},
      {pow(a, 2) * pow(a, 3), "a^5"},
      {pow(pow(a, 2), 3), "a^6"},
      {pow(a, -1), "1/a"},
      {pow(a, -2), "1/a^2"},
      {pow(a, 0.5), "sqrt(a)"},
      {a / a, "a/a"},  // has no value at 0
      {sqrt(pow(a, 2)), "abs(a)"},
      {sqrt(pow(a, 4)), "a^2"},
      {pow(sqrt(a), 2), "sqrt(a)^2"},  // has no value below 0
      {pow(sqrt(a * a + b * b), 2), "a^2 + b^2"},
      {sqrt(exp(a)) * sqrt(exp(a)), "exp(a)"},
      {pow(abs(a), 2), "a^2"},
      {abs(exp(a)), "exp(a)"},
      // choices
      {if_(1, a, b), "a"},
      {if_(0, a, b), "b"},
      {if_(less(a, b), c, c), "c"},
      {min(a, a), "a"},
      {max(a, a), "a"},
      // not more than that
      {(a + b) - a, "a + b - a"},
      {a * (b + c), "a*(b + c)"},
      {pow(a + b, 2), "(a + b)^2"},
  };
  for (const auto& [formula, expected] : cases) CHECK(text(formula) == expected);
}

TEST_CASE("expr: rules do not change the value", "[expr][law]") {
  const auto seed = GENERATE(range(1u, 40u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  Graph graph;
  const std::vector<Expr> xs = testing::symbols(graph, "x", 4);
  const std::vector<double> values = testing::random_values(random, xs.size());
  const auto value_of = [&](Expr symbol) { return values[symbol.id()]; };
  // The same operations on formulas and, unsimplified, on numbers.
  std::vector<Expr> formulas = xs;
  std::vector<double> numbers = values;
  for (const double number : {0.0, 1.0, -1.0, 2.0, -3.0, 0.1}) {
    formulas.push_back(number);
    numbers.push_back(number);
  }
  const std::array ops{Op::kAdd, Op::kSub, Op::kMul, Op::kDiv, Op::kNeg, Op::kSqrt, Op::kAbs,
                       Op::kSin, Op::kCos, Op::kMin, Op::kMax, Op::kIf,  Op::kPow,  Op::kSign};
  while (formulas.size() < 200) {
    const Op op = ops[testing::below(random, ops.size())];
    const std::size_t i = testing::below(random, formulas.size());
    const std::size_t j = testing::below(random, formulas.size());
    const std::size_t k = testing::below(random, formulas.size());
    const double exponent = static_cast<double>(testing::below(random, 7)) - 3;
    const bool is_power = op == Op::kPow;
    const double number = apply(op, numbers[i], is_power ? exponent : numbers[j], numbers[k]);
    const Expr formula =
        graph.make(op, formulas[i], is_power ? Expr(exponent) : formulas[j], formulas[k]);
    const double value = evaluate(formula, value_of);
    // Beyond this size or below it, cancellation and poles amplify rounding: start again from
    // there.
    if (!(std::abs(number) < 1e3) || (std::abs(number) < 1e-3 && number != 0)) continue;
    CAPTURE(text(formula));
    REQUIRE(std::abs(value - number) <= 1e-9 * (1 + std::abs(number)));
    if (std::abs(value - number) > 1e-13) continue;
    formulas.push_back(formula);
    numbers.push_back(number);
  }
}

TEST_CASE("expr: a simplified formula is simple: building it again changes nothing",
          "[expr][law]") {
  const auto seed = GENERATE(range(1u, 60u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  Graph graph;
  for (const Expr f :
       testing::random_formulas(graph, random, testing::symbols(graph, "x", 3), 200)) {
    const Expr again = substitute(f, {}, graph);
    CAPTURE(text(f, 300), text(again, 300));
    const auto a = constant(f), b = constant(again);
    const bool are_undefined = a && b && std::isnan(*a) && std::isnan(*b);
    REQUIRE((f == again || are_undefined));
  }
}

TEST_CASE("expr: finite numbers never fold to infinity inside a graph", "[expr]") {
  Graph graph;
  const auto value = [](Expr f) { return evaluate(f, [](Expr) { return 0.0; }); };
  const Expr pole = graph.make(Op::kDiv, 1, 0);
  CHECK_FALSE(constant(pole).has_value());
  CHECK(value(pole) == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(value(graph.make(Op::kSqrt, -1))));
  CHECK_FALSE(constant(graph.make(Op::kExp, 1000)).has_value());
  CHECK_FALSE(constant(graph.make(Op::kMul, 1e200, 1e200)).has_value());
  // Nor do two large numbers in front of a symbol.
  const Expr x = graph.symbol("x");
  CHECK(text(1e200 * (1e200 * x)) == "1e+200*(1e+200*x)");
  CHECK(text(1e-200 * (1e-200 * x)) == "1e-200*(1e-200*x)");
}

TEST_CASE("expr: a chain of a million operations needs no stack", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  Expr f = x;
  for (int i = 0; i < 1'000'000; ++i) f = sin(f + 0.5);
  CHECK(graph.cone({&f, 1}).size() == 2'000'002);
  CHECK(std::isfinite(evaluate(f, [](Expr) { return 0.3; })));
}

TEST_CASE("expr: the cone of a formula is what it depends on", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), z = graph.symbol("z");
  const Expr f = sin(x) * y, other = cos(z);
  const std::array fs{f, Expr(3.0)};
  const auto ids = graph.cone(fs);
  CHECK(ids == std::vector{x.id(), y.id(), sin(x).id(), f.id()});
  CHECK(std::find(ids.begin(), ids.end(), other.id()) == ids.end());
  CHECK(graph.cone({}).empty());
}

}  // namespace graph_test
