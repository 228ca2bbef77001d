/// The precedence of start values: fixed before stated, stated before all others.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/dense.hpp"
#include "base/linear.hpp"
#include "support/run.hpp"

namespace starts_test {
using namespace porthos;
using namespace porthos::test;
using std::numbers::pi;

namespace {

Json parsed(const std::string& text) { return Json::parse(text); }

/// The start report of a run: gaps and changed values.
Json start_of(const Json& model, const std::string& options = "{}") {
  Session session = open_session(model);
  const Json answer = Json::parse(session.start(options));
  INFO(answer["problems"].dump(1));
  REQUIRE(answer.contains("start"));
  return answer["start"];
}

/// The new value of a stated start, or nothing if it was kept.
std::optional<double> became(const Json& start, const std::string& name) {
  for (const Json& change : start["changed"])
    if (change["name"] == name) return change["became"].get<double>();
  return {};
}

/// Two rods in a chain from the ground; both hinges have a prescribed speed.
Json chain() {
  return parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0] }, "components": {
    "a": { "use": "porthos:planar-rod" }, "b": { "use": "porthos:planar-rod" },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "a.tail" }, "start": { "angle": 0.3 } },
    "A": { "use": "porthos:pin", "between": { "a": "a.tip", "b": "b.tail" }, "start": { "angle": -1.2 } } },
    "inputs": { "O.torque": { "flow": "0.8" }, "A.torque": { "flow": "-0.5" } },
    "simulation": { "until": 1, "step": 0.01 } })json");
}

/// One body and one joint that prescribes a speed of 0.8 and starts at 0.3.
Json led(const std::string& body, const std::string& joint, const std::string& port,
         const std::string& reported, bool is_fixed) {
  Json model = parsed(R"json({ "porthos": 1, "components": {
    "a": {}, "J": { "between": { "a": "ground", "b": "a" } } },
    "simulation": { "until": 1, "step": 0.01 } })json");
  model["components"]["a"]["use"] = "porthos:" + body;
  model["components"]["J"]["use"] = "porthos:" + joint;
  model["inputs"]["J." + port] = {{"flow", "0.8"}};
  Json& start = model["components"]["J"]["start"][reported];
  start = 0.3;
  if (is_fixed) start = {{"value", 0.3}, {"fixed", true}};
  return model;
}

}  // namespace

TEST_CASE("a joint with a prescribed speed starts where its start says", "[simulate][start]") {
  struct Kind {
    const char *body, *joint, *port, *reported;
  };
  const Kind kind = GENERATE(Kind{"planar-body", "pin", "torque", "angle"},
                             Kind{"planar-body", "slide", "force", "position"},
                             Kind{"rigid-body", "revolute", "torque", "angle"},
                             Kind{"rigid-body", "prismatic", "force", "position"},
                             Kind{"rigid-body", "screw", "torque", "angle"});
  const bool is_fixed = GENERATE(false, true);
  CAPTURE(kind.joint, is_fixed);
  const Json model = led(kind.body, kind.joint, kind.port, kind.reported, is_fixed);
  CHECK(problems_of(model).empty());
  const Run run = test::simulate(model);
  // s' = 0.8: exact for every method up to rounding of a hundred steps.
  CHECK(std::abs(run.first(std::string("J.") + kind.reported) - 0.3) < 1e-12);
  CHECK(std::abs(run.last(std::string("J.") + kind.reported) - 1.1) < 1e-10);
  CHECK(start_of(model)["changed"].empty());
}

TEST_CASE("several joints with prescribed speeds start where their starts say",
          "[simulate][start]") {
  const Run run = test::simulate(chain());
  CHECK(std::abs(run.last("O.angle") - 1.1) < 1e-10);
  CHECK(std::abs(run.last("A.angle") + 1.7) < 1e-10);
}

