/// Verdicts where the motion is rounding, jumps, or depends on time, and in other branches than
/// that of the start.
#include <catch_amalgamated.hpp>
#include <string>

#include "support/inspection.hpp"

namespace porthos::edge_verdicts_test {
namespace {

using test::Json;
using test::Report;

const std::string kPrinciple = "the run satisfies the variational principle";
const std::string kBalance = "dH/dt is the supplied minus the dissipated power";
const std::string kPoles = "the structure has no poles";

Json point(const std::string& kinematics, const std::string& potential, double x, double v) {
  Json model = {{"porthos", 1}};
  model["positions"]["x"] = x;
  model["velocities"]["v"] = v;
  model["kinematics"]["x"] = kinematics;
  model["kinetic_energy"] = "v^2/2";
  model["potential_energy"] = potential;
  model["simulation"] = {{"until", 2}, {"step", 0.01}};
  return model;
}

std::string verdict(const Json& model, const std::string& name) {
  return Report(model).verdict(name);
}

}  // namespace

TEST_CASE("the balance counts a Lagrangian whose linear term changes with time",
          "[inspect][T-07]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1}, "velocities": {"u": 0.5},
    "kinematics": {"x": "u"}, "lagrangian": "u^2/2 + t*x*u",
    "simulation": {"until": 2, "step": 0.01}})json");
  CHECK(verdict(model, kBalance) == "holds");
  CHECK(verdict(model, kPrinciple) == "holds");
}

TEST_CASE("a body that rests up to rounding satisfies the variational principle",
          "[inspect][T-22]") {
  // At the minimum of x^3 - x, whose double is beside it; and a point far away that creeps.
  CHECK(verdict(point("v", "x^3 - x", 0.57735026918962576, 0), kPrinciple) == "holds");
  CHECK(verdict(point("v", "0", 1e12, 1e-3), kPrinciple) == "holds");
  CHECK(verdict(point("v", "x^2/2", 1, 0), kPrinciple) == "holds");
}

TEST_CASE("a jump of coefficients in the run leaves the variational principle open",
          "[inspect][T-22]") {
  const Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": -0.5, "y": 0},
    "velocities": {"u": 1, "v": 0}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + 2*v^2)/2",
    "velocity_constraints": {"bend": "if(x > 0, 1, 0)*u - v"},
    "simulation": {"until": 2, "step": 0.01}})json");
  CHECK(verdict(model, kPrinciple) == "undecided");
}

TEST_CASE("poles of branches beyond that of the start are not ruled out", "[inspect][T-02]") {
  for (const char* rate : {"v/min(2 - x, 1)", "v/max(x - 2, -1)", "v/if(x > 1, x - 2, 1)"}) {
    INFO(rate);
    CHECK(verdict(point(rate, "x^2/2", 0.3, 0), kPoles) != "holds");
  }
  for (const char* rate : {"v/max(x, 1)", "v/if(x > 1, 2, 1)", "v"}) {
    INFO(rate);
    CHECK(verdict(point(rate, "x^2/2", 0.3, 0), kPoles) == "holds");
  }
}

TEST_CASE("a field that switches is closed in the branches near the start only",
          "[inspect][T-13]") {
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": 0, "y": 0, "z": 0.1}, "velocities": {"u": 1, "v": 0, "w": 0},
    "kinematics": {"x": "u", "y": "v", "z": "w"}, "kinetic_energy": "(u^2 + v^2 + w^2)/2",
    "simulation": {"until": 2, "step": 0.01}})json");
  const auto note = [&](const std::string& field) {
    model["gyroscopic"] = {{"0", field, "0"}, {"-(" + field + ")", "0", "0"}, {"0", "0", "0"}};
    return Report(model).finding("the gyroscopic two-form is closed").value("note", "");
  };
  const std::string in_branches =
      "It was judged in the branches that the formulas have near the start.";
  CHECK(note("if(z > 2, z, 1)").find(in_branches) != std::string::npos);
  CHECK(note("1").find(in_branches) == std::string::npos);
}

}  // namespace porthos::edge_verdicts_test
