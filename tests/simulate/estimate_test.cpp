/// The estimated error of a run, compared with the true one.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace porthos::estimate_test {
namespace {

using test::Json;

/// The states of a run at the times of its steps, and its own accuracy report.
struct Told {
  std::string outcome, message;
  std::vector<double> table;  // (times x states)
  std::size_t positions = 0, states = 0;
  Json accuracy, problems;
};

constexpr double kFine = 1. / 960;  // s; all other steps are multiples of it

Told run(const Json& model, const std::string& method, double step, double until,
         double tolerance = 1e-9) {
  Session session = test::open_session(model);
  const Json described = Json::parse(session.describe());
  Told told;
  for (const Json& state : described["states"]) {
    told.positions += state["kind"].get<std::string>() == "position";
    ++told.states;
  }
  Json options{{"method", method}, {"step", step}, {"until", until}};
  if (integrate::find_method(method)->traits.is_adaptive) options["tolerance"] = tolerance;
  const Json begun = Json::parse(session.start(options.dump()));
  if (!begun.contains("columns")) {
    told.outcome = begun.dump();
    return told;
  }
  const std::size_t columns = begun["columns"].size();
  const Json end = Json::parse(session.advance(1 << 24));
  told.outcome = end["outcome"];
  told.message = end["message"];
  const std::vector<double> rows = session.take_rows();
  for (std::size_t row = 0; row < rows.size(); row += columns) {
    if (std::abs(std::remainder(rows[row], step)) > 1e-9) continue;  // an event's
    for (std::size_t i = 1; i <= told.states; ++i) told.table.push_back(rows[row + i]);
  }
  const Json summary = Json::parse(session.summary());
  told.accuracy = summary["accuracy"];
  told.problems = summary["problems"];
  return told;
}

/// The largest difference from a reference with steps of kFine, relative to the motion as
/// docs/numerics.md defines it; 1 if it is as large as the motion.
double difference(const Told& one, const Told& reference, double step) {
  const std::size_t n = one.states, every = static_cast<std::size_t>(std::lround(step / kFine));
  REQUIRE((one.table.size() / n - 1) * every == reference.table.size() / n - 1);
  std::vector<double> motion(n), error(n);
  for (std::size_t k = 0; k < one.table.size(); ++k) {
    const double x = reference.table[k / n * every * n + k % n];
    motion[k % n] = std::max(motion[k % n], std::abs(x - reference.table[k % n]));
    error[k % n] = std::max(error[k % n], std::abs(one.table[k] - x));
  }
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_position = i < one.positions;
    const std::size_t first = is_position ? 0 : one.positions,
                      last = is_position ? one.positions : n;
    double least = 1e-12;
    for (std::size_t k = first; k < last; ++k)
      least = std::max({least, 1e-2 * motion[k], 1e-6 * std::abs(reference.table[k])});
    worst = std::max(worst, error[i] / std::max(motion[i], least));
  }
  return std::min(worst, 1.0);
}

}  // namespace

