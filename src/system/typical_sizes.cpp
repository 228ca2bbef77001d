#include "system/typical_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::system {

namespace {

/// The matrices at one of the states.
struct Sample {
  VecX z;
  Kinematics kinematics;
  Sparse jacobian;
};

class SizeSearch {
 public:
  SizeSearch(const System& system, const Assembled& assembled)
      : assembled_(assembled), system_(system), mass_(diagonal(system_.mass())) {}

  TypicalSizes find() {
    const auto& n = system_.sizes();
    if (n.nu() == 0 && n.c == 0 && is_massive()) return {};
    for (int k = 0; k < 4; ++k) samples_.push_back(sample(k > 0));
    found_.change.setZero(n.c);
    found_.constraint.setZero(n.c);
    found_.row.setZero(n.mu);
    found_.force.setZero(n.w);
    found_.mass.setZero(n.w);
    for (const Sample& one : samples_) measure_changes(one);
    if (!is_massive()) measure_masses();
    for (const Sample& one : samples_) measure_rows(one);
    return found_;
  }

 private:
  bool is_massive() const { return mass_.size() == 0 || mass_.minCoeff() > 0; }

  /// The start, or a state near it.
  Sample sample(bool is_beside) {
    constexpr double kShare = 0.1, kOfNothing = 0.3;
    constexpr double kNothing = 1e-12;  // the cosine of a right angle
    Workspace at = system_.workspace();
    const auto value = [&](const StartValue& state) {
      if (!is_beside) return state.value;
      random_ = random_ * 1664525u + 1013904223u;
      const double away = static_cast<double>(random_ >> 8) / (1 << 23) - 1;
      return state.value +
             away * (std::abs(state.value) < kNothing ? kOfNothing : kShare * state.value);
    };
    system_.set_time(at, 0);
    auto z = system_.segment(at, Segment::kZ);
    for (Eigen::Index i = 0; const StartValue& state : assembled_.z) z[i++] = value(state);
    VecX w(std::ssize(assembled_.w));
    for (Eigen::Index i = 0; const StartValue& state : assembled_.w) w[i++] = value(state);
    system_.set_velocities(at, w);
    system_.compute_rates(at);
    Sample made{z, system_.kinematics(), system_.jacobian()};
    system_.compute_kinematics(at, made.kinematics);
    if (!is_massive()) system_.linearize(at, made.jacobian);
    return made;
  }

  static void raise(double& size, double value) {
    if (std::isfinite(value)) size = std::max(size, value);
  }

  void measure_changes(const Sample& one) {
    constexpr double kLeast = 1e-2;  // the size of a position that is nearly zero
    const Sparse& slopes = one.kinematics.c_prime;
    for (int i = 0; i < slopes.rows; ++i) {
      double change = 0;
      for (int k = slopes.start[index(i)]; k < slopes.start[index(i) + 1]; ++k)
        change += std::abs(slopes.value[index(k)]) *
                  std::max(std::abs(one.z[slopes.column[index(k)]]), kLeast);
      raise(found_.change[i], change);
    }
  }

  /// Calls with each velocity of a row of Gamma, or of the derivatives of a force, and its factor.
  template <typename Visit>
  void visit_row(const Sample& one, int row, Visit visit) const {
    const int nu = system_.sizes().nu(), z = system_.sizes().z, w = system_.sizes().w;
    const Sparse& matrix = row < nu ? one.kinematics.Gamma : one.jacobian;
    const int of = row < nu ? row : z + row - nu, first = row < nu ? 0 : z;
    for (int k = matrix.start[index(of)]; k < matrix.start[index(of) + 1]; ++k)
      if (const int j = matrix.column[index(k)] - first; j >= 0 && j < w)
        visit(j, matrix.value[index(k)]);
  }

  /// The sum of the squares of a row over the masses, or known typical masses, of the velocities.
  double square(const Sample& one, int row, bool has_typical) const {
    double sum = 0;
    visit_row(one, row, [&](int j, double factor) {
      const double mass = mass_[j] > 0 ? mass_[j] : has_typical ? found_.mass[j] : 0;
      if (mass > 0) sum += factor * factor / mass;
    });
    return sum;
  }

  /// The typical mass of a massless velocity follows from the other velocities in its rows and in
  /// its balance of forces. The row in which it counts least decides, so that it is light in each.
  void measure_masses() {
    constexpr double kShare = 1e-6;  // of the largest: smaller entries may be rounding
    const auto& n = system_.sizes();
    std::map<std::pair<int, int>, double> masses;  // of a velocity in a row
    for (const Sample& one : samples_)
      for (int row = 0; row < n.nu() + n.w; ++row) {
        if (row >= n.nu() && mass_[row - n.nu()] > 0) continue;
        const double of_others = square(one, row, false);
        if (!(of_others > 0)) continue;
        visit_row(one, row, [&](int j, double factor) {
          if (mass_[j] <= 0) raise(masses[{j, row}], factor * factor / of_others);
        });
      }
    for (const auto& [place, mass] : masses) raise(found_.mass[place.first], mass);
    const VecX largest = found_.mass;
    for (const auto& [place, mass] : masses) {
      double& least = found_.mass[place.first];
      if (mass >= kShare * largest[place.first]) least = std::min(least, mass);
    }
  }

  void measure_rows(const Sample& one) {
    const auto& n = system_.sizes();
    const auto size = [&](int row) {
      const double of_massive = square(one, row, false);
      return of_massive > 0 ? of_massive : square(one, row, true);
    };
    for (int i = 0; i < n.lambda; ++i)
      raise(found_.constraint[system_.active()[index(i)]], size(i));
    for (int i = 0; i < n.mu; ++i) raise(found_.row[i], size(n.lambda + i));
    if (is_massive()) return;
    for (int j = 0; j < n.w; ++j) raise(found_.force[j], size(n.nu() + j));
  }

  const Assembled& assembled_;
  const System& system_;
  const VecX mass_;
  std::uint32_t random_ = 2031;
  std::vector<Sample> samples_;
  TypicalSizes found_;
};

}  // namespace

TypicalSizes find_typical_sizes(const System& system, const Assembled& assembled) {
  return SizeSearch(system, assembled).find();
}

}  // namespace porthos::system
