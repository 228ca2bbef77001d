#include "structure/multibody.hpp"

namespace porthos::structure {

Dirac structure_of(const Multibody& system) {
  const auto& [Z, G, A, B] = system;
  const Index pot = Z.rows(), kin = Z.cols(), m = B.cols(), n = pot + 2 * kin + m;
  MatX J = MatX::Zero(n, n), forces = MatX::Zero(n, A.rows());
  J.block(0, pot, pot, kin) = Z;
  J.block(pot, pot, kin, kin) = -G;
  J.block(pot + kin, pot, kin, kin).setIdentity();
  J.block(pot + 2 * kin, pot, m, kin) = B.transpose();
  J.block(pot, 0, kin, pot) = -Z.transpose();
  J.block(pot, pot + kin, kin, kin).diagonal().setConstant(-1);
  J.block(pot, pot + 2 * kin, kin, m) = -B;
  forces.middleRows(pot, kin) = A.transpose();
  return Dirac::constrained(J, forces);
}

Multibody couple(const Multibody& first, const MatX& B1, const Multibody& second, const MatX& B2) {
  const MatX apart = block_diagonal(first.A, second.A);
  MatX A(apart.rows() + B1.cols(), apart.cols());
  A << apart, B1.transpose(), -B2.transpose();
  return {block_diagonal(first.Z, second.Z), block_diagonal(first.G, second.G), A,
          block_diagonal(first.B, second.B)};
}

}  // namespace porthos::structure
