#include <algorithm>
#include <vector>

#include "base/index.hpp"
#include "simulate/events.hpp"
#include "simulate/set_valued.hpp"

// The list of events: those of the text, and the switches of set-valued laws.

namespace porthos::simulate {
namespace {

constexpr std::size_t kMostListed = 10000;

bool is_switched(const model::SetValued& law, const VecX& before, const VecX& now) {
  return before.segment(law.mode, law.size) != now.segment(law.mode, law.size);
}

/// True for the friction of a contact that is open before and now: it has no mode to change.
bool is_apart(const std::vector<model::SetValued>& laws, std::size_t law, const VecX& before,
              const VecX& now) {
  if (law == 0 || !laws[law - 1].has_slip) return false;
  const auto contact = laws[law - 1].mode;
  return before[contact] == 0 && now[contact] == 0;
}

}  // namespace

/// Counts and lists an event: of a switch with the modes before and after it.
void Events::list(int event, int from, int to, bool is_impact) {
  ++now_.event_count;
  if (now_.event_log.size() < 5 * kMostListed)
    now_.event_log.insert(now_.event_log.end(),
                          {now_.state.t, static_cast<double>(event), static_cast<double>(from),
                           static_cast<double>(to), is_impact ? 1.0 : 0.0});
}

/// Lists those of these switches that have changed a mode or were an impact: a mode that ends by a
/// rounding may go on. Then all others that have: laws switch together, as a diode with the switch
/// beside it. `before`: the modes before them.
void Events::list_switches(const std::vector<int>& events, const VecX& before) {
  const auto& laws = now_.assembled->set_valued;
  const auto first = now_.assembled->events.size() - laws.size();
  std::vector<int> others;
  add_changed(before, modes_.struck(), others);
  std::erase_if(others, [&](int i) {
    const std::size_t law = index(i) - first;
    // The switch of a contact that closes or opens tells what its friction does.
    const auto is_open = [&](const VecX& modes) {
      return law > 0 && laws[law - 1].has_slip &&
             mode_of(*now_.assembled, modes, law - 1) == Mode::kOpen;
    };
    return is_open(before) || is_open(now_.modes) || std::ranges::find(events, i) != events.end();
  });
  list_switches(events, before, modes_.struck());
  list_switches(others, before, modes_.struck());
}

void Events::list_switches(const VecX& before, const std::vector<char>& struck) {
  switches_.clear();
  add_changed(before, struck, switches_);
  if (!switches_.empty()) list_switches(switches_, before, struck);
}

/// Adds the switches of laws whose modes have changed, or that were struck.
void Events::add_changed(const VecX& before, const std::vector<char>& struck,
                         std::vector<int>& found) const {
  const auto first = now_.assembled->events.size() - now_.assembled->set_valued.size();
  const auto& laws = now_.assembled->set_valued;
  const auto is_struck = [&](std::size_t law) { return law < struck.size() && struck[law] != 0; };
  const auto has_changed = [&](std::size_t law) {
    return is_struck(law) || is_switched(laws[law], before, now_.modes);
  };
  for (std::size_t law = 0; law < laws.size(); ++law) {
    if (!has_changed(law) && !(laws[law].has_slip && has_changed(law + 1))) continue;
    // A slip that only turns is listed by methods that locate switches.
    const bool is_other =
        mode_of(*now_.assembled, before, law) != mode_of(*now_.assembled, now_.modes, law);
    if (is_other || is_struck(law)) found.push_back(static_cast<int>(first + law));
  }
}

void Events::list_switches(const std::vector<int>& events, const VecX& before,
                           const std::vector<char>& struck) {
  const auto first = now_.assembled->events.size() - now_.assembled->set_valued.size();
  const bool is_found = now_.outcome == Outcome::kRunning;
  for (const int i : events) {
    if (!is_switch(i)) continue;
    const std::size_t law = index(i) - first;
    if (is_apart(now_.assembled->set_valued, law, before, now_.modes)) continue;
    const int from = static_cast<int>(mode_of(*now_.assembled, before, law));
    const int to = static_cast<int>(mode_of(*now_.assembled, now_.modes, law));
    const bool is_impact = law < struck.size() && struck[law] != 0;
    // A slip may reverse, or turn.
    const bool is_changed = is_switched(now_.assembled->set_valued[law], before, now_.modes);
    if (from != to || is_changed || is_impact || !is_found) list(i, from, to, is_impact);
  }
}

}  // namespace porthos::simulate
