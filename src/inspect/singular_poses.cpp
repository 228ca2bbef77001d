#include "inspect/singular_poses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "inspect/constraint_rows.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using structure::Subspaces;

/// Newton's method from a state takes some ten evaluations of dense matrices a step.
constexpr int kMostSingular = 40, kMostPoles = 24;
constexpr std::size_t kLongestText = 80;  // of a formula's text
constexpr std::size_t kMostStarts = 3;
/// Farther away, relative to 1 + |z|, a singular value is small beside a large one only.
constexpr double kFarthest = 100;

constexpr Statement kPoles{"the structure has no poles", "[001] Def. 4", "T-02"};
constexpr Statement kRankEverywhere{"velocity constraints keep their rank in every pose",
                                    "[001] Prop. 4", "T-02"};
constexpr Statement kRegularEverywhere{"[c'Z; A] keeps its rank in every pose", "[001] (13)",
                                       "T-08"};

/// A function of the pose and its gradient by the positions.
struct Sloped {
  double value = 0;
  VecX slope;
};
using Function = std::function<Sloped(const State&)>;

/// What motions of the structure can change of the slope: no constraint forbids it and some z' of
/// J e goes there, so that |q| of a quaternion stays.
VecX reachable(const Subject& subject, const State& state, VecX slope) {
  const int n = subject.matrices.n(), z = subject.matrices.z();
  const MatricesAt at = subject.matrices.at(state);
  const MatX ways = structure::Subspaces(dense(at.J, n, n).topRows(z)).image();
  slope = ways * (ways.transpose() * slope);
  if (subject.matrices.c() == 0) return slope;
  const MatX gradients = dense(at.c_prime, subject.matrices.c(), z), slopes = gradients * ways;
  // Along the ways |q| = 1 holds by itself, and what is left of its row is rounding.
  const MatX inverse = structure::pseudo_inverse(slopes, structure::spectral_norm(gradients));
  return slope - ways * (inverse * (slopes * (ways.transpose() * slope)));
}

/// From a state to a zero of the function along the constraint set; none where the way ends. A
/// double zero, as of a squared distance, is reached more slowly than a simple one.
std::optional<State> zero_near(const Subject& subject, State state, const Function& function,
                               double nothing) {
  constexpr int kMost = 50;
  constexpr double kLongestStep = 0.5;  // of 1 + |z|: beyond it a gradient says little
  const bool is_free = subject.matrices.c() == 0;
  const double farthest = kFarthest * (1 + state.z.norm());
  double scale = 0;
  for (int k = 0; k < kMost && state.z.norm() < farthest; ++k) {
    const Sloped now = function(state);
    if (!std::isfinite(now.value) || !now.slope.allFinite()) return std::nullopt;
    scale = std::max(scale, std::abs(now.value));
    if (std::abs(now.value) <= nothing * std::max(1.0, scale)) return state;
    VecX along = reachable(subject, state, now.slope);
    for (Eigen::Index i = 0; i < along.size(); ++i)
      if (subject.model.assembled->z[index(i)].is_clock) along[i] = 0;
    const double square = along.squaredNorm();
    // On the constraint set it does not change here: at a least value, or everywhere.
    if (!(square > 1e-12 * now.slope.squaredNorm()) || square == 0) return std::nullopt;
    VecX change = -now.value / square * along;
    const double longest = kLongestStep * (1 + state.z.norm());
    if (change.norm() > longest) change *= longest / change.norm();
    if (is_free) {
      state.z += change;
      continue;
    }
    std::optional<State> moved;
    for (int halvings = 0; halvings < 4 && !moved; ++halvings, change /= 2)
      moved = state_near(subject.model, state.z + change, state.w);
    if (!moved) return std::nullopt;
    state = std::move(*moved);
  }
  return std::nullopt;
}

/// The first zero of the function that is found from the states.
std::optional<State> zero_of(const Subject& subject, const Function& function, double nothing) {
  const std::size_t count = std::min(kMostStarts, subject.states.size());
  for (std::size_t s = 0; s < count; ++s)
    if (auto found = zero_near(subject, subject.states[s], function, nothing)) return found;
  return std::nullopt;
}

/// Factors at whose zeros a matrix of the structure has a pole, that positions can make zero.
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

/// The formula, or what is in it where it is long.
std::string pole_text(const Subject& subject, const Expr& pole, const std::vector<int>& positions) {
  const std::string whole = subject.balance.text(pole);
  if (whole.size() <= kLongestText) return whole;
  std::string text = "a formula of ";
  for (const int i : positions)
    text += (i == positions.front() ? "" : ", ") + subject.matrices.names()[index(i)];
  return text;
}