TEST_CASE("a start that a joint cannot have takes no other with it", "[simulate][start]") {
  Json model = chain();
  model["inputs"] = Json::object();
  // Both rods are 1 m long: 5 m are out of reach.
  model["components"]["slider"] = parsed(R"({ "use": "porthos:planar-body" })");
  model["components"]["rail"] = parsed(
      R"({ "use": "porthos:slide", "between": { "a": "ground", "b": "slider" }, "start": { "position": 5 } })");
  model["components"]["B"] =
      parsed(R"({ "use": "porthos:pin", "between": { "a": "b.tip", "b": "slider" } })");
  model["components"]["A"].erase("start");
  const Json start = start_of(model);
  const Run run = test::simulate(model);
  CHECK(std::abs(run.first("O.angle") - 0.3) < 1e-12);
  CHECK(run.largest("gap.position") < 1e-12);
  REQUIRE(became(start, "rail.position"));
  CHECK(std::abs(*became(start, "rail.position") - run.first("rail.position")) < 1e-12);
  CHECK_FALSE(became(start, "O.angle"));
}

TEST_CASE("a screw starts at a position of several turns", "[simulate][start]") {
  for (const double position : {0.004, 0.025, -0.057}) {
    CAPTURE(position);
    Json model = parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0, 0] },
      "components": { "nut": { "use": "porthos:rigid-body" },
        "bolt": { "use": "porthos:screw", "between": { "a": "ground", "b": "nut" },
          "parameters": { "pitch": 0.01 } } },
      "simulation": { "until": 0.1, "step": 0.01 } })json");
    model["components"]["bolt"]["start"] = {{"position", position}};
    const Run run = test::simulate(model);
    CHECK(std::abs(run.first("bolt.position") - position) < 1e-13);
    CHECK(std::abs(run.first("bolt.angle") - 2 * pi * position / 0.01) < 1e-10);
    CHECK(std::abs(run.first("nut.q.1") * std::sin(pi * position / 0.01) -
                   run.first("nut.q.4") * std::cos(pi * position / 0.01)) < 1e-10);
  }
}

TEST_CASE("a stated velocity is kept and the others follow", "[simulate][start]") {
  const Run run = test::simulate(reproduction("start-velocity"));
  CHECK(run.first("a.omega") == 1);
  CHECK(std::abs(run.first("a.v.2") - 0.5) < 1e-14);  // half the rod's length of 1 m
  CHECK(start_of(reproduction("start-velocity"))["changed"].empty());

  SECTION("so is one that is given to the run") {
    Json model = reproduction("start-velocity");
    model["components"]["a"].erase("start");
    Session session = open_session(model);
    const Json answer = Json::parse(session.start(R"({ "starts": { "a.v.2": 2 } })"));
    CHECK(answer["start"]["changed"].empty());
    const std::vector<double>& row = session.take_rows();
    for (std::size_t i = 0; const Json& column : answer["columns"]) {
      if (column["name"] == "a.v.2") CHECK(row[i] == 2);
      if (column["name"] == "a.omega") CHECK(std::abs(row[i] - 4) < 1e-14);
      ++i;
    }
  }
  SECTION("so is a stated zero") {
    // Two masses whose speeds add up to 1: the one that is stated to rest does.
    const Json model = parsed(R"json({ "porthos": 1, "positions": { "x": {}, "y": {} },
      "velocities": { "v": { "start": 0 }, "w": {} }, "kinematics": { "x": "v", "y": "w" },
      "kinetic_energy": "v^2/2 + w^2/2", "velocity_constraints": { "sum": "v + w - 1" },
      "simulation": { "until": 0.1, "step": 0.01 } })json");
    CHECK(test::simulate(model).first("v") == 0);
    CHECK(std::abs(test::simulate(model).first("w") - 1) < 1e-15);
    Json fixed = model;
    fixed["velocities"]["w"] = {{"start", 0.25}, {"fixed", true}};
    CHECK(std::abs(test::simulate(fixed).first("v") - 0.75) < 1e-15);
    CHECK(std::abs(*became(start_of(fixed), "v") - 0.75) < 1e-15);
  }
}

