#include "simulate/start_laws.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.hpp"
#include "simulate/set_valued.hpp"

namespace porthos::simulate {
namespace {

using model::SetValued;
using system::Segment;

/// Laws whose multipliers act at a state.
class ActingLaws {
 public:
  ActingLaws(const system::System& whole, const system::Assembled& assembled,
             const system::System& solved, const system::Workspace& at)
      : whole_(whole), at_(whole.workspace()), kinematics_(whole.kinematics()) {
    whole.set_time(at_, 0);
    whole.segment(at_, Segment::kZ) = solved.segment(at, Segment::kZ);
    whole.segment(at_, Segment::kW) = solved.segment(at, Segment::kW);
    whole.compute_rates(at_);
    whole.compute_kinematics(at_, kinematics_);
    whole.compute_readouts(at_);
    for (const SetValued& law : assembled.set_valued)
      if (acts(law)) laws_.push_back(&law);
  }

  /// (w x multipliers)
  MatX forces() const {
    std::vector<int> rows;
    for (const SetValued* law : laws_)
      for (int i = 0; i < law->size; ++i) rows.push_back(row_of(whole_, *law) + i);
    return kinematics_.Gamma.rows_of(rows).dense().transpose();
  }

  /// True if the laws allow these multipliers.
  bool allow(const VecX& multipliers) const {
    const double none = 1e-9 * multipliers.lpNorm<Eigen::Infinity>();
    for (Eigen::Index first = 0; const SetValued* law : laws_) {
      const VecX own = multipliers.segment(first, law->size);
      first += law->size;
      if (law->kind != SetValued::Kind::kFriction ? own[0] < -none
                                                  : own.norm() > bound_of(*law) + none)
        return false;
    }
    return true;
  }

 private:
  /// A contact with friction has its bound by a force that is not known yet: its slip may be free.
  bool acts(const SetValued& law) const {
    constexpr double kTouches = 1e-10;
    if (law.kind == SetValued::Kind::kFriction) return bound_of(law) > 0;
    if (law.kind == SetValued::Kind::kOneWay) return true;
    const double length = 1 + whole_.segment(at_, Segment::kZ).lpNorm<Eigen::Infinity>();
    return std::abs(whole_.segment(at_, Segment::kGap)[law.row]) <= kTouches * length;
  }
  double bound_of(const SetValued& law) const {
    return whole_.segment(at_, Segment::kReadout)[law.bound + 1];
  }

  const system::System& whole_;
  system::Workspace at_;
  system::Kinematics kinematics_;
  std::vector<const SetValued*> laws_;
};

}  // namespace

MatX balancing_laws(const system::System& whole, const system::Assembled& assembled,
                    const system::System& solved, const dae::ConstraintEquations& rows,
                    const MatX& level, const system::Workspace& at) {
  constexpr double kDependent = 1e-10, kBalanced = 1e-9;
  const MatX none(solved.sizes().w, 0);
  if (level.rows() == 0) return none;
  const ActingLaws laws(whole, assembled, solved, at);
  const MatX forces = laws.forces();
  if (forces.cols() == 0 || !forces.allFinite()) return none;
  const Sparse& N = rows.massless();
  const MatX effects = level.leftCols(N.rows) * (N.dense() * forces);
  const VecX missing = level * rows.residual(at);
  Eigen::CompleteOrthogonalDecomposition<MatX> solver(effects.rows(), effects.cols());
  solver.setThreshold(kDependent);
  solver.compute(effects);
  if (solver.rank() == 0) return none;
  const VecX multipliers = solver.solve(missing);
  const bool is_balanced = (effects * multipliers - missing).lpNorm<Eigen::Infinity>() <=
                           kBalanced * missing.lpNorm<Eigen::Infinity>();
  return is_balanced && laws.allow(multipliers) ? forces : none;
}

}  // namespace porthos::simulate
