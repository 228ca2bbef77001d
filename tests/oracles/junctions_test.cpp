/// Junctions of any number of ports, and efforts given by a matrix: compared with closed forms.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace junctions_test {
using namespace porthos::test;

namespace {

/// Copies of a part with a port, and other starts.
Json model_of(const Json& part, const std::vector<Json>& starts) {
  Json model = Json::parse(R"json({ "porthos": 1,
    "simulation": { "until": 3, "step": 0.01, "method": "gauss(4)" } })json");
  for (std::size_t i = 0; i < starts.size(); ++i)
    model["components"]["p" + std::to_string(i + 1)] = {{"model", part}, {"start", starts[i]}};
  return model;
}

Json names(int count, const std::string& port) {
  Json list = Json::array();
  for (int i = 1; i <= count; ++i) list.push_back("p" + std::to_string(i) + "." + port);
  return list;
}

/// A coil in series with a capacitor, L = C = 1: the flow of its port is the current.
const Json kBranch = Json::parse(R"json({ "porthos": 1,
  "positions": { "q": 0 }, "velocities": { "i": 0 }, "kinematics": { "q": "i" },
  "kinetic_energy": "i^2/2", "potential_energy": "q^2/2",
  "ports": { "end": { "flow": "i", "flow_unit": "A", "effort_unit": "V" } } })json");

const Json kMass = Json::parse(R"json({ "porthos": 1, "parameters": { "m": 1 },
  "positions": { "x": 0 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" },
  "kinetic_energy": "m/2*v^2",
  "ports": { "end": { "flow": "v" }, "place": { "position": "x" }, "push": { "flow": "v" } } })json");

/// Sum over the ports of a column.
double sum(const Run& run, int count, const std::string& column, std::size_t row) {
  double total = 0;
  for (int i = 1; i <= count; ++i) total += run.at("p" + std::to_string(i) + "." + column, row);
  return total;
}

}  // namespace

TEST_CASE("currents that meet in a node add up to zero", "[oracle]") {
  for (const int count : {3, 15}) {  // fused, and not
    std::vector<Json> starts;
    double mean = 0;
    for (int i = 0; i < count; ++i) {
      starts.push_back({{"q", i * i - 2}});
      mean += (i * i - 2.0) / count;
    }
    Json model = model_of(kBranch, starts);
    model["junctions"]["node"] = {{"kind", "common_effort"}, {"ports", names(count, "end")}};
    const Run run = simulate(model);
    CAPTURE(count);
    for (std::size_t k = 0; k < run.rows(); ++k) {
      // L q'' + q/C is one voltage, and the sum of the charges is constant: q - mean oscillates
      // independently.
      for (int i = 0; i < count; ++i) {
        const double q = mean + (i * i - 2 - mean) * std::cos(run.at("t", k));
        CHECK(std::abs(run.at("p" + std::to_string(i + 1) + ".q", k) - q) < 1e-9);
      }
      CHECK(std::abs(sum(run, count, "end.flow", k)) < 1e-11);
      CHECK(std::abs(sum(run, count, "end.power", k)) < 1e-9);
      CHECK(std::abs(run.at("p1.end.effort", k) - mean) < 1e-9);
      CHECK(std::abs(run.at("p3.end.effort", k) - mean) < 1e-9);
    }
    CHECK(run.largest("energy.balance_error") < 1e-12 * run.largest("energy.stored"));
  }
}

TEST_CASE("masses that share a flow move as one", "[oracle]") {
  for (const char* port : {"end", "place"}) {
    Json model = model_of(kMass, {Json::object(), Json::object(), Json::object()});
    for (int i = 1; i <= 3; ++i)
      model["components"]["p" + std::to_string(i)]["parameters"]["m"] = i;
    model["junctions"]["rigid"] = {{"kind", "common_flow"}, {"ports", names(3, port)}};
    model["inputs"]["p2.push"] = 12;
    model["outputs"]["a"] = "rate(p3.v)";
    const Run run = simulate(model);
    CAPTURE(port);
    const std::string end = std::string(".") + port + ".effort";
    CHECK(run.drift("a") < 1e-12);
    CHECK(std::abs(run.first("a") - 2) < 1e-13);
    CHECK(std::abs(run.last("p1.x") - 9) < 1e-11);
    CHECK(std::abs(run.last("p1" + end) - 2) < 1e-11);  // its mass times 2
    CHECK(std::abs(run.last("p2" + end) + 8) < 1e-11);  // the power of the other two
    CHECK(std::abs(run.last("p3" + end) - 6) < 1e-11);
    CHECK(std::abs(run.last("multiplier.rigid.2") - 6) < 1e-11);
  }
}

