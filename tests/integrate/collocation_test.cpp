#include "integrate/collocation.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/assembled.hpp"
#include "support/gallery.hpp"

namespace collocation_test {
using namespace porthos;

TEST_CASE("Radau's own estimate is of order 4 of a step, with constraints that turn",
          "[integrate][law]") {
  const system::System system =
      test::assembled(test::models_folder() / "pendulum-cartesian.porthos.json", 1);
  const auto error = [&](double h) {
    auto stepper = integrate::make_collocation(system, integrate::radau_tableau(),
                                               {.restores_energy = false, .estimates_error = true});
    dae::State state;
    state.z = VecX{{0.6, -0.8}};
    state.w = VecX{{0.8, 0.6}};
    state.dissipated = VecX::Zero(system.sizes().power);
    state.supplied = VecX::Zero(system.sizes().u);
    REQUIRE(stepper->step(state, h) == Outcome::kRunning);
    return stepper->error().norm();
  };
  const double order = std::log2(error(0.02) / error(0.01));
  CHECK(order > 3.8);
  CHECK(order < 4.3);
}

}  // namespace collocation_test
