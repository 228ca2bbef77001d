#pragma once

#include <algorithm>
#include <vector>

#include "base/index.hpp"
#include "base/linear.hpp"

namespace porthos::dae {

/// The state between two steps, with the energy account of the run so far. J.
struct State {
  double t = 0;
  VecX z, w;
  double start_energy = 0;     // H at the start of the run
  double start_potential = 0;  // V there
  VecX dissipated;             // (power) by each resistive relation since then
  VecX supplied;               // (u) through each port since then
  double scale = 0;            // the largest kinetic energy or change of V so far
  double rounding = 0;         // of V, where it loses more digits than its value shows

  /// Puts what each relation has dissipated between what it has at `before` and at `after`: what is
  /// passive never gives back, whatever an interpolation says. `is_force` (power) names those that
  /// are not. True if that changes anything.
  bool keep_dissipated_between(const State& before, const State& after,
                               const std::vector<char>& is_force) {
    bool is_changed = false;
    for (Eigen::Index i = 0; i < dissipated.size(); ++i) {
      if (is_force[index(i)]) continue;
      const double least = before.dissipated[i], most = after.dissipated[i];
      const double kept = least <= most ? std::clamp(dissipated[i], least, most) : dissipated[i];
      is_changed = is_changed || kept != dissipated[i];
      dissipated[i] = kept;
    }
    return is_changed;
  }

  /// The energy that the ledger demands now.
  double demanded() const { return start_energy - dissipated.sum() + supplied.sum(); }
};

}  // namespace porthos::dae
