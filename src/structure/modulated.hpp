#pragma once

#include <functional>
#include <vector>

#include "structure/dirac.hpp"

namespace porthos::structure {

/// A structure, or a matrix, at each point x.
using DiracField = std::function<Dirac(const VecX&)>;
using MatrixField = std::function<MatX(const VecX&)>;

/// T-02: from x in arbitrary directions, the projector changes in proportion to the distance (1e-2,
/// 1e-4, 1e-6); a residual of about 1 is a jump. ([001] Def. 4)
Check continuity(const DiracField& field, const VecX& x);

/// The rank is the same in x and around it; the residual is by how much it jumps. ([001] Prop. 4 of
/// E L, (13) of the coupled A; [003] Sec. 5 of intersections) `scale` as of Subspaces.
Check constant_rank(const Statement& statement, const MatrixField& field, const VecX& x,
                    double scale = 0);

/// T-10: the dimensions of G1 and P1 are the same in x and around it. ([004] Rem. 3.1)
Checks regular_point(const DiracField& field, const VecX& x);

/// T-03: rank(E L) is the same in x and around it, which suffices for the constrained structure to
/// be continuous.
Check constant_constraint_rank(const DiracField& field, const MatrixField& E, const VecX& x);

/// T-19: the distributions ker A_i(x) intersect cleanly, each pair of them and all together, which
/// is what products of their structures need to be smooth and associative. ([003] Prop. 5.9 asks
/// only for the pairs.)
Checks clean_intersection(const std::vector<MatrixField>& annihilators, const VecX& x);

}  // namespace porthos::structure
