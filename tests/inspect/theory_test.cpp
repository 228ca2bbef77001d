// Every check of the theory can be requested: for models in the report, for matrices and structures
// in the structures interface.

#include <set>

#include "inspect/inspector.hpp"
#include "inspect/structures.hpp"
#include "support/run.hpp"

namespace porthos::test::theory_test {
namespace {

std::string number(int i) { return (i < 10 ? "T-0" : "T-") + std::to_string(i); }

/// The findings of one number.
std::vector<Json> findings(const Json& model, const std::string& check,
                           Json options = Json::object()) {
  options["only"] = Json::array({check});
  const Json report =
      Json::parse(inspect::inspect(model.dump(), used_files(model.dump()).dump(), options.dump()));
  for (const Json& problem : report["problems"])
    if (problem["severity"].get<std::string>() == "error") FAIL(report["problems"].dump(1));
  std::vector<Json> found;
  for (const Json& one : report["findings"]) {
    CHECK(one["check"].get<std::string>() == check);
    found.push_back(one);
  }
  return found;
}

std::string text_of(const Json& finding, const char* key) {
  return finding.contains(key) ? finding[key].get<std::string>() : "";
}

/// "holds", or what else the only finding says.
std::string verdict(const Json& model, const std::string& check, Json options = Json::object()) {
  const std::vector<Json> found = findings(model, check, std::move(options));
  REQUIRE(found.size() == 1);
  INFO(found.front().dump(1));
  return text_of(found.front(), "verdict");
}

/// The verdicts of a question about matrices, each once.
std::set<std::string> verified(const std::string& question) {
  const Json answer = Json::parse(inspect::structures(R"({"verify": )" + question + "}"));
  if (!answer["problems"].empty()) FAIL(answer["problems"].dump(1));
  std::set<std::string> verdicts;
  for (const Json& check : answer["checks"]) verdicts.insert(check["verdict"].get<std::string>());
  return verdicts;
}

using Set = std::set<std::string>;

}  // namespace

TEST_CASE("every number T-01 to T-29 has an answer for every kind of model", "[inspect]") {
  for (const std::string name : {"pendulum-cartesian", "slider-crank", "knife-edge", "motor-cart",
                                 "momentum-sphere", "torn-chain"}) {
    const Json model = gallery(name);
    for (int i = 1; i <= 29; ++i) {
      CAPTURE(name, i);
      if (number(i) == "T-22" || number(i) == "T-12") continue;  // of runs; and facts, below
      const std::vector<Json> found = findings(model, number(i));
      REQUIRE_FALSE(found.empty());
      for (const Json& one : found) {
        INFO(one.dump(1));
        const std::string what = text_of(one, "verdict");
        if (text_of(one, "kind") == "requirement") CHECK(what != "fails");
        if (what == "not applicable" || what == "undecided") CHECK(text_of(one, "note") != "");
      }
    }
  }
  const Json answer =
      Json::parse(inspect::inspect(gallery("knife-edge").dump(), "{}", R"({"only": ["T-30"]})"));
  CHECK(answer["problems"][0]["code"].get<std::string>() == "PH109");
  for (const std::string pure : {"T-25", "T-26", "T-27", "T-28"}) {
    const std::vector<Json> found = findings(gallery("knife-edge"), pure);
    REQUIRE(found.size() == 1);
    CHECK(text_of(found[0], "verdict") == "not applicable");
    CHECK(text_of(found[0], "note").find("ask the structures interface") != std::string::npos);
  }
}

TEST_CASE("a model is composed of its parts", "[inspect][T-16][T-17][T-18][T-19][T-21]") {
  const Json crank = gallery("slider-crank"), edge = gallery("knife-edge");
  CHECK(verdict(edge, "T-03") == "holds");
  for (const std::string check : {"T-16", "T-17", "T-18", "T-19", "T-21"}) {
    CAPTURE(check);
    CHECK(verdict(crank, check) == "holds");
  }
  // Crank and rod do exchange power, each for itself, and no more than the other gives.
  const std::string note = text_of(findings(crank, "T-21")[0], "note");
  CHECK(note.find("is 0 W") == std::string::npos);
  CHECK(verdict(edge, "T-18") == "not applicable");  // one row
  CHECK(verdict(gallery("momentum-sphere"), "T-16") == "not applicable");
}

TEST_CASE("a structure is induced where velocities are rates of positions", "[inspect][T-20]") {
  const Json blade = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0, "y": 0, "phi": 0.3 }, "velocities": { "v_x": 0, "v_y": 0, "w": 1 },
    "kinematics": { "x": "v_x", "y": "v_y", "phi": "w" },
    "mass": [[1, 0, 0], [0, 1, 0], [0, 0, 2]],
    "velocity_constraints": { "blade": "sin(phi)*v_x - cos(phi)*v_y" } })json");
  CHECK(verdict(blade, "T-20") == "holds");
  CHECK(verdict(blade, "T-11") == "holds");
  CHECK(verdict(gallery("slider-crank"), "T-20") == "not applicable");
}

