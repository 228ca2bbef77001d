#include "simulate/modes.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "simulate/set_valued.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

/// A contact touches if its gap is smaller, relative to the sizes of positions.
constexpr double kTouchingGap = 1e-12;
/// A mode ends if its quantity is beyond zero by this share of what counts as zero, and a stick at
/// this share of its bound: rounding alone switches nothing.
constexpr double kMargin = 0.01, kStickMargin = 1e-14;

}  // namespace

bool is_closed(const VecX& residual, const VecX& w) {
  constexpr double kOpenBy = 1e-8;
  const double size = 1 + (w.size() > 0 ? w.lpNorm<Eigen::Infinity>() : 0);
  return residual.allFinite() &&
         (residual.size() == 0 || residual.lpNorm<Eigen::Infinity>() <= kOpenBy * size);
}

void Modes::prepare() {
  system::System& whole = *now_.whole;
  bool is_prepared = true;
  if (prepared_ != now_.whole) {
    prepared_ = now_.whole;
    metric_ = whole.metric();
    equations_ = std::make_unique<dae::ConstraintEquations>(whole, metric_);
    kinematics_ = whole.kinematics();
    all_ = whole.workspace();
    follows_forces_.assign(count(), 0);
    is_prepared = false;
  }
  whole.set_phase(now_.phase);
  whole.set_time(all_, time());
  whole.segment(all_, Segment::kZ) = now_.state.z;
  whole.segment(all_, Segment::kW) = now_.state.w;
  whole.segment(all_, Segment::kLambda).setZero();
  whole.segment(all_, Segment::kMu).setZero();
  whole.compute_rates(all_);
  whole.compute_kinematics(all_, kinematics_);
  if (is_prepared) return;
  find_parts();
  if (metric_.has_massless()) find_followers();
}

/// After prepare().
Modes::Laws Modes::laws_now() {
  const system::System& whole = *now_.whole;
  whole.compute_readouts(all_);
  const auto rows = whole.rows(all_);
  const auto gaps = whole.segment(all_, Segment::kGap);
  const auto readouts = whole.segment(all_, Segment::kReadout);
  now_.fastest = now_.fastest.cwiseMax(now_.state.w.cwiseAbs());
  find_largest_momenta();
  Laws found;
  found.flow = found.still = VecX::Zero(now_.modes.size());
  found.gap = found.bounce = VecX::Zero(static_cast<Eigen::Index>(count()));
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    const double sign = one.kind == Kind::kFriction ? 1 : -1;
    for (int i = 0; i < one.size; ++i) {
      const int row = row_of(whole, one) + i;
      found.flow[one.mode + i] = sign * rows[row];
      found.still[one.mode + i] = still_flow(row);
    }
    if (one.kind != Kind::kContact) continue;
    found.gap[static_cast<Eigen::Index>(k)] = -gaps[one.row];
    found.bounce[static_cast<Eigen::Index>(k)] = readouts[one.restitution];
  }
  return found;
}

bool Modes::is_zero(const Laws& laws, int mode) const {
  return std::abs(laws.flow[mode]) <= laws.still[mode];
}

bool Modes::is_touching(const Laws& laws, std::size_t k) const {
  if (law(k).kind != Kind::kContact) return true;
  const double length = 1 + now_.state.z.lpNorm<Eigen::Infinity>();
  return laws.gap[static_cast<Eigen::Index>(k)] <= kTouchingGap * length;
}

