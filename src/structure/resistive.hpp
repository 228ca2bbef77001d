#pragma once

#include <functional>

#include "structure/check.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// T-06: f^T D f >= 0 for every flow: the least eigenvalue of (D + D^T) / 2, relative to the
/// largest in size. The residual is its negative. ([001] Def. 6)
Check resistive(const MatX& D);

/// The same of a relation e = law(f) that is not linear, at arbitrary flows of this size: the most
/// negative power, relative to |f| |e|. What holds of samples is no proof, so this only fails, or
/// is undecided.
Check resistive(const std::function<VecX(const VecX&)>& law, Index size, double flow = 1);

/// T-24: an irreversible process f = O e is symmetric, O >= 0, and takes no energy: O (e + shift) =
/// 0, shift being the temperature of the environment on entropies and 0 elsewhere. ([002] Sec. 2)
Checks onsager(const MatX& O, const VecX& e, const VecX& shift);

/// e^T O e, the exergy that the process destroys, W.
inline double exergy_destruction(const MatX& O, const VecX& e) { return e.dot(O * e); }

}  // namespace porthos::structure