TEST_CASE("a run with fixed steps knows how far its trajectory is off",
          "[simulate][estimate][long]") {
  // All of the gallery with the environment's wish; else one in so many.
  const bool all = std::getenv("PORTHOS_ALL") != nullptr;
  const int every = all ? 1 : test::kSanitized ? 241 : 13;
  constexpr double kRounding = 1e-10;  // smaller errors, also of the reference, are not compared
  const double until = 3;
  int count = 0, good = 0, runs = 0, silent = 0;
  for (const std::string& name : test::gallery_names()) {
    const Json model = test::gallery(name);
    std::optional<Told> reference;
    for (const integrate::Method* method : integrate::methods()) {
      if (method->traits.is_adaptive || method->traits.solves_laws) continue;
      for (const double step : {kFine, 1. / 120, 1. / 60, 1. / 30}) {
        if (++count % every != 0) continue;
        if (method->name == "gauss(4)" && step == kFine) continue;
        if (!reference) reference = run(model, "gauss(4)", kFine, until);
        if (reference->outcome != "finished") continue;
        const Told told = run(model, std::string(method->name), step, until);
        if (told.outcome != "finished") continue;
        ++runs;
        const double truth = difference(told, *reference, step);
        const Json& error = told.accuracy["error"];
        const double estimate = error.is_null() ? NAN : std::min(error.get<double>(), 1.0);
        std::ostringstream seen;
        seen << name << ", " << method->name << ", step " << step << ": error " << truth
             << ", estimate " << estimate;
        INFO(seen.str());
        if (all) std::cerr << seen.str() << "\n";
        const double share = std::max(estimate, kRounding) / std::max(truth, kRounding);
        silent += error.is_null();
        if (share >= 0.1 && share <= 10) ++good;
        // The companion of a run with other switches may find no modes: then nothing is known.
        if (error.is_null())
          CHECK((test::has_modes(model) ||
                 (!told.problems.empty() && told.problems[0]["code"] == "PH301")));
        else if (!test::has_modes(model))
          // Pieces of less than two steps between switches are not compared.
          CHECK(share > 0.01);
      }
    }
  }
  if (all) WARN(good << " of " << runs << " within a factor of 10, " << silent << " silent");
  INFO(good << " of " << runs << " within a factor of 10, " << silent << " silent");
  if (runs >= 50) CHECK(good >= 0.9 * runs);  // of the few under the sanitizers 0.9 says nothing
}

TEST_CASE("a run with adaptive steps knows how far its trajectory is off",
          "[simulate][estimate][long]") {
  // All of the gallery with the environment's wish; else one in so many.
  const bool all = std::getenv("PORTHOS_ALL") != nullptr;
  const int every = all ? 1 : test::kSanitized ? 97 : 11;
  constexpr double kRounding = 1e-10;  // smaller errors, also of the reference, are not compared
  constexpr double kStep = 1. / 60;
  int count = 0, good = 0, runs = 0, silent = 0;
  for (const std::string& name : test::gallery_names()) {
    const Json model = test::gallery(name);
    std::optional<Told> reference;
    for (const char* method : {"adaptive-gauss(2)", "adaptive-gauss(3)", "dop853", "radau(3)"})
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        if (++count % every != 0 || test::has_modes(model)) continue;
        if (!reference) reference = run(model, "gauss(4)", kFine, 2);
        if (reference->outcome != "finished") continue;
        const Told told = run(model, method, kStep, 2, tolerance);
        if (told.outcome != "finished") continue;
        ++runs;
        const double truth = difference(told, *reference, kStep);
        const bool is_known = told.accuracy["basis"] != "tolerance";
        const double estimate = told.accuracy["error"];
        std::ostringstream seen;
        seen << name << ", " << method << ", tolerance " << tolerance << ": error " << truth
             << ", estimate " << estimate << " by " << told.accuracy["basis"];
        INFO(seen.str());
        if (all) std::cerr << seen.str() << "\n";
        const double share = std::max(estimate, kRounding) / std::max(truth, kRounding);
        silent += !is_known;
        if (!is_known) continue;
        if (share >= 0.1 && share <= 10) ++good;
        CHECK(share > 0.03);
      }
  }
  if (all) WARN(good << " of " << runs << " within a factor of 10, " << silent << " silent");
  INFO(good << " of " << runs << " within a factor of 10, " << silent << " silent");
  if (runs >= 30) CHECK(good >= 0.7 * (runs - silent));
}

TEST_CASE("a run whose trajectory is far off says so, and what would do", "[simulate][estimate]") {
  const Json model =
      Json::parse(R"json({"porthos": 1, "positions": {"x": 1}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "x^2/2",
    "simulation": {"until": 20}})json");
  const Told coarse = run(model, "gauss(1)", 0.05, 20);
  REQUIRE(coarse.problems.size() == 1);
  CHECK(coarse.problems[0]["code"] == "PH301");
  CHECK(coarse.problems[0]["severity"] == "warning");
  // cos t, with the frequency lower by h^2/12: off by the phase at the end.
  CHECK(coarse.accuracy["error"].get<double>() ==
        Catch::Approx(20 * 0.05 * 0.05 / 12).epsilon(0.3));
  const std::string hint = coarse.problems[0]["hint"];
  INFO(hint);
  const double step = std::atof(hint.c_str() + std::string("a step of ").size());
  REQUIRE(step > 0);
  const Told fine = run(model, "gauss(1)", 0.1 / std::ceil(0.1 / step), 20);
  CHECK(fine.problems.empty());
  CHECK(run(model, "gauss(2)", 0.05, 20).problems.empty());
}

