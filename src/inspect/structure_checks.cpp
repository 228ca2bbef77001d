#include "inspect/structure_checks.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "inspect/closedness_checks.hpp"
#include "inspect/constraint_rows.hpp"
#include "inspect/scaled_structure.hpp"
#include "structure/compose.hpp"
#include "structure/dirac.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using structure::Dirac;
using structure::Subspaces;

constexpr int kMostStructure = 60;

constexpr Statement kSkew{"J is skew", "[001] Prop. 1", "T-04"};
constexpr Statement kDirac{"flows and efforts form a Dirac structure", "[001] Def. 3, Prop. 2",
                           "T-01"};
constexpr Statement kRegularStart{"the start is a regular point", "[004] Rem. 3.1", "T-10"};
constexpr Statement kVelocityRank{"the rows of velocity constraints keep their rank",
                                  "[001] Prop. 4, (13)", "T-02"};

/// |J + J^T|, relative to the largest entry.
Check check_skew(const Subject& subject) {
  Worst worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    std::map<std::pair<int, int>, double> sums;
    double size = 0;
    for (const MatrixEntry& entry : subject.at[s].J) {
      sums[std::minmax(entry.row, entry.column)] += entry.value;
      if (entry.row == entry.column) sums[{entry.row, entry.row}] += entry.value;
      size = std::max(size, std::abs(entry.value));
    }
    if (size == 0) continue;
    for (const auto& [place, sum] : sums) {
      const auto& names = subject.matrices.names();
      worst.take(std::abs(sum) / size, subject.place(s),
                 {names[index(place.first)], names[index(place.second)]});
    }
  }
  return worst.check(kSkew, 1e-12);
}

Check check_dirac(const Subject& subject) {
  if (subject.matrices.n() > kMostStructure)
    return structure::not_applicable(kDirac,
                                     "The model is too large for dense matrices; J is skew.");
  Worst worst;
  Check faulty;
  const int ports = static_cast<int>(subject.matrices.ports().size());
  const std::size_t most = subject.matrices.n() > kMostStructure / 2 ? 2 : subject.at.size();
  for (std::size_t s = 0; s < std::min(most, subject.at.size()); ++s) {
    for (Check& one : dirac_at(subject, subject.at[s], ports).check()) {
      if (one.verdict == Verdict::kFails) faulty = one;
      if (one.name == "isotropy") worst.take(one.residual, subject.place(s), {});
    }
  }
  Check made = worst.check(kDirac, structure::kIsotropyTolerance);
  if (faulty.verdict != Verdict::kFails) return made;
  made.verdict = faulty.verdict;
  made.residual = faulty.residual;
  made.note = faulty.name + ": " + faulty.note;
  return made;
}

/// The rank of the rows in each state. A jump of the rank is a jump of the projector (T-02).
Check check_rank(const Subject& subject) {
  const int count = static_cast<int>(subject.matrices.rows().size());
  if (count == 0) return structure::not_applicable(kVelocityRank, subject.without_rows());
  if (subject.matrices.n() > 4 * kMostStructure)
    return structure::undecided(kVelocityRank, "The model is too large for dense matrices.");
  std::vector<MatX> samples;
  for (const StructureAt& at : subject.at)
    samples.push_back(dense(at.rows, subject.matrices.n(), count).transpose());
  const Ranks ranks(samples);
  if (samples.empty()) return structure::undecided(kVelocityRank, "No state was found.");
  const Eigen::Index least = ranks.all[ranks.lowest], most = ranks.all[ranks.highest];
  if (!ranks.is_lowest_sure) return structure::undecided(kVelocityRank, kHiddenRows);
  Check made = structure::bounded(kVelocityRank, 0, structure::kRankCut);
  made.note = "rank " + std::to_string(most) +
              (least < most ? " in general, but " + std::to_string(least) + " here" : "") + " of " +
              std::to_string(count) + " rows";
  if (least == most) {
    const bool is_constant =
        std::ranges::all_of(subject.at, [](const StructureAt& at) { return at.drows.empty(); });
    if (!is_constant) made.note += ", in the " + std::to_string(samples.size()) + " states sampled";
    return made;
  }
  made.verdict = Verdict::kFails;
  made.residual = 1;
  made.where = place_with_pose(subject, ranks.lowest);
  // The combinations of rows that vanish where the rank is low.
  const MatX kernel = Subspaces(Equilibration(samples)(samples[ranks.lowest])).left_kernel();
  for (int row = 0; row < count; ++row)
    if (kernel.row(row).norm() > 0.1) made.responsible.push_back(subject.row_name(row));
  return made;
}

