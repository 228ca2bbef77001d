/// The differential-drive robot against the closed form of the Chaplygin sleigh.
///
///   v_x = V tanh k(t - t0)    |omega| = sqrt(2E/I_O) sech k(t - t0)    V = sqrt(2E/m)    k = l
///   sqrt(2Em)/I_O phi = phi_0 + sqrt(2E/I_O)/k [gd k(t - t0) - gd(-k t0)]            gd s = 2 atan
///   tanh(s/2)
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/paper.hpp"
#include "support/quadrature.hpp"

namespace sleigh_test {
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

void check_last(const Run& run, const Oracle& about, const std::map<std::string, double>& values) {
  for (const auto& [name, value] : values) {
    CAPTURE(name);
    oracle(about, kTight, run.last(name) - value);
  }
}

}  // namespace

TEST_CASE("the free robot moves as the Chaplygin sleigh", "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Sleigh sleigh(-0.7, 1.1);
  const Run run =
      simulate(gallery(name), {.until = 3, .step = 0.005, .method = "gauss(3)", .set = kFree});
  oracle(run, {name, "velocities"}, kTight, at(run, [&](const Reader& n) {
           return std::max(std::abs(n("v_x") - sleigh.v_x(n("t"))),
                           std::abs(n("omega") - sleigh.omega(n("t"))));
         }));
  oracle(run, {name, "heading"}, kTight,
         at(run, [&](const Reader& n) { return n("phi") - sleigh.phi(n("t")); }));
  oracle({name, "place"}, kTight, run.last("x") - sleigh.x(3));
  oracle({name, "place"}, kTight, run.last("y") - sleigh.y(3));
}

TEST_CASE("the free robot reaches the tabulated state after 3 s", "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Run run =
      simulate(gallery(name), {.until = 3, .step = 0.005, .method = "gauss(3)", .set = kFree});
  // An independent integration, printed to 10 to 12 digits.
  check_last(run, {name, "tabulated state, free"},
             {{"v_x", 0.793086653799},
              {"omega", 0.037712824080},
              {"phi", 2.979534715490},
              {"x", -1.6203911770},
              {"y", 0.5194547958}});
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
  // After 15 s the remaining turning rate is sech(29.6) = 3e-13.
  check_last(run, {name, "last velocities"}, {{"v_x", sleigh.V}, {"omega", 0}});
  const double before =
      sleigh.omega_max / sleigh.k * (Sleigh::gd(-sleigh.k * sleigh.t0) + std::numbers::pi / 2);
  const double turn = std::numbers::pi * std::sqrt(I_O / m) / l;
  CHECK_THAT(turn, WithinAbs(3.551219674868, 1e-12));
  oracle({name, "total turn"}, kTight, run.last("phi") - turn + before);
}

TEST_CASE("with the centre of mass behind the axle the robot ends up driving backwards",
          "[oracle]") {
  const Run run = simulate(gallery("differential-drive-reduced"),
                           {.until = 15, .set = {{"l", -0.3}, {"v_0", 0.7}, {"omega_0", 1.1}}});
  // sech(29.6) = 3e-13 is left; the energy is exact
  oracle({"differential-drive-reduced", "backwards"}, 1e-9, run.last("v_x") + 0.793189762919);
}

TEST_CASE("with the centre of mass on the axle the robot drives in a circle", "[oracle]") {
  const double turn = 2 * std::numbers::pi;  // s, at 1 rad/s
  const Run run = simulate(gallery("differential-drive"),
                           {.until = turn,
                            .step = turn / 600,
                            .method = "gauss(3)",
                            .set = {{"F_0", 0}, {"l", 0}, {"v_0", 0.5}, {"omega_0", 1}}});
  for (const char* name : {"v_x", "omega"})
    oracle({"differential-drive", "circle"}, kTight, run.drift(name));
  oracle({"differential-drive", "circle"}, kTight, std::hypot(run.last("x"), run.last("y")));
}

TEST_CASE("the driven robot reaches the tabulated state after 2 s", "[oracle]") {
  const std::string name = GENERATE("differential-drive", "differential-drive-reduced");
  CAPTURE(name);
  const Run run = simulate(
      gallery(name),
      {.until = 2, .step = 0.005, .method = "gauss(3)", .set = kDrivenStart, .inputs = kDriven});
  check_last(run, {name, "tabulated state, driven"},
             {{"x", 1.535677419811},
              {"y", -0.616010909964},
              {"phi", -0.425634397763},
              {"v_x", 1.049715305441},
              {"omega", 0.116141114360}});
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
    const double apart = difference(full, reduced, name);
    oracle({"differential-drive", "reduced model"}, kTight, apart);
    oracle({"differential-drive-reduced", "full model"}, kTight, apart);
  }
}

TEST_CASE("the robot never slips sideways", "[oracle]") {
  const Run run = simulate(gallery("differential-drive"), {.until = 60, .step = 1. / 60});
  // the projection leaves one rounding of v_x of order 1
  oracle({"differential-drive", "slip"}, 1e-14, run.largest("v_y"));
}

TEST_CASE("the reaction on the robot is that of the reduced equations", "[oracle]") {
  const Run run = simulate(gallery("differential-drive"),
                           {.until = 10, .step = 0.01, .set = kDrivenStart, .inputs = kDriven});
  // N; the forces of the run reach 10 N, and one linear solve in double precision
  oracle(run, {"differential-drive", "reaction"}, 1e-11, at(run, [](const Reader& n) {
           const double mu = m * n("v_x") * n("omega") * I_S / I_O +
                             m * l / I_O * b / 2 * (n("F_r.effort") - n("F_l.effort"));
           return std::max(std::abs(n("mu") - mu), std::abs(n("multiplier.no_side_slip") + mu));
         }));
}

}  // namespace sleigh_test
