/// The pendulum in Cartesian coordinates: period T = 4 sqrt(l/g) K(sin(theta_0/2)), force of the
/// rod.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/quadrature.hpp"
#include "support/run.hpp"

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
  CHECK_THAT(run.last("x"), WithinAbs(run.first("x"), 1e-9));
  CHECK_THAT(run.last("y"), WithinAbs(run.first("y"), 1e-9));
  CHECK_THAT(run.last("v_x"), WithinAbs(0, 1e-9));
  CHECK_THAT(run.last("v_y"), WithinAbs(0, 1e-9));
}

TEST_CASE("the multiplier of the rod is (m |v|^2 + r.F)/l^2 and its force lambda l", "[oracle]") {
  const Run run =
      simulate(gallery("pendulum-cartesian"),
               {.until = 5, .step = 0.01, .set = {{"theta_0", 2}, {"l", 0.8}, {"m", 1.5}}});
  double error = 0;
  bool pushes = false;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double m = 1.5, l = 0.8;
    const double speed2 = std::pow(run.at("v_x", row), 2) + std::pow(run.at("v_y", row), 2);
    const double lambda = (m * speed2 - m * g * run.at("y", row)) / (l * l);
    pushes = pushes || lambda < 0;
    error = std::max({error, std::abs(run.at("multiplier.rod", row) - lambda),
                      std::abs(run.at("rod_force", row) - lambda * l)});
  }
  CHECK(
      error <
      1e-10);  // of about 60 N/m: rounding of one linear solve, times the condition of its scaling
  CHECK(pushes);  // released above the horizontal, the rod pushes at first
}

TEST_CASE(
    "the Cartesian pendulum keeps the length of its rod and its energy over a hundred periods",
    "[oracle]") {
  const double T = period(1);
  const Run run = simulate(gallery("pendulum-cartesian"), {.until = 100 * T, .step = T / 60});
  double stretch = 0;
  for (size_t row = 0; row < run.rows(); ++row)
    stretch = std::max(stretch, std::abs(std::hypot(run.at("x", row), run.at("y", row)) - 1));
  CHECK(stretch < 1e-14);  // the projection stops at rounding of a length 1
}
