#include "simulate/run_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "integrate/switching_stepper.hpp"
#include "simulate/invariants.hpp"
#include "simulate/set_valued.hpp"
#include "simulate/vanishing_rows.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

/// The rounding of V at z, J, where it is larger than that of its value, as of 1e4 (exp(z) - 1)
/// near zero: the part of its values at neighbouring states that fits no parabola. Otherwise 0.
double rounding_of_potential(const system::System& system, system::Workspace& at, const VecX& z,
                             double energy) {
  constexpr double kBeside = 1.618034e-10;  // an irrational share, so that nothing rounds exactly
  constexpr double kUsual = 64 * 4e-16, kSafety = 4;
  VecX aside(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i)
    aside[i] = (i % 2 == 0 ? kBeside : -kBeside) * (1 + std::abs(z[i]));
  const auto potential = [&](double k) {
    system.segment(at, Segment::kZ) = z + k * aside;
    return system.potential_energy(at);
  };
  // A corner or a jump of V at the start is no rounding: V is continued beyond it.
  system.compute_switches(at);
  const VecX sides = system.segment(at, Segment::kSwitch).unaryExpr([](double value) {
    return value < 0 ? -1.0 : 1.0;
  });
  const VecX before = std::exchange(system.branches(), sides);
  const double middle = potential(0);
  const auto bend = [&](double k) { return potential(k) - 2 * middle + potential(-k); };
  double found = 0, least = std::numeric_limits<double>::infinity();
  // 1 - cos(z) is zero up to z = 1e-8.
  for (const double k : {1.0, 2.0, 4.0, 8.0, 64.0, 128.0}) {
    const double rest = std::abs(bend(2 * k) - 4 * bend(k)) / 4;
    found = std::max(found, rest);
    least = std::min(least, rest);
  }
  system.branches() = before;
  const bool is_jump = least > found / 2;  // that of floor is the same at all distances
  return found > kUsual * energy && !is_jump ? kSafety * found : 0;
}

/// True if divisors follow from z and w.
bool watches_states_alone(const system::System& system) {
  return std::ranges::all_of(system.assembly().instances, [](const system::Instance& one) {
    return std::ranges::all_of(one.type->watched.inputs, [](const system::Slot& input) {
      return input.segment == Segment::kZ || input.segment == Segment::kW;
    });
  });
}

}  // namespace

RunState::RunState(std::shared_ptr<system::System> first,
                   std::shared_ptr<const system::Assembled> model, const integrate::Method& with,
                   const Start& start, const RunOptions& asked, Rebuild how_to_rebuild)
    : assembled(std::move(model)),
      method(with),
      options(asked),
      rebuild(std::move(how_to_rebuild)),
      first_system(std::move(first)),
      bodies(options.in_joints ? system::find_rigid_bodies(*first_system, *assembled)
                               : dae::Bodies()),
      whole(first_system),
      system(in_modes(VecX::Zero(first_system->sizes().mode))),
      at(system->workspace()) {
  state.z = start.z;
  state.w = start.w;
  make_tools();
  modes = VecX::Zero(whole->sizes().mode);
  if (solves_laws()) {
    step_force = VecX::Zero(whole->sizes().nu());
    step_rate = VecX::Zero(state.w.size());
  }
  fastest = VecX::Zero(state.w.size());
  margins = VecX::Zero(static_cast<Eigen::Index>(assembled->set_valued.size()));
  begin_phase();
  reset_stepper(stepper);
  state.dissipated = VecX::Zero(system->sizes().power);
  state.supplied = VecX::Zero(system->sizes().u);
  load(state, at);  // with the branches after t = 0
  state.start_potential = system->potential_energy(at);
  state.start_energy = state.start_potential + system->kinetic_energy(state.w);
  state.scale = system->kinetic_energy(state.w);
  switched = VecX::Zero(2 * static_cast<Eigen::Index>(assembled->parameters.size()));
  const double energy = std::abs(state.start_potential) + state.scale;
  state.rounding = rounding_of_potential(*system, at, state.z, energy);
  system->segment(at, Segment::kZ) = state.z;
  system->compute_rates(at);
  start_invariants = invariants_at(*system, *assembled, at);
  invariant_changes = VecX::Zero(start_invariants.size());
}

void RunState::store_memory() {
  Archive to(std::move(memory));
  to(tools->accelerations, *stepper);
  memory = to.take();
}

// A new stepper finds patterns and orders of pivots: events and phases reset it instead.
void RunState::reset_stepper(std::unique_ptr<integrate::Stepper>& which) {
  if (which && !initial_memory.empty()) {
    which->restore(initial_memory);
    return;
  }
  const bool is_companion = &which == &companion_stepper || &which == &shadow_stepper;
  which = make_stepper(stepped(), reduced_system ? FoundJoints() : joints,
                       is_companion ? companion_tolerance() : options.tolerance,
                       is_companion ? nullptr : &tree_use);
  initial_memory = which->memory(std::move(initial_memory));
}

