#include "base/metric.hpp"
#include "base/dense.hpp"
#include "base/index.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace porthos {

std::vector<std::vector<int>> coupled(const Sparse& mass) {
  std::vector<std::vector<int>> groups;
  std::vector<char> seen(index(mass.rows));
  for (int first = 0; first < mass.rows; ++first) {
    if (seen[index(first)]) continue;
    seen[index(first)] = 1;
    std::vector<int> group{first};
    for (std::size_t next = 0; next < group.size(); ++next)
      for (int k = mass.start[index(group[next])]; k < mass.start[index(group[next]) + 1]; ++k)
        if (const int j = mass.column[index(k)]; !seen[index(j)]) {
          seen[index(j)] = 1;
          group.push_back(j);
        }
    sort_once(group);
    groups.push_back(std::move(group));
  }
  return groups;
}

MatX block(const Sparse& mass, const std::vector<int>& group) {
  const auto n = static_cast<Eigen::Index>(group.size());
  MatX own = MatX::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      if (const int k = mass.find({group[index(i)], group[index(j)]}); k >= 0)
        own(i, j) = mass.value[index(k)];
  return own;
}

namespace {
constexpr double kLight = 1e-8;  // relative to the mean mass

/// An orthonormal basis of the kernel of a group's masses. Its velocities may have units of their
/// own: each is measured so that its own mass is 1. Rounding of an eigenvalue is then about 1e-16,
/// and below 1e-13 it is zero.
MatX massless_directions(const MatX& masses) {
  VecX unit = VecX::Ones(masses.rows());
  for (Eigen::Index i = 0; i < unit.size(); ++i)
    if (masses(i, i) > 0) unit[i] = 1 / std::sqrt(masses(i, i));
  const Spectrum spectrum(unit.asDiagonal() * masses * unit.asDiagonal());
  const VecX& own = spectrum.values;
  const auto count = (own.array() <= 1e-13 * std::max(0.0, own.maxCoeff())).count();
  MatX kernel = unit.asDiagonal() * spectrum.vectors.leftCols(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    for (int round = 0; round < 2; ++round)
      for (Eigen::Index j = 0; j < k; ++j)
        kernel.col(k) -= kernel.col(j) * kernel.col(j).dot(kernel.col(k));
    kernel.col(k).normalize();
  }
  return kernel;
}

/// A typical mass for the massless directions of a group, computed without the coupling of
/// velocities; `mean` where that is unknown or near enough.
double typical_mass(const Metric::Massless& group, const Sparse& mass, const VecX& typical,
                    double mean) {
  constexpr double kNear = 1e3;
  if (typical.size() == 0) return mean;
  double sum = 0;
  for (std::size_t i = 0; i < group.velocities.size(); ++i) {
    const int velocity = group.velocities[i];
    const double own = mass.value[index(mass.find({velocity, velocity}))];
    const double one = own > 0 ? own : typical[velocity];
    sum += one * group.directions.row(static_cast<Eigen::Index>(i)).squaredNorm();
  }
  sum /= static_cast<double>(group.directions.cols());
  return sum > kNear * mean || (sum > 0 && sum < mean / kNear) ? sum : mean;
}

}  // namespace

Metric::Metric(const Sparse& mass, const VecX& typical)
    : given_(mass), mass_(mass), regular_(mass) {
  struct Addition {
    Entry place;
    double value, unit;
  };
  double trace = 0;
  std::vector<Entry> places;
  std::vector<Addition> entries;  // entries of N N^T
  for (std::vector<int>& group : coupled(mass)) {
    const MatX own = porthos::block(mass, group);
    trace += own.trace();
    MatX directions = massless_directions(own);
    if (directions.cols() == 0) continue;
    massless_.push_back({std::move(group), std::move(directions)});
  }
  const double mean = trace > 0 ? trace / mass.rows : 1.0;
  for (const Massless& block : massless_) {
    const MatX& directions = block.directions;
    const double unit = typical_mass(block, mass, typical, mean);
    for (std::size_t i = 0; i < block.velocities.size(); ++i)
      for (std::size_t j = 0; j < block.velocities.size(); ++j) {
        places.push_back({block.velocities[i], block.velocities[j]});
        entries.push_back({places.back(),
                           directions.row(static_cast<Eigen::Index>(i))
                               .dot(directions.row(static_cast<Eigen::Index>(j))),
                           unit});
      }
  }
  if (entries.empty()) return;
  added_ = Sparse(mass.rows, mass.columns, places);
  for (const auto& [place, value, unit] : entries)
    added_.value[index(added_.find(place))] += kLight * unit * value;
  const std::vector<Entry> own = mass.entries();
  places.insert(places.end(), own.begin(), own.end());
  mass_ = regular_ = Sparse(mass.rows, mass.columns, places);
  for (std::size_t k = 0; k < own.size(); ++k)
    for (Sparse* made : {&mass_, &regular_})
      made->value[index(made->find(own[k]))] += mass.value[k];
  for (const auto& [place, value, unit] : entries) {
    mass_.value[index(mass_.find(place))] += kLight * unit * value;
    regular_.value[index(regular_.find(place))] += unit * value;
  }
}

Metric Metric::identity(int n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  Metric made;
  made.given_ = made.mass_ = made.regular_ = Sparse::unit_rows(all, n);
  return made;
}

void Metric::put_massless_part(const Eigen::Ref<const VecX>& x, VecX& part) const {
  part.setZero(x.size());
  for (const Massless& massless : massless_)
    for (const auto& direction : massless.directions.colwise()) {
      double share = 0;
      for (Eigen::Index i = 0; const int velocity : massless.velocities)
        share += direction[i++] * x[velocity];
      for (Eigen::Index i = 0; const int velocity : massless.velocities)
        part[velocity] += direction[i++] * share;
    }
}

}  // namespace porthos
