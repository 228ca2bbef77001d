// Bounds of formulas and proofs of signs, compared with values at random points.

#include "expr/sign.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/text.hpp"

namespace porthos::expr::sign_test {
namespace {

/// A random formula of x and y.
Expr any(std::mt19937& random, const Expr& x, const Expr& y, int depth) {
  const auto next = [&] { return any(random, x, y, depth - 1); };
  if (depth == 0) {
    switch (random() % 4) {
      case 0: return x;
      case 1: return y;
      default: return Expr(static_cast<double>(random() % 9) - 4);
    }
  }
  switch (random() % 16) {
    case 0: return next() + next();
    case 1: return next() - next();
    case 2: return next() * next();
    case 3: return next() / next();
    case 4: return make(Op::kPow, next(), static_cast<double>(random() % 7) - 3);
    case 5: return sin(next());
    case 6: return cos(next());
    case 7: return make(Op::kTanh, next());
    case 8: return exp(next());
    case 9: return sqrt(next());
    case 10: return abs(next());
    case 11: return sign(next());
    case 12: return make(Op::kMax, next(), next());
    case 13: return make(Op::kIf, make(Op::kLess, next(), next()), next(), next());
    case 14: return -next();
    default: return make(Op::kAtan, next());
  }
}

}  // namespace

TEST_CASE("ranges contain the values of random formulas", "[expr]") {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<double>(random()) / 2147483648.0 - 1; };
  for (int trial = 0; trial < 5000; ++trial) {
    Graph graph;
    const Expr x = graph.symbol("x"), y = graph.symbol("y");
    const Expr f = any(random, x, y, 4);
    const double low = 3 * number(), high = low + std::abs(number()), other = 3 * number();
    Ranges ranges;
    ranges.set(x, {low, high});
    if (trial % 2 == 0) ranges.set(y, {other, other});
    const Interval bounds = ranges.of(f);
    for (int k = 0; k < 5; ++k) {
      const double at = low + (high - low) * 0.5 * (1 + number());
      const double beside = trial % 2 == 0 ? other : 100 * number();
      const double value = evaluate(f, [&](Expr symbol) { return symbol == x ? at : beside; });
      if (!std::isfinite(value)) continue;
      CAPTURE(trial, text(f, 500), low, high, other, at, beside, value, bounds.lo, bounds.hi);
      REQUIRE(bounds.lo <= value);
      REQUIRE(value <= bounds.hi);
    }
  }
}

TEST_CASE("a product whose sign is proven has that sign at random points", "[expr]") {
  std::mt19937 random(7);
  const auto number = [&] { return static_cast<double>(random()) / 2147483648.0 - 1; };
  int proven = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Graph graph;
    const Expr x = graph.symbol("x"), y = graph.symbol("y");
    const Expr flow = any(random, x, y, 1);
    const Expr effort = trial % 2 == 0 ? any(random, x, y, 3) : any(random, flow, y, 3);
    Ranges ranges;
    SignProof proof(ranges);
    if (!proof.agree(effort, flow)) continue;
    ++proven;
    for (int k = 0; k < 20; ++k) {
      const double size = std::pow(10, 3 * number());
      const double a = size * number(), b = number() / size;
      const auto at = [&](Expr symbol) { return symbol == x ? a : b; };
      const double e = evaluate(effort, at), f = evaluate(flow, at);
      if (!std::isfinite(e) || !std::isfinite(f)) continue;
      CAPTURE(trial, text(effort, 500), text(flow, 500), a, b, e, f);
      REQUIRE(e * f >= -1e-9 * std::abs(f));  // cancellation in e
    }
  }
  CHECK(proven > 500);
}

TEST_CASE("signs of common laws of friction are proven", "[expr]") {
  Graph graph;
  const Expr v = graph.symbol("v"), x = graph.symbol("x");
  Ranges ranges;
  SignProof proof(ranges);
  CHECK(proof.agree(v + v * v * v, v));
  CHECK_FALSE(proof.agree(make(Op::kSin, v), v));
  CHECK(proof.agree(make(Op::kTanh, 3.0 * v) * (1.0 + exp(-v * v)), v));
  CHECK(proof.agree(2.0 * (v - x), 3.0 * v - 3.0 * x));
  CHECK_FALSE(proof.agree(v - v * v * v, v));
  CHECK_FALSE(proof.agree(x * v, v));
  // h F > 0 says the sign of F, but h F <= 0 does not, since h may be zero.
  const Expr h = x * x;
  const Expr chosen = make(Op::kIf, make(Op::kLess, 0.0, h * v), 1.0, -1.0);
  CHECK_FALSE(proof.agree(chosen, v));
  CHECK(proof.agree(make(Op::kIf, make(Op::kLess, 0.0, v), 1.0, -1.0), v));
}

}  // namespace porthos::expr::sign_test
