/// The units of formulas: a mismatch is a warning with both units and its place; a correct text, or
/// one without units, has none.
#include <catch_amalgamated.hpp>
#include <filesystem>
#include <fstream>

#include "support/gallery.hpp"
#include "support/run.hpp"

namespace units_test {
using namespace porthos::test;

namespace {

Json model() {
  return Json::parse(R"json({ "porthos": 1,
    "parameters": { "m": { "value": 1, "unit": "kg" }, "k": { "value": 2, "unit": "N/m" },
                    "l": { "value": 1, "unit": "m" }, "T": { "value": 1, "unit": "s" },
                    "n": 3, "F": { "value": 1, "unit": "N" },
                    "c": { "formula": "k*T", "unit": "kg/s" } },
    "positions": { "x": { "start": "l/2", "unit": "m" }, "phi": { "start": 0, "unit": "rad" } },
    "velocities": { "v": { "unit": "m/s" }, "omega": { "start": 0, "unit": "rad/s" } },
    "kinematics": { "x": "v", "phi": "omega" },
    "kinetic_energy": "m/2*v^2 + m*l^2*omega^2/6",
    "potential_energy": { "spring": "k/2*(x - l)^2", "gravity": "-9.81*m*l*cos(phi)" },
    "dissipation": { "v": "c*v" },
    "ports": { "push": { "flow": "v", "flow_unit": "m/s", "effort_unit": "N" } },
    "inputs": { "push": "F*sin(t)" },
    "outputs": { "force": { "formula": "k*(x - l)", "unit": "N" } } })json");
}

/// The only problem of the model with this value there.
Json warning(const char* pointer, const Json& value) {
  Json changed = model();
  place_in(changed, pointer) = value;
  const Json problems = problems_of(changed);
  CAPTURE(pointer, value.dump(), problems.dump());
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH118");
  CHECK(problems[0]["severity"] == "warning");
  return problems[0];
}

void check(const char* pointer, const Json& value, const char* where, const char* found,
           const char* expected) {
  const Json problem = warning(pointer, value);
  CHECK(problem["where"] == where);
  CHECK(problem["found"] == found);
  CHECK(problem["expected"] == expected);
}

void check_clean(const char* pointer, const Json& value) {
  Json changed = model();
  place_in(changed, pointer) = value;
  CAPTURE(pointer, value.dump());
  CHECK(problems_of(changed).dump() == "[]");
}

}  // namespace

TEST_CASE("terms of different units are reported with both units and their places", "[units]") {
  REQUIRE(problems_of(model()).dump() == "[]");
  const char* out = "/outputs/a";
  check(out, "x + v", out, "\"x\" in m (position 0) and \"v\" in m/s (position 4)",
        "terms with the same unit");
  CHECK(warning(out, "2*(l - m)")["position"] == 7);
  check(out, "k*x - m*v", out, "\"k*x\" in N (position 0) and \"m*v\" in kg m/s (position 6)",
        "terms with the same unit");
  check(out, "if(x < v, 1, 0)", out, "\"x\" in m (position 3) and \"v\" in m/s (position 7)",
        "terms with the same unit");
  check(out, "max(x, v)", out, "\"x\" in m (position 4) and \"v\" in m/s (position 7)",
        "terms with the same unit");
  check(out, "if(t > 1, x, v)", out, "\"x\" in m (position 10) and \"v\" in m/s (position 13)",
        "terms with the same unit");
  check(out, "[x, l] + [l, v]", out,
        "\"[x, l]\" in m (position 0) and \"[l, v]\" in m/s (position 9)",
        "terms with the same unit");
  check(out, "sin(x)", out, "\"x\" in m as an argument", "an argument without a unit");
  check(out, "x + phi", out, "\"x\" in m (position 0) and \"phi\" without a unit (position 4)",
        "terms with the same unit");
  check(out, "rate(v) - effort(x)/F", out,
        "\"rate(v)\" in m/s^2 (position 0) and \"effort(x)/F\" without a unit (position 10)",
        "terms with the same unit");
}

