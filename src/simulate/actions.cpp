#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "base/saddle.hpp"
#include "simulate/events.hpp"
#include "simulate/set_valued.hpp"

// The effects of events on a run.

namespace porthos::simulate {

using system::Segment;

namespace {

constexpr int kMostAtOnce = 1000;  // more events at one time are chatter

void set_parameter(VecX& switched, int parameter, double value) {
  switched[2 * parameter] = 1;
  switched[2 * parameter + 1] = value;
}

}  // namespace

/// Accelerations and all readouts of a state, with the multipliers of that time.
void Events::probe(const dae::State& state) {
  now_.observe(state, probe_);
  accelerations_ = now_.shown().segment(probe_, Segment::kWdot);
  now_.shown().compute_readouts(probe_);
}

/// Lists an event, and performs its actions. True if it stops the run.
bool Events::perform(int event) {
  if (!is_switch(event)) list(event, -1, -1, false);
  perform_actions(event);
  const auto& actions = now_.assembled->events[index(event)].actions;
  return std::ranges::find(actions, model::Action::Kind::kStop, &model::Action::kind) !=
         actions.end();
}

void Events::fire(const std::vector<int>& events) {
  const VecX value = roots_.value, rate = roots_.rate;
  has_fired_.assign(now_.assembled->events.size(), 0);
  bool stops = false;
  has_acted_ = false;
  const auto happens = [&](int i) {
    if (!stops) now_.ending_event = i;
    stops = perform(i) || stops;
    if (now_.outcome == Outcome::kRunning) {
      find_roots(now_.state, roots_);
      if (!roots_.value.allFinite()) now_.outcome = Outcome::kNotFinite;
      find_terms();
    }
    if (now_.outcome != Outcome::kRunning) {
      now_.ending_event = i;
      return false;
    }
    has_fired_[index(i)] = 1;
    set_side(i, value[i], rate[i]);
    return true;
  };
  for (const int i : events)
    if (!happens(i)) return;
  int count = 0;
  for (auto i = first_driven(); i; i = first_driven()) {
    if (++count > kMostAtOnce) {
      now_.outcome = Outcome::kChatter;
      now_.ending_event = *i;
      return;
    }
    if (!happens(*i)) return;
  }
  if (now_.has_set_valued() && !pass_switches(events, stops)) return;
  now_.reset_stepper(now_.stepper);
  for (Eigen::Index i = 0; i < now_.sides.size(); ++i) {
    if (is_switch(i) || has_fired_[index(static_cast<int>(i))]) continue;
    const bool is_zero = is_at_zero(i);
    if (!is_zero || is_moving(i))
      now_.sides[i] = integrate::sign((is_zero ? roots_.rate : roots_.value)[i]);
    // Otherwise it keeps its side: a ball at rest on the floor would fall through it.
  }
  if (stops) now_.outcome = Outcome::kStopped;
}

/// Finds the modes from the present state on, and performs the events that their changes fire,
/// until these change nothing. False if the run ends.
bool Events::pass_switches(std::vector<int> ended, bool& stops) {
  int count = 0;
  bool has_acted = has_acted_;
  do {
    // An action may have changed modes already.
    const VecX before = modes_before_.size() > 0 ? modes_before_ : now_.modes;
    modes_before_.resize(0);
    find_modes(ended);
    list_switches(ended, before);
    recorder_.touch();
    if (now_.outcome == Outcome::kRunning) find_roots_in_modes();
    if (now_.outcome != Outcome::kRunning) return false;
    begin_modes();
    has_acted_ = false;
    for (const int i : fired_by_switches(before, modes_.struck())) {
      if (!stops) now_.ending_event = i;
      stops = perform(i) || stops;
      if (++count > kMostAtOnce) now_.outcome = Outcome::kChatter;
      if (now_.outcome == Outcome::kRunning) continue;
      now_.ending_event = i;
      return false;
    }
    ended.clear();
    has_acted = has_acted || has_acted_;
  } while (has_acted_);
  has_acted_ = has_acted;
  return true;
}

std::vector<int> Events::fired_by_switches(const VecX& before,
                                           const std::vector<char>& struck) const {
  using model::Switching;
  std::vector<int> fired;
  for (int i = 0; !is_switch(i) && i < static_cast<int>(now_.assembled->events.size()); ++i) {
    const system::Event& event = now_.assembled->events[index(i)];
    const auto& laws = now_.assembled->set_valued;
    const auto law = std::ranges::find(laws, event.law, &model::SetValued::name);
    if (event.law.empty() || law == laws.end()) continue;  // a law may be absent
    const auto k = static_cast<std::size_t>(law - laws.begin());
    const Mode from = mode_of(*now_.assembled, before, k);
    const Mode to = mode_of(*now_.assembled, now_.modes, k);
    const auto begins = [&](Mode mode) { return from != mode && to == mode; };
    bool happens = false;
    switch (event.switching) {
      case Switching::kOpens: happens = begins(Mode::kOpen); break;
      case Switching::kCloses: happens = from == Mode::kOpen && to != Mode::kOpen; break;
      case Switching::kSticks: happens = begins(Mode::kSticks); break;
      case Switching::kSlips: happens = begins(Mode::kSlips); break;
      case Switching::kBlocks: happens = begins(Mode::kBlocked); break;
      case Switching::kFrees: happens = begins(Mode::kFree); break;
      case Switching::kImpacts: happens = k < struck.size() && struck[k] != 0;
    }
    if (happens) fired.push_back(i);
  }
  return fired;
}

void Events::perform_actions(int event) {
  for (const model::Action& action : now_.assembled->events[index(event)].actions) {
    switch (action.kind) {
      case model::Action::Kind::kStop: break;
      case model::Action::Kind::kRecord: recorder_.record(); break;
      case model::Action::Kind::kReset: reset(action, event); break;
      case model::Action::Kind::kSet: switch_parameters(action); break;
      case model::Action::Kind::kSwitch: break;  // for all laws at once, see fire
    }
    if (now_.outcome != Outcome::kRunning) return;
  }
}

/// Gives velocities new values. The others change with the least kinetic energy that the
/// constraints allow, as by an impulse at these velocities.
void Events::reset(const model::Action& action, int event) {
  probe(now_.state);
  const VecX readouts = now_.shown().segment(probe_, Segment::kReadout);
  const auto free = modes_.free_system();
  const system::System& solved = free ? *free : *now_.system;
  system::Workspace at = solved.workspace();
  RunState::load(now_.state, solved, at);
  std::vector<int> held;
  const VecX before = solved.velocities(at);
  VecX velocities = before;
  for (const auto& [velocity, value] : action.values) {
    held.push_back(velocity);
    velocities[velocity] = readouts[value];
  }
  solved.set_velocities(at, velocities);
  solved.compute_rates(at);
  if (solved.sizes().nu() > 0) {
    system::Kinematics kinematics = solved.kinematics();
    solved.compute_kinematics(at, kinematics);
    const VecX wanted = solved.segment(at, Segment::kW);
    const Sparse unit = solved.velocity_rows(at, held);
    const Sparse rows = stacked(kinematics.Gamma, unit);
    Saddle saddle(now_.tools->projection.metric(), rows, solved.row_sizes());
    saddle.factorise(rows.value);
    for (int k = 0; k < 2; ++k) {  // the first leaves 1e-12
      auto w = solved.segment(at, Segment::kW);
      VecX right(rows.rows);
      right << -solved.rows(at), unit.times(wanted - w);
      w += saddle.correct(right).change;
      solved.compute_rates(at);
    }
    VecX work = VecX::Zero(solved.sizes().u);  // part of the event energy
    // The new values may contradict the constraints.
    dae::Projection(solved).project_velocity(at, work);
    note_undone(action, event, {before, velocities, solved.velocities(at)});
  }
  now_.state.w = solved.segment(at, Segment::kW);
  release_laws(now_.modes);
  account(now_.stored);
}

/// After a jump of velocities: laws that these contradict let go. Modes are found when all actions
/// are done.
void Events::release_laws(const VecX& before) {
  if (!now_.has_set_valued()) return;
  if (modes_before_.size() == 0) modes_before_ = before;
  modes_.let_go(before);
  probe_ = now_.shown().workspace();
}

/// Records new values that the constraints did not allow. A difference of a millionth of the
/// velocities is more than rounding, which is 1e-12 of them.
void Events::note_undone(const model::Action& action, int event, const Reset& reset) {
  constexpr double kNoticeable = 1e-6, kLeast = 1e-3;
  const auto& [before, asked, became] = reset;
  const double largest =
      std::max(before.lpNorm<Eigen::Infinity>(), asked.lpNorm<Eigen::Infinity>());
  for (const auto& [velocity, value] : action.values) {
    const double size =
        std::max({std::abs(before[velocity]), std::abs(asked[velocity]), kLeast * largest});
    if (!(std::abs(became[velocity] - asked[velocity]) > kNoticeable * size)) continue;
    std::vector<double>& list = now_.refused_resets;
    bool is_known = false;
    for (std::size_t i = 0; i < list.size(); i += 5)
      is_known = is_known || (list[i] == event && list[i + 1] == velocity);
    if (!is_known)
      list.insert(list.end(), {static_cast<double>(event), static_cast<double>(velocity),
                               now_.state.t, asked[velocity], became[velocity]});
  }
}

void Events::switch_parameters(const model::Action& action) {
  probe(now_.state);
  const VecX readouts = now_.shown().segment(probe_, Segment::kReadout);
  VecX switched = now_.switched;
  for (const auto& [parameter, value] : action.values) {
    if (!std::isfinite(readouts[value])) {
      now_.outcome = Outcome::kNotFinite;
      return;
    }
    set_parameter(switched, parameter, readouts[value]);
  }
  switch_to(std::move(switched));
}

/// A change from outside, between two steps. A resulting jump of a root function is no passage.
std::vector<int> Events::change(const std::vector<std::pair<int, double>>& values) {
  VecX switched = now_.switched;
  for (const auto& [parameter, value] : values) set_parameter(switched, parameter, value);
  switch_to(std::move(switched));
  if (!now_.has_events() || now_.outcome != Outcome::kRunning) return {};
  find_roots(now_.state, roots_);
  if (!roots_.value.allFinite()) now_.outcome = Outcome::kNotFinite;
  find_terms();
  has_fired_.assign(now_.assembled->events.size(), 0);
  std::vector<int> events;
  for (Eigen::Index i = 0; i < now_.sides.size(); ++i) {
    if (is_switch(i)) continue;
    if (is_driven(i))
      events.push_back(static_cast<int>(i));
    else if (!is_at_zero(i))
      now_.sides[i] = integrate::sign(roots_.value[i]);
  }
  return events;
}

/// Closes the velocity constraints of this system at the present position.
void Events::meet_rows(const system::System& solved) {
  system::Workspace at = solved.workspace();
  RunState::load(now_.state, solved, at);
  solved.compute_rates(at);
  VecX work = VecX::Zero(solved.sizes().u);
  dae::Projection(solved).project_velocity(at, work);
  now_.state.w = solved.segment(at, Segment::kW);
}

/// Gives parameters new values, and corrects the state where they change the constraints.
void Events::switch_to(VecX switched) {
  auto changed = now_.system_for(switched);
  if (!changed) {
    now_.outcome = Outcome::kSingular;
    return;
  }
  now_.load(now_.state, now_.at);
  const VecX velocities = now_.system->velocities(now_.at);
  const double stored = now_.stored, potential = now_.system->potential_energy(now_.at);
  now_.switched = std::move(switched);
  now_.change_system(std::move(changed));
  now_.load(now_.state, now_.at);
  now_.system->set_velocities(now_.at, velocities);
  now_.state.w = now_.system->segment(now_.at, Segment::kW);
  release_laws(now_.modes);
  modes_.follow_parameters();
  probe_ = now_.shown().workspace();
  now_.update_quantities();
  dae::Projection projection(*now_.system);  // without memory
  const bool is_met = projection.project_position(now_.at);
  now_.system->compute_rates(now_.at);
  now_.state.z = now_.system->segment(now_.at, Segment::kZ);
  if (const auto free = modes_.free_system()) {
    meet_rows(*free);
    release_laws(now_.modes);
    now_.load(now_.state, now_.at);
  } else {
    VecX work = VecX::Zero(now_.system->sizes().u);
    projection.project_velocity(now_.at, work);
    now_.state.w = now_.system->segment(now_.at, Segment::kW);
  }
  now_.state.start_potential += now_.system->potential_energy(now_.at) - potential;
  account(stored);
  if (!is_met && now_.outcome == Outcome::kRunning) now_.outcome = Outcome::kConstraintLost;
  now_.system->compute_watched(now_.at);
  now_.watched = now_.system->segment(now_.at, Segment::kWatched);
}

/// Adds the change of the stored energy by an action to the event energy.
void Events::account(double before) {
  now_.update_quantities();
  const double added = now_.stored - before;
  now_.event_energy += added;
  now_.state.start_energy += added;
  now_.state.scale = std::max(now_.state.scale, now_.system->kinetic_energy(now_.state.w));
  now_.balance_error = now_.stored - now_.state.demanded();
  recorder_.touch();
  has_acted_ = true;
  if (!std::isfinite(added) || !now_.state.w.allFinite())
    now_.outcome = Outcome::kNotFinite;
  else if (now_.gaps.velocity > 1e-8 * (1 + now_.state.w.lpNorm<Eigen::Infinity>()))
    now_.outcome = Outcome::kConstraintLost;
}

}  // namespace porthos::simulate