std::unique_ptr<integrate::Stepper> RunState::make_stepper(const integrate::Integrable& of,
                                                           const FoundJoints& by, double tolerance,
                                                           integrate::TreeUse* use) const {
  if (!options.in_joints) return integrate::make_stepper(method, of, tolerance);
  return integrate::in_joints(method, of, by.tree, use, [which = &method, of, tolerance] {
    return integrate::make_stepper(*which, of, tolerance);
  });
}

void RunState::make_tools() {
  joints = find_joints(*system, state);
  tools = std::make_unique<Tools>(*system);
}

FoundJoints RunState::find_joints(const system::System& of, const dae::State& from) const {
  FoundJoints found;
  found.at.t = from.t;
  found.at.z = from.z;
  found.at.w = from.w;
  if (options.in_joints && !solves_laws())
    found.tree = dae::JointTree::find(of, bodies, found.at, found.why_not);
  if (found.tree) found.accelerations = std::make_shared<dae::JointReactions>(of, found.tree);
  return found;
}

void RunState::drop_steppers() {
  for (auto* of : {&stepper, &companion_stepper, &shadow_stepper, &partial_stepper}) of->reset();
  initial_memory.clear();
}

integrate::Integrable RunState::stepped() const {
  if (!solves_laws()) return solved();
  return {*whole, held_rows(*whole, *assembled, idle)};
}

void RunState::compute_accelerations(system::Workspace& to) const {
  if (!joints.accelerations || !joints.accelerations->compute(to)) tools->accelerations.compute(to);
}

void RunState::observe(const dae::State& from, system::Workspace& to) const {
  const system::System& of = shown();
  load_shown(from, to);
  if (!solves_laws()) {
    compute_accelerations(to);
    return;
  }
  const int lambda = of.sizes().lambda;
  of.segment(to, Segment::kLambda) = step_force.head(lambda);
  of.segment(to, Segment::kMu) = step_force.tail(step_force.size() - lambda);
  of.segment(to, Segment::kWdot) = step_rate;
  of.compute_rates(to);
}

const std::vector<char>* RunState::take_reactions() {
  if (!solves_laws()) return nullptr;
  const integrate::Reactions* found = stepper->reactions();
  modes = found->modes;
  step_force = found->force;
  step_rate = found->w_rate;
  penetration = std::max(penetration, found->penetration);
  unsettled = std::max(unsettled, found->unsettled);
  return &found->struck;
}

void RunState::try_reactions() {
  if (!solves_laws() || outcome != Outcome::kRunning) return;
  dae::State tried = state;
  if (stepper->step(tried, std::min(options.step, options.until)) == Outcome::kRunning)
    take_reactions();
  reset_stepper(stepper);
}

double RunState::companion_tolerance() const {
  constexpr double kLargest = 2e-3;  // beyond it, and beyond a ratio of kMost,
  constexpr double kMost = 1000;     // errors are not proportional to the tolerance
  const double wider = std::pow(kWider, method.traits.order_for(*system));
  return std::max(options.tolerance,
                  std::min(std::min(wider, kMost) * options.tolerance, kLargest));
}

void RunState::change_system(std::shared_ptr<system::System> to) {
  drop_steppers();
  reduced_system.reset();
  idle.resize(0);
  whole = std::move(to);
  known_systems.clear();
  system = in_modes(modes);
  make_tools();
  at = system->workspace();
  begin_phase();
  reset_stepper(stepper);
}

void RunState::change_modes(const VecX& to) {
  auto next = in_modes(to);
  modes = to;
  if (next != system) {
    drop_steppers();
    reduced_system.reset();
    idle.resize(0);
    system = std::move(next);
    make_tools();
    at = system->workspace();
  }
  begin_phase();
  reset_stepper(stepper);
}

void RunState::turn_slips() {
  constexpr double kRoundings = 100;  // of a margin: a flow that counts as zero
  // A slip may turn ever faster before its end. It ends at this many margins; it is fast at the
  // second number of them.
  constexpr double kEnd = 100, kFast = 1e4;
  system->compute_readouts(at);
  const auto readouts = system->segment(at, Segment::kReadout);
  for (Eigen::Index k = 0; k < margins.size(); ++k) {
    const model::SetValued& law = assembled->set_valued[index(static_cast<int>(k))];
    auto mode = modes.segment(law.mode, law.size);
    if (law.kind != model::SetValued::Kind::kFriction || law.size == 1 || mode.isZero(0)) continue;
    const VecX flow = readouts.segment(law.flow, law.size);
    // The rounding of a flow that others hold at zero has no direction.
    const double size = flow.norm();
    if (size > kRoundings * margins[k]) mode = flow / size;
    if (margins[k] > 0 && size > kFast * margins[k]) margins[k] *= -kEnd;
  }
  whole->modes() = modes;
}

std::shared_ptr<system::System> RunState::in_modes(const VecX& which) {
  if (!has_set_valued()) return whole;
  constexpr std::size_t kMostKnown = 64;
  if (solves_laws()) {
    whole->modes().setZero();
    return without_laws(*whole, *assembled);
  }
  whole->modes() = which;
  const std::vector<char> is_kept = kept_rows(*whole, *assembled, which);
  if (const auto known = known_systems.find(is_kept); known != known_systems.end())
    return known->second;
  if (known_systems.size() >= kMostKnown) known_systems.clear();
  return known_systems[is_kept] = whole->with_rows(is_kept);
}

