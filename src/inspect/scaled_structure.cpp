#include "inspect/scaled_structure.hpp"

#include <cmath>

#include "base/index.hpp"

namespace porthos::inspect {
namespace {

/// K~ = S K S of the symmetric matrix of sizes K = |J g rows; g^T 0 0; rows^T 0 0|, with a diagonal
/// S that brings the largest entry of each row near 1 (Ruiz, 2001).
///
/// The factors of a position and its momentum may change inversely to each other. The given initial
/// factors decide between them.
VecX symmetric_factors(const MatX& sizes, VecX factors) {
  constexpr int kRounds = 12;
  for (int round = 0; round < kRounds; ++round) {
    VecX next = factors;
    for (Eigen::Index i = 0; i < sizes.rows(); ++i) {
      const double size = factors[i] * sizes.row(i).transpose().cwiseProduct(factors).maxCoeff();
      if (size > 0 && std::isfinite(size)) next[i] /= std::sqrt(size);
    }
    factors = next;
  }
  return factors;
}

/// Positions in units of their sizes, so that derivatives with respect to them are comparable, and
/// momenta in the corresponding units.
VecX first_factors(const Subject& subject, const MatX& sizes) {
  const int z = subject.matrices.z();
  VecX made = VecX::Ones(sizes.rows());
  const VecX& start = subject.model.start.z;
  if (start.size() != z) return made;
  made.head(z) = position_sizes(subject.model, start).cwiseInverse();
  for (Eigen::Index k = z; k < sizes.rows(); ++k) {
    const double largest = z > 0 ? sizes.col(k).head(z).cwiseProduct(made.head(z)).maxCoeff() : 0;
    if (largest > 0) made[k] = 1 / largest;
  }
  return made;
}

/// Multiplies entries by the factors of their row, column and, for derivatives, of x.
void scale(Entries& entries, const VecX& factors, int first_row, int first_column) {
  for (MatrixEntry& entry : entries) {
    entry.value *= factors[first_row + entry.row] * factors[first_column + entry.column];
    // x = x~ / s: the derivative with respect to x~ has the factor 1/s.
    if (entry.by >= 0) entry.value /= factors[entry.by];
  }
}

}  // namespace

StructureFactors factors_of(const Subject& subject, const MatricesAt& at) {
  const int n = subject.matrices.n();
  const int ports = static_cast<int>(subject.matrices.ports().size());
  const int rows = static_cast<int>(subject.matrices.rows().size());
  const int size = n + ports + rows;
  MatX sizes = MatX::Zero(size, size);
  sizes.topLeftCorner(n, n) = dense(at.J, n, n).cwiseAbs();
  sizes.block(0, n, n, ports) = dense(at.g, n, ports).cwiseAbs();
  sizes.topRightCorner(n, rows) = dense(at.rows, n, rows).cwiseAbs();
  sizes = sizes.cwiseMax(sizes.transpose().eval());
  if (size == 0 || !sizes.allFinite()) return VecX::Ones(size);
  return symmetric_factors(sizes, first_factors(subject, sizes));
}

StructureAt scaled(const Subject& subject, const StructureAt& at, const StructureFactors& factors) {
  const int n = subject.matrices.n();
  const int ports = static_cast<int>(subject.matrices.ports().size());
  StructureAt made = at;
  for (Entries* entries : {&made.J, &made.dJ}) scale(*entries, factors, 0, 0);
  for (Entries* entries : {&made.g, &made.dg}) scale(*entries, factors, 0, n);
  for (Entries* entries : {&made.rows, &made.drows}) scale(*entries, factors, 0, n + ports);
  made.c_prime.clear();
  return made;
}

}  // namespace porthos::inspect
