#include "linearize/modes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/dense.hpp"
#include "base/index.hpp"

namespace porthos::linearize {
namespace {

/// The d, powers of two, that make rows and columns of diag(d)^-1 A diag(d) about equal.
VecX balance(MatX& A) {
  constexpr int kPasses = 20;
  VecX d = VecX::Ones(A.rows());
  for (int pass = 0; pass < kPasses; ++pass) {
    bool is_done = true;
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      const double own = std::abs(A(i, i));
      const double row = A.row(i).lpNorm<1>() - own, column = A.col(i).lpNorm<1>() - own;
      if (!(row > 0) || !(column > 0)) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (factor == 1) continue;
      is_done = false;
      d[i] *= factor;
      A.row(i) /= factor;
      A.col(i) *= factor;
    }
    if (is_done) break;
  }
  return d;
}

/// U with U^T A U = [0-staircase *; 0 regular], and the size of the staircase.
struct Staircase {
  MatX U;
  Eigen::Index zeros = 0;
  Eigen::Index first = 0;  // of these, the kernel of A itself
};

Staircase staircase(const MatX& A, double rounding) {
  const Eigen::Index n = A.rows();
  Staircase made{MatX::Identity(n, n)};
  while (made.zeros < n) {
    const Eigen::Index left = n - made.zeros;
    const MatX U = made.U.rightCols(left);
    const MatX rest = U.transpose() * A * U;
    // Singular values, whose smallest one is the distance to a singular matrix.
    const Eigen::JacobiSVD<MatX> parts(rest, Eigen::ComputeFullV);
    Eigen::Index rank = left;
    while (rank > 0 && parts.singularValues()[rank - 1] <= rounding) --rank;
    if (rank == left) break;
    MatX turned(left, left);
    turned << parts.matrixV().rightCols(left - rank), parts.matrixV().leftCols(rank);
    made.U.rightCols(left) = U * turned;
    if (made.zeros == 0) made.first = left - rank;
    made.zeros += left - rank;
  }
  return made;
}

}  // namespace

Modes find_modes(const MatX& A) {
  // Where nothing is faster, 1/s, what is left of A is what Newton's method has left of the state.
  constexpr double kSlow = 1;
  Modes made;
  const Eigen::Index n = A.rows();
  if (!A.allFinite()) return made;
  made.is_found = true;
  if (n == 0) return made;
  MatX balanced = A;
  const VecX d = balance(balanced);
  made.size = std::max(kSlow, balanced.cwiseAbs().maxCoeff());
  // Entries of A are good to about 1e-13 of the largest where they come from differences.
  constexpr double kRounding = 2e-12;
  const Staircase stairs = staircase(balanced, kRounding * static_cast<double>(n) * made.size);
  made.zeros = static_cast<int>(stairs.zeros);
  made.still = d.asDiagonal() * stairs.U.leftCols(stairs.first);
  if (made.still.cols() > 0)
    made.still = Eigen::HouseholderQR<MatX>(made.still).householderQ() *
                 MatX::Identity(n, made.still.cols());
  const Eigen::Index core = n - stairs.zeros;
  if (core == 0) return made;
  const MatX T = stairs.U.transpose() * balanced * stairs.U;
  const Eigen::EigenSolver<MatX> solver(T.bottomRightCorner(core, core));
  if (solver.info() != Eigen::Success) {
    made.is_found = false;
    return made;
  }
  std::vector<Eigen::Index> order(static_cast<std::size_t>(core));
  std::iota(order.begin(), order.end(), 0);
  const VecC values = solver.eigenvalues();
  const double equal = 1e-9 * values.cwiseAbs().maxCoeff();
  std::ranges::stable_sort(
      order, [&](Eigen::Index a, Eigen::Index b) { return values[a].real() > values[b].real(); });
  // Within (nearly) equal real parts, by frequency; a pair together.
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= order.size(); ++i) {
    if (i < order.size() && values[order[i]].real() >= values[order[i - 1]].real() - equal)
      continue;
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                     order.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](Eigen::Index a, Eigen::Index b) {
                       const double f = std::abs(values[a].imag()), g = std::abs(values[b].imag());
                       return f != g ? f < g : values[a].imag() > values[b].imag();
                     });
    begin = i;
  }
  made.vectors.resize(n, core);
  for (Eigen::Index k = 0; k < core; ++k) {
    const Eigen::Index from = order[index(k)];
    const Complex value = values[from];
    made.values.push_back(value);
    // (T - s) v = 0 from the bottom up: of the staircase T - s is -s with entries above.
    VecC v(n);
    v.tail(core) = solver.eigenvectors().col(from);
    for (Eigen::Index i = stairs.zeros - 1; i >= 0; --i) {
      Complex sum = 0;
      for (Eigen::Index j = i + 1; j < n; ++j) sum += T(i, j) * v[j];
      v[i] = sum / value;
    }
    made.vectors.col(k) = (d.asDiagonal() * (stairs.U * v)).normalized();
  }
  return made;
}

}  // namespace porthos::linearize