TEST_CASE("a stated position is kept and the others follow", "[simulate][start]") {
  // A point on a circle: y is stated, x is not.
  Json model = parsed(R"json({ "porthos": 1, "positions": { "x": {}, "y": { "start": 0.6 } },
    "velocities": { "v": {}, "w": {} }, "kinematics": { "x": "v", "y": "w" },
    "kinetic_energy": "v^2/2 + w^2/2", "position_constraints": { "rod": "x^2 + y^2 - 1" },
    "simulation": { "until": 0.1, "step": 0.01 } })json");
  CHECK(test::simulate(model).first("y") == 0.6);
  CHECK(std::abs(std::abs(test::simulate(model).first("x")) - 0.8) < 1e-14);
  // Out of reach: it changes, and the start says by how much.
  model["positions"]["y"]["start"] = 1.5;
  const Json start = start_of(model);
  REQUIRE(became(start, "y"));
  CHECK(*became(start, "y") <= 1);
  CHECK(std::abs(*became(start, "y") - test::simulate(model).first("y")) < 1e-15);
  // A quaternion of any length represents the same rotation as that of length 1.
  const Json body = parsed(R"json({ "porthos": 1, "components": {
    "b": { "use": "porthos:rigid-body", "start": { "q": [2, 0, 0, 2] } } },
    "simulation": { "until": 0.1, "step": 0.01 } })json");
  CHECK(start_of(body)["changed"].empty());
  CHECK(std::abs(test::simulate(body).first("b.q.1") - std::sqrt(0.5)) < 1e-15);
}

namespace {

/// The least change of the stated entries of d with K d = r, in the energy that it takes if the
/// others follow; then the least energy of the others. By full matrices.
VecX in_order(const MatX& M, const MatX& K, const VecX& r, const std::vector<bool>& is_stated) {
  std::vector<int> s, u;
  for (std::size_t i = 0; i < is_stated.size(); ++i)
    (is_stated[i] ? s : u).push_back(static_cast<int>(i));
  const auto pseudo = [](const MatX& A) -> MatX {
    if (A.size() == 0) return MatX::Zero(A.cols(), A.rows());
    return A.completeOrthogonalDecomposition().pseudoInverse();
  };
  const MatX Ks = K(Eigen::all, s), Ku = K(Eigen::all, u);
  const MatX Muu = M(u, u), Mus = M(u, s);
  const MatX inverse = pseudo(Muu);
  const MatX schur = pseudo(M(s, s) - Mus.transpose() * inverse * Mus);  // its inverse
  const MatX C = Orthogonal(Ku, 1e-10).left_kernel().transpose() * Ks;
  const VecX left = Orthogonal(Ku, 1e-10).left_kernel().transpose() * r;
  const VecX ds = schur * C.transpose() * pseudo(C * schur * C.transpose()) * left;
  const VecX follow = -inverse * Mus * ds;
  const VecX du = follow + inverse * Ku.transpose() * pseudo(Ku * inverse * Ku.transpose()) *
                               (r - Ks * ds - Ku * follow);
  VecX d(M.rows());
  d(s) = ds;
  d(u) = du;
  return d;
}

}  // namespace

TEST_CASE("random stated velocities change as little as they can", "[simulate][start]") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const int n = 4, rows = 1 + trial % 3;
    const MatX B = MatX::NullaryExpr(n, n, [&] { return number(random); });
    const MatX M = B * B.transpose() + MatX::Identity(n, n);
    MatX K = MatX::NullaryExpr(rows, n, [&] { return number(random); });
    VecX goal = VecX::NullaryExpr(rows, [&] { return number(random); });
    std::vector<bool> is_stated;
    VecX start = VecX::Zero(n);
    Json model = parsed(R"({ "porthos": 1, "simulation": { "until": 0.002, "step": 0.001 } })");
    const auto term = [](double factor, const std::string& of) {
      return " + (" + Json(factor).dump() + ")*" + of;
    };
    std::string energy = "0";
    for (int i = 0; i < n; ++i) {
      const std::string v = "v" + std::to_string(i), x = "x" + std::to_string(i);
      is_stated.push_back((trial / 3 >> i & 1) != 0);
      model["positions"][x] = Json::object();
      model["velocities"][v] = Json::object();
      model["kinematics"][x] = v;
      if (is_stated.back()) model["velocities"][v]["start"] = start[i] = number(random);
      for (int j = 0; j < n; ++j) energy += term(M(i, j) / 2, v + "*v" + std::to_string(j));
    }
    model["kinetic_energy"] = energy;
    for (int k = 0; k < rows; ++k) {
      std::string row = term(-goal[k], "1");
      for (int i = 0; i < n; ++i) row += term(K(k, i), "v" + std::to_string(i));
      model["velocity_constraints"]["row" + std::to_string(k)] = row;
    }
    const VecX expected = start + in_order(M, K, goal - K * start, is_stated);
    const Run run = attempt(model);  // a start may have no motion: rows that all but agree
    REQUIRE(run.rows() > 0);
    // 1e-10: rounding times the condition of K, which is below 1e4 in these draws.
    for (int i = 0; i < n; ++i)
      CHECK(std::abs(run.first("v" + std::to_string(i)) - expected[i]) < 1e-10);
  }
}