std::vector<std::size_t> Modes::undecided(const Laws& laws, const std::vector<std::size_t>& ended,
                                          VecX& modes) const {
  constexpr double kEnded = 1e3;  // times what counts as zero: a flow whose slip has ended
  std::vector<std::size_t> open;
  const auto has_ended = [&](std::size_t k) { return std::ranges::find(ended, k) != ended.end(); };
  bool is_apart = false;  // the contact whose friction comes next
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    auto mode = modes.segment(one.mode, one.size);
    const VecX flow = laws.flow.segment(one.mode, one.size);
    if (follows_forces(k)) {
      const bool is_open = one.kind == Kind::kFriction ? is_apart : !is_touching(laws, k);
      is_apart = is_open && one.kind == Kind::kContact && one.has_slip;
      if (is_open)
        mode.setZero();
      else
        open.push_back(k);
      continue;
    }
    bool is_still = true;
    for (int i = 0; i < one.size; ++i) is_still = is_still && is_zero(laws, one.mode + i);
    // Several slips may end at one time, and those in space end a little before.
    if (one.kind == Kind::kFriction && (has_ended(k) || one.size > 1))
      is_still = flow.norm() <= kEnded * laws.still.segment(one.mode, one.size).norm();
    if (one.kind == Kind::kFriction) {
      if (is_apart)
        mode.setZero();
      else if (is_still)
        open.push_back(k);
      else
        mode = flow / flow.norm();
      if (one.size == 1 && !is_still && !is_apart) mode[0] = flow[0] > 0 ? 1 : -1;
      is_apart = false;
      continue;
    }
    const bool may_hold = is_touching(laws, k) && is_still;
    if (may_hold)
      open.push_back(k);
    else
      mode[0] = 0;
    is_apart = one.has_slip && !may_hold;
  }
  return open;
}

/// False if rows that depend on each other move differently, as a slider that would stick at the
/// dead centre of a crank that is driven, or if the modes contradict a state that has to be kept.
bool Modes::stays_closed(dae::Accelerations& accelerations, system::Workspace& at,
                         const VecX& w_rate) const {
  if (is_state_kept_) {
    const dae::ConstraintEquations& equations = accelerations.equations();
    if (!is_closed(equations.fixed_part(equations.residual(at)), now_.state.w)) return false;
  }
  constexpr double kOpens = 1e-6;  // of what changes in a step: far more than rounding
  const double step = now_.options.step, most = w_rate.lpNorm<Eigen::Infinity>();
  const double size = 1 + now_.state.w.lpNorm<Eigen::Infinity>() + step * most;
  return accelerations.opening(at) * step <= kOpens * size;
}

Modes::Motion Modes::motion_in(const VecX& modes) {
  const system::System& whole = *now_.whole;
  const auto solved = now_.in_modes(modes);
  solved->set_phase(now_.phase);
  system::Workspace at = solved->workspace();
  solved->set_time(at, time());
  solved->segment(at, Segment::kZ) = now_.state.z;
  solved->segment(at, Segment::kW) = now_.state.w;
  dae::Accelerations accelerations(*solved, metric_);
  const VecX w_rate = accelerations.compute(at);
  Motion found;
  found.is_finite = w_rate.allFinite();
  found.force = found.rate = found.still_rate = found.forceless = found.response = found.flow =
      found.still_flow = found.growth = found.still_growth = VecX::Zero(modes.size());
  found.bound = found.slip_bound = VecX::Zero(static_cast<Eigen::Index>(count()));
  found.is_finite = found.is_finite && stays_closed(accelerations, at, w_rate);
  if (!found.is_finite) return found;

  const std::vector<char> is_kept = kept_rows(whole, *now_.assembled, modes);
  const int lambda = whole.sizes().lambda;
  VecX nu = VecX::Zero(whole.sizes().nu()), own(solved->sizes().nu());
  own << solved->segment(at, Segment::kLambda), solved->segment(at, Segment::kMu);
  for (Eigen::Index row = 0, next = 0; row < nu.size(); ++row)
    if (is_kept[index(static_cast<int>(row))]) nu[row] = own[next++];
  whole.segment(all_, Segment::kW) = solved->segment(at, Segment::kW);
  whole.segment(all_, Segment::kLambda) = nu.head(lambda);
  whole.segment(all_, Segment::kMu) = nu.tail(nu.size() - lambda);
  whole.segment(all_, Segment::kWdot) = w_rate;
  whole.compute_rates(all_);
  equations_->linearise(all_);
  const VecX rate = equations_->rate_defect(all_, w_rate).tail(nu.size());
  const VecX rows = whole.rows(all_);
  whole.compute_readouts(all_);
  const auto readouts = whole.segment(all_, Segment::kReadout);
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    const bool is_friction = one.kind == Kind::kFriction;
    if (is_friction) {
      found.slip_bound[static_cast<Eigen::Index>(k)] = std::max(0.0, readouts[one.bound]);
      found.bound[static_cast<Eigen::Index>(k)] = std::max(0.0, readouts[one.bound + 1]);
    }
    for (int i = 0; i < one.size; ++i) {
      const int row = row_of(whole, one) + i, m = one.mode + i;
      found.force[m] = nu[row];
      found.rate[m] = is_friction ? rate[row] : -rate[row];
      found.flow[m] = is_friction ? rows[row] : -rows[row];
    }
  }
  add_sizes(w_rate, nu, found);
  if (metric_.has_massless()) find_growth(*solved, accelerations, at, is_kept, found);
  return found;
}

