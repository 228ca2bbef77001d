#include "system/inert.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::system {

namespace {

double norm(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

std::span<const double> row(const Sparse& matrix, std::size_t i) {
  const auto first = index(matrix.start[i]);
  return std::span(matrix.value).subspan(first, index(matrix.start[i + 1]) - first);
}

/// The sum of the sizes of the terms of c' Z and c' z' of a constraint.
double norm_of_rows(const Kinematics& kinematics, std::size_t i) {
  double sum = 0;
  for (int k = kinematics.c_prime.start[i]; k < kinematics.c_prime.start[i + 1]; ++k) {
    const auto entry = index(k);
    const auto z = index(kinematics.c_prime.column[entry]);
    sum += std::abs(kinematics.c_prime.value[entry]) * norm(row(kinematics.Z, z));
  }
  return sum;
}

/// The sum of |c'_k x_k| of a constraint.
double sum_across(const Kinematics& kinematics, std::size_t i, const VecX& x) {
  double sum = 0;
  for (int k = kinematics.c_prime.start[i]; k < kinematics.c_prime.start[i + 1]; ++k) {
    const auto entry = index(k);
    sum += std::abs(kinematics.c_prime.value[entry] * x[kinematics.c_prime.column[entry]]);
  }
  return sum;
}

/// The sizes of the rows of Z and of z' at the state of `at`. Off c(z) = 0 they are larger than on
/// it if c(z) = 0 makes them zero: on it only the rounding of a sum of this size is left.
struct NaturalSizes {
  VecX kinematics, z_rate;  // (z)

  NaturalSizes(const System& system, Workspace& at, Kinematics& room) {
    system.compute_rates(at);
    system.compute_kinematics(at, room);
    z_rate = system.segment(at, Segment::kZdot).cwiseAbs();
    kinematics.resize(z_rate.size());
    for (Eigen::Index k = 0; k < kinematics.size(); ++k)
      kinematics[k] = norm(row(room.Z, index(k)));
    const auto no_number = [](double x) { return std::isfinite(x) ? x : 0; };
    z_rate = z_rate.unaryExpr(no_number);
    kinematics = kinematics.unaryExpr(no_number);
  }
};

/// Numbers between -0.5 and 0.5, always the same ones.
class Random {
 public:
  double operator()() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<double>(state_ >> 8) / (1 << 24) - 0.5;
  }

 private:
  std::uint32_t state_ = 2025;
};

/// Gauss-Newton from z to c(z) = 0 of these rows, by shortest steps; false if it fails.
bool reach(const System& system, const std::vector<int>& rows, Workspace& at) {
  Kinematics kinematics = system.kinematics();
  Saddle saddle(Metric::identity(system.sizes().z), kinematics.c_prime.rows_of(rows));
  VecX gap(static_cast<Eigen::Index>(rows.size()));
  for (int k = 0; k < 60; ++k) {
    system.compute_rates(at);
    const auto gaps = system.segment(at, Segment::kGap);
    for (Eigen::Index i = 0; const int row : rows) gap[i++] = gaps[row];
    auto z = system.segment(at, Segment::kZ);
    if (!gap.allFinite()) return false;
    if (rows.empty() || gap.lpNorm<Eigen::Infinity>() < 1e-12 * (1 + z.lpNorm<Eigen::Infinity>()))
      return true;
    system.compute_kinematics(at, kinematics);
    saddle.factorise(kinematics.c_prime.rows_of(rows).value);
    z -= saddle.correct(gap).change;
  }
  return false;
}

}  // namespace

std::vector<char> find_inert(const System& system, const Assembled& assembled) {
  const auto count = assembled.c.size();
  if (count == 0) return {};
  Workspace at = system.workspace();
  system.set_time(at, 0);
  std::vector<char> inert(count, 1);
  // Contacts are constraints that need not all hold at once.
  for (const model::SetValued& law : assembled.set_valued)
    if (law.kind == model::SetValued::Kind::kContact) inert[index(law.row)] = 0;
  std::vector<int> rows;
  for (std::size_t i = 0; i < count; ++i)
    if (inert[i] != 0) rows.push_back(static_cast<int>(i));
  Random next;
  int reached = 0;
  Kinematics kinematics = system.kinematics();
  const auto go_to_start = [&](bool is_beside) {
    auto z = system.segment(at, Segment::kZ);
    for (std::size_t i = 0; i < assembled.z.size(); ++i) {
      const double start = assembled.z[i].value;
      const double away = is_beside ? (0.3 + 0.3 * std::abs(start)) * next() : 0;
      z[static_cast<Eigen::Index>(i)] = start + away;
    }
  };
  // At rest a friction may divide by zero.
  const auto set_speeds = [&] {
    for (double& speed : system.segment(at, Segment::kW)) speed = 1 + next();
  };
  go_to_start(true);
  set_speeds();
  const NaturalSizes beside(system, at, kinematics);
  // The start first: one pose with a nonzero rate suffices, and the start is near.
  for (int trial = 0; trial < 13 && reached < 4; ++trial) {
    go_to_start(trial > 0);
    if (!reach(system, rows, at)) continue;
    set_speeds();
    system.compute_rates(at);
    ++reached;
    system.compute_kinematics(at, kinematics);
    const VecX rates = system.segment(at, Segment::kGapRate),
               z_rate = system.segment(at, Segment::kZdot);
    for (std::size_t i = 0; i < count; ++i) {
      // Rounding leaves 1e-12 of the products, and of their sizes near c(z) = 0; a real constraint
      // is hardly ever below 1e-8 or 1e-9. If a value is not finite, the constraint stays. So does
      // one that vanishes while formulas switch with time: it may hold later.
      const double size = norm_of_rows(kinematics, i);
      if (size == 0 && !assembled.assembly.time.switches.empty()) inert[i] = 0;
      const double moved = 1e-8 * size + 1e-9 * sum_across(kinematics, i, beside.kinematics);
      const double speed = 1e-8 * sum_across(kinematics, i, z_rate) +
                           1e-9 * sum_across(kinematics, i, beside.z_rate);
      const bool is_kept = norm(row(kinematics.Gamma, i)) <= moved &&
                           std::abs(rates[static_cast<Eigen::Index>(i)]) <= speed;
      if (!is_kept) inert[i] = 0;
    }
    if (std::ranges::none_of(inert, [](char is_inert) { return is_inert != 0; })) break;
  }
  if (reached == 0) inert.assign(count, 0);
  return inert;
}

}  // namespace porthos::system
