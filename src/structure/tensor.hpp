#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// The Dirac tensor product {(v, alpha) : (v, alpha + beta) in Da and (v, -beta) in Db for some
/// beta}: both laws on the same ports, with a common flow and the sum of the efforts. It is
/// commutative and associative at a point; {(v, 0)} is its identity. (T-19; [003] Sec. 5)
Dirac tensor(const Dirac& a, const Dirac& b);

/// The same with flows and efforts exchanged: {(v + w, alpha) : (v, alpha) in Da, (w, alpha) in
/// Db}, with a common effort and the sum of the flows.
Dirac dual_tensor(const Dirac& a, const Dirac& b);

/// The standard interaction {(v, A^T x) : A v = 0}, A (any x n): contact, wires, gears. ([003] Sec.
/// 5)
Dirac interaction(const MatX& A);

/// The structure that A v = 0 induces on positions and momenta, n of each: flows (q', p'), efforts
/// (gamma, u) with A q' = 0, u = q', gamma + p' in im A^T. (T-20; [003] (4.3))
Dirac induced(const MatX& A);

/// {(v, Phi^T alpha) : (Phi v, alpha) in D}, Phi (n x any): the pull-back of D to motions Phi v.
Dirac pull_back(const Dirac& dirac, const MatX& Phi);

/// {(Psi v, alpha) : (v, Psi^T alpha) in D}, Psi (any x n): the push-forward of D to efforts Psi^T
/// alpha.
Dirac push_forward(const Dirac& dirac, const MatX& Psi);

}  // namespace porthos::structure
