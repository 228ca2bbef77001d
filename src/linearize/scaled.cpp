#include "linearize/scaled.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "structure/decompositions.hpp"

namespace porthos::linearize {
namespace {

/// The power of two near the size of an entry; scaling by it is exact.
double power_of_two(double largest) {
  return largest > 0 && std::isfinite(largest) ? std::exp2(std::round(std::log2(largest))) : 1;
}

/// Sets columns to zero whose entries are all below `nothing` of their rows, in the units of the
/// text and in those of x: terms that should have cancelled. A size of x may be wrong by some
/// powers of ten, and a unit by more.
MatX without_small_entries(MatX a, const VecX& sizes, double nothing) {
  constexpr double kNothing = 1e-13, kSized = 1e-11;
  if (a.size() == 0) return a;
  const VecX largest = a.cwiseAbs().rowwise().maxCoeff();
  const VecX sized = (a.cwiseAbs() * sizes.asDiagonal()).rowwise().maxCoeff();
  const double in_units = nothing > kSized ? nothing : kNothing;
  for (Eigen::Index k = 0; k < a.cols(); ++k) {
    const auto column = a.col(k).cwiseAbs().array();
    if ((column <= in_units * largest.array()).all() &&
        (sizes[k] * column <= nothing * sized.array()).all())
      a.col(k).setZero();
  }
  return a;
}

/// Divides rows and columns by their largest entries, alternately.
MatX scale(MatX a, VecX& rows, VecX& columns) {
  rows = VecX::Ones(a.rows());
  columns = VecX::Ones(a.cols());
  if (a.size() == 0) return a;
  for (int pass = 0; pass < 4; ++pass) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      const double size = power_of_two(a.row(i).lpNorm<Eigen::Infinity>());
      a.row(i) /= size;
      rows[i] *= size;
    }
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
      const double size = power_of_two(a.col(k).lpNorm<Eigen::Infinity>());
      a.col(k) /= size;
      columns[k] *= size;
    }
  }
  return a;
}

}  // namespace

Scaled::Scaled(const MatX& a, const VecX& sizes, double threshold, double nothing)
    : scaled_(scale(without_small_entries(a, sizes, nothing), rows_, columns_)),
      threshold_(threshold),
      parts_(scaled_, threshold) {}

Scaled::Scaled(const MatX& a, double threshold) : Scaled(a, VecX::Ones(a.cols()), threshold) {}

bool Scaled::is_rank_clear() const {
  return Orthogonal(scaled_, 10 * threshold_).rank() == rank() &&
         Orthogonal(scaled_, threshold_ / 100).rank() == rank();
}

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

MatX Scaled::terms(const MatX& x, const MatX& terms) const {
  if (x.size() == 0) return x;
  MatX inverse(columns_.size(), rows_.size());
  for (Eigen::Index i = 0; i < rows_.size(); ++i)
    inverse.col(i) = parts_.solve(VecX::Unit(rows_.size(), i));
  const MatX sums = scaled_.cwiseAbs() * (columns_.asDiagonal() * x.cwiseAbs()) +
                    rows_.cwiseInverse().asDiagonal() * terms;
  return columns_.cwiseInverse().asDiagonal() * (inverse.cwiseAbs() * sums);
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
