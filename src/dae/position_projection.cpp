#include "dae/position_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace porthos::dae {

using system::Segment;

namespace {

/// The corrections of some gaps. (Eigen would copy the list of their indices.)
void put_missing(const VecX& gap, const std::vector<int>& rows, VecX& missing) {
  missing.resize(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    missing[static_cast<Eigen::Index>(i)] = -gap[rows[i]];
}

VecX top_of(const VecX& sizes, Eigen::Index count) {
  return sizes.head(std::min(sizes.size(), count));
}

}  // namespace

PositionProjection::PositionProjection(ProjectionData& data) : data_(data) {
  const system::System& system = data.system;
  const Kinematics& kinematics = data.kinematics;
  saddle_ = Saddle(data.metric, kinematics.Gamma.top_rows(system.sizes().lambda),
                   top_of(system.row_sizes(), system.sizes().lambda));
  const Metric identity = Metric::identity(system.sizes().z);
  inert_ = Saddle(identity, kinematics.c_prime.rows_of(system.inert()));
  finest_ = Saddle(identity, kinematics.c_prime.rows_of(system.active()));
}

bool PositionProjection::project(Workspace& at) {
  const system::System& system = data_.system;
  const auto &active = system.active(), &inert = system.inert();
  moved_ = std::numeric_limits<double>::infinity();
  if (active.empty() && inert.empty()) return true;
  const auto z = [&] { return system.segment(at, Segment::kZ); };
  // Two corrections reach rounding from the error of a step, the second with the first one's
  // matrix. The others are for a poor start.
  constexpr int kMaxCorrections = 12;
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxCorrections; ++k) {
    system.compute_gaps(at);
    gap_ = system.segment(at, Segment::kGap);
    const double size = gap_.lpNorm<Eigen::Infinity>();
    if (!gap_.allFinite()) return false;  // a maximum may ignore NaN
    const double length = z().lpNorm<Eigen::Infinity>();
    // Two corrections without progress: the gap is rounding, or cannot be closed.
    if (size <= 1e-17 * length || (k >= 2 && size >= 0.5 * previous)) {
      if (!is_closed(length)) return false;
      distribute_rounding(at);
      return true;
    }
    const bool is_slow = size > 1e-3 * previous && size > 1e-15 * length;  // not rounding
    previous = size;
    if (k == 0 || (k > 1 && is_slow)) linearize(at, size, length);
    const auto move = [&](const VecX& change) {
      z() += change;
      moved_ += change.lpNorm<Eigen::Infinity>() / (1 + length);
    };
    if (!active.empty()) {
      put_missing(gap_, active, missing_);
      move(correction(at, missing_));
    }
    if (!inert.empty()) {
      put_missing(gap_, inert, missing_inert_);
      move(inert_.correct(missing_inert_).change);
    }
  }
  return is_closed(z().lpNorm<Eigen::Infinity>());
}

/// For gaps of this size, of positions of this length.
void PositionProjection::linearize(Workspace& at, double size, double length) {
  const system::System& system = data_.system;
  const auto &active = system.active(), &inert = system.inert();
  system.compute_kinematics(at, data_.kinematics);
  moved_ = 0;
  const Sparse& Gamma = data_.kinematics.Gamma;
  // Rows that depend on each other on c(z) = 0 only are nearly dependent here, and would move z
  // along the motion. A Levenberg-Marquardt term of the size of the gap prevents that, and keeps
  // the convergence quadratic.
  const double share = is_dependent_ ? std::clamp(size / (size + length), 1e-12, 1e-2) : 1e-12;
  if (!active.empty())
    data_.factorise(
        saddle_, {Gamma.value.data(), static_cast<std::size_t>(Gamma.start[active.size()])}, share);
  if (inert.empty()) return;
  inert_values_.clear();
  for (const int row : inert) {
    const auto values = data_.kinematics.c_prime.values_of(row);
    inert_values_.insert(inert_values_.end(), values.begin(), values.end());
  }
  data_.factorise(inert_, inert_values_);
}

