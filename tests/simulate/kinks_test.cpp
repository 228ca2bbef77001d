/// Corners and jumps of formulas of states, compared with closed forms, in every method.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace porthos::kinks_test {
namespace {

using test::Json;

/// A unit mass on a line that starts at rest at 1.
Json mass_in(const std::string& potential) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 1 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
  model["potential_energy"] = potential;
  return model;
}

struct Motion {
  double x, v;
};

/// The motion in k|x| from rest at 1: four parabolas in a period.
Motion between_slopes(double k, double t) {
  const double quarter = std::sqrt(2 / k), half = 2 * quarter;
  const double n = std::floor((t + quarter) / half), s = t - n * half;
  const double side = std::fmod(n, 2) == 0 ? 1 : -1;
  return {side * (1 - k * s * s / 2), -side * k * s};
}

/// The motion of H = p^2/2 + 3|q| + q^2/2 from rest at q = 1: 4 cos(s) - 3 while q > 0.
double corner(double t) {
  const double quarter = std::acos(0.75), half = 2 * quarter;
  const double n = std::floor((t + quarter) / half), s = t - n * half;
  return (std::fmod(n, 2) == 0 ? 1 : -1) * (4 * std::cos(s) - 3);
}
const Json kCorner = Json::parse(R"json({ "porthos": 1, "positions": { "q": 1, "p": 0 },
  "kinematics": { "q": "effort(p)", "p": "-effort(q)" },
  "potential_energy": "p^2/2 + 3*abs(q) + q^2/2" })json");

/// A ball from rest at 1 on a spring that only pushes: a parabola and a bow of a sine by turns.
Motion one_sided(double g, double w, double t) {
  const double fall = std::sqrt(2 / g), speed = g * fall;
  const auto bow = [&](double s) -> Motion {
    return {g / (w * w) * (std::cos(w * s) - 1) - speed / w * std::sin(w * s),
            -g / w * std::sin(w * s) - speed * std::cos(w * s)};
  };
  double low = 0.5 * std::numbers::pi / w, high = 2 * std::numbers::pi / w;
  for (int k = 0; k < 200; ++k) (bow((low + high) / 2).x < 0 ? low : high) = (low + high) / 2;
  const double s = std::fmod(t + fall, 2 * fall + low) - fall;  // from the last top
  return s < fall ? Motion{1 - g * s * s / 2, -g * s} : bow(s - fall);
}
const Json kBall = mass_in("9.81*x + 5000*min(x, 0)^2");

struct Told {
  test::Run run;
  double estimate = 0;
};

Told told_by(const Json& model, const std::string& method, double step, double until,
             double tolerance = 1e-9) {
  Session session = test::open_session(model);
  Json options{{"method", method}, {"step", step}, {"until", until}};
  if (integrate::find_method(method)->traits.is_adaptive) options["tolerance"] = tolerance;
  const Json begun = Json::parse(session.start(options.dump()));
  Told told;
  for (const Json& column : begun["columns"]) told.run.names.push_back(column["name"]);
  const Json end = Json::parse(session.advance(1 << 24));
  told.run.outcome = end["outcome"];
  told.run.message = end["message"];
  told.run.table = session.take_rows();
  told.run.index_columns();
  const Json summary = Json::parse(session.summary());
  const Json& error = summary["accuracy"]["error"];
  told.estimate = error.is_null() ? NAN : error.get<double>();
  return told;
}

/// The largest difference of a column from a function of time.
double error_of(const test::Run& run, const std::string& name,
                const std::function<double(double)>& truth) {
  double largest = 0;
  const test::Column t = run.column("t"), x = run.column(name);
  for (std::size_t i = 0; i < t.size(); ++i)
    largest = std::max(largest, std::abs(x[i] - truth(t[i])));
  return run.outcome == "finished" ? largest : NAN;
}

bool is_adaptive(const std::string& method) {
  return integrate::find_method(method)->traits.is_adaptive;
}

}  // namespace

TEST_CASE("a tighter tolerance is never worse at a corner of an energy", "[simulate][kinks]") {
  for (const char* method : {"adaptive-gauss(2)", "adaptive-gauss(3)", "radau(3)", "dop853"}) {
    double before = 1;
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      const Told told = told_by(kCorner, method, 0.01, 10, tolerance);
      const double error = error_of(told.run, "q", corner);
      CAPTURE(method, tolerance, error, before, told.run.outcome);
      CHECK(error < std::max(100 * tolerance, 1e-11));
      CHECK(error < std::max(before, tolerance));
      before = std::max(error, 1e-12);
    }
  }
}

