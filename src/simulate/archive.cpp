#include "simulate/archive.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/archive.hpp"
#include "integrate/switching_stepper.hpp"
#include "simulate/estimate.hpp"
#include "simulate/set_valued.hpp"
#include "simulate/vanishing_rows.hpp"

namespace porthos::simulate {

namespace {

/// True if the indices are valid, and the times lie on the grid.
bool is_possible(const Progress& found, const RunState& now) {
  const auto is_index = [](double index, std::size_t count) {
    return index >= 0 && index < static_cast<double>(count) && index == std::floor(index);
  };
  const auto events = static_cast<int>(now.assembled->events.size());
  const auto& event_log = found.event_log;
  if (found.ending_event < -1 || found.ending_event >= events || event_log.size() % 5 != 0)
    return false;
  for (std::size_t i = 0; i < event_log.size(); i += 5) {
    const double t = event_log[i], event = event_log[i + 1];
    if (!(t >= (i == 0 ? 0 : event_log[i - 5]) && t <= found.state.t)) return false;
    if (!is_index(event, now.assembled->events.size())) return false;
    for (const std::size_t mode : {i + 2, i + 3})
      if (event_log[mode] != -1 && !is_index(event_log[mode], kModes)) return false;
    if (!is_index(event_log[i + 4], 2)) return false;
  }
  const auto& refused_resets = found.refused_resets;
  if (refused_resets.size() % 5 != 0) return false;
  for (std::size_t i = 0; i < refused_resets.size(); i += 5)
    if (!is_index(refused_resets[i], now.assembled->events.size()) ||
        !is_index(refused_resets[i + 1], now.assembled->w.size()))
      return false;
  if (5 * static_cast<double>(found.event_count) < static_cast<double>(event_log.size()) ||
      found.outcome < Outcome::kRunning || found.outcome > Outcome::kNegativeFriction)
    return false;
  if (!(found.modes.array().abs() <= 1 + 1e-9).all()) return false;  // 0, 1 or of a unit vector
  const long count = now.options.count();
  if (found.steps < 0 || found.steps > count || found.phases < 0 || found.phase.end < found.state.t)
    return false;
  const system::Work& work = found.work;
  if (std::min({work.steps, work.rejected, work.evaluations, work.factorisations}) < 0)
    return false;
  const Companion& companion = found.companion;
  if (companion.factor < 0 || companion.factor > Estimate::kLong || companion.opening < 0 ||
      std::min({companion.own_steps, companion.run_steps, companion.met_at}) < 0 ||
      companion.opening > Estimate::kOpening || !(companion.share >= 0) || !(companion.time >= 0) ||
      !(companion.state.t <= found.state.t))
    return false;
  // It is farther behind only while it waits.
  const double behind = found.state.t - companion.state.t;
  if (companion.factor > 0 && !companion.is_waiting &&
      !(behind <= (Estimate::kLong + 1) * now.options.step))
    return false;
  const double t = found.state.t;
  if (found.outcome == Outcome::kFinished) return found.steps == count && t == now.options.until;
  if (found.steps == count) return false;
  const double last = now.options.time_of(found.steps);
  return found.pieces >= 0 && t >= last && t <= now.options.time_of(found.steps + 1);
}

/// True if energies and gaps are at most the largest so far.
bool is_consistent(const RunState& now) {
  return std::abs(now.balance_error) <= now.largest_balance_error &&
         now.gaps.position <= now.largest_gaps.position &&
         now.gaps.velocity <= now.largest_gaps.velocity;
}

/// The tree of joints of a system, if the run asks for it.
FoundJoints read_joints(Archive& from, const system::System& of, const RunState& now) {
  FoundJoints joints = now.joints;
  if (!now.options.in_joints) return joints;
  from(joints);
  return from.is_good() ? now.find_joints(of, joints.at) : FoundJoints();
}

}  // namespace

std::vector<double> write(const RunState& now) {
  Archive to;
  Progress progress = now;
  to(progress);
  if (FoundJoints joints = now.joints; now.options.in_joints) to(joints);
  to(now.tools->projection);
  if (now.companion.factor > 0) to(*now.companion_stepper);
  if (now.companion.share > 0) to(*now.shadow_stepper);
  if (now.pending)
    to.append(now.memory);
  else
    to(now.tools->accelerations, *now.stepper);
  return to.take();
}

bool read(const std::vector<double>& numbers, RunState& now) {
  if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }))
    return false;
  Progress found = now;  // lists keep their lengths
  Archive from = Archive::reader(numbers);
  from(found);
  if (!from.is_good() || !is_possible(found, now)) return false;
  auto whole = now.system_for(found.switched);
  if (!whole) return false;
  std::shared_ptr<system::System> system = whole;
  if (now.has_set_valued())
    system = now.solves_laws() ? without_laws(*whole, *now.assembled)
                               : std::shared_ptr<system::System>(whole->with_rows(
                                     kept_rows(*whole, *now.assembled, found.modes)));
  if (now.solves_laws()) whole->set_phase(found.phase);
  system->set_phase(found.phase);
  FoundJoints joints = read_joints(from, *system, now);
  auto tools = std::make_unique<Tools>(*system);
  auto reduced_system = without_vanishing(*system, found.idle);
  const system::System& solved = reduced_system ? *reduced_system : *system;
  const auto make = [&](double tolerance, integrate::TreeUse* use) {
    const integrate::Integrable stepped =
        now.solves_laws()
            ? integrate::Integrable(*whole, held_rows(*whole, *now.assembled, found.idle))
            : integrate::Integrable(solved);
    return now.make_stepper(stepped, reduced_system ? FoundJoints() : joints, tolerance, use);
  };
  const double wider = now.companion_tolerance();
  auto stepper = make(now.options.tolerance, &now.tree_use);
  auto companion = make(wider, nullptr), shadow = make(wider, nullptr);
  from(tools->projection);
  if (found.companion.factor > 0) from(*companion);
  if (found.companion.share > 0) from(*shadow);
  from(tools->accelerations, *stepper);
  if (!from.is_done()) return false;
  system::Workspace at = system->workspace();
  const auto exchange = [&] {
    std::swap(static_cast<Progress&>(now), found);
    now.stepper.swap(stepper);
    now.companion_stepper.swap(companion);
    now.shadow_stepper.swap(shadow);
    now.partial_stepper.reset();
    now.initial_memory.clear();
    now.tools.swap(tools);
    std::swap(now.joints, joints);
    now.whole.swap(whole);
    now.whole->modes() = now.solves_laws() ? VecX::Zero(now.modes.size()) : now.modes;
    now.known_systems.clear();
    now.system.swap(system);
    std::swap(now.at, at);
    now.reduced_system.swap(reduced_system);
  };
  exchange();
  now.update_quantities();
  if (is_consistent(now)) return true;
  exchange();
  now.update_quantities();
  return false;
}

std::uint64_t checksum(std::string_view text, std::uint64_t seed) {
  std::uint64_t sum = 0xcbf29ce484222325u ^ seed;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return sum;
}

std::string seal(std::span<const double> numbers, std::uint64_t key) {
  std::string text = to_hexadecimal(numbers);
  const double sum = std::bit_cast<double>(checksum(text, key));
  return text + to_hexadecimal({&sum, 1});
}

std::optional<std::vector<double>> unseal(const std::string& text, std::uint64_t key) {
  auto numbers = from_hexadecimal(text);
  if (!numbers || numbers->empty()) return std::nullopt;
  const auto sum = std::bit_cast<std::uint64_t>(numbers->back());
  numbers->pop_back();
  if (sum != checksum({text.data(), text.size() - 16}, key)) return std::nullopt;
  return numbers;
}

}  // namespace porthos::simulate
