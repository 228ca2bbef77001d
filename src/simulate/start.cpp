#include "simulate/start.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/dense.hpp"
#include "base/digits.hpp"
#include "base/saddle.hpp"

namespace porthos::simulate {
namespace {

using system::Assembled;
using system::Kinematics;
using system::Segment;
using system::StartValue;
using system::System;
using system::Workspace;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

VecX values(const std::vector<StartValue>& states) {
  VecX made(static_cast<Eigen::Index>(states.size()));
  for (std::size_t i = 0; i < states.size(); ++i)
    made[static_cast<Eigen::Index>(i)] = states[i].value;
  return made;
}

std::vector<int> fixed(const std::vector<StartValue>& states) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].is_fixed) indices.push_back(static_cast<int>(i));
  return indices;
}

/// The correction of least kinetic energy with K d = r (in least squares) that leaves the held
/// quantities at rest: held d = 0.
VecX least_change(const Metric& metric, const Sparse& K, const VecX& r, const Sparse& held) {
  const Sparse rows = stacked(K, held);
  VecX right = VecX::Zero(rows.rows);
  right.head(r.size()) = r;
  Saddle saddle(metric, rows);
  saddle.factorise(rows.value);
  return saddle.correct(right).change;
}

Sparse sparse(const MatX& dense) {
  std::vector<Entry> places;
  for (int i = 0; i < dense.rows(); ++i)
    for (int j = 0; j < dense.cols(); ++j) places.push_back({i, j});
  Sparse made(static_cast<int>(dense.rows()), static_cast<int>(dense.cols()), places);
  std::size_t k = 0;
  for (const auto& [i, j] : places) made.value[k++] = dense(i, j);
  return made;
}

/// Newton's method on c(z) = 0 along the kinematics, with the fixed positions at rest. A correction
/// that makes the gap larger is halved.
void correct_positions(const System& system, const Metric& metric,
                       const std::vector<StartValue>& states, Workspace& at) {
  const auto& active = system.active();
  const auto& inert = system.inert();
  const std::vector<int> held = fixed(states);
  Kinematics kinematics = system.kinematics();
  const auto missing = [&](const VecX& gap, const std::vector<int>& rows) {
    VecX r(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) r[static_cast<Eigen::Index>(i)] = -gap[rows[i]];
    return r;
  };
  system.compute_rates(at);
  for (int k = 0; k < 100; ++k) {
    const VecX gap = system.segment(at, Segment::kGap);
    const double size = gap.norm();
    if (!(size > 0) || !std::isfinite(size)) return;
    system.compute_kinematics(at, kinematics);
    VecX change = kinematics.Z.times(
        least_change(metric, kinematics.Gamma.top_rows(static_cast<int>(active.size())),
                     missing(gap, active), kinematics.Z.rows_of(held)));
    if (!inert.empty()) {
      const int n = system.sizes().z;
      change += least_change(Metric::identity(n), kinematics.c_prime.rows_of(inert),
                             missing(gap, inert), Sparse::unit_rows(held, n));
    }
    for (const int i : held) change[i] = 0;  // not even by a rounding
    const VecX z = system.segment(at, Segment::kZ);
    double share = 1;
    for (int halvings = 0; halvings < 12; ++halvings, share /= 2) {
      system.segment(at, Segment::kZ) = z + share * change;
      system.compute_rates(at);
      if (system.segment(at, Segment::kGap).norm() < size) break;
    }
    if (!(system.segment(at, Segment::kGap).norm() < size)) {  // as good as it gets
      system.segment(at, Segment::kZ) = z;
      system.compute_rates(at);
      return;
    }
  }
}

void correct_velocities(const System& system, const Metric& metric,
                        const std::vector<StartValue>& states, Workspace& at) {
  if (system.sizes().nu() == 0 || system.sizes().w == 0) return;
  const std::vector<int> held = fixed(states);
  Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  for (int k = 0; k < 3; ++k) {
    VecX change = least_change(metric, kinematics.Gamma, -system.rows(at),
                               Sparse::unit_rows(held, system.sizes().w));
    for (const int i : held) change[i] = 0;
    system.segment(at, Segment::kW) += change;
    system.compute_rates(at);
  }
}

/// Directions of w that neither mass nor constraint determines, (w x k).
MatX massless_directions(const System& system, const Kinematics& kinematics) {
  return Orthogonal(stacked(system.mass(), kinematics.Gamma).dense(), 1e-12).kernel();
}

