/// Ideal diodes, thyristors and switches between nodes that nothing else determines, against closed
/// forms.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::ideal_switches_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double pi = std::numbers::pi;
constexpr double kPeriod = 2 * pi / 10;  // of a source of 10 V and 10 rad/s
const Json kSine = {{"source.voltage", {{"flow", "10*sin(10*t)"}}}};

Json resistor(const char* a, const char* b, double R) {
  return use("resistor", between(a, b), {{"R", R}});
}

}  // namespace

TEST_CASE("an event that closes a switch beside a coil leaves its flux",
          "[oracle][elements][set-valued]") {
  // 10 V, 10 ohm and 1 H from 0.05 s on: i = 1 - exp(-10 (t - 0.05)). Open, it carries nothing.
  Json model = model_of({{"p", use("node")},
                         {"q", use("node")},
                         {"c", use("node")},
                         {"source", use("voltage-source", between("p", "ground"), {{"U", 10}})},
                         {"R", resistor("q", "c", 10)},
                         {"L", use("inductor", between("c", "ground"), {{"L", 1}})}},
                        0.2);
  model["parameters"] = {{"gate", 0}};
  model["dissipation"] = {{"valve", {{"flow", "p.u - q.u"}, {"dry", "1e6*gate"}}}};
  model["events"] = {{"close", {{"when", "t - 0.05"}, {"do", {{"set", {{"gate", "1"}}}}}}}};
  for (const char* method : {"gauss(2)", "radau(3)"}) {
    INFO(method);
    Options options{.step = 1e-3, .method = method};
    if (options.method == "radau(3)") options.tolerance = 1e-12;
    const Run run = test::simulate(model, options);
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double t = run.at("t", row), i = t > 0.05 ? 1 - std::exp(-10 * (t - 0.05)) : 0;
      REQUIRE_THAT(run.at("L.psi", row), WithinAbs(i, 1e-9));
    }
    CHECK(std::abs(run.last("energy.events")) < 1e-14);
    check_ledger(run);
  }
}

TEST_CASE("a switch that interrupts a coil dissipates its energy",
          "[oracle][elements][set-valued]") {
  // 10 V at 1 H for a second: 10 A, 50 J.
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"source", use("voltage-source", between("p", "ground"), {{"U", 10}})},
                {"S", use("switch", between("p", "q"), {{"period", 10}, {"duty", 0.1}})},
                {"L", use("inductor", between("q", "ground"), {{"L", 1}})}},
               2);
  for (const Options& options : switching_methods(0.05)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("energy.dissipated.S.switch"), WithinAbs(50, 1e-6));
    CHECK_THAT(run.last("energy.events"), WithinAbs(0, 1e-9));
    check_ledger(run);
  }
}

TEST_CASE("a switch opens at the right time wherever its period begins",
          "[oracle][elements][set-valued]") {
  // 1 V and 2 ohm while it is closed: the heat is half the time in which it is.
  int failed = 0;
  for (const double begin : {0.68, -1.12, 0.9, 1.7, 123.4}) {
    constexpr double kPeriod = 1.8, kDuty = 0.66, kEnd = 2;
    const Json model =
        model_of({{"p", use("node")},
                  {"m", use("node")},
                  {"a", use("node")},
                  {"V", use("voltage-source", between("p", "ground"), {{"U", 1}})},
                  {"r", resistor("p", "m", 1)},
                  {"S", use("switch", between("m", "a"),
                            {{"period", kPeriod}, {"duty", kDuty}, {"begin", begin}})},
                  {"R", resistor("a", "ground", 1)}},
                 kEnd);
    double closed = 0;
    const double first = begin - kPeriod * std::ceil(begin / kPeriod);  // the last one before 0
    for (double from = first; from < kEnd; from += kPeriod)
      closed += std::max(0.0, std::min(kEnd, from + kDuty * kPeriod) - std::max(0.0, from));
    for (const Options& options : switching_methods(0.01)) {
      CAPTURE(options.method, begin);
      const Run run = attempt(model, options);
      if (run.outcome != "finished") ++failed;
      CHECK_THAT(run.last("energy.dissipated"), WithinAbs(closed / 2, 1e-9));
    }
  }
  CHECK(failed == 0);
}

TEST_CASE("a diode with a coil begins to conduct while all currents are zero",
          "[oracle][elements][set-valued]") {
  // L i' = u with u = -sin(t) from pi on: i = 1 + cos(t) until 2 pi, whatever the last digit of t.
  const Json model = model_of({{"p", use("node")},
                               {"k", use("node")},
                               {"V", use("voltage-source", between("p", "ground"))},
                               {"L", use("inductor", between("p", "k"), {{"L", 1}})},
                               {"D", use("diode", between("ground", "k"))}},
                              6, {{"V.voltage", {{"flow", "sin(t)"}}}});
  Json turned = model;
  turned["components"]["D"]["between"] = between("k", "ground");
  turned["inputs"]["V.voltage"]["flow"] = "-sin(t)";
  for (const Json& one : {model, turned})
    for (const Options& options : switching_methods(0.01)) {
      INFO(options.method);
      const Run run = test::simulate(one, options);
      CHECK_THAT(std::abs(run.last("L.current")), WithinAbs(1 + std::cos(6.0), 1e-8));
      check_ledger(run);
    }
}

TEST_CASE("a source that a diode short-circuits ends the run with the law's name",
          "[oracle][elements][set-valued]") {
  const auto loop = [](const char* anode, const char* cathode) {
    return model_of({{"p", use("node")},
                     {"source", use("voltage-source", between("p", "ground"), {{"U", 5}})},
                     {"D", use("diode", between(anode, cathode))}},
                    1);
  };
  for (const Options& options : switching_methods(0.05)) {
    INFO(options.method);
    const Run shorted = attempt(loop("p", "ground"), options);
    CHECK(shorted.outcome == "painleve");
    CHECK(shorted.message.find("\"D.diode\"") != std::string::npos);
    CHECK_THAT(test::simulate(loop("ground", "p"), options).last("D.voltage"),
               WithinAbs(-5, 1e-12));
  }
}

