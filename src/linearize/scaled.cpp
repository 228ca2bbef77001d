#include "linearize/scaled.hpp"

#include <cmath>
#include <utility>

#include "structure/decompositions.hpp"

namespace porthos::linearize {
namespace {

/// The power of two near the size of an entry; scaling by it is exact.
double power_of_two(double largest) {
  return largest > 0 && std::isfinite(largest) ? std::exp2(std::round(std::log2(largest))) : 1;
}

/// Divides rows and columns by their largest entries, alternately.
MatX scale(MatX a, VecX& rows, VecX& columns) {
  rows = VecX::Ones(a.rows());
  columns = VecX::Ones(a.cols());
  if (a.size() == 0) return a;
  constexpr double kNothing = 1e-13;  // for rows of size one: terms that should have cancelled
  for (int pass = 0; pass < 4; ++pass) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      const double size = power_of_two(a.row(i).lpNorm<Eigen::Infinity>());
      a.row(i) /= size;
      rows[i] *= size;
    }
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
      if (pass == 0 && a.col(k).lpNorm<Eigen::Infinity>() <= kNothing) a.col(k).setZero();
      const double size = power_of_two(a.col(k).lpNorm<Eigen::Infinity>());
      a.col(k) /= size;
      columns[k] *= size;
    }
  }
  return a;
}

}  // namespace

Scaled::Scaled(MatX a, double threshold)
    : scaled_(scale(std::move(a), rows_, columns_)), parts_(scaled_, threshold) {}

MatX Scaled::solve(const MatX& b) const {
  MatX x(columns_.size(), b.cols());
  for (Eigen::Index k = 0; k < b.cols(); ++k) {
    const VecX right = b.col(k).cwiseQuotient(rows_);
    VecX y = parts_.solve(right);
    y += parts_.solve(right - scaled_ * y);  // one correction for the last digits
    x.col(k) = y.cwiseQuotient(columns_);
  }
  return x;
}

double Scaled::misfit(const MatX& x, const MatX& b) const {
  if (b.size() == 0) return 0;
  const MatX scaled_b = rows_.cwiseInverse().asDiagonal() * b;
  const MatX scaled_x = columns_.asDiagonal() * x;
  const double size = std::max(scaled_b.cwiseAbs().maxCoeff(),
                               scaled_x.size() ? scaled_x.cwiseAbs().maxCoeff() : 0);
  const double rest = (scaled_ * scaled_x - scaled_b).cwiseAbs().maxCoeff();
  return size > 0 ? rest / size : 0;
}

MatX Scaled::sizes(const MatX& x) const {
  MatX made(x.rows(), x.cols());
  for (Eigen::Index k = 0; k < x.cols(); ++k)
    made.col(k) =
        columns_.cwiseProduct(x.col(k)).lpNorm<Eigen::Infinity>() * columns_.cwiseInverse();
  return made;
}

MatX Scaled::kernel() const { return columns_.cwiseInverse().asDiagonal() * parts_.kernel(); }

MatX Scaled::left_kernel() const {
  return rows_.cwiseInverse().asDiagonal() * parts_.left_kernel();
}

double Scaled::freedom(Eigen::Index first) const {
  const MatX open = parts_.kernel().topRows(first);
  return open.size() > 0 ? open.cwiseAbs().maxCoeff() : 0;
}

double Scaled::condition() const {
  if (scaled_.size() == 0 || rank() == 0) return 1;
  const VecX values = Eigen::JacobiSVD<MatX>(scaled_).singularValues();
  return values[0] / values[rank() - 1];
}

}  // namespace porthos::linearize
