#include "inspect/singular_poses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/range.hpp"
#include "expr/switching.hpp"
#include "inspect/constraint_rows.hpp"
#include "inspect/zero_search.hpp"
#include "structure/decompositions.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using structure::Subspaces;

/// A step of Newton's method evaluates dense matrices about ten times.
constexpr int kMostSingular = 40, kMostPoles = 24;
constexpr std::size_t kLongestText = 80;  // length of a formula's text

constexpr Statement kPoles{"the structure has no poles", "[001] Def. 4", "T-02"};
constexpr Statement kRankEverywhere{"velocity constraints keep their rank in every pose",
                                    "[001] Prop. 4", "T-02"};
constexpr Statement kRegularEverywhere{"[c'Z; A] keeps its rank in every pose", "[001] (13)",
                                       "T-08"};

/// Factors whose zeros are poles of a matrix of the structure, and that positions can make zero.
std::vector<Expr> poles_of(const Laws& laws) {
  std::vector<Expr> formulas = laws.kinematics;
  for (const auto& row : laws.velocity_constraints) formulas.push_back(row.formula);
  for (const auto& port : laws.ports) formulas.push_back(port.flow);
  for (const auto& [place, formula] : laws.gyroscopic.entries()) formulas.push_back(formula);
  std::vector<Expr> made;
  for (const Expr& pole : expr::poles(formulas))
    if (expr::depends_on_any(pole, laws.z) && static_cast<int>(made.size()) < kMostPoles)
      made.push_back(pole);
  return made;
}

/// The formula, or the names in it if it is long.
std::string pole_text(const Subject& subject, const Expr& pole, const std::vector<int>& positions) {
  const std::string whole = subject.balance.text(pole);
  if (whole.size() <= kLongestText) return whole;
  std::string text = "a formula of ";
  for (const int i : positions)
    text += (i == positions.front() ? "" : ", ") + subject.matrices.names()[index(i)];
  return text;
}

Check check_poles(const Subject& subject) {
  constexpr double kNothing = 1e-9;  // steps are halved near a pole, where no motion is defined
  const Laws& laws = subject.balance.laws();
  Check made = structure::bounded(kPoles, 0, kNothing);
  expr::Ranges ranges = ranges_of(subject);
  std::string open;  // factors that may be zero but for which no pose was found
  for (const Expr& pole : poles_of(laws)) {
    if (!ranges.of(pole).has_zero()) continue;
    std::vector<int> columns;
    for (const auto& entry : expr::jacobian({&pole, 1}, laws.z).entries)
      columns.push_back(entry.col);
    const Function function = function_of(subject, pole);
    const auto pose = zero_of(subject, function, kNothing);
    // In the branch of the start a factor may be constant, but not in others.
    const bool has_branches =
        !expr::hold_state_branches(std::vector{pole}, laws.parameters, {}).switches.empty();
    if (!pose && !has_branches && is_kept(subject, function)) continue;
    if (!pose) {
      open += (open.empty() ? "" : ", ") + pole_text(subject, pole, columns);
      continue;
    }
    if (made.verdict != Verdict::kFails) {
      made.verdict = Verdict::kFails;
      made.residual = 1;
      made.where = pose_text(subject, pose->z, columns);
      made.note =
          "A matrix of the structure is undefined there. At a singularity of coordinates, such as "
          "gimbal lock, other coordinates or velocities remove it; a pole of the mechanism itself "
          "stays.";
    }
    made.responsible.push_back(pole_text(subject, pole, columns));
  }
  if (made.verdict == Verdict::kFails || open.empty()) return made;
  made = structure::undecided(kPoles, "No pose was found at which it is zero: " + open + ".");
  return made;
}

/// The rows, (rows x n), in a state.
using RowsAt = std::function<MatX(const State&)>;

/// The smallest of the first `rank` singular values relative to `largest`, with its slope u^T (d
/// rows) v. The derivatives of the rows are differences, since the rows are smooth where the
/// singular value is not. `sizes` of the positions.
ValueWithGradient weakest(const RowsAt& rows_at, Eigen::Index rank, double largest,
                          const State& state, const VecX& sizes) {
  constexpr double kStep = 1e-5;
  const MatX rows = rows_at(state);
  const Eigen::JacobiSVD<MatX> svd(rows, Eigen::ComputeThinU | Eigen::ComputeThinV);
  ValueWithGradient made{svd.singularValues()[rank - 1] / largest, VecX::Zero(state.z.size())};
  const VecX u = svd.matrixU().col(rank - 1), v = svd.matrixV().col(rank - 1);
  State beside = state;
  for (Eigen::Index i = 0; i < state.z.size(); ++i) {
    const double step = kStep * sizes[i];
    beside.z[i] = state.z[i] + step;
    const MatX ahead = rows_at(beside);
    beside.z[i] = state.z[i] - step;
    made.slope[i] = u.dot((ahead - rows_at(beside)) * v) / (2 * step * largest);
    beside.z[i] = state.z[i];
  }
  return made;
}

