#pragma once

#include <optional>
#include <vector>

#include "inspect/subject.hpp"
#include "structure/dirac.hpp"
#include "structure/distributions.hpp"

namespace porthos::inspect {

/// T-01, T-04: J is skew and, with ports and rows, a Dirac structure at each state. T-02, T-16: its
/// rows keep their rank. T-10: the start is a regular point.
Findings check_structure(const Subject& subject);

/// The structure with the first `ports` of its ports, over (x, ports). ([004] (5.14))
///
/// Massless momenta are no states: their flows are zero, and their efforts, the velocities, follow
/// from this.
structure::Dirac dirac_at(const Subject& subject, const MatricesAt& at, int ports);

/// The numbers of independent flows and efforts of the structure without ports in a state, with
/// `size` storage ports. They are locally constant at regular states; elsewhere they may be smaller
/// or, where a row vanishes, larger.
struct Dimensions {
  Eigen::Index flows = 0, efforts = 0, size = 0;
  friend bool operator==(const Dimensions& a, const Dimensions& b) = default;
};

/// (states), or one for all if the structure is constant; empty if the model is too large for dense
/// matrices.
std::vector<Dimensions> dimensions_of(const Subject& subject);

/// The dimensions at regular states, which all states but special ones are: the most frequent ones;
/// `all` is not empty, and the start, its first one, counts least.
Dimensions at_regular_states(const std::vector<Dimensions>& all);

/// k, l, m of the canonical form at regular points, {pairs, casimirs, constraints}; empty if the
/// model is too large for dense matrices, or its structure is not known to be closed. (T-14)
std::optional<structure::CanonicalSizes> canonical_sizes_of(const Subject& subject);

}  // namespace porthos::inspect
