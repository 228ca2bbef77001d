#include "simulate/start_corrections.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "simulate/dependent_rows.hpp"

namespace porthos::simulate {
namespace {

using system::Kinematics;
using system::Segment;
using system::StartValue;

/// The correction of least kinetic energy with K d = r (in least squares) that leaves the held
/// quantities at rest, held d = 0, or returns what they have drifted.
VecX least_change(const Metric& metric, const Sparse& K, const VecX& r, const Sparse& held,
                  const VecX& drift = {}, double trace = kTrace) {
  constexpr double kShare = 1e-12;  // see Saddle
  const Sparse rows = stacked(K, held);
  VecX right = VecX::Zero(rows.rows);
  right.head(r.size()) = r;
  if (drift.size() > 0) right.tail(drift.size()) = -drift;
  Saddle saddle(metric, rows);
  saddle.factorise(rows.value, kShare, trace);
  return saddle.correct(right).change;
}

/// M for the velocities, and beside them as many more with this mass each.
Metric with_more(const Sparse& mass, int more, double each) {
  std::vector<Entry> places = mass.entries();
  for (int i = 0; i < more; ++i) places.push_back({mass.rows + i, mass.rows + i});
  Sparse made(mass.rows + more, mass.rows + more, places);
  std::copy(mass.value.begin(), mass.value.end(), made.value.begin());
  std::fill(made.value.begin() + static_cast<std::ptrdiff_t>(mass.value.size()), made.value.end(),
            each);
  return Metric(made);
}

/// `columns` of zeros to the right.
Sparse widened(Sparse matrix, int columns) {
  matrix.columns += columns;
  return matrix;
}

std::vector<int> all_of(const std::vector<StartValue>& states) {
  std::vector<int> indices(states.size());
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

VecX missing(const VecX& gap, const std::vector<int>& rows) {
  VecX r(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) r[static_cast<Eigen::Index>(i)] = -gap[rows[i]];
  return r;
}

}  // namespace

std::vector<int> fixed(const std::vector<StartValue>& states) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].is_fixed) indices.push_back(static_cast<int>(i));
  return indices;
}

StartCorrections::StartCorrections(const system::System& system, const system::Assembled& assembled,
                                   system::Workspace& at)
    : system_(system),
      assembled_(assembled),
      at_(at),
      metric_(system.mass()),
      rows_(system, metric_),
      kinematics_(system.kinematics()),
      jacobian_(system.jacobian()) {}

/// Positions whose start nobody has given follow the others.
Metric StartCorrections::metric_of_guesses() const {
  constexpr double kFollows = 1e-12;
  Sparse weights = Sparse::unit_rows(all_of(assembled_.z), static_cast<int>(assembled_.z.size()));
  for (std::size_t i = 0; i < assembled_.z.size(); ++i)
    if (!assembled_.z[i].is_given) weights.value[i] = kFollows;
  return Metric(weights);
}

void StartCorrections::correct_positions() {
  constexpr double kOpen = 1e-8;
  const VecX guess = system_.segment(at_, Segment::kZ);
  correct_gaps(kTrace);
  // From a guess far away, across a hinge, where rows all but vanish: what is of no size there then
  // must not lead far.
  if (!(system_.segment(at_, Segment::kGap).norm() < kOpen)) {
    system_.segment(at_, Segment::kZ) = guess;
    correct_gaps(1);
  }
  if (!rows_.is_plain()) correct_levels();
}

/// Newton's method on c(z) = 0 along the kinematics, with the fixed positions at rest. A correction
/// that makes the gap larger is halved. trace: see make_proximal.
void StartCorrections::correct_gaps(double trace) {
  const auto& active = system_.active();
  const auto& inert = system_.inert();
  const std::vector<int> held = fixed(assembled_.z);
  system_.compute_rates(at_);
  for (int k = 0; k < 100; ++k) {
    const VecX gap = system_.segment(at_, Segment::kGap);
    const double size = gap.norm();
    if (!(size > 0) || !std::isfinite(size)) return;
    system_.compute_kinematics(at_, kinematics_);
    VecX change = kinematics_.Z.times(
        least_change(metric_, kinematics_.Gamma.top_rows(static_cast<int>(active.size())),
                     missing(gap, active), kinematics_.Z.rows_of(held), {}, trace));
    if (!inert.empty()) {
      const int n = system_.sizes().z;
      change += least_change(metric_of_guesses(), kinematics_.c_prime.rows_of(inert),
                             missing(gap, inert), Sparse::unit_rows(held, n), {}, trace);
    }
    for (const int i : held) change[i] = 0;  // not even by a rounding
    const VecX z = system_.segment(at_, Segment::kZ);
    double share = 1;
    for (int halvings = 0; halvings < 12; ++halvings, share /= 2) {
      system_.segment(at_, Segment::kZ) = z + share * change;
      system_.compute_rates(at_);
      if (system_.segment(at_, Segment::kGap).norm() < size) break;
    }
    if (!(system_.segment(at_, Segment::kGap).norm() < size)) {  // as good as it gets
      system_.segment(at_, Segment::kZ) = z;
      system_.compute_rates(at_);
      return;
    }
  }
}

