/// The data of operations.inc hold in every stage that reads them.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/evaluate.hpp"
#include "expr/formulas.hpp"
#include "expr/latex.hpp"
#include "expr/parse.hpp"
#include "expr/text.hpp"

namespace operations_test {
using namespace porthos::expr;

namespace {

std::vector<Op> all_operations() {
  std::vector<Op> all;
  for (int i = static_cast<int>(Op::kAdd); i < kOpCount; ++i) all.push_back(static_cast<Op>(i));
  return all;
}

bool is_condition(Op op) {
  return is_piecewise_constant(op) && op != Op::kSign && op != Op::kFloor;
}

bool takes_conditions(Op op) { return op == Op::kAnd || op == Op::kOr || op == Op::kNot; }

}  // namespace

TEST_CASE("operations: what is printed reads as what it was", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), z = graph.symbol("z");
  Scope scope;
  scope.variable = [&](std::string_view name) -> std::optional<Tensor> {
    const auto known = graph.find_symbol(name);
    return known ? std::optional<Tensor>(*known) : std::nullopt;
  };
  for (const Op op : all_operations()) {
    const bool needs_condition = takes_conditions(op) || op == Op::kIf;
    const Expr a = needs_condition ? less(x, y) : x;
    Expr f = graph.make(op, a, takes_conditions(op) ? less(y, z) : y, z);
    if (is_condition(op)) f = if_(f, x, y);
    const auto read = parse(text(f), graph, scope);
    CAPTURE(text(f));
    REQUIRE(std::holds_alternative<Expr>(read));
    CHECK(std::get<Expr>(read) == f);
    const std::string shown = latex(f);
    CHECK(shown.find('#') == shown.npos);
    CHECK(shown.find('x') != shown.npos);
  }
}

TEST_CASE("operations: derivative, parity, sign and growth are those of the values",
          "[expr][law]") {
  std::mt19937 random(3);
  for (const Op op : all_operations()) {
    CAPTURE(properties(op).written);
    const Operation& known = properties(op);
    Graph graph;
    const Expr x = graph.symbol("x"), c = graph.symbol("c");
    const bool is_chosen = op == Op::kIf;
    const Expr f = graph.make(op, is_chosen ? Expr(less(c, x)) : x, is_chosen ? x : c, c);
    const Expr slope = derivative(f, x);
    for (int trial = 0; trial < 40; ++trial) {
      const double at_c = testing::uniform(random, 0.1, 0.9);
      const auto value = [&](const Expr& g, double at_x) {
        return evaluate(g, [&](Expr s) { return s == x ? at_x : at_c; });
      };
      const double at = testing::uniform(random, 0.1, 0.9);
      const double h = std::abs(at - at_c) > 1e-4 ? 1e-5 : 0;  // min, max and if switch at c
      if (known.growth != Growth::kJumping && h > 0) {
        // Central difference: h^2 f'''/6 ~ 1e-10 f''' (up to 1e3 here), rounding 1e-16/h ~ 1e-11.
        const double quotient = (value(f, at + h) - value(f, at - h)) / (2 * h);
        CHECK(std::abs(value(slope, at) - quotient) <= 1e-6 * (1 + std::abs(quotient)));
      }
      const double wide = testing::uniform(random, -2, 2);
      if (arity(op) == 1 && known.parity != Parity::kNeither) {
        const double mirrored = value(f, -wide), there = value(f, wide);
        const bool is_odd = known.parity == Parity::kOdd;
        if (!std::isnan(there)) CHECK(mirrored == (is_odd ? -there : there));
      }
      if (known.sign == Sign::kAlways) CHECK_FALSE(value(f, wide) < 0);
      if (known.sign != Sign::kMaybe) CHECK_FALSE(value(f, std::abs(wide)) < 0);
      if (arity(op) > 1) continue;
      const double low = std::min(wide, at), high = std::max(wide, at);
      const double below = value(f, low), above = value(f, high);
      if (known.growth == Growth::kRising) CHECK_FALSE(above < below);
      if (known.growth == Growth::kFalling) CHECK_FALSE(above > below);
      Enclosure enclosure(f, x, c);
      const Interval bounds = enclosure.bounds({low, high}, at_c);
      for (const double sample : {low, 0.7 * low + 0.3 * high, high}) {
        CHECK_FALSE(value(f, sample) < bounds.lo);
        CHECK_FALSE(value(f, sample) > bounds.hi);
      }
    }
  }
}

TEST_CASE("operations: erf, which is nothing but a row", "[expr]") {
  // Abramowitz and Stegun, Handbook of Mathematical Functions, table 7.1.
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr f = make(Op::kErf, x);
  for (const auto& [at, expected] : {std::pair(0.5, 0.5204998778), std::pair(1.0, 0.8427007929)})
    CHECK(evaluate(f, [value = at](Expr) { return value; }) ==
          Catch::Approx(expected).epsilon(1e-10));
  CHECK(latex(f) == "\\operatorname{erf} x");
  CHECK(text(make(Op::kErf, -x)) == "-erf(x)");
}

}  // namespace operations_test
