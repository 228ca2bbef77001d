#include "simulate/session.hpp"

#include <catch_amalgamated.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "support/run.hpp"

namespace porthos::session_test {
namespace {

using Json = nlohmann::json;

const char* const kTop = R"json({"porthos": 1, "name": "damped, driven",
  "positions": {"phi": {"start": 1, "unit": "rad"}}, "velocities": {"omega": {"unit": "rad/s"}},
  "kinematics": {"phi": "omega"}, "kinetic_energy": "omega^2/2", "potential_energy": "-cos(phi)",
  "dissipation": {"omega": "0.1*omega"}, "ports": {"motor": {"flow": "omega"}},
  "inputs": {"motor": "0.3*sin(2*t)"}, "simulation": {"until": 2, "step": 0.01}})json";

}  // namespace

TEST_CASE("a run resumed from a snapshot goes on bit for bit", "[simulate]") {
  const std::string method = GENERATE("gauss(1)", "gauss(2)", "gauss(3)", "gauss(4)");
  const std::string options = Json{{"method", method}}.dump();
  Session whole(kTop, "{}"), resumed(kTop, "{}");
  whole.start(options);
  whole.advance(77);
  const std::string snapshot = whole.snapshot();
  whole.advance(1000);
  resumed.start(options);
  REQUIRE(resumed.restore(snapshot));
  resumed.advance(1000);
  CHECK(Json::parse(whole.summary())["final"] == Json::parse(resumed.summary())["final"]);
  CHECK(whole.snapshot() == resumed.snapshot());
}

TEST_CASE("a run that is interrupted within its steps gives the same bits", "[simulate]") {
  const std::string method = GENERATE("gauss(2)", "adaptive-gauss(2)", "dop853");
  CAPTURE(method);
  Json text = Json::parse(kTop);
  text["events"]["turn"] = {{"when", "omega"}, {"do", {"record"}}};
  // Steps that take several of the method's own, and several pieces between events.
  const std::string options = Json{{"method", method}, {"step", 2}, {"until", 20}}.dump();
  Session whole(text.dump(), "{}"), halting(text.dump(), "{}"), resumed(text.dump(), "{}");
  for (Session* session : {&whole, &halting, &resumed}) session->start(options);
  whole.advance(1000);
  Json answer;
  int halts = 0, steps = 0, calls = 0;
  std::string snapshot;
  do {
    answer = Json::parse(halting.advance(1000, 1));
    halts += answer["steps"] == steps;
    steps = answer["steps"];
    if (++calls == 7) snapshot = halting.snapshot();
    REQUIRE(calls < 10000);
  } while (!answer["done"]);
  CHECK(halts > 0);
  CHECK(halting.summary() == whole.summary());
  CHECK(halting.take_rows() == whole.take_rows());
  REQUIRE(resumed.restore(snapshot));
  resumed.advance(1000);
  CHECK(resumed.summary() == whole.summary());
}

namespace {

/// A mass that a spring pulls to a place, which is a parameter; the spring acts at its own offer.
const char* const kHeld =
    R"json({"porthos": 1, "parameters": {"k": 0, "x_0": 0, "m": {"value": 2, "min": 1}},
  "positions": {"x": 0, "y": {"start": 0.5, "fixed": true}}, "velocities": {"v": 0.1, "w": 0},
  "kinematics": {"x": "v", "y": "w"}, "kinetic_energy": "m/2*(v^2 + w^2)",
  "offers": {"grip": {"interface": "point", "r": ["2*x", "y"]}},
  "ports": {"hand": {"position": ["2*x", "y"]}},
  "inputs": {"hand": "k*([x_0, 0] - grip.r) - 0.3*grip.v"},
  "simulation": {"until": 2, "step": 0.01}})json";

}  // namespace

