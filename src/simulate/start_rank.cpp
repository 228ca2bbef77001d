#include "simulate/start_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/dense.hpp"
#include "base/digits.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "base/sparse.hpp"
#include "dae/constraint_equations.hpp"
#include "dae/dependent_rows.hpp"

namespace porthos::simulate {
namespace {

using system::Kinematics;
using system::System;
using system::Workspace;

/// The rows in both lines of (1), one per line.
Sparse whole_rows(const System& system, Workspace& at, bool is_plain) {
  Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  if (is_plain) return kinematics.Gamma;
  const auto& n = system.sizes();
  Sparse jacobian = system.jacobian();
  system.linearize(at, jacobian);
  std::vector<Entry> places;
  std::vector<double> values;
  std::size_t k = 0;
  for (const auto& [i, j] : jacobian.entries()) {
    const double value = jacobian.value[k++];
    if (i >= n.z + n.w || j < n.z + n.w) continue;
    places.push_back({j - n.z - n.w, i});
    values.push_back(value);
  }
  Sparse rows(n.nu(), n.z + n.w, places);
  for (std::size_t i = 0; i < places.size(); ++i)
    rows.value[index(rows.find(places[i]))] = values[i];
  return rows;
}

/// The matrix in units of the motion: velocities by their masses, so that their units do not decide
/// which rows depend on each other. The last columns are the velocities; before them there may be
/// positions, each of which is measured by the row that moves it most.
Sparse in_units(const System& system, Sparse rows) {
  const VecX mass = diagonal(system.metric().regular());
  const int first = rows.columns - static_cast<int>(mass.size());
  VecX size = VecX::Zero(rows.rows), largest = VecX::Zero(first);
  const auto visit = [&](auto visitor) {
    for (int i = 0; i < rows.rows; ++i)
      for (int k = rows.start[index(i)]; k < rows.start[index(i) + 1]; ++k)
        visitor(i, rows.column[index(k)] - first, rows.value[index(k)]);
  };
  visit([&](int i, int j, double& value) {
    if (j < 0) return;
    value /= std::sqrt(mass[j]);
    size[i] = std::max(size[i], std::abs(value));
  });
  visit([&](int i, int j, double& value) {
    if (j < 0 && size[i] > 0)
      largest[j + first] = std::max(largest[j + first], std::abs(value) / size[i]);
  });
  visit([&](int, int j, double& value) {
    if (j < 0 && largest[j + first] > 0) value /= largest[j + first];
  });
  return rows;
}

/// Rows that are zero in this pose, without those that vanish in the phase.
std::vector<std::string> vanishing(const Sparse& rows, const std::vector<std::string>& names,
                                   const std::vector<char>& idle) {
  constexpr double kNothing = 1e-14;  // the rounding of a direction of length 1
  std::vector<std::string> found;
  for (int row = 0; row < rows.rows; ++row)
    if ((idle.empty() || !idle[index(row)]) &&
        std::ranges::all_of(rows.values_of(row), [](double x) { return std::abs(x) <= kNothing; }))
      found.push_back(names[index(row)]);
  return found;
}

/// True if a constraint among these rows has one sign in all of some random poses around this one.
/// A function that does not change its sign has no slope wherever it is zero, so that such a
/// constraint has no direction in any admissible pose.
bool keeps_sign(const System& system, const Workspace& now, const std::vector<std::string>& rows,
                const std::vector<std::string>& names) {
  constexpr int kPoses = 40;
  constexpr double kFar = 0.1;  // of each position, and of 1 where they are small
  const std::vector<int>& active = system.active();
  Workspace at = now;
  const VecX pose = system.segment(at, system::Segment::kZ);
  VecX least = VecX::Zero(system.sizes().c), most = least;
  std::uint32_t random = 1;
  for (int k = 0; k < kPoses; ++k) {
    VecX z = pose;
    for (double& x : z) {
      random = random * 1664525u + 1013904223u;
      x += kFar * std::max(1.0, std::abs(x)) * (static_cast<double>(random >> 8) / (1 << 23) - 1);
    }
    system.segment(at, system::Segment::kZ) = z;
    system.compute_gaps(at);
    const VecX gaps = system.segment(at, system::Segment::kGap);
    if (!gaps.allFinite()) return false;
    least = least.cwiseMin(gaps);
    most = most.cwiseMax(gaps);
  }
  for (std::size_t row = 0; row < active.size() && row < names.size(); ++row)
    if (std::ranges::find(rows, names[row]) != rows.end() &&
        (least[active[row]] < 0) != (most[active[row]] > 0))
      return true;
  return false;
}

/// True if these rows are zero in random states and at other times, too.
bool vanish_everywhere(const System& system, const Workspace& now, bool is_plain,
                       const std::vector<std::string>& rows,
                       const std::vector<std::string>& names) {
  constexpr int kStates = 12;
  Workspace at = now;
  std::uint32_t random = 9;
  const auto next = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<double>(random >> 8) / (1 << 23) - 1;
  };
  for (int k = 0; k < kStates; ++k) {
    system.set_time(at, std::pow(10, 3 * next()));
    for (const auto segment : {system::Segment::kZ, system::Segment::kW}) {
      VecX values = system.segment(now, segment);
      for (double& x : values) x += std::max(1.0, std::abs(x)) * next();
      system.segment(at, segment) = values;
    }
    system.compute_rates(at);
    const std::vector<std::string> there = vanishing(whole_rows(system, at, is_plain), names, {});
    for (const std::string& row : rows)
      if (std::ranges::find(there, row) == there.end()) return false;
  }
  return true;
}

/// True if forces change with multipliers y of dependent rows, y^T rows = 0. Such multipliers are
/// not unique, and then the motion need not be unique either.
bool reads_redundant_forces(const System& system, const Workspace& now, const Sparse& rows) {
  constexpr int kFew = 300;
  constexpr double kDependent = 1e-9, kRounding = 1e-7, kNothing = 1e-11;
  const auto& n = system.sizes();
  if (rows.rows > kFew || rows.columns > 2 * kFew || n.w == 0) return false;
  MatX even = in_units(system, rows).dense();
  if (!even.allFinite()) return false;
  VecX size(even.rows());
  for (Eigen::Index i = 0; i < even.rows(); ++i) {
    const double length = even.row(i).norm();
    size[i] = length > 0 ? length : 1;
    even.row(i) /= size[i];
  }
  const MatX null = Orthogonal(even, kDependent).left_kernel();
  const MatX terms = rows.dense().rightCols(n.w).cwiseAbs().transpose();
  Workspace at = now;
  std::uint32_t random = 13;
  for (double& w : system.segment(at, system::Segment::kW)) {
    random = random * 1664525u + 1013904223u;
    w += static_cast<double>(random >> 8) / (1 << 23) - 1;
  }
  const auto force_with = [&](const VecX& y) {
    Workspace there = at;
    system.segment(there, system::Segment::kLambda) += y.head(n.lambda);
    system.segment(there, system::Segment::kMu) += y.tail(n.mu);
    system.compute_rates(there);
    return VecX(system.segment(there, system::Segment::kForce));
  };
  const VecX before = force_with(VecX::Zero(n.nu()));
  const VecX unit = diagonal(system.metric().regular()).cwiseSqrt().cwiseInverse();
  for (Eigen::Index k = 0; k < null.cols(); ++k) {
    const VecX y = null.col(k).cwiseQuotient(size);
    const VecX change = unit.cwiseProduct(force_with(y) - before);
    const VecX of_rows = unit.cwiseProduct(terms * y.cwiseAbs());
    const double largest =
        std::max(of_rows.maxCoeff(), unit.cwiseProduct(before).cwiseAbs().maxCoeff());
    if ((change.cwiseAbs().array() > kRounding * of_rows.array() + kNothing * largest).any())
      return true;
  }
  return false;
}

/// The quadratic part of the rates of the rows, d(Gamma)/dt w, for velocities w without
/// accelerations, and the sizes of its terms. The inputs of `at` are zero.
std::pair<VecX, VecX> curvature(const System& system, Workspace& at, const VecX& w) {
  const auto& n = system.sizes();
  Sparse jacobian = system.jacobian();
  VecX part = VecX::Zero(n.nu()), terms = part;
  for (const auto& [sign, weight] : {std::pair{1.0, 0.5}, {-1.0, 0.5}, {0.0, -1.0}}) {
    system.segment(at, system::Segment::kW) = sign * w;
    system.compute_rates(at);
    system.linearize(at, jacobian);
    const VecX z_rate = system.segment(at, system::Segment::kZdot);
    for (int i = 0; i < n.nu(); ++i) {
      const auto row = index(n.z + n.w + i);
      for (int k = jacobian.start[row]; k < jacobian.start[row + 1]; ++k) {
        const int j = jacobian.column[index(k)];
        if (j >= n.z) continue;
        const double term = weight * jacobian.value[index(k)] * z_rate[j];
        part[i] += term;
        terms[i] += std::abs(term);
      }
    }
  }
  return {part, terms};
}

/// True if rows open along velocities that they allow: then there are fewer motions than
/// velocities. Dependent rows allow a velocity w to second order if Gamma w' + d(Gamma)/dt w = 0
/// has a solution w', so that y^T d(Gamma)/dt w = 0 for all y with y^T Gamma = 0.
bool open_in_motion(const System& system, const Workspace& now, const Sparse& Gamma) {
  constexpr int kFew = 300, kVelocities = 3;
  // Relative to rows of length one, to the terms, and to the largest term. A sum that is rounding
  // does not open.
  constexpr double kDependent = 1e-9, kOpen = 1e-7, kRounding = 1e-12;
  if (Gamma.rows > kFew || Gamma.columns > 2 * kFew) return false;
  MatX even = in_units(system, Gamma).dense();
  VecX size(even.rows());
  for (Eigen::Index i = 0; i < even.rows(); ++i) {
    const double length = even.row(i).norm();
    size[i] = length > 0 ? length : 1;
    even.row(i) /= size[i];
  }
  const Orthogonal parts(even, kDependent);
  const MatX null = parts.left_kernel(), free = parts.kernel();
  if (null.cols() == 0 || free.cols() == 0) return false;
  Workspace at = now;
  system.segment(at, system::Segment::kU).setZero();
  const VecX unit = diagonal(system.metric().regular()).cwiseSqrt().cwiseInverse();
  std::uint32_t random = 3;
  for (int k = 0; k < kVelocities; ++k) {
    VecX shares(free.cols());
    for (double& x : shares) {
      random = random * 1664525u + 1013904223u;
      x = static_cast<double>(random >> 8) / (1 << 23) - 1;
    }
    const auto [part, terms] = curvature(system, at, unit.cwiseProduct(free * shares));
    const VecX opening = null.transpose() * part.cwiseQuotient(size);
    const VecX of_rows = terms.cwiseQuotient(size);
    const VecX least = VecX::Constant(of_rows.size(), kRounding * of_rows.maxCoeff());
    const VecX most = null.cwiseAbs().transpose() * (kOpen * of_rows + least);
    if ((opening.cwiseAbs().array() > most.array()).any()) return true;
  }
  return false;
}

/// The gap by which position constraints contradict each other in every pose: a combination of them
/// has no direction in the pose of `now`, and the same value in some random poses around it. 0 if
/// there is none. may_be_off: of the gaps, (c).
double contradiction_of_positions(const System& system, const Workspace& now,
                                  const VecX& may_be_off) {
  constexpr int kFew = 300, kPoses = 10;
  constexpr double kDependent = 1e-9, kSame = 1e-9;
  const std::vector<int>& active = system.active();
  const int count = static_cast<int>(active.size());
  if (count == 0 || count > kFew) return 0;
  Workspace at = now;
  Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  MatX rows = in_units(system, kinematics.Gamma.top_rows(count)).dense();
  VecX size(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double length = rows.row(i).norm();
    size[i] = length > 0 ? length : 1;
    rows.row(i) /= size[i];
  }
  if (!rows.allFinite()) return 0;
  const MatX null = Orthogonal(rows, kDependent).left_kernel();
  const VecX pose = system.segment(now, system::Segment::kZ);
  double most = 0;
  for (Eigen::Index k = 0; k < null.cols(); ++k) {
    const VecX y = null.col(k).cwiseQuotient(size);
    const VecX gaps = system.segment(now, system::Segment::kGap)(active);
    const double gap = y.dot(gaps);
    bool is_same = std::abs(gap) > y.cwiseAbs().dot(VecX(may_be_off(active)));
    std::uint32_t random = 5;
    for (int i = 0; i < kPoses && is_same; ++i) {
      VecX z = pose;
      for (double& x : z) {
        random = random * 1664525u + 1013904223u;
        x += std::max(1.0, std::abs(x)) * (static_cast<double>(random >> 8) / (1 << 23) - 1);
      }
      system.segment(at, system::Segment::kZ) = z;
      system.compute_gaps(at);
      const VecX there = system.segment(at, system::Segment::kGap)(active);
      is_same = std::abs(y.dot(there) - gap) <= kSame * y.cwiseAbs().dot(there.cwiseAbs());
    }
    if (is_same) most = std::max(most, std::abs(gap) / y.lpNorm<Eigen::Infinity>());
  }
  return most;
}

/// The number of massless directions that no row determines: there the balance of forces does, so
/// that they are not free.
int determined_massless(const System& system, const Sparse& Gamma) {
  const Metric metric = system.metric();
  if (!metric.has_massless()) return 0;
  const MatX N = dae::ConstraintEquations(system, metric).massless().dense();
  MatX held(Gamma.rows, N.rows());
  for (Eigen::Index k = 0; k < N.rows(); ++k) held.col(k) = Gamma.times(N.row(k).transpose());
  if (!held.allFinite()) return 0;
  int rank = 0;
  dae::dependent_rows(Sparse::of(held), rank);
  return static_cast<int>(N.rows()) - rank;
}

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > kMost) text += ", and " + std::to_string(names.size() - kMost) + " more";
  return text;
}

