// No text ends the engine: too deep, too large or too dense texts are problems, and long texts are
// read (docs/format.md, Limits).
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <string>

#include "model/json_text.hpp"
#include "simulate/session.hpp"
#include "support/sanitized.hpp"

namespace porthos::limits_test {
namespace {

using model::Json;

Json mass_on_a_line() {
  return Json::parse(R"({"porthos": 1, "positions": {"q": 1}, "velocities": {"v": 0},
    "kinematics": {"q": "v"}, "kinetic_energy": "v^2/2"})");
}

Json described(const Json& model, const Json& files = Json::object()) {
  return Json::parse(Session(model.dump(), files.dump()).describe());
}

/// The codes of all problems.
std::string codes(const Json& answer) {
  std::string all;
  for (const Json& problem : answer["problems"])
    all += (all.empty() ? "" : " ") + problem["code"].get<std::string>();
  return all;
}

Json using_file(const std::string& name) {
  return {{"porthos", 1}, {"components", {{"part", {{"use", name}}}}}};
}

/// n rods in a chain on a plane, in one text without components.
Json flat_rods(int n) {
  Json model = Json::parse(R"({"porthos": 1, "parameters": {"m": 1, "l": 1}, "positions": {},
    "velocities": {}, "kinematics": {}, "position_constraints": {}, "potential_energy": {},
    "definitions": {}})");
  std::string all;
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i), before = std::to_string(i - 1);
    for (const std::string coordinate : {"x", "y", "a"}) {
      model["positions"][coordinate + k] = coordinate == "x" ? i + 0.5 : 0;
      model["velocities"]["v" + coordinate + k] = 0;
      model["kinematics"][coordinate + k] = "v" + coordinate + k;
    }
    model["definitions"]["T" + k] = "m*(vx" + k + "^2 + vy" + k + "^2)/2 + m*l^2/24*va" + k + "^2";
    if (i % 100 == 0) all += (i == 0 ? "" : " + ") + ("S" + std::to_string(i / 100));
    Json& sum = model["definitions"]["S" + std::to_string(i / 100)];
    sum = (sum.is_null() ? "" : sum.get<std::string>() + " + ") + "T" + k;
    model["potential_energy"]["V" + k] = "9.81*m*y" + k;
    const auto end = [&](const std::string& of, const char* sign) {
      return Json{"x" + of + sign + "l/2*cos(a" + of + ")",
                  "y" + of + sign + "l/2*sin(a" + of + ")"};
    };
    const Json here = end(k, " - ");
    Json& joint = model["position_constraints"]["j" + k] = here;
    if (i > 0)
      for (std::size_t row = 0; row < 2; ++row)
        joint[row] = end(before, " + ")[row].get<std::string>() + " - (" +
                     here[row].get<std::string>() + ")";
  }
  model["kinetic_energy"] = all;
  return model;
}

}  // namespace

TEST_CASE("limits: chains of definitions and of parameters are read, however long", "[simulate]") {
  constexpr int kLength = 5000;
  Json model = mass_on_a_line();
  model["potential_energy"] = "a0 + b0*q";
  for (int i = 0; i < kLength; ++i) {
    model["definitions"]["a" + std::to_string(i)] = "a" + std::to_string(i + 1);
    model["parameters"]["b" + std::to_string(i)] = {{"formula", "b" + std::to_string(i + 1)}};
  }
  model["definitions"]["a" + std::to_string(kLength)] = "q^2/2";
  model["parameters"]["b" + std::to_string(kLength)] = 2;
  const Json answer = described(model);
  CHECK(codes(answer) == "");
  CHECK(answer["parameters"][0]["value"] == 2);

  model["definitions"]["a" + std::to_string(kLength)] = "a0 + 1";
  CHECK(codes(described(model)) == "PH115");
}

TEST_CASE("limits: components nest up to a depth, through files too", "[simulate]") {
  const auto nested = [](int files) {
    Json all = {{"f0", mass_on_a_line().dump()}};
    for (int i = 1; i < files; ++i)
      all["f" + std::to_string(i)] = using_file("f" + std::to_string(i - 1)).dump();
    return described(using_file("f" + std::to_string(files - 1)), all);
  };
  CHECK(codes(nested(model::Limits::kNesting - 1)) == "");
  CHECK(codes(nested(model::Limits::kNesting)) == "PH105");
  CHECK(codes(nested(1500)) == "PH105");
}

TEST_CASE("limits: a few small files do not make a thousand million components", "[simulate]") {
  Json files = {{"f0", mass_on_a_line().dump()}};
  const auto twice = [](int i) {
    Json model = using_file("f" + std::to_string(i));
    model["components"]["other"] = model["components"]["part"];
    return model;
  };
  for (int i = 1; i < 30; ++i) files["f" + std::to_string(i)] = twice(i - 1).dump();
  const Json answer = described(twice(29), files);
  REQUIRE(!answer["problems"].empty());
  CHECK(answer["problems"][0]["code"] == "PH105");
}

