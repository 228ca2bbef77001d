#include <catch_amalgamated.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "simulate/session.hpp"

namespace porthos::problems_test {
namespace {

using Json = nlohmann::json;

/// A sound model, to be corrupted by the tests.
Json pendulum() {
  return Json::parse(R"json({
    "porthos": 1, "name": "pendulum",
    "parameters": {"m": {"value": 1, "unit": "kg", "min": 0.1, "max": 5}, "l": 1, "J": {"formula": "m*l^2"}},
    "positions": {"phi": {"start": 0.5, "unit": "rad"}},
    "velocities": {"omega": {"unit": "rad/s"}},
    "kinematics": {"phi": "omega"},
    "kinetic_energy": "J/2*omega^2",
    "potential_energy": "-m*9.81*l*cos(phi)",
    "dissipation": {"omega": "0.1*omega"},
    "ports": {"motor": {"flow": "omega", "effort_unit": "N m"}},
    "inputs": {"motor": "0.2*cos(t)"},
    "simulation": {"until": 1, "step": 0.01}})json");
}

Json problems_of(const std::string& text) {
  return Json::parse(Session(text, "{}").describe())["problems"];
}
Json problems_of(const Json& model) { return problems_of(model.dump()); }

/// One fault: the pendulum with the value at `where` replaced (or, if null, removed).
struct Fault {
  const char* where;  // JSON Pointer
  Json value;
  const char* code;
  const char* found_where;
};

}  // namespace

TEST_CASE("a sound model has no problems", "[model]") { CHECK(problems_of(pendulum()).empty()); }

