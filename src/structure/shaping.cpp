#include "structure/shaping.hpp"

#include "structure/distributions.hpp"

namespace porthos::structure {

Dirac shaped(const MatX& J, const MatX& b, const MatX& g) {
  const Index n = J.rows(), m = g.cols();
  MatX both = block_diagonal(J, MatX::Zero(m, m));
  both.topRightCorner(n, m) = -g;
  both.bottomLeftCorner(m, n) = g.transpose();
  MatX forces = MatX::Zero(n + m, b.cols());
  forces.topRows(n) = b;
  return Dirac::constrained(both, forces);
}

Checks energy_shaping(const MatX& J, const MatX& b, const MatX& g, const MatX& C) {
  const Dirac together = shaped(J, b, g);
  Checks checks;
  for (Index i = 0; i < C.rows(); ++i) {
    VecX invariant = VecX::Zero(together.size());
    invariant.head(C.cols()) = C.row(i).transpose();
    invariant(C.cols() + i) = -1;
    Check check = casimir(together, invariant);
    check.name = "C - xi is conserved";
    check.theorem = "[004] Ex. 5.2";
    check.check = "T-27";
    check.where = "input " + std::to_string(i + 1);
    checks.push_back(check);
  }
  return checks;
}

}  // namespace porthos::structure