TEST_CASE("a gyrator turns two oscillators into each other", "[oracle]") {
  Json part = kMass;
  part["potential_energy"] = "x^2/2";
  Json model = model_of(part, {Json{{"x", 1}}, Json::object()});
  model["parameters"]["k"] = 0.7;
  model["interconnection"] = {{"ports", names(2, "end")},
                              {"matrix", Json::parse(R"([[0, "k"], ["-k", 0]])")}};
  const Run run = simulate(model);
  // z = x + iy: z'' + i k z' + z = 0, so z = A e^(i a t) + B e^(i b t), a, b = -k/2 +- w.
  const double k = 0.7, w = std::sqrt(1 + k * k / 4), a = -k / 2 + w, b = -k / 2 - w;
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double t = run.at("t", i), A = -b / (a - b), B = a / (a - b);
    CHECK(std::abs(run.at("p1.x", i) - A * std::cos(a * t) - B * std::cos(b * t)) < 1e-10);
    CHECK(std::abs(run.at("p2.x", i) - A * std::sin(a * t) - B * std::sin(b * t)) < 1e-10);
    CHECK(std::abs(sum(run, 2, "end.power", i)) < 1e-14);
  }
  CHECK(run.drift("energy.stored") < 1e-14);
}

TEST_CASE("a gyrator between flows that are efforts, and between both kinds", "[oracle]") {
  const Json capacitor = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0 },
    "potential_energy": "q^2/2", "ports": { "end": { "flow": "effort(q)" } } })json");
  Json model = model_of(capacitor, {Json{{"q", 1}}, Json::object()});
  model["interconnection"] = {{"ports", names(2, "end")},
                              {"matrix", Json::parse("[[0, 2], [-2, 0]]")}};
  Run run = simulate(model);  // q1' = 2 q2, q2' = -2 q1
  for (std::size_t i = 0; i < run.rows(); ++i) {
    CHECK(std::abs(run.at("p1.q", i) - std::cos(2 * run.at("t", i))) < 1e-10);
    CHECK(std::abs(run.at("p2.q", i) + std::sin(2 * run.at("t", i))) < 1e-10);
  }
  CHECK(run.drift("energy.stored") < 1e-14);

  model["components"]["p2"]["model"] = kMass;  // q' = 2 v, v' = -2 q: a transformer's turn
  model["components"]["p2"].erase("start");
  run = simulate(model);
  for (std::size_t i = 0; i < run.rows(); ++i) {
    CHECK(std::abs(run.at("p1.q", i) - std::cos(2 * run.at("t", i))) < 1e-10);
    CHECK(std::abs(run.at("p2.v", i) + std::sin(2 * run.at("t", i))) < 1e-10);
  }
}

TEST_CASE("ports that do not go together are reported where they are joined", "[model]") {
  Json model = model_of(kBranch, {Json::object(), Json::object(), Json::object()});
  const auto first = [](const Json& of) {
    const Json problems = problems_of(of);
    REQUIRE_FALSE(problems.empty());
    return problems[0]["code"].get<std::string>() + " " + problems[0]["where"].get<std::string>();
  };
  Json wrong = model;
  wrong["junctions"]["node"] = {{"kind", "common_effort"}, {"ports", {"p1.end", "p1.end"}}};
  CHECK(first(wrong) == "PH135 /junctions/node/ports/1");
  wrong["junctions"]["node"]["ports"] = {"p1.end", "p2.ends"};
  CHECK(first(wrong) == "PH131 /junctions/node/ports/1");
  wrong["junctions"]["node"] = {{"kind", "common"}, {"ports", names(2, "end")}};
  CHECK(first(wrong) == "PH109 /junctions/node/kind");
  wrong["junctions"]["node"] = {{"kind", "common_flow"}, {"ports", {"p1.end"}}};
  CHECK(first(wrong) == "PH113 /junctions/node/ports");
  wrong = model;
  wrong["connections"]["c"] = names(3, "end");
  CHECK(first(wrong) == "PH113 /connections/c");
  wrong = model;
  wrong["interconnection"] = {{"ports", names(2, "end")},
                              {"matrix", Json::parse("[[0, 1], [1, 0]]")}};
  CHECK(first(wrong) == "PH122 /interconnection/matrix");
  wrong["interconnection"]["matrix"] = Json::parse("[[0, 1]]");
  CHECK(first(wrong) == "PH113 /interconnection/matrix");
  wrong = model;
  wrong["components"]["p2"]["model"]["ports"]["end"]["effort_unit"] = "N";
  wrong["connections"]["c"] = names(2, "end");
  CHECK(first(wrong) == "PH133 /connections/c");
  wrong = model;
  wrong["components"]["p1"]["model"]["ports"]["end"]["quantity"] = "voltage";
  wrong["components"]["p2"]["model"]["ports"]["end"]["quantity"] = "temperature";
  wrong["connections"]["c"] = names(2, "end");
  CHECK(first(wrong) == "PH133 /connections/c");
}

TEST_CASE("a position that one side alone declares is reported", "[model]") {
  const Json mass =
      Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "ports": { "end": { "position": "x" }, "free": { "flow": "v" } } })json");
  Json model = {{"porthos", 1}};
  for (const char* name : {"a", "b"}) model["components"][name]["model"] = mass;
  model["connections"]["c"] = {"a.end", "b.end"};
  CHECK(problems_of(model).empty());
  model["connections"]["c"] = {"a.free", "b.free"};
  CHECK(problems_of(model).empty());
  model["connections"]["c"] = {"a.free", "b.end"};
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH138");
  CHECK(problems[0]["severity"] == "warning");
  CHECK(problems[0]["where"] == "/connections/c");
  CHECK(problems[0]["found"] == "a position of \"b.end\" and none of \"a.free\"");
}

}  // namespace junctions_test
