#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// The matrices of a multibody system at one point. ([001] (7), (10))
///
/// Z  positions' rates, z' = Z w     (n_pot x n_kin)
/// G  gyroscopic, skew               (n_kin x n_kin)
/// A  velocity constraints, A w = 0  (any x n_kin)
/// B  ports' velocities, B^T w       (n_kin x m)
struct Multibody {
  MatX Z, G, A, B;
};

/// Structure (7): flows (z', p', w, B^T w) and efforts (dV, w, tau_d, tau) of the ports positions,
/// momenta, resistive, external, with p' = -Z^T dV - G w - A^T mu - tau_d - B tau. Its size is
/// n_pot + 2 n_kin + m. The power of the external ports is extracted power. (T-04; [001] Prop. 1,
/// 2)
Dirac structure_of(const Multibody& system);

/// Joins two systems by equal velocities B1^T w1 = B2^T w2 and opposite forces: additional rows of
/// A. (T-16; [001] (12))
Multibody couple(const Multibody& first, const MatX& B1, const Multibody& second, const MatX& B2);

}  // namespace porthos::structure