// A straight line at the distance b from the pole of polar coordinates, along which r falls within
// b/v: steps that are longer than that have no order there.
TEST_CASE("beside a pole of coordinates the error is not that of the order",
          "[simulate][estimate]") {
  for (const char* method : {"gauss(2)", "gauss(3)", "gauss(4)"})
    for (const double b : {1e-2, 3e-3, 1e-3}) {
      Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "m": 1, "b": 1 },
        "positions": { "r": { "start": "sqrt(1 + b^2)" }, "phi": { "start": "atan2(b, -1)" } },
        "velocities": { "u": { "start": "-1/sqrt(1 + b^2)" }, "w": { "start": "-b/(1 + b^2)" } },
        "kinematics": { "r": "u", "phi": "w" }, "kinetic_energy": "m/2*(u^2 + r^2*w^2)" })json");
      model["parameters"]["b"] = b;
      const Told told = run(model, method, 0.01, 2);
      const double end = told.table[told.table.size() - told.states + 1];
      const double motion = std::atan2(b, -1) - std::atan2(b, 1);
      const double error = std::abs(end - std::atan2(b, 1)) / motion;
      const double estimate = told.accuracy["error"];
      CAPTURE(method, b, error, estimate);
      CHECK(error > 1e-6);  // there is something to see
      CHECK(estimate > error / 5);
      CHECK(estimate < 20 * error);
    }
}

TEST_CASE("a contact that takes few steps is no motion without an error", "[simulate][estimate]") {
  // A ball on a floor of 10000 N/m and kg: free for 0.9 s, in contact for 0.03 s.
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "y": 1 },
    "velocities": { "v": 0 }, "kinematics": { "y": "v" }, "kinetic_energy": "v^2/2",
    "potential_energy": "9.81*y + 5000*max(-y, 0)^2" })json");
  const double g = 9.81, w = 100, fall = std::sqrt(2 / g), speed = g * fall;
  double low = 0.02, high = 0.05;
  for (int k = 0; k < 100; ++k) {
    const double s = (low + high) / 2;
    const double y = -g / (w * w) + g / (w * w) * std::cos(w * s) - speed / w * std::sin(w * s);
    (y < 0 ? low : high) = s;
  }
  const double since = 3 - 3 * (2 * fall + low);  // it was at the top for the third time
  const double there = 1 - g * since * since / 2;
  for (const auto& [method, step] : {std::pair{"gauss(2)", 0.03},
                                     {"gauss(2)", 0.025},
                                     {"gauss(2)", 0.012},
                                     {"gauss(1)", 0.012},
                                     {"gauss(3)", 0.02},
                                     {"gauss(4)", 0.005}}) {
    const Told told = run(model, method, step, 3);
    const double error = std::abs(told.table[told.table.size() - 2] - there);
    const double estimate = told.accuracy["error"];
    CAPTURE(method, step, error, estimate);
    CHECK(error > 1e-12);  // there is something to see
    CHECK(estimate > error / 5);
  }
}

