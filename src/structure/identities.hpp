#pragma once

#include "structure/group.hpp"

namespace porthos::structure {

/// T-25: the matrices of a group agree with its product: Ad_ab = Ad_a Ad_b, Ad_a [u, v] = [Ad_a u,
/// Ad_a v], both compared with matrices that represent the motions themselves; J(p) is skew.
/// ([002] Sec. 3)
Checks group_identities(Group group, const Motion& a, const Motion& b, const VecX& u, const VecX& v,
                        const VecX& p);

/// T-29: R^T R = 1, det R = 1, and R is that of its quaternion and, for |beta| < pi/2, of its
/// Cardan angles. ([001] Sec. 5)
Checks rotation_invariants(const Eigen::Matrix3d& R);

/// T-28: structures of different papers that are the same, for the velocity constraints A v = 0 (k
/// x n) and a momentum p (6) of a body.
Checks dictionary(const MatX& A, const VecX& p);

/// T-21: the structures that A1 and A2 induce, joined at the velocities `joint` (v1; v2) = 0, are
/// the one that all constraints together induce. ([003] Prop. 5.11, Thm. 6.6)
Check torn(const MatX& A1, const MatX& A2, const MatX& joint);

}  // namespace porthos::structure
