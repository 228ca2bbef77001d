#include "inspect/constraint_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

std::string name_of(const Subject& subject, Eigen::Index row) {
  const std::vector<int>& active = subject.model.system->active();
  const auto count = static_cast<Eigen::Index>(active.size());
  if (row >= count) return subject.row_name(static_cast<int>(row - count));
  return subject.model.assembled->c[index(active[index(row)])].name;
}

/// The sizes of entries: the medians of those that are not zero. In a few samples far from the
/// start entries may be larger by many powers of ten.
MatX typical_entries(const std::vector<MatX>& samples) {
  MatX made = MatX::Zero(samples.front().rows(), samples.front().cols());
  std::vector<double> values;
  for (Eigen::Index k = 0; k < made.size(); ++k) {
    values.clear();
    for (const MatX& sample : samples)
      if (const double size = std::abs(sample.data()[k]); size > 0 && std::isfinite(size))
        values.push_back(size);
    if (values.empty()) continue;
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::ranges::nth_element(values, middle);
    made.data()[k] = *middle;
  }
  return made;
}

}  // namespace

Equilibration::Equilibration(const std::vector<MatX>& samples) {
  if (samples.empty()) return;
  constexpr double kRounding = 1e-14;
  constexpr int kRounds = 30;
  const MatX sizes = typical_entries(samples);
  rows_ = VecX::Ones(sizes.rows());
  columns_ = VecX::Ones(sizes.cols());
  if (sizes.size() == 0) return;
  // Rows are compared in the units of the columns.
  MatX even = sizes;
  for (Eigen::Index j = 0; j < even.cols(); ++j)
    if (const double size = even.col(j).maxCoeff(); size > 0) even.col(j) /= size;
  const auto counts = [&](Eigen::Index i, Eigen::Index j) {
    return even(i, j) > kRounding && even(i, j) > kRounding * even.row(i).maxCoeff();
  };
  // The geometric means of all rows and columns become 1: units of the text have no effect then.
  const auto means = [&](VecX& own, bool of_rows) {
    VecX sum = VecX::Zero(own.size()), count = sum;
    for (Eigen::Index j = 0; j < sizes.cols(); ++j)
      for (Eigen::Index i = 0; i < sizes.rows(); ++i) {
        if (!counts(i, j)) continue;
        sum[of_rows ? i : j] += std::log(sizes(i, j) * (of_rows ? columns_[j] : rows_[i]));
        count[of_rows ? i : j] += 1;
      }
    for (Eigen::Index k = 0; k < own.size(); ++k)
      if (count[k] > 0) own[k] = std::exp(-sum[k] / count[k]);
  };
  for (int round = 0; round < kRounds; ++round) {
    means(rows_, true);
    means(columns_, false);
  }
  for (Eigen::Index i = 0; i < sizes.rows(); ++i) {
    const double size = rows_[i] * sizes.row(i).transpose().cwiseProduct(columns_).maxCoeff();
    rows_[i] = even.row(i).maxCoeff() > kRounding ? rows_[i] / size : 0;
  }
}

namespace {

/// The largest rank of an equilibrated matrix with rows of length one, and with all units of its
/// own. In a state far away one row may be so large that it hides the others, or that it decides
/// the units of the columns. Rows that vanish stay zero.
Eigen::Index rank_by_itself(MatX even) {
  for (auto row : even.rowwise())
    if (row.cwiseAbs().maxCoeff() < structure::kRankCut) row.setZero();
  MatX unit = even;
  for (auto row : unit.rowwise())
    if (const double size = row.norm(); size > 0) row /= size;
  return std::max(structure::Subspaces(Equilibration({even})(even)).rank(),
                  structure::Subspaces(unit).rank());
}

}  // namespace

Ranks::Ranks(const std::vector<MatX>& samples) {
  const Equilibration even(samples);
  for (const MatX& sample : samples) all.push_back(structure::Subspaces(even(sample)).rank());
  if (all.empty()) return;
  const Eigen::Index most = std::ranges::max(all);
  highest = static_cast<std::size_t>(std::ranges::find(all, most) - all.begin());
  lowest = static_cast<std::size_t>(std::ranges::min_element(all) - all.begin());
  if (all[lowest] == most) return;
  for (std::size_t s = 0; s < samples.size(); ++s)
    if (all[s] < most && rank_by_itself(even(samples[s])) < most) {
      lowest = s;
      return;
    }
  is_lowest_sure = false;
}

MatX active_slopes(const Subject& subject, const MatricesAt& at) {
  const MatX all = dense(at.c_prime, subject.matrices.c(), subject.matrices.z());
  const std::vector<int>& active = subject.model.system->active();
  MatX made(static_cast<Eigen::Index>(active.size()), all.cols());
  for (Eigen::Index i = 0; const int row : active) made.row(i++) = all.row(row);
  return made;
}

MatX constraint_rows(const Subject& subject, const MatricesAt& at) {
  const int n = subject.matrices.n();
  const int count = static_cast<int>(subject.matrices.rows().size());
  const MatX slopes = active_slopes(subject, at);
  const MatX ways = dense(at.J, n, n).topRows(subject.matrices.z());
  MatX gaps = slopes * ways;
  // An entry that consists of the rounding of its terms is zero.
  constexpr double kRounding = 1e-14;
  const MatX sizes = slopes.cwiseAbs() * ways.cwiseAbs();
  for (Eigen::Index i = 0; i < gaps.size(); ++i)
    if (std::abs(gaps.data()[i]) < kRounding * sizes.data()[i]) gaps.data()[i] = 0;
  MatX both(gaps.rows() + count, n);
  both << gaps, dense(at.rows, n, count).transpose();
  return both;
}

std::vector<std::string> in_combinations(const Subject& subject, const MatX& combinations) {
  std::vector<std::string> names;
  for (Eigen::Index row = 0; row < combinations.rows() && names.size() < 12; ++row)
    if (combinations.cols() > 0 && combinations.row(row).norm() > 0.1)
      names.push_back(name_of(subject, row));
  return names;
}

std::string pose_text(const Subject& subject, const VecX& z, std::vector<int> positions) {
  constexpr std::size_t kMost = 6;
  constexpr double kNothing =
      1e-8;  // accuracy of a zero that a search found, relative to other states
  if (positions.empty())
    for (int i = 0; i < z.size(); ++i)
      if (!subject.balance.whole().is_clock[index(i)]) positions.push_back(i);
  const auto shown = [&](int i) {
    double size = 0;
    for (const State& state : subject.states) size = std::max(size, std::abs(state.z[i]));
    return std::abs(z[i]) < kNothing * std::min(size, 1.0) ? 0 : z[i];
  };
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, positions.size()); ++i)
    text += (i ? ", " : "") + subject.matrices.names()[index(positions[i])] + " = " +
            rounded_digits(shown(positions[i]), 4);
  return text;
}

std::string place_with_pose(const Subject& subject, std::size_t state) {
  const std::string pose = state == 0 ? "" : pose_text(subject, subject.states[state].z);
  return subject.place(state) + (pose.empty() ? "" : ", at " + pose);
}

}  // namespace porthos::inspect