void RunState::leave_out_vanishing_rows() {
  const std::vector<char> rows =
      vanishing_rows(*system, state.z, state.w, state.t, std::min(phase.end, searched_until));
  VecX now = VecX::Zero(whole->sizes().nu());
  for (Eigen::Index i = 0; const char is_idle : rows) now[i++] = is_idle;
  if (idle.size() == now.size() && idle == now) return;
  idle = now;
  drop_steppers();
  reduced_system = without_vanishing(*system, idle);
}

void RunState::set_phase() {
  system->set_phase(phase);
  if (solves_laws()) whole->set_phase(phase);
  if (reduced_system) reduced_system->set_phase(phase);
}

bool RunState::has_active_vanishing_row() const {
  return reduced_system &&
         (system->rows(at).array() * idle.head(system->sizes().nu()).array() != 0).any();
}

std::shared_ptr<system::System> RunState::system_for(const VecX& what_is_switched) const {
  std::map<std::string, double> values;
  for (Eigen::Index i = 0; i < what_is_switched.size(); i += 2)
    if (what_is_switched[i] != 0)
      values[assembled->parameters[index(i / 2)].name] = what_is_switched[i + 1];
  return values.empty() ? first_system : rebuild(values);
}

bool RunState::has_event_energy() const {
  const auto& instances = system->assembly().instances;
  return has_events() || std::any_of(instances.begin(), instances.end(), [](const auto& instance) {
           return instance.type->time_switches;
         });
}

void RunState::load(const dae::State& from, const system::System& of, system::Workspace& to) {
  of.set_time(to, from.t);
  of.segment(to, Segment::kZ) = from.z;
  of.segment(to, Segment::kW) = from.w;
}

void RunState::load(const dae::State& from, system::Workspace& to) const {
  load(from, *system, to);
}

void RunState::load_shown(const dae::State& from, system::Workspace& to) const {
  load(from, shown(), to);
}

void RunState::update_quantities() {
  load(state, at);
  system->segment(at, Segment::kLambda).setZero();
  system->segment(at, Segment::kMu).setZero();
  system->compute_rows(at);
  update_energies();
  gaps = tools->projection.gaps(at, tools->accelerations);
  // Formulas that read reactions, and their divisors, need those of the motion.
  if (!solves_laws() && !system->is_linear_in_multipliers()) tools->accelerations.compute(at);
}

void RunState::update_energies() {
  load(state, at);
  stored = system->potential_energy(at) + system->kinetic_energy(state.w);
  balance_error = stored - state.demanded();
}

bool RunState::needs_rates_for_rows_only() const {
  return joints.tree && !reduced_system && !has_set_valued() && !has_events() &&
         start_invariants.size() == 0 && state.t < phase.end && watches_states_alone(*system);
}

void RunState::measure_gaps() {
  gaps = tools->projection.gaps(at, tools->accelerations);
  largest_gaps.position = std::max(largest_gaps.position, gaps.position);
  largest_gaps.velocity = std::max(largest_gaps.velocity, gaps.velocity);
}

double RunState::forced() const {
  double sum = 0;
  for (Eigen::Index i = 0; const char is_force : assembled->is_force) {
    if (is_force) sum -= state.dissipated[i];
    ++i;
  }
  return sum;
}

double RunState::dissipated() const {
  double sum = 0;
  for (Eigen::Index i = 0; const char is_force : assembled->is_force) {
    if (!is_force) sum += state.dissipated[i];
    ++i;
  }
  return sum;
}

bool RunState::has_open_ledger() const {
  constexpr double kShare = 1e-3, kRest = 1e-12;  // J: less energy counts as rest
  return method.traits.closes_ledger &&
         std::abs(balance_error) > kShare * (state.energy_size() + kRest) + state.rounding;
}

void RunState::update_largest() {
  if (has_set_valued() && !solves_laws()) fastest = fastest.cwiseMax(state.w.cwiseAbs());
  largest_balance_error = std::max(largest_balance_error, std::abs(balance_error));
  // In a circuit V stays while its parts exchange energy. That matters beside an open ledger alone.
  constexpr double kOpen = 1e-4;
  if (start_z.size() == 0) start_z = state.z;
  if (largest_balance_error > kOpen * state.scale) {
    system->compute_efforts(at);
    const auto slopes = system->segment(at, Segment::kE);
    // From -1 to 1 x^2/2 changes by 1/2, a quarter of its slope there times the way.
    exchanged = std::max(exchanged, slopes.cwiseProduct(state.z - start_z).lpNorm<1>() / 4);
  }
  largest_gaps.position = std::max(largest_gaps.position, gaps.position);
  largest_gaps.velocity = std::max(largest_gaps.velocity, gaps.velocity);
  if (start_invariants.size() > 0)
    invariant_changes = invariant_changes.cwiseMax(
        (invariants_at(*system, *assembled, at) - start_invariants).cwiseAbs());
}

}  // namespace porthos::simulate
