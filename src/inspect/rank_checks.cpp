#include "inspect/rank_checks.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dae/accelerations.hpp"
#include "inspect/constraint_rows.hpp"
#include "linearize/differentiation_index.hpp"
#include "structure/lagrangian.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using structure::Subspaces;

constexpr int kMostRanked = 300;

constexpr Statement kLagrangian{"the storages form a Lagrangian submanifold",
                                "[001] Def. 5, Prop. 5", "T-05"};
constexpr Statement kRegular{"[c'Z; A] keeps its rank", "[001] (13)", "T-08"};
constexpr Statement kUnique{"constraints are independent", "[001] Sec. 4", "T-08"};

Check check_lagrangian(const Subject& subject) {
  if (subject.model.system->active().empty()) {
    Check made = structure::bounded(kLagrangian, 0, structure::kRankCut);
    made.note = "The graph of the gradient of H: there are no position constraints.";
    return made;
  }
  Check made = structure::bounded(kLagrangian, 0, structure::kRankCut);
  std::vector<MatX> samples;
  for (const StructureAt& at : subject.at) samples.push_back(active_slopes(subject, at));
  const Equilibration even(samples);
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const MatX slopes = even(samples[s]);
    if (structure::regular_constraints(slopes).verdict == Verdict::kHolds) continue;
    // Constraints that are redundant everywhere describe the same set; constraints whose rank falls
    // do not.
    made.verdict = Verdict::kUndecided;
    made.where = subject.place(s);
    made.responsible = in_combinations(subject, Subspaces(slopes).left_kernel());
    made.note = "The gradients of these constraints are linearly dependent.";
    break;
  }
  return made;
}

/// The singular value that decides the rank of the constraints, relative to `largest`.
double weakest(const Subject& subject, const Equilibration& even, const State& state,
               Eigen::Index rank, double largest) {
  if (rank == 0) return 1;
  const MatX rows = even(constraint_rows(subject, subject.matrices.at(state)));
  return rows.jacobiSvd().singularValues()[rank - 1] / largest;
}

/// A state between two rows of the run, and the singular value there.
struct RankMargin {
  double s = 0;
  std::optional<State> state;
  double value = 1;
};

/// Along the run the rank may fall at a single pose. Near the states with the smallest singular
/// value, golden-section search finds the minimum.
void look_along_run(const Subject& subject, const Equilibration& even, Eigen::Index rank,
                    Check& regular) {
  // The singular value behaves like |s| at a loss of rank. The search leaves far less than
  // this, and no working mechanism comes so close.
  constexpr double kNoRank = 1e-7;
  constexpr std::size_t kMostLows = 3;
  constexpr double kNear = 0.7;  // of the value at the start: below it the search starts
  // Limit on the searches.
  const auto most =
      static_cast<std::size_t>(std::clamp(3000 / (subject.matrices.n() + 1), 20, 200));
  const std::size_t stride = std::max<std::size_t>(1, subject.motion.states.size() / most);
  const std::size_t count = (subject.motion.states.size() + stride - 1) / stride;
  if (count < 3) return;
  const auto path = [&](std::size_t k) -> const State& {
    return subject.motion.states[k * stride];
  };
  const double largest =
      structure::spectral_norm(even(constraint_rows(subject, subject.matrices.at(path(0)))));
  std::vector<double> values;
  for (std::size_t k = 0; k < count; ++k)
    values.push_back(weakest(subject, even, path(k), rank, largest));
  // The lowest local minima.
  std::vector<std::size_t> lows;
  for (std::size_t k = 0; k < count; ++k)
    if ((k == 0 || values[k] <= values[k - 1]) && (k + 1 == count || values[k] < values[k + 1]))
      lows.push_back(k);
  std::ranges::sort(lows, {}, [&](std::size_t k) { return values[k]; });
  if (lows.size() > kMostLows) lows.resize(kMostLows);
  regular.residual = 0;
  double best = 1;
  std::optional<State> there;
  for (const std::size_t low : lows) {
    if (best < kNoRank || values[low] > kNear * values.front()) break;
    const State& a = path(low == 0 ? 0 : low - 1);
    const State& b = path(low + 1 == count ? low : low + 1);
    const auto at = [&](double s) {
      RankMargin made{s, state_near(subject.model, a.z + s * (b.z - a.z), a.w), 1};
      if (made.state) made.value = weakest(subject, even, *made.state, rank, largest);
      if (made.value < best) best = made.value, there = made.state;
      return made;
    };
    double from = 0,
           to = low + 1 == count ? 2 : 1;  // the run may end before it reaches the minimum
    constexpr double kGolden = 0.6180339887498949;
    RankMargin left = at(to - kGolden * (to - from)), right = at(from + kGolden * (to - from));
    for (int k = 0; k < 60 && best > 1e-12 && left.state && right.state; ++k) {
      if (left.value < right.value) {
        to = right.s;
        right = std::exchange(left, at(to - kGolden * (to - from)));
      } else {
        from = left.s;
        left = std::exchange(right, at(from + kGolden * (to - from)));
      }
    }
  }
  if (best >= kNoRank || !there) return;
  const MatricesAt matrices = subject.matrices.at(*there);
  const MatX constraints = even(constraint_rows(subject, matrices));
  // A singular value below the tolerance of the search counts as zero.
  const double scale = 10 * kNoRank / structure::kRankCut * largest;
  const Subspaces rows(constraints, scale);
  regular.verdict = Verdict::kFails;
  regular.residual = 1;
  regular.where = "the run, at " + pose_text(subject, there->z);
  regular.responsible = in_combinations(subject, rows.left_kernel());
  regular.note = "rank " + std::to_string(rank) + " in general, but " +
                 std::to_string(rows.rank()) + " at this pose: motions may branch there";
}