Check check_poles(const Subject& subject) {
  constexpr double kNothing = 1e-9;  // steps are halved next to a pole, where no motion is defined
  const Laws& laws = subject.balance.laws();
  Check made = structure::bounded(kPoles, 0, kNothing);
  for (const Expr& pole : poles_of(laws)) {
    std::vector<Expr> formulas{pole};
    std::vector<int> columns;
    for (const auto& [none, column, slope] : expr::jacobian({&pole, 1}, laws.z).entries) {
      formulas.push_back(slope);
      columns.push_back(column);
    }
    const Values values(subject.balance, formulas, subject.parameters);
    const auto function = [&](const State& state) {
      const std::vector<double> found = values.at(state);
      Sloped sloped{found[0], VecX::Zero(subject.matrices.z())};
      for (std::size_t i = 0; i < columns.size(); ++i) sloped.slope[columns[i]] = found[i + 1];
      return sloped;
    };
    const auto pose = zero_of(subject, function, kNothing);
    if (!pose) continue;
    if (made.verdict != Verdict::kFails) {
      made.verdict = Verdict::kFails;
      made.residual = 1;
      made.where = pose_text(subject, pose->z, columns);
      made.note =
          "There a matrix of the structure is not defined, as at gimbal lock: another choice of "
          "coordinates or velocities goes on.";
    }
    made.responsible.push_back(pole_text(subject, pole, columns));
  }
  return made;
}

/// The rows, (rows x n), in a state.
using RowsAt = std::function<MatX(const State&)>;

/// The least of the first `rank` singular values relative to `largest`, with its slope
/// u^T (d rows) v, the derivatives of the rows by differences: they are smooth where the value is
/// not.
Sloped weakest(const RowsAt& rows_at, Eigen::Index rank, double largest, const State& state) {
  constexpr double kStep = 1e-5;
  const MatX rows = rows_at(state);
  const Eigen::JacobiSVD<MatX> svd(rows, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Sloped made{svd.singularValues()[rank - 1] / largest, VecX::Zero(state.z.size())};
  const VecX u = svd.matrixU().col(rank - 1), v = svd.matrixV().col(rank - 1);
  State beside = state;
  for (Eigen::Index i = 0; i < state.z.size(); ++i) {
    beside.z[i] = state.z[i] + kStep;
    const MatX ahead = rows_at(beside);
    beside.z[i] = state.z[i] - kStep;
    made.slope[i] = u.dot((ahead - rows_at(beside)) * v) / (2 * kStep * largest);
    beside.z[i] = state.z[i];
  }
  return made;
}

Check check_rank(const Subject& subject, const Statement& statement, const RowsAt& rows_at) {
  constexpr double kNothing = 1e-8;  // Newton's method on differences; its zero is |s|
  const Subspaces start(rows_at(subject.states.front()));
  Eigen::Index rank = 0;
  double largest = 0;
  for (const State& state : subject.states) {
    const MatX rows = rows_at(state);
    rank = std::max(rank, Subspaces(rows).rank());
    largest = std::max(largest, structure::spectral_norm(rows));
  }
  Check made = structure::bounded(statement, 0, kNothing);
  if (rank == 0) return made;
  const auto function = [&](const State& state) { return weakest(rows_at, rank, largest, state); };
  std::optional<State> pose;
  if (start.rank() < rank) pose = subject.states.front();
  if (!pose) pose = zero_of(subject, function, kNothing);
  if (!pose) return made;
  const MatX rows = rows_at(*pose);
  const Subspaces there(rows,
                        100 * kNothing / structure::kRankCut * structure::spectral_norm(rows));
  made.verdict = Verdict::kFails;
  made.residual = 1;
  made.where = pose_text(subject, pose->z);
  made.responsible = in_combinations(subject, there.left_kernel());
  made.note = "rank " + std::to_string(rank) + ", but " + std::to_string(there.rank()) +
              " at this pose: the structure is not continuous there, and motions may part";
  return made;
}

}  // namespace

Findings check_singular_poses(const Subject& subject) {
  if (subject.matrices.n() > kMostSingular) {
    const char* const why = "The model is too large to seek such poses.";
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
  if (count > 0) checks.push_back(property(check_rank(subject, kRankEverywhere, own_rows)));
  if (!subject.model.system->active().empty())
    checks.push_back(property(check_rank(subject, kRegularEverywhere, all_rows)));
  return checks;
}

}  // namespace porthos::inspect