/// False for a value that only fades, as exp(-x): its slope leads to zero far away.
bool is_zero_near(const ValueWithGradient& found, const VecX& sizes) {
  constexpr double kNear = 1e-3;  // of the size of positions
  return std::abs(found.value) <= kNear * found.slope.cwiseProduct(sizes).norm() ||
         found.slope.isZero(0);
}

/// `is_constant`: the rows do not depend on the pose.
Check check_rank_in_poses(const Subject& subject, const Statement& statement, const RowsAt& given,
                          bool is_constant) {
  constexpr double kNothing = 1e-8;  // Newton's method on differences; the zero behaves like |s|
  std::vector<MatX> samples;
  for (const State& state : subject.states) samples.push_back(given(state));
  const Equilibration even(samples);
  const RowsAt rows_at = [&](const State& state) { return even(given(state)); };
  Eigen::Index rank = 0;
  std::vector<double> norms;
  std::optional<State> pose;
  for (const MatX& sample : samples) {
    const MatX rows = even(sample);
    rank = std::max(rank, Subspaces(rows).rank());
    norms.push_back(structure::spectral_norm(rows));
  }
  std::ranges::sort(norms);
  const double largest = norms.empty() ? 0 : norms[norms.size() / 2];
  Check made = structure::bounded(statement, 0, kNothing);
  if (is_constant) return made;
  if (rank == 0)
    return structure::undecided(statement, "rank 0 in all " + std::to_string(samples.size()) +
                                               " states sampled, but the rows depend on the pose.");
  for (std::size_t s = 0; s < samples.size() && !pose; ++s)
    if (Subspaces(even(samples[s]), largest).rank() < rank) pose = subject.states[s];
  const auto function = [&](const State& state) {
    return weakest(rows_at, rank, largest, state, position_sizes(subject.model, state.z));
  };
  if (!pose) {
    pose = zero_of(subject, function, kNothing);
    if (pose && !is_zero_near(function(*pose), position_sizes(subject.model, pose->z)))
      pose.reset();
  }
  if (pose) {
    // A singular value below the tolerance of the search counts as zero.
    const Subspaces there(rows_at(*pose), 100 * kNothing / structure::kRankCut * largest);
    if (there.rank() < rank) {
      made.verdict = Verdict::kFails;
      made.residual = 1;
      made.where = pose_text(subject, pose->z);
      made.responsible = in_combinations(subject, there.left_kernel());
      made.note = "rank " + std::to_string(rank) + ", but " + std::to_string(there.rank()) +
                  " at this pose: the structure may be discontinuous there, and motions may branch";
      return made;
    }
  }
  return structure::undecided(statement, "rank " + std::to_string(rank) + " in the " +
                                             std::to_string(samples.size()) +
                                             " states sampled; no pose of lower rank was found.");
}

}  // namespace

Findings check_singular_poses(const Subject& subject) {
  if (subject.matrices.n() > kMostSingular) {
    const char* const why = "The model is too large for this search.";
    return {property(structure::undecided(kPoles, why)),
            property(structure::undecided(kRegularEverywhere, why))};
  }
  Findings checks{property(check_poles(subject))};
  const int count = static_cast<int>(subject.matrices.rows().size());
  const auto own_rows = [&](const State& state) {
    const MatricesAt at = subject.matrices.at(state);
    const MatX rows = dense(at.rows, subject.matrices.n(), count).transpose();
    MatX both = MatX::Zero(static_cast<Eigen::Index>(subject.model.system->active().size()) + count,
                           subject.matrices.n());
    both.bottomRows(count) = rows;
    return both;
  };
  const auto all_rows = [&](const State& state) {
    return constraint_rows(subject, subject.matrices.at(state));
  };
  // The list also contains derivatives of rows that are not recognised as zero.
  const bool is_constant =
      std::ranges::all_of(subject.at, [](const StructureAt& at) { return at.drows.empty(); });
  if (count > 0)
    checks.push_back(
        property(check_rank_in_poses(subject, kRankEverywhere, own_rows, is_constant)));
  if (!subject.model.system->active().empty())
    checks.push_back(property(check_rank_in_poses(subject, kRegularEverywhere, all_rows, false)));
  return checks;
}

}  // namespace porthos::inspect
