/// The memory of a stepper is a value: a stepper that takes over the memory of another one takes
/// the same steps.
#include <catch_amalgamated.hpp>

#include "integrate/methods.hpp"
#include "simulate/start.hpp"
#include "support/assembled.hpp"

namespace porthos::memory_test {
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

/// Without a run, modes do not switch: an explicit method tries ever smaller steps across a
/// reversal of dry friction.
bool needs_switches(const system::Assembled& model, const integrate::Method& method) {
  return !model.set_valued.empty() && method.traits.is_explicit;
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
    if (needs_switches(names, *method)) continue;
    const auto used = method->make(system, 1e-6), other = method->make(system, 1e-6);
    State state = begin(system, start);
    if (!used->objection(state).empty()) continue;
    const integrate::Memory initial = used->memory();
    for (int k = 0; k < 10; ++k)
      if (used->step(state, kUsed) != Outcome::kRunning) break;
    REQUIRE(used->restore(initial));
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

TEST_CASE("a stepper with the memory of another one continues with the same bits", "[integrate]") {
  constexpr double kStep = 0.01;  // s
  const auto file = GENERATE(from_range(test::gallery_files()));
  INFO(file.filename());
  system::Assembled names;
  const system::System system = test::assembled(file, 12, &names);
  Problems problems;
  const simulate::Start start = simulate::find_start(system, names, problems);
  long compared = 0;
  for (const integrate::Method* method : integrate::methods()) {
    INFO(method->name);
    if (needs_switches(names, *method)) continue;
    const auto first = method->make(system, 1e-6), other = method->make(system, 1e-6);
    State state = begin(system, start);
    if (!first->objection(state).empty()) continue;
    for (int k = 0; k < 7; ++k)
      if (first->step(state, kStep) != Outcome::kRunning) break;
    const integrate::Memory memory = first->memory();
    REQUIRE(other->restore(memory));
    REQUIRE(other->memory() == memory);
    State same = state;
    for (int k = 0; k < 4; ++k) {
      const Outcome outcome = first->step(state, kStep);
      REQUIRE(other->step(same, kStep) == outcome);
      REQUIRE((state.z == same.z && state.w == same.w));
      if (outcome != Outcome::kRunning) break;
      ++compared;
    }
    // A memory with a number more or less is refused.
    integrate::Memory longer = memory, shorter = memory;
    longer.push_back(0);
    CHECK_FALSE(method->make(system, 1e-6)->restore(longer));
    if (shorter.empty()) continue;
    shorter.pop_back();
    CHECK_FALSE(method->make(system, 1e-6)->restore(shorter));
  }
  CHECK(compared > 0);
}

}  // namespace porthos::memory_test
