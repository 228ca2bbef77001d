#include "expr/tape.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "expr/evaluate.hpp"
#include "expr/formulas.hpp"
#include "expr/functions.hpp"

namespace tape_test {
using namespace porthos::expr;

namespace {

bool same_bits(double a, double b) {
  // The bits of a NaN depend on the order of operands that the compiler chooses.
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

std::vector<double> bound(const Tape& tape, std::span<const double> constants) {
  std::vector<double> hoisted(tape.hoisted_count());
  tape.bind(constants, hoisted);
  return hoisted;
}

std::vector<double> evaluated(const Tape& tape, std::span<const double> inputs,
                              std::span<const double> constants = {}) {
  std::vector<double> outputs(tape.output_count()), scratch;
  tape.evaluate(inputs.data(), bound(tape, constants).data(), outputs.data(), scratch);
  return outputs;
}

}  // namespace

TEST_CASE("tape: gives the same bits as direct evaluation, one by one and in blocks",
          "[expr][law]") {
  const auto seed = GENERATE(range(1u, 40u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  Graph graph;
  const std::vector inputs = testing::symbols(graph, "x", 5);
  const std::vector constants = testing::symbols(graph, "c", 4);
  std::vector<Expr> leaves = inputs;
  leaves.insert(leaves.end(), constants.begin(), constants.end());
  const std::vector fs = testing::random_formulas(graph, random, leaves, 150);
  const Tape tape(fs, inputs, constants);
  REQUIRE(tape.input_count() == 5);
  REQUIRE(tape.constant_count() == 4);
  REQUIRE(tape.output_count() == fs.size());

  const std::size_t n = testing::below(random, 4 * Tape::kLanes);
  const std::vector c = testing::random_values(random, 4);
  const std::vector x = testing::random_values(random, 5 * n);
  const std::vector hoisted = bound(tape, c);
  std::vector<double> scratch, one(fs.size()), many(fs.size() * n, -1);
  // Each instance finds its inputs in places of its own.
  std::vector<int> places(5 * n);
  std::iota(places.begin(), places.end(), 0);
  std::shuffle(places.begin(), places.end(), random);
  std::vector<double> values(5 * n);
  for (std::size_t i = 0; i < 5 * n; ++i) values[static_cast<std::size_t>(places[i])] = x[i];
  tape.evaluate_many(n, values.data(), places.data(), hoisted.data(), 0, many.data(), scratch);
  bool agree = true;
  for (std::size_t k = 0; k < n; ++k) {
    tape.evaluate(x.data() + 5 * k, hoisted.data(), one.data(), scratch);
    const auto value_of = [&](Expr s) { return s.id() < 5 ? x[5 * k + s.id()] : c[s.id() - 5]; };
    for (std::size_t i = 0; i < fs.size(); ++i) {
      agree &= same_bits(one[i], evaluate(fs[i], value_of));
      agree &= same_bits(many[k * fs.size() + i], one[i]);
    }
  }
  CHECK(agree);
}

TEST_CASE("tape: every instance may have its own constants", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), m = graph.symbol("m"), g = graph.symbol("g");
  const std::vector<Expr> fs{m * g * sin(x), m * m};
  const Tape tape(fs, std::vector{x}, std::vector{m, g});
  std::mt19937 random(3);
  const std::size_t n = 2 * Tape::kLanes + 3;
  std::vector<double> inputs = testing::random_values(random, n), hoisted, outputs(2 * n), scratch;
  std::vector<double> one(2);
  for (std::size_t k = 0; k < n; ++k) {
    const auto h = bound(tape, testing::random_values(random, 2));
    hoisted.insert(hoisted.end(), h.begin(), h.end());
  }
  std::vector<int> places(n);
  std::iota(places.begin(), places.end(), 0);
  tape.evaluate_many(n, inputs.data(), places.data(), hoisted.data(), tape.hoisted_count(),
                     outputs.data(), scratch);
  for (std::size_t k = 0; k < n; ++k) {
    tape.evaluate(&inputs[k], &hoisted[k * tape.hoisted_count()], one.data(), scratch);
    CHECK(same_bits(one[0], outputs[2 * k]));
    CHECK(same_bits(one[1], outputs[2 * k + 1]));
  }
}

TEST_CASE("tape: sub-expressions of constants are computed by bind, not by evaluate", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), m = graph.symbol("m"), l = graph.symbol("l");
  const std::vector<Expr> fs{(m * pow(l, 2) + cos(m)) * x};
  const Tape tape(fs, std::vector{x}, std::vector{m, l});
  CHECK(tape.hoisted_count() == 1);
  CHECK(tape.instruction_count() == 1);
  CHECK(evaluated(tape, std::vector{2.0}, std::vector{3.0, 5.0})[0] ==
        (3.0 * (5.0 * 5.0) + std::cos(3.0)) * 2.0);
}

TEST_CASE("tape: an output may be an input, a constant, a number, or given twice", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), unused = graph.symbol("unused"), m = graph.symbol("m");
  const Expr pole = graph.make(Op::kDiv, 1, 0);
  const std::vector<Expr> fs{x, m, 7.5, x * m, x * m, 2 * m, pole, x};
  const Tape tape(fs, std::vector{unused, x}, std::vector{m});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(evaluated(tape, std::vector{nan, 3.0}, std::vector{2.0}) ==
        std::vector{3.0, 2.0, 7.5, 6.0, 6.0, 4.0, std::numeric_limits<double>::infinity(), 3.0});
}

TEST_CASE("tape: numbers alone need no graph, and nothing at all is a tape too", "[expr]") {
  CHECK(evaluated(Tape(std::vector<Expr>{1.0, 2.0}, {}, {}), {}) == std::vector{1.0, 2.0});
  CHECK(evaluated(Tape({}, {}, {}), {}).empty());
  const Tape empty;
  CHECK(empty.output_count() == 0);
}

TEST_CASE("tape: common sub-expressions are computed once, dead code never", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  [[maybe_unused]] const Expr dead = exp(x);
  const Expr s = sin(x);
  const std::vector<Expr> fs{s * 3, s + x, pow(x, 4), pow(x, 2), pow(x, 3)};
  // sin, 3*, +, x^2, x^3 = x^2*x, x^4 = x^2*x^2
  CHECK(Tape(fs, std::vector{x}, {}).instruction_count() == 6);
}

TEST_CASE("tape: integer powers are products", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  std::vector<Expr> fs;
  for (int n = -5; n <= 5; ++n) fs.push_back(pow(x, n));
  const Tape tape(fs, std::vector{x}, {});
  const double v = -1.37;
  const auto y = evaluated(tape, std::vector{v});
  CHECK(y[3] == 1 / (v * v));
  CHECK(y[4] == 1 / v);
  CHECK(y[5] == 1);
  CHECK(y[7] == v * v);
  CHECK(y[8] == v * v * v);
  CHECK(y[9] == (v * v) * (v * v));
  for (int n = -5; n <= 5; ++n) {
    CHECK(y[static_cast<std::size_t>(n + 5)] == Catch::Approx(std::pow(v, n)).epsilon(1e-15));
  }
}

TEST_CASE("tape: evaluation does not allocate once the scratch is large enough", "[expr]") {
  Graph graph;
  const std::vector xs = testing::symbols(graph, "x", 3);
  const std::vector<Expr> fs{xs[0] * xs[1] + sin(xs[2])};
  const Tape tape(fs, xs, {});
  std::vector<double> scratch(1000), x(3 * 20, 1.0), y(20);
  const double* const place = scratch.data();
  const auto hoisted = bound(tape, {});
  tape.evaluate(x.data(), hoisted.data(), y.data(), scratch);
  std::vector<int> places(3 * 20);
  std::iota(places.begin(), places.end(), 0);
  tape.evaluate_many(20, x.data(), places.data(), hoisted.data(), 0, y.data(), scratch);
  CHECK(scratch.data() == place);
  CHECK(scratch.size() == 1000);
}

TEST_CASE("tape: survives its graph", "[expr]") {
  const auto make = [] {
    Graph graph;
    const Expr x = graph.symbol("x");
    return Tape(std::vector{exp(x) * 2}, std::vector{x}, {});
  };
  CHECK(evaluated(make(), std::vector{0.0}) == std::vector{2.0});
}

TEST_CASE("tape: a long chain of dependent operations", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), c = graph.symbol("c");
  Expr f = x, h = c;
  double expected = 0.3, constant = 0.4;
  for (int i = 0; i < 100'000; ++i) {
    h = sin(h);
    f = cos(f) + h;
  }
  for (int i = 0; i < 100'000; ++i) {
    constant = std::sin(constant);
    expected = std::cos(expected) + constant;
  }
  CHECK(evaluated(Tape(std::vector{f}, std::vector{x}, std::vector{c}), std::vector{0.3},
                  std::vector{0.4})[0] == expected);
}

}  // namespace tape_test
