#include "simulate/start_massless.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "dae/constraint_equations.hpp"
#include "dae/dependent_rows.hpp"
#include "model/json_text.hpp"
#include "simulate/massless_advice.hpp"
#include "simulate/start_rank.hpp"

namespace porthos::simulate {
namespace {

using system::Segment;
using system::Workspace;

/// Directions of massless velocities that the equations leave undetermined, (w x any).
MatX free_directions(const dae::ConstraintEquations& rows) {
  const Sparse& N = rows.massless();
  MatX all = rows.dense();
  if (!all.allFinite()) return MatX(N.columns, 0);
  for (Eigen::Index i = 0; i < all.rows(); ++i)
    if (const double size = all.row(i).norm(); size > 0) all.row(i) /= size;
  const MatX kernel = dae::left_kernel(Sparse::of(all.transpose()), 1e-12);
  MatX made(N.columns, kernel.cols());
  for (Eigen::Index k = 0; k < kernel.cols(); ++k)
    made.col(k) = N.transpose_times(VecX(kernel.col(k).segment(all.rows() - rows.count(), N.rows)));
  return made;
}

/// The share of each velocity that the equations leave undetermined, (w).
VecX free_massless(const dae::ConstraintEquations& rows) {
  const MatX free = free_directions(rows);
  VecX open = VecX::Zero(free.rows());
  for (const auto& direction : free.colwise()) open = open.cwiseMax(direction.cwiseAbs());
  return open;
}

/// True if these velocities are free to change by the same amount, and none of them alone: only
/// their differences matter, as those of the potentials of a circuit without ground.
bool shift_together(const dae::ConstraintEquations& rows, const system::Assembled& assembled,
                    const std::vector<std::string>& velocities) {
  constexpr double kDependent = 1e-9, kSame = 1e-6;
  if (velocities.size() < 2) return false;
  const MatX held = Orthogonal(free_directions(rows), kDependent).left_kernel();
  VecX shift = VecX::Zero(held.rows());
  for (Eigen::Index i = 0; i < shift.size(); ++i) {
    const std::string& name = assembled.w[index(static_cast<int>(i))].name;
    if (std::ranges::find(velocities, name) == velocities.end()) continue;
    shift[i] = 1;
    if (held.row(i).norm() <= kSame) return false;
  }
  return (held.transpose() * shift).norm() <= kSame;
}

/// The constraint equations in which all set-valued laws hold, at the state of a start.
class WithLaws {
 public:
  WithLaws(const system::System& whole, const system::System& solved, const Workspace& start)
      : metric_(whole.metric()), equations_(whole, metric_), at_(whole.workspace()) {
    whole.set_time(at_, 0);
    whole.segment(at_, Segment::kZ) = solved.segment(start, Segment::kZ);
    whole.segment(at_, Segment::kW) = solved.segment(start, Segment::kW);
    whole.compute_rates(at_);
    equations_.linearise(at_);
    equations_.factorise(at_);
  }

  const dae::ConstraintEquations& equations() const { return equations_; }

  /// The part of forces on massless directions, (massless), that the laws and the unknowns cannot
  /// balance.
  VecX unbalanced(const VecX& force) const {
    const MatX all = equations_.dense();
    const MatX effects =
        all.bottomRightCorner(equations_.count(), equations_.count()).topRows(force.size());
    if (!effects.allFinite()) return force;
    const Eigen::CompleteOrthogonalDecomposition<MatX> solver(effects);
    return force - effects * solver.solve(force);
  }

 private:
  const Metric metric_;
  dae::ConstraintEquations equations_;
  Workspace at_;
};

}  // namespace

std::vector<std::string> undetermined_massless(const dae::ConstraintEquations& equations,
                                               const system::Assembled& assembled) {
  constexpr double kShare = 1e-6;
  std::vector<std::string> found;
  const VecX free = free_massless(equations);
  for (Eigen::Index i = 0; i < free.size(); ++i)
    if (free[i] > kShare) found.push_back(assembled.w[index(static_cast<int>(i))].name);
  return found;
}

void settle_massless(const StartSystems& systems, StartCorrections& corrections, Workspace& at,
                     Start& start, Problems& problems) {
  const auto& [solved, whole, assembled] = systems;
  const dae::ConstraintEquations& rows = corrections.rows();
  if (rows.massless().rows == 0) return;
  const auto report_on = [&](const std::vector<std::string>& velocities, const std::string& what,
                             const std::string& hint) {
    const std::string& first = velocities.front();
    report(problems, "PH204",
           place_of(first, "/velocities/" + model::pointer_token(first.substr(0, first.find('.')))),
           "velocities without mass (" + listed(velocities) + ") " + what,
           "a mass for every velocity that is free", hint);
  };
  const auto named = [&](const VecX& share, const VecX& least) {
    std::vector<std::string> found;
    for (Eigen::Index i = 0; i < share.size(); ++i)
      if (!(std::abs(share[i]) <= least[i]))
        found.push_back(assembled.w[index(static_cast<int>(i))].name);
    return found;
  };
  const Sparse& N = rows.massless();
  VecX missing = rows.residual(at).head(N.rows);
  Sparse sizes = N;
  for (double& one : sizes.value) one = std::abs(one);
  const double largest = 1 + solved.segment(at, Segment::kForce).lpNorm<Eigen::Infinity>();
  const VecX most =
      1e-9 * sizes.transpose_times(corrections.terms_of_rows().head(N.rows)).cwiseMax(largest);
  auto open = named(N.transpose_times(missing), most);
  if (whole && !open.empty())
    open = named(N.transpose_times(WithLaws(*whole, solved, at).unbalanced(missing)), most);
  if (!open.empty())
    return report_on(
        open, "on which the forces cannot balance",
        advice_on_fixed(assembled, advice_on_balance(solved, at, rows, assembled, open)));
  const Metric metric = solved.metric();
  dae::Accelerations accelerations(solved, metric);
  const Workspace before = at;
  accelerations.compute(at);
  if (!solved.segment(at, Segment::kW).allFinite()) at = before;
  auto undetermined = undetermined_massless(accelerations.equations(), assembled);
  if (whole && !undetermined.empty())
    undetermined = undetermined_massless(WithLaws(*whole, solved, at).equations(), assembled);
  if (!undetermined.empty())
    return report_on(undetermined, "that no constraint, damper or spring determines",
                     shift_together(accelerations.equations(), assembled, undetermined)
                         ? advice_on_shift(undetermined)
                         : advice_on_massless(undetermined));
  const VecX w = solved.segment(at, Segment::kW);
  if (w.allFinite()) start.w = w;
}

}  // namespace porthos::simulate