TEST_CASE("each fault is reported with its code at its place", "[model][problems]") {
  const Fault faults[] = {
      {"/porthos", nullptr, "PH103", "/porthos"},
      {"/porthos", 2, "PH102", "/porthos"},
      {"/porthos", "1", "PH102", "/porthos"},
      {"/kinetik_energy", "1", "PH101", "/kinetik_energy"},
      {"/name", 3, "PH102", "/name"},
      {"/parameters/m/value", true, "PH102", "/parameters/m/value"},
      {"/parameters/m/value", 7, "PH104", "/parameters/m/value"},
      {"/parameters/m/unti", "kg", "PH101", "/parameters/m/unti"},
      {"/parameters/2m", 1, "PH107", "/parameters/2m"},
      {"/parameters/sin", 1, "PH107", "/parameters/sin"},
      {"/parameters/phi", 1, "PH106", "/positions/phi"},
      {"/parameters/J/formula", "m*phi", "PH114", "/parameters/J/formula"},
      {"/parameters/J/formula", "J+1", "PH115", "/parameters/J/formula"},
      {"/parameters/J/value", 1, "PH108", "/parameters/J"},
      {"/kinematics/phi", "omgea", "PH111", "/kinematics/phi"},
      {"/kinematics/phi", "omega +", "PH110", "/kinematics/phi"},
      {"/kinematics/phi", "omega^2", "PH112", "/kinematics/phi"},
      {"/kinematics/phi", "omega + 1", "PH112", "/kinematics/phi"},
      {"/kinematics/phi", nullptr, "PH103", "/kinematics"},
      {"/kinematics/psi", "omega", "PH111", "/kinematics/psi"},
      {"/kinetic_energy", nullptr, "PH103", "/kinetic_energy"},
      {"/kinetic_energy", "J/2*omega^3", "PH114", "/kinetic_energy"},
      {"/kinetic_energy", "J/2*omega^2 + 1", "PH112", "/kinetic_energy"},
      {"/kinetic_energy", "J/2*sin(omega)*omega^2", "PH114", "/kinetic_energy"},
      {"/kinetic_energy", "-J/2*omega^2", "PH121", "/kinetic_energy"},
      {"/mass", Json::parse("[[1]]"), "PH108", "/mass"},
      {"/events", Json::parse(R"json(3)json"), "PH102", "/events"},
      {"/events", Json::parse(R"json({"2a": {"when": "phi", "do": "stop"}})json"), "PH107",
       "/events/2a"},
      {"/events", Json::parse(R"json({"a": 3})json"), "PH102", "/events/a"},
      {"/events", Json::parse(R"json({"a": {"do": "stop"}})json"), "PH103", "/events/a"},
      {"/events", Json::parse(R"json({"a": {"when": "phi"}})json"), "PH103", "/events/a"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": "stop", "dirction": 1}})json"),
       "PH101", "/events/a/dirction"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": "stop", "direction": "up"}})json"),
       "PH109", "/events/a/direction"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": "stop", "direction": 1}})json"),
       "PH102", "/events/a/direction"},
      {"/events", Json::parse(R"json({"a": {"when": "psi", "do": "stop"}})json"), "PH111",
       "/events/a/when"},
      {"/events", Json::parse(R"json({"a": {"when": "m - 1", "do": "stop"}})json"), "PH116",
       "/events/a/when"},
      {"/events",
       Json::parse(R"json({"a": {"when": "if(phi > 1 and omega > 0, 1, 0)", "do": "stop"}})json"),
       "PH116", "/events/a/when"},
      {"/events", Json::parse(R"json({"a": {"when": 3, "do": "stop"}})json"), "PH116",
       "/events/a/when"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": "stopp"}})json"), "PH109",
       "/events/a/do"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": ["stop", 3]}})json"), "PH102",
       "/events/a/do/1"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {}}})json"), "PH103",
       "/events/a/do"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"rest": {}}}})json"), "PH101",
       "/events/a/do/rest"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"set": {}, "reset": {}}}})json"),
       "PH108", "/events/a/do"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"reset": {"phi": 0}}}})json"),
       "PH111", "/events/a/do/reset/phi"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"reset": {"omgea": 0}}}})json"),
       "PH111", "/events/a/do/reset/omgea"},
      {"/events",
       Json::parse(R"json({"a": {"when": "phi", "do": {"reset": {"omega": "2 omega"}}}})json"),
       "PH110", "/events/a/do/reset/omega"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"reset": 1}}})json"), "PH102",
       "/events/a/do/reset"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"set": {"n": 0}}}})json"),
       "PH111", "/events/a/do/set/n"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"set": {"J": 2}}}})json"),
       "PH104", "/events/a/do/set/J"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"set": {"m": 7}}}})json"),
       "PH104", "/events/a/do/set/m"},
      {"/events", Json::parse(R"json({"a": {"when": "phi", "do": {"set": {"m": 0}}}})json"),
       "PH104", "/events/a/do/set/m"},
      {"/potential_energy", "omega", "PH114", "/potential_energy"},
      {"/potential_energy", Json{{"stored", "phi"}}, "PH107", "/potential_energy/stored"},
      {"/velocity_group", "SO(2)", "PH109", "/velocity_group"},
      {"/velocity_group", "SE(2)", "PH113", "/velocity_group"},
      {"/gyroscopic", Json::parse(R"json([["1"]])json"), "PH122", "/gyroscopic/0/0"},
      {"/gyroscopic", Json::parse(R"json([["0","0"]])json"), "PH113", "/gyroscopic"},
      {"/position_constraints", Json{{"a", "1"}}, "PH114", "/position_constraints/a"},
      {"/velocity_constraints", Json{{"a", "omega*omega"}}, "PH112", "/velocity_constraints/a"},
      {"/velocity_constraints", Json{{"a", "phi"}}, "PH112", "/velocity_constraints/a"},
      {"/dissipation/omega", "-0.1*omega", "PH123", "/dissipation/omega"},
      {"/dissipation/omeg", "0.1*omega", "PH111", "/dissipation/omeg"},
      {"/dissipation/b", Json{{"flow", "omega^2"}, {"effort", "1"}}, "PH112",
       "/dissipation/b/flow"},
      {"/ports/motor", Json::object(), "PH103", "/ports/motor"},
      {"/ports/motor/flow", "sin(omega)", "PH112", "/ports/motor/flow"},
      {"/ports/motor/position", "2*phi", "PH134", "/ports/motor/position"},
      {"/ports/motor/flo", "omega", "PH101", "/ports/motor/flo"},
      {"/inputs/moter", "1", "PH131", "/inputs/moter"},
      {"/inputs/motor", Json{{"flow", "phi"}}, "PH114", "/inputs/motor/flow"},
      {"/inputs/motor", Json::parse(R"json(["1","2"])json"), "PH113", "/inputs/motor"},
      {"/components", Json{{"a", {{"use", "nowhere.json"}}}}, "PH130", "/components/a/use"},
      {"/components", Json{{"a", Json::object()}}, "PH103", "/components/a"},
      {"/connections", Json{{"pin", Json::array({"motor"})}}, "PH113", "/connections/pin"},
      {"/connections", Json{{"pin", Json::array({"motor", "b.c"})}}, "PH131", "/connections/pin/1"},
      {"/simulation/step", 0, "PH104", "/simulation/step"},
      {"/simulation/until", -1, "PH104", "/simulation/until"},
      {"/simulation/method", "gaus(2)", "PH104", "/simulation/method"},
      {"/simulation/output_every", 0.5, "PH104", "/simulation/output_every"},
      {"/view", Json{{"bodies", {{{"shapes", {{{"type", "sfere"}}}}}}}}, "PH109",
       "/view/bodies/0/shapes/0/type"},
      {"/view", Json{{"bodies", {{{"angle", "ph"}}}}}, "PH111", "/view/bodies/0/angle"},
      {"/positions/phi/start", "1/0", "PH104", "/positions/phi"},
      {"/positions/phi/start", 1e200, "PH104", "/positions/phi"},
  };
  for (const Fault& fault : faults) {
    Json model = pendulum();
    const Json::json_pointer at(fault.where);
    if (fault.value.is_null())
      model.at(at.parent_pointer()).erase(at.back());
    else
      model[at] = fault.value;
    const Json problems = problems_of(model);
    INFO(fault.where << " = " << fault.value << " gave " << problems.dump(1));
    bool is_found = false;
    for (const Json& problem : problems) {
      is_found =
          is_found || (problem["code"] == fault.code && problem["where"] == fault.found_where);
      CHECK_FALSE(problem["found"].get<std::string>().empty());
      CHECK_FALSE(problem["expected"].get<std::string>().empty());
    }
    CHECK(is_found);
  }
}

