#include "structure/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "structure/decompositions.hpp"

namespace porthos::structure {
namespace {

VecX eigenvalues(const MatX& symmetric) {
  if (symmetric.size() == 0) return VecX(0);
  return Eigen::SelfAdjointEigenSolver<MatX>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Check definite(const Statement& statement, const MatX& symmetric) {
  if (!symmetric.allFinite())
    return undecided(statement, "the second derivatives are not finite, or H_ss is singular");
  if (symmetric.size() == 0) return not_applicable(statement, "nothing can move");
  const Signature signs = signature(symmetric);
  const VecX values = eigenvalues(symmetric);
  // The residual is the distance of the spectrum from one side of 0.
  const double size = std::max(values.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  Check check = bounded(
      statement,
      std::min(std::max(0.0, -values(0)), std::max(0.0, values(values.size() - 1))) / size, 0);
  check.note = std::to_string(signs.positive) + " positive, " + std::to_string(signs.zero) +
               " zero, " + std::to_string(signs.negative) + " negative eigenvalues";
  if (signs.positive > 0 && signs.negative > 0)
    check.verdict = Verdict::kFails;
  else
    check.verdict = signs.zero > 0 ? Verdict::kUndecided : Verdict::kHolds;
  return check;
}

}  // namespace

Signature signature(const MatX& symmetric) {
  const VecX values = eigenvalues((symmetric + symmetric.transpose()) / 2);
  const double cut = values.size() > 0 ? kRankCut * values.cwiseAbs().maxCoeff() : 0;
  Signature signs = {0, 0, 0};
  for (const double value : values)
    ++(value > cut ? signs.positive : value < -cut ? signs.negative : signs.zero);
  return signs;
}

Check definite(const MatX& hessian, const MatX& gradients) {
  constexpr Statement kDefinite = {"definite energy", "[004] (4.75)", "T-15"};
  const MatX N = Subspaces(gradients).kernel();
  return definite(kDefinite, N.transpose() * hessian * N);
}

MatX schur_complement(const MatX& hessian, Index constraints) {
  const Index y = hessian.rows() - constraints;
  if (constraints == 0) return hessian;
  const MatX H_ss = hessian.bottomRightCorner(constraints, constraints),
             H_sy = hessian.bottomLeftCorner(constraints, y);
  const Subspaces spaces(H_ss, spectral_norm(hessian));
  if (spaces.rank() < constraints) return MatX::Constant(y, y, std::nan(""));
  return hessian.topLeftCorner(y, y) - H_sy.transpose() * pseudo_inverse(H_ss) * H_sy;
}

Check definite_reduced(const MatX& hessian, Index constraints) {
  constexpr Statement kDefinite = {"definite energy", "[004] (4.74)", "T-15"};
  return definite(kDefinite, schur_complement(hessian, constraints));
}

}  // namespace porthos::structure
