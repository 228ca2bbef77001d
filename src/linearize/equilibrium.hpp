#pragma once

#include <vector>

#include "linearize/reference.hpp"

namespace porthos::linearize {

/// The goal of the search: rest, z' = 0 and w' = 0, or steady motion, w' = 0 only.
enum class Stationary { kRest, kSteady };

/// A state of rest, or of steady motion.
struct Equilibrium {
  VecX z, w;
  bool is_found = false;
  double residual = 0;  // the largest remaining rate, relative to the terms of the difference
  int iterations = 0;
  int worst = -1;  // (z, w, c, x) the equation with the largest residual
};

/// The stationary state near a consistent one, by Newton's method. The unknowns are z, w and the
/// multipliers; the equations are
///
///   g = 0      f = 0      c = 0      R = 0                                                    (S)
///
/// For steady motion g contains only the rates that are zero at the beginning, and R_z z' = 0, the
/// rate of the constraints with w' = 0, is added. Equations and unknowns may be dependent
/// (redundant constraints; a ball on a table rests anywhere). Each step is the shortest one that
/// solves the solvable part. It is halved until the next step from its end would be shorter
/// (Deuflhard's natural test).
///
/// fixed         (z, w) states that keep their values
/// keeps_energy  no motion changes the energy (as with heat in an isolated model): the state has
/// the
///               energy of the start if there is such a state
Equilibrium find_equilibrium(const Equations& equations, const VecX& z, const VecX& w,
                             Stationary kind, const std::vector<int>& clocks,
                             const std::vector<int>& fixed, bool keeps_energy);

}  // namespace porthos::linearize
