#include "base/complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace porthos {
namespace {

/// The tableau of w - M z - e z_0 = q: columns of w, of z, of z_0, and q.
class Tableau {
 public:
  Tableau(const MatX& M, const VecX& q) : n_(q.size()), rows_(n_, 2 * n_ + 2) {
    rows_ << MatX::Identity(n_, n_), -M, -VecX::Ones(n_), q;
    for (Eigen::Index i = 0; i < n_; ++i) basic_.push_back(i);
  }

  Eigen::Index artificial() const { return 2 * n_; }
  Eigen::Index basic(Eigen::Index row) const { return basic_[static_cast<std::size_t>(row)]; }
  double value(Eigen::Index row) const { return rows_(row, 2 * n_ + 1); }

  /// The row that is first to reach zero if z_0 falls from infinity.
  Eigen::Index first_row() const {
    Eigen::Index found = 0;
    for (Eigen::Index i = 1; i < n_; ++i)
      if (is_before(i, 1, found, 1)) found = i;
    return found;
  }

  /// The row that is first to reach zero if the variable of a column grows; -1 if there is none.
  Eigen::Index leaving(Eigen::Index column) const {
    const double least = kRounding * rows_.col(column).lpNorm<Eigen::Infinity>();
    Eigen::Index found = -1;
    for (Eigen::Index i = 0; i < n_; ++i) {
      const double slope = rows_(i, column);
      if (!(slope > least)) continue;
      if (found < 0 || is_before(i, slope, found, rows_(found, column))) found = i;
    }
    return found;
  }

  void pivot(Eigen::Index row, Eigen::Index column) {
    rows_.row(row) /= rows_(row, column);
    for (Eigen::Index i = 0; i < n_; ++i)
      if (i != row && rows_(i, column) != 0) rows_.row(i) -= rows_(i, column) * rows_.row(row);
    basic_[static_cast<std::size_t>(row)] = column;
  }

 private:
  static constexpr double kRounding = 1e-11;

  /// The lexicographic order of two rows, divided by these.
  bool is_before(Eigen::Index i, double by_i, Eigen::Index j, double by_j) const {
    const auto difference = [&](Eigen::Index column) {
      const double a = rows_(i, column) / by_i, b = rows_(j, column) / by_j;
      return std::abs(a - b) <= kRounding * (std::abs(a) + std::abs(b)) ? 0 : a - b;
    };
    // z_0 leaves whenever it may.
    if (const double first = difference(2 * n_ + 1); first != 0) return first < 0;
    if (basic(i) == artificial() || basic(j) == artificial()) return basic(i) == artificial();
    for (Eigen::Index column = 0; column < n_; ++column)
      if (const double next = difference(column); next != 0) return next < 0;
    return false;
  }

  Eigen::Index n_;
  MatX rows_;
  std::vector<Eigen::Index> basic_;  // (rows) the variable of each row
};

}  // namespace

std::optional<VecX> solve_complementarity(const MatX& M, const VecX& q) {
  const Eigen::Index n = q.size();
  VecX z = VecX::Zero(n);
  if (n == 0 || q.minCoeff() >= 0) return z;
  if (!M.allFinite() || !q.allFinite()) return std::nullopt;
  Tableau tableau(M, q);
  Eigen::Index row = tableau.first_row(), entering = tableau.artificial();
  const Eigen::Index most = 50 * n;
  for (Eigen::Index round = 0; round < most; ++round) {
    const Eigen::Index left = tableau.basic(row);
    tableau.pivot(row, entering);
    if (left == tableau.artificial()) {
      for (Eigen::Index i = 0; i < n; ++i)
        if (const Eigen::Index one = tableau.basic(i); one >= n && one < 2 * n)
          z[one - n] = std::max(0.0, tableau.value(i));
      return z;
    }
    entering = left < n ? left + n : left - n;  // the partner of the one that left
    row = tableau.leaving(entering);
    if (row < 0) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace porthos
