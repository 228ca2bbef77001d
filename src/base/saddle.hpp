#pragma once

#include "base/metric.hpp"
#include "base/sparse_lu.hpp"

namespace porthos {

/// See make_proximal.
constexpr double kTrace = 1e-4;

/// The corrections of least kinetic energy under linear conditions K d = r:
///
///   [M  -K^T; K  diag(rho)] [d; x] = [0; r]
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

  /// For these values at the places of K. rho: this share of the diagonal of K M^-1 K^T, see
  /// make_proximal.
  void factorise(std::span<const double> values, double share = 1e-12, double trace = kTrace);

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
  VecX proximal_;     // rho
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<int> above_, below_, rho_;  // where the entries of -K^T, K, rho are
  bool is_regular_ = true;
  // Of the last solution; a step makes several, and asks for no memory.
  mutable VecX unknowns_, rest_;
  mutable Correction found_;
};

/// `share` of the diagonal of K M^-1 K^T, as make_proximal says, into rho (rows of K); positive.
/// `diagonal` is that of M. K is what of `matrix` begins at `first` and has as many columns as M.
void put_proximal(const Sparse& matrix, const VecX& diagonal, double share, VecX& rho,
                  Entry first = {0, 0}, double trace = kTrace);

/// The same of a diagonal that is known, in place: of its mean where the row is of a size with the
/// others, so that multipliers of dependent rows are those of least norm, or of a hundred times its
/// own where it is smaller, as for light bodies beside heavy ones or in other units; of this trace
/// of the mean where it vanishes in a pose. 1: of the mean for all rows.
void make_proximal(VecX& diagonal, double share, double trace = kTrace);

/// The diagonal of a matrix whose pattern has it.
VecX diagonal(const Sparse& matrix);

}  // namespace porthos
