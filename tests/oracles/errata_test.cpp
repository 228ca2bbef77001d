/// Printed signs compared with corrected ones. Each test shows which law of physics a printed
/// equation violates; the energy balance does not detect the gyroscopic ones.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace errata_test {
using namespace porthos::test;
using Catch::Matchers::WithinAbs;

namespace {

/// The opposite of every entry of a model's gyroscopic matrix.
Json with_gyroscopic_sign_flipped(Json model) {
  REQUIRE(model.contains("gyroscopic"));
  for (Json& row : model["gyroscopic"])
    for (Json& entry : row)
      if (entry.is_string()) entry = "-(" + entry.get<std::string>() + ")";
  return model;
}

Json tabulated_gyroscope() {
  return with_start(gallery("gyroscope-euler"), {{"alpha", 0.3},
                                                 {"beta", 0.4},
                                                 {"gamma", -0.2},
                                                 {"omega_x", 5},
                                                 {"omega_y", 2},
                                                 {"omega_z", -1}});
}

double momentum_drift(const Run& run) {
  return std::max({run.drift("L_X"), run.drift("L_Y"), run.drift("L_Z")});
}

}  // namespace

TEST_CASE(
    "E-001-3: with the printed sign of G the free gyroscope keeps its energy but not its angular "
    "momentum",
    "[oracle][errata]") {
  const Options options{
      .until = 3, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0"}}};
  const Run ours = simulate(tabulated_gyroscope(), options);
  CHECK(momentum_drift(ours) < 1e-11);  // of 0.05 kg m^2/s: h^6 and rounding
  CHECK(ours.largest("energy.balance_error") < 1e-14);

  const Run printed = simulate(with_gyroscopic_sign_flipped(tabulated_gyroscope()), options);
  CHECK(momentum_drift(printed) > 1e-2);
  CHECK(printed.largest("energy.balance_error") <
        1e-14);  // energy is blind to a skew matrix of either sign
}

TEST_CASE("E-001-3: with the printed sign of G the gyroscope does not precess at M/(I_x omega_x)",
          "[oracle][errata]") {
  // Started with the steady precession of 0.05 rad/s that belongs to this torque at beta = 0.
  const Json start = with_start(gallery("gyroscope-euler"), {{"alpha", 0},
                                                             {"beta", 0},
                                                             {"gamma", 0},
                                                             {"omega_x", 12},
                                                             {"omega_y", 0},
                                                             {"omega_z", 0.05}});
  const Options options{
      .until = 2, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0.006"}}};
  const Run ours = simulate(start, options);
  CHECK_THAT(ours.last("gamma") / 2, WithinAbs(0.05, 1e-9));
  const Run printed = simulate(with_gyroscopic_sign_flipped(start), options);
  CHECK(std::abs(printed.last("gamma") / 2 - 0.05) > 0.05);
}

TEST_CASE("E-001-3: with the printed sign of G the robot ends up driving backwards",
          "[oracle][errata]") {
  const Options options{
      .until = 15, .step = 0.005, .set = {{"v_0", -0.7}, {"omega_0", 1.1}, {"F_0", 0}}};
  const Run ours = simulate(gallery("differential-drive-reduced"), options);
  CHECK_THAT(ours.last("v_x"), WithinAbs(0.793189762919, 1e-9));  // sech(29.6) = 3e-13 is left
  const Run printed =
      simulate(with_gyroscopic_sign_flipped(gallery("differential-drive-reduced")), options);
  CHECK_THAT(printed.last("v_x"), WithinAbs(-0.793189762919, 1e-9));
  CHECK(printed.largest("energy.balance_error") < 1e-14);
}

TEST_CASE("E-001-5: a damping force with the printed sign is refused", "[oracle][errata]") {
  Json model = Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 1.3, "d": 0.7 },
    "positions": { "x": 0 }, "velocities": { "v": 0.9 }, "kinematics": { "x": "v" },
    "kinetic_energy": "m/2*v^2", "dissipation": { "damper": { "flow": "v", "effort": "d*v" } },
    "simulation": { "until": 1, "step": 0.01, "method": "gauss(3)"
}
})json");
  const Run ours = simulate(model);
  CHECK(ours.last("energy.dissipated") > 0);
  CHECK_THAT(ours.last("v"),
             WithinAbs(0.9 * std::exp(-0.7 / 1.3), 1e-11));  // h^6 and 100 roundings

  model["dissipation"]["damper"]["effort"] = "-d*v";
  const Run printed = attempt(model);
  CHECK(printed.outcome != "finished");
  REQUIRE_FALSE(printed.problems.empty());
  CHECK(printed.problems[0]["where"] == "/dissipation/damper");
}

