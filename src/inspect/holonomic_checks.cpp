#include "inspect/holonomic_checks.hpp"

#include <algorithm>

#include "base/dense.hpp"
#include "inspect/frame.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

/// Derivatives are exact and what is left is rounding, relative to the terms of a sum.
constexpr double kHolonomicTolerance = 1e-10;
/// Beyond this many velocities dense matrices are left alone.
constexpr int kMostHolonomic = 120;

constexpr Statement kRow{"velocity constraint is holonomic", "[004] Prop. 4.1", "T-13"};

/// The largest of d alpha over the velocities in K, relative to its terms.
double residual_on(const std::pair<MatX, double>& differential, const MatX& K) {
  if (differential.second == 0) return 0;
  return structure::largest_entry(K.transpose() * differential.first * K) / differential.second;
}

}  // namespace

Findings check_rows(const Subject& subject) {
  Findings checks;
  const int count = static_cast<int>(subject.matrices.rows().size());
  if (count == 0)
    return {property(structure::not_applicable(kRow, "There are no velocity constraints."))};
  std::vector<Worst> alone(static_cast<std::size_t>(count)), together = alone;
  const bool is_dense = subject.matrices.w() <= kMostHolonomic;
  if (is_dense && !subject.matrices.is_constant())
    for (std::size_t s = 0; s < subject.at.size(); ++s) {
      const Frame frame(subject, subject.at[s]);
      const MatX all = structure::Subspaces(stacked(frame.A(), frame.c_Z())).kernel();
      for (int a = 0; a < count; ++a) {
        const auto differential = frame.differential(a);
        const MatX own = structure::Subspaces(stacked(frame.A().row(a), frame.c_Z())).kernel();
        const auto i = static_cast<std::size_t>(a);
        const std::string row = subject.row_name(a);
        alone[i].take(residual_on(differential, own), subject.place(s), {row});
        together[i].take(residual_on(differential, all), subject.place(s), {row});
      }
    }
  const bool all_together = std::ranges::all_of(
      together, [](const Worst& one) { return one.residual <= kHolonomicTolerance; });
  for (int a = 0; a < count; ++a) {
    const auto i = static_cast<std::size_t>(a);
    Check made = alone[i].check(kRow, kHolonomicTolerance);
    if (subject.matrices.has_efforts()[i] && !subject.matrices.is_constant())
      made =
          structure::not_applicable(kRow, "A row of efforts is judged with the whole structure.");
    else if (!is_dense && !subject.matrices.is_constant())
      made = structure::undecided(kRow, "The model is too large for dense matrices.");
    else if (made.verdict == Verdict::kFails && all_together) {
      made = together[i].check(kRow, kHolonomicTolerance);
      made.note = "Not by itself, but together with the other rows.";
    } else if (made.verdict == Verdict::kFails)
      made.note = "Nonholonomic: it restricts velocities and leaves all positions within reach.";
    made.name = subject.row_name(a) + " is holonomic";
    checks.push_back(property(std::move(made)));
  }
  return checks;
}

}  // namespace porthos::inspect
