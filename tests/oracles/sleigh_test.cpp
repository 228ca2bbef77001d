/// The differential-drive robot against the closed form of the Chaplygin sleigh.
///
///   v_x = V tanh k(t - t0)    |omega| = sqrt(2E/I_O) sech k(t - t0)    V = sqrt(2E/m)    k = l
///   sqrt(2Em)/I_O phi = phi_0 + sqrt(2E/I_O)/k [gd k(t - t0) - gd(-k t0)]            gd s = 2 atan
///   tanh(s/2)
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/quadrature.hpp"
#include "support/run.hpp"

using namespace porthos::test;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double m = 2, l = 0.3, b = 0.4, I_S = 0.05, I_O = I_S + m * l * l;

// gauss(3) at 5 ms: the error h^6 of a motion with the rate k = 2/s is below 1e-13; 600 steps of
// rounding add about as much.
constexpr double kTight = 1e-9;

struct Sleigh {
  double E, V, k, t0, omega_max;
  Sleigh(double v_0, double omega_0)
      : E(m / 2 * v_0 * v_0 + I_O / 2 * omega_0 * omega_0),
        V(std::sqrt(2 * E / m)),
        k(l * std::sqrt(2 * E * m) / I_O),
        t0(-std::atanh(v_0 / V) / k),
        omega_max(std::copysign(std::sqrt(2 * E / I_O), omega_0)) {}
  static double gd(double s) { return 2 * std::atan(std::tanh(s / 2)); }
  double v_x(double t) const { return V * std::tanh(k * (t - t0)); }
  double omega(double t) const { return omega_max / std::cosh(k * (t - t0)); }
  double phi(double t) const { return omega_max / k * (gd(k * (t - t0)) - gd(-k * t0)); }
  double x(double t) const {
    return integral([&](double s) { return v_x(s) * std::cos(phi(s)); }, 0, t, 64);
  }
  double y(double t) const {
    return integral([&](double s) { return v_x(s) * std::sin(phi(s)); }, 0, t, 64);
  }
};

const Json kFree = {{"F_0", 0}, {"v_0", -0.7}, {"omega_0", 1.1}};
const Json kDriven = {{"F_l", "0.4*cos(t)"}, {"F_r", "0.2 + 0.1*t"}};
const Json kDrivenStart = {{"v_0", 0.5}, {"omega_0", -0.8}};

}  // namespace

TEST_CASE("the free robot moves as the Chaplygin sleigh", "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Sleigh sleigh(-0.7, 1.1);
  const Run run =
      simulate(gallery(name), {.until = 3, .step = 0.005, .method = "gauss(3)", .set = kFree});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    error = std::max({error, std::abs(run.at("v_x", row) - sleigh.v_x(t)),
                      std::abs(run.at("omega", row) - sleigh.omega(t)),
                      std::abs(run.at("phi", row) - sleigh.phi(t))});
  }
  CHECK(error < kTight);
  CHECK_THAT(run.last("x"), WithinAbs(sleigh.x(3), kTight));
  CHECK_THAT(run.last("y"), WithinAbs(sleigh.y(3), kTight));
}

TEST_CASE("the free robot reaches the tabulated state after 3 s", "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Run run =
      simulate(gallery(name), {.until = 3, .step = 0.005, .method = "gauss(3)", .set = kFree});
  // An independent integration, printed to 10 to 12 digits.
  CHECK_THAT(run.last("v_x"), WithinAbs(0.793086653799, kTight));
  CHECK_THAT(run.last("omega"), WithinAbs(0.037712824080, kTight));
  CHECK_THAT(run.last("phi"), WithinAbs(2.979534715490, kTight));
  CHECK_THAT(run.last("x"), WithinAbs(-1.6203911770, kTight));
  CHECK_THAT(run.last("y"), WithinAbs(0.5194547958, kTight));
}

TEST_CASE("the closed form of the sleigh has the tabulated constants", "[oracle]") {
  const Sleigh sleigh(-0.7, 1.1);
  CHECK_THAT(sleigh.E, WithinAbs(0.629150, 1e-12));  // printed to 12 digits, as are the next three
  CHECK_THAT(sleigh.V, WithinAbs(0.793189762919, 1e-12));
  CHECK_THAT(sleigh.k, WithinAbs(2.069190685876, 1e-12));
  CHECK_THAT(sleigh.t0, WithinAbs(0.670318118677, 1e-12));
}