/// T-10: the dimensions of flows and efforts at the start equal those of other states.
Check check_start(const Subject& subject, const std::vector<Dimensions>& all) {
  if (all.empty())
    return structure::undecided(kRegularStart, "The model is too large for dense matrices.");
  const Dimensions general = at_regular_states(all);
  Check made = structure::bounded(kRegularStart, 0, 0);
  // Time, where it is a state, is left out as in T-14: its effort is independent, its flow is 0.
  const int clocks = subject.balance.whole().count_clocks();
  made.note = std::to_string(general.flows) + " flows and " +
              std::to_string(general.efforts - clocks) + " efforts are independent";
  if (all.front() == general) return made;
  made.verdict = Verdict::kFails;
  made.residual = static_cast<double>(std::abs(general.flows - all.front().flows) +
                                      std::abs(general.efforts - all.front().efforts));
  made.where = subject.place(0);
  made.note += " in general, " + std::to_string(all.front().flows) + " and " +
               std::to_string(all.front().efforts - clocks) + " at the start.";
  return made;
}

}  // namespace

Dirac dirac_at(const Subject& subject, const MatricesAt& at, int ports) {
  const int n = subject.matrices.n(), z = subject.matrices.z();
  const int rows = static_cast<int>(subject.matrices.rows().size());
  const MatX g = dense(at.g, n, static_cast<int>(subject.matrices.ports().size())).leftCols(ports);
  MatX J = MatX::Zero(n + ports, n + ports), b = MatX::Zero(n + ports, rows);
  // x' = J e + g u and -y = -g^T e: flows (x', -y), efforts (e, u)
  J.topLeftCorner(n, n) = dense(at.J, n, n);
  J.topRightCorner(n, ports) = g;
  J.bottomLeftCorner(ports, n) = -g.transpose();
  b.topRows(n) = dense(at.rows, n, rows);
  const Dirac whole = Dirac::constrained(J, b);
  std::vector<int> massless;
  for (int x = z; x < n; ++x)
    if (subject.matrices.is_massless()[index(x - z)]) massless.push_back(x);
  if (massless.empty()) return whole;
  const auto count = static_cast<Eigen::Index>(massless.size());
  structure::Ports at_rest, all;
  for (Eigen::Index i = 0; i < count; ++i) {
    at_rest.push_back(massless[index(i)]);
    all.push_back(i);
  }
  const Dirac still = Dirac::presymplectic(MatX::Zero(count, count), MatX::Identity(count, count));
  return structure::compose(whole, at_rest, still, all);
}

std::vector<Dimensions> dimensions_of(const Subject& subject) {
  std::vector<Dimensions> all;
  if (subject.matrices.n() > kMostStructure) return all;
  for (const StructureAt& at : subject.at) {
    const structure::Distributions parts =
        structure::find_distributions(dirac_at(subject, scaled(subject, at), 0));
    all.push_back({parts.G1.cols(), parts.P1.cols(), parts.G1.rows()});
    if (subject.matrices.is_constant()) break;
  }
  return all;
}

Dimensions at_regular_states(const std::vector<Dimensions>& all) {
  const auto count = [&](const Dimensions& of) { return std::ranges::count(all, of); };
  return *std::ranges::max_element(all.rbegin(), all.rend(), {}, count);
}

Findings check_structure(const Subject& subject) {
  Findings checks{check_dirac(subject), check_skew(subject), check_rank(subject)};
  checks.push_back(property(check_start(subject, dimensions_of(subject))));
  return checks;
}

std::optional<structure::CanonicalSizes> canonical_sizes_of(const Subject& subject) {
  const std::vector<Dimensions> all = dimensions_of(subject);
  if (all.empty() || check_dirac_closed(subject).verdict != Verdict::kHolds) return std::nullopt;
  const Dimensions general = at_regular_states(all);
  // Time is no state: its flow needs no effort and its effort makes no flow.
  const Eigen::Index size = general.size - subject.balance.whole().count_clocks(),
                     casimirs = size - general.flows, constraints = general.size - general.efforts;
  return structure::CanonicalSizes{(size - casimirs - constraints) / 2, casimirs, constraints};
}

}  // namespace porthos::inspect
