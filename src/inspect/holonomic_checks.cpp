#include "inspect/holonomic_checks.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/index.hpp"
#include "inspect/derived_flag.hpp"

namespace porthos::inspect {
namespace {

using Choice = DerivedFlag::Choice;
using Outcome = DerivedFlag::Outcome;

/// A rank decides; rounding is at most 2e-15 of the terms.
constexpr double kHolonomicTolerance = 1e-12;
/// Larger models are skipped, since the matrices are dense.
constexpr int kMostHolonomic = 120;
/// Brackets of brackets need polynomials of higher order, which have many terms.
constexpr int kMostOrder = 6;
constexpr std::size_t kMostProducts = 20'000'000;
/// The number of random states that must agree.
constexpr int kAgreeing = 3;
/// For more rows the search for partners is skipped.
constexpr int kMostPartners = 12;

constexpr Statement kRow{"velocity constraint is holonomic", "[004] Prop. 4.1", "T-13"};
constexpr Statement kWhole{"the velocity constraints are holonomic", "[004] Prop. 4.1", "T-13"};

/// A value that may be unknown, or need polynomials of higher order.
template <typename T>
struct Answer {
  std::optional<T> value = std::nullopt;
  bool needs_order = false;
};

/// The results of the flag for all rows at one state.
struct Judged {
  std::vector<Answer<bool>> alone, together;  // (rows)
  struct Whole {
    int rank = 0, integrable = 0, reachable = 0;
    bool operator==(const Whole&) const = default;
  };
  Answer<Whole> whole;
  Answer<bool> at_fixed_time;
  double dropped = 0;