TEST_CASE("all problems of a text are reported at once", "[model][problems]") {
  Json model = pendulum();
  model["kinematics"]["phi"] = "omgea + alpha";
  model["potentail_energy"] = "1";
  model["simulation"]["step"] = "fast";
  const Json problems = problems_of(model);
  INFO(problems.dump(1));
  CHECK(problems.size() >= 4);  // two unknown names, an unknown key, a wrong type
}

TEST_CASE("a problem suggests what was meant and says where in the formula", "[model][problems]") {
  Json model = pendulum();
  model["kinematics"]["phi"] = "2*omgea";
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["hint"].get<std::string>().find("omega") != std::string::npos);
  CHECK(problems[0]["position"] == 2);
}

TEST_CASE("a parameter that is a bare formula is shown its form, and its uses what to mend",
          "[model][problems]") {
  Json model = pendulum();
  model["parameters"]["a"] = "sin(pi/10)";
  model["potential_energy"] = "a*" + model["potential_energy"].get<std::string>();
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0]["code"] == "PH102");
  CHECK(problems[0]["hint"] == "write { \"formula\": \"sin(pi/10)\" }");
  CHECK(problems[1]["hint"] == "mend what \"a\" is itself");
}

TEST_CASE("a text that is not JSON is located by line and column", "[model][problems]") {
  const Json problems = problems_of(std::string("{\"porthos\": 1,\n  \"name\" 3}"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH100");
  CHECK(problems[0]["line"] == 2);
  CHECK(problems[0]["column"] == 10);
  for (const char* text : {"", " ", "[", "nul", "[1e999]", "\"\xff\"", "{\"a\":1,}"})
    CHECK(problems_of(std::string(text))[0]["code"] == "PH100");
  for (const char* text : {"[]", "3", "null", "\"text\""})
    CHECK(problems_of(std::string(text))[0]["code"] == "PH102");
}

TEST_CASE("a mistake of JSON is reported in words, where it begins", "[model][problems]") {
  struct Mistake {
    const char* text;
    int line, column;
    const char *found, *expected, *hint;
  };
  const char* key = "a key in double quotes";
  const char* in_object = "\",\" or \"}\"";
  const char* in_array = "\",\" or \"]\"";
  for (const auto& [text, line, column, found, expected, hint] : {
           Mistake{"", 1, 1, "the end of the text", "an object in { }", ""},
           {"{\n  \"porthos\": 1\n  \"name\": \"a\"\n}", 3, 3, "\"name\"", in_object,
            "put a comma before it"},
           {"{ \"äö\" 1 }", 1, 8, "\"1\"", "\":\" after the key", ""},
           {"{ \"a\" = 1 }", 1, 7, "\"=\"", "\":\" after the key", "write :"},
           {"{ \"a\": 1, }", 1, 11, "\"}\"", key,
            "remove the comma before it, or add the missing entry"},
           {"{ \"a\": [1, ] }", 1, 12, "\"]\"", "a value",
            "remove the comma before it, or add the missing entry"},
           {"{ \"a\": [1 2] }", 1, 11, "\"2\"", in_array, "put a comma before it"},
           {"{ \"a\": [", 1, 9, "the end of the text", "a value, or \"]\"",
            "2 brackets are not closed"},
           {"{ \"a\": 1", 1, 9, "the end of the text", in_object, "a bracket is not closed"},
           {"{ mass: 1 }", 1, 3, "\"mass\"", "a key in double quotes, or \"}\"",
            "write \"mass\", in double quotes"},
           {"{ \"a\": 1, 'b': 2 }", 1, 11, "\"'\"", key, "write double quotes"},
           {"{ \"a\": x^2 }", 1, 8, "\"x^2\"", "a value", "write \"x^2\", in double quotes"},
           {"{ \"a\": True }", 1, 8, "\"True\"", "a value", "write true"},
           {"{ \"a\": .5 }", 1, 8, "\".5\"", "a value", "write 0.5"},
           {"{ \"a\": 1.x }", 1, 8, "\"1.x\"", "a number such as -1.5e-3", ""},
           {"{ // all\n}", 1, 3, "\"/\"", "a key in double quotes, or \"}\"",
            "JSON has no comments: remove this one"},
           {"{ \"a\": \"one\ntwo\" }", 1, 8, "a text without a closing quote in its line",
            "a closing \" in the same line", "a line break inside a text is written \\n"},
           {"{ \"a\": \"one", 1, 8, "a text without a closing quote", "a closing \"",
            "it begins at this place"},
           {"{ \"a\": \"C:\\dir\" }", 1, 12, "\"\\d\" inside a text",
            R"(one of \" \\ \/ \b \f \n \r \t \u after a backslash)",
            R"(a backslash itself is written \\)"},
           {"{} }", 1, 4, "\"}\"", "the end of the text", ""},
           {"{ \"a\": ] }", 1, 8, "\"]\"", "a value", ""},
       }) {
    const Json problems = problems_of(std::string(text));
    INFO(text << problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH100");
    CHECK(problems[0]["line"] == line);
    CHECK(problems[0]["column"] == column);
    CHECK(problems[0]["found"] == found);
    CHECK(problems[0]["expected"] == expected);
    CHECK(problems[0].value("hint", "") == hint);
  }
}

TEST_CASE("a key that comes twice is a problem, not an overwritten value", "[model][problems]") {
  const Json problems =
      problems_of(std::string(R"json({"porthos": 1, "name": "a", "name": "b"})json"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH106");
}

TEST_CASE("texts of hostile size and depth are refused quickly", "[model][problems]") {
  const auto before = std::chrono::steady_clock::now();
  const std::string brackets(100000, '[');
  CHECK(problems_of(brackets + std::string(100000, ']'))[0]["code"] == "PH105");
  CHECK_FALSE(problems_of(brackets).empty());
  Json model = pendulum();
  model["kinematics"]["phi"] = std::string(100000, '(') + "omega" + std::string(100000, ')');
  CHECK(problems_of(model)[0]["code"] == "PH110");
  model["kinematics"]["phi"] = std::string(5000, '(') + "omega" + std::string(5000, ')');
  CHECK(problems_of(model)[0]["code"] == "PH110");
  CHECK(problems_of("{\"name\": \"" + std::string(10'000'000, 'x') + "\"}")[0]["code"] == "PH105");
  std::string keys = "{";
  for (int i = 0; i < 100000; ++i) keys += "\"k" + std::to_string(i) + "\":1,";
  CHECK_FALSE(problems_of(keys + "\"z\":1}").empty());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
  CHECK(took.count() <
        20);  // a hang would last forever; sanitizers and a busy machine take seconds
}

TEST_CASE("friction that warms must take power as well", "[model][problems]") {
  Json model = pendulum();
  model["positions"]["s"] = {{"start", 0}, {"unit", "J/K"}};
  model["potential_energy"] = {{"height", "-m*9.81*l*cos(phi)"}, {"heat", "300*s"}};
  model["dissipation"] =
      Json::parse(R"json({"bearing": {"flow": "omega", "effort": "0.1*omega", "heats": "s"}})json");
  CHECK(problems_of(model).empty());
  model["dissipation"]["bearing"]["effort"] = "-0.1*omega";
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH123");
  CHECK(problems[0]["where"] == "/dissipation/bearing");
}

TEST_CASE("a mass matrix must be symmetric and have the right shape", "[model][problems]") {
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": 0, "y": 0}, "velocities": {"v": 1, "w": 0},
    "kinematics": {"x": "v", "y": "w"}, "mass": [[1, 0.5], [0.2, 1]]})json");
  CHECK(problems_of(model)[0]["code"] == "PH120");
  CHECK(problems_of(model)[0]["where"] == "/mass/1/0");
  model["mass"] = Json::parse("[[1, 2], [2, 1]]");
  CHECK(problems_of(model)[0]["code"] == "PH121");
  model["mass"] = Json::parse("[[1, 2]]");
  CHECK(problems_of(model)[0]["code"] == "PH113");
  model["mass"] = Json::parse(R"json([["1e300*1e300", 0], [0, 1]])json");
  CHECK_FALSE(problems_of(model).empty());
}

TEST_CASE("contradictory starts name the constraints and what is fixed", "[model][problems]") {
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": {"start": 1, "fixed": true}, "y": {"start": 1, "fixed": true}},
    "velocities": {"v_x": 0, "v_y": 0}, "kinematics": {"x": "v_x", "y": "v_y"},
    "kinetic_energy": "v_x^2/2 + v_y^2/2", "position_constraints": {"rod": "(x^2 + y^2 - 1)/2"}})json");
  Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH201");
  CHECK(problems[0]["found"].get<std::string>().find("rod") != std::string::npos);
  CHECK(problems[0]["hint"].get<std::string>().find("x, y") != std::string::npos);
  model["positions"]["y"]["fixed"] = false;  // y gives way: the start is (1, 0)
  CHECK(problems_of(model).empty());
  model["position_constraints"]["other"] = "x^2 + y^2 - 4";
  problems = problems_of(model);
  INFO(problems.dump(1));
  CHECK(problems[0]["code"] == "PH201");
}

TEST_CASE("a contradictory start of a mechanism that is small in its units is one",
          "[model][problems]") {
  Json model = Json::parse(R"json({"porthos": 1, "parameters": {"l": 1e-5},
    "positions": {"r": {"start": [1.5e-5, -0.3e-5], "fixed": true}}, "velocities": {"v": [0, 0]},
    "kinematics": {"r": "v"}, "kinetic_energy": "dot(v, v)/2", "potential_energy": "9.81*r.2",
    "position_constraints": {"rod": "dot(r, r) - l^2"}})json");
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH201");
  model["positions"]["r"]["fixed"] = false;
  CHECK(problems_of(model).empty());
}

