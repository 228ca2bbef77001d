/// Names with a formula as index, such as mass[N - 1].x, wherever a text names a component or a
/// part of it: the index is evaluated, and an invalid one is reported at its place.
#include <catch_amalgamated.hpp>

#include "model/json_text.hpp"
#include "support/run.hpp"

namespace indices_test {
using namespace porthos::test;
using porthos::model::pointer_token;

namespace {

/// Three oscillators and three rooms. Each place that names one of them does so by a formula of N.
Json chain() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": { "N": 3, "kick": 0.5, "c": 0.3 },
    "components": {
      "mass": { "count": "N", "start": { "v": 0.2 }, "model": { "porthos": 1,
        "positions": { "x": 0 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" },
        "kinetic_energy": "v^2/2", "potential_energy": "x^2",
        "dissipation": { "drag": { "flow": "v", "effort": "0.1*v" } },
        "ports": { "push": { "position": "x" } },
        "offers": { "place": { "interface": "state", "x": "x" } } } },
      "room": { "count": "N", "model": { "porthos": 1, "positions": { "s": 0.1 }, "kinematics": { "s": 0 },
        "potential_energy": "300*exp(s)" } },
      "spring": { "for": { "i": [1, "N - 1"] }, "between": { "a": "mass[i].place", "b": "mass[i + 1].place" },
        "model": { "porthos": 1, "between": { "a": "state", "b": "state" },
          "potential_energy": "2*(a.x - b.x)^2" } }
    },
    "ports": { "last": "mass[N].push" },
    "offers": { "end": "mass[N].place" },
    "inputs": { "last": "sin(3*t)", "mass[N - 1].push": "0.1*cos(t)" },
    "dissipation": { "rub": { "flow": "mass[N].v - mass[N - 1].v",
      "effort": "c*(mass[N].v - mass[N - 1].v)", "heats": "room[N - 1].s" } },
    "outputs": { "seen": "end.x + mass[N - 2].x", "warmth": "effort(room[N - 1].s)" },
    "events": { "hit": { "when": "mass[N].x - 0.1", "direction": "rising", "do": [
      { "reset": { "mass[N - 1].v": "-kick*mass[N].v", "mass[N - 2].v": "mass[N - 1].v" } },
      { "set": { "c": "0.2 + mass[N].x" } } ] } },
    "simulation": { "until": 2, "step": 0.05, "method": "gauss(2)" }
  })json");
}

/// The chain inside another text, which starts its masses.
Json started() {
  Json outer = Json::parse(R"json({
    "porthos": 1, "parameters": { "n": 2 },
    "components": { "pair": { "for": { "i": [2, "n + 1"] },
      "start": { "mass[i].x": 0.3, "mass[n - 1].v": { "value": "0.1*i", "fixed": true } } } },
    "simulation": { "until": 1, "step": 0.05 }
  })json");
  outer["components"]["pair"]["model"] = chain();
  return outer;
}

/// The text with the number n in the place of each formula of N alone that is an index.
Json with_literals(const Json& model, int n) {
  std::string text = model.dump();
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  replace("[N]", "[" + std::to_string(n) + "]");
  replace("[N - 1]", "[" + std::to_string(n - 1) + "]");
  replace("[N - 2]", "[" + std::to_string(n - 2) + "]");
  Json made = Json::parse(text);
  made["parameters"]["N"] = n;
  return made;
}

/// The same columns with the same numbers, to the last bit.
void check_same(const Run& a, const Run& b) {
  CHECK(a.names == b.names);
  CHECK(a.table == b.table);
}

Json errors_of(const Json& model) {
  Json errors = Json::array();
  for (const Json& problem : problems_of(model))
    if (problem["severity"] == "error") errors.push_back(problem);
  return errors;
}

}  // namespace

TEST_CASE("a name whose index is a formula is that with the number", "[model][indices]") {
  const Json model = chain();
  const Run run = simulate(model);
  CHECK(run.has("last.effort"));
  CHECK(run.drift("warmth") > 0);
  CHECK(run.largest("energy.events") > 0);
  check_same(run, simulate(with_literals(model, 3)));
}

TEST_CASE("indices follow a parameter that a run changes", "[model][indices]") {
  check_same(simulate(chain(), {.set = {{"N", 4}}}), simulate(with_literals(chain(), 4)));
}

TEST_CASE("starts of a component's components are named with indices", "[model][indices]") {
  const Run run = simulate(started());
  CHECK(run.first("pair[2].mass[2].x") == 0.3);
  CHECK(run.first("pair[3].mass[3].x") == 0.3);
  CHECK(run.first("pair[3].mass[2].x") == 0);
  CHECK(run.first("pair[2].mass[1].v") == 0.2);
  CHECK(run.first("pair[3].mass[1].v") == Catch::Approx(0.3));
  Json literal = started();
  Json& components = literal["components"];
  for (const int i : {2, 3}) {
    const std::string digit = std::to_string(i);
    components["pair_" + digit] = {
        {"model", chain()},
        {"start",
         {{"mass[" + digit + "].x", 0.3}, {"mass[1].v", {{"value", 0.1 * i}, {"fixed", true}}}}}};
  }
  components.erase("pair");
  const Run same = simulate(literal);
  CHECK(run.table == same.table);
}

