// "for" beside laws, events, outputs and inputs: the same model as written out.
#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

#include "support/run.hpp"

namespace porthos::many_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::Json;
using test::Run;

Json discs() {
  return Json::parse(R"json({"porthos": 1, "parameters": {"N": 3},
    "components": {"disc": {"count": "N", "model": {"porthos": 1,
      "positions": {"x": 0}, "velocities": {"v": 0}, "kinematics": {"x": "v"},
      "kinetic_energy": "v^2/2", "ports": {"push": {"flow": "v"}}}}},
    "positions": {}, "simulation": {"until": 2, "step": 0.01}})json");
}

std::vector<std::string> codes(const Json& model) {
  const Session session = test::open_session(model);
  std::vector<std::string> found;
  const Json described = Json::parse(session.describe());
  for (const Json& one : described["problems"]) found.push_back(one["code"]);
  return found;
}

/// Equal tables, whatever the columns are called.
void check_same(const Json& one, const Json& other) {
  REQUIRE(codes(one).empty());
  REQUIRE(codes(other).empty());
  const auto rows = [](const Json& model) {
    Session session = test::open_session(model);
    session.start("{}");
    session.advance(1 << 20);
    return session.take_rows();
  };
  CHECK(rows(one) == rows(other));
}

}  // namespace

TEST_CASE("a law for each index is the law written out", "[model]") {
  Json many = discs(), one = discs();
  many["dissipation"] = Json::parse(
      R"json({"air": {"for": {"i": [1, "N"]}, "flow": "disc[i].v", "effort": "i*disc[i].v"}})json");
  many["forces"] = Json::parse(
      R"json({"wind": {"for": {"i": [2, 3]}, "flow": "disc[i].v", "effort": "i"}})json");
  many["velocity_constraints"] = Json::parse(
      R"json({"tie": {"for": {"i": [1, "N - 1"]}, "formula": "disc[i].v - 2*disc[i+1].v"}})json");
  many["outputs"] = Json::parse(R"json({"place": {"for": {"i": [1, "N"]}, "formula": "i*disc[i].x"},
    "pull": {"for": {"i": [1, 2]}, "formula": "multiplier(tie[i])"}})json");
  for (const char* k : {"1", "2", "3"}) {
    const std::string i = k, v = "disc[" + i + "].v";
    one["dissipation"]["air_" + i] = {{"flow", v}, {"effort", i + "*" + v}};
  }
  one["forces"]["wind_2"] = {{"flow", "disc[2].v"}, {"effort", "2"}};
  one["forces"]["wind_3"] = {{"flow", "disc[3].v"}, {"effort", "3"}};
  one["velocity_constraints"]["tie_1"] = "disc[1].v - 2*disc[2].v";
  one["velocity_constraints"]["tie_2"] = "disc[2].v - 2*disc[3].v";
  for (const char* k : {"1", "2", "3"})
    one["outputs"]["place_" + std::string(k)] = std::string(k) + "*disc[" + k + "].x";
  one["outputs"]["pull_1"] = "multiplier(tie_1)";
  one["outputs"]["pull_2"] = "multiplier(tie_2)";
  check_same(many, one);
}

TEST_CASE("two indices make one contact between each two bodies", "[model][set-valued]") {
  Json model = discs();
  model["contacts"] = Json::parse(R"json({"pair": {"for": {"i": [1, "N - 1"], "j": ["i + 1", "N"]},
    "gap": "disc[j].x - disc[i].x - 0.2", "restitution": 1}})json");
  for (int i = 1; i <= 3; ++i) {
    Json start = Json::object();
    start["x"] = 1.0 * i;
    start["v"] = i == 1 ? 1.0 : 0.0;
    model["components"]["disc" + std::to_string(i)] = start;
  }
  for (int i = 1; i <= 3; ++i) model["components"].erase("disc" + std::to_string(i));
  model["components"]["disc"] = Json::parse(R"json({"for": {"k": [1, "N"]}, "model": {"porthos": 1,
      "positions": {"x": 0}, "velocities": {"v": 0}, "kinematics": {"x": "v"},
      "kinetic_energy": "v^2/2"}, "start": {"x": "k", "v": "if(k == 1, 1, 0)"}})json");
  const Run run = test::simulate(model);
  // The first disc hands its speed on at 0.8 s, the second at 1.6 s.
  CHECK_THAT(run.last("disc[3].v"), WithinAbs(1, 1e-12));
  CHECK_THAT(run.last("disc[3].x"), WithinAbs(3.4, 1e-12));
  for (const char* gap : {"gap.pair[1][2]", "gap.pair[2][3]", "gap.pair[1][3]"})
    CHECK(run.last(gap) >= 0);
}

TEST_CASE("an input of its own replaces the one of all", "[model]") {
  Json model = discs();
  model["inputs"] =
      Json::parse(R"json({"disc[i].push": {"for": {"i": [1, "N"]}, "effort": "2*i"}})json");
  const Run all = test::simulate(model);
  model["inputs"]["disc[2].push"] = 0;
  const Run own = test::simulate(model);
  // x = F t^2/2 with t = 2.
  for (int i = 1; i <= 3; ++i) {
    const std::string x = "disc[" + std::to_string(i) + "].x";
    CHECK_THAT(all.last(x), WithinAbs(4 * i, 1e-12));
    CHECK_THAT(own.last(x), WithinAbs(i == 2 ? 0 : 4 * i, 1e-12));
  }
}

TEST_CASE("an event for each index happens to each", "[model]") {
  Json model = discs();
  model["components"]["disc"]["start"] = {{"v", 1}};
  model["events"] = Json::parse(R"json({"gate": {"for": {"i": [1, "N"]}, "when": "disc[i].x - i/2",
    "do": {"reset": {"disc[i].v": 0}}}})json");
  const Run run = test::simulate(model);
  for (int i = 1; i <= 3; ++i)
    CHECK_THAT(run.last("disc[" + std::to_string(i) + "].x"), WithinAbs(i / 2.0, 1e-12));
}

TEST_CASE("what \"for\" cannot be is said once", "[model]") {
  using Codes = std::vector<std::string>;
  const auto with = [](const char* range) {
    Json model = discs();
    model["outputs"] = {{"place", {{"for", Json::parse(range)}, {"formula", "disc[i].x"}}}};
    return codes(model);
  };
  CHECK(with(R"({"i": [1, 3]})").empty());
  CHECK(with(R"({"i": [1, 4]})") == Codes{"PH111"});  // no disc[4]
  CHECK(with(R"({"i": [1]})") == Codes{"PH113"});
  CHECK(with(R"({})") == Codes{"PH113"});
  CHECK(with(R"({"i": [1, 2.5]})") == Codes{"PH104"});
  CHECK(with(R"({"N": [1, 2]})").front() == "PH106");
  CHECK(with(R"({"i": [2, 1]})").empty());  // none
}

}  // namespace porthos::many_test
