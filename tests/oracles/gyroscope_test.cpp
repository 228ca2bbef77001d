/// The gyroscope in three descriptions, compared with each other and with known properties of its
/// motion.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/paper.hpp"

namespace gyroscope_test {
using namespace porthos::test;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double m = 2, r = 0.1, w = 0.02;
constexpr double I_x = m / 2 * r * r, I_t = m / 12 * (3 * r * r + w * w);

struct Start {
  double alpha, beta, gamma, omega_x, omega_y, omega_z;
};
constexpr Start kTabulated{0.3, 0.4, -0.2, 5, 2, -1};

/// A model of the gyroscope that starts at the given angles, whatever its positions are.
Json gyroscope(const std::string& kind, const Start& s) {
  const double ca = std::cos(s.alpha), sa = std::sin(s.alpha), cb = std::cos(s.beta),
               sb = std::sin(s.beta), cg = std::cos(s.gamma), sg = std::sin(s.gamma);
  std::map<std::string, double> start = {
      {"omega_x", s.omega_x}, {"omega_y", s.omega_y}, {"omega_z", s.omega_z}};
  if (kind == "euler") {
    start.insert({{"alpha", s.alpha}, {"beta", s.beta}, {"gamma", s.gamma}});
  } else if (kind == "matrix") {  // R = Rz(gamma) Ry(beta) Rx(alpha)
    start.insert({{"R11", cb * cg}, {"R21", cb * sg}, {"R31", -sb}});
    start.insert(
        {{"R12", sa * sb * cg - ca * sg}, {"R22", sa * sb * sg + ca * cg}, {"R32", sa * cb}});
    start.insert(
        {{"R13", ca * sb * cg + sa * sg}, {"R23", ca * sb * sg - sa * cg}, {"R33", ca * cb}});
  } else {
    const double a = std::cos(s.alpha / 2), A = std::sin(s.alpha / 2), b = std::cos(s.beta / 2),
                 B = std::sin(s.beta / 2), c = std::cos(s.gamma / 2), C = std::sin(s.gamma / 2);
    start.insert({{"q0", a * b * c + A * B * C}, {"q1", A * b * c - a * B * C}});
    start.insert({{"q2", a * B * c + A * b * C}, {"q3", a * b * C - A * B * c}});
  }
  return with_start(gallery("gyroscope-" + kind), start);
}

/// |a - b| of two angles that may differ by full turns.
double apart(double a, double b) { return std::abs(std::remainder(a - b, 2 * kPi)); }

}  // namespace

