/// Terms that parameters make zero are omitted from the formulas, and no others are.
#include "system/zeros.hpp"

#include <catch_amalgamated.hpp>

#include "support/assembled.hpp"
#include "support/run.hpp"

namespace porthos::zeros_test {
namespace {

using system::Segment;
using system::System;
using system::Workspace;

/// The same system with all formulas as they are written.
System whole(system::Assembly assembly) {
  for (system::Instance& instance : assembly.instances)
    instance.type = std::make_shared<const system::ElementType>(
        system::compile(*instance.laws, *instance.laws, instance.type->is_closed));
  return System(std::move(assembly));
}

/// For the rates and their derivatives.
double operations(const System& system) {
  std::size_t sum = 0;
  for (const system::Instance& instance : system.assembly().instances)
    sum += instance.type->rate.tape.instruction_count() +
           instance.type->rate_derivative.tape.instruction_count();
  return static_cast<double>(sum);
}

/// The rates and their derivatives at a random state.
void check_same(const System& reduced) {
  const System all = whole(reduced.assembly());
  CHECK(operations(reduced) <= operations(all));
  Workspace a = all.workspace();
  a.values.setRandom();
  all.set_time(a, 0.7);
  Workspace b = a;
  for (const auto& [system, at] : {std::pair{&all, &a}, {&reduced, &b}}) {
    system->compute_rates(*at);
    system->compute_powers(*at);
  }
  for (const Segment segment : {Segment::kZdot, Segment::kForce, Segment::kRow, Segment::kGapRate,
                                Segment::kGap, Segment::kFlow, Segment::kPower}) {
    const VecX x = all.segment(a, segment), y = reduced.segment(b, segment);
    if (!x.allFinite()) continue;
    CHECK((x - y).norm() <= 1e-13 * (1 + x.norm()));  // sums in another order
  }
  Sparse da = all.jacobian(), db = reduced.jacobian();
  all.linearize(a, da);
  reduced.linearize(b, db);
  const MatX x = da.dense(), y = db.dense();
  if (x.allFinite()) CHECK((x - y).norm() <= 1e-12 * (1 + x.norm()));
}

}  // namespace

TEST_CASE("without its zeros a model has the same rates and derivatives", "[system][law]") {
  for (const auto& file : test::gallery_files()) {
    INFO(file);
    check_same(test::assembled(file, 100));
  }
  // Hinges on the axis of a body, axes along coordinates, a diagonal inertia.
  const System joints = test::assembled(R"json({"porthos": 1, "components": {
    "arm": {"use": "porthos:rigid-body", "start": {"r": [0.5, 0, 0]}},
    "hand": {"use": "porthos:rigid-body", "start": {"r": [1.5, 0, 0]}},
    "shoulder": {"use": "porthos:revolute", "between": {"a": "ground", "b": "arm"},
      "parameters": {"at_b": [-0.5, 0, 0]}},
    "wrist": {"use": "porthos:revolute", "between": {"a": "arm", "b": "hand"},
      "parameters": {"at_a": [0.5, 0, 0], "at_b": [-0.5, 0, 0]}}}})json");
  check_same(joints);
  CHECK(operations(joints) < 0.75 * operations(whole(joints.assembly())));
}

TEST_CASE("the rows alone are those of the rates", "[system]") {
  for (const auto& file : test::gallery_files()) {
    INFO(file);
    const System system = test::assembled(file, 100);
    Workspace a = system.workspace();
    a.values.setRandom();
    system.set_time(a, 0.7);
    Workspace b = a, c = a;
    system.compute_rates(a);
    system.compute_rows(b);
    system.compute_gaps(c);
    if (!system.rows(a).allFinite()) continue;
    CHECK(system.rows(a) == system.rows(b));
    CHECK(system.segment(a, Segment::kGap) == system.segment(b, Segment::kGap));
    CHECK(system.segment(a, Segment::kGap) == system.segment(c, Segment::kGap));
  }
}

TEST_CASE("a parameter that is zero at first may be set and switched", "[system][simulate]") {
  using namespace porthos::test;
  const Json model = Json::parse(R"json({"porthos": 1, "parameters": {"k": 0, "d": 0},
    "positions": {"x": 1}, "velocities": {"v": 1}, "kinematics": {"x": "v"},
    "kinetic_energy": "v^2/2", "potential_energy": "k/2*x^2",
    "dissipation": {"damper": {"flow": "v", "effort": "d*v"}},
    "events": {"begin": {"when": "t - 1", "do": {"set": {"k": 4}}}},
    "simulation": {"until": 2, "step": 0.01, "method": "gauss(4)"}})json");
  const Run free = test::simulate(model, {});
  // x = 1 + t until t = 1, then an oscillation of 2 rad/s from x = 2, v = 1.
  CHECK(std::abs(free.last("x") - (2 * std::cos(2.0) + 0.5 * std::sin(2.0))) < 1e-12);
  const Run damped = test::simulate(model, {.until = 1, .set = {{"d", 0.5}}});
  CHECK(std::abs(damped.last("v") - std::exp(-0.5)) < 1e-12);
}

}  // namespace porthos::zeros_test
