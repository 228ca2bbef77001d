#include "structure/resistive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "structure/decompositions.hpp"

namespace porthos::structure {
namespace {

constexpr double kEigenvalueRounding =
    1e-12;  // rounding of eigenvalues of a matrix of about ten rows

/// Minus the smallest eigenvalue over the largest absolute one; 0 if none is negative.
double indefiniteness(const MatX& symmetric) {
  if (symmetric.size() == 0) return 0;
  if (!symmetric.allFinite()) return std::nan("");
  const VecX values =
      Eigen::SelfAdjointEigenSolver<MatX>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
  const double largest = values.cwiseAbs().maxCoeff();
  return largest > 0 ? std::max(0.0, -values(0) / largest) : 0;
}

}  // namespace

Check resistive(const MatX& D) {
  return bounded({"dissipation", "[001] Def. 6", "T-06"}, indefiniteness((D + D.transpose()) / 2),
                 kEigenvalueRounding);
}

Checks onsager(const MatX& O, const VecX& e, const VecX& shift) {
  const double size = std::max(largest_entry(O), std::numeric_limits<double>::min());
  const VecX total = e + shift;
  const double length = std::max(largest_entry(total), std::numeric_limits<double>::min());
  return {bounded({"symmetry", "[002] Sec. 2", "T-24"}, largest_entry(O - O.transpose()) / size,
                  kEigenvalueRounding),
          bounded({"exergy is destroyed", "[002] Sec. 2", "T-24"},
                  indefiniteness((O + O.transpose()) / 2), kEigenvalueRounding),
          bounded({"energy is kept", "[002] Sec. 2", "T-24"},
                  largest_entry(O * total) / (size * length), kEigenvalueRounding)};
}

}  // namespace porthos::structure
