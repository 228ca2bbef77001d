#include "system/switching_times.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"

namespace switching_times_test {
using namespace porthos::system;
namespace expr = porthos::expr;

namespace {

SwitchingTimes times_of(const std::string& text) {
  TimeFunctions functions;
  const expr::Expr t = functions.t();
  expr::Scope scope;
  scope.variable = [&](std::string_view name) -> std::optional<expr::Expr> {
    if (name == "t") return t;
    return std::nullopt;
  };
  const auto parsed = expr::parse(text, *functions.graph, scope);
  const std::vector<expr::Expr> formulas{std::get<expr::Expr>(parsed)};
  std::vector<expr::Expr> all = expr::poles(formulas);
  all.insert(all.begin(), formulas[0]);
  auto held = expr::hold_branches(all, t, functions.phase(), {});
  functions.switches = held.switches;
  functions.poles.assign(held.formulas.begin() + 1, held.formulas.end());
  return SwitchingTimes(functions);
}

std::vector<double> all_times(const std::string& text, double until) {
  SwitchingTimes times = times_of(text);
  std::vector<double> found;
  double from = 0;
  while (const auto moment = times.next(from, until)) {
    found.push_back(moment->t);
    if (moment->pole || found.size() > 2000) break;
    from = moment->t;
  }
  return found;
}

void check_times(const std::string& text, double until, const std::vector<double>& expected) {
  CAPTURE(text);
  const auto found = all_times(text, until);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(std::abs(found[i] - expected[i]) < 1e-14 * (1 + std::abs(expected[i])));
}

}  // namespace

TEST_CASE("switching times are found to rounding", "[system]") {
  check_times("if(t < 0.5, 0, 10)", 2, {0.5});
  check_times("if(0.3 < t and t <= 0.4, 1, 0)", 2, {0.3, 0.4});
  check_times("floor(2*t + 0.5)", 2, {0.25, 0.75, 1.25, 1.75});
  check_times("floor(-t)", 2.5, {1, 2});
  check_times("abs(t - 1) + max(t, 1.5)", 2, {1, 1.5});
  check_times("sign(t^2 - 2)", 3, {std::sqrt(2.)});
  check_times("if(t - 0.5*floor(t/0.5) < 0.1, 1, 0)", 1.2, {0.1, 0.5, 0.6, 1, 1.1});
  check_times("if(exp(-t)*sin(3*t) > 0.5, 1, 0)", 0.1, {});
  check_times("sin(t) + t^2", 10, {});
  check_times("sign(cos(t))", 5, {M_PI / 2, 1.5 * M_PI});
  check_times("if(t < t, 1, 0) + floor(0.5)", 5, {});
  // A function that touches zero does not pass it.
  check_times("sign((t - 0.7)^2)", 2, {});
}

TEST_CASE("a carrier of thousands of periods is followed, none missed", "[system]") {
  const auto found = all_times("sign(sin(2*pi*700*t))", 1 - 1e-9);
  REQUIRE(found.size() == 1399);
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(std::abs(found[i] - static_cast<double>(i + 1) / 1400) < 1e-14);
}

TEST_CASE("a short pulse in a long time is not missed", "[system]") {
  check_times("if(abs(t - 0.618) < 1e-6, 1, 0)", 1, {0.618 - 1e-6, 0.618, 0.618 + 1e-6});
  check_times("if(sin(1000*t) > 1 - 1e-9, 1, 0)", 0.005,
              {std::asin(1 - 1e-9) / 1000, (M_PI - std::asin(1 - 1e-9)) / 1000});
}

TEST_CASE("poles in time are found, double ones too", "[system]") {
  check_times("1/(t - 0.031)", 1, {0.031});
  check_times("1/(t^2 - 2*t + 1.01)", 3, {});
  CHECK(std::abs(all_times("1/(t^2 - 0.062*t + 0.000961)", 1).at(0) - 0.031) < 1e-9);
  check_times("tan(t)", 2, {M_PI / 2});
  check_times("if(t < 1, 1, 0)/(t - 1.5)", 3, {1, 1.5});
  check_times("1/(2 + cos(t))", 100, {});
}

}  // namespace switching_times_test
