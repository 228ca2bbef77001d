/// A planet compared with Kepler's equation, and a ball with its geometric series.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"

namespace orbit_test {
using namespace porthos::test;

TEST_CASE("the planet is where Kepler's equation says", "[oracle]") {
  const double e = GENERATE(0., 0.3, 0.6), mu = 1, a = 1;
  CAPTURE(e);
  const Run run = simulate(gallery("kepler"), {.until = 20, .step = 0.005, .set = {{"e", e}}});
  const double rate = std::sqrt(mu / (a * a * a));
  // At the perihelion the rate is up to 5/s: (5 h)^6 = 2e-10 a step of 1e-3 as a constant, in a few
  // steps of each of three orbits; errors of the period then grow with time.
  oracle(run, {"kepler", "place"}, 1e-9, at(run, [&](const Reader& n) {
           const double anomaly = rate * n("t");
           double E = anomaly;
           for (int i = 0; i < 20; ++i)
             E -= (E - e * std::sin(E) - anomaly) / (1 - e * std::cos(E));
           return std::max(std::abs(n("x") - a * (std::cos(E) - e)),
                           std::abs(n("y") - a * std::sqrt(1 - e * e) * std::sin(E)));
         }));
}

TEST_CASE("the planet keeps its angular momentum and its ellipse", "[oracle]") {
  const Run run = simulate(gallery("kepler"), {.until = 60, .step = 0.005});
  // quadratic, which a Gauss method keeps
  oracle({"kepler", "angular momentum"}, 1e-13, run.drift("angular_momentum"));
  for (const char* name : {"laplace_x", "laplace_y"})  // not quadratic: h^6, ten orbits
    oracle({"kepler", "Laplace–Runge–Lenz vector"}, 1e-10, run.drift(name));
}

TEST_CASE("the ball bounces at the times and to the heights of the geometric series", "[oracle]") {
  const double e = 0.8, height = 1, g = 9.81;
  Json model = gallery("bouncing-ball");
  model["events"]["bounce"]["do"] = Json::array({model["events"]["bounce"]["do"], "record"});
  const Run run = simulate(model, {.until = 3.9, .step = 0.01, .set = {{"e", e}}});
  const double t_1 = std::sqrt(2 * height / g);
  double t = t_1, hop = 2 * e * t_1, reach = e * e * height;
  int bounces = 0;
  for (size_t row = 1; row < run.rows(); ++row) {
    const bool bounced = std::abs(run.at("y", row)) < 1e-12 && run.at("v_y", row) > 0;
    if (!bounced || reach < 0.002) continue;  // lower hops lose nothing more
    ++bounces;
    CAPTURE(bounces);
    // 1e-16 of the position of a root, at speeds of 0.2 m/s and more, summed over the bounces
    oracle({"bouncing-ball", "times of the hops"}, 1e-12, run.at("t", row) - t);
    oracle({"bouncing-ball", "heights of the hops"}, 1e-12, run.at("reach", row) - reach);
    t += hop;
    hop *= e;
    reach *= e * e;
  }
  CHECK(bounces == 13);  // 0.8^(2 n) > 0.002 for n up to 13
  CHECK(run.largest("energy.balance_error") < 1e-14);
}

TEST_CASE("a declared momentum whose coefficients depend on the position is kept to rounding",
          "[oracle]") {
  const std::string method = GENERATE("gauss(1)", "gauss(2)", "gauss(3)", "dop853",
                                      "adaptive-gauss(2)", "discrete-gradient");
  const double step = GENERATE(0.01, 0.05);
  const double e = GENERATE(0.1, 0.6);
  CAPTURE(method, step, e);
  Json model = gallery("kepler");
  model["invariants"] = {{"kept", "m*(x*v_y - y*v_x)"}};
  const Run run = simulate(
      model, {.until = 20, .step = step, .method = method, .tolerance = 1e-6, .set = {{"e", e}}});
  // P3 does not correct changes of L by the step itself: the discrete gradient turns the force a
  // little, and dop853 has its tolerance.
  const bool is_gauss = method.find("gauss") != std::string::npos;
  // Rounding of 2000 steps, one way: 1e-16 each of sums of 5 at the perihelion.
  if (is_gauss) CHECK(run.drift("kept") < 2e-12);
  CHECK(run.largest("energy.balance_error") < 1e-12);
}

TEST_CASE("the loop of a slider-crank is as closed after many turns as after a few", "[oracle]") {
  // 300 rad/s: after 20 s the crank is at 6000 rad, whose last bit is 9e-13.
  Json model = gallery("slider-crank");
  model["parameters"]["omega_0"] = 300;
  const Run run =
      simulate(model, {.until = 20, .step = 0.002, .method = "gauss(2)", .output_every = 10});
  CHECK(run.largest("crank.phi1") > 5e3);
  CHECK(run.largest("gap.position") < 1e-13);
}

}  // namespace orbit_test
