#pragma once

#include <vector>

#include "linearize/reference.hpp"

namespace porthos::linearize {

/// What is looked for: rest, z' = 0 and w' = 0, or steady motion, w' = 0 alone.
enum class Stationary { kRest, kSteady };

/// A state that stays, or goes on as it is.
struct Equilibrium {
  VecX z, w;
  bool is_found = false;
  double residual = 0;  // the largest rate that is left, relative to what it is a difference of
  int iterations = 0;
  int worst = -1;  // (z, w, c, x) which equation is met worst
};

/// The stationary state near a consistent one, by Newton's method. The unknowns are z, w and the
/// multipliers, the equations
///
///   g = 0      f = 0      c = 0      R = 0                                                    (S)
///
/// and, in steady motion, of g only what is at rest at the beginning, and the rate R_z z' = 0 of
/// the rows with w' = 0. Neither the equations nor the unknowns have to be independent (dependent
/// rows; a ball on a table rests anywhere): each step is the shortest one that solves what can be
/// solved, and is halved until the next one from its end would be shorter (Deuflhard's natural
/// test).
///
/// fixed  (z, w) states that keep their values
Equilibrium find_equilibrium(const Equations& equations, const VecX& z, const VecX& w,
                             Stationary kind, const std::vector<int>& clocks,
                             const std::vector<int>& fixed);

}  // namespace porthos::linearize
