#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Functions of the state that stay constant, found among polynomials in positions, momenta, and
/// the sines and cosines that the model has of positions.
struct Invariants {
  /// Whatever the energy is: their differentials are in P0, the annihilator of all flows ([004]
  /// (4.14)); integrals of holonomic constraints among them.
  std::vector<std::string> casimirs;
  /// Along the motion of this energy, the energy and products of others left out: momentum maps.
  std::vector<std::string> conserved;
  bool is_searched = false;  // false: the model is too large, or time is in it
};

/// (T-12) Decided at more states than there are functions, to 1e-10 of the terms.
Invariants find_invariants(const Subject& subject);

}  // namespace porthos::inspect
