#include "structure/constrain.hpp"

namespace porthos::structure {

MatX constraint_criterion(const Dirac& dirac, const MatX& E) { return E * dirac.efforts(); }

Dirac constrain(const Dirac& dirac, const MatX& E) {
  const MatX free =
      Subspaces(constraint_criterion(dirac, E), spectral_norm(E)).kernel();  // J1 of the proof
  const MatX forces = Subspaces(E).coimage();  // im E^T, whatever the scale of E
  MatX K(dirac.size(), free.cols() + forces.cols()), L = MatX::Zero(K.rows(), K.cols());
  K << dirac.flows() * free, forces;
  L.leftCols(free.cols()) = dirac.efforts() * free;
  return Dirac::image(K, L);
}

}  // namespace porthos::structure