TEST_CASE("forces that read reactions are judged at the reactions of the start",
          "[simulate][start]") {
  for (const char* file : {"hypot-reaction", "zero-reaction"}) {
    CAPTURE(file);
    const Json model = reproduction(file);
    CHECK(problems_of(model).empty());
    for (const std::string method : {"gauss(2)", "radau(3)", "dop853", "discrete-gradient",
                                     "adaptive-gauss(2)", "symplectic-euler", "rk4-baumgarte"}) {
      CAPTURE(method);
      const Run run = test::simulate(model, {.until = 0.05, .method = method});
      CHECK(std::abs(run.first("multiplier.floor") + 9.81) < 1e-10);
      CHECK(std::abs(run.last("multiplier.floor") + 9.81) < 1e-6);
      // tanh(100) and tanh(5.1) are 1 to 1e-4; the second text divides by a reaction of -9.81 N, so
      // that its force drives.
      const double sense = file == std::string("zero-reaction") ? 1 : -1;
      CHECK(std::abs(run.last("vx") - (1 + sense * 0.981 * 0.05)) < 1e-4);
    }
  }
}

TEST_CASE("friction of the root of two squared reactions has a start", "[simulate][start]") {
  // Two walls, y = 0 and z = 0, with the weight across both.
  const Json model = parsed(R"json({ "porthos": 1, "positions": { "x": 0, "y": 0, "z": 0 },
    "velocities": { "u": 1, "v": 0, "w": 0 }, "kinematics": { "x": "u", "y": "v", "z": "w" },
    "kinetic_energy": "(u^2 + v^2 + w^2)/2", "potential_energy": "3*y + 4*z",
    "position_constraints": { "floor": "y", "wall": "z" },
    "forces": { "friction": { "flow": "u",
      "effort": "-0.1*sqrt(multiplier(floor)^2 + multiplier(wall)^2)*tanh(u/0.01)" } },
    "simulation": { "until": 0.1, "step": 0.001 } })json");
  CHECK(problems_of(model).empty());
  const Run run = test::simulate(model);
  CHECK(std::abs(run.first("multiplier.floor") + 3) < 1e-12);
  CHECK(std::abs(run.last("u") - 0.95) < 1e-9);  // 1 - 0.1*5*0.1; tanh(95) is 1 to rounding
}

TEST_CASE("a real division by a reaction that is zero is refused by check and by run",
          "[simulate][start]") {
  Json model = reproduction("zero-reaction");
  model["potential_energy"] = "0";
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH203");
  CHECK(problems[0]["found"].get<std::string>().find("multiplier(floor)") != std::string::npos);
  const Run run = attempt(model);
  REQUIRE_FALSE(run.problems.empty());
  for (const Json& problem : run.problems) CHECK(problem == problems[0]);
  CHECK(run.rows() == 0);
}

TEST_CASE("check and run refuse the same starts", "[simulate][start]") {
  // An output without a value at the start ends a run before its first row.
  const Json model =
      parsed(R"json({ "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 1 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2", "outputs": { "y": "log(x)" } })json");
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH203");
  const Run run = attempt(model);
  REQUIRE_FALSE(run.problems.empty());
  for (const Json& problem : run.problems) CHECK(problem == problems[0]);
}

