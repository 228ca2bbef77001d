#include "linearize/uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/dense.hpp"
#include "linearize/samples.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// Values and derivatives of all equations of rest, (z'; f; c; R), with respect to (s, x).
struct Residual {
  VecX values;
  MatX J;
};

VecX values_at(const Equations& equations, const Workspace& at) {
  const system::System& system = equations.system();
  const VecX f = system.segment(at, Segment::kForce);
  const auto rows = system.rows(at);
  const auto gaps = system.segment(at, Segment::kGap);
  VecX all(equations.s() + gaps.size() + equations.massless() + rows.size());
  all << system.segment(at, Segment::kZdot), f, gaps, equations.N().transpose() * f, rows;
  return all;
}

Residual residual_at(const Equations& equations, const Workspace& at) {
  Workspace there = at;
  const Derivatives d = equations.derivatives(there);
  Residual made{values_at(equations, at), MatX()};
  made.J = MatX::Zero(made.values.size(), equations.s() + equations.x());
  made.J << d.g_s, d.g_x, d.f_s, d.f_x, d.c_s, MatX::Zero(d.c_s.rows(), equations.x()), d.R_s,
      d.R_x;
  return made;
}

VecX random_signs(Eigen::Index size, std::uint32_t random) {
  VecX made(size);
  for (double& one : made) {
    random = random * 1664525u + 1013904223u;
    one = 0.5 + static_cast<double>(random >> 9) / (1 << 24);
    if ((random >> 20) % 2 == 0) one = -one;
  }
  return made;
}

/// The next Newton step, from all singular values above rounding.
VecX next_step(const Residual& residual, const VecX& sizes) {
  const VecX rounding = 1e-15 * (residual.J.cwiseAbs() * sizes);
  const VecX left = (residual.values.array().abs() > rounding.array()).select(residual.values, 0.0);
  if (left.isZero(0)) return VecX::Zero(sizes.size());
  return Scaled(residual.J, sizes, 1e-13).solve(-left);
}

/// Steps to states that satisfy the equations of rest as well as the reference, to rounding: where
/// two equilibria meet, residuals are squares, and an equilibrium is known to half the digits only.
std::vector<VecX> flat_steps(const Equations& equations, const Reference& reference,
                             const Residual& here, const VecX& sizes) {
  constexpr double kFar = 1e-7, kRounding = 1e-13, kSoft = 1e-6;
  constexpr int kRandomStates = 6;
  VecX scale = VecX::Zero(here.values.size());
  for (const Workspace& at : states_around(equations, reference.at, kRandomStates)) {
    const VecX there = values_at(equations, at);
    if (there.allFinite()) scale = scale.cwiseMax(there.cwiseAbs());
  }
  MatX slopes = here.J * sizes.asDiagonal();
  for (Eigen::Index i = 0; i < slopes.rows(); ++i) slopes.row(i) *= scale[i] > 0 ? 1 / scale[i] : 0;
  if (!slopes.allFinite() || slopes.size() == 0) return {};
  const Spectrum spectrum(slopes.transpose() * slopes);
  std::vector<VecX> found;
  for (Eigen::Index k = 0; k < sizes.size(); ++k) {
    if (spectrum.values[k] > kSoft * kSoft) continue;
    const VecX step = kFar * spectrum.vectors.col(k).cwiseProduct(sizes);
    for (const double side : {1.0, -1.0}) {
      Workspace there = reference.at;
      const VecX moved = side * step;
      equations.move(there, moved.head(equations.s()), moved.tail(equations.x()));
      const VecX values = values_at(equations, there);
      if ((values.array().abs() <= kRounding * scale.array()).all()) found.push_back(moved);
    }
  }
  return found;
}

}  // namespace

namespace {

constexpr double kBesideReference = 1e-13;

/// A step of this length, in the sizes of the unknowns, in a pseudo-random direction.
VecX random_step(const Equations& equations, const Reference& reference, const VecX& sizes,
                 const MatX& tangent, std::uint32_t seed) {
  if (reference.is_at_rest())
    return kBesideReference * random_signs(sizes.size(), seed).cwiseProduct(sizes);
  // Redundant rows have this rank on the constraint set only.
  const VecX of_states = sizes.head(equations.s());
  VecX shares = random_signs(tangent.cols(), seed);
  for (Eigen::Index k = 0; k < tangent.cols(); ++k) {
    const double length = tangent.col(k).cwiseQuotient(of_states).lpNorm<Eigen::Infinity>();
    if (length > 0) shares[k] /= length;
  }
  VecX step = VecX::Zero(sizes.size());
  step.head(equations.s()) = tangent * shares;
  return step *
         (kBesideReference / std::max(1e-300, step.cwiseQuotient(sizes).lpNorm<Eigen::Infinity>()));
}

VecX switches_at(const Equations& equations, Workspace at) {
  equations.system().compute_switches(at);
  return equations.system().segment(at, Segment::kSwitch);
}

/// The conditions of branches that are zero at the reference.
std::vector<Eigen::Index> changing_branches(const Equations& equations,
                                            const Reference& reference) {
  constexpr double kZero = 1e-9;
  constexpr int kSamples = 6;
  const VecX here = switches_at(equations, reference.at);
  std::vector<Eigen::Index> found;
  if (here.size() == 0) return found;
  VecX typical = VecX::Zero(here.size());
  for (const Workspace& at : states_around(equations, reference.at, kSamples))
    typical = typical.cwiseMax(switches_at(equations, at).cwiseAbs());
  for (Eigen::Index i = 0; i < here.size(); ++i)
    if (std::abs(here[i]) <= kZero * typical[i] && typical[i] > 0) found.push_back(i);
  return found;
}

/// Where branches change: so many directions that each combination of a few is among them. Large
/// models, in which a linear system takes long, get fewer.
std::uint32_t branch_directions(Eigen::Index unknowns) {
  constexpr std::uint32_t kMost = 48, kFewest = 8;
  constexpr Eigen::Index kSmall = 60;
  if (unknowns <= kSmall) return kMost;
  const Eigen::Index share = kSmall * kSmall * kMost / (unknowns * unknowns);
  return std::max(kFewest, static_cast<std::uint32_t>(share));
}

}  // namespace

