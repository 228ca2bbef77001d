#include "integrate/branches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace porthos::integrate {

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kNotYet = -1e300;  // s, before any run

}  // namespace

Branches::Branches(const Integrable& system)
    : system_(system), metric_(system.has_known_switches() ? system.metric() : Metric()) {
  if (!system.has_known_switches()) return;
  accelerations_ = std::make_unique<dae::Accelerations>(system, metric_);
  at_ = system.workspace();
  turn_ = std::make_unique<dae::VelocityTurn>(system);
  const Eigen::Index count = system.sizes().branch;
  side_ = next_ = largest_ = roots_.value = roots_.rate = VecX::Zero(count);
  changed_ = VecX::Constant(count, kNotYet);
}

void Branches::apply() {
  if (is_empty()) return;
  if (is_fixed_)
    system_.branches() = side_;
  else
    clear();
}

void Branches::clear() const {
  if (!is_empty()) system_.branches().setZero();
}

void Branches::fix(bool is_fixed) {
  is_fixed_ = is_fixed;
  apply();
}

/// The switching functions, with the fixed branches.
const VecX& Branches::values(const State& at) {
  system_.set_state(at_, at);
  system_.compute_switches(at_);
  value_ = system_.switches(at_);
  return value_;
}

/// The rates are differences along the tangent of the motion.
void Branches::compute_roots(const State& at, double h, Roots& roots) {
  const double reach = 1e-4 * h;
  system_.set_state(at_, at);
  if (system_.switches_read_velocities() || !accelerations_->equations().is_plain()) {
    w_rate_ = accelerations_->compute(at_);
  } else {
    w_rate_.setZero(at.w.size());
    system_.clear_multipliers(at_);
    system_.compute_rates(at_);
  }
  z_rate_ = system_.z_rate(at_);
  const auto beside = [&](double by) -> const VecX& {
    beside_.t = at.t + by;
    beside_.z = at.z + by * z_rate_;
    beside_.w = at.w + by * w_rate_;
    return values(beside_);
  };
  before_ = beside(-reach);
  roots.rate = (beside(reach) - before_) / (2 * reach);
  // Without a rate only the ends of a step are used.
  for (double& rate : roots.rate)
    if (!std::isfinite(rate)) rate = 0;
  roots.value = values(at);
}

/// A switching function that is zero up to rounding has the side to which it moves.
void Branches::begin(const State& at, double h) {
  if (is_empty()) return;
  constexpr double kNext = 1e-12;  // share of a step
  side_.setZero();
  changed_.setConstant(kNotYet);
  fix(true);
  compute_roots(at, h, roots_);
  for (Eigen::Index i = 0; i < side_.size(); ++i) {
    const double value = roots_.value[i], rate = roots_.rate[i];
    side_[i] = sign(std::abs(value) <= kNext * h * std::abs(rate) ? rate : value);
  }
  next_ = side_;
  largest_ = roots_.value.cwiseAbs();
  has_begun_ = true;
  apply();
}

void Branches::resume() {
  if (is_empty()) return;
  for (Eigen::Index i = 0; i < side_.size(); ++i)
    if (side_[i] == 0 && std::abs(roots_.value[i]) > 16 * kEps * largest_[i])
      side_[i] = next_[i] = sign(roots_.value[i]);
  fix(true);
}

void Branches::release() {
  side_.setZero();
  next_.setZero();
  apply();
}

