/// Diodes, Zener diodes and switches of the library against closed forms of power electronics.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::rectifiers_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double pi = std::numbers::pi;

/// The largest |column - expected(t)|.
double error(const Run& run, const std::string& column,
             const std::function<double(double)>& expected) {
  double worst = 0;
  for (std::size_t row = 0; row < run.rows(); ++row)
    worst = std::max(worst, std::abs(run.at(column, row) - expected(run.at("t", row))));
  return worst;
}

Json resistor(const char* a, const char* b, double R) {
  return use("resistor", between(a, b), {{"R", R}});
}

Json capacitor(const char* a, const char* b, double C) {
  return use("capacitor", between(a, b), {{"C", C}});
}

// A source of 10 V and 10 rad/s.
const Json kSine = {{"source.voltage", {{"flow", "10*sin(10*t)"}}}};
constexpr double kPeriod = 2 * pi / 10;

Json half_wave() {
  return model_of({{"p", use("node")},
                   {"q", use("node")},
                   {"source", use("voltage-source", between("p", "ground"))},
                   {"D", use("diode", between("p", "q"))},
                   {"R", resistor("q", "ground", 10)}},
                  3 * kPeriod, kSine);
}

Json bridge() {
  return model_of({{"p", use("node")},
                   {"n", use("node")},
                   {"out", use("node")},
                   {"source", use("voltage-source", between("p", "n"))},
                   {"D1", use("diode", between("p", "out"), {{"leakage", 1e-9}})},
                   {"D2", use("diode", between("n", "out"))},
                   {"D3", use("diode", between("ground", "p"))},
                   {"D4", use("diode", between("ground", "n"))},
                   {"R", resistor("out", "ground", 10)}},
                  3 * kPeriod, kSine);
}

/// x' = rate(t, x) from 0 until `end`, by the classical method of Runge and Kutta.
double integrated(const std::function<double(double, double)>& rate, double end) {
  constexpr int kSteps = 60000;  // kinks cost some 1e-8 each
  const double h = end / kSteps;
  double x = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double t = k * h, a = rate(t, x), b = rate(t + h / 2, x + h / 2 * a);
    const double c = rate(t + h / 2, x + h / 2 * b), d = rate(t + h, x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return x;
}

}  // namespace

TEST_CASE("a half-wave rectifier passes the positive halves", "[oracle][elements][set-valued]") {
  for (const Options& options : switching_methods(kPeriod / 50)) {
    INFO(options.method);
    const auto times = switches(half_wave(), options)["D.diode"];
    // It conducts from the start on, which is no switch.
    CHECK(times.size() >= 5);
    for (std::size_t k = 0; k < times.size(); ++k)
      CHECK_THAT(times[k], WithinAbs(static_cast<double>(k + 1) * kPeriod / 2, 1e-12));
    const Run run = test::simulate(half_wave(), options);
    const auto positive = [](double t) { return std::max(0.0, std::sin(10 * t)); };
    CHECK(error(run, "D.current", positive) < 1e-12);
    CHECK(run.largest("D.voltage") <= 10);
    check_ledger(run);
  }
}

TEST_CASE("a smoothing capacitor holds the voltage from where the diode blocks",
          "[oracle][elements][set-valued]") {
  Json model = half_wave();
  model["components"]["C"] = capacitor("q", "ground", 0.02);
  // i = C u' + u/R vanishes at tan(w t) = -w R C; the voltage then decays until it meets the sine.
  const double off = (pi - std::atan(10 * 10 * 0.02)) / 10;
  const auto decays = [&](double t) {
    return 10 * std::sin(10 * off) * std::exp(-(t - off) / (10 * 0.02));
  };
  double on = 1.1 * kPeriod;  // by Newton's method
  for (int k = 0; k < 50; ++k)
    on -= (10 * std::sin(10 * on) - decays(on)) / (100 * std::cos(10 * on) + decays(on) / 0.2);
  for (const Options& options : switching_methods(kPeriod / 200)) {
    INFO(options.method);
    auto times = switches(model, options)["D.diode"];
    std::erase_if(times, [](double t) { return t < 1e-9; });  // it may switch at the start
    // A switch may be listed more than once, in steps of rounding.
    const auto is_same = [](double a, double b) { return b - a < 1e-7; };
    times.erase(std::unique(times.begin(), times.end(), is_same), times.end());
    REQUIRE(times.size() >= 2);
    // The decay is integrated: gauss(2) with 200 steps a period has an error of some 1e-10 s.
    CHECK_THAT(times[0], WithinAbs(off, 1e-9));
    CHECK_THAT(times[1], WithinAbs(on, 1e-9));
    check_ledger(test::simulate(model, options));
  }
}

