/// The pendulum in Cartesian coordinates: period T = 4 sqrt(l/g) K(sin(theta_0/2)), force of the
/// rod.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"
#include "support/quadrature.hpp"

namespace pendulum_test {
using namespace porthos::test;
using Catch::Matchers::WithinAbs;

namespace {
constexpr double g = 9.81;
double period(double theta_0, double l = 1) {
  return 4 * std::sqrt(l / g) * elliptic_K(std::sin(theta_0 / 2));
}
}  // namespace

TEST_CASE("the period of the pendulum by the arithmetic-geometric mean is the tabulated one",
          "[oracle]") {
  CHECK_THAT(period(1), WithinAbs(2.139137600559, 1e-12));
}

TEST_CASE("the Cartesian pendulum is back where it started after one period", "[oracle]") {
  const double theta_0 = GENERATE(0.1, 1., 2.5);
  CAPTURE(theta_0);
  const double T = period(theta_0);
  const Run run =
      simulate(gallery("pendulum-cartesian"),
               {.until = T, .step = T / 1000, .method = "gauss(3)", .set = {{"theta_0", theta_0}}});
  // At the turning point x depends on the error of the time quadratically, v_x linearly: v_x is the
  // test. With 1000 steps h^6 is far below the rounding of 1000 steps.
  oracle({"pendulum-cartesian", "period"}, 1e-9, run.last("x") - run.first("x"));
  oracle({"pendulum-cartesian", "period"}, 1e-9, run.last("y") - run.first("y"));
  oracle({"pendulum-cartesian", "period"}, 1e-9, run.last("v_x"));
  oracle({"pendulum-cartesian", "period"}, 1e-9, run.last("v_y"));
}

TEST_CASE("the multiplier of the rod is (m |v|^2 + r.F)/l^2 and its force lambda l", "[oracle]") {
  const Run run =
      simulate(gallery("pendulum-cartesian"),
               {.until = 5, .step = 0.01, .set = {{"theta_0", 2}, {"l", 0.8}, {"m", 1.5}}});
  bool pushes = false;
  // of about 60 N/m: rounding of one linear solve, times the condition of its scaling
  oracle(run, {"pendulum-cartesian", "multiplier"}, 1e-10, at(run, [&](const Reader& n) {
           const double m = 1.5, l = 0.8;
           const double speed2 = std::pow(n("v_x"), 2) + std::pow(n("v_y"), 2);
           const double lambda = (m * speed2 - m * g * n("y")) / (l * l);
           pushes = pushes || lambda < 0;
           return std::max(std::abs(n("multiplier.rod") - lambda),
                           std::abs(n("rod_force") - lambda * l));
         }));
  CHECK(pushes);  // released above the horizontal, the rod pushes at first
}

TEST_CASE(
    "the Cartesian pendulum keeps the length of its rod and its energy over a hundred periods",
    "[oracle]") {
  const double T = period(1);
  const Run run = simulate(gallery("pendulum-cartesian"), {.until = 100 * T, .step = T / 60});
  // the projection stops at rounding of a length 1
  oracle(run, {"pendulum-cartesian", "length"}, 1e-14,
         at(run, [](const Reader& n) { return std::hypot(n("x"), n("y")) - 1; }));
}

}  // namespace pendulum_test