TEST_CASE("rows far apart do not hide corners from adaptive methods", "[simulate][kinks]") {
  for (const char* method : {"adaptive-gauss(3)", "radau(3)", "dop853"}) {
    const Told told = told_by(kCorner, method, 5, 20, 1e-9);
    const double error = error_of(told.run, "q", corner);
    CAPTURE(method, error, told.run.outcome);
    CHECK(error < 1e-7);
  }
}

TEST_CASE("a force that jumps is followed in every method, in its order", "[simulate][kinks]") {
  // Parabolas: every method of order 2 or more is exact between the jumps.
  for (const double k : {3.0, 4.0})
    for (const integrate::Method* method : integrate::methods()) {
      if (method->traits.order < 2) continue;
      for (const double step : {0.01, 0.1}) {
        const Json model = mass_in(std::to_string(k) + "*abs(x)");
        const Told told = told_by(model, std::string(method->name), step, 10);
        const double error =
            error_of(told.run, "x", [&](double t) { return between_slopes(k, t).x; });
        CAPTURE(method->name, step, k, error, told.run.outcome);
        CHECK(error < (method->traits.is_adaptive ? 1e-7 : 1e-9));
        if (method->traits.closes_ledger)
          CHECK(told.run.largest("energy.balance_error") < 1e-12 * k);
      }
    }
}

TEST_CASE("a force law that jumps with a position is followed as well", "[simulate][kinks]") {
  Json model = mass_in("0");
  model["forces"] = {{"v", "-4*sign(x)"}};
  for (const char* method : {"gauss(2)", "gauss(3)", "gauss(4)", "adaptive-gauss(2)",
                             "adaptive-gauss(3)", "radau(3)", "dop853"}) {
    const Told told = told_by(model, method, 0.01, 10);
    const double error = error_of(told.run, "x", [](double t) { return between_slopes(4, t).x; });
    CAPTURE(method, error, told.run.outcome, told.run.message);
    CHECK(error < (is_adaptive(method) ? 1e-7 : 1e-9));
  }
}

TEST_CASE("methods keep their order on a one-sided spring", "[simulate][kinks]") {
  const auto truth = [](double t) { return one_sided(9.81, 100, t).x; };
  for (const integrate::Method* method : integrate::methods()) {
    if (method->traits.is_adaptive || method->traits.order < 2) continue;
    const double step = method->traits.order > 4 ? 0.004 : 0.001;
    const std::string name(method->name);
    const double coarse = error_of(told_by(kBall, name, step, 3).run, "x", truth);
    const double fine = error_of(told_by(kBall, name, step / 2, 3).run, "x", truth);
    CAPTURE(name, coarse, fine);
    CHECK(fine < 1e-2);
    if (coarse > 1e-9) CHECK(std::log2(coarse / fine) > method->traits.order - 0.5);
  }
}

TEST_CASE("the error estimate knows corners of the energy", "[simulate][kinks][estimate]") {
  // The definition of docs/numerics.md: for each state, relative to its largest distance from its
  // start.
  const auto compare = [](const Json& model, const char* method, double step, Motion most,
                          const std::function<Motion(double)>& truth) {
    constexpr double kRounding = 3e-12;  // of the motion: what locating some ten cuts leaves
    const Told told = told_by(model, method, step, 10);
    const double of_x = error_of(told.run, "x", [&](double t) { return truth(t).x; });
    const double of_v = error_of(told.run, "v", [&](double t) { return truth(t).v; });
    const double error = std::max({of_x / most.x, of_v / most.v, kRounding});
    const double estimate = std::max(told.estimate, kRounding);
    CAPTURE(method, step, error, told.estimate, told.run.outcome);
    CHECK(estimate > error / 10);
    CHECK(estimate < 30 * error);
  };
  for (const char* method : {"gauss(2)", "gauss(3)", "gauss(4)"})
    for (const double step : {0.001, 0.005, 0.01}) {
      compare(mass_in("3*abs(x)"), method, step, {2, std::sqrt(6)},
              [](double t) { return between_slopes(3, t); });
      compare(kBall, method, step, {1.05, std::sqrt(2 * 9.81)},
              [](double t) { return one_sided(9.81, 100, t); });
    }
}