MatX StartCorrections::position_level() {
  constexpr double kDependent = 1e-10;
  const auto& n = system_.sizes();
  system_.linearize(at_, jacobian_);
  const MatX all = jacobian_.dense(), N = rows_.massless().dense();
  MatX by_unknowns(rows_.count(), n.w + n.nu());  // velocities with and without mass, multipliers
  by_unknowns << product(N, all.block(n.z, n.z, n.w, n.w + n.nu())),
      all.block(n.z + n.w, n.z, n.nu(), n.w + n.nu());
  VecX scale = VecX::Ones(rows_.count());
  for (Eigen::Index i = 0; i < by_unknowns.rows(); ++i)
    if (const double size = by_unknowns.row(i).norm(); size > 0) {
      by_unknowns.row(i) /= size;
      scale[i] /= size;
    }
  if (!by_unknowns.allFinite()) return MatX(0, rows_.count());
  MatX level = left_kernel(Sparse::of(by_unknowns), kDependent).transpose();
  for (Eigen::Index i = 0; i < level.cols(); ++i) level.col(i) *= scale[i];
  return level;
}

/// Newton's method on what of R depends on positions alone, together with c(z) = 0.
void StartCorrections::correct_levels() {
  const auto& n = system_.sizes();
  const std::vector<int> held = fixed(assembled_.z);
  const auto& active = system_.active();
  double mean = 0;
  for (int i = 0; i < n.w; ++i)
    mean += system_.mass().value[index(system_.mass().find({i, i}))] / n.w;
  const Metric metric = with_more(system_.mass(), n.nu(), mean > 0 ? mean : 1.0);
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 50; ++k) {
    system_.compute_rates(at_);
    const MatX level = position_level();
    const VecX of_rows = level * rows_.values(at_);
    VecX left(static_cast<Eigen::Index>(active.size()) + of_rows.size());
    left << -missing(system_.segment(at_, Segment::kGap), active), of_rows;
    const double size = left.size() > 0 ? left.lpNorm<Eigen::Infinity>() : 0;
    if (!(size > 0) || !(size < previous) || !left.allFinite()) return;
    previous = size;
    system_.compute_kinematics(at_, kinematics_);
    const MatX all = jacobian_.dense(), N = rows_.massless().dense();
    MatX ways(n.z, n.w + n.nu());  // Z, N_z
    ways << kinematics_.Z.dense(), all.block(0, n.z + n.w, n.z, n.nu());
    MatX by_positions(rows_.count(), n.z);
    by_positions << product(N, all.block(n.z, 0, n.w, n.z)), all.block(n.z + n.w, 0, n.nu(), n.z);
    MatX K(left.size(), ways.cols());
    K << product(kinematics_.c_prime.rows_of(active).dense(), ways),
        product(product(level, by_positions), ways);
    MatX at_rest(static_cast<Eigen::Index>(held.size()), ways.cols());
    for (std::size_t i = 0; i < held.size(); ++i)
      at_rest.row(static_cast<Eigen::Index>(i)) = ways.row(held[i]);
    VecX change = ways * least_change(metric, Sparse::of(K), -left, Sparse::of(at_rest));
    for (const int i : held) change[i] = 0;
    system_.segment(at_, Segment::kZ) += change;
  }
}

/// How far rounding has moved fixed velocities, of which the change is not a sum of theirs.
VecX StartCorrections::drift_of(const std::vector<int>& held) {
  if (!system_.has_moving_frame()) return {};
  const VecX now = system_.velocities(at_);
  VecX drift(static_cast<Eigen::Index>(held.size()));
  for (Eigen::Index i = 0; const int k : held) drift[i++] = now[k] - assembled_.w[index(k)].value;
  return drift;
}

/// Newton's method on R with the least kinetic energy of the change; x has no part in that.
void StartCorrections::correct_velocities() {
  const auto& n = system_.sizes();
  if (rows_.count() == 0) return;
  const std::vector<int> held = fixed(assembled_.w);
  const bool is_plain = rows_.is_plain();
  const int more = is_plain ? 0 : n.nu();
  const Metric metric = is_plain ? metric_ : with_more(system_.mass(), more, 0.0);
  if (is_plain && n.w == 0) return;
  double previous = std::numeric_limits<double>::infinity();
  system_.compute_rates(at_);
  for (int k = 0; k < (is_plain ? 3 : 50); ++k) {
    const VecX left = rows_.values(at_);
    const double size = left.lpNorm<Eigen::Infinity>();
    if (!is_plain && (!(size > 0) || !(size < previous))) return;
    previous = size;
    Sparse K = kinematics_.Gamma;
    if (is_plain) {
      system_.compute_kinematics(at_, kinematics_);
      K = kinematics_.Gamma;
    } else {
      system_.linearize(at_, jacobian_);
      const MatX all = jacobian_.dense(), N = rows_.massless().dense();
      MatX by_unknowns(rows_.count(), n.w + n.nu());
      by_unknowns << product(N, all.block(n.z, n.z, n.w, n.w + n.nu())),
          all.block(n.z + n.w, n.z, n.nu(), n.w + n.nu());
      K = Sparse::of(by_unknowns);
    }
    VecX change = least_change(metric, K, -left, widened(system_.velocity_rows(at_, held), more),
                               drift_of(held));
    if (!system_.has_moving_frame())
      for (const int i : held) change[i] = 0;
    system_.segment(at_, Segment::kW) += change.head(n.w);
    if (!is_plain) {
      system_.segment(at_, Segment::kLambda) += change.segment(n.w, n.lambda);
      system_.segment(at_, Segment::kMu) += change.tail(n.mu);
    }
    system_.compute_rates(at_);
  }
}

}  // namespace porthos::simulate
