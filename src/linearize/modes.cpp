#include "linearize/modes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "structure/decompositions.hpp"

namespace porthos::linearize {
namespace {

/// The powers of two d that balance the rows and columns of diag(d)^-1 A diag(d). A row whose
/// column is zero, as of a position that no force depends on, is at most about 1, and vice versa.
VecX balance(MatX& A) {
  constexpr int kPasses = 20;
  VecX d = VecX::Ones(A.rows());
  for (int pass = 0; pass < kPasses; ++pass) {
    bool is_done = true;
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      const double own = std::abs(A(i, i));
      const double row = A.row(i).lpNorm<1>() - own, column = A.col(i).lpNorm<1>() - own;
      if (!(row > 0 || column > 0)) continue;
      const double ratio = row > 0 && column > 0 ? std::sqrt(row / column)
                           : row > 0             ? std::max(row, 1.0)
                                                 : 1 / std::max(column, 1.0);
      const double factor = std::exp2(std::round(std::log2(ratio)));
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
  Eigen::Index first = 0;  // dimension of the kernel of A itself
};

Staircase staircase(const MatX& A, double rounding) {
  const Eigen::Index n = A.rows();
  Staircase made{MatX::Identity(n, n)};
  while (made.zeros < n) {
    const Eigen::Index left = n - made.zeros;
    const MatX U = made.U.rightCols(left);
    const MatX rest = U.transpose() * A * U;
    // The smallest singular value is the distance to a singular matrix.
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

/// A bound of the change of the largest real part if all entries change by up to `noise`: a root of
/// it if eigenvalues coincide.
double spread_of(const MatX& A, const VecC& values, double noise) {
  const double largest = values.real().maxCoeff();
  double spread = 0;
  std::uint32_t random = 31;
  for (int k = 0; k < 3; ++k) {
    MatX beside = A;
    for (double& entry : beside.reshaped()) {
      random = random * 1664525u + 1013904223u;
      entry += noise * (static_cast<double>(random >> 8) / (1 << 23) - 1);
    }
    const VecC changed = beside.eigenvalues();
    spread = std::max(spread, std::abs(changed.real().maxCoeff() - largest));
  }
  return spread;
}

/// The order of eigenvalues by falling real part, and by frequency where real parts are (nearly)
/// equal: a pair stays together.
std::vector<Eigen::Index> by_growth(const VecC& values) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  const double equal = 1e-9 * values.cwiseAbs().maxCoeff();
  std::ranges::stable_sort(
      order, [&](Eigen::Index a, Eigen::Index b) { return values[a].real() > values[b].real(); });
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
  return order;
}

}  // namespace

Modes find_modes(const MatX& A, const MatX& noise) {
  // Rates far below 1/s may be remainders of Newton's method.
  constexpr double kSlow = 1;
  Modes made;
  const Eigen::Index n = A.rows();
  if (!A.allFinite()) return made;
  made.is_found = true;
  if (n == 0) return made;
  // Unknown entries are excluded from the balance, which would amplify them.
  MatX known = A;
  if (noise.size() > 0) known = (A.array().abs() > 4 * noise.array()).select(A, 0.0);
  const VecX d = balance(known);
  const MatX balanced = d.cwiseInverse().asDiagonal() * A * d.asDiagonal();
  made.size = std::max(kSlow, balanced.cwiseAbs().maxCoeff());
  // Entries of A from differences are accurate to about 1e-13 of the largest.
  constexpr double kRounding = 2e-12;
  if (noise.size() > 0)
    made.noise = (d.cwiseInverse().asDiagonal() * noise * d.asDiagonal()).maxCoeff();
  // Above this value the equations have a corner, and A belongs to one of its sides.
  constexpr double kCorner = 1e-4, kTimes = 4;
  const double unknown = made.noise <= kCorner * made.size ? kTimes * made.noise : 0;
  const Staircase stairs =
      staircase(balanced, kRounding * static_cast<double>(n) * made.size + unknown);
  made.zeros = static_cast<int>(stairs.zeros);
  made.still = d.asDiagonal() * stairs.U.leftCols(stairs.first);
  if (made.still.cols() > 0) made.still = structure::orthonormal_basis(made.still);
  const Eigen::Index core = n - stairs.zeros;
  if (core == 0) return made;
  const MatX T = stairs.U.transpose() * balanced * stairs.U;
  const Eigen::EigenSolver<MatX> solver(T.bottomRightCorner(core, core));
  if (solver.info() != Eigen::Success) {
    made.is_found = false;
    return made;
  }
  made.spread = spread_of(T.bottomRightCorner(core, core), solver.eigenvalues(),
                          kRounding * made.size + unknown);
  const VecC values = solver.eigenvalues();
  const std::vector<Eigen::Index> order = by_growth(values);
  made.vectors.resize(n, core);
  for (Eigen::Index k = 0; k < core; ++k) {
    const Eigen::Index from = order[index(k)];
    const Complex value = values[from];
    made.values.push_back(value);
    // Solves (T - s) v = 0 from the bottom up. In the staircase, T - s is -s with entries above.
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

Spectral spectral_of(const Modes& modes) {
  if (!modes.is_found) return {};
  if (modes.values.empty()) return {false, true};
  constexpr double kRounding = 1e-9, kTimes = 10;
  const double nothing = kRounding * modes.size + kTimes * modes.spread;
  double largest = modes.values.front().real();
  for (const Complex value : modes.values) largest = std::max(largest, value.real());
  return {largest > nothing, largest < -nothing};
}

bool has_simple_frequencies(const Modes& modes) {
  constexpr double kApart = 1e-6;
  const Spectral all = spectral_of(modes);
  if (!modes.is_found || modes.zeros > 0 || modes.values.empty() || all.grows) return false;
  double largest = 0, least = 0;
  for (const Complex value : modes.values) {
    largest = std::max(largest, std::abs(value));
    least = std::min(least, value.real());
  }
  if (least < -kApart * largest / 4) return false;
  for (std::size_t i = 0; i < modes.values.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(modes.values[i] - modes.values[j]) < kApart * largest) return false;
  return true;
}

}  // namespace porthos::linearize
