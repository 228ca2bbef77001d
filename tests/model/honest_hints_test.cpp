/// Hints of problems that were false: a hint that is followed solves the problem, and says nothing
/// that does not hold.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace honest_hints_test {
using namespace porthos::test;

namespace {

Json spring() {
  return Json::parse(R"json({ "porthos": 1,
    "parameters": { "m": { "value": 2, "unit": "kg" }, "k": { "value": 50, "unit": "N/m" } },
    "positions": { "x": { "start": 0.2, "unit": "m" } }, "velocities": { "v": { "unit": "m/s" } },
    "kinematics": { "x": "v" }, "kinetic_energy": "m/2*v^2",
    "potential_energy": { "spring": "k/2*x^2" }, "simulation": { "until": 0.1 } })json");
}

Json circuit() {
  return Json::parse(R"json({ "porthos": 1, "components": { "p": { "use": "porthos:node" },
    "bat": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" } },
    "r": { "use": "porthos:resistor", "between": { "a": "p", "b": "ground" } } } })json");
}

Json point(const char* constraint) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0.8, "y": -0.6 },
    "velocities": { "u": 0, "v": 0 }, "kinematics": { "x": "u", "y": "v" },
    "kinetic_energy": "(u^2 + v^2)/2" })json");
  model["position_constraints"]["c"] = constraint;
  return model;
}

/// The only problem with this code.
Json problem(const Json& model, const std::string& code) {
  const Json problems = problems_of(model);
  INFO(problems.dump(1));
  Json found;
  for (const Json& one : problems)
    if (one["code"] == code) {
      CHECK(found.is_null());
      found = one;
    }
  REQUIRE(found.is_object());
  return found;
}

std::string hint(const Json& model, const std::string& code) {
  return problem(model, code).value("hint", "");
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string hint_for_start(const char* text) {
  Json model = spring();
  model["positions"]["x"]["start"] = text;
  return hint(model, "PH110");
}

}  // namespace

TEST_CASE("a number with a unit that is also a name is told where units stand", "[model][hints]") {
  for (const char* text : {"0.2 m", "0.2m"}) {
    const std::string found = hint_for_start(text);
    INFO(found);
    CHECK(found.starts_with("for the unit write 0.2; \"unit\": \"m\" belongs to"));
    CHECK(has(found, "for a product with \"m\" write 0.2*m"));
  }
  CHECK(has(hint_for_start("20 cm"), "; \"unit\": \"m\" belongs to"));
  // k is no unit, and what is only a part of a formula is a product.
  CHECK(hint_for_start("0.2 k") == "write 0.2*k");
  CHECK(hint_for_start("1 + 0.2 m") == "write 0.2*m");
}

TEST_CASE("the start of a state has the unit of the state", "[model][units]") {
  Json model = spring();
  model["positions"]["x"]["start"] = "m";
  CHECK(problem(model, "PH118")["where"] == "/positions/x/start");
  model["parameters"]["length"] = {{"value", 0.3}, {"unit", "m"}};
  model["positions"]["x"]["start"] = "length";
  CHECK(problems_of(model).empty());
}

TEST_CASE("a name that is declared with a mistake is not proposed for itself", "[model][hints]") {
  Json model = spring();
  model["parameters"]["x"] = 1;
  CHECK(hint(model, "PH111") == "mend what \"x\" is itself");
  model = spring();
  model["kinematics"] = {{"X", "v"}};
  CHECK(hint(model, "PH111") == "did you mean \"x\"?");
}

TEST_CASE("advice on components that nothing determines names something to do", "[model][hints]") {
  Json model = circuit();
  model["components"]["q"] = {{"use", "porthos:node"}};
  CHECK(has(hint(model, "PH204"), "connect \"q\" to something"));
  model["components"]["i"] =
      Json::parse(R"({ "use": "porthos:current-source", "between": { "a": "q", "b": "ground" } })");
  const std::string found = hint(model, "PH204");
  CHECK(has(found, "no start balances them"));
  CHECK_FALSE(has(found, "nearer to a balance"));
  model["components"]["r2"] =
      Json::parse(R"({ "use": "porthos:resistor", "between": { "a": "q", "b": "ground" } })");
  CHECK(problems_of(model).empty());
  // A velocity of the model itself can have a kinetic energy.
  Json own = spring();
  own["positions"]["y"] = 0;
  own["velocities"]["w"] = 0;
  own["kinematics"]["y"] = "w";
  CHECK(hint(own, "PH204") == "give every velocity a place in the kinetic energy");
}

TEST_CASE("a mass that depends on velocities has another hint than one that depends on time",
          "[model][hints]") {
  Json model = spring();
  model["kinetic_energy"] = "m/2*v^3";
  CHECK(has(hint(model, "PH114"), "exactly two velocities"));
  model["kinetic_energy"] = "m/2*(1 + t)*v^2";
  CHECK_FALSE(has(hint(model, "PH114"), "exactly two velocities"));
}

