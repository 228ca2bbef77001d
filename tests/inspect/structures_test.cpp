#include "inspect/structures.hpp"

#include <catch_amalgamated.hpp>

namespace porthos::inspect::structures_test {
namespace {

using model::Json;

Json ask(const std::string& request) { return Json::parse(structures(request)); }

/// The code and the place of the only problem.
std::string problem(const std::string& request) {
  const Json problems = ask(request)["problems"];
  if (problems.size() != 1)
    return std::to_string(problems.size()) + " problems: " + problems.dump();
  return problems[0]["code"].get<std::string>() + " " + problems[0]["where"].get<std::string>();
}

const std::string kGyrator = R"({"graph": {"J": [[0, -0.5], [0.5, 0]]}})";

}  // namespace

TEST_CASE("structures: a structure can be asked for everything", "[inspect][structure]") {
  const Json answer = ask(R"({"structure": {"constrained": {"J": [[0,1,0],[-1,0,2],[0,-2,0]],
    "g": [[0],[0],[1]]}}, "ask": ["check", "image", "kernel", "constrained", "presymplectic",
    "inputOutput", "hybrid", "distributions", "sizes"]})");
  REQUIRE(answer["problems"].empty());
  CHECK(answer["size"] == 3);
  CHECK(answer["dimension"] == 3);
  CHECK(answer["check"][1]["name"] == "isotropy");
  CHECK(answer["check"][1]["check"] == "T-01");
  CHECK(answer["check"][1]["verdict"] == "holds");
  CHECK(answer["image"]["K"].size() == 3);
  CHECK(answer["kernel"]["F"].size() == 3);
  CHECK(answer["constrained"]["g"][0].size() == 1);
  CHECK(answer["presymplectic"]["omega"].size() == 3);
  CHECK(answer["inputOutput"]["isInverse"] == true);
  CHECK(answer["hybrid"]["a"].size() + answer["hybrid"]["b"].size() == 3);
  CHECK(answer["distributions"]["G0"].size() == 3);
  CHECK(answer["sizes"]["constraints"] == 1);
}

TEST_CASE("structures: every way of making one", "[inspect][structure]") {
  for (
      const std::string made : {
          R"({"image": {"K": [[0, -0.5], [0.5, 0]], "L": [[1, 0], [0, 1]]}})",
          R"({"kernel": {"F": [[1, 0], [0, 1]], "E": [[0, -0.5], [0.5, 0]]}})",
          R"({"presymplectic": {"omega": [[0, 2], [-2, 0]]}})",
          R"({"constrained": {"J": [[0, -0.5], [0.5, 0]], "g": [[], []]}})",
          R"({"reorder": {"structure": {"graph": {"J": [[0, 0.5], [-0.5, 0]]}}, "ports": [1, 0]}})",
          R"({"tensor": [{"presymplectic": {"omega": [[0, 1.5], [-1.5, 0]]}},
                          {"presymplectic": {"omega": [[0, 0.5], [-0.5, 0]]}}]})",
          R"({"interconnect": {"J": [[0, 0], [0, 0]], "g": [[1, 0], [0, 1]],
               "law": {"graph": {"J": [[0, -0.5], [0.5, 0]]}}}})",
      }) {
    INFO(made);
    const Json answer = ask(R"({"structure": )" + made + R"(, "equals": )" + kGyrator + "}");
    REQUIRE(answer["problems"].empty());
    CHECK(answer["equals"]["verdict"] == "holds");
    CHECK(answer["equals"]["residual"] < 1e-12);
  }
  const Json sum = ask(R"({"structure": {"sum": [)" + kGyrator + "," + kGyrator + "]}}");
  CHECK(sum["size"] == 4);
  // Two gyrators of ratio 1/2 in series: a transformer, which has no map f = J e.
  const Json series = ask(R"({"structure": {"compose": {"of": [)" + kGyrator + "," + kGyrator +
                          R"(], "ports": [[1], [0]], "coupling": "opposite efforts"}},
                          "ask": ["check", "inputOutput"]})");
  CHECK(series["check"][0]["verdict"] == "holds");
  CHECK(series["inputOutput"]["why"].get<std::string>().starts_with("f = J e needs G0 = 0"));
  const Json other = ask(R"({"structure": {"graph": {"J": [[0]]}}, "equals": )" + kGyrator + "}");
  CHECK(other["equals"]["verdict"] == "not applicable");
  const Json mechanism = ask(R"({"structure": {"induced": {"A": [[1, -1]]}}, "equals":
    {"constrain": {"structure": {"induced": {"A": [[0, 0]]}}, "E": [[0, 0, 1, -1]]}}})");
  CHECK(mechanism["equals"]["verdict"] == "holds");
  CHECK(ask(R"({"structure": {"interaction": {"A": [[1, -1]]}}})")["dimension"] == 2);
}