std::vector<Reference> references_beside(const Equations& equations, const Reference& reference,
                                         const std::vector<int>& clocks, const MatX& tangent) {
  constexpr double kFarthest = 1e-2;
  const system::System& system = equations.system();
  const VecX sizes = equations.sizes(reference.at);
  const VecX tiny = random_step(equations, reference, sizes, tangent, 99);
  std::vector<VecX> steps{tiny, -tiny};
  if (!changing_branches(equations, reference).empty())
    for (std::uint32_t k = 1; k <= branch_directions(sizes.size()); ++k)
      steps.push_back(random_step(equations, reference, sizes, tangent, 7919 * k));
  if (reference.is_at_rest()) {
    const Residual here = residual_at(equations, reference.at);
    VecX next = 4 * next_step(here, sizes);
    const double length = next.size() > 0 ? next.cwiseQuotient(sizes).lpNorm<Eigen::Infinity>() : 0;
    if (length > kFarthest) next *= kFarthest / length;
    if (length > kBesideReference) steps.insert(steps.end(), {next, -next});
    const std::vector<VecX> flat = flat_steps(equations, reference, here, sizes);
    steps.insert(steps.end(), flat.begin(), flat.end());
  }
  std::vector<Reference> made;
  for (const VecX& step : steps) {
    if (!reference.is_at_rest()) {  // with the multipliers and rates of that state
      made.push_back(make_reference(
          equations, system.segment(reference.at, Segment::kZ) + step.head(equations.z()),
          system.segment(reference.at, Segment::kW) + step.segment(equations.z(), equations.w()),
          clocks));
      continue;
    }
    made.push_back(reference);
    equations.move(made.back().at, step.head(equations.s()), step.tail(equations.x()));
  }
  return made;
}

bool has_hidden_branch(const Equations& equations, const Reference& reference,
                       const std::vector<int>& clocks, const MatX& tangent) {
  const std::vector<Eigen::Index> changing = changing_branches(equations, reference);
  if (changing.empty()) return false;
  std::vector<char> is_above(changing.size(), 0), is_below(changing.size(), 0);
  for (const Reference& beside : references_beside(equations, reference, clocks, tangent)) {
    const VecX there = switches_at(equations, beside.at);
    for (std::size_t k = 0; k < changing.size(); ++k) {
      if (there[changing[k]] > 0) is_above[k] = 1;
      if (there[changing[k]] < 0) is_below[k] = 1;
    }
  }
  for (std::size_t k = 0; k < changing.size(); ++k)
    if (!is_above[k] || !is_below[k]) return true;
  return false;
}

bool has_jump(const Equations& equations, const Reference& reference) {
  constexpr double kStep = 1e-9, kShare = 1e-3, kRounding = 1e-12;
  constexpr double kLonger = 100, kSquare = 1e-3;  // between 1/kLonger^2 and 1/kLonger
  const Residual at = residual_at(equations, reference.at);
  const VecX sizes = equations.sizes(reference.at);
  const system::System& system = equations.system();
  Workspace copy = reference.at;
  const VecX forces = equations.derivatives(copy).Z.cwiseAbs().transpose() *
                      system.segment(reference.at, Segment::kE).cwiseAbs();
  // A row may contain second-order terms only, or large terms that cancel, so it is compared with
  // the largest of its kind.
  VecX largest = at.J.cwiseAbs() * sizes;
  if (forces.size() > 0) largest.segment(equations.z(), equations.w()) += forces;
  // Rates are compared in the units of their positions, forces in those of power.
  const auto raise = [&](Eigen::Index first, const VecX& units) {
    if (units.size() == 0) return;
    auto part = largest.segment(first, units.size());
    part = part.cwiseQuotient(units).maxCoeff() * units;
  };
  raise(0, sizes.head(equations.z()));
  raise(equations.z(), sizes.segment(equations.z(), equations.w()).cwiseInverse());
  const Eigen::Index rest = largest.size() - equations.s();
  if (rest > 0) largest.tail(rest).setConstant(largest.maxCoeff());
  const auto change = [&](const VecX& step) {
    Workspace there = reference.at;
    equations.move(there, step.head(equations.s()), step.tail(equations.x()));
    return VecX(values_at(equations, there) - at.values);
  };
  const VecX direction = random_signs(sizes.size(), 7).cwiseProduct(sizes);
  const auto bend = [&](double step) {
    return VecX(change(step * direction) - 2 * change(step / 2 * direction));
  };
  for (const double side : {1.0, -1.0}) {
    const VecX most = kShare * kStep * (at.J.cwiseAbs() * sizes) + kRounding * largest;
    // Smooth terms of second order, such as gyroscopic forces at rest, grow by the square of the
    // step. They may be the only ones of their kind.
    const VecX smooth = kSquare * bend(kLonger * side * kStep).cwiseAbs();
    if (!((bend(side * kStep).array().abs() <= most.cwiseMax(smooth).array()).all())) return true;
  }
  return false;
}

}  // namespace porthos::linearize