TEST_CASE("a formula in another unit than what it is for is reported", "[units]") {
  check("/kinetic_energy", "m/2*v^2/l + m*l*omega^2/2", "/kinetic_energy", "a formula in N",
        "J, as an energy");
  check("/potential_energy/spring", "k*x", "/potential_energy/spring", "a formula in N",
        "J, as an energy");
  check("/kinematics/x", "v*T", "/kinematics/x", "a formula in m",
        "m/s, the unit of the rate of \"x\"");
  check("/dissipation/v", "k*v", "/dissipation/v", "a flow in m/s and an effort in kg m/s^3",
        "a flow and an effort whose product is a power, W");
  check("/ports/push/flow", "x/l*omega", "/ports/push/flow", "a formula in 1/s",
        "m/s, the unit of the flow");
  check("/inputs/push", "k*l^2", "/inputs/push", "a formula in J", "N, the unit of the port");
  check("/outputs/force/formula", "k*v", "/outputs/force/formula", "a formula in kg m/s^3",
        "N, the unit of \"force\"");
  check("/parameters/c/formula", "k*l", "/parameters/c/formula", "a formula in N",
        "kg/s, the unit of \"c\"");
  check("/positions/x/start", "T", "/positions/x/start", "a formula in s", "m, the unit of \"x\"");
  check("/position_constraints", Json{{"row", {{"formula", "(x - l)*l"}, {"unit", "m"}}}},
        "/position_constraints/row/formula", "a formula in m^2", "m, the unit of the constraint");
}

TEST_CASE("masses, events and drawings have units", "[units]") {
  const auto found = [](const char* pointer, const Json& value) {
    Json model = Json::parse(R"json({ "porthos": 1,
      "parameters": { "m": { "value": 1, "unit": "kg" }, "l": { "value": 1, "unit": "m" } },
      "positions": { "x": { "unit": "m" } }, "velocities": { "v": { "unit": "m/s" } },
      "kinematics": { "x": "v" }, "mass": [["m"]],
      "events": { "stop": { "when": "x - l", "do": [{ "reset": { "v": "-v" } }, { "set": { "l": "2*l" } }] } },
      "view": { "bodies": [{ "name": "b", "position": ["x", 0], "angle": "x/l",
        "shapes": [{ "type": "sphere", "radius": "l" }, { "type": "rod", "from": ["x", 0], "to": ["l", 0], "radius": "l" }] }],
        "trails": [{ "body": "b", "point": ["l", 0] }] } })json");
    REQUIRE(problems_of(model).empty());
    place_in(model, pointer) = value;
    const Json problems = problems_of(model);
    CAPTURE(pointer, problems.dump());
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH118");
    CHECK(problems[0]["where"] == pointer);
    return problems[0]["found"].get<std::string>() + " / " +
           problems[0]["expected"].get<std::string>();
  };
  CHECK(found("/mass/0/0", "m*l") == "a formula in kg m / kg, as a mass");
  CHECK(found("/events/stop/do/0/reset/v", "x") == "a formula in m / m/s, the unit of \"v\"");
  CHECK(found("/events/stop/do/1/set/l", "m") == "a formula in kg / m, the unit of \"l\"");
  CHECK(found("/view/bodies/0/angle", "x") == "a formula in m / rad, as it is drawn");
  CHECK(found("/view/bodies/0/shapes/0/radius", "m") == "a formula in kg / m, as it is drawn");
  CHECK(found("/view/bodies/0/shapes/1/from", {"v", 0}) == "a formula in m/s / m, as it is drawn");
  CHECK(found("/view/trails/0/point", {"m", 0}) == "a formula in kg / m, as it is drawn");
}

TEST_CASE("numbers, and names without a unit, fit everything", "[units]") {
  const char* out = "/outputs/a";
  for (const char* formula : {"x + 1",
                              "0.1*phi + x",
                              "n*v + x",
                              "9.81*m + F",
                              "2*x + v",
                              "t",
                              "2*t^2",
                              "x - cos(t)",
                              "sin(2*t)",
                              "exp(-t)",
                              "x*sin(omega*t)",
                              "x/l + cos(phi)",
                              "sqrt(x^2 + l^2) - x",
                              "x^n + v",
                              "x^phi",
                              "hypot(x, l) + l",
                              "abs(x) + l",
                              "atan2(x, l) + phi",
                              "x*sign(v) + l",
                              "floor(3*t) + x",
                              "min(x, 0) + l",
                              "[x, phi]",
                              "dot([x, l], [l, x]) - l^2",
                              "momentum(v)*v + effort(x)*x"})
    check_clean(out, formula);
  check_clean("/potential_energy/spring", "2*x^2");
  check_clean("/potential_energy/spring", "n/2*x^2");
  check_clean("/dissipation/v", "0.3*v");
  check_clean("/inputs/push", "0.5*sin(t)");
  check_clean("/inputs/push", "cos(3*t)");
  check_clean("/velocity_constraints", Json{{"row", "v - cos(t)"}});
}

