#include "simulate/start_precedence.hpp"

#include <algorithm>
#include <vector>

#include "base/dense.hpp"
#include "base/index.hpp"

namespace porthos::simulate {
namespace {

/// The pattern of M with the velocities that a row of `stated` contains coupled with each other.
Sparse coupling(const Sparse& mass, const Sparse& stated) {
  std::vector<Entry> places = mass.entries();
  for (int row = 0; row < stated.rows; ++row) {
    int first = -1;
    for (int k = stated.start[index(row)]; k < stated.start[index(row + 1)]; ++k) {
      if (stated.value[index(k)] == 0) continue;
      const int column = stated.column[index(k)];
      if (first >= 0) {
        places.push_back({first, column});
        places.push_back({column, first});
      }
      first = column;
    }
  }
  return Sparse(mass.rows, mass.columns, places);
}

/// The rows of a matrix that are not zero in these columns, each of length 1, (rows x group).
MatX rows_in(const Sparse& matrix, const std::vector<int>& rows, const std::vector<int>& group) {
  MatX own = MatX::Zero(std::ssize(rows), std::ssize(group));
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    for (Eigen::Index j = 0; j < own.cols(); ++j)
      if (const int k = matrix.find({rows[index(i)], group[index(j)]}); k >= 0)
        own(i, j) = matrix.value[index(k)];
    if (const double size = own.row(i).norm(); size > 0) own.row(i) /= size;
  }
  return own;
}

/// The part M~ for a group of velocities.
MatX seen_of(const MatX& mass, const MatX& stated) {
  constexpr double kDependent = 1e-10;  // for rows of length 1
  constexpr double kOfMass = 1e-13;     // relative to a mass
  const MatX N = Orthogonal(MatX(stated.transpose()), kDependent).left_kernel();
  if (N.cols() == 0) return mass;
  const MatX MN = product(mass, N);
  const Spectrum free(product(N.transpose(), MN));
  const MatX W = product(MN, free.vectors);
  MatX seen = mass;
  for (Eigen::Index k = 0; k < W.cols(); ++k)
    if (free.values[k] > 0) seen -= W.col(k) * W.col(k).transpose() / free.values[k];
  // The difference leaves rounding of the mass where it should be zero.
  for (Eigen::Index i = 0; i < seen.rows(); ++i)
    if (seen(i, i) <= kOfMass * mass(i, i)) {
      seen.row(i).setZero();
      seen.col(i).setZero();
    }
  return seen;
}

}  // namespace

Metric seen_by(const Metric& metric, const Sparse& stated) {
  const Sparse& M = metric.mass();
  const auto groups = coupled(coupling(M, stated));
  std::vector<std::size_t> group_of(index(M.rows));
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const int i : groups[g]) group_of[index(i)] = g;
  std::vector<std::vector<int>> rows(groups.size());
  for (int row = 0; row < stated.rows; ++row)
    for (int k = stated.start[index(row)]; k < stated.start[index(row + 1)]; ++k)
      if (stated.value[index(k)] != 0) {
        rows[group_of[index(stated.column[index(k)])]].push_back(row);
        break;
      }
  std::vector<Entry> places = M.entries();
  std::vector<MatX> seen(groups.size());  // empty if nothing is stated: no mass
  for (std::size_t g = 0; g < groups.size(); ++g) {
    // A group that is too large to be decomposed counts as stated: M stays.
    if (rows[g].empty() || groups[g].size() > Metric::kMostCoupled) continue;
    seen[g] = seen_of(block(M, groups[g]), rows_in(stated, rows[g], groups[g]));
    for (const int i : groups[g])
      for (const int j : groups[g]) places.push_back({i, j});
  }
  Sparse made(M.rows, M.columns, places);
  for (int i = 0; i < made.rows; ++i) {
    const std::size_t g = group_of[index(i)];
    const std::vector<int>& group = groups[g];
    const auto place_of = [&](int j) { return std::ranges::lower_bound(group, j) - group.begin(); };
    for (int k = made.start[index(i)]; k < made.start[index(i + 1)]; ++k) {
      const int j = made.column[index(k)];
      if (seen[g].size() > 0)
        made.value[index(k)] = seen[g](place_of(i), place_of(j));
      else if (!rows[g].empty())
        made.value[index(k)] = M.value[index(M.find({i, j}))];
    }
  }
  return Metric(made);
}

}  // namespace porthos::simulate
