#include "inspect/jacobi_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/index.hpp"
#include "inspect/scaled_structure.hpp"
#include "simulate/start_rank.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

/// Derivatives are exact, so the residual is rounding, relative to the terms of a sum.
constexpr double kJacobiTolerance = 1e-10;

constexpr Statement kJacobi{"Jacobi identity of J", "[004] Thm. 4.4 (3)", "T-13"};
constexpr Statement kSources{"the gyroscopic two-form is closed", "[003] Sec. 5; [004] Thm. 4.5",
                             "T-13"};

/// Residual and scale of sum_cyc J_il d_l J_jk for each i < j < k with at least one term.
struct Term {
  double sum = 0, size = 0;
};

std::map<std::array<int, 3>, Term> jacobiator(const StructureAt& at) {
  std::map<int, std::vector<MatrixEntry>> by_column;
  for (const MatrixEntry& entry : at.J) by_column[entry.column].push_back(entry);
  std::map<std::array<int, 3>, Term> sums;
  for (const MatrixEntry& rate : at.dJ) {
    const int j = rate.row, k = rate.column;
    const auto column = by_column.find(rate.by);
    if (column == by_column.end()) continue;
    for (const MatrixEntry& entry : column->second) {
      const int i = entry.row;
      if (i == j || i == k) continue;  // zero of a skew matrix
      std::array<int, 3> triple{i, j, k};
      std::ranges::sort(triple);
      const double term = entry.value * rate.value;
      Term& sum = sums[triple];
      sum.sum += (j < i && i < k) ? -term : term;  // (j, i, k) is an odd permutation
      sum.size += std::abs(term);
    }
  }
  return sums;
}

/// Calls `take` with the number of each state, each triple, and its cyclic sum relative to the
/// terms.
template <typename Take>
void for_each_triple(const Subject& subject, const Take& take) {
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const auto sums = jacobiator(scaled(subject, subject.at[s]));
    double scale = 0;
    for (const auto& [triple, term] : sums) scale = std::max(scale, term.size);
    if (scale == 0) continue;
    for (const auto& [triple, term] : sums) take(s, triple, std::abs(term.sum) / scale);
  }
}

/// The largest cyclic sum, relative to the terms, over the triples selected by `is_asked`.
template <typename Asked>
Worst worst_triple(const Subject& subject, const Asked& is_asked) {
  const StructureMatrices& matrices = subject.matrices;
  Worst worst;
  for_each_triple(subject, [&](std::size_t s, const std::array<int, 3>& triple, double share) {
    if (!is_asked(triple)) return;
    std::vector<std::string> names;
    for (const int x : triple) names.push_back(matrices.names()[index(x)]);
    worst.take(share, subject.place(s), std::move(names));
  });
  return worst;
}

/// (n) True for each state in a triple whose cyclic sum does not vanish.
std::vector<char> in_failing_triples(const Subject& subject) {
  std::vector<char> made(index(subject.matrices.n()), 0);
  for_each_triple(subject, [&](std::size_t, const std::array<int, 3>& triple, double share) {
    if (share <= kJacobiTolerance) return;
    for (const int x : triple) made[index(x)] = 1;
  });
  return made;
}

/// c', with the constraints that the kinematics keeps, (c x z).
MatX all_slopes(const Subject& subject, const StructureAt& at) {
  return dense(at.c_prime, subject.matrices.c(), subject.matrices.z());
}

/// (n) True for each position on which no other entry of J depends, and on which the constraints
/// depend.
std::vector<char> readonly_positions(const Subject& subject) {
  std::vector<char> made(index(subject.matrices.n()), 0);
  std::fill_n(made.begin(), subject.matrices.z(), 1);
  for (const StructureAt& at : subject.at) {
    for (const MatrixEntry& rate : at.dJ)
      if (rate.by != rate.row && rate.by != rate.column) made[index(rate.by)] = 0;
    const MatX slopes = all_slopes(subject, at);
    for (int i = 0; i < subject.matrices.z(); ++i)
      if (slopes.col(i).isZero(0)) made[index(i)] = 0;
  }
  return made;
}

/// True if the constraints determine these positions from the others in all states.
bool are_determined(const Subject& subject, const std::vector<int>& positions) {
  return std::ranges::all_of(subject.at, [&](const StructureAt& at) {
    const MatX slopes = all_slopes(subject, at);
    MatX own(slopes.rows(), static_cast<Eigen::Index>(positions.size()));
    for (Eigen::Index k = 0; const int i : positions) own.col(k++) = slopes.col(i);
    return structure::Subspaces(own).rank() == own.cols();
  });
}

bool has_mass(const Subject& subject, const std::array<int, 3>& triple) {
  const int z = subject.matrices.z();
  const auto& is_massless = subject.matrices.is_massless();
  return std::ranges::none_of(triple,
                              [&](int x) { return x >= z && is_massless[index(x - z)] != 0; });
}

}  // namespace

JacobiReport check_jacobi(const Subject& subject) {
  const Worst all =
      worst_triple(subject, [&](const auto& triple) { return has_mass(subject, triple); });
  JacobiReport made{all.check(kJacobi, kJacobiTolerance), {}};
  made.on_constraints = made.everywhere;
  if (made.everywhere.verdict != Verdict::kFails || subject.matrices.c() == 0) return made;
  // On the constraint set a position that the constraints determine is a function of the others.
  // There the structure is that of the others.
  std::vector<char> is_left_out = readonly_positions(subject);
  const std::vector<char> is_failing = in_failing_triples(subject);
  std::vector<int> determined;
  for (std::size_t i = 0; i < is_left_out.size(); ++i) {
    is_left_out[i] = is_left_out[i] && is_failing[i];
    if (is_left_out[i]) determined.push_back(static_cast<int>(i));
  }
  if (determined.empty() || !are_determined(subject, determined)) return made;
  const Worst others = worst_triple(subject, [&](const auto& triple) {
    return has_mass(subject, triple) &&
           std::ranges::none_of(triple, [&](int x) { return is_left_out[index(x)] != 0; });
  });
  made.on_constraints = others.check(kJacobi, kJacobiTolerance);
  if (made.on_constraints.verdict != Verdict::kHolds) return made;
  std::vector<std::string> names;
  for (const int i : determined) names.push_back(subject.matrices.names()[index(i)]);
  made.everywhere.note = "It fails off the constraint set only. On it the constraints determine " +
                         simulate::listed(names) + "; for the other states it holds.";
  return made;
}

Check check_sources(const Subject& subject) {
  const int z = subject.matrices.z();
  Check made = worst_triple(subject, [&](const std::array<int, 3>& triple) {
                 return triple.front() >= z;
               }).check(kSources, kJacobiTolerance);
  if (made.verdict == Verdict::kFails)
    made.note =
        "The two-form of these velocities is not closed, as for a magnetic field with sources. "
        "Energy is conserved nevertheless.";
  return made;
}

}  // namespace porthos::inspect
