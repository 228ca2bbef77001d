#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/digits.hpp"
#include "simulate/start.hpp"
#include "simulate/start_rank.hpp"

// Stated values that a start could not keep.

namespace porthos::simulate {

void add_change(Start& start, const StartChange& change, double size) {
  constexpr double kOwn = 1e-9, kOfAll = 1e-12, kNothing = 1e-30;
  const double own = std::max(std::abs(change.stated), std::abs(change.became));
  const double rounding = kOwn * own + kOfAll * size + kNothing;
  if (!(std::abs(change.became - change.stated) <= rounding)) start.changes.push_back(change);
}

void check_changes(const Start& start, Problems& to) {
  constexpr double kMuch = 1e-3;      // of a value: smaller changes are the rounding of the text
  constexpr double kNothing = 1e-12;  // of the stated value: what is left of it is rounding
  std::vector<std::string> found;
  for (const StartChange& change : start.changes) {
    const double own = std::max(std::abs(change.stated), std::abs(change.became));
    if (change.is_guess || !(std::abs(change.became - change.stated) > kMuch * own)) continue;
    const bool is_nothing = std::abs(change.became) < kNothing * std::abs(change.stated);
    const double became = is_nothing ? 0 : change.became;
    const std::string unit = change.unit.empty() ? "" : " " + change.unit;
    found.push_back(change.name + " (" + rounded_digits(change.stated, 6) + unit + " became " +
                    rounded_digits(became, 6) + unit + ")");
  }
  if (found.empty()) return;
  report(to, "PH208", "", "stated starts that could not be kept: " + listed(found),
         "starts that the constraints allow",
         "remove the starts that follow from others, or fix those that must stay")
      .severity = Problem::Severity::kWarning;
}

}  // namespace porthos::simulate