bool PositionProjection::is_closed(double length) const {
  constexpr double kOpen = 1e-8;
  const Sparse& c_prime = data_.kinematics.c_prime;
  for (int i = 0; i < c_prime.rows; ++i) {
    double steepest = 1;
    for (int k = c_prime.start[index(i)]; k < c_prime.start[index(i + 1)]; ++k)
      steepest = std::max(steepest, std::abs(c_prime.value[index(k)]));
    if (!(std::abs(gap_[i]) < kOpen * steepest * (1 + length))) return false;
  }
  return true;
}

bool PositionProjection::moves(int z) const {
  const auto& start = data_.kinematics.Z.start;
  return start[index(z)] < start[index(z + 1)];
}

/// True if some gap is much larger than the change by the last digit of one of its positions.
bool PositionProjection::is_worth_distributing(Workspace& at) const {
  constexpr double kRounding = 2e-16, kMuch = 16;
  const Sparse& c_prime = data_.kinematics.c_prime;
  const auto z = data_.system.segment(at, Segment::kZ);
  const auto gap = data_.system.segment(at, Segment::kGap);
  return std::ranges::any_of(data_.system.active(), [&](int i) {
    double least = std::numeric_limits<double>::infinity();
    for (int k = c_prime.start[index(i)]; k < c_prime.start[index(i + 1)]; ++k) {
      const int j = c_prime.column[index(k)];
      const double value = std::abs(c_prime.value[index(k)]);
      if (moves(j) && value != 0) least = std::min(least, value * (1 + std::abs(z[j])));
    }
    return std::abs(gap[i]) > kMuch * kRounding * least;
  });
}

void PositionProjection::distribute_rounding(Workspace& at) {
  constexpr double kManyTurns = 32;  // rad: above it the rounding of z is coarse
  const system::System& system = data_.system;
  const auto& active = system.active();
  auto z = system.segment(at, Segment::kZ);
  if (active.empty() || data_.accelerations.equations().moves_positions()) return;
  if (z.lpNorm<Eigen::Infinity>() < kManyTurns) return;
  system.compute_kinematics(at, data_.kinematics);
  if (!is_worth_distributing(at)) return;
  const auto gap = system.segment(at, Segment::kGap);
  const VecX rest = -gap(active);
  const VecX share = (1 + z.array().abs()).inverse();
  Sparse rows = data_.kinematics.c_prime.rows_of(active);
  for (std::size_t k = 0; k < rows.value.size(); ++k)
    rows.value[k] *= moves(rows.column[k]) ? share[rows.column[k]] : 0;
  data_.factorise(finest_, rows.value);
  const VecX before = z;
  z += share.cwiseProduct(finest_.correct(rest).change);
  system.compute_gaps(at);
  const VecX left = gap(active);
  if (!(left.lpNorm<Eigen::Infinity>() < rest.lpNorm<Eigen::Infinity>())) z = before;
}

const VecX& PositionProjection::correction(Workspace& at, const VecX& missing) {
  constexpr double kMostLeft = 0.1;  // of the missing part: Newton's method closes the rest
  const ConstraintEquations& equations = data_.accelerations.equations();
  if (equations.moves_positions()) {
    const VecX values = at.values;
    data_.accelerations.compute(at);
    at.values = values;
    VecX r = data_.zero_rows;
    r.segment(equations.first_gap(), missing.size()) = missing;
    const VecX fixed = equations.fixed_part(r);
    const auto impulse = equations.solve(data_.zero_w, fixed);
    correction_ =
        equations.z_rate_change(impulse.z, impulse.w) + equations.solve(data_.zero_w, r - fixed).z;
    if ((data_.gap_rates(correction_) - missing).norm() <= kMostLeft * missing.norm())
      return correction_;
  }
  correction_.resize(data_.system.sizes().z);
  data_.kinematics.Z.times(saddle_.correct(missing).change, correction_);
  return correction_;
}

bool PositionProjection::find_dependence() {
  const auto rows = static_cast<std::size_t>(data_.system.sizes().lambda);
  const Sparse& Gamma = data_.kinematics.Gamma;
  data_.factorise(saddle_, {Gamma.value.data(), static_cast<std::size_t>(Gamma.start[rows])});
  return is_dependent_ = saddle_.has_dependent_rows();
}

}  // namespace porthos::dae