/// The differentiation index, if it is equal in all states.
std::optional<int> index_of(const Subject& subject) {
  if (subject.matrices.n() > kMostRanked || subject.states.empty()) return {};
  const system::System& system = *subject.model.system;
  linearize::Equations equations(system);
  std::optional<linearize::DifferentiationIndex> first;
  for (const State& state : subject.states) {
    system::Workspace at = system.workspace();
    system.set_time(at, state.t);
    system.segment(at, system::Segment::kZ) = state.z;
    system.set_velocities(at, state.w);
    if (!first) {
      dae::Accelerations(system, system.metric()).compute(at);
      equations.measure_by(at);
    }
    const auto here = linearize::differentiation_index(equations, at);
    if (!here.value || (first && *first != here)) return {};
    first = here;
  }
  return first->value;
}

}  // namespace

Freedom freedom_of(const Subject& subject) {
  Freedom made;
  const system::System& system = *subject.model.system;
  const simulate::Start& start = subject.model.start;
  made.rank = start.rank;
  made.rows = system.sizes().nu();
  made.velocities = start.degrees_of_freedom;
  made.positions = subject.balance.whole().count_positions();
  if (subject.matrices.n() <= kMostRanked && !subject.at.empty())
    made.positions -= static_cast<int>(
        Subspaces(dense(subject.at.front().c_prime, subject.matrices.c(), subject.matrices.z()))
            .rank());
  made.index = index_of(subject);
  return made;
}

Findings check_ranks(const Subject& subject) {
  Findings checks{check_lagrangian(subject)};
  if (subject.model.system->sizes().nu() == 0) {
    checks.push_back(structure::not_applicable(kRegular, "There are no constraints."));
    return checks;
  }
  if (subject.matrices.n() > kMostRanked) {
    checks.push_back(structure::undecided(kRegular, "The model is too large for dense matrices."));
    return checks;
  }
  std::vector<MatX> samples;
  for (const StructureAt& at : subject.at) samples.push_back(constraint_rows(subject, at));
  const Equilibration even(samples);
  Check regular = structure::bounded(kRegular, 0, structure::kRankCut);
  Check unique = structure::bounded(kUnique, 0, structure::kRankCut);
  // The general rank is the largest: the rank falls in single poses and never rises there.
  const Ranks ranks(samples);
  const auto [lowest, highest] = std::pair(ranks.lowest, ranks.highest);
  if (samples.empty()) {
    checks.push_back(structure::undecided(kRegular, "No state was found."));
    return checks;
  }
  const Subspaces general(even(samples[highest])), least(even(samples[lowest]));
  const bool has_prescribed = std::ranges::count(subject.balance.whole().is_prescribing, 1) > 0;
  if (general.rank() < samples[highest].rows()) {
    unique.verdict = Verdict::kFails;
    unique.residual = 1;
    unique.where = subject.place(highest);
    unique.responsible = in_combinations(subject, general.left_kernel());
    unique.note = "They are redundant: individual reactions are not unique.";
  } else if (const simulate::Start& start = subject.model.start;
             has_prescribed && least.rank() == samples[lowest].rows() && !start.dependent.empty()) {
    // Ports whose flow is prescribed are not among the rows above.
    unique.verdict = Verdict::kFails;
    unique.residual = 1;
    unique.where = "the start";
    unique.responsible = start.dependent;
    unique.note = "They are redundant there: individual reactions are not unique.";
  }
  regular.note = general.gap() + "; in the " + std::to_string(samples.size()) + " states sampled";
  if (least.rank() < general.rank()) {
    regular.verdict = Verdict::kFails;
    regular.residual = 1;
    regular.where = place_with_pose(subject, lowest);
    regular.responsible = in_combinations(subject, least.left_kernel());
    regular.note = "rank " + std::to_string(general.rank()) + " in general, but " +
                   std::to_string(least.rank()) + " here";
  }
  if (has_prescribed) regular.note += ". Ports whose flow is prescribed are left out.";
  if (!ranks.is_lowest_sure) regular = structure::undecided(kRegular, kHiddenRows);
  if (regular.verdict == Verdict::kHolds) look_along_run(subject, even, general.rank(), regular);
  checks.push_back(std::move(regular));
  checks.push_back(property(std::move(unique)));
  return checks;
}

}  // namespace porthos::inspect
