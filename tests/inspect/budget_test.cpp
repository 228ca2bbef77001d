// A report is made step by step, ends when its budget is spent, and lists what it omitted.

#include <algorithm>
#include <functional>
#include <set>

#include "inspect/inspector.hpp"
#include "support/run.hpp"

namespace porthos::test::budget_test {
namespace {

/// A clock that advances by one second at each reading.
class Counting {
 public:
  double operator()() { return seconds_++; }

 private:
  double seconds_ = 0;
};

Json report(const Json& model, const Json& options, const std::function<double()>& clock) {
  return Json::parse(
      inspect::inspect(model.dump(), used_files(model.dump()).dump(), options.dump(), clock));
}

std::set<std::string> numbers(const Json& list) {
  std::set<std::string> all;
  for (const Json& one : list) all.insert(one["check"].get<std::string>());
  return all;
}

}  // namespace

TEST_CASE("a report leaves out what there is no time for, and nothing else changes", "[inspect]") {
  const Json model = gallery("knife-edge");
  const Json whole = report(model, Json::object(), nullptr);
  CHECK(whole["leftOut"].empty());
  // Readings of the clock, not seconds: in which check it ends is the same on every machine.
  std::size_t fewest = whole["findings"].size();
  bool is_cut_between = false;
  for (const double budget : {0.0, 40.0, 1e9}) {
    CAPTURE(budget);
    const Json part = report(model, {{"budget", budget}, {"samples", 8}}, Counting());
    CHECK(part["problems"] == whole["problems"]);
    std::set<std::string> all = numbers(part["findings"]);
    for (const std::string& number : numbers(part["leftOut"])) all.insert(number);
    for (const std::string& number : numbers(whole["findings"])) CHECK(all.count(number) == 1);
    for (const Json& one : part["leftOut"]) CHECK_FALSE(one["why"].get<std::string>().empty());
    fewest = std::min(fewest, part["findings"].size());
    is_cut_between = is_cut_between || (!part["leftOut"].empty() && !part["findings"].empty());
    if (budget == 1e9) CHECK(part == whole);
  }
  CHECK(fewest == 0);
  const Json refused = report(model, {{"budget", -1}}, nullptr);
  CHECK(refused["problems"][0]["where"].get<std::string>() == "/budget");
}

TEST_CASE("a report can be read between two steps", "[inspect]") {
  const Json model = gallery("knife-edge");
  inspect::Inspection inspection(model.dump(), "{}", "{}");
  std::size_t steps = 0, findings = 0;
  while (inspection.step()) {
    const Json so_far = Json::parse(inspection.report());
    CHECK(so_far["findings"].size() >= findings);
    findings = so_far["findings"].size();
    ++steps;
  }
  CHECK(steps > 5);
  CHECK(Json::parse(inspection.report()) == report(model, Json::object(), nullptr));
  CHECK_FALSE(inspection.step());
}

TEST_CASE("a model that is too large for its formulas says so for each check", "[inspect]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "components": { "mass": { "count": 1501,
    "model": { "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 1 },
      "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" } } } })json");
  const Json large = report(model, Json::object(), nullptr);
  CHECK(large["problems"].empty());
  CHECK(large["facts"]["positions"].get<int>() == 1501);
  CHECK(large["findings"].empty());
  // The rows alone do not tell it.
  CHECK(large["facts"]["index"].is_null());
  CHECK(numbers(large["leftOut"]).count("T-13") == 1);
  CHECK(large["leftOut"][0]["why"].get<std::string>().find("3002 states") != std::string::npos);
  const Json asked = report(model, Json::parse(R"({"only": ["T-18"]})"), nullptr);
  CHECK(numbers(asked["leftOut"]) == std::set<std::string>{"T-18"});
}

/// Balls on strings, one below the other: 13 states each.
TEST_CASE("a long chain is looked at in states on its constraint set", "[inspect]") {
  Json model = Json::parse(R"({"porthos": 1, "components": {}})");
  for (int i = 1; i <= 15; ++i) {
    const std::string name = "ball" + std::to_string(i);
    model["components"][name] = Json::parse(R"({"use": "porthos:ball"})");
    model["components"][name]["start"]["r"] = Json::array({0.5 * i, 0, 0});
    Json& joint = model["components"]["joint" + std::to_string(i)];
    joint = Json::parse(R"({"use": "porthos:spherical", "parameters": {"at_b": [-0.25, 0, 0]}})");
    joint["between"]["a"] = i == 1 ? "ground" : "ball" + std::to_string(i - 1);
    joint["between"]["b"] = name;
    joint["parameters"]["at_a"] = Json::array({0.25, 0, 0});
  }
  const Json found = report(model, Json::object(), nullptr);
  CHECK(found["states"].get<int>() == 3);
  for (const Json& one : found["findings"])
    if (one["kind"].get<std::string>() == "requirement")
      CHECK(one["verdict"].get<std::string>() != "fails");
}

}  // namespace porthos::test::budget_test