/// A body at rest has the rounding of the speeds that the forces on it would cause in a step.
void Modes::note_forces(const Motion& motion) {
  if (motion.is_finite) now_.fastest = now_.fastest.cwiseMax(now_.options.step * motion.effort);
}

/// Sets the modes, and closes the remaining gaps of rows that begin to hold.
void Modes::settle(const VecX& modes, const Laws& laws, const Motion& motion) {
  note_forces(motion);
  const double length = 1 + now_.state.z.lpNorm<Eigen::Infinity>();
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    const bool is_zero_mode = modes.segment(one.mode, one.size).isZero(0);
    double& margin = now_.margins[static_cast<Eigen::Index>(k)];
    if (one.kind == Kind::kFriction)
      // A slip may have zero flow for a long time, while other frictions stick.
      margin = is_zero_mode ? std::max(kStickMargin * motion.bound[static_cast<Eigen::Index>(k)],
                                       kMargin * motion.forceless[one.mode])
                            : kMargin * laws.still.segment(one.mode, one.size).minCoeff();
    else if (!is_zero_mode)
      margin = kMargin * motion.forceless[one.mode];
    else if (one.kind == Kind::kOneWay)  // massless flows follow their rows and do not pass them
      margin = follows_forces(k) ? 0 : kMargin * laws.still[one.mode];
    else  // a flight ends exactly where it lands: the margin would give it energy
      margin = is_zero(laws, one.mode) ? kMargin * kTouchingGap * length : 0;
    // A rope that goes slack may be stretched by rounding, or by that of a start. After a bounce
    // the gap grows at once.
    if (one.kind == Kind::kContact && is_zero_mode && is_zero(laws, one.mode))
      margin += std::max(0.0, -laws.gap[static_cast<Eigen::Index>(k)]);
  }
  const int interrupting = interrupting_law(modes);
  now_.change_modes(modes);
  now_.update_quantities();
  const double stored = now_.stored;
  dae::Projection& projection = now_.tools->projection;
  VecX work = VecX::Zero(now_.system->sizes().u);
  projection.project_position(now_.at);
  now_.system->compute_rates(now_.at);
  projection.project_velocity(now_.at, work);
  now_.state.z = now_.system->segment(now_.at, Segment::kZ);
  now_.state.w = now_.system->segment(now_.at, Segment::kW);
  now_.reset_stepper(now_.stepper);
  now_.update_quantities();
  add_energy(now_.stored - stored, interrupting);
  now_.balance_error = now_.stored - now_.state.demanded();
  now_.system->compute_watched(now_.at);
  now_.watched = now_.system->segment(now_.at, Segment::kWatched);
}

/// Ends the run (kUnsuited) where a friction of several flows is at its bound without a slip: the
/// part aside of its direction grows to the bound within a flow of rounding, which no step of an
/// explicit method passes.
bool Modes::is_too_stiff(const std::vector<std::size_t>& open, const Motion& motion,
                         const VecX& modes) {
  constexpr double kHeld = 10;  // times a rate that counts as zero
  for (const std::size_t k : open) {
    const model::SetValued& one = law(k);
    const auto part = [&](const VecX& of) { return of.segment(one.mode, one.size); };
    if (one.kind != Kind::kFriction || one.size == 1 || part(modes).isZero(0)) continue;
    if (part(motion.rate).norm() > kHeld * part(motion.still_rate).norm()) continue;
    now_.outcome = Outcome::kUnsuited;
    now_.cause = " The friction \"" + one.name +
                 "\" holds at its bound, which is too stiff for an explicit method: use gauss(s), "
                 "adaptive-gauss(s) or radau(3).";
    return true;
  }
  return false;
}

