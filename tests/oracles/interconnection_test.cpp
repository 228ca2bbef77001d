/// Systems without a separate mechanical side, x' = J grad H + g f + b lambda, compared with the
/// same equations written by hand and integrated with the classical method of order 4.
#include <Eigen/Core>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>

#include "support/run.hpp"

namespace interconnection_test {
using namespace porthos::test;

namespace {

using State = Eigen::Vector4d;
using Rate = std::function<State(double, const State&)>;

State start_of(const Run& run, const std::array<const char*, 4>& names) {
  return {run.first(names[0]), run.first(names[1]), run.first(names[2]), run.first(names[3])};
}

/// At `until`, in steps of h.
State integrated(const Rate& rate, State x, double until, double h) {
  const int steps = static_cast<int>(std::lround(until / h));
  for (int k = 0; k < steps; ++k) {
    const double t = k * h;
    const State k1 = rate(t, x), k2 = rate(t + h / 2, x + h / 2 * k1),
                k3 = rate(t + h / 2, x + h / 2 * k2), k4 = rate(t + h, x + h * k3);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return x;
}

/// A block of S-27: H = a1^2 + a1^4/4 + a2^2/2 + 0.3 a1 a2.
Eigen::Vector2d gradient(double a1, double a2) {
  return {2 * a1 + a1 * a1 * a1 + 0.3 * a2, a2 + 0.3 * a1};
}

}  // namespace

TEST_CASE("two blocks in feedback move as the block with J = [J1, -g1 g2'; g2 g1', J2]",
          "[oracles]") {
  const std::array<const char*, 4> names{"a1", "a2", "b1", "b2"};
  const Rate rate = [](double, const State& x) -> State {
    const Eigen::Vector2d g1(x[1], 1), g2(x[3], 1);  // S-27
    Eigen::Matrix4d J = Eigen::Matrix4d::Zero();
    J(0, 1) = 1 + x[0] * x[0];
    J(2, 3) = 1 + x[2] * x[2];
    J(1, 0) = -J(0, 1);
    J(3, 2) = -J(2, 3);
    J.topRightCorner<2, 2>() = -g1 * g2.transpose();
    J.bottomLeftCorner<2, 2>() = g2 * g1.transpose();
    State efforts;
    efforts << gradient(x[0], x[1]), gradient(x[2], x[3]);
    return J * efforts;
  };
  const Run run = simulate(reproduction("S-27-joined"), {.until = 5, .method = "gauss(4)"});
  const State exact = integrated(rate, start_of(run, names), 5, 2.5e-4);
  for (int i = 0; i < 4; ++i)  // the hand-written one is exact to (h^4)
    CHECK(std::abs(run.last(names[static_cast<std::size_t>(i)]) - exact[i]) < 1e-10);
}

TEST_CASE("a port and a constraint on efforts act by x' = J grad H + g f + b lambda", "[oracles]") {
  const std::array<const char*, 4> names{"x1", "x2", "x3", "x4"};
  const auto efforts = [](const State& x) -> State {
    return {2 * x[0] + 0.4 * std::pow(x[0], 3), 1.5 * x[1] + 0.2 * x[2], x[2] + 0.2 * x[1],
            2 * x[3]};
  };
  // S-32: 0 = b' grad H, whose rate gives lambda.
  const auto b = [](const State& x) -> State { return {std::sin(x[1]), -0.3, 0, 1}; };
  const auto row_rate = [&](const State& x, const State& along) {
    constexpr double kSmall = 1e-5;  // of a central difference, exact to 1e-10
    const auto row = [&](const State& y) { return b(y).dot(efforts(y)); };
    return (row(x + kSmall * along) - row(x - kSmall * along)) / (2 * kSmall);
  };
  double lambda = 0;
  const Rate rate = [&](double t, const State& x) -> State {
    Eigen::Matrix4d J = Eigen::Matrix4d::Zero();
    J(0, 1) = x[1];
    J(0, 2) = 1;
    J(1, 3) = 1 + x[3] * x[3];
    J(2, 3) = 0.4;
    J -= Eigen::Matrix4d(J.transpose());
    const State free = J * efforts(x) + State(0, x[0], 1, 0) * std::sin(2 * t);
    lambda = -row_rate(x, free) / row_rate(x, b(x));
    return free + b(x) * lambda;
  };
  const Run run = simulate(reproduction("S-32-random"), {.until = 4, .method = "gauss(4)"});
  const State first = start_of(run, names), exact = integrated(rate, first, 4, 5e-4);
  CHECK(std::abs(b(first).dot(efforts(first))) < 1e-14);
  for (int i = 0; i < 4; ++i)
    CHECK(std::abs(run.last(names[static_cast<std::size_t>(i)]) - exact[i]) < 1e-8);
  rate(4, exact);
  CHECK(std::abs(std::abs(run.last("multiplier.b")) - std::abs(lambda)) < 1e-7);
}

}  // namespace interconnection_test