TEST_CASE("limits: a port does not show itself", "[simulate]") {
  Json model = mass_on_a_line();
  model["ports"] = {{"a", "b"}, {"b", "a"}};
  CHECK(codes(described(model)) == "PH131 PH131");
}

TEST_CASE("limits: a flat text of many bodies costs what its bodies do", "[simulate]") {
  const Json answer = described(flat_rods(400));
  CHECK(codes(answer) == "");
  CHECK(answer["report"]["degreesOfFreedom"] == 400);
}

TEST_CASE("limits: thousands of constraints that say the same are refused", "[simulate]") {
  Json model = mass_on_a_line();
  model["position_constraints"] = {{"c", Json(std::vector<std::string>(3000, "q - 1"))}};
  CHECK(codes(described(model)).find("PH105") != std::string::npos);
}

TEST_CASE("limits: states and coupled masses are counted", "[simulate]") {
  Json model = mass_on_a_line();
  model["positions"]["r"] = {{"size", {1000, 1000}}};
  CHECK(described(model)["problems"][0]["code"] == "PH105");

  model = mass_on_a_line();
  std::string sum = "v";
  for (int i = 0; i < 400; ++i) {
    model["velocities"]["v" + std::to_string(i)] = 0;
    sum += " + v" + std::to_string(i);
  }
  model["kinetic_energy"] = "(" + sum + ")^2";
  CHECK(codes(described(model)) == "PH105");
}

/// A refused model cannot be started either.
void check_refused(const Json& model) {
  Session session(model.dump(), "{}");
  CHECK(codes(Json::parse(session.describe())) == "PH105");
  CHECK(codes(Json::parse(session.start("{}"))) == "PH105");
  CHECK(codes(Json::parse(session.start(R"({"until": 1})"))) == "PH105");
}

TEST_CASE("limits: formulas come to as many operations as the budget has", "[simulate][long]") {
  Json model = mass_on_a_line();  // rates of all velocities: n^2 derivatives
  constexpr int kCount = 2500;
  for (int i = 0; i < kCount; ++i) {
    const std::string k = std::to_string(i);
    model["positions"]["q" + k] = 1;
    model["velocities"]["v" + k] = 0;
    Json& sum = model["definitions"]["S" + std::to_string(i / 100)];
    sum = (sum.is_null() ? "" : sum.get<std::string>() + " + ") + "v" + k;
    Json& squares = model["definitions"]["T" + std::to_string(i / 100)];
    squares = (squares.is_null() ? "" : squares.get<std::string>() + " + ") + "v" + k + "^2";
    model["kinematics"]["q" + k] = "v" + k + " + q*S";
  }
  model["definitions"]["S"] = "0";
  model["kinetic_energy"] = "v^2";
  for (int i = 0; i < kCount / 100; ++i) {
    Json &sum = model["definitions"]["S"], &energy = model["kinetic_energy"];
    sum = sum.get<std::string>() + " + S" + std::to_string(i);
    energy = energy.get<std::string>() + " + T" + std::to_string(i);
  }
  check_refused(model);
  if (test::kSanitized) return;

  model = mass_on_a_line();  // matrices of numbers
  model["definitions"] = {{"A", "identity(100)"}};
  for (int i = 0; i < 500; ++i)
    model["definitions"]["A" + std::to_string(i)] = "A*A*A*A*A*A*A*A*A*A*A*A*A*A*A*A";
  model["potential_energy"] = "trace(A499)";
  check_refused(model);
}

/// n masses whose potential energy is a power of the sum of all positions.
Json coupled_masses(int n) {
  Json model = {{"porthos", 1}};
  std::string sum = "0";
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i), piece = "S" + std::to_string(i / 200);
    model["positions"]["q" + k] = 0.01;
    model["velocities"]["v" + k] = 0;
    model["kinematics"]["q" + k] = "v" + k;
    for (const std::string letter : {"S", "T"}) {
      Json& part = model["definitions"][letter + std::to_string(i / 200)];
      part = (part.is_null() ? "0" : part.get<std::string>()) +
             (letter == "S" ? " + q" + k : " + v" + k + "^2/2");
    }
    if (i % 200 == 0) sum += " + " + piece;
  }
  model["potential_energy"] = "(" + sum + ")^4/1e6";
  std::replace(sum.begin(), sum.end(), 'S', 'T');
  model["kinetic_energy"] = sum;
  return model;
}

