#include "simulate/start.hpp"

#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "base/digits.hpp"

namespace porthos::simulate {
namespace {

using integrate::Metric;
using system::Assembled;
using system::Kinematics;
using system::Segment;
using system::StartValue;
using system::System;
using system::Workspace;

VecX values(const std::vector<StartValue>& states) {
  VecX made(static_cast<Eigen::Index>(states.size()));
  for (std::size_t i = 0; i < states.size(); ++i)
    made[static_cast<Eigen::Index>(i)] = states[i].value;
  return made;
}

std::vector<Eigen::Index> fixed(const std::vector<StartValue>& states) {
  std::vector<Eigen::Index> indices;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].is_fixed) indices.push_back(static_cast<Eigen::Index>(i));
  return indices;
}

/// The correction of least kinetic energy with K d = r (in least squares) among those that leave
/// the held quantities at rest: held d = 0.
VecX least_change(const MatX& mass, const MatX& K, const VecX& r, const MatX& held) {
  if (held.rows() == 0) return Metric(mass).least_change(K, r);
  const MatX free = Orthogonal(held).kernel();  // d = free y
  if (free.cols() == 0) return VecX::Zero(mass.rows());
  return free *
         Metric(product(transpose_product(free, mass), free)).least_change(product(K, free), r);
}