TEST_CASE("a text without units, or with other ones, has no warnings of them", "[units]") {
  for (const char* unit : {"", "apples"}) {
    Json bare = model();
    for (auto& [name, parameter] : bare["parameters"].items())
      if (parameter.is_object()) parameter["unit"] = unit;
    for (const char* states : {"positions", "velocities"})
      for (auto& [name, state] : bare[states].items()) state["unit"] = unit;
    bare["outputs"] = {{"a", "x + v + phi"}, {"b", "sin(x)*k + m"}};
    bare["kinetic_energy"] = "m/2*v^2 + omega^2";
    bare["inputs"] = Json::object();
    const Json problems = problems_of(bare);
    CHECK(problems.empty() == (*unit == 0));
    for (const Json& problem : problems) CHECK(problem["code"] == "PH119");
  }
}

TEST_CASE("units that differ by a factor do not agree", "[units]") {
  const auto in = [](const char* unit, const char* formula) {
    Json changed = model();
    changed["parameters"]["a"] = {{"value", 5}, {"unit", unit}};
    changed["outputs"]["b"] = formula;
    const Json problems = problems_of(changed);
    CAPTURE(unit, formula, problems.dump());
    REQUIRE(problems.size() <= 1);
    if (problems.empty()) return std::string();
    CHECK(problems[0]["code"] == "PH118");
    return problems[0]["found"].get<std::string>();
  };
  CHECK(in("cm", "x + a") == "\"x\" in m (position 0) and \"a\" in cm (position 4)");
  CHECK(in("g", "m + a") == "\"m\" in kg (position 0) and \"a\" in g (position 4)");
  CHECK(in("deg", "sin(a)") == "\"a\" in deg as an argument");
  CHECK(in("rpm", "omega + a") == "\"omega\" in 1/s (position 0) and \"a\" in rpm (position 8)");
  CHECK(in("km/h", "v - a") == "\"v\" in m/s (position 0) and \"a\" in 0.2778 m/s (position 4)");
  CHECK(in("cm", "x + a/100").empty());
  CHECK(in("deg", "sin(a*pi/180)").empty());
  CHECK(in("kN mm", "k*x^2/2 + a").empty());
  check("/outputs/force/unit", "kN", "/outputs/force/formula", "a formula in N",
        "kN, the unit of \"force\"");
}

TEST_CASE("a unit that is none is reported once, with its place", "[units]") {
  for (const char* pointer : {"/parameters/m/unit", "/positions/x/unit", "/velocities/v/unit",
                              "/ports/push/effort_unit", "/outputs/force/unit"}) {
    Json changed = model();
    place_in(changed, pointer) = "Nm";
    const Json problems = problems_of(changed);
    CAPTURE(pointer, problems.dump());
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH119");
    CHECK(problems[0]["severity"] == "warning");
    CHECK(problems[0]["where"] == pointer);
    CHECK(problems[0]["found"] == "\"Nm\"");
  }
}

TEST_CASE("units go through components, offers and their parameters", "[units]") {
  Json whole = Json::parse(R"json({ "porthos": 1,
    "parameters": { "l": { "value": 1, "unit": "m" }, "m": { "value": 1, "unit": "kg" } },
    "components": { "rod": { "use": "porthos:planar-rod", "parameters": { "length": "l" } },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } },
    "outputs": { "a": "rod.r.1 + rod.tip.r.2 - l" } })json");
  CHECK(problems_of(whole).dump() == "[]");
  place_in(whole, "/outputs/a") = "rod.v.1 + rod.tip.r.2";
  Json problems = problems_of(whole);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["found"] ==
        "\"rod.v.1\" in m/s (position 0) and \"rod.tip.r.2\" in m (position 10)");
  place_in(whole, "/outputs/a") = "0";
  place_in(whole, "/components/rod/parameters/length") = "m";
  problems = problems_of(whole);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["where"] == "/components/rod/parameters/length");
}

TEST_CASE("the gallery's texts have units that agree", "[units]") {
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    for (const Json& problem : problems_of(gallery(name))) CHECK(problem["code"] != "PH118");
  }
}

}  // namespace units_test