TEST_CASE("limits: forces that couple all states with each other are for explicit methods",
          "[simulate]") {
  const Json sparse = Json{{"until", 0.002}, {"step", 0.001}};
  const auto outcome_of = [&](int n, const char* method) {
    Session session(coupled_masses(n).dump(), "{}");
    Json request = sparse;
    request["method"] = method;
    session.start(request.dump());
    const Json end = Json::parse(session.advance(10));
    return end["outcome"].get<std::string>();
  };
  CHECK(outcome_of(200, "gauss(2)") == "finished");
  if (test::kSanitized) return;
  CHECK(outcome_of(450, "gauss(2)") == "unsuited");
  CHECK(outcome_of(450, "dop853") == "finished");
  CHECK(codes(described(coupled_masses(1200))) == "PH105");
}

TEST_CASE("limits: the first thousand problems are reported, and how many more there are",
          "[simulate]") {
  Json model = mass_on_a_line();
  for (int i = 0; i < 4000; ++i) model["outputs"]["o" + std::to_string(i)] = "nothing";
  const Json problems = described(model)["problems"];
  REQUIRE(problems.size() == 1001);
  CHECK(problems[999]["code"] == "PH111");
  CHECK(problems[1000]["code"] == "PH105");
  CHECK(problems[1000]["found"] == "3000 more problems");
}

TEST_CASE("limits: quantities of the outermost text count, and those that need full matrices",
          "[simulate]") {
  Json model = mass_on_a_line();
  model["parameters"]["a"] = std::vector<int>(200'001, 1);
  CHECK(codes(described(model)) == "PH105");

  model = mass_on_a_line();
  for (int i = 0; i < 1600; ++i) {
    const std::string k = std::to_string(i);
    model["positions"]["q" + k] = 1;
    model["velocities"]["v" + k] = 0;
    model["kinematics"]["q" + k] = "v" + k;
    model["dissipation"]["v" + k] = "v" + k;
  }
  CHECK(codes(described(model)) == "PH105");
}

TEST_CASE("limits: ports of a text are counted", "[simulate]") {
  Json model = mass_on_a_line();
  const std::string velocity = model["velocities"].begin().key();
  for (int i = 0; i < 3001; ++i) model["ports"]["p" + std::to_string(i)]["flow"] = velocity;
  CHECK(codes(described(model)) == "PH105");
}

TEST_CASE("limits: the values of a text are counted while it is read", "[simulate]") {
  const auto text = [](std::size_t count) {
    std::string list = "[1";
    for (std::size_t i = 1; i < count; ++i) list += ",1";
    return "{\"porthos\":1,\"parameters\":{\"a\":" + list + "]}}";
  };
  const auto codes_of = [](const std::string& of) {
    Problems problems;
    model::parse_json(of, problems);
    return problems.empty() ? std::string() : problems[0].code + " " + problems[0].found;
  };
  constexpr std::size_t kOthers = 4;  // the text, its number, the parameters and the array
  CHECK(codes_of(text(model::Limits::kValues - kOthers)) == "");
  CHECK(codes_of(text(model::Limits::kValues - kOthers + 1)) ==
        "PH105 a text with more than 400000 numbers, texts, arrays and objects");
}

TEST_CASE("limits: quotes of a text are short", "[simulate]") {
  std::string text = mass_on_a_line().dump();
  text.replace(text.find("\"q\":1"), 5, "\"q\":" + std::string(3'000'000, '1'));
  const std::string answer = Session(text, "{}").describe();
  CHECK(answer.size() < 2000);
  CHECK(answer.find("bytes)") != std::string::npos);
}

TEST_CASE("limits: poses and shapes are numbers", "[simulate]") {
  Json model = mass_on_a_line();
  model["velocities"]["v"] = -1;
  model["view"] = Json::parse(R"json({"bodies": [{"name": "bob", "position": ["sqrt(q)", 0],
    "shapes": [{"type": "sphere", "radius": 0.1}]}]})json");
  Session session(model.dump(), "{}");
  CHECK(codes(Json::parse(session.start(R"({"until": 2})"))) == "");
  const Json end = Json::parse(session.advance(1000));
  CHECK(end["outcome"] == "not-finite");
  CHECK(end["message"].get<std::string>().find("position of the body \"bob\"") !=
        std::string::npos);

  model["view"]["bodies"][0]["position"] = Json{"0", "0"};
  model["view"]["bodies"][0]["quaternion"] = Json{"q - 1", "q - 1", "0", "0"};
  const Json begun = Json::parse(Session(model.dump(), "{}").start("{}"));
  REQUIRE(codes(begun) == "PH203");
  CHECK(begun["problems"][0]["hint"].get<std::string>().find("bob") != std::string::npos);

  model["view"]["bodies"][0].erase("quaternion");
  model["parameters"] = {{"r", 0}};
  model["view"]["bodies"][0]["shapes"][0]["radius"] = "1/r";
  CHECK(codes(described(model)) == "PH104");
}

}  // namespace porthos::limits_test