TEST_CASE("an unknown method of a family is told its members", "[model][hints]") {
  Json model = spring();
  model["simulation"]["method"] = "gauss(5)";
  CHECK(hint(model, "PH104") == "there is one of gauss(1), gauss(2), gauss(3), gauss(4)");
  model["simulation"]["method"] = "gaus(2)";
  CHECK(hint(model, "PH104") == "did you mean \"gauss(2)\"?");
}

TEST_CASE("an argument whose units differ by a factor is no angle", "[model][units]") {
  Json model = spring();
  model["parameters"]["T"] = {{"value", 5}, {"unit", "ms"}};
  model["parameters"]["a"] = {{"value", 5}, {"unit", "mrad"}};
  model["outputs"]["y"] = "sin(t/T)";
  const Json found = problem(model, "PH118");
  CHECK(has(found["found"], "differ by a factor of 1000"));
  CHECK_FALSE(has(found["hint"], "radians"));
  model["outputs"]["y"] = "sin(a)";
  CHECK(hint(model, "PH118") == "angles are in radians");
  model["parameters"]["T"]["unit"] = "s";
  model["outputs"]["y"] = "sin(t/T)";
  CHECK(problems_of(model).empty());
}

TEST_CASE("an input of a model without ports is told that there are none", "[model][hints]") {
  Json model = spring();
  model["inputs"]["push"] = "1";
  const Json found = problem(model, "PH131");
  CHECK(found["expected"] == "a port; this model has none");
  model["ports"]["push"] = {{"flow", "v"}};
  CHECK(problems_of(model).empty());
}

TEST_CASE("a squared constraint has no pose with a direction", "[model][hints]") {
  CHECK(has(hint(point("(x^2 + y^2 - 1)^2"), "PH202"), "does not change its sign"));
  CHECK(problems_of(point("x^2 + y^2 - 1")).empty());
  Json cross = point("x^2 - y^2");  // with a direction everywhere but here
  cross["positions"] = {{"x", 0}, {"y", 0}};
  CHECK(has(hint(cross, "PH202"), "Start away from it"));
}

TEST_CASE("a bound of stick below the bound of slip is a problem", "[model][friction]") {
  Json model = spring();
  model["dissipation"]["f"] = {{"flow", "v"}, {"dry", 5}, {"static", 3}};
  const Json found = problem(model, "PH104");
  CHECK(found["where"] == "/dissipation/f/static");
  CHECK(has(found["hint"], "leave \"static\" out"));
  model["dissipation"]["f"] = {{"flow", "v"}, {"dry", "k/10"}, {"static", "k/10 - 1e-3"}};
  problem(model, "PH104");
  model["dissipation"]["f"]["static"] = "k/10";
  CHECK(problems_of(model).empty());
  model["dissipation"]["f"]["static"] = "k/5";
  CHECK(problems_of(model).empty());
}

TEST_CASE("coefficients of a contact are compared without its force", "[model][friction]") {
  Json model = point("x^2 + y^2 - 1");
  model.erase("position_constraints");
  model["contacts"]["floor"] =
      Json::parse(R"({ "gap": "y + 1", "friction": 0.5, "static_friction": 0.4, "slip": "u" })");
  CHECK(has(problem(model, "PH104")["where"], "static_friction"));
  model["contacts"]["floor"]["static_friction"] = 0.5;
  CHECK(problems_of(model).empty());
}

TEST_CASE("constraints that contradict each other in every pose are told so", "[model][hint]") {
  const auto all_of = [](const Json& model) { return problems_of(model); };
  const auto count = [](const Json& problems, const char* code) {
    int found = 0;
    for (const Json& one : problems) found += one["code"] == code;
    return found;
  };
  // x = 1 and x = 2; two lines in one direction.
  Json walls = spring();
  for (const auto& [a, b] : {std::pair{"x - 1", "x - 2"}, {"1e3*(x - 1)", "1e3*x - 2e3"}}) {
    CAPTURE(a, b);
    walls["position_constraints"] = {{"a", a}, {"b", b}};
    CHECK(has(problem(walls, "PH202")["found"].get<std::string>(), "contradict each other"));
    CHECK_FALSE(has(hint(walls, "PH202"), "unique"));
    CHECK_FALSE(has(hint(walls, "PH201"), "closer"));
  }
  walls["position_constraints"] = {{"a", "x - 1"}, {"b", "2*x - 2"}};
  CHECK(count(all_of(walls), "PH201") == 0);
  CHECK(has(hint(walls, "PH202"), "unique"));

  // Two sources of 5 V and 6 V at one node.
  Json node =
      Json::parse(R"json({ "porthos": 1, "components": { "p": { "use": "porthos:node" } } })json");
  const auto add = [&](const char* name, double voltage) {
    node["components"][name] = {{"use", "porthos:voltage-source"},
                                {"between", {{"a", "p"}, {"b", "ground"}}},
                                {"parameters", {{"U", voltage}}}};
  };
  add("s", 5);
  add("s2", 6);
  CHECK(has(problem(node, "PH202")["found"].get<std::string>(), "at the start by 1"));
  CHECK_FALSE(has(hint(node, "PH201"), "closer"));
  add("s2", 5);
  CHECK(count(all_of(node), "PH201") == 0);
  CHECK(has(hint(node, "PH202"), "unique"));

  // Rods too short for their pins: the rank of a stretched chain is not that of a start.
  Json chain = Json::parse(R"json({ "porthos": 1, "components": {
    "c": { "use": "porthos:planar-rod", "parameters": { "length": 0.1 } },
    "r": { "use": "porthos:planar-rod", "parameters": { "length": 0.2 } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "c.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "c.tip", "b": "r.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "ground", "b": "r.tip" },
           "parameters": { "at_a": [1, 0] } } } })json");
  CHECK(count(all_of(chain), "PH201") == 1);
  CHECK(count(all_of(chain), "PH202") == 0);
}