TEST_CASE("a bridge rectifies both halves", "[oracle][elements][set-valued]") {
  for (const Options& options : switching_methods(kPeriod / 50)) {
    INFO(options.method);
    const Run run = test::simulate(bridge(), options);
    CHECK(error(run, "out.u", [](double t) { return 10 * std::abs(std::sin(10 * t)); }) < 1e-12);
    check_ledger(run);
  }
}

TEST_CASE("a bridge of diodes that all leak rectifies both halves",
          "[oracle][elements][set-valued]") {
  constexpr double kLeakage = 1e-9, R = 10;
  Json model = bridge();
  for (const char* diode : {"D1", "D2", "D3", "D4"})
    model["components"][diode]["parameters"]["leakage"] = kLeakage;
  for (const Options& options : switching_methods(kPeriod / 50)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK(error(run, "out.u", [](double t) { return 10 * std::abs(std::sin(10 * t)); }) < 1e-12);
    // A diode that conducts carries the load and the leakage of the one below or above it.
    const auto current = [&](double sign) {
      return [=](double t) {
        const double u = 10 * sign * std::sin(10 * t);
        return u > 0 ? u / R + kLeakage * u : kLeakage * u;
      };
    };
    for (const char* diode : {"D1.current", "D4.current"})
      CHECK(error(run, diode, current(1)) < 1e-12);
    for (const char* diode : {"D2.current", "D3.current"})
      CHECK(error(run, diode, current(-1)) < 1e-12);
    check_ledger(run);
  }
}

// At the start all voltages and currents are zero, so that their rates decide the modes.
TEST_CASE("a bridge charges its capacitor from zero", "[oracle][elements][set-valued]") {
  constexpr double R = 10, C = 0.02, r = 0.5;
  Json model = bridge();
  model["components"]["s"] = use("node");
  model["components"]["source"]["between"] = between("s", "n");
  model["components"]["r"] = resistor("s", "p", r);
  model["components"]["C"] = capacitor("out", "ground", C);
  const double right = integrated(
      [](double t, double u) {
        return (std::max(0.0, (std::abs(10 * std::sin(10 * t)) - u) / r) - u / R) / C;
      },
      3 * kPeriod);
  for (const Options& options : switching_methods(kPeriod / 100)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("out.u"), WithinAbs(right, options.tolerance ? 1e-7 : 1e-5));
    for (const char* diode : {"D1.current", "D2.current", "D3.current", "D4.current"})
      for (const double current : run.column(diode))
        REQUIRE(current > -1e-7);  // the leakage is 1e-9 S
    check_ledger(run);
  }
}

// While all diodes block, only their leakage determines the potential of the source.
TEST_CASE("a bridge that blocks floats between leakages, however small they are",
          "[oracle][elements][set-valued]") {
  constexpr double R = 50, C = 1e-3, r = 0.5, omega = 100 * pi, end = 0.05;
  const double right = integrated(
      [](double t, double u) {
        return (std::max(0.0, (std::abs(20 * std::sin(omega * t)) - u) / r) - u / R) / C;
      },
      end);
  Json model = bridge();
  model["components"]["s"] = use("node");
  model["components"]["source"]["between"] = between("s", "n");
  model["components"]["r"] = resistor("s", "p", r);
  model["components"]["C"] = capacitor("out", "ground", C);
  model["components"]["R"]["parameters"]["R"] = R;
  model["inputs"]["source.voltage"]["flow"] = "20*sin(100*pi*t)";
  model["simulation"]["until"] = end;
  for (const double leakage : {1e-11, 1e-10, 1e-9, 1e-8}) {
    for (const char* diode : {"D1", "D2", "D3", "D4"})
      model["components"][diode]["parameters"]["leakage"] = leakage;
    for (const Options& options : switching_methods(2e-4)) {
      CAPTURE(options.method, leakage);
      const Run run = test::simulate(model, options);
      CHECK_THAT(run.last("C.voltage"), WithinAbs(right, options.tolerance ? 1e-6 : 1e-3));
      check_ledger(run);
    }
  }
}

