#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// The Dirac tensor product {(v, alpha) : (v, alpha + beta) in Da and (v, -beta) in Db for some
/// beta}: both laws on the same ports, one motion and the sum of the efforts. Commutative and
/// associative at a point; {(v, 0)} changes nothing. (T-19; [003] Sec. 5)
Dirac tensor(const Dirac& a, const Dirac& b);

/// The same with flows and efforts exchanged: {(v + w, alpha) : (v, alpha) in Da, (w, alpha) in
/// Db}, one effort and the sum of the flows.
Dirac dual_tensor(const Dirac& a, const Dirac& b);

/// The standard interaction {(v, A^T x) : A v = 0}, A (any x n): contact, wires, gears. ([003] Sec.
/// 5)
Dirac interaction(const MatX& A);

/// The structure that motions with A v = 0 induce on positions and momenta, n of each: flows (q',
/// p'), efforts (gamma, u) with A q' = 0, u = q', gamma + p' in im A^T. (T-20; [003] (4.3))
Dirac induced(const MatX& A);

/// {(v, Phi^T alpha) : (Phi v, alpha) in D}, Phi (n x any): D as seen by motions Phi v.
Dirac pull_back(const Dirac& dirac, const MatX& Phi);

/// {(Psi v, alpha) : (v, Psi^T alpha) in D}, Psi (any x n): D as seen by efforts Psi^T alpha.
Dirac push_forward(const Dirac& dirac, const MatX& Psi);

}  // namespace porthos::structure
