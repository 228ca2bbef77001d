#include "expr/derivative.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "expr/evaluate.hpp"
#include "expr/formulas.hpp"
#include "expr/functions.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"

namespace derivative_test {
using namespace porthos::expr;

TEST_CASE("derivative: of every operation it is the limit of the difference quotient",
          "[expr][law]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y");
  const Expr a = 0.3 + 0.2 * x * y, b = 0.6 - 0.1 * x / y;  // both in (0, 1)
  const std::vector<Expr> formulas{
      a + b,
      a - b,
      a * b,
      a / b,
      -a,
      pow(a, 2),
      pow(a, 3),
      pow(a, -1),
      pow(a, -2),
      pow(a, 7),
      pow(a, 2.5),
      pow(a, b),
      pow(2, b),
      sin(a),
      cos(a),
      tan(a),
      asin(a),
      acos(a),
      atan(a),
      sinh(a),
      cosh(a),
      tanh(a),
      exp(a),
      log(a),
      sqrt(a),
      abs(a),
      abs(-a * b),
      sign(a),
      floor(a),
      atan2(a, b),
      atan2(a, -b),
      hypot(a, b),
      min(a, b),
      max(a, b),
      less(a, b),
      if_(less(a, b), a * a, b),
      if_(less(b, a), a * a, b),
      a / 3,
      2 / a,
      pow(a, 30),
      pow(a, 20) / pow(b, 20),
  };
  std::mt19937 random(7);
  for (const Expr f : formulas) {
    for (const Expr symbol : {x, y, x, y}) {
      const double at_x = testing::uniform(random, 0.5, 1.5);
      const double at_y = testing::uniform(random, 0.5, 1.5);
      const auto value = [&](Expr g, double shift) {
        return evaluate(g,
                        [&](Expr s) { return (s == x ? at_x : at_y) + (s == symbol ? shift : 0); });
      };
      // Central difference: h^2 f'''/6 ~ 1e-10 f''', rounding 1e-16/h ~ 1e-11.
      const double h = 1e-5;
      const double quotient = (value(f, h) - value(f, -h)) / (2 * h);
      const double exact = value(derivative(f, symbol), 0);
      CAPTURE(text(f), at_x, at_y);
      CHECK(std::abs(exact - quotient) <= 2e-8 * (1 + std::abs(exact)));
    }
  }
}

TEST_CASE("derivative: reads as one would write it", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x"), y = graph.symbol("y"), m = graph.symbol("m");
  const std::vector<std::pair<Expr, std::string>> cases{
      {m / 2 * x * x, "x*m"},
      {pow(x, 2) / (2 * m), "x/m"},
      {pow(x, 3), "3*x^2"},
      {1 / x, "-1/x^2"},
      {m / x, "-m/x^2"},
      {sin(x), "cos(x)"},
      {cos(2 * x), "-2*sin(2*x)"},
      {exp(x), "exp(x)"},
      {sqrt(x), "0.5/sqrt(x)"},
      {abs(x), "sign(x)"},
      {floor(x), "0"},
      {x * y + m, "y"},
      {Expr(2), "0"},
      {y, "0"},
      {x, "1"},
      {max(x, y), "if(x < y, 0, 1)"},
  };
  for (const auto& [f, expected] : cases) CHECK(text(derivative(f, x)) == expected);
}

TEST_CASE("derivative: the Hessian of a kinetic energy is the mass matrix", "[expr]") {
  Graph graph;
  const auto s = [&](const char* name) { return graph.symbol(name); };
  const Expr m = s("m"), l = s("l"), inertia = s("I"), v_x = s("v_x"), v_y = s("v_y"), w = s("w");
  const Expr energy = m / 2 * (v_x * v_x + pow(v_y + l * w, 2)) + inertia / 2 * w * w;
  const std::vector v{v_x, v_y, w};
  const auto momenta = gradient(energy, v);
  const SparseJacobian mass = jacobian(momenta, v);
  std::string entries;
  for (const auto& e : mass.entries) {
    entries += std::to_string(e.row) + std::to_string(e.col) + ": " + text(e.value) + '\n';
  }
  CHECK(entries == "00: m\n11: m\n12: m*l\n21: m*l\n22: I + m*l^2\n");
}

TEST_CASE("jacobian: drops structural zeros and orders by row", "[expr]") {
  Graph graph;
  const std::vector xs = testing::symbols(graph, "x", 3);
  const std::vector<Expr> fs{xs[2] * xs[0], 5, xs[1], xs[0] - xs[0] + xs[2]};
  const SparseJacobian j = jacobian(fs, xs);
  CHECK(j.rows == 4);
  CHECK(j.cols == 3);
  std::vector<std::array<int, 2>> places;
  for (const auto& e : j.entries) places.push_back({e.row, e.col});
  CHECK(places == std::vector<std::array<int, 2>>{{0, 0}, {0, 2}, {2, 1}, {3, 2}});
  CHECK(j.entries[0].value == xs[2]);
  CHECK(jacobian(std::vector<Expr>{1.0, 2.0}, xs).entries.empty());
}

TEST_CASE("derivative: of random formulas it agrees with the Jacobian by columns", "[expr][law]") {
  const auto seed = GENERATE(range(1u, 10u));
  std::mt19937 random(seed);
  Graph graph;
  const std::vector xs = testing::symbols(graph, "x", 4);
  const auto fs = testing::random_formulas(graph, random, xs, 60);
  const SparseJacobian j = jacobian(fs, xs);
  std::vector<Expr> dense(fs.size() * xs.size());
  for (const auto& e : j.entries)
    dense[static_cast<std::size_t>(e.row) * 4 + static_cast<std::size_t>(e.col)] = e.value;
  for (std::size_t i = 0; i < fs.size(); ++i) {
    for (std::size_t k = 0; k < xs.size(); ++k) {
      const Expr d = derivative(fs[i], xs[k]);
      CHECK((d == dense[i * 4 + k] || (constant(d) && std::isnan(*constant(d)))));
      if (!depends_on(fs[i], xs[k])) CHECK(is_zero(d));
    }
  }
}

TEST_CASE("derivative: grows with the chain, not with its expansion", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  Expr f = x;
  for (int i = 0; i < 20'000; ++i) f = f * sin(f);  // 2^20000 terms, if written out
  derivative(f, x);
  CHECK(graph.size() < 300'000);
}

TEST_CASE("substitute: replaces all symbols at once, into another graph", "[expr]") {
  Graph from, to;
  const Expr x = from.symbol("x"), y = from.symbol("y"), z = from.symbol("z");
  const Expr a = to.symbol("a"), new_x = to.symbol("x");
  const std::vector<std::pair<Expr, Expr>> swap{{x, to.symbol("y")}, {y, new_x}};
  CHECK(substitute(x - 2 * y, swap, to) == to.symbol("y") - 2 * new_x);
  CHECK(substitute(sin(x) * z, std::vector<std::pair<Expr, Expr>>{{x, a + 1}}, to) ==
        sin(a + 1) * to.symbol("z"));
  CHECK(constant(substitute(x * y + 1, std::vector<std::pair<Expr, Expr>>{{x, 2}, {y, 3}}, to)) ==
        7.0);
  CHECK(constant(substitute(Expr(4), {}, to)) == 4.0);
  // In the same graph, while it grows.
  CHECK(substitute(x * x, std::vector<std::pair<Expr, Expr>>{{x, cos(x + y)}}, from) ==
        pow(cos(x + y), 2));
}

}  // namespace derivative_test
