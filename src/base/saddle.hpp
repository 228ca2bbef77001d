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
/// A small rho keeps the matrix regular if rows are redundant or nearly so. It has no other effect:
/// the correction is then the least-squares solution, and x has least norm. If the metric is M plus
/// a small mass in massless directions, a second solution removes the effect of that mass: massive
/// directions stay where massless ones can move. (Libraries solve least squares in the Euclidean
/// norm; this class uses the norm of M, and is sparse.)
class Saddle {
 public:
  Saddle() = default;
  /// For matrices K with this pattern. sizes: see make_proximal.
  Saddle(const Metric& metric, const Sparse& K, VecX sizes = {});

  /// Factorises for these values of K. rho is `share` of the diagonal of K M^-1 K^T, see
  /// make_proximal.
  void factorise(std::span<const double> values, double share = 1e-12, double trace = kTrace);

  struct Correction {
    VecX change;       // d, (columns of K)
    VecX multipliers;  // x, (rows of K): d = M^-1 K^T x
  };
  /// The correction, up to a relative error of `share`; if K d = r has no solution, the best
  /// approximation. Valid until the next call.
  const Correction& correct(const VecX& r) const;

  /// True if the last factorised matrix has redundant rows.
  bool has_dependent_rows() const;

  /// True if the last factorisation was abandoned because of its number of entries.
  bool is_too_dense() const { return lu_.is_too_dense(); }

  /// The state on which later factorisations depend.
  void describe(Archive& archive) { archive(lu_); }

 private:
  void solve(const VecX& r) const;
  void solve(const VecX& r, const VecX* force) const;
  double size_of(const VecX& r) const;  // in units of the rows

  Sparse K_, added_;  // the addition of the metric to M
  VecX diagonal_;     // the diagonal of M
  VecX sizes_;        // typical values of the diagonal of K M^-1 K^T
  VecX proximal_;     // rho
  VecX units_;        // (rows of K) the roots of the diagonal of K M^-1 K^T: residuals per unit
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<int> above_, below_, rho_;  // places of the entries of -K^T, K, rho
  bool is_regular_ = true;
  // Values of the last solution, kept between calls so that a step allocates nothing.
  mutable VecX unknowns_, rest_;
  mutable Correction found_;
};

/// Puts `share` of the diagonal of K M^-1 K^T into rho (rows of K) as make_proximal describes;
/// positive. `diagonal` is that of M. K starts in `matrix` at `first` and has as many columns as M.
void put_proximal(const Sparse& matrix, const VecX& diagonal, double share, VecX& rho,
                  Entry first = {0, 0}, const VecX& sizes = {}, double trace = kTrace);

/// The same for a known diagonal, in place. It uses the mean of the diagonal, so that multipliers
/// of redundant rows have least norm. It uses a hundred times the row's own entry if that is
/// smaller, as for light bodies beside heavy ones or other units.
///
/// A row that vanishes in a pose gets `trace` of its typical entry, or of the mean if that is
/// smaller; trace = 1 uses these for all rows. `sizes` are the typical entries of the first rows;
/// 0 is unknown, which counts as the mean. Further rows never vanish. Without sizes all are
/// unknown.
void make_proximal(VecX& diagonal, double share, const VecX& sizes = {}, double trace = kTrace);

/// The diagonal of a matrix with the diagonal in its pattern.
VecX diagonal(const Sparse& matrix);

}  // namespace porthos
