#include "system/inert.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/saddle.hpp"

namespace porthos::system {

namespace {

double norm(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

std::span<const double> row(const Sparse& matrix, std::size_t i) {
  const auto first = static_cast<std::size_t>(matrix.start[i]);
  return std::span(matrix.value)
      .subspan(first, static_cast<std::size_t>(matrix.start[i + 1]) - first);
}

/// What c' Z and c' z' of a constraint are sums of, in size.
double norm_of_rows(const Kinematics& kinematics, std::size_t i) {
  double sum = 0;
  for (int k = kinematics.c_prime.start[i]; k < kinematics.c_prime.start[i + 1]; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    const auto z = static_cast<std::size_t>(kinematics.c_prime.column[entry]);
    sum += std::abs(kinematics.c_prime.value[entry]) * norm(row(kinematics.Z, z));
  }
  return sum;
}

double speed_across(const Kinematics& kinematics, std::size_t i, const VecX& z_rate) {
  double sum = 0;
  for (int k = kinematics.c_prime.start[i]; k < kinematics.c_prime.start[i + 1]; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    sum += std::abs(kinematics.c_prime.value[entry] * z_rate[kinematics.c_prime.column[entry]]);
  }
  return sum;
}

/// Gauss-Newton from z to c(z) = 0, by the shortest way; false if it does not get there.
bool reach(const System& system, Workspace& at) {
  Kinematics kinematics = system.kinematics();
  Saddle saddle(Metric::identity(system.sizes().z), kinematics.c_prime);
  for (int k = 0; k < 60; ++k) {
    system.compute_rates(at);
    const VecX gap = system.segment(at, Segment::kGap);
    auto z = system.segment(at, Segment::kZ);
    if (!gap.allFinite()) return false;
    if (gap.lpNorm<Eigen::Infinity>() < 1e-12 * (1 + z.lpNorm<Eigen::Infinity>())) return true;
    system.compute_kinematics(at, kinematics);
    saddle.factorise(kinematics.c_prime.value);
    z -= saddle.correct(gap).change;
  }
  return false;
}

}  // namespace

std::vector<char> find_inert(const Assembled& assembled) {
  const auto count = assembled.c.size();
  if (count == 0) return {};
  const System system(assembled.assembly);
  Workspace at = system.workspace();
  system.set_time(at, 0);
  std::vector<char> inert(count, 1);
  std::uint32_t random = 2025;
  const auto next = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<double>(random >> 8) / (1 << 24) - 0.5;
  };
  int reached = 0;
  // The start first: one pose at which a rate is not zero is enough to say so, and it is near.
  for (int trial = 0; trial < 13 && reached < 4; ++trial) {
    auto z = system.segment(at, Segment::kZ);
    for (std::size_t i = 0; i < assembled.z.size(); ++i) {
      const double start = assembled.z[i].value;
      const double away = trial == 0 ? 0 : (0.3 + 0.3 * std::abs(start)) * next();
      z[static_cast<Eigen::Index>(i)] = start + away;
    }
    if (!reach(system, at)) continue;
    // At rest what friction divides by may be zero.
    for (double& speed : system.segment(at, Segment::kW)) speed = 1 + next();
    system.compute_rates(at);
    ++reached;
    Kinematics kinematics = system.kinematics();
    system.compute_kinematics(at, kinematics);
    const VecX rates = system.segment(at, Segment::kGapRate),
               z_rate = system.segment(at, Segment::kZdot);
    for (std::size_t i = 0; i < count; ++i) {
      const double moved = norm_of_rows(kinematics, i), speed = speed_across(kinematics, i, z_rate);
      // Rounding leaves 1e-12 of the products; a real constraint has no reason to be below 1e-8.
      // What is no number decides nothing: the constraint stays. So does one that vanishes where
      // formulas switch with time: it may hold later.
      if (moved == 0 && !assembled.assembly.time.switches.empty()) inert[i] = 0;
      const bool is_kept = norm(row(kinematics.Gamma, i)) <= 1e-8 * moved &&
                           std::abs(rates[static_cast<Eigen::Index>(i)]) <= 1e-8 * speed;
      if (!is_kept) inert[i] = 0;
    }
    if (std::ranges::none_of(inert, [](char is_inert) { return is_inert != 0; })) break;
  }
  if (reached == 0) inert.assign(count, 0);
  return inert;
}

}  // namespace porthos::system
