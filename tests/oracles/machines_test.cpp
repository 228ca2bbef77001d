/// Machines and chains of the gallery compared with closed forms: governor, electric cart, beads on
/// a string, two blocks in contact.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>

#include "support/paper.hpp"

namespace machines_test {
using namespace porthos::test;
using Catch::Matchers::WithinAbs;

namespace {

/// Laguerre's polynomial L_n(x): (k + 1) L_(k+1) = (2 k + 1 - x) L_k - k L_(k-1)
double laguerre(int n, double x) {
  double before = 0, now = 1;
  for (int k = 0; k < n; ++k) {
    const double next = ((2 * k + 1 - x) * now - k * before) / (k + 1);
    before = now;
    now = next;
  }
  return now;
}

/// The zero of L_n between a and b, where it changes its sign.
double laguerre_zero(int n, double a, double b) {
  for (int i = 0; i < 80; ++i)
    (laguerre(n, a) * laguerre(n, (a + b) / 2) > 0 ? a : b) = (a + b) / 2;
  return (a + b) / 2;
}

}  // namespace

TEST_CASE("beads on a string swing in Bernoulli's modes", "[oracle]") {
  const bool slowest = GENERATE(true, false);
  CAPTURE(slowest);
  const int n = 8;
  const double g = 9.81, l = 0.12, amplitude = 2e-5;
  const double zero = slowest ? laguerre_zero(n, 0, 0.5) : laguerre_zero(n, 18, 25);
  if (slowest) CHECK_THAT(zero, WithinAbs(0.170279632305, 1e-12));  // Abramowitz, Stegun, 25.9
  const double rate = std::sqrt(zero * g / l);
  std::map<std::string, double> start;
  double largest = 0;
  for (int j = 1; j <= n; ++j) largest = std::max(largest, std::abs(laguerre(n - j, zero)));
  for (int j = 1; j <= n; ++j) {
    start["x" + std::to_string(j)] = amplitude * laguerre(n - j, zero) / largest;
    start["y" + std::to_string(j)] = -j * l;
  }
  const Run run = simulate(with_start(gallery("hanging-chain"), start),
                           {.until = 4, .step = 0.002, .method = "gauss(3)"});
  // Finite angles, 3e-4 of the fastest mode, change the rates by their square, over a phase of 170.
  const char* mode = slowest ? "slowest mode (of 2e-5 m)" : "fastest mode (of 2e-5 m)";
  for (int j = 1; j <= n; ++j) {
    const std::string x = "x" + std::to_string(j);
    oracle(run, {"hanging-chain", mode}, 1e-3 * amplitude, [&](size_t row) {
      return run.at(x, row) - start[x] * std::cos(rate * run.at("t", row));
    });
  }
}

TEST_CASE("at rest the chain pulls at its hook with its weight", "[oracle]") {
  const Run run = simulate(gallery("hanging-chain"), {.until = 1, .set = {{"phi_0", 0}}});
  oracle({"hanging-chain", "pull at the hook"}, 1e-11, run.last("pull_at_hook") - 8 * 0.1 * 9.81);
}

TEST_CASE("the arms of the governor stand at the angle of their speed, and swing about it",
          "[oracle]") {
  const double m = 1, M = 0.8, l = 0.25, g = 9.81, I = 0.05, Omega = 12;
  const double c = (m + M) * g / (m * l * Omega * Omega), alpha = std::acos(c);
  const Run still = simulate(gallery("flyball-governor"), {.set = {{"M_0", 0}}});
  // h^4 of gauss(2) at 12/s
  oracle({"flyball-governor", "drift of the steady angle"}, 1e-7, still.drift("alpha"));
  oracle({"flyball-governor", "steady angle"}, 1e-14, still.first("alpha") - alpha);

  // With J = I + 2 m l^2 s^2 and the constant momentum p = J Omega:
  // T = (m + 2 M s^2) l^2 a'^2,  V = p^2/(2 J) - 2 (m + M) g l cos(a),  2 (m + 2 M s^2) l^2 e'' =
  // -V'' e
  const auto inertia = [&](double a) { return I + 2 * m * l * l * std::pow(std::sin(a), 2); };
  const double s2 = 1 - c * c, J = inertia(alpha), J1 = 4 * m * l * l * std::sqrt(s2) * c,
               J2 = 4 * m * l * l * (c * c - s2);
  const double stiffness = Omega * Omega * (J1 * J1 / J - J2 / 2) + 2 * (m + M) * g * l * c;
  const double rate = std::sqrt(stiffness / (2 * (m + 2 * M * s2) * l * l)), small = 1e-5;
  const Run run = simulate(
      with_start(gallery("flyball-governor"), {{"x", l * std::sin(alpha + small)},
                                               {"h", -l * std::cos(alpha + small)},
                                               {"z", -2 * l * std::cos(alpha + small)},
                                               {"omega", Omega * J / inertia(alpha + small)}}),
      {.until = 3, .method = "gauss(3)", .set = {{"M_0", 0}, {"c", 0}}});
  // the next term of the potential is 1e-5 of this one
  oracle(run, {"flyball-governor", "small swing (of 1e-5 rad)"}, 1e-4 * small,
         at(run,
            [&](const Reader& n) { return n("alpha") - alpha - small * std::cos(rate * n("t")); }));
  oracle({"flyball-governor", "angular momentum"}, 1e-11, run.drift("p_phi"));
}

TEST_CASE("current and speed of the electric cart swing as the voltage forces them", "[oracle]") {
  using Complex = std::complex<double>;
  const double L = 0.02, R = 0.8, K = 0.1, M = 3, r = 0.12, d = 1.5, V = 9, nu = 2;
  // After the start has died away: (R + i nu L) I + K/r v = V, (d + i nu M) v = K/r I
  const Complex i(0, 1), mobility = 1. / (d + i * nu * M);
  const Complex I = V / (R + i * nu * L + K * K / (r * r) * mobility), v = K / r * I * mobility;
  const Run run =
      simulate(gallery("motor-cart"), {.until = 60, .method = "gauss(3)", .output_every = 4});
  // A of 11: h^6 at a rate of 40/s of the winding, which has died away
  oracle(run, {"motor-cart", "current and speed"}, 1e-10, at(run, [&](const Reader& n) {
           const double t = n("t");
           if (t <= 40) return 0.;  // the slower start dies with 0.8/s: e^(-32)
           const Complex phase = std::polar(1., nu * t);
           return std::max(std::abs(n("I") - (I * phase).real()),
                           std::abs(n("v") - (v * phase).real()));
         }));
  // K of 370: the ledger closes to 1e-12. The supplied energy that is not kinetic has warmed 30
  // J/K.
  oracle(run, {"motor-cart", "temperature"}, 1e-10, at(run, [](const Reader& n) {
           return 293 + (n("energy.supplied") - n("energy.kinetic")) / 30 - n("temperature");
         }));
  oracle(run, {"motor-cart", "second law"}, 0, [&](size_t row) {
    return row > 0 ? std::max(run.at("s", row - 1) - run.at("s", row), 0.) : 0;
  });
}

TEST_CASE("two blocks in contact share the forces by their masses", "[oracle]") {
  const double m1 = 2, m2 = 1, v_scale = 3 / (3. * 2);
  const Run run = simulate(gallery("contact"));
  // N of 4: one linear solve
  oracle(run, {"contact", "force"}, 1e-13, at(run, [&](const Reader& n) {
           return n("f_1") - (m1 * n("right.effort") - m2 * n("left.effort")) / (m1 + m2);
         }));
  // m/s: h^6 of a quadrature, and 1000 roundings; (F_1 + F_2)/(m1 + m2) = cos(2 t)
  oracle(run, {"contact", "speed"}, 1e-12,
         at(run, [&](const Reader& n) { return n("v1") - v_scale * std::sin(2 * n("t")); }));
}

}  // namespace machines_test
