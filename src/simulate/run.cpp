#include "simulate/run.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/digits.hpp"

namespace porthos::simulate {

using system::Named;
using system::Segment;

namespace {

std::string numbered(const std::string& name, std::size_t i, std::size_t count) {
  return count == 1 ? name : name + "." + std::to_string(i + 1);
}

}  // namespace

Run::Run(std::shared_ptr<const system::System> system,
         std::shared_ptr<const system::Assembled> assembled, const integrate::Method& method,
         const Start& start, const RunOptions& options, Rebuild rebuild)
    : system_(std::move(system)),
      assembled_(std::move(assembled)),
      method_(method),
      rebuild_(std::move(rebuild)),
      stepper_(method.make(*system_, options.tolerance)),
      tools_(std::make_unique<Tools>(*system_)),
      options_(options),
      at_(system_->workspace()),
      first_system_(system_) {
  all_steps_ = static_cast<long>(std::ceil(options.until / options.step * (1 - 1e-12)));
  state_.z = start.z;
  state_.w = start.w;
  state_.dissipated = VecX::Zero(system_->sizes().power);
  state_.supplied = VecX::Zero(system_->sizes().u);
  system_->segment(at_, Segment::kZ) = state_.z;
  state_.start_potential = system_->potential_energy(at_);
  state_.start_energy = state_.start_potential + system_->kinetic_energy(state_.w);
  state_.scale = system_->kinetic_energy(state_.w);
  make_columns();
  if (has_events()) {
    start_roots();
  }
  observe();
  crossed_pole();
  record();
  if (all_steps_ == 0 && outcome_ == Outcome::kRunning) outcome_ = Outcome::kFinished;
}

void Run::advance(int max_steps) {
  for (int k = 0; k < max_steps && outcome_ == Outcome::kRunning; ++k) {
    const bool is_last = steps_ + 1 == all_steps_;
    const double end = is_last ? options_.until : static_cast<double>(steps_ + 1) * options_.step;
    step_to(end);
    if (outcome_ != Outcome::kRunning) break;
    ++steps_;
    if (is_last) outcome_ = Outcome::kFinished;
    if (is_last || steps_ % options_.output_every == 0) record();
  }
}

/// One step of the grid of times, in as many pieces as events make of it.
void Run::step_to(double end) {
  constexpr int kMostPieces = 100;  // more than that is chatter
  for (int pieces = 1;; ++pieces) {
    // A step of the nominal length keeps its bits; only the last one may be shorter.
    const double rest = end - state_.t;
    const double h = std::abs(rest - options_.step) < 1e-9 * options_.step ? options_.step : rest;
    integrate::State before = state_;
    const Outcome outcome = stepper_->step(state_, h);
    if (outcome != Outcome::kRunning) {
      outcome_ = outcome;
      return;
    }
    state_.t = end;
    is_recorded_ = false;
    std::vector<int> events;
    if (has_events()) events = locate(before);
    if (outcome_ != Outcome::kRunning) return;
    observe();
    if (crossed_pole()) {
      state_ = std::move(before);
      outcome_ = Outcome::kPole;
      return;
    }
    largest_balance_error_ = std::max(largest_balance_error_, std::abs(balance_error_));
    largest_gaps_.position = std::max(largest_gaps_.position, gaps_.position);
    largest_gaps_.velocity = std::max(largest_gaps_.velocity, gaps_.velocity);
    if (events.empty()) return;
    fire(events);
    if (outcome_ == Outcome::kRunning && pieces > kMostPieces) outcome_ = Outcome::kChatter;
    if (outcome_ == Outcome::kStopped || outcome_ == Outcome::kChatter) record();
    if (outcome_ != Outcome::kRunning) return;
    acting_ = -1;
    if (!(state_.t < end)) return;
  }
}

std::string Run::message() const {
  std::string text(sentence(outcome_));
  if (outcome_ == Outcome::kRunning || outcome_ == Outcome::kFinished) return text;
  std::string told = "At t = " + rounded_digits(state_.t, 6) + " s: " + text;
  told += culprit_;
  if (acting_ >= 0)
    told += " The event is \"" + assembled_->events[static_cast<std::size_t>(acting_)].name + "\".";
  return told;
}

/// Energies and gaps of the present state; leaves its rates in at_.
void Run::observe() {
  system_->set_time(at_, state_.t);
  system_->segment(at_, Segment::kZ) = state_.z;
  system_->segment(at_, Segment::kW) = state_.w;
  system_->segment(at_, Segment::kLambda).setZero();
  system_->segment(at_, Segment::kMu).setZero();
  system_->compute_rates(at_);
  stored_ = system_->potential_energy(at_) + system_->kinetic_energy(state_.w);
  balance_error_ = stored_ - state_.demanded();
  gaps_ = tools_->projection.gaps(at_);
}

/// True if a formula that something divides by changed its sign since the last step.
bool Run::crossed_pole() {
  system_->compute_watched(at_);
  const VecX now = system_->segment(at_, Segment::kWatched);
  for (Eigen::Index i = 0; i < watched_.size(); ++i) {
    if (!(now[i] * watched_[i] <= 0)) continue;
    culprit_ =
        " The formula that vanishes is " + assembled_->watched[static_cast<std::size_t>(i)] + ".";
    return true;
  }
  watched_ = now;
  return false;
}

void Run::make_columns() {
  const system::Assembled& a = *assembled_;
  const auto add = [&](const std::string& name, const std::string& unit) {
    columns_.push_back({name, unit});
  };
  const auto effort_unit = [&](const Named& row) {
    const auto found = a.effort_units.find(row.name);
    return found == a.effort_units.end() ? row.unit.empty() ? std::string() : "J/(" + row.unit + ")"
                                         : found->second;
  };
  add("t", "s");
  for (const auto& state : a.z) add(state.name, state.unit);
  for (const auto& state : a.w) add(state.name, state.unit);
  for (const int i : system_->active()) {
    const Named& row = a.c[static_cast<std::size_t>(i)];
    add("multiplier." + row.name, effort_unit(row));
  }
  for (std::size_t i = 0; i < a.mu.size(); ++i) {
    const Named& row = a.mu[i];
    const auto& prescribed = a.assembly.prescribed;
    // A prescribed port's multiplier is shown as the port's effort.
    if (std::find(prescribed.begin(), prescribed.end(), static_cast<int>(i)) == prescribed.end())
      add("multiplier." + row.name, a.effort_units.count(row.name) ? effort_unit(row)
                                    : row.unit.empty()             ? ""
                                                                   : "W/(" + row.unit + ")");
  }
  for (const auto& port : a.ports) {
    for (std::size_t k = 0; k < port.u.size(); ++k)
      add(numbered(port.name + ".effort", k, port.u.size()), port.effort_unit);
    for (std::size_t k = 0; k < port.u.size(); ++k)
      add(numbered(port.name + ".flow", k, port.u.size()), port.flow_unit);
  }
  for (const Named& output : a.outputs) add(output.name, output.unit);
  add("energy.kinetic", "J");
  if (a.storages.size() > 1)
    for (const auto& storage : a.storages)
      if (!storage.w.empty() && !storage.name.empty())
        add("energy." + storage.name + ".kinetic", "J");
  add("energy.potential", "J");
  for (const Named& potential : a.potentials)
    if (potential.name != "potential") add("energy." + potential.name, "J");
  add("energy.stored", "J");
  add("energy.dissipated", "J");
  for (const Named& power : a.powers) add("energy.dissipated." + power.name, "J");
  add("energy.supplied", "J");
  for (const auto& port : a.ports) add("energy.supplied." + port.name, "J");
  if (has_events()) add("energy.events", "J");
  add("energy.balance_error", "J");
  add("gap.position", "");
  add("gap.velocity", "");

  const auto range = [&](int first, int count) {
    for (int i = 0; i < count; ++i) scene_readouts_.push_back(first + i);
  };
  for (const auto& body : a.scene.bodies) range(body.pose, 12);
  for (const auto& vector : a.scene.vectors) range(vector.first, 6);
  for (const auto& body : a.scene.bodies)
    for (const auto& shape : body.shapes)
      if (shape.moving >= 0) range(shape.moving, 6);
}

/// One row of the table and of the poses, with the multipliers of this very moment.
void Run::record() {
  if (is_recorded_) return;
  const system::Assembled& a = *assembled_;
  tools_->accelerations.compute(at_);
  system_->compute_powers(at_);
  system_->compute_readouts(at_);
  const VecX readouts = system_->segment(at_, Segment::kReadout);
  const VecX efforts = system_->port_efforts(at_);
  const VecX flows = system_->segment(at_, Segment::kFlow);
  const VecX potentials = system_->segment(at_, Segment::kPotential);
  VecX row(static_cast<Eigen::Index>(columns_.size()));
  Eigen::Index next = 0;
  const auto put = [&](double value) { row[next++] = value; };
  const auto put_all = [&](const auto& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) put(values[i]);
  };
  put(state_.t);
  put_all(state_.z);
  put_all(state_.w);
  put_all(system_->segment(at_, Segment::kLambda));
  const VecX mu = system_->segment(at_, Segment::kMu);
  const auto& prescribed = a.assembly.prescribed;
  for (Eigen::Index i = 0; i < mu.size(); ++i)
    if (std::find(prescribed.begin(), prescribed.end(), static_cast<int>(i)) == prescribed.end())
      put(mu[i]);
  for (const auto& port : a.ports) {
    for (const int u : port.u) put(efforts[u]);
    for (const int u : port.u) put(flows[u]);
  }
  for (const int index : a.output_index) put(readouts[index]);
  const double kinetic = system_->kinetic_energy(state_.w);
  put(kinetic);
  if (a.storages.size() > 1) {
    for (const auto& storage : a.storages) {
      if (storage.w.empty() || storage.name.empty()) continue;
      VecX w = VecX::Zero(state_.w.size());
      for (const int i : storage.w) w[i] = state_.w[i];
      put(system_->kinetic_energy(w));
    }
  }
  put(potentials.sum());
  for (std::size_t i = 0; i < a.potentials.size(); ++i)
    if (a.potentials[i].name != "potential") put(potentials[static_cast<Eigen::Index>(i)]);
  put(stored_);
  put(state_.dissipated.sum());
  put_all(state_.dissipated);
  put(state_.supplied.sum());
  for (const auto& port : a.ports) {
    double through = 0;
    for (const int u : port.u) through += state_.supplied[u];
    put(through);
  }
  if (has_events()) put(event_energy_);
  put(balance_error_);
  put(gaps_.position);
  put(gaps_.velocity);
  if (!row.allFinite()) {  // never a NaN in a table: the run ends before it
    outcome_ = Outcome::kNotFinite;
    if (last_row_.size() == 0) last_row_ = row;
    return;
  }
  is_recorded_ = true;
  last_row_ = row;
  rows_.insert(rows_.end(), row.begin(), row.end());
  for (const int index : scene_readouts_) poses_.push_back(readouts[index]);
}

