#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "dae/dependent_rows.hpp"
#include "simulate/row_units.hpp"
#include "simulate/start_corrections.hpp"
#include "simulate/start_laws.hpp"
#include "simulate/start_precedence.hpp"

// Newton's methods of the search for a start, for one choice of the values that stay (numerics 4).

namespace porthos::simulate {
namespace {

using system::Kinematics;
using system::Segment;
using system::StartValue;

/// The correction of least kinetic energy with K d = r (in least squares) that keeps the held
/// quantities, held d = 0, or restores their drift. sizes: see make_proximal, of the rows of K.
VecX least_change(const Metric& metric, const Sparse& K, const VecX& r, const Sparse& held,
                  const VecX& sizes, const VecX& drift = {}, double trace = kTrace) {
  constexpr double kShare = 1e-12;  // see Saddle
  const Sparse rows = stacked(K, held);
  VecX right = VecX::Zero(rows.rows);
  right.head(r.size()) = r;
  if (drift.size() > 0) right.tail(drift.size()) = -drift;
  Saddle saddle(metric, rows, sizes);
  saddle.factorise(rows.value, kShare, trace);
  return saddle.correct(right).change;
}

/// M for the velocities, followed by `more` coordinates with this mass each.
Metric with_more(const Sparse& mass, int more, double each) {
  std::vector<Entry> places = mass.entries();
  for (int i = 0; i < more; ++i) places.push_back({mass.rows + i, mass.rows + i});
  Sparse made(mass.rows + more, mass.rows + more, places);
  std::copy(mass.value.begin(), mass.value.end(), made.value.begin());
  std::fill(made.value.begin() + static_cast<std::ptrdiff_t>(mass.value.size()), made.value.end(),
            each);
  return Metric(made);
}

/// Appends `columns` of zeros.
Sparse widened(Sparse matrix, int columns) {
  matrix.columns += columns;
  return matrix;
}

std::vector<int> all_of(const std::vector<StartValue>& states) {
  std::vector<int> indices(states.size());
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

double largest_entry(const auto& x) {
  return x.size() > 0 ? x.template lpNorm<Eigen::Infinity>() : 0;
}

VecX missing(const VecX& gap, const std::vector<int>& rows) {
  VecX r(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) r[static_cast<Eigen::Index>(i)] = -gap[rows[i]];
  return r;
}

}  // namespace

/// Positions without a given start follow the others, and positions of lower precedence those of
/// higher.
Metric StartCorrections::metric_of_guesses(const std::vector<int>& last) const {
  constexpr double kFollows = 1e-12, kGoesBefore = 1e-6;
  Sparse weights = Sparse::unit_rows(all_of(assembled_.z), static_cast<int>(assembled_.z.size()));
  for (std::size_t i = 0; i < assembled_.z.size(); ++i)
    if (!assembled_.z[i].is_given)
      weights.value[i] = kFollows;
    else if (!last.empty())
      weights.value[i] = kGoesBefore;
  for (const int i : last) weights.value[index(i)] = 1;
  return Metric(weights);
}

/// The sizes of the rows of R in the metric of this order, see make_proximal; empty if it is not M.
VecX StartCorrections::row_sizes(const Order& order) const {
  return order.last.empty() ? row_sizes() : VecX();
}

VecX StartCorrections::row_sizes() const {
  const VecX rows = system_.row_sizes();
  const int massless = rows_.massless().rows;
  if (massless == 0 || rows.size() == 0) return rows;
  VecX made(massless + rows.size());
  Sparse shares = rows_.massless();
  for (double& share : shares.value) share *= share;
  made << shares.times(system_.assembly().typical.force), rows;
  return made;
}

/// The gaps in their units, (c).
VecX StartCorrections::scaled_gap() const {
  return system_.segment(at_, Segment::kGap).cwiseQuotient(gap_units_);
}

void StartCorrections::close_positions(const Order& order) {
  constexpr double kOpen = 1e-8;
  const VecX guess = system_.segment(at_, Segment::kZ);
  close_gaps(order, kTrace);
  // At a distant guess, across a hinge, rows nearly vanish: their corrections must stay small.
  if (!(scaled_gap().norm() < kOpen)) {
    system_.segment(at_, Segment::kZ) = guess;
    close_gaps(order, 1);
  }
  if (!rows_.is_plain()) close_levels(order);
}

/// Newton's method for c(z) = 0 along the kinematics; held positions stay. A correction that
/// increases the gap is halved. trace: see make_proximal.
void StartCorrections::close_gaps(const Order& order, double trace) {
  constexpr double kNearlyClosed = 1e-11;  // a correction of this size has no curvature
  const auto& active = system_.active();
  const auto& inert = system_.inert();
  const std::vector<int>& held = order.held;
  system_.compute_rates(at_);
  for (int k = 0; k < 100; ++k) {
    const VecX gap = system_.segment(at_, Segment::kGap);
    const double size = scaled_gap().norm();
    if (!(size > 0) || !std::isfinite(size)) return;
    system_.compute_kinematics(at_, kinematics_);
    const Metric metric =
        order.last.empty() ? metric_ : seen_by(metric_, kinematics_.Z.rows_of(order.last));
    VecX change = kinematics_.Z.times(least_change(
        metric, kinematics_.Gamma.top_rows(static_cast<int>(active.size())), missing(gap, active),
        kinematics_.Z.rows_of(held), row_sizes(order), {}, trace));
    if (!inert.empty()) {
      const int n = system_.sizes().z;
      change += least_change(metric_of_guesses(order.last), kinematics_.c_prime.rows_of(inert),
                             missing(gap, inert), Sparse::unit_rows(held, n), {}, {}, trace);
    }
    for (const int i : held) change[i] = 0;  // unchanged to the last bit
    const VecX z = system_.segment(at_, Segment::kZ);
    const int most = size < kNearlyClosed ? 1 : 12;
    double share = 1;
    for (int halvings = 0; halvings < most; ++halvings, share /= 2) {
      system_.segment(at_, Segment::kZ) = z + share * change;
      system_.compute_rates(at_);
      if (scaled_gap().norm() < size) break;
      // After a turn of several radians a quaternion is far from length 1, which is not an
      // obstacle.
      if (halvings == 0 && most > 1 && !inert.empty() && close_inert(order) &&
          scaled_gap().norm() < size)
        break;
    }
    if (!(scaled_gap().norm() < size)) {  // no further progress
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
  // velocities with and without mass, multipliers, and those of set-valued laws
  MatX by_unknowns = MatX::Zero(rows_.count(), n.w + n.nu() + law_forces_.cols());
  by_unknowns.leftCols(n.w + n.nu()) << product(N, all.block(n.z, n.z, n.w, n.w + n.nu())),
      all.block(n.z + n.w, n.z, n.nu(), n.w + n.nu());
  by_unknowns.topRightCorner(N.rows(), law_forces_.cols()) = product(N, law_forces_);
  const Units units = divide_by_units(by_unknowns);
  if (!by_unknowns.allFinite()) return MatX(0, rows_.count());
  MatX level = dae::left_kernel(Sparse::of(by_unknowns), kDependent).transpose();
  for (Eigen::Index i = 0; i < level.cols(); ++i) level.col(i) /= units.rows[i];
  return level;
}

void StartCorrections::let_balance(const system::System& whole) {
  if (rows_.massless().rows == 0) return;
  system_.compute_rates(at_);
  law_forces_ = balancing_laws(whole, assembled_, system_, rows_, position_level(), at_);
}

/// First by charges that flow together, as Kirchhoff's laws let them, so that isolated nodes keep
/// theirs; otherwise by any.
void StartCorrections::close_levels(const Order& order) {
  constexpr double kClosed = 1e-9;  // of the first gap
  const VecX before = system_.segment(at_, Segment::kZ);
  if (rows_.massless().rows > 0) {
    const double first = close_levels_along(order, true);
    if (level_gap_ <= kClosed * first) return;
    system_.segment(at_, Segment::kZ) = before;
    system_.compute_rates(at_);
  }
  close_levels_along(order, false);
}

/// Newton's method for the part of R that depends on positions alone, together with c(z) = 0. A
/// correction that increases the gap is halved. Returns the first gap. joined: multipliers on
/// velocities without mass balance each other in each correction.
double StartCorrections::close_levels_along(const Order& order, bool joined) {
  const auto& n = system_.sizes();
  constexpr double kShortest = 1e-4;
  const std::vector<int>& held = order.held;
  const auto& active = system_.active();
  double mean = 0;
  for (int i = 0; i < n.w; ++i)
    mean += system_.mass().value[index(system_.mass().find({i, i}))] / n.w;
  const Metric all_alike = with_more(system_.mass(), n.nu(), mean > 0 ? mean : 1.0);
  level_gap_ = 0;
  double first = 0;
  double previous = std::numeric_limits<double>::infinity(), share = 1;
  VecX before, change;
  for (int k = 0; k < 50; ++k) {
    system_.compute_rates(at_);
    const MatX level = position_level();
    const VecX of_rows = level * rows_.residual(at_);
    VecX left(static_cast<Eigen::Index>(active.size()) + of_rows.size());
    left << -missing(system_.segment(at_, Segment::kGap), active), of_rows;
    const double size = left.size() > 0 ? left.lpNorm<Eigen::Infinity>() : 0;
    if (change.size() > 0 && (!left.allFinite() || size > previous)) {
      share = share < kShortest ? 0 : share / 2;
      system_.segment(at_, Segment::kZ) = before + share * change;
      if (share == 0) return (system_.compute_rates(at_), first);
      continue;
    }
    level_gap_ = size;
    if (k == 0) first = size;
    if (!(size > 0) || !(size < previous) || !left.allFinite()) return first;
    previous = size;
    share = 1;
    before = system_.segment(at_, Segment::kZ);
    system_.compute_kinematics(at_, kinematics_);
    const MatX all = jacobian_.dense(), N = rows_.massless().dense();
    MatX ways(n.z, n.w + n.nu());  // Z, N_z
    ways << kinematics_.Z.dense(), all.block(0, n.z + n.w, n.z, n.nu());
    MatX by_positions(rows_.count(), n.z);
    by_positions << product(N, all.block(n.z, 0, n.w, n.z)), all.block(n.z + n.w, 0, n.nu(), n.z);
    MatX K(left.size(), ways.cols());
    K << product(kinematics_.c_prime.rows_of(active).dense(), ways),
        product(product(level, by_positions), ways);
    const Eigen::Index balances = joined ? N.rows() : 0;
    MatX at_rest = MatX::Zero(std::ssize(held) + balances, ways.cols());
    for (std::size_t i = 0; i < held.size(); ++i)
      at_rest.row(static_cast<Eigen::Index>(i)) = ways.row(held[i]);
    if (joined)
      at_rest.bottomRightCorner(balances, n.nu()) =
          product(N, all.block(n.z, n.z + n.w, n.w, n.nu()));
    MatX seen(std::ssize(order.last), ways.cols());
    for (std::size_t i = 0; i < order.last.size(); ++i)
      seen.row(static_cast<Eigen::Index>(i)) = ways.row(order.last[i]);
    const Metric metric = order.last.empty() ? all_alike : seen_by(all_alike, Sparse::of(seen));
    change = ways * least_change(metric, Sparse::of(K), -left, Sparse::of(at_rest), {});
    for (const int i : held) change[i] = 0;
    system_.segment(at_, Segment::kZ) += change;
  }
  return first;
}

/// The drift of held velocities by rounding, where their change is not a sum of velocities.
VecX StartCorrections::drift_of(const Order& order) {
  if (!system_.has_moving_frame()) return {};
  const VecX now = system_.velocities(at_);
  VecX drift(std::ssize(order.held));
  for (Eigen::Index i = 0; const int k : order.held) drift[i++] = now[k] - order.goal[k];
  return drift;
}

/// The derivatives of R by velocities and x.
Sparse StartCorrections::rows_by_unknowns() {
  if (rows_.is_plain()) {
    system_.compute_kinematics(at_, kinematics_);
    return kinematics_.Gamma;
  }
  const auto& n = system_.sizes();
  system_.linearize(at_, jacobian_);
  const MatX all = jacobian_.dense(), N = rows_.massless().dense();
  MatX by_unknowns(rows_.count(), n.w + n.nu());
  by_unknowns << product(N, all.block(n.z, n.z, n.w, n.w + n.nu())),
      all.block(n.z + n.w, n.z, n.nu(), n.w + n.nu());
  return Sparse::of(by_unknowns);
}

/// Newton's method for R with the least kinetic energy of the change, not counting x.
void StartCorrections::close_velocities(const Order& order) {
  close_with_least_energy(order);
  if (order.last.empty() && !rows_.is_plain()) close_by_rank(order);
}

void StartCorrections::close_with_least_energy(const Order& order) {
  const auto& n = system_.sizes();
  const bool is_plain = rows_.is_plain();
  const int more = is_plain ? 0 : n.nu();
  const Metric all_alike = is_plain ? metric_ : with_more(system_.mass(), more, 0.0);
  // Rows that nearly depend on each other are met by and by, as the rounding of a solution allows.
  const int most = !is_plain ? 300 : order.last.empty() ? 3 : 8;
  double previous = std::numeric_limits<double>::infinity(), previous_share = previous;
  system_.compute_rates(at_);
  for (int k = 0; k < most; ++k) {
    const VecX left = rows_.residual(at_);
    const bool stops = !is_plain || !order.last.empty();
    const Sparse K = rows_by_unknowns();
    // Rows with forces have different units: a row may improve after the largest one is met.
    const double size = largest_entry(left);
    const double share = is_plain ? size : share_of_terms(left, K);
    if (stops && (!(size > 0) || (!(size < previous) && !(share < previous_share)))) return;
    previous = size;
    previous_share = share;
    const Metric metric =
        order.last.empty()
            ? all_alike
            : seen_by(all_alike, widened(system_.velocity_rows(at_, order.last), more));
    VecX change =
        least_change(metric, K, -left, widened(system_.velocity_rows(at_, order.held), more),
                     row_sizes(order), drift_of(order));
    if (!system_.has_moving_frame())
      for (const int i : order.held) change[i] = 0;
    if (is_plain)
      add_unknowns(change);
    else
      add_shortened(change, size, K);
  }
}

/// Halves the change while it increases the residual: a voltage across a diode at rest would get
/// far too large by its slope there.
void StartCorrections::add_shortened(const VecX& change, double size, const Sparse& slopes) {
  constexpr int kMost = 60;
  constexpr double kRounding = 1e-3;  // a smaller share of the terms: the residual may be rounding
  const VecX before = at_.values;
  double share = 1;
  for (int halvings = 0; halvings < kMost; ++halvings, share /= 2) {
    add_unknowns(share * change);
    const VecX left = rows_.residual(at_);
    if (left.allFinite() &&
        (largest_entry(left) <= size || share_of_terms(left, slopes) < kRounding))
      return;
    at_.values = before;
  }
  system_.compute_rates(at_);
}

/// Adds to velocities and, unless the rows are plain, to x.
void StartCorrections::add_unknowns(const VecX& change) {
  const auto& n = system_.sizes();
  system_.segment(at_, Segment::kW) += change.head(n.w);
  if (!rows_.is_plain()) {
    system_.segment(at_, Segment::kLambda) += change.segment(n.w, n.lambda);
    system_.segment(at_, Segment::kMu) += change.tail(n.mu);
  }
  system_.compute_rates(at_);
}

/// The largest residual of R per size of its terms.
double StartCorrections::share_of_terms(const VecX& residual, const Sparse& slopes) {
  constexpr double kNoTerms = std::numeric_limits<double>::min();
  return largest_entry(residual.cwiseQuotient(terms_of(residual, slopes).cwiseMax(kNoTerms)));
}

/// Newton's method for R with the smallest change in the units of the columns. It meets dependent
/// rows in very different units, where rho (see Saddle) leaves most of a residual.
void StartCorrections::close_by_rank(const Order& order) {
  constexpr double kMet = 1e-11, kDependent = 1e-10;
  constexpr int kMost = 20;
  constexpr Eigen::Index kLargest = 300;  // see Orthogonal
  double previous = std::numeric_limits<double>::infinity();
  VecX before = at_.values;
  for (int k = 0; k < kMost; ++k) {
    const VecX left = rows_.residual(at_);
    const Sparse K = rows_by_unknowns();
    const double share = share_of_terms(left, K);
    if (!(share < previous)) {
      at_.values = before;
      return;
    }
    if (share <= kMet || K.rows + K.columns > kLargest) return;
    previous = share;
    before = at_.values;
    const int more = rows_.is_plain() ? 0 : system_.sizes().nu();
    MatX all = stacked(K.dense(), widened(system_.velocity_rows(at_, order.held), more).dense());
    const Units units = divide_by_units(all);
    VecX right = VecX::Zero(all.rows());
    right.head(left.size()) = -left;
    if (const VecX drift = drift_of(order); drift.size() > 0) right.tail(drift.size()) = -drift;
    const Orthogonal parts(all, kDependent);
    VecX change = parts.solve(right.cwiseQuotient(units.rows)).cwiseQuotient(units.columns);
    if (!change.allFinite()) return;
    if (!system_.has_moving_frame())
      for (const int i : order.held) change[i] = 0;
    add_shortened(change, largest_entry(left), K);
  }
}

}  // namespace porthos::simulate
