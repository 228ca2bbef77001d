/// The crank alone: I_1A omega' = M_ext.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"

namespace crank_test {
using namespace porthos::test;

TEST_CASE("the crank integrates its torque", "[oracle]") {
  const Run run = simulate(gallery("crank"), {.until = 12, .step = 0.01, .method = "gauss(3)"});
  // The collocation integrates cos t with the error h^6; the energy correction moves omega1 by no
  // more than the defect of a step, of the same order.
  oracle(run, {"crank", "speed"}, 1e-11,
         at(run, [](const Reader& n) { return n("omega1") - 2 - 2 * std::sin(n("t")); }));
  oracle(run, {"crank", "angle"}, 1e-11, at(run, [](const Reader& n) {
           const double t = n("t");
           return n("phi1") - (0.5 + 2 * t + 2 * (1 - std::cos(t)));
         }));
}

TEST_CASE("a force at the end of the crank turns it as its lever says", "[oracle]") {
  // A constant force downwards makes the crank a pendulum: I/2 omega^2 + l1 F sin phi is constant.
  const Run run =
      simulate(gallery("crank"),
               {.until = 10, .step = 0.01, .inputs = {{"M_ext", "0"}, {"F_1C", {"0", "-1"}}}});
  // J; the work is integrated along the run by gauss(2), h^4 of 0.2 J at rates near 2/s
  oracle(run, {"crank", "energy under a force at its end"}, 1e-9, at(run, [](const Reader& n) {
           return 0.025 * std::pow(n("omega1"), 2) + 0.2 * std::sin(n("phi1")) - 0.1 -
                  0.2 * std::sin(0.5);
         }));
  oracle(run, {"crank", "speed of its end"}, 1e-14, at(run, [](const Reader& n) {
           return n("F_1C.flow.2") - 0.2 * std::cos(n("phi1")) * n("omega1");
         }));
}

}  // namespace crank_test
