#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace porthos::structure {

enum class Verdict { kHolds, kFails, kNotApplicable, kUndecided };

/// The verdict's stable name, as in JSON.
constexpr std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds: return "holds";
    case Verdict::kFails: return "fails";
    case Verdict::kNotApplicable: return "not applicable";
    case Verdict::kUndecided: return "undecided";
  }
  return "";
}

/// One statement of the theory, put to numbers: how far it is from being true, and how far counts.
///
/// name         the field's words: "isotropy"
/// theorem      who states it: "[004] Def. 2.2"
/// check        its number in the list of checks: "T-01"
/// residual     0 where it is exactly true; in the unit that `note` or the function names
/// tolerance    up to which residual it holds
/// where        the point, the pair of columns, the port: what a reader would look up; or ""
/// responsible  names of what makes it fail, most to blame first
/// note         one sentence: why it fails, does not apply, or cannot be decided
struct Check {
  std::string name;
  std::string theorem;
  std::string check;
  double residual = 0;
  double tolerance = 0;
  Verdict verdict = Verdict::kUndecided;
  std::string where;
  std::vector<std::string> responsible;
  std::string note;
};

using Checks = std::vector<Check>;

/// What a check is about.
struct Statement {
  const char* name;
  const char* theorem;
  const char* check;
};

/// It holds up to the tolerance; a residual that is no number decides nothing.
Check bounded(const Statement& statement, double residual, double tolerance);

/// The same for a residual that is itself only known to `uncertainty`: nothing is decided where
/// that is more than the tolerance and the residual does not stand out of it.
Check bounded(const Statement& statement, double residual, double tolerance, double uncertainty);

/// It says nothing here, because of `why`.
Check not_applicable(const Statement& statement, std::string why);

/// It cannot be decided, because of `why`.
Check undecided(const Statement& statement, std::string why);

/// kFails if one of them does, else kUndecided if one is, else kHolds; those that do not apply do
/// not count, and if none does, that is the answer.
Verdict worst(const Checks& checks);

/// A line for a person: "isotropy [004] Def. 2.2 (T-01): holds, 2.2e-16 <= 1e-12".
std::string to_text(const Check& check);

}  // namespace porthos::structure
