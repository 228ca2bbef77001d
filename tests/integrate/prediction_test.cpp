/// The first guess of Newton's method: polynomial motions are predicted to rounding.
#include "integrate/prediction.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>
#include <numbers>

namespace porthos::integrate::prediction_test {
namespace {

constexpr double kStep = 0.1;

/// Steps in which z, w and a multiplier of the stages are given functions of t; a smooth error of
/// each stage comes on top, as a method has one.
struct Course {
  std::function<double(double)> value;
  Tableau table = gauss_tableau(2);
  Prediction prediction{table};

  State state(double t) const {
    State made;
    made.t = t;
    made.z = VecX::Constant(1, value(t));
    made.w = VecX::Constant(1, value(t + 5));
    return made;
  }
  MatX stages(double t, double h) const {
    MatX made(3, 2);
    for (Eigen::Index i = 0; i < 2; ++i) {
      const double at = t + table.c[i] * h, off = i == 0 ? 1e-3 : -2e-3;
      made.col(i) << value(at) + off, value(at + 5) - off, value(at + 9);
    }
    return made;
  }
  void remember(double t, double h) { prediction.add(state(t), h, stages(t, h), state(t + h)); }
  MatX predicted(double t, double h, bool continues_nu = true) const {
    MatX made;
    prediction.put_stages(state(t), h, continues_nu, made);
    return made;
  }
  /// The largest difference between prediction and solution, for z and w and for the multiplier.
  std::pair<double, double> error(double t, double h, bool continues_nu = true) const {
    const MatX all = predicted(t, h, continues_nu) - stages(t, h);
    return {all.topRows(2).cwiseAbs().maxCoeff(), all.bottomRows(1).cwiseAbs().maxCoeff()};
  }
};

}  // namespace

TEST_CASE("steps of one length are continued by their differences", "[integrate]") {
  Course course{[](double t) { return 1 + t * (2 + t * (-1 + t * (0.3 + t * 0.1))); }};
  for (int n = 0; n < 8; ++n) course.remember(n * kStep, kStep);
  const auto [states, nu] = course.error(8 * kStep, kStep);
  // The differences of a polynomial of degree 4 vanish from the fifth on; rounding grows by 2^5.
  CHECK(states < 1e-12);
  CHECK(nu < 1e-11);  // of 1000
  SECTION("or all multipliers are the mean of the last ones") {
    const auto [same, mean] = course.error(8 * kStep, kStep, false);
    CHECK(same < 1e-12);
    CHECK(mean > 1e-2);
  }
  SECTION("after a step of another length slopes are continued, to the order of the stages") {
    const auto [rough, unused] = course.error(8 * kStep, kStep / 2);
    CHECK(rough > 1e-6);
    CHECK(rough < 2e-2);
    course.remember(8 * kStep, kStep / 2);
    CHECK(course.error(8.5 * kStep, kStep / 2).first > 1e-6);
  }
  SECTION("what it remembers can be written down") {
    Archive to;
    course.prediction.describe(to, 2, 3);
    Course copy{course.value};
    const std::vector<double> numbers = to.take();
    Archive from = Archive::reader(numbers);
    copy.prediction.describe(from, 2, 3);
    REQUIRE(from.is_done());
    CHECK(copy.predicted(8 * kStep, kStep) == course.predicted(8 * kStep, kStep));
    Archive wrong = Archive::reader(numbers);
    Course{course.value}.prediction.describe(wrong, 2, 4);
    CHECK_FALSE(wrong.is_good());
  }
}

TEST_CASE("where differences do not shrink slopes are continued", "[integrate]") {
  // Four steps in a period: the next difference is larger than the one before.
  Course course{[](double t) { return std::sin(2 * std::numbers::pi * t / (4 * kStep)); }};
  for (int n = 0; n < 8; ++n) course.remember(n * kStep, kStep);
  Course afresh{course.value};
  afresh.remember(7 * kStep, kStep);
  CHECK(course.predicted(8 * kStep, kStep) == afresh.predicted(8 * kStep, kStep));
}

TEST_CASE("a state far from the last end is out of reach", "[integrate]") {
  Course course{[](double t) { return t; }};
  CHECK_FALSE(course.prediction.is_near(course.state(kStep)));
  course.remember(0, kStep);
  CHECK(course.prediction.is_near(course.state(kStep)));
  CHECK_FALSE(course.prediction.is_near(course.state(kStep + 1)));
  course.prediction.reset();
  CHECK(course.prediction.is_empty());
}

}  // namespace porthos::integrate::prediction_test