TEST_CASE("a rotation matrix in a bearing is renormalised, not constrained", "[simulate][start]") {
  CHECK(problems_of(reproduction("inert-warning")).empty());
  const Run run = test::simulate(reproduction("inert-warning"));
  CHECK(std::abs(run.last("R.1.1") - std::cos(2.0)) < 1e-6);
  CHECK_FALSE(run.has("multiplier.rotation.3"));
  // A constraint between quantities of very different sizes holds something, however small its row.
  const Json small = parsed(R"json({ "porthos": 1, "positions": { "x": 0, "y": 0 },
    "velocities": { "v": 0, "w": 1 }, "kinematics": { "x": "1e-11*v", "y": "w" },
    "kinetic_energy": "v^2/2 + w^2/2", "position_constraints": { "stop": "x" } })json");
  CHECK(test::simulate(small, {.until = 0.1, .step = 0.01}).has("multiplier.stop"));
}

TEST_CASE("redundant rows determine a velocity where nothing has a mass", "[simulate][start]") {
  Json model = parsed(R"json({ "porthos": 1, "velocities": { "u": 0 }, "mass": [[0]],
    "simulation": { "until": 0.1, "step": 0.01 } })json");
  const auto has_error = [&] {
    for (const Json& problem : problems_of(model))
      if (problem["severity"] == "error") return true;
    return false;
  };
  for (const double unit : {1.0, 1e6, 1e-6}) {
    // A damper takes 2 unit u: each of two equal rows carries half of it.
    model["dissipation"] = {{"u", std::to_string(2 * unit) + "*u"}};
    const std::string factor = std::to_string(unit) + "*";
    for (const std::string& row : {factor + "(u - 5)", std::string("u - 5*cos(10*t)")})
      for (const bool is_twice : {false, true}) {
        CAPTURE(unit, row, is_twice);
        model["velocity_constraints"] = {{"a", row}};
        if (is_twice) model["velocity_constraints"]["b"] = row;
        REQUIRE_FALSE(has_error());
        for (const char* method : {"gauss(2)", "radau(3)", "dop853"}) {
          CAPTURE(method);
          const Run run = test::simulate(model, {.method = method});
          CHECK(run.outcome == "finished");
          const bool turns = row.find("cos") != std::string::npos;
          const double u = turns ? 5 * std::cos(1.0) : 5;
          CHECK(std::abs(run.last("u") - u) < 1e-9);
          const double force = 2 * unit * u / (turns ? 1 : unit) / (is_twice ? 2 : 1);
          CHECK(std::abs(run.last("a.effort") - force) < 1e-6 * force);
        }
      }
  }
  model["velocity_constraints"] = {{"a", "u - 5"}, {"b", "u - 6"}};
  CHECK(has_error());

  // Two ideal sources of 5 V at one node share the current of a resistor.
  for (const bool has_load : {false, true}) {
    CAPTURE(has_load);
    Json node = parsed(R"json({ "porthos": 1, "components": { "p": { "use": "porthos:node" } },
      "simulation": { "until": 0.1, "step": 0.01 } })json");
    const Json between = {{"a", "p"}, {"b", "ground"}};
    for (const char* name : {"s", "s2"})
      node["components"][name] = {
          {"use", "porthos:voltage-source"}, {"between", between}, {"parameters", {{"U", 5}}}};
    if (has_load)
      node["components"]["r"] = {
          {"use", "porthos:resistor"}, {"between", between}, {"parameters", {{"R", 10}}}};
    const Run run = test::simulate(node);
    CHECK(std::abs(run.last("p.u") - 5) < 1e-12);
    CHECK(std::abs(run.last("s.voltage.effort") - (has_load ? 0.25 : 0)) < 1e-9);
  }
}

TEST_CASE("a constraint that holds nothing anywhere is not called a singular pose",
          "[simulate][start]") {
  const auto hint = [](const std::string& row) -> std::string {
    Json model = parsed(R"json({ "porthos": 1, "parameters": { "d": 0 },
      "positions": { "x": 0 }, "velocities": { "v": 1 }, "kinematics": { "x": "v" },
      "kinetic_energy": "v^2/2" })json");
    model["velocity_constraints"] = {{"k", row}};
    for (const Json& problem : problems_of(model))
      if (problem["code"] == "PH202") return problem["hint"];
    return "";
  };
  CHECK(hint("0*v").find("in all states") != std::string::npos);
  CHECK(hint("d*v").find("in all states") != std::string::npos);
  CHECK(hint("x*v").find("Start away") != std::string::npos);
}