/// Forces on massless directions N balance: N^T f = 0. A damper there fixes the velocity, else a
/// spring the position, again by the least change and with fixed values at rest. False if nothing
/// does, or if the balance cannot be reached.
bool balance_massless(const System& system, const Metric& metric,
                      const std::vector<StartValue>& positions, Workspace& at) {
  if (!metric.has_massless()) return true;
  Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  const MatX N = massless_directions(system, kinematics);
  if (N.cols() == 0) return true;
  const std::vector<int> held = fixed(positions);
  const auto& n = system.sizes();
  Sparse jacobian = system.jacobian();
  for (int k = 0; k < 50; ++k) {
    system.compute_rates(at);
    const VecX force = N.transpose() * system.segment(at, Segment::kForce);
    if (!force.allFinite()) return false;
    system.linearize(at, jacobian);
    const MatX all = jacobian.dense();
    const MatX zdot_w = all.block(0, n.z, n.z, n.w);
    const MatX damping = N.transpose() * all.block(n.z, n.z, n.w, n.w) * N;
    const MatX stiffness = N.transpose() * all.block(n.z, 0, n.w, n.z) * zdot_w;
    if (Orthogonal(damping + stiffness * N).rank() < N.cols()) return false;
    const double scale = 1 + system.segment(at, Segment::kForce).lpNorm<Eigen::Infinity>();
    if (force.lpNorm<Eigen::Infinity>() < 1e-13 * scale) return true;
    const VecX y = Orthogonal(damping).solve(-force);
    system.segment(at, Segment::kW) += N * y;
    const VecX rest = -force - damping * y;
    if (rest.norm() <= 1e-13 * scale) continue;
    MatX rates(static_cast<Eigen::Index>(held.size()) + n.nu(), n.w);
    rates.bottomRows(n.nu()) = all.block(n.z + n.w, n.z, n.nu(), n.w);
    for (std::size_t i = 0; i < held.size(); ++i)
      rates.row(static_cast<Eigen::Index>(i)) = zdot_w.row(held[i]);
    VecX change = zdot_w * least_change(metric, sparse(stiffness), rest, sparse(rates));
    for (const int i : held) change[i] = 0;
    system.segment(at, Segment::kZ) += change;
  }
  return false;
}

/// Its rows scaled to one.
Sparse normalised(const Sparse& gamma) {
  Sparse scaled = gamma;
  for (int i = 0; i < gamma.rows; ++i) {
    const auto first = scaled.value.begin() + gamma.start[index(i)];
    const auto last = scaled.value.begin() + gamma.start[index(i) + 1];
    const double size = std::sqrt(std::inner_product(first, last, first, 0.0));
    if (size > 0) std::for_each(first, last, [&](double& x) { x /= size; });
  }
  return scaled;
}

/// An orthonormal basis of the y with y^T A = 0, for many rows of length one.
///
/// What of a random right-hand side no correction can meet lies there: as many samples as are
/// needed span it.
MatX sampled_left_kernel(const Sparse& a) {
  constexpr double kShare = 1e-10, kNull = 1e-4;  // what rounding leaves: 1e-16 / kShare
  Saddle saddle(Metric::identity(a.columns), a);
  saddle.factorise(a.value, kShare);
  std::uint32_t random = 2025;
  MatX basis(a.rows, 0);
  while (basis.cols() < a.rows) {
    VecX r(a.rows);
    for (double& x : r) {
      random = random * 1664525u + 1013904223u;
      x = static_cast<double>(random >> 8) / (1 << 23) - 1;
    }
    const double size = r.norm();
    for (int k = 0; k < 3; ++k) r -= a.times(saddle.correct(r).change);
    for (int k = 0; k < 2; ++k) r -= basis * (basis.transpose() * r);
    if (!(r.norm() > kNull * size)) break;
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.rightCols(1) = r.normalized();
  }
  return basis;
}

/// The rank of gamma, and the rows that take part in a linear dependence: those in which the left
/// null space lives.
std::vector<int> dependent_rows(const Sparse& gamma, int& rank) {
  constexpr int kFew = 300;  // rows of which an orthogonal decomposition takes no time
  constexpr double kNull = 1e-6;
  const Sparse scaled = normalised(gamma);
  MatX null;
  if (gamma.rows <= kFew)
    null = gamma.columns > 0 ? Orthogonal(scaled.dense(), 1e-9).left_kernel()
                             : MatX(MatX::Identity(gamma.rows, gamma.rows));
  else
    null = sampled_left_kernel(scaled);
  rank = gamma.rows - static_cast<int>(null.cols());
  std::vector<int> rows;
  for (int i = 0; i < gamma.rows; ++i)
    if (null.cols() > 0 && null.row(i).norm() > kNull) rows.push_back(i);
  return rows;
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 12; ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > 12) text += ", and " + std::to_string(names.size() - 12) + " more";
  return text;
}

std::string number(double value) { return rounded_digits(value, 3); }

}  // namespace