TEST_CASE("parameters that change within a run do what an event would", "[simulate]") {
  const std::string method = GENERATE("gauss(2)", "discrete-gradient", "adaptive-gauss(2)");
  CAPTURE(method);
  const std::string options = Json{{"method", method}}.dump();
  Json text = Json::parse(kHeld);
  const std::string given = text.dump();
  Session changed(given, "{}"), halting(given, "{}");
  for (Session* session : {&changed, &halting}) session->start(options);
  changed.advance(50);
  const Json answer = Json::parse(changed.change(R"({"k": 30, "x_0": 0.25})"));
  CHECK(answer["steps"] == 50);
  CHECK(answer["problems"].empty());
  const std::string snapshot = changed.snapshot();
  changed.advance(1000);
  // With a formula of time, whose jumps the methods know.
  text["inputs"]["hand"] = "if(t < 0.5, 0, 30)*([0.25, 0] - grip.r) - 0.3*grip.v";
  Session timed(text.dump(), "{}");
  timed.start(options);
  timed.advance(1000);
  const Json one = Json::parse(changed.summary()), other = Json::parse(timed.summary());
  for (const char* column : {"x", "y", "v", "energy.forces.hand.1"}) {
    CAPTURE(column);
    REQUIRE(one["final"].contains(column));
    CHECK(one["final"][column].get<double>() ==
          Catch::Approx(other["final"][column].get<double>()).epsilon(1e-7).margin(1e-9));
  }
  CHECK(one["final"]["x"].get<double>() > 0.05);
  CHECK(std::abs(one["ledger"]["balanceError"].get<double>()) < 1e-12);
  // The same after the same steps has the same bits, also out of a snapshot.
  halting.advance(50);
  halting.change(R"({"k": 30, "x_0": 0.25})");
  halting.advance(1000);
  CHECK(halting.take_rows() == changed.take_rows());
  Session resumed(given, "{}");
  resumed.start(options);
  REQUIRE(resumed.restore(snapshot));
  resumed.advance(1000);
  CHECK(Json::parse(resumed.summary())["final"] == one["final"]);
}

TEST_CASE("a run refuses changes that its model does not take", "[simulate]") {
  Session session(kHeld, "{}");
  session.start("{}");
  session.advance(10);
  const auto code = [&](const char* values) {
    const Json problems = Json::parse(session.change(values))["problems"];
    return problems.empty() ? "" : problems[0]["code"].get<std::string>();
  };
  CHECK(code(R"({"q": 1})") == "PH111");
  CHECK(code(R"({"m": 0.5})") == "PH104");
  CHECK(code(R"({"m": "much"})") == "PH102");
  CHECK(code(R"({"m": 4})") == "");
  // The stored energy changes with the mass, and the ledger shows this.
  const Json summary = Json::parse(session.summary());
  const Json& ledger = summary["ledger"];
  const double v = summary["final"]["v"], w = summary["final"]["w"];
  CHECK(ledger["events"].get<double>() == Catch::Approx((v * v + w * w) / 2 * 2));
  CHECK(std::abs(ledger["balanceError"].get<double>()) < 1e-15);
}

TEST_CASE("starts of a run take the place of the text's, but for fixed ones", "[simulate]") {
  Session session(kHeld, "{}");
  session.start(R"({"starts": {"x": 0.3, "y": 0.9}})");
  const Json final = Json::parse(session.summary())["final"];
  CHECK(final["x"] == 0.3);
  CHECK(final["y"] == 0.5);
  const Json problems = Json::parse(session.start(R"({"starts": {"z": 0.3}})"))["problems"];
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH111");
  CHECK(problems[0]["where"] == "/starts/z");
}