TEST_CASE("an input of a run takes the place of one whose name has an index", "[model][indices]") {
  Json model = chain();
  const Run run = simulate(model, {.inputs = {{"mass[2].push", "0.3*t"}}});
  model["inputs"]["mass[N - 1].push"] = "0.3*t";
  check_same(run, simulate(model));
}

TEST_CASE("columns are asked for with indices", "[model][indices]") {
  Json model = chain();
  model["parameters"]["N"] = 305;
  model["events"].erase("hit");
  model["simulation"] = {{"until", 0.02}, {"step", 0.01}};
  model["simulation"]["columns"] = {"effort.mass[N].drag", "flow.mass[N - 1].*", "flow.rub"};
  const Run run = simulate(model);
  CHECK(run.has("effort.mass[305].drag"));
  CHECK(run.has("flow.mass[304].drag"));
  CHECK_FALSE(run.has("effort.mass[304].drag"));
  check_same(run, simulate(with_literals(model, 305)));
}

TEST_CASE("an index of no component, or that is no whole number, is reported at its place",
          "[model][indices]") {
  const Json model = chain();
  REQUIRE(errors_of(model).empty());
  struct Use {
    const char *of, *key, *name, *code;
    bool is_key;  // the name is a key, with the value behind it
  };
  const Use uses[] = {
      {"/ports", "last", "mass[#].push", "PH131", false},
      {"/offers", "end", "mass[#].place", "PH137", false},
      {"/components/spring/between", "b", "mass[#].place", "PH137", false},
      {"/inputs", "mass[#].push", "mass[#].push", "PH131", true},
      {"/dissipation/rub", "heats", "room[#].s", "PH111", false},
      {"/dissipation/rub", "heats", "effort(room[#].s)", "PH111", false},
      {"/outputs", "seen", "2*mass[#].x", "PH111", false},
      {"/outputs", "seen", "effort(mass[#].x)", "PH111", false},
      {"/events/hit", "when", "mass[#].x - 0.1", "PH111", false},
      {"/events/hit/do", "reset", "mass[#].v", "PH111", true},
      {"/events/hit/do/set", "c", "mass[#].x", "PH111", false},
      {"/connections/joint", "1", "mass[#].push", "PH131", false},
      {"/simulation/columns", "0", "flow.mass[#].drag", "PH111", false},
  };
  const auto error_at = [&](const Use& use, const std::string& index) {
    Json changed = model;
    std::string name = use.name;
    name.replace(name.find('#'), 1, index);
    std::string where = std::string(use.of) + "/" + use.key;
    const std::string of = use.of;
    if (of == "/connections/joint") {
      changed["inputs"].erase("mass[N - 1].push");
      changed["connections"]["joint"] = {"mass[N - 2].push", name};
    } else if (of == "/simulation/columns") {
      changed["simulation"]["columns"] = {name};
    } else if (of == "/events/hit/do") {
      changed["events"]["hit"]["do"] = {{"reset", {{name, 0}}}};
      where += "/" + pointer_token(name);
    } else if (use.is_key) {
      place_in(changed, use.of)[name] = 0;
      where = of + "/" + pointer_token(name);
    } else if (of == "/events/hit/do/set") {
      changed["events"]["hit"]["do"] = {{"set", {{"c", name}}}};
    } else {
      place_in(changed, use.of)[use.key] = name;
    }
    const Json errors = errors_of(changed);
    INFO(where << " " << name << " " << errors.dump(1));
    REQUIRE(errors.size() == 1);
    CHECK(errors[0]["where"] == where);
    return errors[0];
  };
  for (const Use& use : uses) {
    CAPTURE(use.of, use.name);
    const bool is_room = std::string(use.name).find("room") != std::string::npos;
    const std::string array = is_room ? "room" : "mass";
    Json error = error_at(use, "N + 1");
    CHECK(error["code"] == use.code);
    CHECK(error["found"].get<std::string>().find("which is \"") != std::string::npos);
    CHECK(error["found"].get<std::string>().find(array + "[4]") != std::string::npos);
    CHECK(error["expected"] == "an index of \"" + array + "\" from 1 to 3");
    CHECK(error["hint"] == "N is 3");
    error = error_at(use, "N/2");
    CHECK(error["code"] == "PH104");
    CHECK(error["found"].get<std::string>().find("whose index \"N/2\" is 1.5") !=
          std::string::npos);
    CHECK(error["expected"] ==
          "a whole number, or a formula of parameters of this text with such a value");
    CHECK(error["hint"] == "N is 3");
    error = error_at(use, "M");
    CHECK(error["code"] == "PH104");
    CHECK(error["found"].get<std::string>().find("whose index \"M\" has no value") !=
          std::string::npos);
    error = error_at(use, "4");
    CHECK(error["code"] == use.code);
    CHECK(error["expected"] == "an index of \"" + array + "\" from 1 to 3");
  }
}