TEST_CASE("a bridge whose potential nothing determines says so", "[oracle][elements][set-valued]") {
  Json model = bridge();
  model["components"]["D1"]["parameters"]["leakage"] = 0;
  model["components"]["s"] = use("node");
  model["components"]["source"]["between"] = between("s", "n");
  model["components"]["r"] = resistor("s", "p", 0.5);
  model["components"]["C"] = capacitor("out", "ground", 1e-3);
  model["components"]["R"]["parameters"]["R"] = 50;
  model["inputs"]["source.voltage"]["flow"] = "20*sin(100*pi*t)";
  const Run run = attempt(model, {.until = 0.05, .step = 2e-4, .method = "gauss(2)"});
  CHECK(run.outcome == "singular");
  for (const char* part : {"p.u", "n.u", "D1.diode", "leakage"})
    CHECK_THAT(run.message, Catch::Matchers::ContainsSubstring(part));
}

// The source crosses zero while the coil carries a current: one diode takes it over from the other,
// and both together would short-circuit the source.
TEST_CASE("a freewheeling diode takes over the current of a coil",
          "[oracle][elements][set-valued]") {
  constexpr double R = 10, L = 0.5;
  const Json model = model_of({{"p", use("node")},
                               {"q", use("node")},
                               {"o", use("node")},
                               {"source", use("voltage-source", between("p", "ground"))},
                               {"D", use("diode", between("p", "q"))},
                               {"F", use("diode", between("ground", "q"))},
                               {"L", use("inductor", between("q", "o"), {{"L", L}})},
                               {"R", resistor("o", "ground", R)}},
                              3 * kPeriod, kSine);
  const double right = integrated(
      [](double t, double i) { return (std::max(0.0, 10 * std::sin(10 * t)) - R * i) / L; },
      3 * kPeriod);
  for (const Options& options : switching_methods(kPeriod / 100)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("L.current"), WithinAbs(right, options.tolerance ? 1e-8 : 1e-6));
    CHECK(run.largest("q.u") <= 10);
    for (const double u : run.column("q.u")) REQUIRE(u > -1e-9);
    check_ledger(run);
  }
}

TEST_CASE("a Zener diode limits a voltage on both sides", "[oracle][elements][set-valued]") {
  const Json model = model_of({{"p", use("node")},
                               {"q", use("node")},
                               {"source", use("voltage-source", between("p", "ground"))},
                               {"R", resistor("p", "q", 100)},
                               {"Z", use("zener", between("ground", "q"), {{"U", 5}})}},
                              3 * kPeriod, kSine);
  for (const Options& options : switching_methods(kPeriod / 50)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    const auto limited = [](double t) { return std::clamp(10 * std::sin(10 * t), 0.0, 5.0); };
    CHECK(error(run, "q.u", limited) < 1e-12);
    CHECK(error(run, "Z.current",
                [&](double t) { return (limited(t) - 10 * std::sin(10 * t)) / 100; }) < 1e-13);
    check_ledger(run);
  }
}

TEST_CASE("a switch connects a resistor and supplies it in its half of the time",
          "[oracle][elements][set-valued]") {
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"battery", use("voltage-source", between("p", "ground"), {{"U", 12}})},
                {"S", use("switch", between("p", "q"), {{"period", 0.1}})},
                {"R", resistor("q", "ground", 10)}},
               0.35);
  for (const Options& options : switching_methods(0.001)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(14.4 * 0.2, 1e-12));
    CHECK(std::abs(run.last("energy.events")) < 1e-14);
    check_ledger(run);
  }
}

