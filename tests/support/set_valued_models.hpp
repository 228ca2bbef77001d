/// Small models with dry friction and contacts, and what every run of such a model keeps.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::test::set_valued {

/// The first time at which a column has this value, between whose row and the one before the switch
/// is.
inline double first_time(const Run& run, const std::string& column, double value) {
  for (std::size_t row = 0; row < run.rows(); ++row)
    if (run.at(column, row) == value) return run.at("t", row);
  return -1;
}

/// The times of the events of a name.
inline std::vector<double> switches(const Json& model, const std::string& name,
                                    const Json& options) {
  Session session = test::open_session(model);
  session.start(options.dump());
  std::vector<double> times;
  const Json reached = Json::parse(session.advance(1 << 30));
  for (const Json& event : reached["events"])
    if (event["name"] == name) times.push_back(event["t"]);
  return times;
}

inline const std::vector<std::string> kMethods{"gauss(2)", "adaptive-gauss(3)", "radau(3)",
                                               "dop853"};

inline Options with(const std::string& method, double step = 0.01) {
  return {.step = step,
          .method = method,
          .tolerance = method == "gauss(2)" ? std::nullopt : std::optional(1e-12)};
}

inline Json options(const std::string& method, double step) {
  Json made = {{"method", method}, {"step", step}};
  if (method != "gauss(2)") made["tolerance"] = 1e-12;
  return made;
}

using test::check_ledger;

inline Json parsed(const char* text) { return Json::parse(text); }

inline Json mass_on_spring() {
  return parsed(R"json({"porthos": 1, "positions": {"x": 0.32}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "100*x^2/2",
    "dissipation": {"rail": {"flow": "v", "dry": "5"}},
    "simulation": {"until": 2, "step": 0.001}})json");
}

inline Json ball(double restitution) {
  Json model = parsed(R"json({"porthos": 1, "positions": {"z": 1}, "velocities": {"v": 0},
    "kinematics": {"z": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "9.81*z",
    "contacts": {"floor": {"gap": "z"}}, "simulation": {"until": 4, "step": 0.01}})json");
  model["contacts"]["floor"]["restitution"] = restitution;
  return model;
}

/// Housner's block on a corner: half of its diagonal is 1 m, the angle beside it 0.3.
inline Json rocking_block() {
  Json model = parsed(R"json({"porthos": 1, "parameters": {"a": 0.3},
    "definitions": {"hx": "sin(a)", "hy": "cos(a)"},
    "positions": {"x": 0, "y": 0, "th": 0.1}, "velocities": {"v": 0, "u": 0, "w": 0},
    "kinematics": {"x": "v", "y": "u", "th": "w"},
    "kinetic_energy": "(v^2 + u^2)/2 + w^2/6", "potential_energy": "9.81*y",
    "contacts": {
      "left": {"gap": "y - hx*sin(th) - hy*cos(th)", "friction": 5,
               "slip": "v + (hx*sin(th) + hy*cos(th))*w"},
      "right": {"gap": "y + hx*sin(th) - hy*cos(th)", "friction": 5,
                "slip": "v + (hy*cos(th) - hx*sin(th))*w"}},
    "simulation": {"until": 6, "step": 0.005}})json");
  model["positions"]["y"] = std::sin(0.3) * std::sin(0.1) + std::cos(0.3) * std::cos(0.1);
  return model;
}

/// A stone that is thrown up inside the length of its rope, 1 m.
inline Json slack_rope() {
  return parsed(R"json({"porthos": 1, "positions": {"x": 0.3, "y": -0.2},
    "velocities": {"u": 2, "v": 3}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "9.81*y",
    "contacts": {"rope": {"gap": "(1 - x^2 - y^2)/2"}},
    "simulation": {"until": 0.45, "step": 0.001}})json");
}

/// A ball of 1 kg and 0.1 m: x, height z, angle a.
inline Json rolling(double z, double v, double w, double mu) {
  Json model = parsed(R"json({"porthos": 1, "positions": {"x": 0, "z": 0, "a": 0},
    "velocities": {"v": 0, "u": 0, "w": 0}, "kinematics": {"x": "v", "z": "u", "a": "w"},
    "kinetic_energy": "(v^2 + u^2)/2 + 0.002*w^2", "potential_energy": "9.81*z",
    "contacts": {"floor": {"gap": "z - 0.1", "slip": "v - 0.1*w"}},
    "simulation": {"until": 2, "step": 0.01}})json");
  model["contacts"]["floor"]["friction"] = mu;
  model["positions"]["z"] = z;
  model["velocities"]["v"] = v;
  model["velocities"]["w"] = w;
  return model;
}

}  // namespace porthos::test::set_valued