TEST_CASE("an equilibrium is stable or not", "[inspect][T-15]") {
  const Json pendulum = Json::parse(R"json({ "porthos": 1,
    "positions": { "q": 0 }, "velocities": { "w": 0 }, "kinematics": { "q": "w" },
    "mass": [[1]], "potential_energy": "-cos(q)" })json");
  CHECK(verdict(pendulum, "T-15") == "holds");
  const Json up = Json::parse(R"({"starts": {"q": 3.141592653589793}})");
  CHECK(verdict(pendulum, "T-15", up) == "fails");
  CHECK(verdict(pendulum, "T-15", Json::parse(R"({"starts": {"q": 1}})")) == "not applicable");
}

// S-31: H = q^2/2 + p^2/2 + q s + kappa s^2/2 with 0 = dH/ds is regular unless kappa = 0.
TEST_CASE("multipliers are determined where H'' is regular on G0", "[structure][T-11]") {
  const auto nondegenerate = [](const std::string& kappa) {
    return verified(R"({"nondegenerate": {"structure": {"constrained":
      {"J": [[0,1,0],[-1,0,0],[0,0,0]], "g": [[0],[0],[1]]}},
      "hessian": [[1,0,1],[0,1,0],[1,0,)" +
                    kappa + "]]}}");
  };
  CHECK(nondegenerate("0.5") == Set{"holds"});
  CHECK(nondegenerate("0") == Set{"fails"});
}

TEST_CASE("what is said of matrices can be asked", "[structure]") {
  // T-05: the graph of a gradient, and of a field that is none.
  CHECK(verified(R"({"lagrangian": {"M": [[2,1],[1,3]]}})") == Set{"holds"});
  CHECK(verified(R"({"lagrangian": {"M": [[0,1],[-1,0]]}})").count("fails") == 1);
  // T-06, T-24
  CHECK(verified(R"({"resistive": {"D": [[1,5],[-5,0]]}})") == Set{"holds"});
  CHECK(verified(R"({"resistive": {"D": [[-1]]}})") == Set{"fails"});
  const auto onsager =
      [](const std::string& theta) {  // (1/theta_0)[theta mu, -mu u; ., mu u^2/theta]
        return verified(R"({"onsager": {"O": [[)" + theta + R"(, -2], [-2, 1.3333333333333333]],
      "effort": [2, 1], "shift": [0, 2]}})");
      };
  CHECK(onsager("3") == Set{"holds"});
  CHECK(onsager("2").count("fails") == 1);  // theta_0 in the place of theta
  // T-10, T-12: the Casimir |Pi|^2 of so(3)*.
  const std::string body = R"({"graph": {"J": [[0,-3,2],[3,0,-1],[-2,1,0]]}})";
  const auto casimir = [&](const std::string& dC) {
    return verified(R"({"casimir": {"structure": )" + body + R"(, "gradient": )" + dC + "}}");
  };
  CHECK(casimir("[2,4,6]") == Set{"holds"});
  CHECK(casimir("[2,4,5]") == Set{"fails"});
  CHECK(verified(R"({"distributions": {"structure": )" + body + "}}") == Set{"holds"});
  const std::string held = R"({"constrained": {"J": [[0,1],[-1,0]], "g": [[0],[1]]}})";
  CHECK(verified(R"({"admissible": {"structure": )" + held + R"(, "gradient": [1,0]}})") ==
        Set{"holds"});
  CHECK(verified(R"({"admissible": {"structure": )" + held + R"(, "gradient": [1,1]}})") ==
        Set{"fails"});
  // T-15
  CHECK(verified(R"({"definite": {"hessian": [[1,0],[0,-1]], "gradients": [[0,1]]}})") ==
        Set{"holds"});
  CHECK(verified(R"({"definite": {"hessian": [[1,0],[0,-1]]}})") == Set{"fails"});
}

