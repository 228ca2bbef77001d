/// The rattleback compared with its equations in six numbers: the upward normal and the angular
/// velocity.
#include <Eigen/Dense>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>

#include "support/paper.hpp"
#include "support/run.hpp"

namespace rattleback_test {
using namespace porthos::test;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

namespace {

Matrix3d skew(const Vector3d& v) {
  return Matrix3d{{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
}

/// In axes of the stone, with the velocity of its centre rho x omega put into the balance of force
/// and the force into that of moments. The numbers are those of Kane and Levinson (1982).
struct Stone {
  double sigma = 0, D = -2e-5;

  Vector6d rate(const Vector6d& x) const {
    const double m = 1, g = 9.81, h = 0.01;
    const Vector3d axes(0.2, 0.03, 0.02), squares = axes.cwiseProduct(axes);
    const Matrix3d I{{2e-4, D, 0}, {D, 16e-4, 0}, {0, 0, 17e-4}};
    const Vector3d n = x.head<3>(), w = x.tail<3>();
    const Vector3d n_rate = n.cross(w);
    const double reach = std::sqrt(squares.dot(n.cwiseProduct(n)));
    const double reach_rate = squares.dot(n.cwiseProduct(n_rate)) / reach;
    const Vector3d rho = Vector3d(0, 0, h) - squares.cwiseProduct(n) / reach;
    const Vector3d rho_rate =
        squares.cwiseProduct(n * reach_rate / (reach * reach) - n_rate / reach);
    const Vector3d push = m * (rho_rate.cross(w) + w.cross(rho.cross(w)) + g * n);
    const Vector3d moment = rho.cross(push) - w.cross(I * w) - sigma * w;
    const Matrix3d about_contact = I - m * skew(rho) * skew(rho);
    Vector6d rate;
    rate << n_rate, about_contact.ldlt().solve(moment);
    return rate;
  }

  /// The classical method of Runge and Kutta.
  Vector6d step(const Vector6d& x, double h) const {
    const Vector6d a = rate(x), b = rate(x + h / 2 * a), c = rate(x + h / 2 * b),
                   d = rate(x + h * c);
    return x + h / 6 * (a + 2 * b + 2 * c + d);
  }

  /// For the steady spin, by central differences.
  Matrix6d linearised(double spin) const {
    Vector6d steady;
    steady << 0, 0, 1, 0, 0, spin;
    Matrix6d J;
    for (int i = 0; i < 6; ++i) {
      const Vector6d small = 1e-6 * Vector6d::Unit(i);
      J.col(i) = (rate(steady + small) - rate(steady - small)) / 2e-6;
    }
    return J;
  }

  double growth(double spin) const { return linearised(spin).eigenvalues().real().maxCoeff(); }
};

Vector6d state(const Run& run, size_t row) {
  const auto q = [&](int i) { return run.at("q." + std::to_string(i), row); };
  Vector6d x;
  x << 2 * (q(2) * q(4) - q(1) * q(3)), 2 * (q(3) * q(4) + q(1) * q(2)),
      q(1) * q(1) - q(2) * q(2) - q(3) * q(3) + q(4) * q(4), run.at("omega.1", row),
      run.at("omega.2", row), run.at("omega.3", row);
  return x;
}

}  // namespace

TEST_CASE("the rattleback moves as its equations in normal and angular velocity",
          "[oracle][steps]") {
  const double sigma = GENERATE(0., 1e-4);
  CAPTURE(sigma);
  const Run run =
      simulate(gallery("rattleback"),
               {.until = 4, .step = 0.0004, .method = "gauss(4)", .set = {{"sigma", sigma}}});
  const Stone stone{.sigma = sigma};
  Vector6d x = state(run, 0);
  double error = 0;
  for (size_t row = 1; row < run.rows(); ++row) {
    for (int i = 0; i < 40; ++i) x = stone.step(x, 1e-5);
    error = std::max(error, (state(run, row) - x).cwiseAbs().maxCoeff());
  }
  CHECK(run.last("spin") > 1);  // it has turned back
  // Relative to 5 rad/s: both have errors of 1e-12, which rattling rates of up to 40/s amplify.
  oracle({"rattleback", "equations of normal and spin"}, 1e-9, error);
}

TEST_CASE(
    "a rattleback that spins the wrong way begins to rattle at the rate of its linear equations",
    "[oracle]") {
  const double spin = GENERATE(-5., 5.), tilt = 1e-7;
  CAPTURE(spin);
  Json model = gallery("rattleback");
  model["parameters"]["tilt"].erase("min");
  const Run run = simulate(model, {.until = 1.5,
                                   .step = 0.001,
                                   .method = "gauss(4)",
                                   .set = {{"sigma", 0}, {"tilt", tilt}, {"spin_0", spin}}});
  Vector6d steady;
  steady << 0, 0, 1, 0, 0, spin;
  const Vector6d start = state(run, 0) - steady;
  const Eigen::EigenSolver<Matrix6d> modes(Stone{}.linearised(spin));
  const Eigen::Matrix<std::complex<double>, 6, 1> amplitudes =
      modes.eigenvectors().fullPivLu().solve(start.cast<std::complex<double>>().eval());
  double error = 0, most = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const auto grown = (modes.eigenvalues() * run.at("t", row)).array().exp();
    const Vector6d linear = (modes.eigenvectors() * (grown * amplitudes.array()).matrix()).real();
    const Vector6d found = state(run, row) - steady;
    // Normal and rocking; that the spin changes is of second order.
    for (const int i : {0, 1, 3, 4}) {
      error = std::max(error, std::abs(found[i] - linear[i]));
      most = std::max(most, std::abs(linear[i]));
    }
  }
  oracle({"rattleback", "growth of the rocking"}, 1e-5,
         error / most);  // terms of third order, and differences of 1e-6
}

TEST_CASE("the rattleback prefers one sense, and none with axes that agree", "[oracle][steps]") {
  CHECK_THAT(Stone{}.growth(-5), Catch::Matchers::WithinAbs(2.12, 0.01));  // 1/s
  CHECK_THAT(Stone{}.growth(5), Catch::Matchers::WithinAbs(0.203, 0.005));
  CHECK(Stone{.D = 0}.growth(-5) < 1e-6);  // 1/s
  const auto least = [](double spin, double D) {
    const Run run =
        simulate(gallery("rattleback"), {.until = 6, .set = {{"spin_0", spin}, {"D", D}}});
    double spins = 1;
    for (const double now : run.column("spin")) spins = std::min(spins, now / spin);
    return spins;
  };
  CHECK(least(-5, -2e-5) < -0.5);  // it turns back
  CHECK(least(5, -2e-5) > 0);
  CHECK(least(5, 2e-5) < -0.5);  // the mirror image
  CHECK(least(-5, 2e-5) > 0);
  CHECK(least(-5, 0) > 0);
}

TEST_CASE("the rattleback keeps its energy and its table", "[oracle][steps]") {
  const Run run = simulate(gallery("rattleback"), {.set = {{"sigma", 0}}});
  oracle({"rattleback", "energy"}, 1e-15,
         run.drift("energy.stored"));  // J of 0.12 J, with 0.02 J of motion
  CHECK(run.largest("gap.position") < 1e-14);
  CHECK(run.largest("gap.velocity") < 1e-13);
  const Run rubbed = simulate(gallery("rattleback"));
  CHECK(rubbed.last("energy.dissipated") > 0.005);
  CHECK(rubbed.largest("energy.balance_error") < 1e-15);
}

}  // namespace rattleback_test
