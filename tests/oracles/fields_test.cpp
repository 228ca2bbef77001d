/// Motions in fields with forces perpendicular to the velocity: Foucault's pendulum and a charge.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>
#include <numbers>

#include "support/paper.hpp"

namespace fields_test {
using namespace porthos::test;

TEST_CASE("the small swing of Foucault's pendulum follows its closed form", "[oracle]") {
  const double latitude = GENERATE(0., 0.85, -1.2, 1.5707);
  CAPTURE(latitude);
  const double x_0 = 1e-3, turn = 2 * std::numbers::pi / 40 * std::sin(latitude);
  const double rate = std::sqrt(9.81 / 1.2 + turn * turn);
  const Run run =
      simulate(gallery("foucault-pendulum"),
               {.until = 40, .method = "gauss(3)", .set = {{"x_0", x_0}, {"latitude", latitude}}});
  // The omitted terms are smaller by x_0/l, 8e-4, times the ratio of the rates, 0.05. (In a smaller
  // swing the bob would rise by less than the rounding of the cord's gap: x_0^2/2l against 1e-16.)
  oracle(run, {"foucault-pendulum", "small swing (of 1 mm)"}, 1e-4 * x_0,
         at(run, [&](const Reader& n) {
           // z'' + 2 i turn z' + (g/l) z = 0 for z = x + i y, released at rest on the turning floor
           const double t = n("t");
           const std::complex<double> z =
               x_0 * std::polar(1., -turn * t) *
               std::complex<double>(std::cos(rate * t), turn / rate * std::sin(rate * t));
           return std::abs(z - std::complex<double>(n("x"), n("y")));
         }));
}

TEST_CASE("at the pole Foucault's pendulum keeps its angular momentum in space", "[oracle]") {
  const Run run = simulate(gallery("foucault-pendulum"),
                           {.until = 40, .set = {{"latitude", std::numbers::pi / 2}}});
  // Of 0.04. The method conserves quadratic invariants; its energy correction, of order h^4 for a
  // rate of 3/s, does not.
  oracle({"foucault-pendulum", "angular momentum at the pole"}, 1e-9, run.drift("L_polar"));
}

TEST_CASE("the charge of the gallery runs on its helix, and keeps speed and p_y in an uneven field",
          "[oracle]") {
  const double rate = 6, v = 1, up = 0.05;  // e B_0/m
  const Run even = simulate(gallery("charge-magnetic"), {.until = 10, .set = {{"B_1", 0}}});
  // phase t rate (h rate)^6/1e5 = 3e-11
  oracle(even, {"charge-magnetic", "helix"}, 1e-10, at(even, [&](const Reader& n) {
           const double t = n("t");
           return std::max({std::abs(n("x") - v * std::sin(rate * t) / rate),
                            std::abs(n("y") - v * (std::cos(rate * t) - 1) / rate),
                            std::abs(n("z") - up * t)});
         }));
  const Run uneven = simulate(gallery("charge-magnetic"));
  oracle({"charge-magnetic", "speed"}, 1e-14, uneven.drift("speed"));
  oracle({"charge-magnetic", "p_y"}, 1e-10, uneven.drift("p_y"));  // not quadratic: h^6
}

}  // namespace fields_test