std::vector<double> Run::snapshot() const {
  NumberWriter to;
  for (const double value :
       {static_cast<double>(steps_), static_cast<double>(outcome_), state_.t, state_.start_energy,
        state_.start_potential, state_.scale, largest_balance_error_, largest_gaps_.position,
        largest_gaps_.velocity, event_energy_, static_cast<double>(event_count_),
        static_cast<double>(acting_)})
    to.put(value);
  for (const VecX* part : {&state_.z, &state_.w, &state_.dissipated, &state_.supplied, &watched_,
                           &switched_, &sides_, &largest_})
    to.put_list(*part);
  to.put_list(happened_);
  tools_->accelerations.write(to);
  std::vector<double> numbers = to.take();
  const std::vector<double> memory = stepper_->memory();
  numbers.insert(numbers.end(), memory.begin(), memory.end());
  return numbers;
}

bool Run::restore(const std::vector<double>& numbers) {
  for (const double number : numbers)
    if (!std::isfinite(number)) return false;
  NumberReader from(numbers);
  const double steps = from.get(), outcome = from.get();
  if (!(steps >= 0 && steps <= static_cast<double>(all_steps_) && outcome >= 0 &&
        outcome <= static_cast<double>(Outcome::kChatter)))
    return false;
  // Into new ones, so that numbers that do not fit leave no trace.
  double scalars[10];
  for (double& value : scalars) value = from.get();
  VecX parts[8] = {state_.z,  state_.w, state_.dissipated, state_.supplied, watched_,
                   switched_, sides_,   largest_};
  for (VecX& part : parts) from.get_list(part);
  const auto happened = from.get_list();
  const auto events = static_cast<double>(assembled_->events.size());
  if (!from.is_good() || happened.size() % 2 != 0 || !(scalars[9] >= -1 && scalars[9] < events))
    return false;
  for (std::size_t i = 1; i < happened.size(); i += 2)
    if (!(happened[i] >= 0 && happened[i] < events)) return false;
  auto system = system_for(parts[5]);
  if (!system) return false;
  auto tools = std::make_unique<Tools>(*system);
  auto stepper = method_.make(*system, options_.tolerance);
  if (!tools->accelerations.read(from) ||
      !stepper->set_memory({from.rest().begin(), from.rest().end()}))
    return false;

  stepper_ = std::move(stepper);
  tools_ = std::move(tools);
  system_ = std::move(system);
  steps_ = static_cast<long>(steps);
  outcome_ = static_cast<Outcome>(static_cast<int>(outcome));
  double count = 0, acting = 0;
  double* const targets[10] = {&state_.t,
                               &state_.start_energy,
                               &state_.start_potential,
                               &state_.scale,
                               &largest_balance_error_,
                               &largest_gaps_.position,
                               &largest_gaps_.velocity,
                               &event_energy_,
                               &count,
                               &acting};
  for (std::size_t i = 0; i < 10; ++i) *targets[i] = scalars[i];
  event_count_ = static_cast<long>(count);
  acting_ = static_cast<int>(acting);
  VecX* const vectors[8] = {&state_.z,  &state_.w, &state_.dissipated, &state_.supplied, &watched_,
                            &switched_, &sides_,   &largest_};
  for (std::size_t i = 0; i < 8; ++i) vectors[i]->swap(parts[i]);
  happened_.assign(happened.begin(), happened.end());
  if (has_events()) roots_ = roots_with_rates(state_);
  observe();
  is_recorded_ = false;
  record();
  rows_.clear();
  poses_.clear();
  return true;
}

}  // namespace porthos::simulate
