// Linkages of many bodies: N-four-bars, which pass singular poses, and chains. Gonzalez, Dopico,
// Lugris, Cuadrado: A benchmarking system for MBS simulation software (2006), and the reduction of
// a parallelogram to its one angle.

#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace porthos::test::linkage_test {
namespace {

constexpr double kGravity = 9.81;

/// A rod of 1 kg and 1 m, (x, y) its middle, with ports at its ends; B twice, because a port takes
/// part in one connection.
Json rod() {
  Json made = Json::parse(R"json({
    "porthos": 1,
    "parameters": {"x_0": {"value": 0.5}, "y_0": {"value": 0}, "phi_0": {"value": 0},
                   "v_0": {"value": 0}, "omega_0": {"value": 0}, "pin": {"value": 0}},
    "positions": {"x": {"start": "x_0"}, "y": {"start": "y_0"}, "phi": {"start": "phi_0"}},
    "velocities": {"v_x": {"start": "v_0"}, "v_y": 0, "omega": {"start": "omega_0"}},
    "kinematics": {"x": "v_x", "y": "v_y", "phi": "omega"},
    "mass": [[1, 0, 0], [0, 1, 0], [0, 0, "1/12"]],
    "potential_energy": "9.81*y",
    "ports": {}
  })json");
  for (const auto& [name, sign] : {std::pair{"A", "-"}, {"B", "+"}, {"C", "+"}}) {
    const std::string s = sign, other = s == "+" ? "-" : "+";
    made["ports"][name] = {
        {"flow", {"v_x " + other + " sin(phi)*omega/2", "v_y " + s + " cos(phi)*omega/2"}},
        {"position", {"x " + s + " cos(phi)/2", "y " + s + " sin(phi)/2"}}};
  }
  return made;
}

/// The same with its end A on the ground, by `times` redundant pairs of constraints.
Json pinned_rod(int times) {
  Json made = rod();
  for (int k = 0; k < times; ++k) {
    const std::string name = "pin_" + std::to_string(k);
    made["position_constraints"][name] = {{"formula", {"x - cos(phi)/2 - pin", "y - sin(phi)/2"}}};
  }
  return made;
}

/// N loops of rods side by side: N + 1 are hinged to the ground, N join their upper ends. One pose
/// in each half turn has a second direction of motion.
Session four_bars(int loops, int times = 1) {
  Json components, connections;
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 0; i <= loops; ++i)
    components["stand" + number(i)] = {{"use", "pinned"},
                                       {"parameters",
                                        {{"pin", i},
                                         {"x_0", i},
                                         {"y_0", 0.5},
                                         {"phi_0", std::numbers::pi / 2},
                                         {"v_0", 0.5},
                                         {"omega_0", -1}}}};
  for (int i = 0; i < loops; ++i) {
    components["bar" + number(i)] = {{"use", "rod"},
                                     {"parameters", {{"x_0", i + 0.5}, {"y_0", 1}, {"v_0", 1}}}};
    connections["left" + number(i)] = {"stand" + number(i) + ".C", "bar" + number(i) + ".A"};
    connections["right" + number(i)] = {"bar" + number(i) + ".B", "stand" + number(i + 1) + ".B"};
  }
  const Json model{{"porthos", 1}, {"components", components}, {"connections", connections}};
  const Json files{{"rod", rod().dump()}, {"pinned", pinned_rod(times).dump()}};
  return Session(model.dump(), files.dump());
}

Json run(Session& session, const std::string& method, double until, int steps,
         double tolerance = 1e-9) {
  const Json options{{"method", method},
                     {"until", until},
                     {"step", until / steps},
                     {"outputEvery", steps},
                     {"tolerance", tolerance}};
  session.start(options.dump());
  while (!Json::parse(session.advance(1000))["done"].get<bool>()) session.take_rows();
  Json summary = Json::parse(session.summary());
  INFO(summary["outcome"] << " " << summary.value("message", ""));
  REQUIRE(summary["outcome"] == "finished");
  return summary;
}

/// The angle of the standing rods at t = 10 s, from  T = I omega^2 / 2,  V = g m sin(theta).
double angle(int loops) {
  const double inertia = (loops + 1) / 3.0 + loops, moment = kGravity * ((loops + 1) / 2.0 + loops);
  const auto force = [&](double theta) { return -moment * std::cos(theta) / inertia; };
  double theta = std::numbers::pi / 2, omega = -1;
  constexpr int kSteps = 200000;  // Runge-Kutta of order 4, to 1e-13
  constexpr double h = 10.0 / kSteps;
  for (int k = 0; k < kSteps; ++k) {
    const double v1 = omega, a1 = force(theta);
    const double v2 = omega + h / 2 * a1, a2 = force(theta + h / 2 * v1);
    const double v3 = omega + h / 2 * a2, a3 = force(theta + h / 2 * v2);
    const double v4 = omega + h * a3, a4 = force(theta + h * v3);
    theta += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    omega += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return theta;
}

/// The error of the upper end of the first rod, m, after 10 s.
double error(const Json& summary, int loops) {
  const double theta = angle(loops);
  const double x = summary["final"]["stand0.x"], y = summary["final"]["stand0.y"];
  return std::hypot(2 * x - std::cos(theta), 2 * y - std::sin(theta));
}

void check_account(const Json& summary, int loops) {
  const double scale = kGravity * (3 * loops + 1);  // of the potential energy, J
  CHECK(summary["ledger"]["balanceError"].get<double>() < 1e-12 * scale);
  CHECK(summary["gaps"]["position"].get<double>() < 1e-12);
  CHECK(summary["gaps"]["velocity"].get<double>() < 1e-12);
}

}  // namespace

