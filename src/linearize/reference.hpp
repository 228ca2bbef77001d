#pragma once

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// The motion to linearize at one moment: a state and the quantities that follow from it.
struct Reference {
  system::Workspace at;  // z, w, multipliers, signals, rates, w'
  VecX s_rate;           // (z', w') of the massive part; exactly zero at rest, without clocks

  bool is_at_rest() const { return s_rate.isZero(0); }
};

/// True if nothing has a position but time, and something moves, as a spinning body without
/// attitude: that is no rest.
bool is_spin(const Equations& equations, const Reference& reference,
             const std::vector<int>& clocks);

/// The reference at a consistent state (theory 0.3, by dae::Accelerations). `clocks` are the
/// positions that represent time (theory 10); they stand still. Not finite if there are no
/// accelerations.
Reference make_reference(const Equations& equations, const VecX& z, const VecX& w,
                         const std::vector<int>& clocks);

}  // namespace porthos::linearize