TEST_CASE("a diode passes one half of the wave", "[simulate][kinks]") {
  // L = C = 1 and max(v, 0)/R across the capacitor: half a period without it, half a damped one.
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0, "phi": 1 },
    "kinematics": { "q": "effort(phi)", "phi": "-effort(q)" },
    "potential_energy": "q^2/2 + phi^2/2",
    "dissipation": { "diode": { "flow": "effort(q)", "effort": "max(effort(q), 0)/2" } } })json");
  const double rate = 0.25, wd = std::sqrt(1 - rate * rate), pi = std::numbers::pi;
  const auto truth = [&](double t) {
    const double period = pi / wd + pi, n = std::floor(t / period), s = t - n * period;
    const double first = std::exp(-n * rate * pi / wd), second = first * std::exp(-rate * pi / wd);
    return s < pi / wd ? first / wd * std::exp(-rate * s) * std::sin(wd * s)
                       : -second * std::sin(s - pi / wd);
  };
  for (const char* method :
       {"gauss(2)", "gauss(3)", "gauss(4)", "adaptive-gauss(2)", "adaptive-gauss(3)", "radau(3)",
        "dop853", "discrete-gradient", "rk4-baumgarte"}) {
    const Told told = told_by(model, method, 0.01, 20);
    const double error = error_of(told.run, "q", truth);
    CAPTURE(method, error, told.run.outcome);
    const int order = integrate::find_method(method)->traits.order;
    CHECK(error < (is_adaptive(method) ? 1e-7 : 20 * std::pow(0.01, order) + 1e-11));
  }
}

TEST_CASE("a formula without values beyond its branch is stepped all the same",
          "[simulate][kinks]") {
  // Hertz: x^1.5 has no values beyond the surface. Its energy says how deep the ball comes.
  const Json model = mass_in("9.81*x + if(x < 0, 4000*(-x)^2.5, 0)");
  for (const char* method : {"gauss(2)", "gauss(3)", "adaptive-gauss(3)", "radau(3)", "dop853"}) {
    const Told told = told_by(model, method, 0.001, 2);
    CAPTURE(method, told.run.outcome, told.run.message);
    CHECK(told.run.outcome == "finished");
    double depth = 0.05;  // 4000 d^2.5 - 9.81 d = 9.81
    for (int k = 0; k < 100; ++k) depth = std::pow(9.81 * (1 + depth) / 4000, 0.4);
    double lowest = 0;
    for (const double x : told.run.column("x")) lowest = std::min(lowest, x);
    CHECK(lowest > -depth * (1 + 1e-4));
    CHECK(lowest < -depth * (1 - 1e-2));  // between rows
  }
}

TEST_CASE("a motion that slides along a jump ends, whatever the method", "[simulate][kinks]") {
  // Dry friction stops the mass after 0.5 s. How it sticks is not the point here.
  Json model = mass_in("0");
  model["velocities"]["v"] = 1;
  model["dissipation"] = {{"v", "2*sign(v)"}};
  for (const integrate::Method* method : integrate::methods()) {
    const Told told = told_by(model, std::string(method->name), 0.01, 1);
    CAPTURE(method->name, told.run.outcome, told.run.message);
    if (told.run.outcome == "finished") {
      CHECK(std::abs(told.run.last("v")) < 0.03);
      CHECK(std::abs(told.run.last("x") - 1.25) < 0.02);
    } else {
      CHECK(told.run.message.size() > 20);
    }
  }
}

TEST_CASE("a run with corners is the same after a snapshot, and when interrupted",
          "[simulate][kinks][snapshot]") {
  for (const Json& model : {kCorner, kBall, mass_in("4*abs(x)")})
    for (const integrate::Method* method : integrate::methods()) {
      const Json options{{"method", std::string(method->name)}, {"step", 0.01}, {"until", 2}};
      Session whole = test::open_session(model), parts = test::open_session(model);
      whole.start(options.dump());
      whole.advance(1000);
      const std::vector<double> expected = whole.take_rows();
      parts.start(options.dump());
      std::vector<double> rows;
      for (int k = 0; k < 200; k += 7) {
        parts.advance(7);
        const std::vector<double> more = parts.take_rows();
        rows.insert(rows.end(), more.begin(), more.end());
        const std::string snapshot = parts.snapshot();
        parts = test::open_session(model);
        parts.start(options.dump());
        CAPTURE(method->name, k);
        REQUIRE(parts.restore(snapshot));
        parts.take_rows();
      }
      CAPTURE(method->name);
      CHECK(rows == expected);
    }
}

}  // namespace porthos::kinks_test
