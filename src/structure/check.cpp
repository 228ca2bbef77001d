#include "structure/check.hpp"

#include <cmath>
#include <utility>

#include "base/digits.hpp"

namespace porthos::structure {
namespace {

Check make(const Statement& statement, Verdict verdict) {
  return {.name = statement.name,
          .theorem = statement.theorem,
          .check = statement.check,
          .verdict = verdict};
}

}  // namespace

Check bounded(const Statement& statement, double residual, double tolerance) {
  Check check = make(statement, residual <= tolerance ? Verdict::kHolds : Verdict::kFails);
  check.residual = residual;
  check.tolerance = tolerance;
  if (std::isnan(residual)) {
    check.verdict = Verdict::kUndecided;
    check.note = "the residual is not a number";
  }
  return check;
}

Check bounded(const Statement& statement, double residual, double tolerance, double uncertainty) {
  Check check = bounded(statement, residual, tolerance);
  constexpr double kStandsOut = 10;
  const bool is_sure = uncertainty <= tolerance || residual > kStandsOut * uncertainty;
  if (check.verdict == Verdict::kUndecided || is_sure) return check;
  check.verdict = Verdict::kUndecided;
  check.note = "the residual is only known to " + rounded_digits(uncertainty, 2);
  return check;
}

Check not_applicable(const Statement& statement, std::string why) {
  Check check = make(statement, Verdict::kNotApplicable);
  check.note = std::move(why);
  return check;
}

Check undecided(const Statement& statement, std::string why) {
  Check check = make(statement, Verdict::kUndecided);
  check.note = std::move(why);
  return check;
}

Verdict worst(const Checks& checks) {
  Verdict all = Verdict::kNotApplicable;
  for (const Check& check : checks) {
    if (check.verdict == Verdict::kFails) return Verdict::kFails;
    if (check.verdict == Verdict::kUndecided)
      all = Verdict::kUndecided;
    else if (check.verdict == Verdict::kHolds && all == Verdict::kNotApplicable)
      all = Verdict::kHolds;
  }
  return all;
}

std::string to_text(const Check& check) {
  std::string text = check.name + " " + check.theorem + " (" + check.check + ")";
  if (!check.where.empty()) text += " at " + check.where;
  text += ": " + std::string(name(check.verdict));
  if (check.verdict != Verdict::kNotApplicable && (check.residual > 0 || check.tolerance > 0))
    text += ", " + rounded_digits(check.residual, 3) +
            (check.residual <= check.tolerance ? " <= " : " > ") +
            rounded_digits(check.tolerance, 3);
  if (!check.note.empty()) text += "; " + check.note;
  return text;
}

}  // namespace porthos::structure
