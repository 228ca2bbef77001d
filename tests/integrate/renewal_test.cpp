/// The memory of a method contains everything that its steps depend on: reset to that of a new
/// method, it behaves like one.
#include <catch_amalgamated.hpp>

#include "integrate/methods.hpp"
#include "simulate/start.hpp"
#include "support/assembled.hpp"

namespace porthos::renewal_test {
using dae::State;

namespace {

State begin(const system::System& system, const simulate::Start& start) {
  State state;
  state.z = start.z;
  state.w = start.w;
  state.dissipated = VecX::Zero(system.sizes().power);
  state.supplied = VecX::Zero(system.sizes().u);
  system::Workspace at = system.workspace();
  system.segment(at, system::Segment::kZ) = state.z;
  state.start_potential = system.potential_energy(at);
  state.scale = system.kinetic_energy(state.w);
  state.start_energy = state.start_potential + state.scale;
  return state;
}

}  // namespace

TEST_CASE("a method with the memory of a new one takes its steps to the last bit", "[integrate]") {
  constexpr double kUsed = 0.02, kThen = 0.013;  // s
  const auto file = GENERATE(from_range(test::gallery_files()));
  INFO(file.filename());
  system::Assembled names;
  const system::System system = test::assembled(file, 12, &names);
  Problems problems;
  const simulate::Start start = simulate::find_start(system, names, problems);
  long compared = 0;
  for (const integrate::Method* method : integrate::methods()) {
    INFO(method->name);
    const auto used = method->make(system, 1e-6), other = method->make(system, 1e-6);
    State state = begin(system, start);
    if (!used->objection(state).empty()) continue;
    NumberWriter to;
    used->write(to);
    const std::vector<double> fresh = to.take();
    for (int k = 0; k < 10; ++k)
      if (used->step(state, kUsed) != Outcome::kRunning) break;
    NumberReader from(fresh);
    REQUIRE(used->read(from));
    REQUIRE(from.is_done());
    state = begin(system, start);
    State same = state;
    for (int k = 0; k < 5; ++k) {
      const Outcome outcome = used->step(state, kThen);
      REQUIRE(other->step(same, kThen) == outcome);
      REQUIRE((state.z == same.z && state.w == same.w));
      REQUIRE(state.dissipated == same.dissipated);
      if (outcome != Outcome::kRunning) break;
      ++compared;
    }
  }
  CHECK(compared > 0);
}

}  // namespace porthos::renewal_test
