#include "simulate/archive.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/numbers.hpp"
#include "integrate/switching_stepper.hpp"
#include "simulate/estimate.hpp"
#include "simulate/vanishing_rows.hpp"

namespace porthos::simulate {

namespace {

void describe_state(auto& archive, auto& state) {
  archive(state.t, state.start_energy, state.start_potential, state.scale, state.rounding);
  archive(state.z, state.w, state.dissipated, state.supplied);
}

/// The one description of what an archive consists of, for writing and reading alike.
void describe_progress(auto& archive, auto& progress) {
  archive(progress.steps, progress.pieces, progress.phases);
  archive(progress.outcome);
  describe_state(archive, progress.state);
  auto& work = progress.work;
  archive(work.steps, work.rejected, work.evaluations, work.factorisations);
  auto& companion = progress.companion;
  archive(companion.factor, companion.opening, companion.has_told, companion.is_waiting,
          companion.share);
  describe_state(archive, companion.state);
  describe_state(archive, companion.shadow);
  archive(companion.time, companion.weight, companion.start, companion.motion);
  archive(companion.kept, companion.error, companion.largest);
  archive(companion.distance, companion.checked, companion.checked_at);
  archive(progress.largest_balance_error);
  archive(progress.largest_gaps.position, progress.largest_gaps.velocity);
  archive(progress.phase.at, progress.phase.end, progress.is_pole, progress.seen);
  archive(progress.idle);
  archive(progress.watched);
  archive(progress.event_energy);
  archive(progress.event_count);
  archive(progress.acting);
  archive(progress.happened, progress.undone);
  archive(progress.switched, progress.sides, progress.largest);
}

class Writer {
 public:
  void operator()(const auto&... members) { (put(members), ...); }
  NumberWriter& numbers() { return numbers_; }

 private:
  void put(const VecX& list) { numbers_.put_list(list); }
  void put(const std::vector<double>& list) { numbers_.put_list(std::span<const double>(list)); }
  void put(auto number) { numbers_.put(static_cast<double>(number)); }

  NumberWriter numbers_;
};

class Reader {
 public:
  explicit Reader(const std::vector<double>& numbers) : numbers_(numbers) {}
  void operator()(auto&... members) { (get(members), ...); }
  bool is_good() const { return is_good_ && numbers_.is_good(); }
  NumberReader& numbers() { return numbers_; }

 private:
  void get(double& number) { number = numbers_.get(); }
  void get(VecX& list) { numbers_.get_list(list); }
  void get(std::vector<double>& list) {
    const auto found = numbers_.get_list();
    list.assign(found.begin(), found.end());
  }
  void get(auto& whole) {
    const double number = numbers_.get();
    is_good_ = is_good_ && std::abs(number) <= 1e15 && number == std::floor(number);
    if (is_good_) whole = static_cast<std::remove_reference_t<decltype(whole)>>(number);
  }

  NumberReader numbers_;
  bool is_good_ = true;
};

/// True if the indices are some, and the times those of the grid.
bool is_possible(const Progress& found, const RunState& now) {
  const auto is_index = [](double index, std::size_t count) {
    return index >= 0 && index < static_cast<double>(count) && index == std::floor(index);
  };
  const auto events = static_cast<int>(now.assembled->events.size());
  const auto& happened = found.happened;
  if (found.acting < -1 || found.acting >= events || happened.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < happened.size(); i += 2) {
    const double t = happened[i], event = happened[i + 1];
    if (!(t >= (i == 0 ? 0 : happened[i - 2]) && t <= found.state.t)) return false;
    if (!is_index(event, now.assembled->events.size())) return false;
  }
  const auto& undone = found.undone;
  if (undone.size() % 5 != 0) return false;
  for (std::size_t i = 0; i < undone.size(); i += 5)
    if (!is_index(undone[i], now.assembled->events.size()) ||
        !is_index(undone[i + 1], now.assembled->w.size()))
      return false;
  if (2 * static_cast<double>(found.event_count) < static_cast<double>(happened.size()) ||
      found.outcome < Outcome::kRunning || found.outcome > Outcome::kUnsuited)
    return false;
  const long count = now.options.count();
  if (found.steps < 0 || found.steps > count || found.phases < 0 || found.phase.end < found.state.t)
    return false;
  const system::Work& work = found.work;
  if (std::min({work.steps, work.rejected, work.evaluations, work.factorisations}) < 0)
    return false;
  const Companion& companion = found.companion;
  if (companion.factor < 0 || companion.factor > Estimate::kLong ||
      (companion.factor > 0 && now.method.traits.is_adaptive) || companion.opening < 0 ||
      companion.opening > Estimate::kOpening || !(companion.share >= 0) || !(companion.time >= 0) ||
      !(companion.state.t <= found.state.t))
    return false;
  // Farther behind it is only while it waits; its way would be halved in as many steps.
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

/// True if energies and gaps are among those that have been seen.
bool is_consistent(const RunState& now) {
  return std::abs(now.balance_error) <= now.largest_balance_error &&
         now.gaps.position <= now.largest_gaps.position &&
         now.gaps.velocity <= now.largest_gaps.velocity;
}

}  // namespace

std::vector<double> write(const RunState& now) {
  Writer to;
  describe_progress(to, static_cast<const Progress&>(now));
  now.tools->projection.write(to.numbers());
  if (now.companion.factor > 0) now.companion_stepper->write(to.numbers());
  if (now.companion.share > 0) now.shadow_stepper->write(to.numbers());
  if (!now.ahead) now.write_memory(to.numbers());
  std::vector<double> numbers = to.numbers().take();
  if (now.ahead) numbers.insert(numbers.end(), now.memory.begin(), now.memory.end());
  return numbers;
}

bool read(const std::vector<double>& numbers, RunState& now) {
  if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }))
    return false;
  Progress found = now;  // lists keep their lengths
  Reader from(numbers);
  describe_progress(from, found);
  if (!from.is_good() || !is_possible(found, now)) return false;
  auto system = now.system_for(found.switched);
  if (!system) return false;
  system->set_phase(found.phase);
  auto tools = std::make_unique<Tools>(*system);
  auto fewer = without_vanishing(*system, found.idle);
  const system::System& solved = fewer ? *fewer : *system;
  auto stepper = integrate::make_stepper(now.method, solved, now.options.tolerance);
  if (!tools->projection.read(from.numbers())) return false;
  auto companion = integrate::make_stepper(now.method, solved, now.options.tolerance);
  auto shadow = integrate::make_stepper(now.method, solved, now.options.tolerance);
  if (found.companion.factor > 0 && !companion->read(from.numbers())) return false;
  if (found.companion.share > 0 && !shadow->read(from.numbers())) return false;
  if (!tools->accelerations.read(from.numbers()) || !stepper->read(from.numbers())) return false;
  if (!from.numbers().is_done()) return false;
  const auto exchange = [&] {
    std::swap(static_cast<Progress&>(now), found);
    now.stepper.swap(stepper);
    now.companion_stepper.swap(companion);
    now.shadow_stepper.swap(shadow);
    now.part_stepper.reset();
    now.fresh.clear();
    now.tools.swap(tools);
    now.system.swap(system);
    now.fewer.swap(fewer);
  };
  exchange();
  now.observe();
  if (is_consistent(now)) return true;
  exchange();
  now.observe();
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