/// Newton's method on c(z) = 0 along the kinematics, with the fixed positions at rest. A correction
/// that makes the gap larger is halved.
void correct_positions(const System& system, const std::vector<StartValue>& states, Workspace& at) {
  const auto& active = system.active();
  const auto& inert = system.inert();
  const std::vector<Eigen::Index> held = fixed(states);
  Kinematics kinematics;
  system.compute_rates(at);
  for (int k = 0; k < 100; ++k) {
    const VecX gap = system.segment(at, Segment::kGap);
    const double size = gap.norm();
    if (!(size > 0) || !std::isfinite(size)) return;
    system.compute_kinematics(at, kinematics);
    VecX r(static_cast<Eigen::Index>(active.size()));
    for (std::size_t i = 0; i < active.size(); ++i)
      r[static_cast<Eigen::Index>(i)] = -gap[active[i]];
    MatX rates(static_cast<Eigen::Index>(held.size()), system.sizes().w);
    for (std::size_t i = 0; i < held.size(); ++i)
      rates.row(static_cast<Eigen::Index>(i)) = kinematics.Z.row(held[i]);
    VecX change = VecX::Zero(system.sizes().z);
    if (system.sizes().w > 0)
      change =
          kinematics.Z * least_change(system.mass(), kinematics.Gamma.topRows(r.size()), r, rates);
    if (!inert.empty()) {
      MatX own(static_cast<Eigen::Index>(inert.size()), system.sizes().z);
      VecX rest(own.rows());
      for (Eigen::Index i = 0; i < own.rows(); ++i) {
        own.row(i) = kinematics.c_prime.row(inert[static_cast<std::size_t>(i)]);
        for (const Eigen::Index j : held) own(i, j) = 0;
        rest[i] = -gap[inert[static_cast<std::size_t>(i)]];
      }
      change += Orthogonal(own).solve(rest);
    }
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

void correct_velocities(const System& system, const std::vector<StartValue>& states,
                        Workspace& at) {
  if (system.sizes().nu() == 0 || system.sizes().w == 0) return;
  const std::vector<Eigen::Index> held = fixed(states);
  Kinematics kinematics;
  system.compute_kinematics(at, kinematics);
  MatX rates = MatX::Zero(static_cast<Eigen::Index>(held.size()), system.sizes().w);
  for (std::size_t i = 0; i < held.size(); ++i) rates(static_cast<Eigen::Index>(i), held[i]) = 1;
  for (int k = 0; k < 3; ++k) {
    system.segment(at, Segment::kW) +=
        least_change(system.mass(), kinematics.Gamma, -system.rows(at), rates);
    system.compute_rates(at);
  }
}

/// Directions of w that neither mass nor constraint determines, (w x k).
MatX massless_directions(const System& system, const Kinematics& kinematics) {
  MatX all(system.mass().rows() + kinematics.Gamma.rows(), system.sizes().w);
  all << system.mass(), kinematics.Gamma;
  return Orthogonal(all, 1e-12).kernel();
}

/// Forces on massless directions N balance: N^T f = 0. A damper there fixes the velocity, else a
/// spring the position, again by the least change and with fixed values at rest. False if nothing
/// does, or if the balance cannot be reached.
bool balance_massless(const System& system, const std::vector<StartValue>& positions,
                      Workspace& at) {
  if (system.sizes().w == 0) return true;
  Kinematics kinematics;
  system.compute_kinematics(at, kinematics);
  const MatX N = massless_directions(system, kinematics);
  if (N.cols() == 0) return true;
  const std::vector<Eigen::Index> held = fixed(positions);
  system::Linearization d;
  for (int k = 0; k < 50; ++k) {
    system.compute_rates(at);
    const VecX force = N.transpose() * system.segment(at, Segment::kForce);
    if (!force.allFinite()) return false;
    system.linearize(at, d);
    const MatX damping = product(transpose_product(N, d.force_w), N);
    const MatX stiffness = product(transpose_product(N, d.force_z), d.zdot_w);
    if (Orthogonal(damping + product(stiffness, N)).rank() < N.cols()) return false;
    const double scale = 1 + system.segment(at, Segment::kForce).lpNorm<Eigen::Infinity>();
    if (force.lpNorm<Eigen::Infinity>() < 1e-13 * scale) return true;
    const VecX y = Orthogonal(damping).solve(-force);
    system.segment(at, Segment::kW) += N * y;
    const VecX rest = -force - damping * y;
    if (rest.norm() <= 1e-13 * scale) continue;
    MatX rates(static_cast<Eigen::Index>(held.size()) + d.row_w.rows(), system.sizes().w);
    rates.bottomRows(d.row_w.rows()) = d.row_w;
    for (std::size_t i = 0; i < held.size(); ++i)
      rates.row(static_cast<Eigen::Index>(i)) = d.zdot_w.row(held[i]);
    system.segment(at, Segment::kZ) +=
        d.zdot_w * least_change(system.mass(), stiffness, rest, rates);
  }
  return false;
}

/// Rows that take part in a linear dependence: those in which the left null space lives.
std::vector<Eigen::Index> dependent_rows(const MatX& gamma, Eigen::Index& rank) {
  std::vector<Eigen::Index> rows;
  if (gamma.rows() == 0 || gamma.cols() == 0) {
    rank = 0;
    for (Eigen::Index i = 0; i < gamma.rows(); ++i) rows.push_back(i);
    return rows;
  }
  MatX scaled = gamma;
  for (Eigen::Index i = 0; i < scaled.rows(); ++i)
    if (const double norm = scaled.row(i).norm(); norm > 0) scaled.row(i) /= norm;
  const Orthogonal parts(scaled, 1e-9);
  rank = parts.rank();
  const MatX null = parts.left_kernel();
  for (Eigen::Index i = 0; i < null.rows(); ++i)
    if (null.cols() > 0 && null.row(i).norm() > 1e-6) rows.push_back(i);
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
    problems.push_back({.code = "PH203",
                        .where = "",
                        .found = "formulas without a finite value at the start",
                        .expected = "a start at which every formula is defined",
                        .hint = "look at divisions, roots and logarithms, and at gimbal lock"});
  }
  correct_positions(system, assembled.z, at);
  const VecX first_rows = system.rows(at);
  correct_velocities(system, assembled.w, at);
  if (!balance_massless(system, assembled.z, at))
    problems.push_back(
        {.code = "PH204",
         .where = "/kinetic_energy",
         .found = "velocities without mass that no constraint, damper or spring determines, or on "
                  "which the forces cannot balance",
         .expected = "a mass for every velocity that is free",
         .hint = "give every velocity a place in the kinetic energy, or a start at which the "
                 "forces on the massless part are in balance"});
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
    problems.push_back(
        {.code = "PH201",
         .where = met_positions > 0 ? "/positions" : "/velocities",
         .found = "a start at which " + list(unmet) + " cannot hold (gap " + number(worst) + ")",
         .expected = "start values that agree with the constraints",
         .hint = held.empty() ? "the constraints contradict each other, or the guess is too far "
                                "away: give start values closer to a possible pose"
                              : "fixed are " + list(held) + ": set one of them free"});
  }

  Kinematics kinematics;
  system.compute_kinematics(at, kinematics);
  Eigen::Index rank = 0;
  if (kinematics.Gamma.allFinite()) {
    for (const Eigen::Index row : dependent_rows(kinematics.Gamma, rank))
      start.dependent.push_back(names[static_cast<std::size_t>(row)]);
  }
  start.rank = static_cast<int>(rank);
  start.degrees_of_freedom = system.sizes().w - start.rank;
  if (!start.dependent.empty())
    problems.push_back(
        {.severity = Problem::Severity::kWarning,
         .code = "PH202",
         .where = "",
         .found = "constraints that depend on each other at the start: " + list(start.dependent) +
                  " (rank " + std::to_string(start.rank) + " of " +
                  std::to_string(system.sizes().nu()) + ")",
         .expected = "independent constraints",
         .hint = "the motion is unique all the same, but how they share the force is not: the "
                 "smallest forces are shown. If this is a special pose, start beside it"});
  system.compute_watched(at);
  const VecX watched = system.segment(at, Segment::kWatched);
  for (Eigen::Index i = 0; i < watched.size(); ++i)
    // An exact zero misses by the rounding of its arguments (cos(pi/2) = 6e-17).
    if (std::abs(watched[i]) < 1e-14)
      problems.push_back(
          {.code = "PH203",
           .where = "",
           .found = assembled.watched[static_cast<std::size_t>(i)] + " = 0 at the start",
           .expected = "a start at which no formula divides by zero",
           .hint = "start beside this pose, or use coordinates without the singularity (a "
                   "quaternion or a rotation matrix instead of Euler angles)"});
  return start;
}

}  // namespace porthos::simulate
