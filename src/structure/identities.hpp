#pragma once

#include "structure/group.hpp"

namespace porthos::structure {

/// T-25: the matrices of a group agree with its product: Ad_ab = Ad_a Ad_b and Ad_a [u, v] = [Ad_a
/// u, Ad_a v]. Both are compared with the matrices of the motions. J(p) is skew. ([002] Sec. 3)
Checks group_identities(Group group, const Motion& a, const Motion& b, const VecX& u, const VecX& v,
                        const VecX& p);

/// T-29: R^T R = 1, det R = 1, and R agrees with its quaternion and, for |beta| < pi/2, with its
/// Cardan angles. ([001] Sec. 5)
Checks rotation_invariants(const Eigen::Matrix3d& R);

/// T-28: equal structures of different papers, for the velocity constraints A v = 0 (k x n) and a
/// momentum p (6) of a body.
Checks dictionary(const MatX& A, const VecX& p);

/// T-21: the structures induced by A1 and A2, joined at the velocities `joint` (v1; v2) = 0, equal
/// the structure induced by all constraints together. ([003] Prop. 5.11, Thm. 6.6)
Check torn(const MatX& A1, const MatX& A2, const MatX& joint);

}  // namespace porthos::structure
