/// A slider-crank at constant speed, with friction on the slider's rail in proportion to the force
/// of the rail, against quadrature. At the dead centres the drive moves the slider on: it cannot
/// stick.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::driven_crank_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double pi = std::numbers::pi, g = 9.81, omega = 2 * pi;
constexpr double l1 = 0.2, l2 = 0.5, m_crank = 0.3, m_rod = 0.5, m_slider = 1;

Json crank(double friction, double turns) {
  const double x = std::sqrt(l2 * l2 - l1 * l1);
  Json model = model_of(
      {{"crank", use("planar-rod", {}, {{"length", l1}, {"m", m_crank}},
                     {{"r", {0, l1 / 2}}, {"phi", pi / 2}})},
       {"rod", use("planar-rod", {}, {{"length", l2}, {"m", m_rod}},
                   {{"r", {x / 2, l1 / 2}}, {"phi", -std::asin(l1 / l2)}})},
       {"slider", use("planar-body", {}, {{"m", m_slider}}, {{"r", {x, 0}}, {"phi", 0}})},
       {"A", use("pin", between("ground", "crank.tail"))},
       {"B", use("pin", between("crank.tip", "rod.tail"))},
       {"C", use("pin", between("rod.tip", "slider"))},
       {"rail", use("slide", between("ground", "slider"), {{"friction_coefficient", friction}})}},
      turns, {{"A.torque", {{"flow", "2*pi"}}}});
  return model;
}

/// The power of the friction at an angle of the crank, by the moments of the rod about its joint
/// with the crank: N is the force of the rail, u the rod, a the acceleration of the slider.
double power(double friction, double phi) {
  const double s = std::sin(phi), c = std::cos(phi);
  const double y = -l1 * s, x = std::sqrt(l2 * l2 - y * y);        // u
  const double y1 = -l1 * c * omega, y2 = l1 * s * omega * omega;  // its rates
  const double x1 = -y * y1 / x, x2 = -(y1 * y1 + y * y2 + x1 * x1) / x;
  const double v = -l1 * s * omega + x1, a = -l1 * c * omega * omega + x2;
  const double bx = -l1 * c * omega * omega, by = -l1 * s * omega * omega;  // of the joint
  const double turn = (x * y2 - y * x2) / (l2 * l2);
  const double ax = bx + x2 / 2, ay = by + y2 / 2;
  const double inertia = m_rod * l2 * l2 / 12;
  const double moment = inertia * turn + m_rod * (x * ay - y * ax) / 2 + m_rod * g * x / 2;
  const double right = moment + x * m_slider * g - y * m_slider * a;
  const double side = (v > 0 ? 1 : -1) * (right > 0 ? 1 : -1);
  return friction * std::abs(right / (x + y * friction * side) * v);
}

double dissipated(double friction, double turns) {
  constexpr int kParts = 200000;  // the midpoint rule: kinks cost the square of a part
  double sum = 0;
  for (int k = 0; k < kParts; ++k) sum += power(friction, 2 * pi * (k + 0.5) / kParts);
  return turns * sum / kParts * 2 * pi / omega;
}

}  // namespace

TEST_CASE("a driven slider-crank passes its dead centres with friction on the rail",
          "[oracle][set-valued]") {
  for (const double friction : {0.1, 0.2, 0.3})
    for (const Options& options : switching_methods()) {
      INFO(options.method << ", " << friction);
      const Run run = test::simulate(crank(friction, 3), options);
      CHECK_THAT(run.last("energy.dissipated"),
                 WithinAbs(dissipated(friction, 3), options.tolerance ? 1e-8 : 2e-5));
      // The rounding of the work that the drive exchanges in each half turn.
      CHECK(run.largest("energy.balance_error") < 2e-11);
    }
}

TEST_CASE("a driven slider-crank turns a hundred times with friction", "[oracle][set-valued]") {
  const Run run = test::simulate(crank(0.2, 100), {.step = 0.01, .method = "gauss(2)"});
  CHECK_THAT(run.last("energy.dissipated"), WithinAbs(dissipated(0.2, 100), 5e-4));
  CHECK(run.largest("energy.balance_error") < 1e-10);
}

}  // namespace porthos::driven_crank_test