TEST_CASE("the gyroscope reaches the tabulated state after 1.5 s", "[oracle]") {
  const std::string kind = GENERATE("euler", "matrix", "quaternion");
  CAPTURE(kind);
  const Run run = simulate(
      gyroscope(kind, kTabulated),
      {.until = 1.5, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0.003"}}});
  // The table has 12 digits; h^6 with a rate of 10/s is 2e-10 per unit of the highest derivative,
  // in practice 1e-13.
  const Oracle about{"gyroscope-" + kind, "tabulated state"};
  oracle(about, 1e-9, apart(run.last("alpha"), 8.420290990630));
  oracle(about, 1e-9, run.last("beta") - 0.539688391149);
  oracle(about, 1e-9, run.last("gamma") - 0.357473685662);
  oracle(about, 1e-9, run.last("omega_x") - 5);
  oracle(about, 1e-9, run.last("omega_y") - 1.962137988199);
  oracle(about, 1e-9, run.last("omega_z") - 1.146924138063);
}

TEST_CASE("Euler angles, rotation matrix and quaternion describe the same gyroscope", "[oracle]") {
  const std::string torque = GENERATE("0", "0.003", "0.02*sin(3*t)");
  CAPTURE(torque);
  const Options options{
      .until = 5, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", torque}}};
  const Run euler = simulate(gyroscope("euler", kTabulated), options);
  for (const std::string kind : {"matrix", "quaternion"}) {
    CAPTURE(kind);
    const Oracle about{"gyroscope-" + kind, "same as Euler angles"},
        back{"gyroscope-euler", "same as " + (kind == "matrix" ? "rotation matrix" : kind)};
    const Run other = simulate(gyroscope(kind, kTabulated), options);
    // Each description integrates its own equations with h^6; 2000 steps of rounding add 1e-12.
    for (const char* name : {"omega_x", "omega_y", "omega_z", "M_ext.flow", "L_X", "L_Y", "L_Z"}) {
      CAPTURE(name);
      const double error = difference(euler, other, name);
      oracle(about, 1e-9, error);
      oracle(back, 1e-9, error);
    }
    for (const char* name : {"alpha", "beta", "gamma"}) {
      CAPTURE(name);
      const auto error = [&](size_t row) {
        return apart(euler.at(name, row), other.at(name, row));
      };
      oracle(euler, about, 1e-9, error);
      oracle(euler, back, 1e-9, error);
    }
  }
}

TEST_CASE("p_alpha and p_gamma stay constant under any torque on the inner ring", "[oracle]") {
  const std::string kind = GENERATE("euler", "matrix", "quaternion");
  CAPTURE(kind);
  const Run run = simulate(
      gyroscope(kind, kTabulated),
      {.until = 10, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0.02*sin(3*t)"}}});
  // of 0.05: linear in omega, kept by the method up to 4000 roundings
  oracle({"gyroscope-" + kind, "p_alpha"}, 1e-13, run.drift("p_alpha"));
  // of 0.01: the method's h^6, which is below 1e-12 here
  oracle({"gyroscope-" + kind, "p_gamma"}, 1e-11, run.drift("p_gamma"));
}

TEST_CASE("under a constant torque H - M_ext beta stays constant", "[oracle]") {
  const std::string kind = GENERATE("euler", "matrix", "quaternion");
  CAPTURE(kind);
  const Run run =
      simulate(gyroscope(kind, kTabulated),
               {.until = 10, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0.003"}}});
  // J of 0.14 J
  oracle(run, {"gyroscope-" + kind, "H - M beta"}, 1e-12, at(run, [&](const Reader& n) {
           return n("energy.stored") - run.first("energy.stored") -
                  0.003 * (n("beta") - run.first("beta"));
         }));
}

TEST_CASE("the free gyroscope keeps its angular momentum in space", "[oracle]") {
  const std::string kind = GENERATE("euler", "matrix", "quaternion");
  CAPTURE(kind);
  const Run run =
      simulate(gyroscope(kind, kTabulated),
               {.until = 10, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0"}}});
  for (const char* name : {"L_X", "L_Y", "L_Z"}) {
    CAPTURE(name);  // of 0.05 kg m^2/s: the method's h^6 and 4000 roundings
    oracle({"gyroscope-" + kind, "angular momentum"}, 1e-11, run.drift(name));
  }
}

TEST_CASE("the transverse angular velocity of the free gyroscope turns at omega_x (I_x - I_t)/I_t",
          "[oracle]") {
  const Run run =
      simulate(gyroscope("quaternion", kTabulated),
               {.until = 10, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0"}}});
  const double k = 5 * (I_x - I_t) / I_t;
  oracle(run, {"gyroscope-quaternion", "transverse velocity"}, 1e-9, at(run, [&](const Reader& n) {
           const double c = std::cos(k * n("t")), s = std::sin(k * n("t"));
           // I_t omega_y' = (I_t - I_x) omega_z omega_x, I_t omega_z' = (I_x - I_t) omega_x omega_y
           return std::max(std::abs(n("omega_y") - (2 * c + 1 * s)),
                           std::abs(n("omega_z") - (2 * s - 1 * c)));
         }));
}

TEST_CASE("the gyroscope precesses steadily under the torque that belongs to its precession",
          "[oracle]") {
  const std::string kind = GENERATE("euler", "matrix", "quaternion");
  const double beta = GENERATE(0., 0.4);
  CAPTURE(kind, beta);
  const double omega_x = 12, rate = 0.7, alpha = 0.3;
  const double torque =
      I_x * omega_x * rate * std::cos(beta) + I_t * rate * rate * std::sin(beta) * std::cos(beta);
  const Start start{alpha,
                    beta,
                    -0.2,
                    omega_x,
                    rate * std::sin(alpha) * std::cos(beta),
                    rate * std::cos(alpha) * std::cos(beta)};
  std::ostringstream text;
  text.precision(17);
  text << torque;
  const Run run = simulate(
      gyroscope(kind, start),
      {.until = 5, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", text.str()}}});
  // h^6 at 12 rad/s and 2000 roundings
  oracle(run, {"gyroscope-" + kind, "steady precession"}, 1e-9, at(run, [&](const Reader& n) {
           const double t = n("t"), turned = (omega_x + rate * std::sin(beta)) * t;
           return std::max({std::abs(n("beta") - beta), apart(n("gamma"), -0.2 + rate * t),
                            apart(n("alpha"), alpha + turned)});
         }));
}

TEST_CASE("the axis of the free gyroscope circles its angular momentum at |L|/I_t", "[oracle]") {
  const Run run =
      simulate(gyroscope("matrix", kTabulated),
               {.until = 5, .step = 0.0025, .method = "gauss(3)", .inputs = {{"M_ext", "0"}}});
  const double rate = std::sqrt(std::pow(run.first("L_X"), 2) + std::pow(run.first("L_Y"), 2) +
                                std::pow(run.first("L_Z"), 2)) /
                      I_t;
  // Any component of the axis is A + B cos(rate t) + C sin(rate t): its value a turn later is the
  // same.
  const size_t lag = 400;  // rows, 1 s
  const double c = std::cos(rate * lag * 0.0025);
  double error = 0;  // x(t - T) + x(t + T) - 2 cos(rate T) x(t) is the same number for all t
  std::optional<double> reference;
  for (size_t row = lag; row + lag < run.rows(); ++row) {
    const double value =
        run.at("R31", row - lag) + run.at("R31", row + lag) - 2 * c * run.at("R31", row);
    if (!reference) reference = value;
    error = std::max(error, std::abs(value - *reference));
  }
  oracle({"gyroscope-matrix", "circle of the axis"}, 1e-9, error);
}

TEST_CASE("a small nutation has the angular frequency I_x omega_x / I_t", "[oracle]") {
  // Steady precession at beta = 0 is disturbed by 1e-3 rad/s. The frequency then differs from I_x
  // omega_x/I_t by the square of precession over nutation, (0.01/24)^2 = 2e-7, and by the square of
  // the amplitude, less.
  const double omega_x = 12, rate = 0.01, torque = I_x * omega_x * rate;
  std::ostringstream text;
  text.precision(17);
  text << torque;
  const Run run = simulate(
      gyroscope("euler", {0, 0, 0, omega_x, 1e-3, rate}),
      {.until = 5, .step = 0.001, .method = "gauss(3)", .inputs = {{"M_ext", text.str()}}});
  std::vector<double> crossings;  // of beta' through zero
  for (size_t row = 1; row < run.rows(); ++row) {
    const double before = run.at("M_ext.flow", row - 1), after = run.at("M_ext.flow", row);
    if (before < 0 && after >= 0)
      crossings.push_back(run.at("t", row - 1) + 0.001 * before / (before - after));
  }
  REQUIRE(crossings.size() > 10);
  const double turns = static_cast<double>(crossings.size() - 1);
  const double frequency = 2 * kPi * turns / (crossings.back() - crossings.front());
  // Linear interpolation of a crossing of a sine: (h rate)^3/16 of a radian each, 1e-6 over 18
  // turns.
  oracle({"gyroscope-euler", "nutation frequency, relative"}, 2e-6,
         frequency / (I_x * omega_x / I_t) - 1);
}

TEST_CASE(
    "without spin and torque the inner ring turns over through the gimbal lock of the Euler angles",
    "[oracle]") {
  const std::string kind = GENERATE("matrix", "quaternion");
  CAPTURE(kind);
  const Run run =
      simulate(gyroscope(kind, {0, 0, 0, 0, 3, 0}),
               {.until = 5, .step = 0.005, .method = "gauss(3)", .inputs = {{"M_ext", "0"}}});
  oracle({"gyroscope-" + kind, "through gimbal lock"}, 1e-12, run.drift("omega_y"));
  CHECK(run.drift("energy.stored") < 1e-14);
}

}  // namespace gyroscope_test
