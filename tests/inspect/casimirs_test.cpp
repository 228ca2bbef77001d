// What changes a Casimir, and what is conserved beside constraints (T-12), by hand.
#include <map>
#include <set>
#include <string>

#include "support/inspection.hpp"

namespace porthos::casimirs_test {
namespace {

using test::Json;
using Names = std::set<std::string>;

Names named(const test::Inspection& report, const char* fact) {
  const auto list = report.list(fact);
  return {list.begin(), list.end()};
}

/// Casimir -> what changes it.
std::map<std::string, Names> changed(const test::Inspection& report) {
  std::map<std::string, Names> made;
  for (const Json& one : report.json()["facts"]["changedCasimirs"])
    made[one["casimir"]] = one["by"].get<Names>();
  return made;
}

/// Two charges on one side of a resistor each, and a coil.
Json circuit(const char* between) {
  Json model = Json::parse(R"json({"porthos": 1, "components": {
    "m": {"use": "porthos:node"}, "n": {"use": "porthos:node"},
    "C": {"use": "porthos:capacitor", "between": {"a": "m", "b": "ground"}, "start": {"q": 1}},
    "R": {"use": "porthos:resistor", "between": {"a": "m", "b": "n"}}}})json");
  model["components"]["Z"] = {{"use", between}, {"between", {{"a", "n"}, {"b", "ground"}}}};
  return model;
}

}  // namespace

TEST_CASE("a resistor changes charges by Kirchhoff's laws", "[inspect][T-12]") {
  // Without the current of R both charges rest. The current takes from one what it gives the other.
  const test::Inspection two(circuit("porthos:capacitor"), "T-12");
  CAPTURE(two.json().dump(1));
  CHECK(named(two, "casimirs") == Names{"C.q", "Z.q"});
  CHECK(named(two, "conserved") == Names{"C.q + Z.q"});
  CHECK(changed(two) == std::map<std::string, Names>{{"C.q", {"R.heat"}}, {"Z.q", {"R.heat"}}});

  const test::Inspection coil(circuit("porthos:inductor"), "T-12");
  CAPTURE(coil.json().dump(1));
  CHECK(named(coil, "casimirs") == Names{"C.q"});
  CHECK(named(coil, "conserved").empty());
  CHECK(changed(coil) == std::map<std::string, Names>{{"C.q", {"R.heat"}}});
}

TEST_CASE("a relation beside a Casimir does not change it", "[inspect][T-12]") {
  // A second circuit with its own resistor.
  Json model = circuit("porthos:capacitor");
  const Json other = circuit("porthos:inductor")["components"];
  for (const auto& [name, one] : other.items()) {
    Json& made = model["components"]["other_" + name] = one;
    if (made.contains("between"))
      for (Json& end : made["between"])
        if (end != "ground") end = "other_" + end.get<std::string>();
  }
  const test::Inspection report(model, "T-12");
  CAPTURE(report.json().dump(1));
  CHECK(changed(report).at("C.q") == Names{"R.heat"});
  CHECK(changed(report).at("other_C.q") == Names{"other_R.heat"});
}

TEST_CASE("a coordinate that is held at zero hides no momentum", "[inspect][T-12]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1, "y": 0},
    "velocities": {"u": 0.5, "v": 0}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + v^2)/2", "position_constraints": {"line": "y"}})json");
  CHECK(named(test::Inspection(model, "T-12"), "conserved") == Names{"momentum(u)"});
  model["potential_energy"] = "x^2/2";
  CHECK(named(test::Inspection(model, "T-12"), "conserved").empty());
}

TEST_CASE("the energy has no part that is linear in velocities", "[inspect][T-12]") {
  // A charge in a magnetic field and an unequal spring: energy alone is conserved.
  const Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1, "y": 0},
    "velocities": {"u": 0.5, "v": 0.2}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + v^2)/2 + (x*v - y*u)/2",
    "potential_energy": "x^2/2 + y^2 + x^4"})json");
  CHECK(named(test::Inspection(model, "T-12"), "conserved").empty());
}

TEST_CASE("a reversible engine makes no entropy", "[inspect][T-24]") {
  Json model = Json::parse(R"json({"porthos": 1, "parameters": {"k": 0.1},
    "positions": {"hot": {"start": 1, "unit": "J/K"}, "cold": {"start": 2, "unit": "J/K"},
                  "phi": 0},
    "velocities": {"w": 0.3}, "kinematics": {"hot": "-k*w", "cold": "0.1*w", "phi": "w"},
    "kinetic_energy": "w^2/2",
    "potential_energy": {"hot": "300*hot + hot^2/2", "cold": "300*cold"}})json");
  const auto unproven = [&] {
    Names made;
    const test::Report report(model, {{"only", {"T-06", "T-24"}}});
    CHECK(report.json()["findings"].size() == 2);
    for (const Json& one : report.json()["findings"])
      if (one["verdict"] == "fails") made.insert(one["name"]);
    return made;
  };
  CHECK(unproven().empty());
  // It takes more than it gives.
  model["parameters"]["k"] = 0.2;
  CHECK(unproven() == Names{"entropy that the coupling of hot, cold and w makes never falls",
                            "the coupling of hot, cold and w only takes exergy"});
}

}  // namespace porthos::casimirs_test