TEST_CASE("four-bars pass their singular poses in the order of the method",
          "[oracle][order][long]") {
  for (const int loops : {2, 10, 40}) {
    if (porthos::test::kSanitized && loops > 10) continue;
    INFO(loops << " loops");
    Session session = four_bars(loops);
    const Json coarse = run(session, "gauss(2)", 10, 1000),
               fine = run(session, "gauss(2)", 10, 2000);
    check_account(coarse, loops);
    check_account(fine, loops);
    CHECK(error(fine, loops) < 3e-8);
    CHECK(std::abs(std::log2(error(coarse, loops) / error(fine, loops)) - 4) < 0.1);
  }
  Session session = four_bars(2);
  const Json sixth = run(session, "gauss(3)", 10, 1000);
  check_account(sixth, 2);
  CHECK(error(sixth, 2) < 1e-10);
}

TEST_CASE("six redundant rows change nothing of a four-bar's motion", "[oracle]") {
  Session single = four_bars(2), redundant = four_bars(2, 2);
  Json start = Json::parse(redundant.start("{}"));
  CHECK(start["start"]["degreesOfFreedom"] == 1);
  const Json a = run(single, "gauss(2)", 10, 2000), b = run(redundant, "gauss(2)", 10, 2000);
  check_account(b, 2);
  CHECK(error(b, 2) < 3e-8);
  for (const char* name : {"stand0.x", "bar1.y"})  // both within the error of the method
    CHECK(std::abs(a["final"][name].get<double>() - b["final"][name].get<double>()) < 1e-8);
}

TEST_CASE("an explicit method passes the singular poses of four-bars as well", "[oracle]") {
  for (const int loops : {2, 10})
    for (const double tolerance : {1e-9, 1e-11}) {
      INFO(loops << " loops, tolerance " << tolerance);
      Session session = four_bars(loops);
      const Json summary = run(session, "dop853", 10, 100, tolerance);
      CHECK(error(summary, loops) < 10 * tolerance);  // over ten seconds
      check_account(summary, loops);
    }
}

TEST_CASE("a snapshot within the step over a singular pose goes on bit for bit", "[oracle]") {
  const std::string options =
      R"json({"method": "dop853", "until": 1.5, "step": 0.005, "tolerance": 1e-10})json";
  Session whole = four_bars(10), resumed = four_bars(10);
  whole.start(options);
  resumed.start(options);
  std::vector<std::string> snapshots;
  std::vector<std::vector<double>> rows;
  for (int row = 0; row < 300; ++row) {
    whole.take_rows();
    snapshots.push_back(whole.snapshot());
    whole.advance(1);
    rows.push_back(whole.take_rows());
  }
  for (std::size_t row = 240; row < 260; ++row) {  // a pose is passed at 1.24 s
    REQUIRE(resumed.restore(snapshots[row]));
    resumed.take_rows();
    resumed.advance(1);
    CHECK(resumed.take_rows() == rows[row]);
    resumed.advance(300);
    CHECK((resumed.snapshot() == whole.snapshot()));  // long texts
  }
}

TEST_CASE("a long chain falls the same way with two quite different methods", "[oracle]") {
  constexpr int kRods = 40;
  Json components, connections;
  for (int i = 0; i < kRods; ++i) {
    const std::string name = "rod" + std::to_string(i);
    components[name] = {{"use", i == 0 ? "pinned" : "rod"}, {"parameters", {{"x_0", i + 0.5}}}};
    if (i > 0)
      connections["joint" + std::to_string(i)] = {"rod" + std::to_string(i - 1) + ".B",
                                                  name + ".A"};
  }
  const Json model{{"porthos", 1}, {"components", components}, {"connections", connections}};
  const Json files{{"rod", rod().dump()}, {"pinned", pinned_rod(1).dump()}};
  Session session(model.dump(), files.dump());
  const Json start = Json::parse(session.start("{}"));
  CHECK(start["start"]["degreesOfFreedom"] == kRods);
  const Json a = run(session, "gauss(3)", 1, 500), b = run(session, "dop853", 1, 50);
  for (const char* name : {"rod0.phi", "rod20.x", "rod39.y"}) {
    INFO(name);
    CHECK(std::abs(a["final"][name].get<double>() - b["final"][name].get<double>()) < 1e-7);
  }
  const double scale = kGravity * kRods * kRods;  // J
  CHECK(a["ledger"]["balanceError"].get<double>() < 1e-12 * scale);
  CHECK(b["ledger"]["balanceError"].get<double>() < 1e-12 * scale);
}

}  // namespace porthos::test::linkage_test
