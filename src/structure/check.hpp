#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace porthos::structure {

enum class Verdict { kHolds, kFails, kNotApplicable, kUndecided };

/// The stable name of the verdict, as in JSON.
constexpr std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds: return "holds";
    case Verdict::kFails: return "fails";
    case Verdict::kNotApplicable: return "not applicable";
    case Verdict::kUndecided: return "undecided";
  }
  return "";
}

/// One statement of the theory with its numerical result.
///
/// name         the term of the field: "isotropy"
/// theorem      its source: "[004] Def. 2.2"
/// check        its number in the list of checks: "T-01"
/// residual     size of the violation, 0 if exact; `note` or the function names its unit
/// tolerance    largest residual for which it holds
/// where        the point, the pair of columns or the port; or ""
/// responsible  names of the causes of a failure, the largest first
/// note         one sentence: the reason of a failure, of no application, or of no decision
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

/// The statement that a check tests.
struct Statement {
  const char* name;
  const char* theorem;
  const char* check;
};

/// The statement holds if the residual is at most the tolerance. A residual that is not a number
/// gives kUndecided.
Check bounded(const Statement& statement, double residual, double tolerance);

/// The same for a residual with this `uncertainty`. The result is kUndecided if the uncertainty
/// exceeds the tolerance and the residual is not clearly larger.
Check bounded(const Statement& statement, double residual, double tolerance, double uncertainty);

/// The statement does not apply, because of `why`.
Check not_applicable(const Statement& statement, std::string why);

/// The statement is undecided, because of `why`.
Check undecided(const Statement& statement, std::string why);

/// kFails if one check fails, otherwise kUndecided if one is undecided, otherwise kHolds. Checks
/// that do not apply are ignored; if no check applies, the result is kNotApplicable.
Verdict worst(const Checks& checks);

/// A readable line: "isotropy [004] Def. 2.2 (T-01): holds, 2.2e-16 <= 1e-12".
std::string to_text(const Check& check);

}  // namespace porthos::structure