TEST_CASE("redundant constraints are named, and the motion goes on", "[model][problems]") {
  const std::string text = R"json({"porthos": 1, "positions": {"x": 1, "y": 0},
    "velocities": {"v_x": 0, "v_y": 1}, "kinematics": {"x": "v_x", "y": "v_y"},
    "kinetic_energy": "v_x^2/2 + v_y^2/2",
    "position_constraints": {"rod": "(x^2 + y^2 - 1)/2", "again": "x^2 + y^2 - 1"},
    "simulation": {"until": 1, "step": 0.01}})json";
  Session session(text, "{}");
  const Json described = Json::parse(session.describe());
  REQUIRE(described["problems"].size() == 1);
  CHECK(described["problems"][0]["severity"] == "warning");
  CHECK(described["problems"][0]["code"] == "PH202");
  CHECK(described["report"]["degreesOfFreedom"] == 1);
  CHECK(described["report"]["dependent"] == Json({"rod", "again"}));
  session.start("{}");
  CHECK(Json::parse(session.advance(1000))["outcome"] == "finished");
  const Json summary = Json::parse(session.summary());
  CHECK(summary["gaps"]["position"].get<double>() < 1e-14);  // rounding of lengths of 1 m
  // Minimum norm: the rod's tension m v^2/l = 1 N is shared 1 : 2, as the gradients x and 2x are.
  // The shares have the rounding of the rows over the proximal term, some 1e-16/1e-12; their sum
  // has that of the force alone.
  const double rod = summary["final"]["multiplier.rod"],
               again = summary["final"]["multiplier.again"];
  CHECK(std::abs(rod - 0.2) < 1e-3);
  CHECK(std::abs(rod + 2 * again - 1) < 1e-9);
}