TEST_CASE("a force that reads a redundant reaction leaves the motion open", "[simulate][start]") {
  const auto hint = [](const std::string& effort) -> std::string {
    Json model = parsed(R"json({ "porthos": 1,
      "positions": { "x": 0, "y": 0 }, "velocities": { "u": 1, "v": 0 },
      "kinematics": { "x": "u", "y": "v" }, "kinetic_energy": "(u^2 + v^2)/2",
      "potential_energy": "9.81*y", "velocity_constraints": { "a": "v", "b": "v" } })json");
    model["dissipation"] = {{"r", {{"flow", "u"}, {"effort", effort}}}};
    for (const Json& problem : problems_of(model))
      if (problem["code"] == "PH202") return problem["hint"];
    return "";
  };
  CHECK(hint("0.1*u").find("the motion is unique") != std::string::npos);
  CHECK(hint("0.1*abs(multiplier(a))*tanh(u)").find("may not be unique") != std::string::npos);
}

TEST_CASE("dry friction keeps no joint from its stated speed", "[simulate][start][set-valued]") {
  // A rod of 1/3 kg m^2 about its pin: 3 rad/s fall by 0.3 rad/s each second.
  const Json rod =
      parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0] }, "components": {
    "b": { "use": "porthos:planar-rod" },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "b.tail" }, "start": { "rate": 3 } },
    "f": { "use": "porthos:torsion-dry-friction", "between": { "a": "ground", "b": "b.tail" },
           "parameters": { "torque": 0.1 } } },
    "simulation": { "until": 4 } })json");
  CHECK(problems_of(rod).empty());
  CHECK(std::abs(test::simulate(rod, {}).last("b.omega") - (3 - 0.3 * 4)) < 1e-7);
  // The friction of a body that no joint holds.
  const Json beside = parsed(R"json({ "porthos": 1, "components": {
    "b": { "use": "porthos:planar-rod" },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "b.tail" },
           "start": { "angle": 0.5, "rate": 3 } },
    "ball": { "use": "porthos:planar-body", "start": { "v": [1, 0] } } },
    "environment": { "gravity": [0, 0] },
    "dissipation": { "drag": { "flow": "ball.v.1", "dry": 0.1 } },
    "simulation": { "until": 4 } })json");
  CHECK(problems_of(beside).empty());
  CHECK(std::abs(test::simulate(beside, {}).last("ball.v.1") - 0.6) < 1e-9);
}

TEST_CASE("joints that are redundant in every pose leave their degrees of freedom",
          "[simulate][start]") {
  // A pendulum on a hinge, in a plane that the hinge implies.
  const Json model = parsed(R"json({ "porthos": 1, "components": {
    "d": { "use": "porthos:rigid-body", "start": { "r": [0, 0, -0.5] },
           "parameters": { "m": 1, "I": [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]] } },
    "h": { "use": "porthos:revolute", "between": { "a": "ground", "b": "d" },
           "parameters": { "at_b": [0, 0, 0.5], "axis": [0, 1, 0] } },
    "k": { "use": "porthos:planar", "between": { "a": "ground", "b": "d" },
           "parameters": { "axis": [0, 1, 0] } } } })json");
  const Json report = Json::parse(open_session(model).describe())["report"];
  CHECK(report["degreesOfFreedom"] == 1);
  CHECK(report["rank"] == 5);
}

namespace {

/// Links in a chain from the ground, at the given starts of joints. Each begins at its joint and is
/// 0.3 m long.
Json long_chain(const std::string& link, const std::vector<std::pair<std::string, Json>>& joints) {
  Json components = Json::object();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::string name = "link" + std::to_string(i), before = "link" + std::to_string(i - 1);
    Json joint = joints[i].second;
    joint["use"] = "porthos:" + joints[i].first;
    joint["between"] = {{"a", i == 0 ? "ground" : before + ".tip"}, {"b", name + ".tail"}};
    components[name] = {{"use", "porthos:" + link}, {"parameters", {{"length", 0.3}}}};
    components["joint" + std::to_string(i)] = joint;
  }
  return {{"porthos", 1}, {"components", components}, {"simulation", {{"step", 0.001}}}};
}

}  // namespace

