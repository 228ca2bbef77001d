/// Thyristors, converters with coupled coils and nonlinear resistors against closed forms.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::converters_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double pi = std::numbers::pi;

Json resistor(const char* a, const char* b, double R) {
  return use("resistor", between(a, b), {{"R", R}});
}

/// An element with a characteristic, and values of the names in it.
Json nonlinear(const char* element, const char* a, const char* b, const char* name,
               const char* formula, Json parameters = Json::object()) {
  Json made = use(element, between(a, b), std::move(parameters));
  made["characteristics"] = {{name, formula}};
  return made;
}

constexpr double kLeakage = 1e-12;  // S, of the thyristor: 1e-11 A at 10 V

/// A source of 10 V and 10 rad/s with a thyristor that fires at the angle `firing`.
Json controlled_rectifier(double firing) {
  return model_of(
      {{"p", use("node")},
       {"q", use("node")},
       {"source", use("voltage-source", between("p", "ground"))},
       {"T", use("thyristor", between("p", "q"),
                 {{"period", 2 * pi / 10}, {"begin", firing / 10}, {"leakage", kLeakage}})},
       {"R", resistor("q", "ground", 10)}},
      4 * pi / 10, {{"source.voltage", {{"flow", "10*sin(10*t)"}}}});
}

}  // namespace

TEST_CASE("a thyristor conducts from its pulse to the zero of the current",
          "[oracle][elements][set-valued]") {
  constexpr double kFiring = 1;
  for (const Options& options : switching_methods(pi / 500)) {
    INFO(options.method);
    const Run run = test::simulate(controlled_rectifier(kFiring), options);
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double angle = std::fmod(10 * run.at("t", row), 2 * pi);
      if (std::abs(angle - kFiring) < 1e-9 || std::abs(angle - pi) < 1e-9) continue;
      const bool conducts = angle > kFiring && angle < pi;
      REQUIRE_THAT(run.at("T.current", row),
                   WithinAbs(conducts ? std::sin(angle) : 0, 20 * kLeakage));
    }
    // R i^2 over each half wave: 10 W/(10 rad/s) times the integral of sin^2.
    const double heat = ((pi - kFiring) / 2 + std::sin(2 * kFiring) / 4);
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(2 * heat, 1e-7));
    check_ledger(run);
  }
}

TEST_CASE("a pulse in the negative half wave does not fire a thyristor",
          "[oracle][elements][set-valued]") {
  const Run run = test::simulate(controlled_rectifier(4), {.step = pi / 500});
  CHECK(run.largest("T.current") <= 10 * kLeakage);
}