TEST_CASE("what the method of a run has no use for is reported", "[simulate]") {
  const auto found = [](const test::Json& model, const Json& options) {
    Session session = test::open_session(model);
    const Json begun = Json::parse(session.start(options.dump()));
    static_cast<void>(session.advance(1000));
    std::vector<std::string> told;
    const Json summary = Json::parse(session.summary());
    for (const Json& problem : summary["problems"])
      if (problem["code"] == "PH303") {
        CHECK(problem["severity"] == "warning");
        CHECK(problem["hint"].get<std::string>().find("make the step smaller") !=
              std::string::npos);
        CHECK(problem["expected"].get<std::string>().find("dop853") != std::string::npos);
        told.push_back(problem["where"]);
      }
    return told;
  };
  using Places = std::vector<std::string>;
  test::Json model = test::gallery("pendulum-cartesian");
  model["simulation"] = {{"until", 0.05}, {"step", 0.01}};
  for (const char* method : {"gauss(1)", "gauss(4)", "discrete-gradient", "rk4-baumgarte"})
    CHECK(found(model, {{"method", method}, {"tolerance", 1e-6}}) == Places{"/tolerance"});
  for (const char* method : {"adaptive-gauss(2)", "radau(3)", "dop853"})
    CHECK(found(model, {{"method", method}, {"tolerance", 1e-6}}).empty());
  CHECK(found(model, Json::object()).empty());
  // The text's own is one for its own method.
  model["simulation"]["tolerance"] = 1e-6;
  CHECK(found(model, Json::object()) == Places{"/simulation/tolerance"});
  CHECK(found(model, {{"method", "dop853"}}).empty());
  model["simulation"]["method"] = "dop853";
  CHECK(found(model, {{"method", "gauss(2)"}}).empty());
  // A tolerance changes nothing of fixed steps.
  const auto end = [&](const test::Options& options) {
    return test::attempt(test::gallery("pendulum-cartesian"), options).table;
  };
  CHECK(end({.until = 0.1, .step = 0.01, .tolerance = 0.1}) == end({.until = 0.1, .step = 0.01}));
}

TEST_CASE("rows come once, one a step, and the last is the end", "[simulate]") {
  Session session(kTop, "{}");
  const std::size_t columns = Json::parse(session.start(R"({"outputEvery": 7})"))["columns"].size();
  CHECK(session.take_rows().size() == columns);  // the start
  session.advance(1000);
  const std::vector<double> rows = session.take_rows();
  REQUIRE(rows.size() == 29 * columns);  // steps 7, 14, ..., 196, and 200
  CHECK(rows[28 * columns] == 2.0);
  CHECK(session.take_rows().empty());
}

TEST_CASE("the last step is shortened to end at the time asked for", "[simulate]") {
  Session session(kTop, "{}");
  session.start(R"({"until": 0.0251, "step": 0.01})");
  session.advance(100);
  const Json summary = Json::parse(session.summary());
  CHECK(summary["steps"] == 3);
  CHECK(summary["final"]["t"] == 0.0251);
  session.start(R"({"until": 0})");
  CHECK(Json::parse(session.advance(1))["outcome"] == "finished");
}

TEST_CASE("the same run gives the same bits twice, whatever the chunks", "[simulate]") {
  const auto run = [&](int chunk) {
    Session session(kTop, "{}");
    session.start("{}");
    while (!Json::parse(session.advance(chunk))["done"]) {
    }
    return session.snapshot();
  };
  CHECK(run(1) == run(1000));
}

TEST_CASE("a run does not know what the session has done before", "[simulate]") {
  // A block that begins to slip: modes, branches and phases of a run belong to that run.
  const char* const block = R"json({"porthos": 1, "parameters": {"F": {"value": 2, "unit": "N"}},
    "positions": {"x": {"unit": "m"}}, "velocities": {"v": {"unit": "m/s"}},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2",
    "dissipation": {"rail": {"flow": "v", "dry": "F"}, "air": {"flow": "v", "effort": "0.1*abs(v)*v"}},
    "ports": {"push": {"flow": "v"}}, "inputs": {"push": "if(t < 0.5, 0, 3*cos(t))"},
    "simulation": {"until": 3, "step": 0.01}})json";
  for (const std::string method : {"gauss(2)", "moreau", "radau(3)"}) {
    CAPTURE(method);
    const Json options{{"method", method}};
    Session session(block, "{}");
    const auto end = [&](const Json& with) {
      session.start(with.dump());
      session.advance(1000);
      return session.snapshot();
    };
    const std::string first = end(options), again = end(options);
    CHECK(first == again);
    Json other = options, started = options;
    other["set"] = {{"F", 2.5}};
    started["starts"] = {{"v", 1}};
    CHECK(end(other) != first);
    CHECK(end(started) != first);
    CHECK(end(options) == first);
    session.start(options.dump());
    session.advance(60);  // within a slip
    CHECK(end(options) == first);
  }
}