TEST_CASE("an index in the start of a component is one of its components", "[model][indices]") {
  for (const auto& [name, code, found] :
       {std::tuple("mass[n + 2].x", "PH111", "\"mass[n + 2].x\", which is \"mass[4].x\""),
        std::tuple("mass[n/4].x", "PH104", "\"mass[n/4].x\", whose index \"n/4\" is 0.5"),
        std::tuple("mass[N].x", "PH104", "\"mass[N].x\", whose index \"N\" has no value"),
        std::tuple("mass.x", "PH111", "\"mass.x\", without an index")}) {
    Json model = started();
    model["components"]["pair"]["start"] = {{name, 0.1}};
    const Json errors = errors_of(model);
    INFO(errors.dump(1));
    REQUIRE_FALSE(errors.empty());
    CHECK(errors[0]["code"] == code);
    CHECK(errors[0]["where"] == "/components/pair/start/" + pointer_token(name));
    CHECK(errors[0]["found"] == found);
  }
}

TEST_CASE("an event sets parameters of its own text, and says so", "[model][indices]") {
  Json model = chain();
  model["events"]["hit"]["do"] = {{"set", {{"mass[N].m", 2}}}};
  const Json errors = errors_of(model);
  INFO(errors.dump(1));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["code"] == "PH111");
  CHECK(errors[0]["where"] == "/events/hit/do/set/mass[N].m");
  CHECK(errors[0]["hint"] ==
        "give the component's parameter a formula of a parameter of this text, and set the latter");
}

TEST_CASE("an index may be of parameters that are formulas of others", "[model][indices]") {
  Json model = chain();
  model["parameters"]["M"] = {{"formula", "N - 1"}};
  model["parameters"]["n"] = {{"formula", "M + 1"}};
  model["components"]["mass"]["count"] = "n";
  model["outputs"]["seen"] = "end.x + mass[M].x";
  const Run run = simulate(model);
  Json literal = with_literals(chain(), 3);
  literal["outputs"]["seen"] = "end.x + mass[2].x";
  check_same(run, simulate(literal));
  // Set for a run: everything built from it follows.
  literal = with_literals(chain(), 4);
  literal["outputs"]["seen"] = "end.x + mass[3].x";
  check_same(simulate(model, {.set = {{"N", 4}}}), simulate(literal));
  model["parameters"]["M"]["formula"] = "n";
  const Json errors = errors_of(model);
  CHECK(errors[0]["code"] == "PH104");
  CHECK(errors[0]["where"] == "/components/mass/count");
}

TEST_CASE("the index of a component is known there alone", "[model][indices]") {
  Json model = chain();
  model["outputs"]["seen"] = "mass[i].x";
  Json errors = errors_of(model);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["where"] == "/outputs/seen");
  CHECK(errors[0]["found"] == "\"mass[i].x\", whose index \"i\" has no value");
  model = started();
  model["definitions"]["lift"] = "0.1*i";
  model["components"]["pair"]["start"] = {{"mass[1].x", "lift"}};
  errors = errors_of(model);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["where"] == "/definitions/lift");
  CHECK(errors[0]["found"] == "\"i\"");
}

TEST_CASE("ports and offers may be called as an array of components is", "[model][indices]") {
  Json model = chain();
  model["ports"] = {{"mass", "mass[N].push"}};
  model["offers"] = {{"mass", "mass[N].place"}};
  model["inputs"] = {{"mass", "sin(3*t)"}, {"mass[N - 1].push", "0.1*cos(t)"}};
  model["outputs"]["seen"] = "mass.x + mass[N - 2].x";
  const Run run = simulate(model), same = simulate(chain());
  CHECK(run.table == same.table);
}

TEST_CASE("what two names mean is given one value alone", "[model][indices]") {
  Json model = chain();
  model["events"]["hit"]["do"] = {{"reset", {{"mass[3].v", 0}, {"mass[N].v", 1}}}};
  Json errors = errors_of(model);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["code"] == "PH106");
  CHECK(errors[0]["where"] == "/events/hit/do/reset/mass[N].v");
  model = started();
  model["components"]["pair"]["start"] = {{"mass[2].x", 0}, {"mass[n].x", 1}};
  errors = errors_of(model);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["code"] == "PH106");
  CHECK(errors[0]["where"] == "/components/pair/start/mass[n].x");
  model = chain();
  model["inputs"] = {{"mass[2].push", 0}, {"mass[N - 1].push", 1}};
  errors = errors_of(model);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["code"] == "PH135");
}

}  // namespace indices_test
