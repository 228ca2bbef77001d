/// The crank alone: I_1A omega' = M_ext.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

using namespace porthos::test;

TEST_CASE("the crank integrates its torque", "[oracle]") {
  const Run run = simulate(gallery("crank"), {.until = 12, .step = 0.01, .method = "gauss(3)"});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    error = std::max({error, std::abs(run.at("omega1", row) - (2 + 2 * std::sin(t))),
                      std::abs(run.at("phi1", row) - (0.5 + 2 * t + 2 * (1 - std::cos(t))))});
  }
  // The collocation integrates cos t with the error h^6; the energy correction moves omega1 by no
  // more than the defect of a step, of the same order.
  CHECK(error < 1e-11);
}

TEST_CASE("a force at the end of the crank turns it as its lever says", "[oracle]") {
  // A constant force downwards makes the crank a pendulum: I/2 omega^2 + l1 F sin phi is constant.
  const Run run =
      simulate(gallery("crank"),
               {.until = 10, .step = 0.01, .inputs = {{"M_ext", "0"}, {"F_1C", {"0", "-1"}}}});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double energy =
        0.025 * std::pow(run.at("omega1", row), 2) + 0.2 * std::sin(run.at("phi1", row));
    error = std::max(error, std::abs(energy - 0.1 - 0.2 * std::sin(0.5)));
    CHECK(std::abs(run.at("F_1C.flow.2", row) -
                   0.2 * std::cos(run.at("phi1", row)) * run.at("omega1", row)) < 1e-14);
  }
  CHECK(
      error <
      1e-9);  // J; the work is integrated along the run by gauss(2), h^4 of 0.2 J at rates near 2/s
}