TEST_CASE(
    "E-001-5: a damping force with the printed sign puts in the power that it should take out",
    "[oracle][errata]") {
  // The force +d v of the printed equation is known in closed form for one mass, v = v_0 exp(d
  // t/m), and enters through a port. d v_0^2 = 0.406 W.
  const Json model = Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 1.3, "d": 0.7, "v_0": { "formula": "sqrt(0.406/0.7)"
}
}
, "positions" : {"x" : 0},
                "velocities" : {"v" : {"start" : "v_0"}},
                               "kinematics" : {"x" : "v"},
                                              "kinetic_energy" : "m/2*v^2",
                                                                 "ports"
    : {"printed_damper" : {"flow" : "v"}},
      "inputs" : {"printed_damper" : "d*v_0*exp(d*t/m)"},
                 "simulation" : {
  "until" : 0.1, "step" : 0.001, "method" : "gauss(3)"
}
})json");
  const Run printed = simulate(model);
  for (size_t row = 0; row < printed.rows(); row += 10)  // it is indeed the force d v
    CHECK_THAT(
        printed.at("printed_damper.effort", row) - 0.7 * printed.at("printed_damper.flow", row),
        WithinAbs(0, 1e-12));
  const double rate = (printed.at("energy.stored", 1) - printed.first("energy.stored")) / 0.001;
  CHECK_THAT(rate, WithinAbs(0.406, 3e-4));  // a difference over 1 ms: 0.406 d/m h = 2e-4

  Json ours = model;
  ours.erase("ports");
  ours.erase("inputs");
  ours["dissipation"] = {{"v", "d*v"}};
  const Run damped = simulate(ours);
  const double fall = (damped.at("energy.stored", 1) - damped.first("energy.stored")) / 0.001;
  CHECK_THAT(fall, WithinAbs(-0.406, 3e-4));
}

TEST_CASE(
    "E-001-10: the power of the force on the slider is F times its speed along the rail, not F v_x",
    "[oracle][errata]") {
  Json model = gallery("rod-slider");
  model["outputs"]["power"] = "0.8*(cos(phi2)*v_x - sin(phi2)*v_y)";
  model["outputs"]["printed_power"] = "0.8*v_x";
  const double h = 0.001;
  const Run run =
      simulate(with_start(model, {{"phi2", 2.6}}),
               {.until = 2, .step = h, .method = "gauss(3)", .inputs = {{"F_ext", "0.8"}}});
  double ours = 0, printed = 0, error = 0, printed_error = 0;
  const auto simpson = [&](const char* name, size_t row) {
    return h / 3 * (run.at(name, row - 2) + 4 * run.at(name, row - 1) + run.at(name, row));
  };
  for (size_t row = 2; row < run.rows(); row += 2) {
    ours += simpson("power", row);
    printed += simpson("printed_power", row);
    const double gained = run.at("energy.stored", row) - run.first("energy.stored");
    error = std::max(error, std::abs(gained - ours));
    printed_error = std::max(printed_error, std::abs(gained - printed));
  }
  CHECK(error < 1e-9);  // J; Simpson's rule on 1 ms
  CHECK(printed_error > 0.1);
}

TEST_CASE("E-001-10: a port with the printed flow v_x pushes the rod off its rail's direction",
          "[oracle][errata]") {
  // The effort of a port acts along its flow. With the flow v_x the force follows the rod, and the
  // momentum along the rail no longer grows by F per second.
  Json model = with_start(gallery("rod-slider"), {{"phi2", 2.6}});
  const Options options{
      .until = 2, .step = 0.005, .method = "gauss(3)", .inputs = {{"F_ext", "0.8"}}};
  const Run ours = simulate(model, options);
  CHECK_THAT(ours.last("p_X") - ours.first("p_X"), WithinAbs(1.6, 1e-10));  // F t; h^6 and rounding
  model["ports"]["F_ext"] = {{"flow", "v_x"}};
  const Run printed = simulate(model, options);
  CHECK(std::abs(printed.last("p_X") - printed.first("p_X") - 1.6) > 0.1);
}

}  // namespace errata_test