TEST_CASE("a long chain of hinges starts at the angles of its text", "[simulate][start][joints]") {
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  const int count = GENERATE(3, 60);
  std::vector<std::pair<std::string, Json>> joints;
  for (int i = 0; i < count; ++i)
    joints.push_back({"revolute",
                      {{"parameters", {{"axis", {0.2 * (i % 5), i % 2, 1 - i % 2}}}},
                       {"start", {{"angle", i % 2 == 0 ? 0.4 : -1.3}}}}});
  const Json model = long_chain("rod", joints);
  CHECK(start_of(model)["changed"].empty());
  const Run run = test::simulate(model, {.until = 0.001});
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Vector3d joint = Vector3d::Zero();
  for (int i = 0; i < count; ++i) {
    const Vector3d axis(0.2 * (i % 5), i % 2, 1 - i % 2);
    R = R * AngleAxisd(i % 2 == 0 ? 0.4 : -1.3, axis.normalized()).toRotationMatrix();
    const std::string name = "link" + std::to_string(i);
    for (int k = 0; k < 3; ++k)
      CHECK(std::abs(run.first(name + ".r." + std::to_string(k + 1)) -
                     (joint + 0.15 * R.col(0))[k]) < 1e-12);
    joint += 0.3 * R.col(0);
  }
}

TEST_CASE("a long chain of pins starts at the angles of its text", "[simulate][start][joints]") {
  constexpr int kCount = 50;
  const std::vector<std::pair<std::string, Json>> joints(kCount,
                                                         {"pin", {{"start", {{"angle", 0.5}}}}});
  const Json model = long_chain("planar-rod", joints);
  CHECK(start_of(model)["changed"].empty());
  const Run run = test::simulate(model, {.until = 0.001});
  double x = 0, y = 0;
  for (int i = 0; i < kCount; ++i) {
    const double phi = 0.5 * (i + 1);
    const std::string name = "link" + std::to_string(i);
    CHECK(std::abs(run.first(name + ".phi") - phi) < 1e-12);
    CHECK(std::abs(run.first(name + ".r.1") - x - 0.15 * std::cos(phi)) < 1e-12);
    CHECK(std::abs(run.first(name + ".r.2") - y - 0.15 * std::sin(phi)) < 1e-12);
    x += 0.3 * std::cos(phi), y += 0.3 * std::sin(phi);
  }
}

TEST_CASE("joints that slide and turn start where their text says", "[simulate][start][joints]") {
  std::vector<std::pair<std::string, Json>> joints;
  for (int i = 0; i < 8; ++i) {
    joints.push_back({"revolute", {{"start", {{"angle", 7.5}}}}});  // more than a turn
    joints.push_back(
        {"prismatic", {{"parameters", {{"axis", {1, 2, 0}}}}, {"start", {{"position", 0.4}}}}});
    joints.push_back({"rigid", Json::object()});
    joints.push_back({"cylindrical", {{"start", {{"angle", -0.7}, {"position", 0.2}}}}});
  }
  const Json model = long_chain("rod", joints);
  CHECK(start_of(model)["changed"].empty());
  const Run run = test::simulate(model, {.until = 0.001});
  for (int i = 0; i < 8; ++i) {
    const auto first = [&](int joint, const std::string& what) {
      return run.first("joint" + std::to_string(4 * i + joint) + "." + what);
    };
    CHECK(std::abs(first(0, "angle") - 7.5) < 1e-12);
    CHECK(std::abs(first(1, "position") - 0.4) < 1e-12);
    CHECK(std::abs(first(3, "angle") + 0.7) < 1e-12);
    CHECK(std::abs(first(3, "position") - 0.2) < 1e-12);
  }
  CHECK(run.largest("gap.position") < 1e-12);
}

}  // namespace starts_test
