#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Constant functions of the state among polynomials in positions, momenta, and the sines and
/// cosines of positions in the model.
struct Invariants {
  /// Casimirs of the structure with closed ports. They are constant for every energy, since their
  /// differentials are in P0, the annihilator of all flows ([004] (4.14)). They include integrals
  /// of holonomic constraints.
  std::vector<std::string> casimirs;
  /// Casimirs that ports or relations of the model change, with the names of these.
  struct Changed {
    std::string casimir;
    std::vector<std::string> by;
  };
  std::vector<Changed> changed;
  /// Functions that are constant along the motion with all inputs, force laws and relations;
  /// without Casimirs, the energy, and products of others.
  std::vector<std::string> conserved;

  /// The search space: polynomials up to a degree in these variables; degree 0 if there was no
  /// search.
  int degree = 0;
  std::vector<std::string> variables;
  double until = 0;                // s: times from 0 to this one, if the motion depends on time
  bool is_between_events = false;  // events and jumps may change them
  std::string note;                // the reason if there was no search or the result is unclear
};

/// (T-12) A combination is reported if its exact derivative vanishes at more states than there are
/// functions, and again at other states and along the run.
Invariants find_invariants(const Subject& subject);

}  // namespace porthos::inspect
