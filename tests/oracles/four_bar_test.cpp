/// Four-bar linkages compared with the closed form of their pose and the torque of their motor.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>

#include "support/paper.hpp"

namespace four_bar_test {
using namespace porthos::test;

namespace {

using Point = std::complex<double>;

/// Crank a on 0, coupler b, rocker c on the point D; side: which of the two intersections.
struct FourBar {
  double a, b, c;
  Point D;
  double side, rho = 2;

  Point B(double phi) const { return std::polar(a, phi); }
  /// The direction of the coupler, by the law of cosines in the triangle B, C, D.
  double theta(double phi) const {
    const Point BD = D - B(phi);
    const double f = std::abs(BD);
    return std::arg(BD) + side * std::acos((b * b + f * f - c * c) / (2 * b * f));
  }
  Point C(double phi) const { return B(phi) + std::polar(b, theta(phi)); }
  double psi(double phi) const { return std::arg(C(phi) - D); }
  Point drawing(double phi, double p, double q) const {
    return B(phi) + Point(p, q) * std::polar(1., theta(phi));
  }

  /// The inertia that the crank feels: twice the energy for a unit speed of the crank.
  double inertia(double phi) const {
    const double d = 1e-4;  // differences of fourth order: rounding 1e-12, truncation 1e-14
    const auto slope = [&](auto f) {
      return (8. * (f(phi + d) - f(phi - d)) - (f(phi + 2 * d) - f(phi - 2 * d))) / (12 * d);
    };
    const double turn = slope([&](double s) { return theta(s); });
    const double swing = slope([&](double s) { return psi(s); });
    const Point middle = slope([&](double s) { return (B(s) + C(s)) / 2.; });
    return rho * (a * a * a / 3 + b * std::norm(middle) + b * b * b / 12 * turn * turn +
                  c * c * c / 3 * swing * swing);
  }
};

double angle_between(double a, double b) {
  return std::abs(std::remainder(a - b, 2 * 3.14159265358979323846));
}

}  // namespace

TEST_CASE("the four-bar linkage has the pose of its closed form, in either way of assembly",
          "[oracle]") {
  const double side = GENERATE(1., -1.);
  CAPTURE(side);
  const FourBar bars{0.12, 0.35, 0.25, 0.4, side};
  const Run run = simulate(gallery("four-bar"), {.until = 5, .set = {{"side", side}}});
  // The closing of the loop after each step moves the crank too, by the h^4 of gauss(2).
  oracle(run, {"four-bar", "angle of the crank"}, 1e-8,
         at(run, [](const Reader& n) { return n("phi") - 0.3 - 3 * n("t"); }));
  // closed to 1e-15, and made worse by the smallest angle between coupler and rocker, 0.4
  oracle(run, {"four-bar", "pose"}, 1e-8, at(run, [&](const Reader& n) {
           const Point P = bars.drawing(n("phi"), 0.175, 0.12);
           return std::max(angle_between(n("psi"), bars.psi(n("phi"))),
                           std::abs(P - Point(n("P_x"), n("P_y"))));
         }));
}

TEST_CASE("an evenly turning crank takes the torque J' Omega^2/2", "[oracle]") {
  const FourBar bars{0.12, 0.35, 0.25, 0.4, 1};
  const double Omega = 3;
  const Run run = simulate(gallery("four-bar"), {.until = 5, .step = 0.002});
  // N m of 0.08: differences of differences leave 1e-12/1e-3.
  oracle(run, {"four-bar", "torque"}, 1e-7, at(run, [&](const Reader& n) {
           const double phi = n("phi"), d = 1e-3;
           const double slope = (8 * (bars.inertia(phi + d) - bars.inertia(phi - d)) -
                                 (bars.inertia(phi + 2 * d) - bars.inertia(phi - 2 * d))) /
                                (12 * d);
           return n("motor.effort") - slope / 2 * Omega * Omega;
         }));
}

TEST_CASE("the middle of Watt's bar goes almost straight", "[oracle]") {
  const double arm = 0.3, bar = 0.2;
  const FourBar bars{arm, bar, arm, {2 * arm, -bar}, -1};
  const auto deviation = [&](double swing) {
    const Run run = simulate(gallery("watt-linkage"), {.set = {{"swing", swing}}});
    oracle(run, {"watt-linkage", "pose"}, 1e-9, at(run, [&](const Reader& n) {
             const Point P = bars.drawing(n("linkage.phi"), bar / 2, 0);
             return std::abs(P - Point(n("linkage.P_x"), n("linkage.P_y")));
           }));
    double most = 0;
    for (const double x : run.column("linkage.P_x")) most = std::max(most, std::abs(x - arm));
    return most;
  };
  const double wide = deviation(0.45), narrow = deviation(0.225);
  CHECK(wide < 0.003);       // m of a stroke of 0.26 m, as the page says
  CHECK(wide / narrow > 7);  // the first even power of the angle cancels: the third is left
}

TEST_CASE("Chebyshev's bar has its right angle and draws a flat line", "[oracle]") {
  const double unit = 0.1;
  const Run run = simulate(gallery("chebyshev-linkage"));
  const FourBar bars{unit, 2.5 * unit, 2.5 * unit, 2 * unit, 1};
  oracle(run, {"chebyshev-linkage", "pose"}, 1e-9, at(run, [&](const Reader& n) {
           const Point P = bars.drawing(n("linkage.phi"), 5 * unit, 0);
           return std::abs(P - Point(n("linkage.P_x"), n("linkage.P_y")));
         }));
  // m^2: Thales's circle about C, of closed loops
  oracle(run, {"chebyshev-linkage", "right angle"}, 1e-12, at(run, [&](const Reader& n) {
           const Point B = std::polar(unit, n("linkage.phi")), D = 2 * unit,
                       P{n("linkage.P_x"), n("linkage.P_y")};
           return ((P - D) * std::conj(B - D)).real();
         }));
  // A hundredth of the crank, in the half turn in which it points away from the other pivot
  double bump = 0;
  for (size_t row = 0; row < run.rows(); ++row)
    if (std::cos(run.at("linkage.phi", row)) < 0)
      bump = std::max(bump, std::abs(run.at("linkage.P_y", row) - 4 * unit));
  CHECK(bump < 0.01 * unit);
}

}  // namespace four_bar_test