  bool needs_order() const {
    const auto needs = [](const auto& answer) { return answer.needs_order; };
    return std::ranges::any_of(alone, needs) || std::ranges::any_of(together, needs) ||
           needs(whole) || needs(at_fixed_time);
  }
};

int rank_with(IndependentVectors vectors, const IndependentVectors& more, bool& is_clear) {
  for (const auto& row : more.rows()) vectors.add(row);
  is_clear = is_clear && vectors.is_clear();
  return vectors.rank();
}

/// True if a row vanishes on the velocities that the selection admits, after brackets. In ranks: a
/// plane F of velocities intersects the unrestricted velocities D as it intersects those of the
/// row, D_a:
///
///   rank(F + D) - rank(F + D_a) = rank(D) - rank(D_a)
Answer<bool> vanishes(DerivedFlag& flag, int row, const Choice& choice) {
  const DerivedFlag::Span& plane = flag.closed(choice);
  if (plane.outcome != Outcome::kDone) return {{}, plane.outcome == Outcome::kNeedsOrder};
  const DerivedFlag::Span all = flag.admitted({}), own = flag.admitted({{row}, false});
  if (all.outcome != Outcome::kDone || own.outcome != Outcome::kDone) return {};
  bool is_clear = true;
  const int left = rank_with(plane.vectors, all.vectors, is_clear) -
                   rank_with(plane.vectors, own.vectors, is_clear);
  if (!is_clear) return {};
  return {left == all.vectors.rank() - own.vectors.rank(), false};
}

Choice all_rows(const VelocityForms& forms) {
  Choice made;
  made.rows.resize(forms.rows.size());
  std::iota(made.rows.begin(), made.rows.end(), 0);
  return made;
}

Answer<Judged::Whole> whole_of(DerivedFlag& flag, const Choice& choice) {
  const DerivedFlag::Span before = flag.closed({{}, choice.frozen}), after = flag.closed(choice);
  const DerivedFlag::Span free = flag.admitted({{}, choice.frozen}), held = flag.admitted(choice);
  for (const auto* span : {&before, &after})
    if (span->outcome != Outcome::kDone) return {{}, span->outcome == Outcome::kNeedsOrder};
  if (free.outcome != Outcome::kDone || held.outcome != Outcome::kDone) return {};
  const int reachable = flag.reachable(after.vectors);
  if (reachable < 0) return {};
  return {Judged::Whole{free.vectors.rank() - held.vectors.rank(),
                        before.vectors.rank() - after.vectors.rank(), reachable},
          false};
}

/// Raises the order of the polynomials until the answer is known.
Judged judge(const Subject& subject, const VelocityForms& forms, const State& state) {
  Judged made;
  const auto count = forms.rows.size();
  made.alone.assign(count, {{}, true});
  made.together = made.alone;
  made.whole.needs_order = made.at_fixed_time.needs_order = true;
  for (int order = 1; order <= kMostOrder && made.needs_order(); ++order) {
    DerivedFlag flag(subject, forms, state, order, kMostProducts);
    if (!flag.is_possible()) break;
    const Choice all = all_rows(forms);
    for (std::size_t a = 0; a < count; ++a) {
      const int row = static_cast<int>(a);
      if (made.alone[a].needs_order) made.alone[a] = vanishes(flag, row, {{row}, false});
      if (made.together[a].needs_order) made.together[a] = vanishes(flag, row, all);
    }
    if (made.whole.needs_order) made.whole = whole_of(flag, all);
    if (made.at_fixed_time.needs_order) {
      Choice frozen{{all.rows.begin(), all.rows.begin() + forms.free_rows}, true};
      const Answer<Judged::Whole> fixed = whole_of(flag, frozen);
      made.at_fixed_time.needs_order = fixed.needs_order;
      if (fixed.value) made.at_fixed_time.value = fixed.value->rank == fixed.value->integrable;
    }
    made.dropped = std::max(made.dropped, flag.closed(all).vectors.dropped());
  }
  return made;
}

/// A small set of other rows with which a row is integrable; empty if the search takes too long.
std::optional<std::vector<int>> partners_of(const Subject& subject, const VelocityForms& forms,
                                            const State& state, int row) {
  if (static_cast<int>(forms.rows.size()) > kMostPartners) return std::nullopt;
  for (int order = 1; order <= kMostOrder; ++order) {
    DerivedFlag flag(subject, forms, state, order, kMostProducts);
    if (!flag.is_possible()) return std::nullopt;
    Choice choice = all_rows(forms);
    Answer<bool> last = vanishes(flag, row, choice);
    for (int other = static_cast<int>(forms.rows.size()) - 1; other >= 0 && !last.needs_order;
         --other) {
      if (other == row) continue;
      Choice less = choice;
      std::erase(less.rows, other);
      last = vanishes(flag, row, less);
      if (last.value == true) choice = less;
    }
    if (last.needs_order) continue;
    std::erase(choice.rows, row);
    return choice.rows;
  }
  return std::nullopt;
}

/// The common result of all states, if they agree.
template <typename T, typename Get>
std::optional<T> agreed(const std::vector<Judged>& states, const Get& get) {
  std::optional<T> common;
  for (const Judged& state : states) {
    const std::optional<T>& one = get(state).value;
    if (!one || (common && *common != *one)) return std::nullopt;
    common = one;
  }
  return common;
}

std::string listed(const VelocityForms& forms, const std::vector<int>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += (i == 0 ? "" : i + 1 == rows.size() ? " and " : ", ") + forms.names[index(rows[i])];
  return text;
}

class Judge {
 public:
  Judge(const Subject& subject, const VelocityForms& forms) : subject_(subject), forms_(forms) {
    start_ = judge(subject, forms, subject.states.front());
    if (forms.has_time && subject.states.size() > 1)
      inspected_ = sample_states(subject.model, {.count = kAgreeing, .has_time = true});
    else
      inspected_ = subject.states;
    constexpr std::size_t kMost = kAgreeing + 1;
    if (inspected_.size() > kMost) inspected_.resize(kMost);
    for (std::size_t s = 1; s < inspected_.size(); ++s)
      states_.push_back(judge(subject, forms, inspected_[s]));
    if (states_.empty() && !forms.has_time) states_.push_back(start_);
    if (states_.empty()) take_other_times();
    for (const Judged& state : states_) dropped_ = std::max(dropped_, state.dropped);
  }

  HolonomicReport report() {
    HolonomicReport made;
    made.with.resize(forms_.rows.size());
    for (std::size_t a = 0; a < forms_.rows.size(); ++a) {
      Check row = check_of(a, made.with[a]);
      row.name = forms_.names[a] + " is holonomic";
      made.rows.push_back(property(std::move(row)));
    }
    made.whole = whole();
    const auto fixed =
        agreed<bool>(states_, [](const Judged& state) { return state.at_fixed_time; });
    // Rows with efforts restrict more than velocities.
    const bool has_efforts =
        std::ranges::any_of(forms_.has_efforts, [](char has) { return has != 0; });
    made.at_fixed_time = !fixed || has_efforts ? Verdict::kUndecided
                         : *fixed              ? Verdict::kHolds
                                               : Verdict::kFails;
    return made;
  }

 private:
  /// The flag depends on positions and time alone. At t = 0 inputs such as sin(t) may be zero, and
  /// no rank is a general one there. Poses stay on the constraint set if no gap depends on time.
  void take_other_times() {
    const int t = static_cast<int>(forms_.positions.size());
    for (const auto& entry : forms_.gaps.entries)
      if (entry.col == t) return;
    const double until = subject_.model.component->simulation.until;
    for (int k = 0; k < kAgreeing; ++k) {
      State state = subject_.states[index(k + 1) % subject_.states.size()];
      state.t = (0.31 + 0.23 * k) * until;
      states_.push_back(judge(subject_, forms_, state));
      inspected_.push_back(std::move(state));
    }
  }

