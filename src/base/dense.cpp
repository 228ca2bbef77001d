#include "base/dense.hpp"

#include <algorithm>
#include <limits>

namespace porthos {

MatX product(const MatX& A, const MatX& B) {
  MatX made = MatX::Zero(A.rows(), B.cols());
  for (Eigen::Index j = 0; j < B.cols(); ++j)
    for (Eigen::Index k = 0; k < B.rows(); ++k) made.col(j) += B(k, j) * A.col(k);
  return made;
}

void multiply(const MatX& A, const VecX& x, VecX& y) {
  y.setZero(A.rows());
  for (Eigen::Index k = 0; k < A.cols(); ++k)
    for (Eigen::Index i = 0; i < A.rows(); ++i) y[i] += A(i, k) * x[k];
}

MatX stacked(const MatX& above, const MatX& below) {
  MatX both(above.rows() + below.rows(), above.cols());
  both << above, below;
  return both;
}

Orthogonal::Orthogonal(const MatX& a, double threshold)
    : rows_(a.rows()), columns_(a.cols()), is_finite_(a.allFinite()) {
  if (a.size() == 0 || !is_finite_) return;  // Eigen does not decompose these
  if (threshold > 0) parts_.setThreshold(threshold);
  parts_.compute(a);
  rank_ = parts_.rank();
}

VecX Orthogonal::solve(const VecX& b) const {
  if (!is_finite_) return VecX::Constant(columns_, std::numeric_limits<double>::quiet_NaN());
  if (rows_ == 0 || columns_ == 0) return VecX::Zero(columns_);
  return parts_.solve(b);
}

MatX Orthogonal::kernel() const {
  if (rank_ == 0) return MatX::Identity(columns_, columns_);
  return parts_.colsPermutation() * parts_.matrixZ().transpose().rightCols(columns_ - rank_);
}

MatX Orthogonal::left_kernel() const {
  if (rank_ == 0) return MatX::Identity(rows_, rows_);
  // Applies one reflection after the other. Eigen's blocked product takes 9 kB of code.
  MatX last = MatX::Identity(rows_, rows_).rightCols(rows_ - rank_);
  const MatX& reflections = parts_.matrixQTZ();
  VecX room(last.cols());
  for (Eigen::Index k = std::min(rows_, columns_); k-- > 0;)
    last.bottomRows(rows_ - k).applyHouseholderOnTheLeft(reflections.col(k).tail(rows_ - k - 1),
                                                         parts_.hCoeffs()[k], room.data());
  return last;
}

Spectrum::Spectrum(const MatX& symmetric) {
  const Eigen::SelfAdjointEigenSolver<MatX> parts(symmetric);
  values = parts.eigenvalues();
  vectors = parts.eigenvectors();
}

}  // namespace porthos
