#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace porthos::expr {

/// Formulas whose branches time alone decides, with these branches held.
///
/// formulas   one for each given formula. For a moment `phase`, they continue the branches
///            that the given ones take at that moment smoothly to all t; at t = phase all values
///            agree
/// switches   functions of t and phase: the branches of a phase hold until one of them changes its
///            sign. Smooth in t
struct Switched {
  std::vector<Expr> formulas;
  std::vector<Expr> switches;
};

/// Evaluates at the symbol `phase` all parts of the formulas that jump, or have a corner, at
/// moments that only t and the constants decide: comparisons, sign and floor, the branches of abs,
/// min, max and the sheets of atan2. Parts that depend on other symbols stay.
Switched hold_branches(std::span<const Expr> fs, const Expr& t, const Expr& phase,
                       std::span<const Expr> constants);

/// Formulas whose branches states decide, with these branches held.
///
/// formulas   one for each given formula. If all `branches` are 0 they have the given values
/// switches   the switching functions, of the symbols of the given formulas and of `branches`
/// branches   one symbol for each switching function: 1 holds the branch of positive values, -1
///            that of negative ones, each continued smoothly to all states
struct StateSwitched {
  std::vector<Expr> formulas;
  std::vector<Expr> switches, branches;
};

/// Holds the branches of comparisons, abs, sign, min and max that depend on more than the
/// constants. Operands that contain one of the symbols `unknown` stay unchanged.
StateSwitched hold_state_branches(std::span<const Expr> fs, std::span<const Expr> constants,
                                  std::span<const Expr> unknown);

/// f depends on t, and otherwise on these constants only.
bool is_of_time(const Expr& f, const Expr& t, std::span<const Expr> constants);

}  // namespace porthos::expr