TEST_CASE("a file that uses itself is a problem, not a recursion", "[model][problems]") {
  const std::string self = R"json({"porthos": 1, "components": {"a": {"use": "self.json"}}})json";
  const Json problems =
      Json::parse(Session(self, Json{{"self.json", self}}.dump()).describe())["problems"];
  REQUIRE_FALSE(problems.empty());
  CHECK(problems[0]["code"] == "PH136");
  CHECK(problems[0]["where"] == "self.json#/components/a/use");
}

TEST_CASE("problems in a used file name the file", "[model][problems]") {
  Json part = pendulum();
  part["kinematics"]["phi"] = "omgea";
  const Json model{{"porthos", 1}, {"components", {{"a", {{"use", "part.json"}}}}}};
  const Json problems = Json::parse(
      Session(model.dump(), Json{{"part.json", part.dump()}}.dump()).describe())["problems"];
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["where"] == "part.json#/kinematics/phi");
}

TEST_CASE("settings of a run are checked like the model", "[model][problems]") {
  Session session(pendulum().dump(), "{}");
  const auto code = [&](const std::string& options) {
    const Json problems = Json::parse(session.start(options))["problems"];
    return problems.empty() ? std::string() : problems[0]["code"].get<std::string>();
  };
  CHECK(code("{}").empty());
  CHECK(code(R"json({"set": {"m": 2}})json").empty());
  CHECK(code(R"json({"set": {"m": 20}})json") == "PH104");
  CHECK(code(R"json({"set": {"mm": 2}})json") == "PH111");
  CHECK(code(R"json({"set": {"J": 2}})json") == "PH104");
  CHECK(code(R"json({"step": -1})json") == "PH104");
  CHECK(code(R"json({"step": 1e-300})json") == "PH104");
  CHECK(code(R"json({"method": "euler"})json") == "PH104");
  CHECK(code(R"json({"inputs": {"motor": "sin("}})json") == "PH110");
  CHECK(code(R"json({"inputs": {"motor": "0.5"}})json").empty());
  CHECK(code(R"json({"unknown": 1})json") == "PH101");
  CHECK(code("not json") == "PH100");
}

TEST_CASE("a port has one input, whichever of its names is used", "[model][problems]") {
  Json model{{"porthos", 1},
             {"components", {{"a", {{"model", pendulum()}}}}},
             {"ports", {{"drive", "a.motor"}}},
             {"inputs", {{"drive", "1"}, {"a.motor", "2"}}},
             {"simulation", {{"until", 0.1}, {"step", 0.01}}}};
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH135");
  model["inputs"].erase("a.motor");
  Session session(model.dump(), "{}");
  for (const char* name : {"drive", "a.motor"}) {  // a run's input goes before the text's
    session.start(Json{{"inputs", {{name, "3"}}}}.dump());
    session.advance(100);
    CHECK(Json::parse(session.summary())["final"]["drive.effort"] == 3);
  }
}

TEST_CASE("a definition that nobody uses is read all the same", "[model][problems]") {
  Json model = pendulum();
  model["definitions"] = {{"a", "nobody + 1"}, {"b", "c"}, {"c", "b"}};
  const Json problems = problems_of(model);
  INFO(problems.dump(1));
  CHECK(problems.size() == 2);
}

TEST_CASE("a motion that nothing determines is refused", "[model][problems]") {
  Json model = pendulum();
  model.erase("dissipation");
  model["kinetic_energy"] = "0";
  model["potential_energy"] = "0";
  CHECK(problems_of(model)[0]["code"] == "PH204");
}

TEST_CASE("a rate that its own effort drives is a loss, not a structure", "[model][problems]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"q": 1, "p": 0},
    "kinematics": {"q": "effort(p)", "p": "-effort(q)"}, "potential_energy": "q^2/2 + p^2/2",
    "simulation": {"until": 1, "step": 0.01}})json");
  CHECK(problems_of(model).empty());
  model["kinematics"]["p"] = "-effort(q) - 0.1*effort(p)";
  CHECK(problems_of(model)[0]["code"] == "PH122");
  model["kinematics"]["p"] = "effort(q)";
  CHECK(problems_of(model)[0]["code"] == "PH122");
  model["kinematics"]["p"] = "-effort(q)";
  model["dissipation"] = {{"resistor", {{"flow", "effort(p)"}, {"effort", "0.1*effort(p)"}}}};
  CHECK(problems_of(model).empty());
}

TEST_CASE("an input for a connected port is a problem unless the part gives it for itself",
          "[model][problems]") {
  const Json part{{"model", pendulum()}};  // drives its motor itself
  Json model{{"porthos", 1},
             {"components", {{"a", part}, {"b", part}}},
             {"connections", {{"shaft", {"a.motor", "b.motor"}}}},
             {"simulation", {{"until", 0.1}, {"step", 0.01}}}};
  CHECK(problems_of(model).empty());
  model["inputs"] = {{"a.motor", "1"}};
  CHECK(problems_of(model)[0]["code"] == "PH135");
}

TEST_CASE("names of columns are unique, and overrides stay in their range", "[model][problems]") {
  Json model = pendulum();
  model["outputs"] = {{"phi", "2*phi"}};
  CHECK(problems_of(model)[0]["code"] == "PH106");
  model = Json{{"porthos", 1},
               {"components", {{"a", {{"model", pendulum()}, {"parameters", {{"m", 50}}}}}}}};
  CHECK(problems_of(model)[0]["code"] == "PH104");
  CHECK(problems_of(model)[0]["where"] == "/components/a/parameters/m");
}

}  // namespace porthos::problems_test
