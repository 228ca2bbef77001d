#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/archive.hpp"
#include "base/index.hpp"
#include "base/linear.hpp"

namespace porthos::dae {

/// The state between two steps, with the energy ledger of the run so far. s, J.
struct State {
  double t = 0;
  VecX z, w;
  double start_energy = 0;     // H at the start of the run
  double start_potential = 0;  // V there
  VecX dissipated;             // (power) by each resistive relation since then
  VecX supplied;               // (u) through each port since then
  double scale = 0;            // the largest kinetic energy or change of V so far
  double rounding = 0;         // the error of V where it exceeds the rounding of its value

  /// Clamps the energies that relations have dissipated to their values at `before` and `after`,
  /// where they are beyond them by at most `most` (power), J: there a relation that only takes
  /// energy seems to supply some, by the error of an interpolation. A larger excess is none: a
  /// relation of several rows may take in one row what it gives in another. True if that changes
  /// anything.
  bool clamp_dissipated(const State& before, const State& after, const VecX& most) {
    bool is_changed = false;
    for (Eigen::Index i = 0; i < dissipated.size(); ++i) {
      const double least = before.dissipated[i], largest = after.dissipated[i];
      if (!(least <= largest)) continue;
      const double clamped = std::clamp(dissipated[i], least, largest);
      if (clamped == dissipated[i] || !(std::abs(clamped - dissipated[i]) <= most[i])) continue;
      is_changed = true;
      dissipated[i] = clamped;
    }
    return is_changed;
  }

  /// The stored energy H for which the ledger balances.
  double demanded() const { return start_energy - dissipated.sum() + supplied.sum(); }

  /// The sum of the sizes of all energies: the defect of the ledger is compared with it.
  double energy_size() const {
    return scale + std::abs(start_energy) + std::abs(start_potential) + dissipated.lpNorm<1>() +
           supplied.lpNorm<1>();
  }

  void describe(Archive& archive) {
    archive(t, start_energy, start_potential, scale, rounding, z, w, dissipated, supplied);
  }
};

}  // namespace porthos::dae
