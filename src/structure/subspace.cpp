#include "structure/subspace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/digits.hpp"
#include "structure/decompositions.hpp"

namespace porthos::structure {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Subspaces::Subspaces(const MatX& a, double scale)
    : u_(MatX::Identity(a.rows(), a.rows())),
      v_(MatX::Identity(a.cols(), a.cols())),
      is_finite_(a.allFinite()) {
  if (a.size() == 0 || !is_finite_) return;  // Eigen does not decompose these
  const Eigen::JacobiSVD<MatX> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  values_ = svd.singularValues();
  scale_ = std::max(scale, values_(0));
  if (scale_ == 0) return;
  u_ = svd.matrixU();
  v_ = svd.matrixV();
  while (rank_ < values_.size() && values_(rank_) > kRankCut * scale_) ++rank_;
}

bool Subspaces::is_clear() const {
  constexpr double kSurelyKept = 1e-8, kSurelyDropped = 1e-12;
  return is_finite_ && (rank_ == 0 || kept() > kSurelyKept) && dropped() < kSurelyDropped;
}

std::string Subspaces::gap() const {
  if (!is_finite_) return "not finite";
  return "rank " + std::to_string(rank_) + ", singular values " + rounded_digits(kept(), 2) +
         " | " + rounded_digits(dropped(), 2);
}

MatX pseudo_inverse(const MatX& a, double scale) {
  if (!a.allFinite()) return MatX::Constant(a.cols(), a.rows(), kNaN);
  if (a.size() == 0) return MatX::Zero(a.cols(), a.rows());
  const Eigen::JacobiSVD<MatX> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VecX& values = svd.singularValues();
  const double cut = kRankCut * std::max(scale, values(0));
  Index rank = 0;
  while (rank < values.size() && values(rank) > cut) ++rank;
  const VecX inverse = values.head(rank).cwiseInverse();
  return svd.matrixV().leftCols(rank) * inverse.asDiagonal() *
         svd.matrixU().leftCols(rank).transpose();
}

double spectral_norm(const MatX& a) {
  if (a.size() == 0) return 0;
  if (!a.allFinite()) return kNaN;
  return Eigen::JacobiSVD<MatX>(a).singularValues()(0);
}

double largest_entry(const MatX& a) {
  if (a.size() == 0) return 0;
  return a.allFinite() ? a.cwiseAbs().maxCoeff() : kNaN;
}

MatX block_diagonal(const MatX& a, const MatX& b) {
  MatX all = MatX::Zero(a.rows() + b.rows(), a.cols() + b.cols());
  all.topLeftCorner(a.rows(), a.cols()) = a;
  all.bottomRightCorner(b.rows(), b.cols()) = b;
  return all;
}

}  // namespace porthos::structure
