#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Functions of the state that stay constant, found among polynomials in positions, momenta, and
/// the sines and cosines that the model has of positions.
struct Invariants {
  /// Casimirs of the structure whose ports are closed: constant whatever the energy is, for their
  /// differentials are in P0, the annihilator of all flows ([004] (4.14)); integrals of holonomic
  /// constraints among them.
  std::vector<std::string> casimirs;
  /// Those of them that ports or relations of the model change, with the names of these.
  struct Changed {
    std::string casimir;
    std::vector<std::string> by;
  };
  std::vector<Changed> changed;
  /// Constant along the motion of this energy, with the inputs, force laws and relations that the
  /// model has; without Casimirs, the energy, and products of others.
  std::vector<std::string> conserved;

  /// Where they were sought: polynomials up to a degree in these variables; degree 0 if not at all.
  int degree = 0;
  std::vector<std::string> variables;
  double until = 0;                // s: times from 0 to here, if the motion depends on time
  bool is_between_events = false;  // events may change them
  std::string note;                // why nothing was sought, or is told
};

/// (T-12) A combination is told if its exact derivative vanishes at more states than there are
/// functions, and again at other states and along the run.
Invariants find_invariants(const Subject& subject);

}  // namespace porthos::inspect
