/// Problems for wrong uses of elements: one problem at the right place that names both ends.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace elements_test {
using namespace porthos::test;

namespace {

Json model() {
  return Json::parse(R"json({ "porthos": 1, "parameters": { "N": 2 },
    "environment": { "gravity": [0, -1] },
    "components": {
      "rod": { "use": "porthos:planar-rod" },
      "top": { "use": "porthos:rigid-body" },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } } })json");
}

void check(const char* pointer, const Json& value, const char* code, const char* where,
           const char* found, const char* hint = "") {
  Json changed = model();
  place_in(changed, pointer) = value;
  const Json problems = problems_of(changed);
  CAPTURE(pointer, problems.dump());
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == code);
  CHECK(problems[0]["where"] == where);
  CHECK(problems[0]["found"] == found);
  CHECK(problems[0].value("hint", "") == hint);
}

}  // namespace

TEST_CASE("a side that does not fit is one problem with both ends", "[model][elements]") {
  REQUIRE(problems_of(model()).empty());
  const char* b = "/components/O/between/b";
  check(b, "rod.tial", "PH137", b,
        "\"rod.tial\", where \"rod\" offers center (planar_frame), tail (planar_frame), tip "
        "(planar_frame)",
        "did you mean \"rod.tail\"?");
  check(b, "rood.tail", "PH137", b, "\"rood.tail\"", "did you mean \"rod.tail\"?");
  check(b, "rod", "PH137", b, "\"rod\", with several offers that fit",
        "there are: rod.center, rod.tail, rod.tip");
  check(b, "top.frame", "PH137", b, "\"top.frame\", a frame",
        "there are: rod.center, rod.tail, rod.tip");
  check("/components/O/between", Json{{"a", "ground"}}, "PH137", "/components/O/between",
        "no \"b\"");
  check("/components/rod/use", "porthos:planar-rood", "PH130", "/components/rod/use",
        "\"porthos:planar-rood\", which was not found", "did you mean \"porthos:planar-rod\"?");
  check("/components/rod/between", Json{{"a", "ground"}}, "PH137", "/components/rod/between",
        "\"between\" for an element without sides", "attach other elements to its offers");
  check("/components/top/count", "N + 0.5", "PH104", "/components/top/count",
        "\"N + 0.5\", which is 2.5");
}

TEST_CASE("sides of wrong names or without names are one problem", "[model][elements]") {
  const char* all = "/components/O/between";
  const auto expected = [](const Json& sides) {
    Json changed = model();
    place_in(changed, "/components/O/between") = sides;
    return problems_of(changed)[0]["expected"].get<std::string>();
  };
  check(all, Json::parse(R"(["ground", "rod.tail"])"), "PH102", all, "an array of 2",
        R"(write { "a": "ground", "b": "rod.tail" })");
  CHECK(expected(Json::array()) == R"(an object with "a": a planar_frame, "b": a planar_frame)");
  check(all, Json::parse(R"(["ground"])"), "PH102", all, "an array of 1");
  check(all, "ground", "PH102", all, "\"ground\"");
  check(all, Json::object(), "PH137", all, R"(no "a", no "b")");
  CHECK(expected(Json::object()) == R"("a": a planar_frame, "b": a planar_frame for "O")");
  check(all, Json::parse(R"({ "from": "ground", "to": "rod.tail" })"), "PH137", all,
        R"(no "a", no "b", and the unknown keys "from", "to")");
  check(all, Json::parse(R"({ "a": "ground", "B": "rod.tail" })"), "PH137", all,
        R"(no "b", and the unknown key "B")", "did you mean \"b\"?");
  check(all, Json::parse(R"({ "a": "ground", "b": "rod.tail", "c": 1, "d": 2 })"), "PH101", all,
        R"(the unknown keys "c", "d")");
  check(all, Json::parse(R"({ "a": "ground", "b": "rod.tail", "c": 1 })"), "PH101",
        "/components/O/between/c", R"(the unknown key "c")");
  check("/components/O", Json{{"use", "porthos:pin"}}, "PH137", "/components/O", "no \"between\"",
        "the sides may be \"ground\"");
  check(all, Json::parse(R"({ "a": "ground", "b": ["rod.tail"] })"), "PH102",
        "/components/O/between/b", "an array of 1");
}

TEST_CASE("wrong names of sides are reported once for all components of an array",
          "[model][elements]") {
  Json chain = Json::parse(R"json({ "porthos": 1, "components": {
    "bob": { "use": "porthos:point-mass", "count": 3 },
    "rod": { "use": "porthos:distance", "for": { "i": [1, 3] }, "between": {} } } })json");
  CHECK(problems_of(chain).size() == 1);
  chain["components"]["rod"]["between"] = {"ground", "bob[i]"};
  CHECK(problems_of(chain).size() == 1);
  chain["components"]["rod"]["between"] = {{"a", "ground"}, {"c", "bob[i]"}};
  CHECK(problems_of(chain).size() == 1);
  chain["components"]["rod"]["between"] = {{"a", "ground"}, {"b", "bob[i]"}};
  for (const Json& problem : problems_of(chain)) CHECK(problem["severity"] == "warning");
}