TEST_CASE("a run in bodies does not know of one in the coordinates of joints", "[simulate]") {
  Session session = test::open_session(Json::parse(R"json({"porthos": 1, "parameters": {"k": 1},
    "components": {"a": {"use": "porthos:planar-rod", "start": {"omega": 0.3}},
      "b": {"use": "porthos:planar-rod"},
      "O": {"use": "porthos:pin", "between": {"a": "ground", "b": "a.tail"}},
      "H": {"use": "porthos:pin", "between": {"a": "a.tip", "b": "b.tail"}}},
    "potential_energy": "k*a.phi^2", "simulation": {"until": 1}})json"));
  const auto end = [&](const char* options) {
    session.start(options);
    session.advance(1000);
    return session.snapshot();
  };
  const char* bodies = R"({"coordinates": "bodies"})";
  const std::string first = end(bodies);
  const std::string joints = end(R"({"coordinates": "joints"})");
  CHECK(joints != first);
  end(R"({"set": {"k": 2}})");
  CHECK(end(R"({"coordinates": "joints"})") == joints);
  CHECK(end(bodies) == first);
}

TEST_CASE("an event may set a parameter at the start, whatever the method of the text",
          "[simulate][events]") {
  for (const char* method : {"gauss(2)", "moreau", "rk4-baumgarte", "symplectic-euler",
                             "discrete-gradient", "radau(3)"}) {
    CAPTURE(method);
    Json model = Json::parse(R"json({"porthos": 1, "parameters": {"n": 0},
      "positions": {"x": 0}, "velocities": {"v": 1}, "kinematics": {"x": "v"},
      "kinetic_energy": "v^2/2", "outputs": {"n": "n"},
      "events": {"e": {"when": "x", "direction": "rising", "do": {"set": {"n": "n + 1"}}}},
      "simulation": {"until": 1}})json");
    model["simulation"]["method"] = method;
    const test::Run run = test::simulate(model, {.method = method});
    CHECK(run.last("n") == 1);
  }
}

TEST_CASE("a start in gimbal lock is a problem, a run into it an outcome", "[simulate]") {
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"alpha": 0, "beta": {"start": "pi/2"}, "gamma": 0},
    "velocities": {"wx": 0.1, "wy": 1, "wz": 0.2},
    "kinematics": {"alpha": "wx + tan(beta)*(sin(alpha)*wy + cos(alpha)*wz)",
                   "beta": "cos(alpha)*wy - sin(alpha)*wz",
                   "gamma": "(sin(alpha)*wy + cos(alpha)*wz)/cos(beta)"},
    "kinetic_energy": "wx^2/2 + wy^2/2 + wz^2/2", "velocity_group": "SO(3)",
    "simulation": {"until": 20, "step": 0.013}})json");
  const Json problems = Json::parse(Session(model.dump(), "{}").describe())["problems"];
  REQUIRE_FALSE(problems.empty());
  CHECK(problems[0]["code"] == "PH203");
  model["positions"]["beta"] = 0.2;
  model["velocities"]["wx"] = 0;
  model["velocities"]["wz"] = 0;
  Session session(model.dump(), "{}");
  session.start("{}");
  const Json end = Json::parse(session.advance(10000));
  CHECK(end["outcome"] == "pole");
  CHECK(end["message"].get<std::string>().find("cos(beta)") != std::string::npos);
  CHECK(std::abs(end["t"].get<double>() - (std::acos(-1.0) / 2 - 0.2)) < 0.014);  // one step
}

TEST_CASE("overflow and undefined formulas end a run with an outcome and finite rows",
          "[simulate]") {
  for (const char* energy : {"-phi^3*1e30", "sqrt(1 - phi)", "-exp(phi*200)", "log(2 - phi)"}) {
    Json model = Json::parse(kTop);
    model["potential_energy"] = energy;
    Session session(model.dump(), "{}");
    INFO(energy << " " << session.describe());
    session.start(R"({"until": 50})");
    const Json end = Json::parse(session.advance(100000));
    CHECK(end["done"] == true);
    for (const double value : session.take_rows()) REQUIRE(std::isfinite(value));
  }
}