/// Slips of several flows that count as zero become zero, with all flows that do: in formulas of
/// friction, their rounding would have a direction. False if there are no such slips.
bool Modes::end_slips(const Laws& laws, const std::vector<std::size_t>& still, VecX modes) {
  constexpr double kRest = 1e-16;  // a thousandth of what formulas of friction take for rest
  const auto slips = [&](std::size_t k) {
    return law(k).kind == Kind::kFriction && law(k).size > 1 &&
           laws.flow.segment(law(k).mode, law(k).size).norm() > kRest;
  };
  if (metric_.has_massless() || std::ranges::none_of(still, slips)) return false;
  for (const std::size_t k : still)
    modes.segment(law(k).mode, law(k).size).setConstant(law(k).kind == Kind::kFriction ? 0 : 1);
  const auto held = now_.in_modes(modes);
  held->set_phase(now_.phase);
  system::Workspace at = held->workspace();
  held->set_time(at, time());
  held->segment(at, Segment::kZ) = now_.state.z;
  held->segment(at, Segment::kW) = now_.state.w;
  held->compute_rates(at);
  VecX work = VecX::Zero(held->sizes().u);
  dae::Projection projection(*held);
  for (int k = 0; k < 2; ++k) projection.project_velocity(at, work);
  const VecX w = held->segment(at, Segment::kW);
  if (!w.allFinite()) return false;
  const double added = now_.whole->kinetic_energy(w) - now_.whole->kinetic_energy(now_.state.w);
  now_.state.w = w;
  now_.event_energy += added;  // rounding
  now_.state.start_energy += added;
  return true;
}

void Modes::pass(const std::vector<std::size_t>& ended) {
  constexpr int kMostImpacts = 1000;
  if (!now_.has_set_valued()) return;
  is_held_closed_.assign(count(), 0);
  struck_.assign(count(), 0);
  bool has_ended_slips = false;
  for (int round = 0; round < kMostImpacts; ++round) {
    now_.whole->modes() = now_.modes;
    prepare();
    if (round == 0 && now_.fastest.isZero(0)) note_forces(motion_in(now_.modes));
    Laws laws = laws_now();
    if (strike(laws)) continue;
    if (now_.outcome != Outcome::kRunning) return;
    VecX modes = now_.modes;
    const std::vector<std::size_t> open = undecided(laws, ended, modes);
    if (!has_ended_slips && end_slips(laws, open, modes)) {
      has_ended_slips = true;
      now_.whole->modes() = now_.modes;
      prepare();
      laws = laws_now();
    }
    std::vector<std::size_t> next;
    for (const std::size_t k : open)
      if (round == 0 && std::ranges::find(ended, k) != ended.end()) next.push_back(k);
    begin_next(next, modes);
    if (!find_modes(open, modes)) {
      if (jam(laws, open)) continue;
      now_.outcome = Outcome::kPainleve;
      now_.whole->modes() = now_.modes;
      for (const std::size_t k : open)
        now_.cause += (now_.cause.empty() ? " The laws are \"" : ", \"") + law(k).name + "\"";
      now_.cause += ".";
      return;
    }
    prefer_sticks(open, next, modes);
    const Motion motion = motion_in(modes);
    if (now_.method.traits.is_explicit && is_too_stiff(open, motion, modes)) return;
    const std::vector<char> shorts = short_flights(laws, motion);
    if (std::ranges::find(shorts, 1) != shorts.end()) {
      for (std::size_t k = 0; k < count(); ++k) is_held_closed_[k] |= shorts[k];
      continue;
    }
    settle(modes, laws, motion);
    if (metric_.has_massless()) find_contradiction();
    return;
  }
  now_.outcome = Outcome::kChatter;
}

}  // namespace porthos::simulate
