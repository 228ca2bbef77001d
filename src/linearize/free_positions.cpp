#include "linearize/free_positions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "linearize/products.hpp"
#include "linearize/samples.hpp"
#include "linearize/scaled.hpp"
#include "structure/decompositions.hpp"

namespace porthos::linearize {

using system::Segment;
using system::System;
using system::Workspace;

namespace {

constexpr int kSamplePoses = 6;

/// Marks positions that move by themselves: without velocities, their rates depend on something, or
/// rates of positions depend on them.
void find_moved_by_positions(const Equations& equations, const std::vector<Workspace>& samples,
                             std::vector<char>& is_read) {
  const system::System& system = equations.system();
  const int z = equations.z();
  for (Workspace at : samples) {
    for (const Segment none : {Segment::kW, Segment::kMu}) system.segment(at, none).setZero();
    system.compute_rates(at);
    Sparse J = system.jacobian();
    system.linearize(at, J);
    for (int row = 0; row < z; ++row)
      for (int k = J.start[index(row)]; k < J.start[index(row) + 1]; ++k)
        if (J.column[index(k)] < z && J.value[index(k)] != 0)
          is_read[index(row)] = is_read[index(J.column[index(k)])] = 1;
  }
}

/// Marks positions on which the mass depends: the velocities of the text then differ from those of
/// the frame, which may stay constant where the former grow.
void find_positions_of_mass(const Equations& equations, const std::vector<Workspace>& samples,
                            std::vector<char>& is_read) {
  constexpr double kRounding = 1e-12;
  const System& system = equations.system();
  if (!system.has_moving_frame()) return;
  for (Workspace sample : samples) {
    const VecX before = system.velocities(sample);
    for (int i = 0; i < equations.z(); ++i)
      for (const double by : {0.3, -3.0, 30.0}) {
        if (is_read[index(i)]) break;
        Workspace there = sample;
        double& z = system.segment(there, Segment::kZ)[i];
        z += by * (1 + std::abs(z));
        system.compute_rates(there);
        if (!((system.velocities(there) - before).norm() <= kRounding * before.norm()))
          is_read[index(i)] = 1;
      }
  }
}

/// (z) Positions in forces, in constraints, in the mass, or in rates of such positions.
std::vector<char> find_read_positions(const Equations& equations,
                                      const std::vector<Workspace>& samples,
                                      const std::vector<int>& clocks) {
  const System& system = equations.system();
  const int z = equations.z();
  const Sparse& J = system.jacobian();
  const Sparse& c = system.kinematics().c_prime;
  std::vector<char> is_read(index(z), 0);
  for (const int clock : clocks) is_read[index(clock)] = 1;
  find_moved_by_positions(equations, samples, is_read);
  find_positions_of_mass(equations, samples, is_read);
  std::vector<int> next;
  for (int i = 0; i < z; ++i)
    if (is_read[index(i)]) next.push_back(i);
  const auto read = [&](const Sparse& of, int row) {
    for (int k = of.start[index(row)]; k < of.start[index(row) + 1]; ++k) {
      const int i = of.column[index(k)];
      if (i >= z || is_read[index(i)]) continue;
      is_read[index(i)] = 1;
      next.push_back(i);
    }
  };
  for (int row = z; row < J.rows; ++row) read(J, row);
  for (const int row : system.active()) read(c, row);
  while (!next.empty()) {
    const int row = next.back();
    next.pop_back();
    read(J, row);
  }
  return is_read;
}

/// All rows that a change of positions must not change.
MatX rows_by_positions(const Equations& equations, Workspace& at) {
  const Derivatives d = equations.derivatives(at);
  const int z = equations.z();
  const VecX e = equations.system().segment(at, Segment::kE);
  MatX rows(z + equations.w() + d.R_s.rows() + d.c_s.rows() + 1, z);
  rows << d.g_s.leftCols(z), d.f_s.leftCols(z), d.R_s.leftCols(z), d.c_s.leftCols(z), e.transpose();
  return rows;
}

/// The directions without those of a single position: it stands in the formulas, where its terms do
/// not cancel with others, so that they vanish in the samples alone.
MatX without_single(const MatX& directions) {
  constexpr double kWhole = 1 - 1e-9;
  std::vector<Eigen::Index> single;
  for (Eigen::Index i = 0; i < directions.rows(); ++i)
    if (directions.row(i).norm() > kWhole) single.push_back(i);
  if (single.empty()) return directions;
  const MatX others = directions * Orthogonal(MatX(directions(single, Eigen::all)), 0.5).kernel();
  return others.cols() == 0 ? others : structure::orthonormal_basis(others);
}

/// Constant directions (z x any) of the kept positions along which no row changes at any sample.
MatX find_translations(const Equations& equations, const std::vector<Workspace>& samples,
                       const MatX& kept) {
  constexpr double kRounding = 1e-14;
  MatX directions = kept.transpose();
  for (Workspace at : samples) {
    if (directions.cols() == 0) break;
    const MatX rows = rows_by_positions(equations, at);
    if (!rows.allFinite()) return MatX(kept.cols(), 0);
    directions = directions * Scaled(clean_product(rows, directions)).kernel();
  }
  if (directions.cols() == 0) return directions;
  directions = without_single(structure::orthonormal_basis(directions));
  if (directions.cols() == 0) return directions;
  // Exact up to the rounding of terms that cancel: a weak spring beside a strong one counts, too.
  for (Workspace at : samples) {
    const MatX rows = rows_by_positions(equations, at);
    const MatX left = rows * directions, sizes = rows.cwiseAbs() * directions.cwiseAbs();
    if ((left.array().abs() > kRounding * sizes.array()).any()) return MatX(kept.cols(), 0);
  }
  return directions;
}

}  // namespace

FreePositions find_free_positions(const Equations& equations, const Workspace& at,
                                  const std::vector<int>& clocks) {
  const int z = equations.z();
  const std::vector<char> is_read = find_read_positions(
      equations, states_around(equations, at, z > 0 ? kSamplePoses : 0), clocks);
  const std::vector<Workspace> samples =
      states_near_and_far(equations, at, z > 0 ? kSamplePoses : 0);
  FreePositions made;
  std::vector<int> read;
  for (int i = 0; i < z; ++i)
    if (is_read[index(i)])
      read.push_back(i);
    else
      made.positions.push_back(i);
  made.kept = MatX::Zero(static_cast<Eigen::Index>(read.size()), z);
  for (std::size_t k = 0; k < read.size(); ++k)
    made.kept(static_cast<Eigen::Index>(k), read[k]) = 1;
  made.is_energy_equal = true;
  for (const Workspace& there : samples)
    for (const int i : made.positions)
      if (equations.system().segment(there, Segment::kE)[i] != 0) made.is_energy_equal = false;
  const MatX moves = find_translations(equations, samples, made.kept);
  if (moves.cols() == 0) return made;
  constexpr double kPart = 1e-9;  // for a direction of length 1
  for (const int i : read)
    if (moves.row(i).norm() > kPart) made.common.push_back(i);
  made.positions.insert(made.positions.end(), made.common.begin(), made.common.end());
  std::ranges::sort(made.positions);
  const MatX within = Orthogonal(MatX(moves.transpose() * made.kept.transpose())).kernel();
  made.kept = (within.transpose() * made.kept).eval();
  return made;
}

bool is_mass_bounded(const Equations& equations, const Workspace& at) {
  constexpr double kMuch = 1e3;
  const System& system = equations.system();
  if (!system.has_moving_frame()) return true;
  const auto fastest = [&](std::vector<Workspace> states) {
    double most = 0;
    for (Workspace& there : states) {
      const double w = system.segment(there, Segment::kW).norm();
      system.compute_rates(there);
      const double v = system.velocities(there).norm();
      if (!std::isfinite(v)) return std::numeric_limits<double>::infinity();
      if (w > 0) most = std::max(most, v / w);
    }
    return most;
  };
  return fastest(states_near_and_far(equations, at, kSamplePoses)) <=
         kMuch * fastest(states_around(equations, at, kSamplePoses));
}

bool is_energy_kinetic(const Equations& equations, const Workspace& at) {
  const System& system = equations.system();
  const int z = equations.z();
  // Reactions of position constraints read positions, too.
  if (system.sizes().c == 0)
    for (const system::Instance& one : system.assembly().instances)
      for (const system::Slot& input : one.type->effort.inputs)
        if (input.segment == Segment::kZ) return false;
  for (Workspace& there : states_near_and_far(equations, at, kSamplePoses)) {
    system.segment(there, Segment::kLambda).setZero();
    system.compute_rates(there);
    if (z > 0 && !system.segment(there, Segment::kE).isZero(0)) return false;
  }
  return true;
}

}  // namespace porthos::linearize