  Check verdict(const Statement& statement, bool is_holonomic) const {
    Check made = structure::bounded(statement, is_holonomic ? dropped_ : 1, kHolonomicTolerance);
    if (is_holonomic && made.verdict == Verdict::kFails) {
      made.verdict = Verdict::kUndecided;
      made.note = "What counts as rounding is larger than the rounding of doubles. ";
    }
    if (made.verdict == Verdict::kHolds && forms_.has_branches) made.note = kInBranches;
    return made;
  }

  Check check_of(std::size_t a, std::vector<int>& with) {
    if (forms_.has_efforts[a])
      return structure::not_applicable(
          kRow, "A constraint on efforts is judged with the whole structure.");
    const auto alone = agreed<bool>(states_, [&](const Judged& s) { return s.alone[a]; });
    const auto together = agreed<bool>(states_, [&](const Judged& s) { return s.together[a]; });
    if (!alone || (!*alone && !together)) return structure::undecided(kRow, kWhyUndecided);
    Check made = verdict(kRow, *alone || *together);
    if (!*alone && *together) {
      const auto partners = partners_of(subject_, forms_, inspected_.back(), static_cast<int>(a));
      if (partners) with = *partners;
      made.note += "Not alone, but together with " +
                   (partners ? listed(forms_, with) : std::string("other rows")) + ".";
    } else if (!*alone) {
      made.responsible = {forms_.names[a]};
      made.note += "Nonholonomic: it is not the rate of a function of the positions.";
    }
    const bool is_regular =
        start_.alone[a].value == alone && (*alone || start_.together[a].value == together);
    if (!is_regular)
      made.note +=
          std::string(made.note.empty() ? "" : " ") + "The start is an irregular pose of it.";
    return made;
  }

  Check whole() const {
    const auto found = agreed<Judged::Whole>(states_, [](const Judged& s) { return s.whole; });
    if (!found) return structure::undecided(kWhole, kWhyUndecided);
    Check made = verdict(kWhole, found->rank == found->integrable);
    made.note += std::to_string(found->rank) + " independent, of which " +
                 std::to_string(found->integrable) +
                 (found->integrable == 1 ? " combination is" : " combinations are") +
                 " integrable. Reachable positions: dimension " +
                 (forms_.has_branches ? "at least " : "") + std::to_string(found->reachable) +
                 " of " + std::to_string(forms_.positions.size()) + ".";
    if (made.verdict == Verdict::kFails) made.responsible = forms_.names;
    return made;
  }

  static constexpr const char* kInBranches =
      "It was judged in the branches that the formulas have near the start. ";
  static constexpr const char* kWhyUndecided =
      "Ranks are not clear, differ between states, or take too long.";

  const Subject& subject_;
  const VelocityForms& forms_;
  std::vector<State> inspected_;  // the start first
  Judged start_;
  std::vector<Judged> states_;  // results at the other states
  double dropped_ = 0;
};

HolonomicReport undecided_report(const VelocityForms& forms, const std::string& why) {
  HolonomicReport made;
  for (const std::string& name : forms.names) {
    Check row = structure::undecided(kRow, why);
    row.name = name + " is holonomic";
    made.rows.push_back(property(std::move(row)));
  }
  made.with.resize(forms.names.size());
  made.whole = structure::undecided(kWhole, why);
  made.at_fixed_time = Verdict::kUndecided;
  return made;
}

/// Rows with constant coefficients are rates.
HolonomicReport constant_report(const VelocityForms& forms) {
  HolonomicReport made;
  for (std::size_t a = 0; a < forms.names.size(); ++a) {
    Check row = structure::bounded(kRow, 0, kHolonomicTolerance);
    row.name = forms.names[a] + " is holonomic";
    made.rows.push_back(property(std::move(row)));
  }
  made.with.resize(forms.names.size());
  made.whole = structure::bounded(kWhole, 0, kHolonomicTolerance);
  made.at_fixed_time = Verdict::kHolds;
  return made;
}

}  // namespace

HolonomicReport judge_rows(const Subject& subject, const VelocityForms& forms) {
  if (forms.rows.empty()) {
    HolonomicReport made;
    const char* const why = "There are no velocity constraints.";
    made.rows = {property(structure::not_applicable(kRow, why))};
    made.whole = structure::not_applicable(kWhole, why);
    return made;
  }
  if (subject.states.empty()) return undecided_report(forms, "No state was found.");
  if (subject.matrices.w() > kMostHolonomic && forms.is_constant) return constant_report(forms);
  if (subject.matrices.w() > kMostHolonomic)
    return undecided_report(forms, "The model is too large for dense matrices.");
  return Judge(subject, forms).report();
}

}  // namespace porthos::inspect
