#include "inspect/jacobi_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/index.hpp"
#include "inspect/scaled_structure.hpp"

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

/// The largest cyclic sum, relative to the terms, over the triples selected by `is_asked`.
template <typename Asked>
Worst worst_triple(const Subject& subject, const Asked& is_asked) {
  const StructureMatrices& matrices = subject.matrices;
  Worst worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const auto sums = jacobiator(scaled(subject, subject.at[s]));
    double scale = 0;
    for (const auto& [triple, term] : sums) scale = std::max(scale, term.size);
    for (const auto& [triple, term] : sums) {
      if (scale == 0 || !is_asked(triple)) continue;
      std::vector<std::string> names;
      for (const int x : triple) names.push_back(matrices.names()[index(x)]);
      worst.take(std::abs(term.sum) / scale, subject.place(s), std::move(names));
    }
  }
  return worst;
}

}  // namespace

Check check_jacobi(const Subject& subject) {
  const int z = subject.matrices.z();
  const auto& is_massless = subject.matrices.is_massless();
  const Worst worst = worst_triple(subject, [&](const std::array<int, 3>& triple) {
    return std::ranges::none_of(triple, [&](int x) { return x >= z && is_massless[index(x - z)]; });
  });
  return worst.check(kJacobi, kJacobiTolerance);
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