TEST_CASE("the robot ends up with its centre of mass in front, after the turn of the closed form",
          "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Sleigh sleigh(-0.7, 1.1);
  const Run run =
      simulate(gallery(name), {.until = 15, .step = 0.005, .method = "gauss(3)", .set = kFree});
  // What is left of the turning after 15 s is sech(29.6) = 3e-13.
  CHECK_THAT(run.last("v_x"), WithinAbs(sleigh.V, kTight));
  CHECK_THAT(run.last("omega"), WithinAbs(0, kTight));
  const double before =
      sleigh.omega_max / sleigh.k * (Sleigh::gd(-sleigh.k * sleigh.t0) + std::numbers::pi / 2);
  const double turn = std::numbers::pi * std::sqrt(I_O / m) / l;
  CHECK_THAT(turn, WithinAbs(3.551219674868, 1e-12));
  CHECK_THAT(run.last("phi"), WithinAbs(turn - before, kTight));
}

TEST_CASE("with the centre of mass behind the axle the robot ends up driving backwards",
          "[oracle]") {
  const Run run = simulate(gallery("differential-drive-reduced"),
                           {.until = 15, .set = {{"l", -0.3}, {"v_0", 0.7}, {"omega_0", 1.1}}});
  CHECK_THAT(run.last("v_x"),
             WithinAbs(-0.793189762919, 1e-9));  // sech(29.6) = 3e-13 is left; the energy is exact
}

TEST_CASE("with the centre of mass on the axle the robot drives in a circle", "[oracle]") {
  const double turn = 2 * std::numbers::pi;  // s, at 1 rad/s
  const Run run = simulate(gallery("differential-drive"),
                           {.until = turn,
                            .step = turn / 600,
                            .method = "gauss(3)",
                            .set = {{"F_0", 0}, {"l", 0}, {"v_0", 0.5}, {"omega_0", 1}}});
  CHECK(run.drift("v_x") < kTight);
  CHECK(run.drift("omega") < kTight);
  CHECK(std::hypot(run.last("x"), run.last("y")) < kTight);
}

TEST_CASE("the driven robot reaches the tabulated state after 2 s", "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Run run = simulate(
      gallery(name),
      {.until = 2, .step = 0.005, .method = "gauss(3)", .set = kDrivenStart, .inputs = kDriven});
  CHECK_THAT(run.last("x"), WithinAbs(1.535677419811, kTight));
  CHECK_THAT(run.last("y"), WithinAbs(-0.616010909964, kTight));
  CHECK_THAT(run.last("phi"), WithinAbs(-0.425634397763, kTight));
  CHECK_THAT(run.last("v_x"), WithinAbs(1.049715305441, kTight));
  CHECK_THAT(run.last("omega"), WithinAbs(0.116141114360, kTight));
}

TEST_CASE("the robot with its constraint and the reduced robot move alike", "[oracle]") {
  const bool driven = GENERATE(false, true);
  CAPTURE(driven);
  Options options{
      .until = 10, .step = 0.005, .method = "gauss(3)", .set = driven ? kDrivenStart : kFree};
  if (driven) options.inputs = kDriven;
  const Run full = simulate(gallery("differential-drive"), options);
  const Run reduced = simulate(gallery("differential-drive-reduced"), options);
  for (const char* name : {"x", "y", "phi", "v_x", "omega", "F_l.flow", "F_r.flow"}) {
    CAPTURE(name);
    CHECK(difference(full, reduced, name) < kTight);
  }
}

TEST_CASE("the robot never slips sideways", "[oracle]") {
  const Run run = simulate(gallery("differential-drive"), {.until = 60, .step = 1. / 60});
  CHECK(run.largest("v_y") < 1e-14);  // the projection leaves one rounding of v_x of order 1
}

TEST_CASE("the reaction on the robot is that of the reduced equations", "[oracle]") {
  const Run run = simulate(gallery("differential-drive"),
                           {.until = 10, .step = 0.01, .set = kDrivenStart, .inputs = kDriven});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double mu = m * run.at("v_x", row) * run.at("omega", row) * I_S / I_O +
                      m * l / I_O * b / 2 * (run.at("F_r.effort", row) - run.at("F_l.effort", row));
    error = std::max({error, std::abs(run.at("mu", row) - mu),
                      std::abs(run.at("multiplier.no_side_slip", row) + mu)});
  }
  CHECK(error <
        1e-11);  // N; the forces of the run reach 10 N, and one linear solve in double precision
}