TEST_CASE("an offered rate has to be the rate", "[model][elements]") {
  const auto codes = [](const char* v, const char* omega) {
    Json body =
        Json::parse(R"json({ "porthos": 1, "positions": { "r": [0, 0, 0], "q": [1, 0, 0, 0] },
      "velocities": { "v": [0, 0, 0], "w": [0, 0, 0] },
      "kinematics": { "r": "v", "q": "quaternion_rate(q, w)" },
      "kinetic_energy": "dot(v, v)/2 + dot(w, w)/2", "position_constraints": { "unit": "dot(q, q) - 1" },
      "offers": { "frame": { "interface": "frame", "r": "r", "R": "rotation(q)" } } })json");
    body["offers"]["frame"]["v"] = v;
    body["offers"]["frame"]["omega"] = omega;
    const Json problems = problems_of(body);
    return problems.empty() ? "" : problems[0]["code"].get<std::string>();
  };
  CHECK(codes("v", "rotation(q)*w").empty());
  CHECK(codes("2*v", "rotation(q)*w") == "PH134");
  CHECK(codes("v", "w") == "PH134");
}

TEST_CASE("the outermost text sets the environment", "[model][elements]") {
  const auto fall = [](const Json& model) {
    return simulate(model, {.until = 0.1, .step = 0.01}).last("mass.v.3");
  };
  Json model = Json::parse(R"json({ "porthos": 1,
    "components": { "mass": { "use": "porthos:point-mass" } } })json");
  CHECK(fall(model) == Catch::Approx(-0.981));
  model["environment"] = {{"gravity", {0, 0, -2}}};
  CHECK(fall(model) == Catch::Approx(-0.2));
  Json outer = {{"porthos", 1}, {"environment", {{"gravity", {0, 0, -5}}}}};
  outer["components"]["inner"]["model"] = model;
  CHECK(simulate(outer, {.until = 0.1, .step = 0.01}).last("inner.mass.v.3") ==
        Catch::Approx(-0.5));
  model["environment"] = {{"gravity", {3, -2}}};  // in the plane
  CHECK(fall(model) == 0);
}

TEST_CASE("a mechanism is a part of a larger one, and offers what its parts do",
          "[model][elements]") {
  Json arm = Json::parse(R"json({ "porthos": 1, "components": {
      "rod": { "use": "porthos:planar-rod" },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } },
    "offers": { "hand": "rod.tip" } })json");
  Json outer = Json::parse(R"json({ "porthos": 1, "components": {
      "second": { "use": "porthos:planar-rod", "start": { "r": [1.5, 0] } },
      "A": { "use": "porthos:pin", "between": { "a": "arm.hand", "b": "second.tail" } } } })json");
  outer["components"]["arm"] = {{"model", arm}, {"start", {{"rod.r", {0.5, 0}}}}};
  const Json flat = Json::parse(R"json({ "porthos": 1, "components": {
      "second": { "use": "porthos:planar-rod", "start": { "r": [1.5, 0] } },
      "rod": { "use": "porthos:planar-rod", "start": { "r": [0.5, 0] } },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } },
      "A": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "second.tail" } } } })json");
  const Options options{.until = 0.5, .step = 0.01};
  CHECK(difference(simulate(outer, options), simulate(flat, options), "second.phi") < 1e-12);
}

TEST_CASE("a bare input of a port whose flow the component prescribes is reported",
          "[model][elements]") {
  const auto problems = [](const Json& input) {
    Json model = Json::parse(R"json({ "porthos": 1, "components": {
      "p": { "use": "porthos:node" },
      "s": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" } },
      "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "ground" } } } })json");
    model["inputs"]["s.voltage"] = input;
    return problems_of(model);
  };
  const Json told = problems("10*cos(t)");
  REQUIRE(told.size() == 1);
  CHECK(told[0]["code"] == "PH139");
  CHECK(told[0]["severity"] == "warning");
  CHECK(told[0]["where"] == "/inputs/s.voltage");
  CHECK(told[0]["found"] == "an effort (A) for a port whose flow (V) the component prescribes");
  CHECK(problems(Json{{"flow", "10*cos(t)"}}).empty());
  CHECK(problems(Json{{"effort", "10*cos(t)"}}).empty());
}

TEST_CASE("a formula in an entry of a parameter says how it is written", "[model][elements]") {
  Json wrong = model();
  wrong["environment"]["gravity"] = {0, "-N"};
  const Json problems = problems_of(wrong);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH102");
  CHECK(problems[0]["where"] == "/environment/gravity/1");
  CHECK(problems[0]["hint"] ==
        "with a formula the whole value is one text: { \"formula\": \"[a, 2*b]\" }");
}

TEST_CASE("an element between others by itself says so", "[model][elements]") {
  const Json problems = problems_of(Json::parse(
      R"json({ "porthos": 1, "between": { "a": "point" }, "potential_energy": "dot(a.r, a.r)" })json"));
  REQUIRE(!problems.empty());
  CHECK(problems[0]["code"] == "PH137");
}

}  // namespace elements_test