TEST_CASE("closedness can be asked of matrices with their derivatives", "[structure][T-13]") {
  const auto bracket = [](const std::string& J, const std::string& derivatives) {
    return verified(R"({"closed": {"J": )" + J + R"(, "dJ": )" + derivatives + "}}");
  };
  const std::string rigid =
      "[[[0,0,0],[0,0,-1],[0,1,0]],[[0,0,1],[0,0,0],[-1,0,0]],[[0,-1,0],[1,0,0],[0,0,0]]]";
  CHECK(bracket("[[0,-3,2],[3,0,-1],[-2,1,0]]", rigid) == Set{"holds"});
  const std::string perturbed =
      "[[[0,0,0],[0,0,-1],[0,1,0]],[[0,0,1],[0,0,0],[-1,0,0]],[[0,-1,1],[1,0,0],[-1,0,0]]]";
  CHECK(bracket("[[0,-3,2],[3,0,-1],[-2,1,0]]", perturbed) == Set{"fails"});
  // The contact form dz - y dx, and dz, as annihilators at (x, y, z) = 0.
  const auto rows = [](const std::string& dp) {
    return verified(R"({"closedPresymplectic": {"omega": [[0,0,0],[0,0,0],[0,0,0]],
      "p": [[0,0,1]], "dp": )" +
                    dp + "}}");
  };
  CHECK(rows("[]") == Set{"holds"});
  CHECK(rows("[[[0,0,0]],[[-1,0,0]],[[0,0,0]]]").count("fails") == 1);
}

TEST_CASE("groups, joints and rotations can be asked", "[structure][T-25][T-26][T-29]") {
  const std::string turn = "[[0.6,-0.8,0],[0.8,0.6,0],[0,0,1]]",
                    tilt = "[[1,0,0],[0,0,-1],[0,1,0]]";
  const auto group = [&](const std::string& name, const std::string& R, const std::string& u,
                         const std::string& v, const std::string& r) {
    return verified(R"({"group": {"group": ")" + name + R"(", "R": )" + R + R"(, "S": )" +
                    (name == "SE(2)" ? turn : tilt) + R"(, "r": )" + r +
                    R"(, "s": [-1,0.5,0], "u": )" + u + R"(, "v": )" + v + R"(, "p": )" + u + "}}");
  };
  CHECK(group("SO(3)", turn, "[1,2,3]", "[0,-1,4]", "[0,0,0]") == Set{"holds"});
  CHECK(group("SE(2)", turn, "[1,2,3]", "[0,-1,4]", "[1,2,0]") == Set{"holds"});
  for (const std::string name : {"SE(3)", "SO(3)xR^3"}) {
    CHECK(group(name, turn, "[1,2,3,4,5,6]", "[0,-1,4,2,2,1]", "[1,2,3]") == Set{"holds"});
    // The transpose of a matrix that is not a rotation is not its inverse.
    CHECK(group(name, "[[2,0,0],[0,1,0],[0,0,1]]", "[1,2,3,4,5,6]", "[0,-1,4,2,2,1]", "[1,2,3]")
              .count("fails") == 1);
  }
  // The axes of a cylindrical joint, and of a universal joint.
  CHECK(verified(R"({"joint": {"motions": [[0,0],[0,0],[1,0],[0,0],[0,0],[0,1]]}})") ==
        Set{"holds"});
  CHECK(verified(R"({"joint": {"motions": [[1,0],[0,1],[0,0],[0,0],[0,0],[0,0]]}})") ==
        Set{"fails"});
  CHECK(verified(R"({"rotation": {"R": )" + turn + "}}") == Set{"holds"});
  CHECK(verified(R"({"rotation": {"R": [[1,0,0],[0,1,0],[0,0,-1]]}})").count("fails") == 1);
  CHECK(verified(R"({"rotation": {"R": [[0,0,1],[0,1,0],[-1,0,0]]}})") ==
        Set{"holds", "not applicable"});  // beta = pi/2
}