TEST_CASE("a coil keeps a thyristor on until its current is zero",
          "[oracle][elements][set-valued]") {
  constexpr double R = 10, L = 1, kFiring = 1;
  Json model = controlled_rectifier(kFiring);
  model["components"]["c"] = use("node");
  model["components"]["R"]["between"] = between("q", "c");
  model["components"]["L"] = use("inductor", between("c", "ground"), {{"L", L}});
  model["simulation"]["until"] = 2 * pi / 10;
  model["components"]["T"]["parameters"]["leakage"] = 1e-9;
  // i = I (sin(x - phase) - sin(firing - phase) exp((firing - x) R/(w L))) over the angle x.
  const double phase = std::atan(10 * L / R), size = 10 / std::hypot(R, 10 * L);
  const auto current = [&](double x) {
    return size * (std::sin(x - phase) - std::sin(kFiring - phase) * std::exp(kFiring - x));
  };
  double low = pi, high = 2 * pi;
  for (int k = 0; k < 60; ++k) (current((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  // The coil and the leakage have a time constant of 1e-9 s: for implicit methods.
  const Run run = test::simulate(model, {.step = pi / 2000, .method = "gauss(2)"});
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double angle = 10 * run.at("t", row);
    if (std::abs(angle - kFiring) < 1e-9) continue;
    const bool conducts = angle > kFiring && angle < low;
    // The leakage carries 1e-8 A.
    REQUIRE_THAT(run.at("T.current", row), WithinAbs(conducts ? current(angle) : 0, 1e-7));
  }
  check_ledger(run);
}

// Another path takes the current over at once: it does not fall to zero by itself.
TEST_CASE("a diode takes over the current of a thyristor at the zero of the voltage",
          "[oracle][elements][set-valued]") {
  constexpr double R = 5, L = 0.05, U = 100, omega = 100 * pi, kFired = 0.003, kHalf = 0.01;
  const Json model = model_of({{"p", use("node")},
                               {"q", use("node")},
                               {"k", use("node")},
                               {"V", use("voltage-source", between("p", "ground"))},
                               {"T", use("thyristor", between("p", "q"), {{"begin", kFired}})},
                               {"D", use("diode", between("ground", "q"))},
                               {"L", use("inductor", between("q", "k"), {{"L", L}})},
                               {"R", resistor("k", "ground", R)}},
                              0.065, {{"V.voltage", {{"flow", "100*sin(100*pi*t)"}}}});
  // i over a time s with the sine from t0 on, and without it.
  const double phase = std::atan(omega * L / R), size = U / std::hypot(R, omega * L);
  const auto driven = [&](double i, double t0, double s) {
    return size * std::sin(omega * (t0 + s) - phase) +
           (i - size * std::sin(omega * t0 - phase)) * std::exp(-s * R / L);
  };
  double i = 0;
  for (int k = 0; k < 3; ++k)
    i = driven(i, kFired, kHalf - kFired) * std::exp(-(kHalf + kFired) * R / L);
  const double right = driven(i, kFired, 0.005 - kFired);
  for (const Options& options : switching_methods(2e-4)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("L.current"), WithinAbs(right, options.tolerance ? 1e-8 : 1e-4));
    CHECK(run.largest("T.current") <= 2 * run.largest("L.current"));
    check_ledger(run);
  }
}

TEST_CASE("the pulses of a thyristor bridge commutate the current of its coil",
          "[oracle][elements][set-valued]") {
  constexpr double R = 5, L = 0.5, U = 100, omega = 100 * pi, kFired = 0.02 * 40 / 360;
  const double phase = std::atan(omega * L / R), size = U / std::hypot(R, omega * L);
  double i = 0, t = kFired;
  const auto after = [&](double s) {
    return size * std::sin(omega * (kFired + s) - phase) +
           (i - size * std::sin(omega * kFired - phase)) * std::exp(-s * R / L);
  };
  for (; t + 0.01 < 0.065; t += 0.01) i = after(0.01);
  const double right = after(0.065 - t);
  for (const double leakage : {1e-9, 1e-6}) {
    const auto thyristor = [&](const char* a, const char* b, double begin) {
      return use("thyristor", between(a, b), {{"begin", begin}, {"leakage", leakage}});
    };
    const Json model = model_of({{"p", use("node")},
                                 {"q", use("node")},
                                 {"o", use("node")},
                                 {"k", use("node")},
                                 {"V", use("voltage-source", between("p", "q"))},
                                 {"T1", thyristor("p", "o", kFired)},
                                 {"T2", thyristor("q", "o", kFired + 0.01)},
                                 {"T3", thyristor("ground", "p", kFired + 0.01)},
                                 {"T4", thyristor("ground", "q", kFired)},
                                 {"L", use("inductor", between("o", "k"), {{"L", L}})},
                                 {"R", resistor("k", "ground", R)}},
                                0.065, {{"V.voltage", {{"flow", "100*sin(100*pi*t)"}}}});
    for (const Options& options : switching_methods(2e-4)) {
      CAPTURE(options.method, leakage);
      // Coil and leakage have a time constant of 5e-10 s.
      if (options.method == "dop853" && leakage < 1e-6) continue;
      const Run run = test::simulate(model, options);
      // The leakage starts the coil a little: 1e-4 A at 1e-6 S.
      CHECK_THAT(run.last("L.current"), WithinAbs(right, 100 * leakage + 1e-6));
      check_ledger(run);
    }
  }
}

TEST_CASE("three thyristors hand a load on from phase to phase", "[oracle][elements][set-valued]") {
  constexpr double R = 10, U = 100, omega = 100 * pi;
  for (const double firing : {20 * pi / 180, 60 * pi / 180}) {
    const auto thyristor = [&](const char* phase, int k) {
      const double begin = (pi / 6 + firing + 2 * pi / 3 * k) / omega;
      return use("thyristor", between(phase, "o"), {{"begin", begin}});
    };
    Json model = model_of({{"a", use("node")},
                           {"b", use("node")},
                           {"c", use("node")},
                           {"o", use("node")},
                           {"Va", use("voltage-source", between("a", "ground"))},
                           {"Vb", use("voltage-source", between("b", "ground"))},
                           {"Vc", use("voltage-source", between("c", "ground"))},
                           {"T1", thyristor("a", 0)},
                           {"T2", thyristor("b", 1)},
                           {"T3", thyristor("c", 2)},
                           {"R", resistor("o", "ground", R)}},
                          0.06);
    model["inputs"]["Va.voltage"]["flow"] = "100*sin(100*pi*t)";
    model["inputs"]["Vb.voltage"]["flow"] = "100*sin(100*pi*t - 2*pi/3)";
    model["inputs"]["Vc.voltage"]["flow"] = "100*sin(100*pi*t - 4*pi/3)";
    // U^2/R sin^2 over each pulse, which ends with the next one or at zero.
    const double from = pi / 6 + firing, to = std::min(from + 2 * pi / 3, pi);
    const auto area = [](double x) { return x / 2 - std::sin(2 * x) / 4; };
    const double pulse = U * U / R / omega * (area(to) - area(from));
    for (const Options& options : switching_methods(2e-4)) {
      CAPTURE(options.method, firing);
      model["simulation"]["until"] = 0.06;
      const double late = test::simulate(model, options).last("energy.dissipated");
      model["simulation"]["until"] = 0.04;
      const double early = test::simulate(model, options).last("energy.dissipated");
      CHECK_THAT(late - early, WithinAbs(3 * pulse, options.tolerance ? 1e-6 : 1e-3));
    }
  }
}

TEST_CASE("a flyback converter moves the same energy in each period",
          "[oracle][elements][set-valued]") {
  // The current of the coil rises to U d T/L while the switch is closed. The diode then passes all
  // of its energy to the capacitor, as without a load the coil is empty before the next period.
  constexpr double U = 12, L = 1e-4, C = 1e-4, kPeriod = 1e-4, kDuty = 0.4, kRatio = 2;
  const double quantum = std::pow(U * kDuty * kPeriod, 2) / (2 * L);
  const Json model = model_of(
      {{"p", use("node")},
       {"drain", use("node")},
       {"s", use("node")},
       {"out", use("node")},
       {"source", use("voltage-source", between("p", "ground"), {{"U", U}})},
       {"L", use("inductor", between("p", "drain"), {{"L", L}})},
       {"T", use("transformer", {{"a", "p"}, {"b", "drain"}, {"c", "ground"}, {"d", "s"}},
                 {{"n", kRatio}})},
       {"S", use("switch", between("drain", "ground"), {{"period", kPeriod}, {"duty", kDuty}})},
       {"D", use("diode", between("s", "out"), {{"leakage", 1e-9}})},
       {"snubber", resistor("drain", "ground", 1e6)},
       {"C", use("capacitor", between("out", "ground"), {{"C", C}})}},
      20 * kPeriod);
  // The coil and the snubber have a time constant of 1e-10 s: for implicit methods.
  const Run run = test::simulate(model, {.step = kPeriod / 20, .method = "gauss(2)"});
  double before = 0;
  for (int k = 5; k <= 20; ++k) {  // earlier the voltage is too low to empty the coil
    const double u = run.at("out.u", static_cast<std::size_t>(std::lround(20 * k)));
    INFO(k);
    // The snubber takes u^2/R at up to 40 V while the coil is not empty: some 1e-5 of it.
    if (k > 5) CHECK_THAT(C / 2 * (u * u - before * before), WithinAbs(quantum, 1e-4 * quantum));
    before = u;
  }
  check_ledger(run);
}

TEST_CASE("a flyback converter with a steady current has the ratio of its duty",
          "[oracle][elements][set-valued]") {
  // In the steady state the mean voltage of the coil is zero: d U = (1 - d) n u.
  constexpr double U = 12, kPeriod = 1e-4, kDuty = 0.4, kRatio = 2;
  const Json model = model_of(
      {{"p", use("node")},
       {"drain", use("node")},
       {"s", use("node")},
       {"out", use("node")},
       {"source", use("voltage-source", between("p", "ground"), {{"U", U}})},
       {"L", use("inductor", between("p", "drain"), {{"L", 1e-2}})},
       {"T", use("transformer", {{"a", "p"}, {"b", "drain"}, {"c", "ground"}, {"d", "s"}},
                 {{"n", kRatio}})},
       {"S", use("switch", between("drain", "ground"), {{"period", kPeriod}, {"duty", kDuty}})},
       {"D", use("diode", between("s", "out"), {{"leakage", 1e-9}})},
       {"snubber", resistor("drain", "ground", 1e6)},
       {"C", use("capacitor", between("out", "ground"), {{"C", 2e-3}})},
       {"R", resistor("out", "ground", 2)}},
      0.2);
  const Run run = test::simulate(model, {.step = kPeriod / 20, .method = "gauss(2)"});
  double mean = 0;
  const std::size_t last = run.rows() - 1;
  for (std::size_t k = 0; k < 20; ++k)
    mean += (run.at("out.u", last - k) + run.at("out.u", last - k - 1)) / 40;
  // Ripple of the capacitor: i d T/C = 4 mV; the mean voltage of the coil differs by its square.
  CHECK_THAT(mean, WithinAbs(kDuty / (1 - kDuty) * U / kRatio, 1e-3));
  check_ledger(run);
}

TEST_CASE("nonlinear resistors follow their characteristics", "[oracle][elements]") {
  // C u' = -k u^3 gives u = u0/sqrt(1 + 2 k u0^2 t/C), and L i' = -k i^3 the same for i.
  Json discharge = model_of(
      {{"p", use("node")},
       {"C", use("capacitor", between("p", "ground"), {{"C", 0.5}})},
       {"R", nonlinear("nonlinear-conductor", "p", "ground", "i", "k*u^3", {{"k", 0.25}})}},
      3);
  discharge["components"]["C"]["start"] = {{"q", 1}};
  const Run cubic = test::simulate(discharge, {.step = 0.01, .method = "gauss(3)"});
  CHECK_THAT(cubic.last("p.u"), WithinAbs(2 / std::sqrt(1 + 2 * 0.25 * 4 * 3 / 0.5), 1e-10));
  CHECK_THAT(cubic.last("energy.dissipated"),
             WithinAbs(1 - std::pow(cubic.last("p.u"), 2) / 4, 1e-12));
  Json decay = model_of({{"p", use("node")},
                         {"L", use("inductor", between("p", "ground"), {{"L", 0.5}})},
                         {"R", nonlinear("nonlinear-resistor", "p", "ground", "u", "0.25*i^3")}},
                        3);
  decay["components"]["L"]["start"] = {{"psi", 1}};
  const Run coil = test::simulate(decay, {.step = 0.01, .method = "gauss(3)"});
  CHECK_THAT(std::abs(coil.last("L.current")),
             WithinAbs(2 / std::sqrt(1 + 2 * 0.25 * 4 * 3 / 0.5), 1e-10));
  check_ledger(coil);
}

TEST_CASE("a diode with an exponential characteristic divides a voltage", "[oracle][elements]") {
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"source", use("voltage-source", between("p", "ground"))},
                {"D", nonlinear("nonlinear-conductor", "p", "q", "i", "1e-9*(exp(u/0.05) - 1)")},
                {"R", resistor("q", "ground", 50)}},
               1, {{"source.voltage", {{"flow", "2*sin(2*pi*t)"}}}});
  const Run run = test::simulate(model, {.step = 0.01});
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double u = run.at("D.voltage", row), i = run.at("D.current", row);
    REQUIRE_THAT(u + 50 * i, WithinAbs(2 * std::sin(2 * pi * run.at("t", row)), 1e-10));
    REQUIRE_THAT(i, WithinAbs(1e-9 * (std::exp(u / 0.05) - 1), 1e-10));
  }
}