TEST_CASE("a run whose error is not known says why", "[simulate][estimate]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "x^2/2"})json");
  const auto because = [&](double step, double until) {
    const Told told = run(model, "gauss(2)", step, until);
    CHECK(told.outcome == "finished");
    CHECK(told.accuracy["error"].is_null() == told.accuracy.contains("because"));
    return told.accuracy.value("because", std::string());
  };
  CHECK(because(0.1, 1).empty());
  CHECK(because(0.1, 0).find("fewer than two steps") != std::string::npos);
  CHECK(because(0.1, 0.1).find("fewer than two steps") != std::string::npos);
  CHECK(because(0.1, 0.2).empty());
  model["events"] = {{"beat", {{"when", "sin(20*pi*t)"}, {"do", "record"}}}};
  CHECK(because(0.1, 1).find("Events") != std::string::npos);
  model.erase("events");
  model["ports"] = {{"motor", {{"flow", "v"}}}};
  model["inputs"] = {{"motor", "floor(20*t)"}};
  CHECK(because(0.1, 1).find("jumps") != std::string::npos);
  // Between jumps steps of all tolerances are equal.
  const Told adaptive = run(model, "dop853", 0.1, 1);
  CHECK(adaptive.accuracy["basis"] == "tolerance");
  CHECK(adaptive.accuracy.contains("because"));
}

TEST_CASE("the error has a column on request", "[simulate][estimate]") {
  Session session = test::open_session(test::gallery("pendulum-cartesian"));
  const Json options{{"until", 2}, {"step", 0.02}, {"method", "gauss(1)"}, {"errorColumn", true}};
  const Json begun = Json::parse(session.start(options.dump()));
  REQUIRE(begun["columns"].back()["name"] == "error.motion");
  session.advance(1000);
  const std::vector<double> rows = session.take_rows();
  CHECK(rows[begun["columns"].size() - 1] == 0);
  CHECK(rows.back() > 1e-6);
}

TEST_CASE("an event that changes nothing leaves the error as it is", "[simulate][estimate]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1.5}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "x^4/4 + x^2/2"})json");
  const auto error = [&](double until) {
    return run(model, "gauss(2)", 0.1, until).accuracy["error"].get<double>();
  };
  const double alone = error(20);
  model["events"] = {{"passes", {{"when", "x"}, {"do", "record"}}}};
  CHECK(error(20) == Catch::Approx(alone).epsilon(0.5));
  // The phase drifts on, from one event to the next: 4e-4 of the motion after 400 s.
  CHECK(error(400) > 4e-4);
}

TEST_CASE("an error that is as large as the motion is told beyond events, too",
          "[simulate][estimate]") {
  // A capacitor charged over 1 mOhm has its voltage within 5 ns of the closing of the switch; steps
  // of 0.05 s of a method that is not stiff leave it near 0 V.
  const Json model =
      Json::parse(R"json({"porthos": 1, "positions": {"q": 0}, "velocities": {"i": 0},
    "kinematics": {"q": "i"}, "mass": [[0]], "potential_energy": "q^2/(2*1e-6) - 10*q",
    "dissipation": {"R": {"flow": "i", "effort": "1e-3*i"},
      "switch": {"flow": "i", "dry": "if(t < 0.25, 1e6, 0)"}}})json");
  const Told told = run(model, "gauss(2)", 0.05, 1);
  CHECK(told.outcome == "finished");
  REQUIRE(told.accuracy["error"].is_number());
  CHECK(told.accuracy["error"].get<double>() > 0.3);
  CHECK(told.problems.dump().find("PH301") != std::string::npos);
}

TEST_CASE("forces that depend on reactions lower the order that the estimate reckons with",
          "[simulate][estimate]") {
  const Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": -1, "y": 1},
    "velocities": {"u": 0, "w": 0}, "kinematics": {"x": "u", "y": "w"},
    "kinetic_energy": "(u^2 + w^2)/2", "potential_energy": "9.81*y",
    "position_constraints": {"wire": "y - x^2"},
    "forces": {"rough": {"flow": "u", "effort": "0.1*multiplier(wire)*u"}}})json");
  const Told reference = run(model, "gauss(4)", kFine, 3);
  for (const char* method : {"gauss(1)", "gauss(2)", "gauss(3)"}) {
    INFO(method);
    const double step = 1. / 48;
    const Told told = run(model, method, step, 3);
    const double truth = difference(told, reference, step);
    const double share = told.accuracy["error"].get<double>() / truth;
    CHECK(share > 0.1);
    CHECK(share < 50);
  }
}

}  // namespace porthos::estimate_test