TEST_CASE("shaping, tearing and the dictionary can be asked", "[structure][T-21][T-27][T-28]") {
  const auto shaping = [](const std::string& C) {
    return verified(R"({"shaping": {"J": [[0,1],[-1,0]], "g": [[0],[1]], "C": )" + C + "}}");
  };
  CHECK(shaping("[[1,0]]") == Set{"holds"});
  CHECK(shaping("[[0,1]]") == Set{"fails"});
  CHECK(verified(R"({"torn": {"A1": [[1,-1,-1]], "A2": [[-1,1]], "joint": [[0,0,1,-1,0]]}})") ==
        Set{"holds"});
  CHECK(verified(R"({"dictionary": {"A": [[1,-2,0.5]], "p": [1,2,3,4,5,6]}})") == Set{"holds"});
  const Json wrong = Json::parse(inspect::structures(R"({"verify": {"jiont": {}}})"));
  CHECK(wrong["problems"][0]["hint"].get<std::string>() == "did you mean \"joint\"?");
  const Json short_one =
      Json::parse(inspect::structures(R"({"verify": {"dictionary": {"A": [[1]], "p": [1]}}})"));
  CHECK(short_one["problems"][0]["code"].get<std::string>() == "PH117");
}

TEST_CASE("what depends on coordinates can be asked with its derivatives",
          "[structure][T-02][T-10][T-12][T-13][T-19]") {
  // so(3)* at Pi = (1, 2, 3): continuous, regular, closed, one Casimir.
  const std::string rigid =
      "[[[0,0,0],[0,0,-1],[0,1,0]],[[0,0,1],[0,0,0],[-1,0,0]],[[0,-1,0],[1,0,0],[0,0,0]]]";
  CHECK(verified(R"({"modulated": {"J": [[0,-3,2],[3,0,-1],[-2,1,0]], "dJ": )" + rigid + "}}") ==
        Set{"holds"});
  // f = x J e vanishes at x = 0, where the dimension of G1 falls.
  CHECK(verified(R"({"modulated": {"J": [[0,0],[0,0]], "dJ": [[[0,1],[-1,0]]]}})").count("fails") ==
        1);
  // Remark 5 of [001]: a constraint (x) e_1 = 0 vanishes at x = 0.
  CHECK(verified(R"({"modulated": {"J": [[0,0],[0,0]], "g": [[0],[0]], "dg": [[[1],[0]]]}})")
            .count("fails") == 1);
  CHECK(verified(R"({"holonomic": {"A": [[0,0,1]], "dA": [[[0,0,0]],[[0,0,0]],[[1,0,0]]]}})") ==
        Set{"holds"});
  CHECK(verified(R"({"holonomic": {"A": [[0,0,1]], "dA": [[[0,0,0]],[[-1,0,0]],[[0,0,0]]]}})") ==
        Set{"fails"});
  // d/dx and d/dy + x d/dz have the bracket d/dz.
  CHECK(verified(R"({"involutive": {"columns": [[1,0],[0,1],[0,0]],
    "dcolumns": [[[0,0],[0,0],[0,1]]]}})") == Set{"fails"});
  CHECK(verified(R"({"involutive": {"columns": [[1,0],[0,1],[0,0]],
    "dcolumns": [[[0,1],[0,0],[0,0]]]}})") == Set{"holds"});
  // Three planes near x = 0: each two meet in a line, all three do not.
  const auto planes = [](const std::string& third) {
    return verified(R"({"cleanIntersection": {"of": [{"A": [[0,0,1]]}, {"A": [[0,1,0]]}, )" +
                    third + "]}}");
  };
  CHECK(planes(R"({"A": [[1,1,1]]})") == Set{"holds"});
  CHECK(planes(R"({"A": [[0,1,1]], "dA": [[[1,0,0]]]})") == Set{"holds", "fails"});
  CHECK(verified(R"({"membership": {"d": [0], "dd": [[0,1]], "gradient": [1,2],
    "effort": [1,7]}})") == Set{"holds"});
  CHECK(verified(R"({"membership": {"d": [0], "dd": [[0,1]], "gradient": [1,2],
    "effort": [2,2]}})") == Set{"fails"});
  // S-31: stable for kappa < 0 or kappa > 1, H_yy - 1/kappa.
  const auto reduced = [](const std::string& kappa) {
    return verified(R"({"definite": {"hessian": [[1,0,1],[0,1,0],[1,0,)" + kappa +
                    R"(]], "constraints": 1}})");
  };
  CHECK(reduced("2") == Set{"holds"});
  CHECK(reduced("0.5") == Set{"fails"});
}

