#include "dae/dependent_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/metric.hpp"
#include "base/saddle.hpp"

namespace porthos::dae {
namespace {

constexpr int kFew = 300;  // rows for which an orthogonal decomposition is fast

/// The lengths of the rows; 1 for rows that are zero.
VecX lengths(const Sparse& gamma) {
  VecX made(gamma.rows);
  for (int i = 0; i < gamma.rows; ++i) {
    const auto first = gamma.value.begin() + gamma.start[index(i)];
    const auto last = gamma.value.begin() + gamma.start[index(i) + 1];
    const double size = std::sqrt(std::inner_product(first, last, first, 0.0));
    made[i] = size > 0 ? size : 1;
  }
  return made;
}

/// With rows of length one.
Sparse normalised(const Sparse& gamma) {
  Sparse scaled = gamma;
  const VecX sizes = lengths(gamma);
  for (int i = 0; i < gamma.rows; ++i)
    std::for_each(scaled.value.begin() + gamma.start[index(i)],
                  scaled.value.begin() + gamma.start[index(i) + 1],
                  [&](double& x) { x /= sizes[i]; });
  return scaled;
}

/// An orthonormal basis of the y with y^T A = 0, for many rows of length one.
///
/// The part of a random right-hand side that no correction can meet is such a y. Samples are drawn
/// until they span all.
MatX sampled_left_kernel(const Sparse& a) {
  constexpr double kShare = 1e-10, kNull = 1e-4;  // rounding leaves 1e-16 / kShare
  Saddle saddle(Metric::identity(a.columns), a);
  saddle.factorise(a.value, kShare);
  std::uint32_t random = 2025;
  MatX basis(a.rows, 0);
  while (basis.cols() < std::min<Eigen::Index>(a.rows, kMostDependent)) {
    VecX r(a.rows);
    for (double& x : r) {
      random = random * 1664525u + 1013904223u;
      x = static_cast<double>(random >> 8) / (1 << 23) - 1;
    }
    const double size = r.norm();
    for (int k = 0; k < 3; ++k) r -= a.times(saddle.correct(r).change);
    for (int k = 0; k < 2; ++k) r -= basis * (basis.transpose() * r);
    if (!(r.norm() > kNull * size)) break;
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.rightCols(1) = r.normalized();
  }
  return basis;
}

}  // namespace

std::vector<int> dependent_rows(const Sparse& gamma, int& rank) {
  constexpr double kNull = 1e-6;
  const Sparse scaled = normalised(gamma);
  MatX null;
  if (gamma.rows <= kFew)
    null = gamma.columns > 0 ? Orthogonal(scaled.dense(), 1e-9).left_kernel()
                             : MatX(MatX::Identity(gamma.rows, gamma.rows));
  else
    null = sampled_left_kernel(scaled);
  rank = gamma.rows - static_cast<int>(null.cols());
  std::vector<int> rows;
  for (int i = 0; i < gamma.rows; ++i)
    if (null.cols() > 0 && null.row(i).norm() > kNull) rows.push_back(i);
  return rows;
}

double contradiction(const Sparse& a, const VecX& values, const VecX& may_be_off) {
  if (a.rows > kFew) return 0;
  const MatX null = Orthogonal(normalised(a).dense(), 1e-9).left_kernel();
  const VecX sizes = lengths(a);
  double most = 0;
  for (Eigen::Index k = 0; k < null.cols(); ++k) {
    const VecX y = null.col(k).cwiseQuotient(sizes);
    if (const double gap = std::abs(y.dot(values)); gap > y.cwiseAbs().dot(may_be_off))
      most = std::max(most, gap / y.lpNorm<Eigen::Infinity>());
  }
  return most;
}

MatX left_kernel(const Sparse& a, double threshold) {
  if (a.rows > kFew) {
    Saddle saddle(Metric::identity(a.columns), a);
    saddle.factorise(a.value);
    if (!saddle.is_too_dense() && !saddle.has_dependent_rows()) return MatX(a.rows, 0);
  }
  return Orthogonal(a.dense(), threshold).left_kernel();
}

}  // namespace porthos::dae
