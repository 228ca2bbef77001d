#pragma once

#include "base/metric.hpp"
#include "base/sparse_lu.hpp"

namespace porthos {

/// The corrections of least kinetic energy under linear conditions K d = r:
///
///   [M  -K^T; K  rho] [d; x] = [0; r]
///
/// rho, so small that it shows only there, keeps the matrix regular where rows depend on each other
/// or all but do: the correction is then that of least squares, and x the smallest that gives it.
/// Where a metric is M only up to a small mass in massless directions, a second solution takes its
/// effect out: what has mass is not moved where what has none can go.
/// (Libraries have least squares in the Euclidean norm; this one is in that of M, and sparse.)
class Saddle {
 public:
  Saddle() = default;
  /// For K with this pattern.
  Saddle(const Metric& metric, const Sparse& K);

  /// For these values at the places of K. rho: this share of the mean of the diagonal of
  /// K M^-1 K^T.
  void factorise(std::span<const double> values, double share = 1e-12);

  struct Correction {
    VecX change;       // d, (columns of K)
    VecX multipliers;  // x, (rows of K): d = M^-1 K^T x
  };
  /// Up to a relative error of `share` or, where K d = r cannot hold, the best there is. Valid
  /// until the next call.
  const Correction& correct(const VecX& r) const;

  /// True if some rows of K depend on others, of the matrix that was factorised last.
  bool has_dependent_rows() const;

  /// True if the last one was given up for the many entries that it would have had.
  bool is_too_dense() const { return lu_.is_too_dense(); }

  /// What later factorisations depend on.
  void write(NumberWriter& to) const { lu_.write_order(to); }
  bool read(NumberReader& from) { return lu_.set_order(from.get_list()); }

 private:
  void solve(const VecX& r) const;
  void solve(const VecX& r, const VecX* force) const;

  Sparse K_, added_;  // what the metric has besides M
  VecX diagonal_;     // of M
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<int> above_, below_, rho_;  // where the entries of -K^T, K, rho are
  bool is_regular_ = true;
  // Of the last solution; a step makes several, and asks for no memory.
  mutable VecX unknowns_, rest_;
  mutable Correction found_;
};

/// `share` of the mean of the diagonal of K M^-1 K^T, all but; positive. `diagonal` is that of M. K
/// is what of `matrix` begins at `first` and has as many columns as M.
double proximal(const Sparse& matrix, const VecX& diagonal, double share, Entry first = {0, 0});

/// The diagonal of a matrix whose pattern has it.
VecX diagonal(const Sparse& matrix);

}  // namespace porthos