TEST_CASE("systems are coupled, and brackets taken", "[structure][T-12][T-16][T-17]") {
  const std::string one = R"({"Z": [[1]], "G": [[0]]})";
  const Json coupled = Json::parse(inspect::structures(
      R"({"structure": {"couple": {"first": )" + one + R"(, "B1": [[1]], "second": )" + one +
      R"(, "B2": [[2]]}}, "equals": {"multibody": {"Z": [[1,0],[0,1]], "A": [[1,-2]]}}})"));
  REQUIRE(coupled["problems"].empty());
  CHECK(coupled["equals"]["verdict"].get<std::string>() == "holds");
  const Json looped = Json::parse(inspect::structures(
      R"({"structure": {"feedback": {"ports": 1}}, "equals": {"graph": {"J": [[0,-1],[1,0]]}}})"));
  CHECK(looped["equals"]["verdict"].get<std::string>() == "holds");
  const auto bracket = [](const std::string& structure) {
    return Json::parse(inspect::structures(R"({"structure": )" + structure +
                                           R"(, "bracket": [[1,0],[0,1]]})"))["bracket"];
  };
  CHECK(bracket(R"({"graph": {"J": [[0,1],[-1,0]]}})").get<double>() == Catch::Approx(1));
  CHECK(bracket(R"({"constrained": {"J": [[0,1],[-1,0]], "g": [[0],[1]]}})").is_null());
}

// The text of a structure restores it without loss.
TEST_CASE("a structure's text is the structure", "[structure]") {
  const std::string gyrator = R"({"graph": {"J": [[0, 0.0001], [-0.0001, 0]]}})";
  const Json made =
      Json::parse(inspect::structures(R"({"structure": )" + gyrator + R"(, "ask": ["text"]})"));
  const std::string kept = made["text"].dump();
  const Json series = Json::parse(
      inspect::structures(R"({"structure": {"compose": {"of": [)" + kept + "," + kept +
                          R"(], "ports": [[1], [0]]}}, "ask": ["check"], "equals": {"image":
        {"K": [[0, 1], [0, -1]], "L": [[1, 0], [1, 0]]}}})"));
  REQUIRE(series["problems"].empty());
  CHECK(series["check"][1]["verdict"].get<std::string>() == "holds");
  CHECK(series["equals"]["residual"].get<double>() < 1e-14);
  CHECK(series["uncertainty"].get<double>() < 1e-9);
}

}  // namespace porthos::test::theory_test