Start find_start(const System& system, const Assembled& assembled, Problems& problems) {
  Start start;
  Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, Segment::kZ) = values(assembled.z);
  system.segment(at, Segment::kW) = values(assembled.w);
  system.compute_rates(at);
  const VecX first_gap = system.segment(at, Segment::kGap);
  if (!system.segment(at, Segment::kZdot).allFinite() || !first_gap.allFinite() ||
      !system.segment(at, Segment::kForce).allFinite() || !system.rows(at).allFinite()) {
    report(problems, "PH203", "", "formulas without a finite value at the start",
           "a start at which every formula is defined",
           "look at divisions, roots and logarithms, and at gimbal lock");
  }
  const Metric metric(system.mass());
  correct_positions(system, metric, assembled.z, at);
  const VecX first_rows = system.rows(at);
  correct_velocities(system, metric, assembled.w, at);
  if (!balance_massless(system, metric, assembled.z, at))
    report(problems, "PH204", "/kinetic_energy",
           "velocities without mass that no constraint, damper or spring determines, or on "
           "which the forces cannot balance",
           "a mass for every velocity that is free",
           "give every velocity a place in the kinetic energy, or a start at which the "
           "forces on the massless part are in balance");
  start.z = system.segment(at, Segment::kZ);
  start.w = system.segment(at, Segment::kW);

  std::vector<std::string> unmet;
  double worst = 0;
  const auto judge = [&](const std::string& name, const char* level, double before, double after,
                         double scale) {
    start.gaps.push_back({name, level, before, after});
    // Newton stops at rounding; what is left beyond 1e-9 cannot be closed.
    if (!(std::abs(after) <= 1e-9 * scale)) {
      unmet.push_back(name);
      worst = std::max(worst, std::abs(after));
    }
  };
  const VecX gap = system.segment(at, Segment::kGap);
  const double length = 1 + (start.z.size() > 0 ? start.z.lpNorm<Eigen::Infinity>() : 0);
  for (std::size_t i = 0; i < assembled.c.size(); ++i)
    judge(assembled.c[i].name, "position", first_gap[static_cast<Eigen::Index>(i)],
          gap[static_cast<Eigen::Index>(i)], length * length);
  const VecX rows = system.rows(at);
  const double speed = 1 + (start.w.size() > 0 ? start.w.lpNorm<Eigen::Infinity>() : 0);
  const auto lambda = static_cast<Eigen::Index>(system.active().size());
  const std::size_t met_positions = unmet.size();
  std::vector<std::string> names;
  for (Eigen::Index i = 0; i < rows.size(); ++i) {
    const std::string& name =
        i < lambda
            ? assembled.c[static_cast<std::size_t>(system.active()[static_cast<std::size_t>(i)])]
                  .name
            : assembled.mu[static_cast<std::size_t>(i - lambda)].name;
    names.push_back(name);
    if (met_positions == 0) judge(name, "velocity", first_rows[i], rows[i], speed * length);
  }
  if (!unmet.empty()) {
    std::vector<std::string> held;
    for (const auto& state : assembled.z)
      if (state.is_fixed) held.push_back(state.name);
    for (const auto& state : assembled.w)
      if (state.is_fixed) held.push_back(state.name);
    report(problems, "PH201", met_positions > 0 ? "/positions" : "/velocities",
           "a start at which " + list(unmet) + " cannot hold (gap " + number(worst) + ")",
           "start values that agree with the constraints",
           held.empty() ? "the constraints contradict each other, or the guess is too far "
                          "away: give start values closer to a possible pose"
                        : "fixed are " + list(held) + ": set one of them free");
  }

  Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  const auto& values = kinematics.Gamma.value;
  if (std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
    for (const int row : dependent_rows(kinematics.Gamma, start.rank))
      start.dependent.push_back(names[index(row)]);
  start.degrees_of_freedom = system.sizes().w - start.rank;
  if (!start.dependent.empty())
    report(problems, "PH202", "",
           "constraints that depend on each other at the start: " + list(start.dependent) +
               " (rank " + std::to_string(start.rank) + " of " +
               std::to_string(system.sizes().nu()) + ")",
           "independent constraints",
           "the motion is unique all the same, but how they share the force is not: the "
           "smallest forces are shown. If this is a special pose, start beside it")
        .severity = Problem::Severity::kWarning;
  system.compute_watched(at);
  const VecX watched = system.segment(at, Segment::kWatched);
  for (Eigen::Index i = 0; i < watched.size(); ++i)
    // An exact zero misses by the rounding of its arguments (cos(pi/2) = 6e-17).
    if (std::abs(watched[i]) < 1e-14)
      report(problems, "PH203", "",
             assembled.watched[static_cast<std::size_t>(i)] + " = 0 at the start",
             "a start at which no formula divides by zero",
             "start beside this pose, or use coordinates without the singularity (a "
             "quaternion or a rotation matrix instead of Euler angles)");
  return start;
}

}  // namespace porthos::simulate