TEST_CASE("a circuit without ground is told to connect one node to the ground", "[model][hint]") {
  Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "q": { "use": "porthos:node" },
    "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "q" } },
    "C": { "use": "porthos:capacitor", "between": { "a": "p", "b": "q" } } } })json");
  CHECK(has(hint(model, "PH204"), "an ammeter between \"p\" and \"ground\""));
  CHECK_FALSE(has(hint(model, "PH204"), "a capacitor or a resistor"));
  model["components"]["wire"] = Json::parse(
      R"json({ "use": "porthos:resistor", "between": { "a": "p", "b": "ground" } })json");
  CHECK(problems_of(model).empty());
  // A node beside it that nothing touches needs an element, not the ground.
  Json open =
      Json::parse(R"json({ "porthos": 1, "components": { "p": { "use": "porthos:node" } } })json");
  CHECK(has(hint(open, "PH204"), "a capacitor or a resistor"));
}

TEST_CASE("a circuit without ground gets hints that ground it", "[model][hints]") {
  const Json floating = Json::parse(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "q": { "use": "porthos:node" },
    "bat": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "q" } },
    "r": { "use": "porthos:resistor", "between": { "a": "p", "b": "q" } } } })json");
  const std::string found = hint(floating, "PH204");
  INFO(found);
  CHECK(has(found, "by a velocity constraint, as \"p.u\""));
  CHECK(has(found, "\"ground\" in the place of one node"));
  CHECK(has(found, "an ammeter between \"p\" and \"ground\""));
  Json held = floating, metered = floating, placed = floating;
  held["velocity_constraints"]["g"] = "p.u";
  metered["components"]["a"] = {{"use", "porthos:ammeter"},
                                {"between", {{"a", "p"}, {"b", "ground"}}}};
  for (const char* part : {"bat", "r"}) placed["components"][part]["between"]["b"] = "ground";
  placed["components"].erase("q");
  for (const Json& followed : {held, metered, placed})
    for (const Json& one : problems_of(followed)) {
      INFO(one.dump());
      CHECK(one["code"] != "PH204");
      CHECK(one["severity"] != "error");
    }
}

TEST_CASE("a constraint that holds nothing anywhere is not told to start elsewhere alone",
          "[model][hints]") {
  Json model = point("x^2 + y^2 - 1");
  model.erase("position_constraints");
  model["velocity_constraints"]["k"] = "0*u";
  CHECK(has(hint(model, "PH202"), "in all states and at all times tried"));
  model["velocity_constraints"]["k"] = "u";
  CHECK(problems_of(model).empty());
}

TEST_CASE("a start that becomes zero is not shown with its rounding", "[model][hints]") {
  Json model = point("x");
  model.erase("position_constraints");
  model["velocities"] = {{"u", 0.2}, {"v", 0.3}};
  model["velocity_constraints"]["k"] = "u - t*v";
  CHECK(has(problem(model, "PH208").value("found", ""), "u (0.2 became 0)"));
  model["velocity_constraints"]["k"] = "u - 1e-6*v - t*v";
  CHECK_FALSE(has(problem(model, "PH208").value("found", ""), "u (0.2 became 0)"));
}

TEST_CASE("a misspelt component before an offer is recognised", "[model][hints]") {
  Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:planar-rod" },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rood.tail" } } } })json");
  CHECK(hint(model, "PH137") == "did you mean \"rod.tail\"?");
  model["components"]["O"]["between"]["b"] = "wheel.tail";
  CHECK(hint(model, "PH137").empty());
}

}  // namespace honest_hints_test
