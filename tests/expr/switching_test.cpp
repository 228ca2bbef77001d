/// Branches of formulas that depend on states.
#include "expr/switching.hpp"

#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/tape.hpp"

namespace porthos::switching_test {
using expr::Expr;

namespace {

double value_of(const Expr& f, const std::vector<std::pair<Expr, double>>& at) {
  std::vector<Expr> symbols;
  std::vector<double> values, outputs(1);
  for (const auto& [symbol, value] : at) {
    symbols.push_back(symbol);
    values.push_back(value);
  }
  const std::array<Expr, 1> fs{f};
  const expr::Tape tape(fs, symbols, {});
  std::vector<double> hoisted(tape.hoisted_count()), scratch;
  tape.bind({}, hoisted);
  tape.evaluate(values.data(), hoisted.data(), outputs.data(), scratch);
  return outputs[0];
}

}  // namespace

TEST_CASE("held branches continue a formula, and are its own where nothing is held",
          "[expr][switching]") {
  expr::Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), k = graph.symbol("k");
  const std::vector<Expr> fs{abs(x),
                             sign(y - x),
                             min(x, 2.0 * y),
                             max(x, y) * max(y, x),
                             abs(abs(x) - 1.0),
                             if_(less(x, y), x, y * y),
                             if_(less_equal(0.0, x), sin(x), 0.0)};
  const std::array<Expr, 1> constants{k};
  const auto held = expr::hold_state_branches(fs, constants, {});
  REQUIRE(held.switches.size() == held.branches.size());
  REQUIRE(held.switches.size() == 4);  // x, y - x, x - 2 y, |x| - 1
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-2, 2);
  for (int n = 0; n < 200; ++n) {
    std::vector<std::pair<Expr, double>> at{{x, any(random)}, {y, any(random)}};
    auto free = at, own = at;
    for (const Expr& branch : held.branches) free.emplace_back(branch, 0);
    for (const Expr& branch : held.branches) own.emplace_back(branch, 0);
    // A function may contain the branches before it.
    for (std::size_t i = 0; i < held.switches.size(); ++i)
      own[2 + i].second = value_of(held.switches[i], own) > 0 ? 1 : -1;
    for (std::size_t i = 0; i < fs.size(); ++i) {
      CAPTURE(n, i);
      CHECK(value_of(held.formulas[i], free) == value_of(fs[i], at));
      CHECK(value_of(held.formulas[i], own) == value_of(fs[i], at));
    }
  }
  // Beyond the branch of positive x the absolute value continues as x.
  std::vector<std::pair<Expr, double>> beyond{{x, -0.5}, {y, 0}};
  for (const Expr& branch : held.branches) beyond.emplace_back(branch, 1);
  CHECK(value_of(held.formulas[0], beyond) == -0.5);
}

TEST_CASE("constants, and what is not known, switch nothing", "[expr][switching]") {
  expr::Graph graph;
  const Expr x = graph.symbol("x"), k = graph.symbol("k"), lambda = graph.symbol("lambda");
  const std::vector<Expr> fs{abs(k) * x, abs(lambda + x), max(k, 1.0), floor(x)};
  const std::array<Expr, 1> constants{k}, unknown{lambda};
  const auto held = expr::hold_state_branches(fs, constants, unknown);
  CHECK(held.switches.empty());
  CHECK(held.formulas == fs);
}

}  // namespace porthos::switching_test
