/// Tops whose motion is known in closed form: Lagrange's heavy top and the free body that flips.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"
#include "support/quadrature.hpp"

namespace tops_test {
using namespace porthos::test;

namespace {

constexpr double m = 0.5, h = 0.12, r = 0.1, g = 9.81;
constexpr double I_3 = m * r * r / 2, I_1 = m * r * r / 4 + m * h * h, load = m * g * h;

}  // namespace

TEST_CASE(
    "the axis of the heavy top nods between the roots of the cubic, in the time of its integral",
    "[oracle]") {
  const double theta_0 = 0.6, p = I_3 * 70, u_0 = std::cos(theta_0);
  // Released at rest: I_1^2 u'^2 = (u_0 - u) [2 I_1 load (1 - u^2) - p^2 (u_0 - u)]
  const double b = p * p / (2 * I_1 * load);
  const double u_1 = b / 2 - std::sqrt(b * b / 4 - b * u_0 + 1);  // u^2 - b u + b u_0 - 1 = 0
  const double other = b - u_1;
  // With u = middle + half cos(s) the roots of the integrand cancel.
  const double middle = (u_0 + u_1) / 2, half = (u_0 - u_1) / 2;
  const double period = 2 * integral(
                                [&](double s) {
                                  const double u = middle + half * std::cos(s);
                                  return I_1 / std::sqrt(2 * I_1 * load * (other - u));
                                },
                                0, 3.14159265358979323846, 64);
  const int steps = 400;
  // The tip is released with no precession, and omega_z is the spin.
  const Run run = simulate(gallery("heavy-top"),
                           {.until = 3 * period, .step = period / steps, .output_every = 1});
  double lowest = 0;
  for (size_t row = 0; row < run.rows(); ++row) lowest = std::max(lowest, run.at("theta", row));
  // h^6 of the spin's rate of 70/s at 0.7 ms, 1200 times; the theta of a row near a turning point
  // is of second order in time.
  oracle({"heavy-top", "turning point"}, 1e-9, run.at("theta", steps / 2) - std::acos(u_1));
  oracle({"heavy-top", "turning point"}, 1e-9, lowest - std::acos(u_1));
  for (const size_t row : {size_t(steps), size_t(2 * steps), size_t(3 * steps)}) {
    oracle({"heavy-top", "angle after a period"}, 1e-9, run.at("theta", row) - theta_0);
    for (const char* name : {"omega_x", "omega_y"})  // first order in the error of time
      oracle({"heavy-top", "rates after a period"}, 1e-6, run.at(name, row));
  }
}

TEST_CASE("the heavy top precesses steadily at the roots of the quadratic", "[oracle]") {
  const bool fast = GENERATE(false, true);
  CAPTURE(fast);
  const double theta = 0.6, p = I_3 * 70, c = I_1 * std::cos(theta);
  const double rate = (p + (fast ? 1 : -1) * std::sqrt(p * p - 4 * c * load)) / (2 * c);
  Json model = gallery("heavy-top");
  model["parameters"]["kick"].erase("max");
  const Run run = simulate(model, {.until = 2, .step = 0.001, .set = {{"kick", rate}}});
  // h^6 of a spin of 70/s over 2 s
  oracle(run, {"heavy-top", "steady precession"}, 1e-9, at(run, [&](const Reader& n) {
           const double turned = rate * n("t") - n("psi");
           return std::max(std::abs(n("theta") - theta),
                           std::abs(std::remainder(turned, 2 * 3.14159265358979323846)));
         }));
}

TEST_CASE("the heavy top keeps the momenta about its axis and about the vertical", "[oracle]") {
  const Run run = simulate(gallery("heavy-top"), {.until = 10});
  // of 0.175: a row of the mass times a velocity, 5000 steps
  oracle({"heavy-top", "momentum about its axis"}, 1e-12, run.drift("p_spin"));
  // of 0.144: h^6 of the quaternion
  oracle({"heavy-top", "momentum about the vertical"}, 1e-9, run.drift("p_vertical"));
}

TEST_CASE("Dzhanibekov's body flips in the time of the elliptic integral", "[oracle]") {
  const double J_1 = 0.02, J_2 = 0.03, J_3 = 0.04, spin = 6, nudge = GENERATE(0.02, 0.5);
  CAPTURE(nudge);
  const double E2 = J_1 * nudge * nudge + J_2 * spin * spin;  // twice the energy
  const double L2 = J_1 * J_1 * nudge * nudge + J_2 * J_2 * spin * spin;
  // Landau and Lifshitz, Sec. 37, for L^2 < 2 E J_2: there 1 and 3 change places.
  REQUIRE(L2 < E2 * J_2);
  const double rate = std::sqrt((J_2 - J_1) * (E2 * J_3 - L2) / (J_1 * J_2 * J_3));
  const double k2 = (J_3 - J_2) * (L2 - E2 * J_1) / ((J_2 - J_1) * (E2 * J_3 - L2));
  const double period = 4 * elliptic_K(std::sqrt(k2)) / rate;
  const int steps = 1000;
  const Run run =
      simulate(gallery("dzhanibekov"),
               {.until = 2 * period, .step = period / steps, .set = {{"nudge", nudge}}});
  // Near its start the body is unstable: errors grow by exp(sigma period/2), 3e2 for the smaller
  // nudge, in each flip. h^6 is 1e-13.
  for (const size_t row : {size_t(steps), size_t(2 * steps)}) {
    oracle({"dzhanibekov", "period"}, 1e-7, run.at("omega_2", row) - spin);
    oracle({"dzhanibekov", "period"}, 1e-7, run.at("omega_1", row) - nudge);
    oracle({"dzhanibekov", "period"}, 1e-7, run.at("omega_3", row));
  }
  // Half way it turns the other way.
  oracle({"dzhanibekov", "flip"}, 1e-7, run.at("omega_2", steps / 2) + spin);
}

TEST_CASE("Dzhanibekov's body keeps its angular momentum in space", "[oracle]") {
  const Run run = simulate(gallery("dzhanibekov"));
  for (const char* name : {"L_X", "L_Y", "L_Z"}) {
    CAPTURE(name);  // of 0.18: h^6 over 2000 steps
    oracle({"dzhanibekov", "angular momentum"}, 1e-10, run.drift(name));
  }
  // of 0.03: quadratic, which a Gauss method keeps
  oracle({"dzhanibekov", "its square"}, 1e-15, run.drift("L_squared"));
}

}  // namespace tops_test
