#include "base/dense.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace porthos {
namespace {

using Index = Eigen::Index;

/// y += a x, of n numbers.
void add_multiple(double* y, double a, const double* x, Index n) {
  for (Index i = 0; i < n; ++i) y[i] += a * x[i];
}

/// In two sums: one alone would wait for each of its additions.
double dot(const double* x, const double* y, Index n) {
  double even = 0, odd = 0;
  Index i = 0;
  for (; i + 1 < n; i += 2) {
    even += x[i] * y[i];
    odd += x[i + 1] * y[i + 1];
  }
  return i < n ? even + odd + x[i] * y[i] : even + odd;
}

double* column(MatX& a, Index j) { return a.data() + j * a.rows(); }
const double* column(const MatX& a, Index j) { return a.data() + j * a.rows(); }

/// Reflection k of a factorised matrix: x -= scale v (v^T x) with v = (1, column below row k).
void reflect(const MatX& qr, const VecX& scales, Index k, double* x) {
  const double* v = column(qr, k);
  const Index n = qr.rows() - k - 1;
  const double s = scales[k] * (x[k] + dot(v + k + 1, x + k + 1, n));
  if (s == 0) return;
  x[k] -= s;
  add_multiple(x + k + 1, -s, v + k + 1, n);
}

/// A = Q R in place: R above, below the diagonal what Q reflects along. With an order the largest
/// remaining column comes first, and the columns that are left below `threshold` are not touched.
/// The number of columns factorised.
Index factorise(MatX& a, VecX& scales, std::vector<Index>* order, double threshold) {
  const Index m = a.rows(), n = a.cols(), steps = std::min(m, n);
  scales.setZero(steps);
  double limit = 0;
  for (Index k = 0; k < steps; ++k) {
    if (order != nullptr) {
      Index best = k;
      double largest = -1;
      for (Index j = k; j < n; ++j) {
        const double* x = column(a, j) + k;
        const double size = dot(x, x, m - k);
        if (!(size <= largest)) largest = size, best = j;  // NaN comes first, to be seen in all
      }
      if (k == 0) limit = threshold * threshold * largest;
      if (largest <= limit) return k;
      if (best != k) {
        std::swap_ranges(column(a, k), column(a, k) + m, column(a, best));
        std::swap((*order)[static_cast<std::size_t>(k)], (*order)[static_cast<std::size_t>(best)]);
      }
    }
    double* x = column(a, k);
    const double below = dot(x + k + 1, x + k + 1, m - k - 1);
    if (below == 0) continue;
    const double size = std::sqrt(x[k] * x[k] + below);
    const double end = x[k] > 0 ? -size : size;
    scales[k] = (end - x[k]) / end;
    for (Index i = k + 1; i < m; ++i) x[i] /= x[k] - end;
    x[k] = end;
    for (Index j = k + 1; j < n; ++j) reflect(a, scales, k, column(a, j));
  }
  return steps;
}

/// The last columns of Q, from `first` on.
MatX last_columns(const MatX& qr, const VecX& scales, Index first, Index reflections) {
  const Index n = qr.rows();
  MatX q = MatX::Zero(n, n - first);
  for (Index j = 0; j < q.cols(); ++j) {
    q(first + j, j) = 1;
    for (Index k = reflections - 1; k >= 0; --k) reflect(qr, scales, k, column(q, j));
  }
  return q;
}

}  // namespace

MatX inverse(const MatX& a) {
  const Orthogonal parts(a);
  MatX result(a.rows(), a.cols());
  for (Index j = 0; j < a.cols(); ++j) result.col(j) = parts.solve(VecX::Unit(a.rows(), j));
  return result;
}

MatX product(const MatX& a, const MatX& b) {
  MatX result = MatX::Zero(a.rows(), b.cols());
  for (Index j = 0; j < b.cols(); ++j)
    for (Index k = 0; k < b.rows(); ++k)
      if (b(k, j) != 0) add_multiple(column(result, j), b(k, j), column(a, k), a.rows());
  return result;
}

