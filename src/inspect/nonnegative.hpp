#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The claim that a sum of products is never negative, such as the power of a resistive relation or
/// the entropy that a process makes.
///
/// terms         flows and efforts, with e and p put in
/// temperatures  formulas: the claim is made only where all of them are positive
/// is_free       the velocities may have any values, as those of a box without storage; otherwise
///               only those that the constraints admit
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
/// holds      it is proven by algebra
/// fails      it is negative at `where`: bounds of its rounding exclude zero. Then `residual` is 1
/// undecided  no proof was found, and no state at which it is negative and that the model surely
///            admits; the note says which states were tried
struct Judgement {
  Verdict verdict = Verdict::kUndecided;
  std::string where, note;
};

Judgement judge(const Subject& subject, const Claim& claim);

/// As a check of a statement.
Check check_of(const Statement& statement, const Judgement& judgement);

}  // namespace porthos::inspect