TEST_CASE("a thyristor needs no leakage", "[oracle][elements][set-valued]") {
  constexpr double kFiring = 1;
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"source", use("voltage-source", between("p", "ground"))},
                {"T", use("thyristor", between("p", "q"),
                          {{"period", kPeriod}, {"begin", kFiring / 10}, {"leakage", 0}})},
                {"R", resistor("q", "ground", 10)}},
               2 * kPeriod, kSine);
  for (const Options& options : switching_methods(pi / 500)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double angle = std::fmod(10 * run.at("t", row), 2 * pi);
      if (std::abs(angle - kFiring) < 1e-9 || std::abs(angle - pi) < 1e-9) continue;
      const bool conducts = angle > kFiring && angle < pi;
      REQUIRE_THAT(run.at("T.current", row), WithinAbs(conducts ? std::sin(angle) : 0, 1e-11));
    }
    check_ledger(run);
  }
}

TEST_CASE("a coil behind a thyristor without leakage keeps it on until its current is zero",
          "[oracle][elements][set-valued]") {
  constexpr double R = 10, L = 1, kFiring = 1;
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"c", use("node")},
                {"source", use("voltage-source", between("p", "ground"))},
                {"T", use("thyristor", between("p", "q"),
                          {{"period", kPeriod}, {"begin", kFiring / 10}, {"leakage", 0}})},
                {"R", resistor("q", "c", R)},
                {"L", use("inductor", between("c", "ground"), {{"L", L}})}},
               2 * kPeriod, kSine);
  // i = I (sin(x - phase) - sin(firing - phase) exp((firing - x) R/(w L))) over the angle x.
  const double phase = std::atan(10 * L / R), size = 10 / std::hypot(R, 10 * L);
  const auto current = [&](double x) {
    return size * (std::sin(x - phase) - std::sin(kFiring - phase) * std::exp(kFiring - x));
  };
  double low = pi, high = 2 * pi;
  for (int k = 0; k < 60; ++k) (current((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  const Run run = test::simulate(model, {.step = pi / 2000, .method = "gauss(2)"});
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double angle = std::fmod(10 * run.at("t", row), 2 * pi);
    if (std::abs(angle - kFiring) < 1e-9) continue;
    const bool conducts = angle > kFiring && angle < low;
    REQUIRE_THAT(run.at("T.current", row), WithinAbs(conducts ? current(angle) : 0, 1e-8));
  }
  check_ledger(run);
}

TEST_CASE("a bridge of diodes that do not leak charges a capacitor",
          "[oracle][elements][set-valued]") {
  // The closed form of one diode holds for the size of the sine. The source floats while all block.
  constexpr double R = 10, C = 0.02;
  const Json model = model_of({{"p", use("node")},
                               {"n", use("node")},
                               {"out", use("node")},
                               {"source", use("voltage-source", between("p", "n"))},
                               {"D1", use("diode", between("p", "out"))},
                               {"D2", use("diode", between("n", "out"))},
                               {"D3", use("diode", between("ground", "p"))},
                               {"D4", use("diode", between("ground", "n"))},
                               {"R", resistor("out", "ground", R)},
                               {"C", use("capacitor", between("out", "ground"), {{"C", C}})}},
                              3 * kPeriod, kSine);
  const double off = (pi - std::atan(10 * R * C)) / 10;
  const auto decays = [&](double t) {
    return 10 * std::sin(10 * off) * std::exp(-(t - off) / (R * C));
  };
  double on = 0.6 * kPeriod;  // by Newton's method
  for (int k = 0; k < 50; ++k)
    on -= (-10 * std::sin(10 * on) - decays(on)) / (-100 * std::cos(10 * on) + decays(on) / 0.2);
  for (const Options& options : switching_methods(kPeriod / 200)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    double error = 0;
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double t = run.at("t", row), since = off + std::fmod(t - off, kPeriod / 2);
      const double u = t < off      ? 10 * std::sin(10 * t)
                       : since < on ? decays(since)
                                    : -10 * std::sin(10 * since);
      error = std::max(error, std::abs(run.at("out.u", row) - u));
    }
    CHECK(error < 1e-7);
    check_ledger(run);
  }
}

TEST_CASE("a bridge of diodes that do not leak feeds a resistor",
          "[oracle][elements][set-valued]") {
  const Json model = model_of({{"p", use("node")},
                               {"n", use("node")},
                               {"out", use("node")},
                               {"source", use("voltage-source", between("p", "n"))},
                               {"D1", use("diode", between("p", "out"))},
                               {"D2", use("diode", between("n", "out"))},
                               {"D3", use("diode", between("ground", "p"))},
                               {"D4", use("diode", between("ground", "n"))},
                               {"R", resistor("out", "ground", 10)}},
                              3 * kPeriod, kSine);
  const Run run = test::simulate(model, {.step = kPeriod / 50, .method = "gauss(2)"});
  for (std::size_t row = 0; row < run.rows(); ++row)
    CHECK_THAT(run.at("out.u", row),
               WithinAbs(10 * std::abs(std::sin(10 * run.at("t", row))), 1e-12));
}

TEST_CASE("nodes that nothing ties to the ground are refused", "[elements][problems]") {
  const Json problems = problems_of(
      model_of({{"p", use("node")}, {"q", use("node")}, {"R", resistor("p", "q", 1)}}, 1));
  CHECK(problems[0]["code"] == "PH204");
}

}  // namespace porthos::ideal_switches_test