TEST_CASE("structures: what is wrong is said with its place", "[inspect][structure]") {
  CHECK(problem("{").starts_with("PH100"));
  CHECK(problem(R"({"structure": {"graph": {"J": [[1e999]]}}})").starts_with("PH100"));
  CHECK(problem("[]") == "PH102 ");
  CHECK(problem("{}") == "PH103 ");
  CHECK(problem(R"({"structure": {}})") == "PH103 /structure");
  CHECK(problem(R"({"structure": {"grpah": {}}})") == "PH101 /structure/grpah");
  CHECK(problem(R"({"structure": {"graph": {}}})") == "PH103 /structure/graph");
  CHECK(problem(R"({"structure": {"graph": {"J": 3}}})") == "PH102 /structure/graph/J");
  CHECK(problem(R"({"structure": {"graph": {"J": [[null]]}}})") == "PH102 /structure/graph/J/0/0");
  CHECK(problem(R"({"structure": {"graph": {"J": [[1, 2], [3]]}}})") ==
        "PH117 /structure/graph/J/1");
  CHECK(problem(R"({"structure": {"graph": {"J": [[1, 2]]}}})") == "PH117 /structure/graph/J");
  CHECK(problem(R"({"structure": {"image": {"K": [[1]], "L": [[1], [2]]}}})") ==
        "PH117 /structure/image/L");
  CHECK(problem(R"({"structure": {"sum": []}})") == "PH113 /structure/sum");
  CHECK(problem(R"({"structure": {"tensor": [{"graph": {"J": [[0]]}}, )" + kGyrator + "]}}") ==
        "PH117 /structure/tensor/1");
  const auto composed = [](const std::string& rest) {
    return problem(R"({"structure": {"compose": {"of": [)" + kGyrator + "," + kGyrator + "], " +
                   rest + "}}}");
  };
  CHECK(problem(R"({"structure": {"constrain": {"E": [[1]]}}})") == "PH103 /structure/constrain");
  CHECK(problem(R"({"structure": {"constrain": {"structure": )" + kGyrator + "}}}") ==
        "PH103 /structure/constrain");
  CHECK(problem(R"({"structure": {"reorder": {"structure": )" + kGyrator + "}}}") ==
        "PH103 /structure/reorder");
  CHECK(composed(R"("ports": [[2], [0]])") == "PH104 /structure/compose/ports/0/0");
  CHECK(composed(R"("ports": [[1, 1], [0, 1]])") == "PH106 /structure/compose/ports/0/1");
  CHECK(composed(R"("ports": [[1], [0, 1]])") == "PH113 /structure/compose/ports");
  CHECK(composed(R"("ports": [[1]])") == "PH113 /structure/compose/ports");
  CHECK(composed(R"("ports": [[1], [0]], "coupling": "none")") ==
        "PH109 /structure/compose/coupling");
  CHECK(problem(R"({"structure": )" + kGyrator + R"(, "ask": ["chekc"]})") == "PH109 /ask/0");
  std::string many = R"({"structure": {"sum": [)" + kGyrator;
  for (int i = 0; i < 60; ++i) many += "," + kGyrator;
  CHECK(problem(many + "]}}") == "PH105 /structure/sum");
  const Json answer = ask(R"({"structure": {"grahp": {"J": [[0]]}}})");
  CHECK(answer["problems"][0]["hint"] == "did you mean \"graph\"?");
  CHECK_FALSE(answer.contains("size"));
}

}  // namespace porthos::inspect::structures_test
