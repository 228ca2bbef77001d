#pragma once

#include <optional>

#include "structure/representations.hpp"

namespace porthos::structure {

/// The characteristic distributions of a Dirac structure, as orthonormal bases. (T-10; [004]
/// (3.1)-(3.6))
///
/// G0  flows that need no effort, {f : (f, 0) in D}
/// G1  admissible flows, {f : (f, e) in D for some e}
/// P0  efforts that need no flow, {e : (0, e) in D}
/// P1  admissible efforts, {e : (f, e) in D for some f}
struct Distributions {
  MatX G0, G1, P0, P1;     // (n x dimension)
  std::string doubt = "";  // reason for undecided dimensions
};

Distributions find_distributions(const Dirac& dirac);

/// Prop. 3.1: G0 = ker P1 and P0 = ann G1, hence dim G0 + dim P1 = n = dim G1 + dim P0.
Checks check(const Distributions& distributions);

/// The canonical coordinates of a closed structure, 2 k + l + m = n. (T-14; [004] Prop. 4.3,
/// (4.58))
///
/// pairs        k, of conjugate coordinates (q, p)
/// casimirs     l = dim P0, coordinates r whose rate is zero
/// constraints  m = dim G0, coordinates s with 0 = dH/ds
struct CanonicalSizes {
  Index pairs, casimirs, constraints;
};

Available<CanonicalSizes> canonical_sizes(const Dirac& dirac);

/// T-11: an energy with these second derivatives determines the multipliers if G0^T H'' G0 is
/// nonsingular. The index is then 1 in x, 2 in (x, lambda). The residual is the number of
/// undetermined multipliers. ([004] (3.10), (3.18), (4.70))
Check nondegenerate(const Dirac& dirac, const MatX& hessian);

/// T-12: the part of dH outside P1, relative to its length. If it is 0, the function is admissible.
Check admissible(const Dirac& dirac, const VecX& dH);
/// T-12: the part of dC outside P0, relative to its length. If it is 0 everywhere, C is conserved
/// for every energy.
Check casimir(const Dirac& dirac, const VecX& dC);
/// {H1, H2} = dH1^T X2 with (X2, dH2) in D; empty unless both are admissible. ([004] (4.12))
std::optional<double> bracket(const Dirac& dirac, const VecX& dH1, const VecX& dH2);

}  // namespace porthos::structure
