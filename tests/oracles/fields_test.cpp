/// Motions in fields that push across the velocity: Foucault's pendulum and a charge.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>
#include <numbers>

#include "support/run.hpp"

using namespace porthos::test;

TEST_CASE("the small swing of Foucault's pendulum follows its closed form", "[oracle]") {
  const double latitude = GENERATE(0., 0.85, -1.2, 1.5707);
  CAPTURE(latitude);
  const double x_0 = 1e-3, turn = 2 * std::numbers::pi / 40 * std::sin(latitude);
  const double rate = std::sqrt(9.81 / 1.2 + turn * turn);
  const Run run =
      simulate(gallery("foucault-pendulum"),
               {.until = 40, .method = "gauss(3)", .set = {{"x_0", x_0}, {"latitude", latitude}}});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    // z'' + 2 i turn z' + (g/l) z = 0 for z = x + i y, released at rest on the turning floor
    const double t = run.at("t", row);
    const std::complex<double> z =
        x_0 * std::polar(1., -turn * t) *
        std::complex<double>(std::cos(rate * t), turn / rate * std::sin(rate * t));
    error = std::max(error, std::abs(z - std::complex<double>(run.at("x", row), run.at("y", row))));
  }
  // What is left out is smaller by x_0/l, 8e-4, times the ratio of the rates, 0.05. (A smaller
  // swing would rise by less than the cord's gap can be closed: x_0^2/2l against 1e-16.)
  CHECK(error < 1e-4 * x_0);
}

TEST_CASE("at the pole Foucault's pendulum keeps its angular momentum in space", "[oracle]") {
  const Run run = simulate(gallery("foucault-pendulum"),
                           {.until = 40, .set = {{"latitude", std::numbers::pi / 2}}});
  // Of 0.04. The method keeps what is quadratic; its correction of the energy, of the order h^4 of
  // a rate of 3/s, does not.
  CHECK(run.drift("L_polar") < 1e-9);
}

TEST_CASE("the charge of the gallery runs on its helix, and keeps speed and p_y in an uneven field",
          "[oracle]") {
  const double rate = 6, v = 1, up = 0.05;  // e B_0/m
  const Run even = simulate(gallery("charge-magnetic"), {.until = 10, .set = {{"B_1", 0}}});
  double error = 0;
  for (size_t row = 0; row < even.rows(); ++row) {
    const double t = even.at("t", row);
    error = std::max({error, std::abs(even.at("x", row) - v * std::sin(rate * t) / rate),
                      std::abs(even.at("y", row) - v * (std::cos(rate * t) - 1) / rate),
                      std::abs(even.at("z", row) - up * t)});
  }
  CHECK(error < 1e-10);  // phase t rate (h rate)^6/1e5 = 3e-11
  const Run uneven = simulate(gallery("charge-magnetic"));
  CHECK(uneven.drift("speed") < 1e-14);
  CHECK(uneven.drift("p_y") < 1e-10);  // not quadratic: h^6
}
