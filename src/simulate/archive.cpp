#include "simulate/archive.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.hpp"

namespace porthos::simulate {

namespace {

/// The one description of what an archive consists of, for writing and reading alike.
void describe(auto& archive, auto& progress) {
  archive(progress.steps, progress.pieces);
  archive(progress.outcome);
  auto& state = progress.state;
  archive(state.t, state.start_energy, state.start_potential, state.scale);
  archive(state.z, state.w, state.dissipated, state.supplied);
  archive(progress.largest_balance_error);
  archive(progress.largest_gaps.position, progress.largest_gaps.velocity);
  archive(progress.watched);
  archive(progress.event_energy);
  archive(progress.event_count);
  archive(progress.acting);
  archive(progress.happened);
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

/// True if these numbers can be those of such a run.
bool is_possible(const Progress& found, const Present& now) {
  const auto events = static_cast<int>(now.assembled->events.size());
  const auto& happened = found.happened;
  if (found.acting < -1 || found.acting >= events || happened.size() % 2 != 0) return false;
  for (std::size_t i = 1; i < happened.size(); i += 2)
    if (!(happened[i] >= 0 && happened[i] < events && happened[i] == std::floor(happened[i])))
      return false;
  return found.steps >= 0 && found.pieces >= 0 && found.outcome >= Outcome::kRunning &&
         found.outcome <= Outcome::kUnsuited;
}

}  // namespace

std::vector<double> write(const Present& now) {
  Writer to;
  describe(to, static_cast<const Progress&>(now));
  now.tools->accelerations.write(to.numbers());
  std::vector<double> numbers = to.numbers().take();
  const std::vector<double> memory = now.stepper->memory();
  numbers.insert(numbers.end(), memory.begin(), memory.end());
  return numbers;
}

bool read(const std::vector<double>& numbers, Present& now) {
  if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }))
    return false;
  Progress found = now;  // lists keep their lengths
  Reader from(numbers);
  describe(from, found);
  if (!from.is_good() || !is_possible(found, now)) return false;
  auto system = now.system_for(found.switched);
  if (!system) return false;
  auto tools = std::make_unique<Tools>(*system);
  auto stepper = now.method.make(*system, now.options.tolerance);
  if (!tools->accelerations.read(from.numbers())) return false;
  const auto rest = from.numbers().rest();
  if (!stepper->set_memory({rest.begin(), rest.end()})) return false;
  static_cast<Progress&>(now) = std::move(found);
  now.stepper = std::move(stepper);
  now.tools = std::move(tools);
  now.system = std::move(system);
  now.observe();
  return true;
}

}  // namespace porthos::simulate
