/// Model texts of a mechanism that several tests use.
#pragma once

namespace porthos::test {

/// A slider-crank of elements with the lengths and masses of the gallery model, with gravity and a
/// drive.
inline constexpr const char* kSliderCrankOfElements = R"json({
  "porthos": 1,
  "environment": { "gravity": [0, -9.81] },
  "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.2, "m": 3.75 } },
    "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.5, "m": 0.4 } },
    "slider": { "use": "porthos:planar-body", "parameters": { "m": 0.6 }, "start": { "r": [0.7, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" }, "start": { "angle": 0.5, "rate": 7 } },
    "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "rod.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "slider" } },
    "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "slider" } }
  },
  "inputs": { "O.torque": "0.2*sin(t)" }
})json";

/// The same as formulas, in the same coordinates.
inline constexpr const char* kSliderCrankByHand = R"json({ "porthos": 1,
  "parameters": { "a": 0.2, "b": 0.5, "m1": 3.75, "m2": 0.4, "m3": 0.6, "I3": 0.01 },
  "positions": { "x1": "a/2*cos(0.5)", "y1": "a/2*sin(0.5)", "p1": { "start": 0.5, "fixed": true },
    "x2": 0.42, "y2": 0.05, "p2": -0.2, "x3": 0.7, "y3": 0, "p3": 0 },
  "velocities": { "u1": 0, "v1": 0, "w1": { "start": 7, "fixed": true },
    "u2": 0, "v2": 0, "w2": 0, "u3": 0, "v3": 0, "w3": 0 },
  "kinematics": { "x1": "u1", "y1": "v1", "p1": "w1", "x2": "u2", "y2": "v2", "p2": "w2",
    "x3": "u3", "y3": "v3", "p3": "w3" },
  "kinetic_energy": "m1/2*(u1^2 + v1^2) + m2/2*(u2^2 + v2^2) + m3/2*(u3^2 + v3^2) + m1*a^2/24*w1^2 + m2*b^2/24*w2^2 + I3/2*w3^2",
  "potential_energy": "9.81*(m1*y1 + m2*y2 + m3*y3)",
  "position_constraints": { "O": ["x1 - a/2*cos(p1)", "y1 - a/2*sin(p1)"],
    "A": ["x1 + a/2*cos(p1) - x2 + b/2*cos(p2)", "y1 + a/2*sin(p1) - y2 + b/2*sin(p2)"],
    "B": ["x2 + b/2*cos(p2) - x3", "y2 + b/2*sin(p2) - y3"], "rail": "y3", "turn": "p3" },
  "ports": { "motor": { "flow": "w1" } }, "inputs": { "motor": "0.2*sin(t)" } })json";

}  // namespace porthos::test
