#include "linearize/stability.hpp"

#include <algorithm>

#include "linearize/casimirs.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;

std::optional<bool> is_energy_minimal(const Equations& equations, const Reference& reference,
                                      bool has_other_forces) {
  if (equations.z() == 0 || equations.massless() > 0) return {};
  if (!reference.is_at_rest() || has_other_forces) return {};
  system::Workspace at = reference.at;
  const Derivatives d = equations.derivatives(at);
  const int z = equations.z();
  const MatX c = d.c_s.leftCols(z);
  // Directions of positions that constraints leave, and those that velocities lead along.
  const Eigen::Index free = z - Scaled(c).rank();
  if (free == 0 || equations.w() == 0) return {};
  const MatX eta = Scaled(MatX(c * d.Z)).kernel();
  if (eta.cols() == 0) return {};
  // Where positions part into leaves, each leaf has its minimum; neighbours of it have theirs.
  const MatX casimirs = linear_casimirs(equations, reference.at);
  MatX across(c.rows() + casimirs.cols(), z);
  across << c, casimirs.transpose();
  const Eigen::Index leaves = Scaled(across).rank() - (z - free);
  if (Scaled(MatX(d.Z * eta)).rank() < free - leaves) return {};
  MatX K = -eta.transpose() * d.f_s.leftCols(z) * d.Z * eta;
  // Velocities that move no position count in w^T M w alone.
  const MatX moved = d.Z * eta;
  const Eigen::JacobiSVD<MatX> parts(moved, Eigen::ComputeFullV);
  const MatX Y = parts.matrixV().leftCols(Scaled(moved).rank());
  K = (Y.transpose() * K * Y).eval();
  if (K.size() == 0) return {};
  const double size = K.cwiseAbs().maxCoeff();
  constexpr double kRounding = 1e-9;
  if ((K - K.transpose()).cwiseAbs().maxCoeff() > kRounding * size) return {};
  VecX scale = K.diagonal().cwiseAbs().cwiseSqrt();
  for (double& one : scale) one = one > 0 ? 1 / one : 1;
  K = scale.asDiagonal() * K * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<MatX>(K, Eigen::EigenvaluesOnly).eigenvalues().minCoeff() >
         kRounding;
}

Stability judge(const Modes& modes, std::optional<bool> energy_is_minimal) {
  if (modes.values.empty() && modes.zeros == 0) return {"stable", "nothing is free to move"};
  // Simple eigenvalues are good to about 1e-12 of A; a real part below this may be none.
  const double nothing = 1e-9 * modes.size;
  double largest = 0;
  bool has_undamped = false;
  for (std::size_t i = 0; i < modes.values.size(); ++i) {
    const double real = modes.values[i].real();
    if (i == 0 || real > largest) largest = real;
    if (std::abs(real) <= nothing) has_undamped = true;
  }
  const std::string zeros = modes.zeros == 1
                                ? "one eigenvalue is zero"
                                : std::to_string(modes.zeros) + " eigenvalues are zero";
  if (!modes.values.empty() && largest > nothing)
    return {"unstable", "an eigenvalue has a positive real part"};
  if (energy_is_minimal && *energy_is_minimal) {
    if (modes.zeros == 0 && !has_undamped && !modes.values.empty())
      return {"asymptotically stable", "all eigenvalues have negative real parts"};
    return {"stable", "the energy has a minimum there"};
  }
  if (modes.zeros == 0 && !has_undamped && !modes.values.empty())
    return {"asymptotically stable", "all eigenvalues have negative real parts"};
  if (modes.values.empty()) return {"undecided", "all eigenvalues are zero"};
  if (modes.zeros > 0)
    return {"undecided", has_undamped ? zeros + ", and others are imaginary"
                                      : zeros + "; all others have negative real parts"};
  return {"undecided", "eigenvalues are imaginary: what is not linear decides"};
}

}  // namespace porthos::linearize
