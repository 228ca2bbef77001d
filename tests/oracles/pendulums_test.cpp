/// Double pendulum: its two normal modes, and Lagrange's equations in the two angles. A pendulum
/// whose controller shapes its energy.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"

namespace pendulums_test {
using namespace porthos::test;

namespace {

constexpr double g = 9.81, l = 0.5;

using Angles = std::array<double, 4>;  // theta_1, theta_2 and their rates

/// Equal masses and lengths: with d = theta_1 - theta_2
///   2 theta_1'' + cos(d) theta_2'' = -sin(d) theta_2'^2 - 2 g/l sin(theta_1)
///   cos(d) theta_1'' + theta_2''   =  sin(d) theta_1'^2 - g/l sin(theta_2)
Angles rate(const Angles& s) {
  const double d = s[0] - s[1], c = std::cos(d), k = std::sin(d);
  const double a = -k * s[3] * s[3] - 2 * g / l * std::sin(s[0]);
  const double b = k * s[2] * s[2] - g / l * std::sin(s[1]);
  const double det = 2 - c * c;
  return {s[2], s[3], (a - c * b) / det, (2 * b - c * a) / det};
}

Angles runge_kutta(Angles s, double h) {
  const auto along = [&s](const Angles& k, double w) {
    Angles r = s;
    for (size_t i = 0; i < r.size(); ++i) r[i] += w * k[i];
    return r;
  };
  const Angles k1 = rate(s), k2 = rate(along(k1, h / 2)), k3 = rate(along(k2, h / 2)),
               k4 = rate(along(k3, h));
  for (size_t i = 0; i < s.size(); ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return s;
}

}  // namespace

TEST_CASE("the double pendulum swings in its two normal modes", "[oracle]") {
  const double sign = GENERATE(1., -1.);
  CAPTURE(sign);
  const double amplitude = 1e-5, omega = std::sqrt((2 - sign * std::sqrt(2.)) * g / l);
  const Run run =
      simulate(gallery("double-pendulum"),
               {.until = 5,
                .step = 0.005,
                .set = {{"phi_1", amplitude}, {"phi_2", sign * std::sqrt(2.) * amplitude}}});
  // Finite angles change the frequency by their square, 1e-10, over phases up to 41.
  oracle(run, {"double-pendulum", "modes (of 1e-5 rad)"}, 1e-6 * amplitude,
         at(run, [&](const Reader& n) {
           const double swing = amplitude * std::cos(omega * n("t"));
           return std::max(std::abs(n("theta_1") - swing),
                           std::abs(n("theta_2") - sign * std::sqrt(2.) * swing));
         }));
}

TEST_CASE("the double pendulum moves as Lagrange's equations in its angles say", "[oracle]") {
  const double h = 0.005;
  const int parts = 20;
  const Run run = simulate(gallery("double-pendulum"), {.until = 2, .step = h});
  Angles s{2.2, 2.6, 0, 0};
  // Rates up to 27/s: (27 h)^6/1e5 for gauss(3) in each step, some ten times more after 2 s of
  // chaos.
  oracle(run, {"double-pendulum", "large motion"}, 1e-6, at(run, [&](const Reader& n) {
           const double error = std::max(std::abs(n("x1") - l * std::sin(s[0])),
                                         std::abs(n("y2") + l * (std::cos(s[0]) + std::cos(s[1]))));
           for (int i = 0; i < parts; ++i) s = runge_kutta(s, h / parts);
           return error;
         }));
}

TEST_CASE("a virtual spring turns the upright pose of a pendulum into a minimum of its energy",
          "[oracle]") {
  const double m = 1, k = 12, pi = std::acos(-1.), inertia = m * l * l, load = m * g * l;
  const double rate = std::sqrt((k - load) / inertia), small = 1e-5;
  Json model = gallery("energy-shaping");
  model["parameters"]["q_0"]["max"] = 4;
  const Run run = simulate(model, {.until = 5, .set = {{"b", 0}, {"q_0", pi + small}}});
  // finite angles change the rate by their square, 1e-10
  oracle(run, {"energy-shaping", "small swing (of 1e-5 rad)"}, 1e-6 * small,
         at(run, [&](const Reader& n) { return n("q") - pi - small * std::cos(rate * n("t")); }));
  // both positions have the same rate, bit for bit
  oracle({"energy-shaping", "q - xi"}, 0, run.drift("casimir"));
}

TEST_CASE("a virtual spring weaker than the load holds a pendulum aslant", "[oracle]") {
  const double k = 3, load = g * l, pi = std::acos(-1.);
  const Run run = simulate(gallery("energy-shaping"), {.until = 60, .set = {{"k", k}, {"b", 1}}});
  double q = 1.2;  // m g l sin(q) + k (q - pi) = 0
  for (int i = 0; i < 50; ++i) q -= (load * std::sin(q) + k * (q - pi)) / (load * std::cos(q) + k);
  // damped with 2/s: e^(-120) is left
  oracle({"energy-shaping", "rest pose"}, 1e-10, run.last("q") - q);
  CHECK(q < pi - 0.5);
}

}  // namespace pendulums_test
