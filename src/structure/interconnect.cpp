#include "structure/interconnect.hpp"

namespace porthos::structure {

Dirac port_controlled(const MatX& J, const MatX& g) {
  return port_controlled(J, g, MatX(J.rows(), 0));
}

Dirac port_controlled(const MatX& J, const MatX& g, const MatX& b) {
  const Index n = J.rows(), m = g.cols();
  // Columns: the allowed e, f, lambda.
  const MatX free = Subspaces(b.transpose()).kernel(), forces = Subspaces(b).image();
  MatX K = MatX::Zero(n + m, free.cols() + m + forces.cols()), L = MatX::Zero(K.rows(), K.cols());
  K.topRows(n) << J * free, g, forces;
  K.block(n, free.cols(), m, m).setIdentity();
  L.topLeftCorner(n, free.cols()) = free;
  L.bottomLeftCorner(m, free.cols()) = -g.transpose() * free;
  return Dirac::image(K, L);
}

Dirac interconnect(const MatX& J, const MatX& g, const Dirac& law) {
  MatX gap(g.cols(), g.rows() + law.dimension());
  gap << g.transpose(), -law.efforts();
  const MatX agree = Subspaces(gap, 1).kernel();
  const MatX e = agree.topRows(g.rows()), x = agree.bottomRows(law.dimension());
  return Dirac::image(J * e + g * law.flows() * x, e);
}

Dirac feedback(Index m) {
  MatX J = MatX::Zero(2 * m, 2 * m);
  J.topRightCorner(m, m).diagonal().setConstant(-1);
  J.bottomLeftCorner(m, m).setIdentity();
  return Dirac::graph(J);
}

}  // namespace porthos::structure
