#include "structure/multibody.hpp"

namespace porthos::structure {

Dirac structure_of(const Multibody& system) {
  const auto& [Z, G, A, B] = system;
  const Index pot = Z.rows(), kin = Z.cols(), m = B.cols(), n = pot + 2 * kin + m;
  const MatX free = Subspaces(A).kernel(), forces = Subspaces(A).coimage();
  const Index w = free.cols();
  // Columns: dV, the allowed w, tau_d, tau, mu.
  MatX K = MatX::Zero(n, pot + w + kin + m + forces.cols()), L = MatX::Zero(n, K.cols());
  K.block(0, pot, pot, w) = Z * free;
  K.block(pot, 0, kin, K.cols()) << -Z.transpose(), -G * free, -MatX::Identity(kin, kin), -B,
      -forces;
  K.block(pot + kin, pot, kin, w) = free;
  K.block(pot + 2 * kin, pot, m, w) = B.transpose() * free;
  L.topLeftCorner(pot, pot).setIdentity();
  L.block(pot, pot, kin, w) = free;
  L.block(pot + kin, pot + w, kin + m, kin + m).setIdentity();
  return Dirac::image(K, L);
}

Multibody couple(const Multibody& first, const MatX& B1, const Multibody& second, const MatX& B2) {
  const MatX apart = block_diagonal(first.A, second.A);
  MatX A(apart.rows() + B1.cols(), apart.cols());
  A << apart, B1.transpose(), -B2.transpose();
  return {block_diagonal(first.Z, second.Z), block_diagonal(first.G, second.G), A,
          block_diagonal(first.B, second.B)};
}

}  // namespace porthos::structure