void find_rank(const System& system, Workspace& at, bool is_plain,
               const std::vector<std::string>& names, Start& start) {
  const auto is_finite = [](const Sparse& matrix) {
    return std::ranges::all_of(matrix.value, [](double x) { return std::isfinite(x); });
  };
  Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  const Sparse whole = whole_rows(system, at, is_plain);
  int of_velocities = 0;
  if (is_finite(whole) && is_finite(kinematics.Gamma)) {
    for (const int row : dae::dependent_rows(in_units(system, whole), start.rank))
      start.dependent.push_back(names[index(row)]);
    of_velocities = start.rank;
    if (!is_plain) dae::dependent_rows(in_units(system, kinematics.Gamma), of_velocities);
  }
  start.degrees_of_freedom =
      system.sizes().w - of_velocities - determined_massless(system, kinematics.Gamma);
  start.opens = is_plain && !start.dependent.empty() && open_in_motion(system, at, whole);
}

bool report_dependent(const System& system, Workspace& at, bool is_plain,
                      const std::vector<std::string>& names, const std::vector<char>& idle,
                      const Rounding& may_be_off, const Start& start, Problems& problems) {
  const Sparse whole = whole_rows(system, at, is_plain);
  const std::vector<std::string> without_direction = vanishing(whole, names, idle);
  double gap = dae::contradiction(in_units(system, whole), system.rows(at), may_be_off.rows);
  const VecX gaps = system.segment(at, system::Segment::kGap);
  if (!(gaps.cwiseAbs().array() <= may_be_off.gaps.array()).all()) {
    // The pose is no start. Its rank says nothing of one.
    gap = contradiction_of_positions(system, at, may_be_off.gaps);
    if (!(gap > 0)) return false;
  }
  const std::string rank =
      " (rank " + std::to_string(start.rank) + " of " + std::to_string(system.sizes().nu()) + ")";
  const auto warn = [&](const std::string& found, const std::string& expected,
                        const std::string& hint) {
    report(problems, "PH202", "", found + rank, expected, hint).severity =
        Problem::Severity::kWarning;
  };
  if (gap > 0)
    warn("constraints that contradict each other at the start by " + rounded_digits(gap, 3) + ": " +
             listed(start.dependent),
         "constraints that some velocities satisfy together",
         "they demand different values of the same quantity: remove one of them, or make its "
         "prescribed value agree with the others");
  else if (without_direction.empty() && start.opens)
    warn("constraints that depend on each other at the start: " + listed(start.dependent),
         "independent constraints",
         "they allow fewer motions than their rank tells, since they open along velocities that "
         "they allow: the number of degrees of freedom is not known. If only this pose is special, "
         "start near it; otherwise state the same poses by independent constraints");
  else if (without_direction.empty())
    warn("constraints that depend on each other at the start: " + listed(start.dependent),
         "independent constraints",
         reads_redundant_forces(system, at, whole)
             ? "their individual forces are not unique, and other forces depend on them: so the "
               "motion may not be unique either. The smallest forces are used. Remove redundant "
               "constraints, or let no force depend on theirs"
             : "as long as they agree, the motion is unique, but their individual forces are not: "
               "the smallest forces are shown. If only this pose is special, start near it");
  else
    warn("constraints without a direction at the start: " + listed(without_direction),
         "constraints that hold something in every pose",
         keeps_sign(system, at, without_direction, names)
             ? "a constraint that does not change its sign, as a square, has no direction wherever "
               "it holds: write it so that its slope is not zero there, as g and not g^2"
         : vanish_everywhere(system, at, is_plain, without_direction, names)
             ? "all factors of their velocities are zero, in all states and at all times tried: "
               "they hold nothing. Remove them, or check the parameters in them"
             : "all factors of their velocities are zero there: they hold nothing, and beside that "
               "pose their forces grow without bound. Start away from it");
  return gap > 0;
}

}  // namespace porthos::simulate
