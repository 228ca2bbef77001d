/// gauss(s) has the order 2s on systems with position constraints, velocity constraints and a
/// closed loop.
///
/// Halving the step divides the error at the end of the run, of all positions and of all
/// velocities, by 2^(2s). The reference is gauss(4) with a step at which its error is rounding.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace order_test {
using namespace porthos::test;

namespace {

struct Problem {
  std::string model;
  Json set, inputs;
  double until;
  std::vector<std::string> positions, velocities;
  std::array<int, 3>
      coarsest;  // steps of the coarsest run of gauss(1), (2), (3): already asymptotic
};

const Problem kProblems[] = {{"pendulum-cartesian",
                              Json::object(),
                              Json::object(),
                              2,
                              {"x", "y"},
                              {"v_x", "v_y"},
                              {400, 60, 30}},
                             {"slider-crank",
                              Json::object(),
                              {{"M_ext", "0.1*sin(t)"}, {"F_ext", "0.5*cos(2*t)"}},
                              2,
                              {"crank.phi1", "rod.x_B", "rod.phi2"},
                              {"crank.omega1", "rod.v_x", "rod.v_y", "rod.omega2"},
                              {1600, 240, 120}},
                             {"differential-drive",
                              {{"v_0", -0.7}, {"omega_0", 1.1}},
                              {{"F_l", "0.4*cos(t)"}, {"F_r", "0.2 + 0.1*t"}},
                              2,
                              {"x", "y", "phi"},
                              {"v_x", "omega"},
                              {400, 60, 30}}};

double distance(const Run& a, const Run& b, const std::vector<std::string>& names) {
  double sum = 0;
  for (const std::string& name : names) sum += std::pow(a.last(name) - b.last(name), 2);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("gauss(s) converges with the order 2s in positions and velocities", "[oracle][order]") {
  const int problem = GENERATE(0, 1, 2);
  const int s = GENERATE(1, 2, 3);
  const Problem& p = kProblems[problem];
  CAPTURE(p.model, s);
  const auto solve = [&](const std::string& method, int steps) {
    return simulate(gallery(p.model), {.until = p.until,
                                       .step = p.until / steps,
                                       .method = method,
                                       .set = p.set,
                                       .inputs = p.inputs});
  };
  const Run reference = solve("gauss(4)", 1000);
  const std::string method = "gauss(" + std::to_string(s) + ")";
  const int n = p.coarsest[static_cast<size_t>(s - 1)];
  const Run coarse = solve(method, n), fine = solve(method, 2 * n);
  for (const auto* names : {&p.positions, &p.velocities}) {
    const double error = distance(coarse, reference, *names),
                 finer = distance(fine, reference, *names);
    CAPTURE(names->front(), error, finer);
    CHECK(finer > 1e-13);  // above rounding, or the quotient says nothing
    CHECK(std::abs(std::log2(error / finer) - 2 * s) < 0.1);
  }
}

}  // namespace order_test
