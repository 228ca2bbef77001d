#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace porthos::expr {

/// Formulas whose branches time alone decides, with these branches held.
///
/// formulas   one for each that was given. Where `phase` is a moment, they continue the branches
///            that the given ones take then smoothly to all t; at t = phase they have their values
/// switches   functions of t and phase: the branches of a phase hold until one of them changes its
///            sign. Smooth in t
struct Switched {
  std::vector<Expr> formulas;
  std::vector<Expr> switches;
};

/// Reads at the symbol `phase` what in the formulas jumps, or has a corner, at moments that t and
/// the constants alone decide: comparisons, sign and floor, the branches of abs, min, max and the
/// sheets of atan2. What depends on other symbols stays, but for such parts of it.
Switched hold_branches(std::span<const Expr> fs, const Expr& t, const Expr& phase,
                       std::span<const Expr> constants);

/// Formulas whose branches states decide, with these branches held.
///
/// formulas   one for each that was given. Where all `branches` are 0 they have the given values
/// switches   the switching functions, of the symbols of the given formulas and of `branches`
/// branches   one symbol for each switching function: 1 holds the branch of positive values, -1
///            that of negative ones, each continued smoothly to all states
struct StateSwitched {
  std::vector<Expr> formulas;
  std::vector<Expr> switches, branches;
};

/// Holds the branches of comparisons, abs, sign, min and max that depend on more than the
/// constants. Operands that contain one of the symbols `unknown` stay as they are.
StateSwitched hold_state_branches(std::span<const Expr> fs, std::span<const Expr> constants,
                                  std::span<const Expr> unknown);

/// f depends on t, and besides on these constants only.
bool is_of_time(const Expr& f, const Expr& t, std::span<const Expr> constants);

}  // namespace porthos::expr