/// Moves `first` to the first passage of one switching function before it. Nothing if there is
/// none.
std::optional<Outcome> Branches::find_passage(Eigen::Index i, double t, double h, const Roots& end,
                                              const StateWithin& within, Passage& first) {
  const double side = side_[i];
  Side known{sign(side), 0, roots_.value[i]};
  Passage high;
  const auto look_at = [&](double share, Passage& to) {
    to.share = share;
    const Outcome outcome = within(share, to.state);
    if (outcome != Outcome::kRunning) return outcome;
    to.value = values(to.state);
    return std::isfinite(to.value[i]) ? outcome : Outcome::kNotFinite;
  };
  bool is_found = false;
  const Cubic cubic(roots_.value[i], h * roots_.rate[i], end.value[i], h * end.rate[i]);
  for (const double share : cubic.extrema()) {
    if (is_found || share >= first.share) break;
    if (sign(cubic(share)) == known.sign || look_at(share, high) != Outcome::kRunning) continue;
    is_found = high.value[i] * side < 0;
    if (!is_found) known = {known.sign, share, high.value[i]};
  }
  if (!is_found && !(first.value[i] * side < 0)) return std::nullopt;
  if (!is_found) high = first;
  const auto signed_like = [](double value, double by) {
    return by * std::max(std::abs(value), std::numeric_limits<double>::min());
  };
  const double resolution = 4 * kEps * (std::abs(t) + h);
  Bracket bracket(known.share, signed_like(known.value, side), high.share,
                  signed_like(high.value[i], -side), resolution / h);
  while (!bracket.is_closed() && high.value[i] != 0) {
    Passage between;
    const double share = bracket.next();
    const Outcome outcome = look_at(share, between);
    if (outcome != Outcome::kRunning) return outcome;
    const bool is_low = between.value[i] * side > 0;
    bracket.found(share, signed_like(between.value[i], is_low ? side : -side), is_low);
    if (!is_low) high = std::move(between);
  }
  first = std::move(high);
  return Outcome::kRunning;
}

Outcome Branches::find_cut(double t, double h, double run_step, const State& end,
                           const StateWithin& within, std::optional<Cut>& cut) {
  // A branch that changes back at once is released: the motion slides along the jump.
  constexpr double kAtOnce = 1e-10;  // share of a step of the run
  // The rest of a step may be too short to return the energy of a jump of V.
  constexpr double kAtEnd = 1e-12;
  cut.reset();
  Roots after;
  compute_roots(end, h, after);
  if (!after.value.allFinite()) return Outcome::kNotFinite;
  Passage first{.share = 1, .state = {}, .value = after.value};
  bool is_found = false;
  for (Eigen::Index i = 0; i < side_.size(); ++i) {
    if (side_[i] == 0) continue;
    const auto outcome = find_passage(i, t, h, after, within, first);
    if (outcome && *outcome != Outcome::kRunning) return *outcome;
    is_found = is_found || outcome;
  }
  next_ = side_;
  if (is_found) {
    const double least = std::max(4 * kEps * (std::abs(t) + h), kAtEnd * run_step);
    const bool is_end = !((1 - first.share) * h > least);
    const double now = is_end ? t + h : t + first.share * h;
    for (Eigen::Index i = 0; i < side_.size(); ++i) {
      if (side_[i] == 0 || first.value[i] * side_[i] > 0) continue;
      next_[i] = now - changed_[i] < kAtOnce * run_step ? 0 : -side_[i];
      changed_[i] = now;
    }
    cut = is_end ? Cut{1, end} : Cut{first.share, std::move(first.state)};
    cut->state.t = now;
  }
  largest_ = largest_.cwiseMax(after.value.cwiseAbs());
  roots_ = std::move(after);
  return Outcome::kRunning;
}

Outcome Branches::switch_over(State& at, double h) {
  turn_->begin(at);
  system_.set_state(at_, at);
  const double potential = system_.potential_energy(at_);
  const VecX before = std::exchange(side_, next_);
  fix(true);
  jump_of_potential_ = system_.potential_energy(at_) - potential;
  const Outcome outcome = turn_->finish(at);
  if (outcome != Outcome::kRunning) side_ = before;  // a second attempt fails in the same way
  compute_roots(at, h, roots_);
  return outcome;
}

void Branches::describe(Archive& archive) {
  if (is_empty()) return;
  archive(has_begun_, is_fixed_, side_, next_, changed_, largest_, roots_.value, roots_.rate);
  const auto is_side = [](double x) { return x == 0 || x == 1 || x == -1; };
  archive.require(std::ranges::all_of(side_, is_side) && std::ranges::all_of(next_, is_side));
  archive(*accelerations_);
}

}  // namespace porthos::integrate
