#include "structure/constrain.hpp"

#include "structure/tensor.hpp"

namespace porthos::structure {

MatX constraint_criterion(const Dirac& dirac, const MatX& E) { return E * dirac.efforts(); }

Dirac constrain(const Dirac& dirac, const MatX& E) {
  // {(E^T mu, e) : E e = 0}, on the same efforts.
  const Index n = dirac.size();
  return dual_tensor(dirac, Dirac::constrained(MatX::Zero(n, n), E.transpose()));
}

}  // namespace porthos::structure