TEST_CASE("a constraint that moves with time does work, and the ledger has it",
          "[simulate][oracle]") {
  // A cart of 2 kg and an independent spring: v = W cos t is prescribed for the cart.
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0, "y": 0.5},
    "velocities": {"v": 1, "u": 0}, "kinematics": {"x": "v", "y": "u"},
    "kinetic_energy": "v^2 + u^2/2", "potential_energy": "4*(y - x)^2/2",
    "velocity_constraints": {"drive": {"formula": "v - cos(t)", "unit": "m/s"}},
    "outputs": {"force": "-multiplier(drive)"},
    "simulation": {"until": 5, "step": 0.01, "method": "gauss(3)"}})json");
  Session session(model.dump(), "{}");
  INFO(session.describe());
  session.start("{}");
  session.advance(1000);
  const Json summary = Json::parse(session.summary());
  const Json& last = summary["final"];
  CHECK(last["x"].get<double>() == Catch::Approx(std::sin(5.0)).epsilon(1e-12));
  CHECK(last["v"].get<double>() == Catch::Approx(std::cos(5.0)).epsilon(1e-12));
  // 2 v' = 4 (y - x) + force
  const double expected =
      -2 * std::sin(5.0) - 4 * (last["y"].get<double>() - last["x"].get<double>());
  CHECK(last["drive.effort"].get<double>() == Catch::Approx(expected).epsilon(1e-10));
  CHECK(last["force"].get<double>() == Catch::Approx(expected).epsilon(1e-10));
  CHECK(std::abs(summary["ledger"]["supplied"].get<double>()) > 0.1);
  CHECK(summary["ledger"]["balanceError"].get<double>() < 1e-12);  // joules of order 1
}

TEST_CASE("a moving constraint that is given an effort instead has that as its multiplier",
          "[simulate]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 1},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2",
    "velocity_constraints": {"drive": "v - cos(t)"}, "outputs": {"force": "-multiplier(drive)"},
    "simulation": {"until": 1, "step": 0.01}})json");
  Session session(model.dump(), "{}");
  session.start(R"json({"inputs": {"drive": "3"}})json");
  session.advance(1000);
  const Json last = Json::parse(session.summary())["final"];
  CHECK(last["v"].get<double>() == Catch::Approx(4));  // 3 N on 1 kg for a second
  CHECK(last["force"] == 3);
}

TEST_CASE("the rows of an array constraint have multipliers of their own", "[simulate]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1, "y": 2},
    "velocities": {"v": 0, "u": 0}, "kinematics": {"x": "v", "y": "u"},
    "kinetic_energy": "v^2/2 + u^2/2", "potential_energy": "3*x + 5*y",
    "position_constraints": {"hold": ["x - 1", "y - 2"]},
    "outputs": {"first": "multiplier(hold)", "second": "multiplier(hold.2)"},
    "simulation": {"until": 0.1, "step": 0.01}})json");
  Session session(model.dump(), "{}");
  INFO(session.describe());
  session.start("{}");
  session.advance(1000);
  const Json last = Json::parse(session.summary())["final"];
  CHECK(last["first"].get<double>() == Catch::Approx(-3));
  CHECK(last["second"].get<double>() == Catch::Approx(-5));
  CHECK(last["multiplier.hold.2"] == last["second"]);
}

TEST_CASE("a run that cannot go on tells its last state, however rare its rows are",
          "[simulate][final]") {
  // v' = v^2 from 1 is 1/(1 - t): it ends near t = 1.
  const test::Json model = test::Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
    "velocities": { "v": 1 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "ports": { "push": { "flow": "v" } }, "inputs": { "push": "v^2" },
    "simulation": { "until": 2, "step": 0.01 } })json");
  const auto summary = [&](int every) {
    Session session = test::open_session(model);
    static_cast<void>(session.start(test::Json{{"outputEvery", every}}.dump()));
    static_cast<void>(session.advance(1000));
    return test::Json::parse(session.summary());
  };
  const test::Json often = summary(1), rarely = summary(1000000);
  CHECK(often["outcome"] != "finished");
  CHECK(often["outcome"] == rarely["outcome"]);
  CHECK(often["final"] == rarely["final"]);
  const double t = rarely["final"]["t"], v = rarely["final"]["v"];
  CHECK(t > 0.5);
  CHECK(t < 1.1);
  CHECK(v > 2);
}

}  // namespace porthos::session_test
