#include "linearize/stability.hpp"

#include <algorithm>
#include <utility>

#include "linearize/casimirs.hpp"
#include "linearize/products.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;

namespace {

constexpr double kFormRounding = 1e-9;

bool is_positive_definite(MatX K) {
  VecX scale = K.diagonal().cwiseAbs().cwiseSqrt();
  for (double& one : scale) one = one > 0 ? 1 / one : 1;
  K = scale.asDiagonal() * K * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<MatX>(K, Eigen::EigenvaluesOnly).eigenvalues().minCoeff() >
         kFormRounding;
}

/// (H), without velocities at rest. `across` are the directions of positions that no motion leads
/// along, (any x z).
std::optional<bool> by_velocities(const Equations& equations, const Derivatives& d,
                                  const MatX& across) {
  const int z = equations.z();
  const Eigen::Index free = z - Scaled(across).rank();
  if (equations.w() == 0) return {};
  if (free == 0) return true;
  const MatX eta = Scaled(clean_product(across, d.Z)).kernel();
  if (eta.cols() == 0) return {};
  const MatX moved = d.Z * eta;
  const Eigen::Index rank = Scaled(moved).rank();
  if (rank < free) return {};
  MatX K = -eta.transpose() * d.f_s.leftCols(z) * moved;
  // Velocities that move no position count in w^T M w alone.
  const Eigen::JacobiSVD<MatX> parts(moved, Eigen::ComputeFullV);
  const MatX Y = parts.matrixV().leftCols(rank);
  K = (Y.transpose() * K * Y).eval();
  const double size = K.cwiseAbs().maxCoeff();
  if ((K - K.transpose()).cwiseAbs().maxCoeff() > kFormRounding * size) return {};
  return is_positive_definite(std::move(K));
}

/// (H').
std::optional<bool> by_efforts(const Equations& equations, system::Workspace& at,
                               const LinearSystem& linear, const MatX& casimirs) {
  const system::System& system = equations.system();
  if (linear.S.cols() == 0 || system.is_closed()) return {};
  const int z = equations.z(), w = equations.w();
  MatX T = linear.S;
  if (casimirs.cols() > 0) T *= Scaled(clean_product(casimirs.transpose(), T.topRows(z))).kernel();
  if (T.cols() == 0) return {};
  MatX hessian = MatX::Zero(z + w, z + w);
  hessian.topLeftCorner(z, z) = system.effort_slopes(at);
  hessian.bottomRightCorner(w, w) = equations.M();
  if (!hessian.allFinite()) return {};
  // But for Casimirs, which are linear: along another direction that constraints hold it would
  // count how they bend. What is left is rounding of efforts that states of this size have.
  constexpr double kLeast = 1e-3;
  VecX gradient(z + w), state(z + w);
  gradient << system.segment(at, Segment::kE), equations.M() * system.segment(at, Segment::kW);
  gradient.head(z) -= casimirs * (casimirs.transpose() * gradient.head(z));
  state << system.segment(at, Segment::kZ), system.segment(at, Segment::kW);
  const VecX sizes = hessian.cwiseAbs() * state.cwiseAbs().cwiseMax(kLeast);
  if ((gradient.array().abs() > kFormRounding * sizes.array()).any()) return {};
  return is_positive_definite(T.transpose() * hessian * T);
}

}  // namespace

std::optional<bool> is_energy_minimal(const Equations& equations, const Reference& reference,
                                      const LinearSystem& linear, bool has_other_forces) {
  if (!reference.is_at_rest() || has_other_forces) return {};
  system::Workspace at = reference.at;
  const Derivatives d = equations.derivatives(at);
  const MatX casimirs = equations.z() > 0 ? linear_casimirs(equations, at) : MatX(equations.z(), 0);
  // A wheel that spins at rest: its energy is not the least.
  const bool is_still = equations.system().segment(at, Segment::kW).isZero(kFormRounding);
  if (equations.massless() == 0 && is_still) {
    const MatX c = d.c_s.leftCols(equations.z());
    MatX across(c.rows() + casimirs.cols(), equations.z());
    across << c, casimirs.transpose();
    if (const auto decided = by_velocities(equations, d, across)) return decided;
  }
  return by_efforts(equations, at, linear, casimirs);
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
