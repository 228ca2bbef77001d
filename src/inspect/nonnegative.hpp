#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The claim that a sum of products is never negative, such as the power of a resistive relation or
/// the entropy production of a process.
///
/// terms         flows and efforts, with e and p inserted
/// temperatures  formulas; the claim applies only where all of them are positive
/// is_free       true: the velocities are arbitrary, as those of a box without storage; otherwise
///               only admissible velocities count
struct Claim {
  struct Term {
    Expr flow, effort;
  };
  std::vector<Term> terms;
  std::vector<Expr> temperatures;
  bool is_free = false;
};

/// The answer to a claim.
///
/// holds      algebra proves it
/// fails      it is negative at `where` beyond the bounds of rounding; `residual` is 1
/// undecided  there is no proof, and no certainly admissible state with a negative value;
///            the note names the tried states
struct Judgement {
  Verdict verdict = Verdict::kUndecided;
  std::string where, note;
};

Judgement judge(const Subject& subject, const Claim& claim);

/// The judgement as a check of a statement.
Check check_of(const Statement& statement, const Judgement& judgement);

}  // namespace porthos::inspect
