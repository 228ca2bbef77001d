#pragma once

#include <functional>
#include <vector>

#include "structure/dirac.hpp"

namespace porthos::structure {

/// A structure, or a matrix, at each point x.
using DiracField = std::function<Dirac(const VecX&)>;
using MatrixField = std::function<MatX(const VecX&)>;

/// T-02: the projector changes in proportion to the distance from x (1e-2, 1e-4, 1e-6), in several
/// directions. A residual of about 1 is a jump. ([001] Def. 4)
Check continuity(const DiracField& field, const VecX& x);

/// The rank is the same in x and around it; the residual is the jump. ([001] Prop. 4 for E L, (13)
/// for the coupled A; [003] Sec. 5 for intersections) `scale` as in Subspaces.
Check constant_rank(const Statement& statement, const MatrixField& field, const VecX& x,
                    double scale = 0);

/// T-10: the dimensions of G1 and P1 are the same in x and around it. ([004] Rem. 3.1)
Checks regular_point(const DiracField& field, const VecX& x);

/// T-19: the distributions ker A_i(x) intersect cleanly, in pairs and all together. Then the
/// products of their structures are smooth and associative. ([003] Prop. 5.9 requires pairs only.)
Checks clean_intersection(const std::vector<MatrixField>& annihilators, const VecX& x);

}  // namespace porthos::structure
