#include "simulate/start_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/digits.hpp"
#include "base/unit.hpp"
#include "model/formulas.hpp"
#include "model/reader.hpp"

namespace porthos::simulate {
namespace {

/// The search for the nearest value of one parameter with which a start can be found.
class LengthSearch {
 public:
  LengthSearch(const WithParameter& change, const system::ParameterValue& parameter)
      : change_(change), name_(parameter.name), first_(parameter.value) {}

  /// The value with the fewest digits, from 3 on, that was seen to work; "" if none was found.
  std::string find() {
    if (!approach()) return "";
    refine();
    constexpr int kFewest = 3, kMost = 12;
    for (int digits = kFewest; digits <= kMost; ++digits) {
      const std::string text = rounded_digits(works_, digits);
      if (closes(std::strtod(text.c_str(), nullptr))) return text;
    }
    return "";
  }

 private:
  /// The norm of the gaps that the search for a start leaves; 0 where they are closed.
  std::optional<double> gap(double value) {
    const Changed made = change_(name_, value);
    if (made.is_closed) return 0;
    double sum = 0;
    for (const StartGap& one : made.start.gaps) sum += one.after * one.after;
    return sum > 0 && std::isfinite(sum) ? std::optional(std::sqrt(sum)) : std::nullopt;
  }

  bool closes(double value) { return gap(value) == 0.0; }

  /// The secant method on the gap, which falls about linearly to where it closes.
  bool approach() {
    constexpr double kStep = 1e-3, kNoChange = 1e-6, kFarthest = 100;
    constexpr int kMostSteps = 20;
    double last = first_, at = first_ * (1 + kStep);
    auto last_gap = gap(last), here = gap(at);
    if (!last_gap || !here || *last_gap == 0) return false;
    if (std::abs(*here - *last_gap) <= kNoChange * *last_gap) return false;
    for (int k = 0; k < kMostSteps; ++k) {
      if (*here == 0) {
        fails_ = last;
        works_ = at;
        return true;
      }
      const double next = at - *here * (at - last) / (*here - *last_gap);
      if (!(next > first_ / kFarthest && next < first_ * kFarthest)) return false;
      last = std::exchange(at, next);
      last_gap = std::exchange(here, gap(next));
      if (!here || *here == *last_gap) return false;
    }
    return false;
  }

  /// The nearest value that works. The search for a start may miss poses, so that values between
  /// may work although one beside it does not.
  void refine() {
    bisect();
    const double far = works_;
    for (const double share : {0.25, 0.5, 0.75}) {
      const double between = first_ + share * (far - first_);
      if (!closes(between)) continue;
      works_ = between;
      fails_ = first_ + (share - 0.25) * (far - first_);
      return bisect();
    }
  }

  /// Bisection, where works_ is not the nearest value that works.
  void bisect() {
    constexpr double kClose = 1e-4;
    for (int k = 0; k < 40 && std::abs(works_ - fails_) > kClose * std::abs(works_); ++k) {
      const double nearest = works_ + (fails_ > works_ ? kClose : -kClose) * works_;
      if (k == 0 && !closes(nearest)) return;
      const double middle = (works_ + fails_) / 2;
      (closes(middle) ? works_ : fails_) = middle;
    }
  }

  const WithParameter& change_;
  const std::string& name_;
  const double first_;
  double works_ = 0, fails_ = 0;
};

bool is_length(const system::ParameterValue& parameter) {
  auto unit = read_unit(parameter.unit);
  if (!unit || parameter.is_derived || !(parameter.value > 0)) return false;
  unit->scale = 1;
  return *unit == *read_unit("m") && model::split_entry(parameter.name).second.empty();
}

}  // namespace

void name_lengths(const system::Assembled& model, const WithParameter& change, Problem& problem) {
  constexpr std::size_t kMostStates = 200, kMostTried = 16, kMostNamed = 3;
  if (model.z.size() > kMostStates) return;
  std::size_t tried = 0, named = 0;
  std::set<std::string> follow;  // lengths whose values follow from others
  std::string found;
  for (const system::ParameterValue& parameter : model.parameters) {
    if (!is_length(parameter) || follow.count(parameter.name)) continue;
    if (++tried > kMostTried || named == kMostNamed) break;
    const std::string value = LengthSearch(change, parameter).find();
    if (value.empty()) continue;
    ++named;
    const double works = std::strtod(value.c_str(), nullptr);
    found += (found.empty() ? ": \"" : "; \"") + parameter.name +
             "\" = " + model::with_unit(parameter.value, parameter.unit) + " seems too " +
             (works > parameter.value ? "short, at least " : "long, at most ") + value + " " +
             parameter.unit + " would do";
    const Changed made = change(parameter.name, works);
    for (std::size_t i = 0; i < made.assembled.parameters.size(); ++i)
      if (made.assembled.parameters[i].value != model.parameters[i].value)
        follow.insert(made.assembled.parameters[i].name);
  }
  if (found.empty()) return;
  problem.found += found;
  if (problem.hint.starts_with("fixed")) return;
  problem.hint =
      "change a length, or the points that it connects; at the limit itself the parts are in line, "
      "and may be unable to move. Other start values help only if the search missed a possible "
      "pose";
}

}  // namespace porthos::simulate