MatX transpose_product(const MatX& a, const MatX& b) {
  MatX result(a.cols(), b.cols());
  for (Index j = 0; j < b.cols(); ++j)
    for (Index i = 0; i < a.cols(); ++i) result(i, j) = dot(column(a, i), column(b, j), a.rows());
  return result;
}

// ----------------------------------------------------------------------------------- Orthogonal

Orthogonal::Orthogonal(const MatX& a, double threshold)
    : qr_(a), order_(static_cast<std::size_t>(a.cols())) {
  std::iota(order_.begin(), order_.end(), Index{0});
  if (threshold == 0)
    threshold =
        std::numeric_limits<double>::epsilon() * static_cast<double>(std::min(a.rows(), a.cols()));
  rank_ = factorise(qr_, q_scales_, &order_, threshold);
  tv_ = MatX::Zero(a.cols(), rank_);  // of the rows of R, as columns: they are V T^T
  for (Index i = 0; i < rank_; ++i)
    for (Index j = i; j < a.cols(); ++j) tv_(j, i) = qr_(i, j);
  factorise(tv_, v_scales_, nullptr, 0);
}

VecX Orthogonal::solve(const VecX& b) const {
  VecX c = b;
  for (Index k = 0; k < rank_; ++k) reflect(qr_, q_scales_, k, c.data());
  VecX y = VecX::Zero(tv_.rows());
  // T y = c, where T is lower: the transpose of what lies above the diagonal of tv.
  for (Index k = 0; k < rank_; ++k) y[k] = (c[k] - dot(column(tv_, k), y.data(), k)) / tv_(k, k);
  for (Index k = rank_ - 1; k >= 0; --k) reflect(tv_, v_scales_, k, y.data());
  VecX x(y.size());
  for (Index j = 0; j < x.size(); ++j) x[order_[static_cast<std::size_t>(j)]] = y[j];
  return x;
}

MatX Orthogonal::kernel() const {
  const MatX permuted = last_columns(tv_, v_scales_, rank_, rank_);
  MatX found(permuted.rows(), permuted.cols());
  for (Index j = 0; j < found.rows(); ++j)
    found.row(order_[static_cast<std::size_t>(j)]) = permuted.row(j);
  return found;
}

MatX Orthogonal::left_kernel() const { return last_columns(qr_, q_scales_, rank_, rank_); }

// ------------------------------------------------------------------------------- SymmetricEigen

// Jacobi's method: rotations in the plane of two coordinates, until nothing is left off the
// diagonal. Of a diagonal matrix it takes one look.
SymmetricEigen::SymmetricEigen(const MatX& a) {
  const Index n = a.rows();
  MatX s = a, v = MatX::Identity(n, n);
  constexpr int kMaxSweeps = 50;
  bool is_done = false;
  for (int sweep = 0; sweep < kMaxSweeps && !is_done; ++sweep) {
    is_done = true;
    for (Index q = 1; q < n; ++q)
      for (Index p = 0; p < q; ++p) {
        const double off = s(p, q);
        const double least = std::min(std::abs(s(p, p)), std::abs(s(q, q)));
        if (least + std::abs(off) == least) {  // too small to change either of the two
          s(p, q) = s(q, p) = 0;
          continue;
        }
        is_done = false;
        const double theta = (s(q, q) - s(p, p)) / (2 * off);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0), d = c * t;
        const auto turn = [&](double& x, double& y) {
          const double old = x;
          x = c * old - d * y;
          y = d * old + c * y;
        };
        for (Index i = 0; i < n; ++i) turn(s(i, p), s(i, q));
        for (Index i = 0; i < n; ++i) turn(s(p, i), s(q, i));
        for (Index i = 0; i < n; ++i) turn(v(i, p), v(i, q));
        s(p, q) = s(q, p) = 0;
      }
  }
  values = s.diagonal();
  vectors = std::move(v);
  for (Index i = 0; i < n; ++i) {
    Index least = i;
    for (Index j = i + 1; j < n; ++j)
      if (values[j] < values[least]) least = j;
    if (least == i) continue;
    std::swap(values[i], values[least]);
    vectors.col(i).swap(vectors.col(least));
  }
}

}  // namespace porthos