TEST_CASE("a source of current drives a diode with an exponential characteristic",
          "[oracle][elements]") {
  // Newton's first step from 0 V would lead to 50 kV: the slope at rest is 2e-8 S.
  for (const char* const input : {"0.001", "0.001*sin(100*t)^2", "if(t < 0.01, 0, 0.001)"}) {
    CAPTURE(input);
    const Json model = model_of(
        {{"n", use("node")},
         {"I", use("current-source", between("n", "ground"))},
         {"D", nonlinear("nonlinear-conductor", "n", "ground", "i", "1e-9*(exp(u/0.05) - 1)")}},
        0.04, {{"I.current", input}});
    for (const char* const method : {"gauss(2)", "adaptive-gauss(3)", "radau(3)", "dop853"}) {
      CAPTURE(method);
      const Run run = test::simulate(model, {.step = 0.0002, .method = method});
      for (std::size_t row = 0; row < run.rows(); ++row) {
        const double i = run.at("I.current.effort", row);
        if (std::abs(run.at("t", row) - 0.01) < 1e-9) continue;
        REQUIRE_THAT(run.at("n.u", row), WithinAbs(0.05 * std::log1p(i / 1e-9), 1e-9));
      }
    }
  }
}

TEST_CASE("a rod with a driven length lifts a mass", "[oracle][elements]") {
  // A mass that hangs on a rod of the length 1 + 0.2 sin(3 t): tension m (g + l''), here downwards.
  Json model = model_of(
      {{"mass", use("point-mass", {}, {{"m", 2}})},
       {"rod", use("distance", between("ground", "mass"), {{"length", 1}, {"swing", 0.2}})}},
      2);
  model["components"]["mass"]["start"] = {{"r", {0, 0, -1}}, {"v", {0, 0, -0.6}}};
  model["components"]["rod"]["characteristics"] = {{"extra", "swing*sin(3*t)"}};
  const Run run = test::simulate(model, {.step = 0.01, .method = "gauss(3)"});
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    REQUIRE_THAT(run.at("mass.r.3", row), WithinAbs(-1 - 0.2 * std::sin(3 * t), 1e-11));
    REQUIRE_THAT(run.at("rod.tension", row),
                 WithinAbs(2 * (9.81 + 9 * 0.2 * std::sin(3 * t)), 1e-8));
  }
  // It supplies the kinetic and the potential energy.
  const double v = 0.6 * std::cos(6.0), start = 0.6 * 0.6;
  CHECK_THAT(run.last("energy.supplied"),
             WithinAbs(v * v - start - 2 * 9.81 * 0.2 * std::sin(6.0), 1e-9));
}

TEST_CASE("characteristics that do not fit are reported where they are given",
          "[elements][problems]") {
  const auto problem = [](const char* name, const char* formula) {
    const Json model = model_of(
        {{"p", use("node")}, {"R", nonlinear("nonlinear-conductor", "p", "ground", name, formula)}},
        1);
    return problems_of(model);
  };
  const Json unknown = problem("j", "u");
  CHECK(unknown[0]["code"] == "PH111");
  CHECK(unknown[0]["where"] == "/components/R/characteristics/j");
  const Json wrong = problem("i", "u + h");
  CHECK(wrong[0]["code"] == "PH111");
  CHECK(wrong[0]["where"] == "/components/R/characteristics/i");
  const Json other = problem("i", "u*(");
  CHECK(other[0]["where"] == "/components/R/characteristics/i");
}

}  // namespace porthos::converters_test