TEST_CASE("a boost converter raises a voltage", "[oracle][elements][set-valued]") {
  constexpr double kU = 12, kDuty = 0.4, kT = 1e-4, kL = 1e-3, kC = 1e-4, kR = 20;
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"out", use("node")},
                {"battery", use("voltage-source", between("p", "ground"), {{"U", kU}})},
                {"L", use("inductor", between("p", "q"), {{"L", kL}})},
                {"S", use("switch", between("q", "ground"), {{"period", kT}, {"duty", kDuty}})},
                {"D", use("diode", between("q", "out"))},
                {"C", capacitor("out", "ground", kC)},
                {"R", resistor("out", "ground", kR)}},
               0.02);
  // The same circuit by its two states, with the classical method of Runge and Kutta.
  double i = 0, u = 0;
  constexpr int kParts = 200;
  for (int period = 0; period < 200; ++period)
    for (const bool is_closed : {true, false}) {
      const double h = kT * (is_closed ? kDuty : 1 - kDuty) / kParts;
      const auto i_rate = [&](double at_u) { return (kU - (is_closed ? 0 : at_u)) / kL; };
      const auto u_rate = [&](double at_i, double at_u) {
        return ((is_closed ? 0 : at_i) - at_u / kR) / kC;
      };
      for (int k = 0; k < kParts; ++k) {
        const double a = i_rate(u), A = u_rate(i, u);
        const double b = i_rate(u + h / 2 * A), B = u_rate(i + h / 2 * a, u + h / 2 * A);
        const double c = i_rate(u + h / 2 * B), D = u_rate(i + h / 2 * b, u + h / 2 * B);
        const double d = i_rate(u + h * D), E = u_rate(i + h * c, u + h * D);
        i += h / 6 * (a + 2 * b + 2 * c + d);
        u += h / 6 * (A + 2 * B + 2 * D + E);
        i = std::max(i, 0.0);
      }
    }
  for (const Options& options : switching_methods(kT / 10)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    // The reference cuts the end of the current of the first periods at its steps.
    CHECK_THAT(run.last("out.u"), WithinAbs(u, 1e-4));
    CHECK(std::abs(run.last("energy.events")) < 1e-12);
    check_ledger(run);
  }
}

TEST_CASE("a buck converter gives its duty cycle of the voltage",
          "[oracle][elements][set-valued]") {
  constexpr double kU = 12, kDuty = 0.4, kT = 1e-4, kL = 1e-3;
  Json model = model_of({{"p", use("node")},
                         {"q", use("node")},
                         {"out", use("node")},
                         {"battery", use("voltage-source", between("p", "ground"), {{"U", kU}})},
                         {"S", use("switch", between("p", "q"), {{"period", kT}, {"duty", kDuty}})},
                         {"D", use("diode", between("ground", "q"))},
                         {"L", use("inductor", between("q", "out"), {{"L", kL}})},
                         {"C", capacitor("out", "ground", 1e-4)},
                         {"R", resistor("out", "ground", 5)}},
                        0.02);
  for (const Options& options : switching_methods(kT / 10)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    double mean = 0, least = 1e9, most = 0;
    for (std::size_t row = run.rows() - 11; row < run.rows() - 1; ++row) {
      mean += run.at("out.u", row) / 10;
      least = std::min(least, run.at("L.current", row));
      most = std::max(most, run.at("L.current", row));
    }
    // The ripple of the output bends the ramps a little, and its mean is of ten rows.
    CHECK_THAT(mean, WithinAbs(kDuty * kU, 2e-3));
    CHECK_THAT(most - least, WithinAbs(kU * kDuty * (1 - kDuty) * kT / kL, 2e-3));
    // Ideal switches lose nothing: all that is supplied and not stored heats the resistor.
    CHECK(std::abs(run.last("energy.events")) < 1e-12);
    CHECK_THAT(run.last("energy.dissipated"),
               WithinAbs(run.last("energy.dissipated.R.heat"), 1e-14));
    check_ledger(run);
  }
}

}  // namespace porthos::rectifiers_test
