#include "structure/interconnect.hpp"

#include "base/index.hpp"
#include "structure/compose.hpp"

namespace porthos::structure {

Dirac port_controlled(const MatX& J, const MatX& g) {
  return port_controlled(J, g, MatX(J.rows(), 0));
}

Dirac port_controlled(const MatX& J, const MatX& g, const MatX& b) {
  const Index n = J.rows(), m = g.cols(), k = b.cols();
  if (is_skew(J)) {
    // The inputs are e, f and lambda; the outputs are x', -y = -g^T e and -b^T e = 0.
    MatX all = block_diagonal(J, MatX::Zero(m + k, m + k));
    all.block(0, n, n, m) = g;
    all.rightCols(k).topRows(n) = b;
    all.bottomLeftCorner(m + k, n) = -all.topRightCorner(n, m + k).transpose();
    SkewForm form = skew_form(all, false);
    Ports multipliers;
    for (Index i = 0; i < m; ++i) form.gives_flow[index(n + i)] = 1;
    for (Index i = 0; i < k; ++i) multipliers.push_back(n + m + i);
    eliminate(form, multipliers);
    return Dirac::of(std::move(form));
  }
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
  Ports outer, inner;
  for (Index i = 0; i < g.cols(); ++i) {
    outer.push_back(J.rows() + i);
    inner.push_back(i);
  }
  return compose(port_controlled(J, g), outer, law, inner, Coupling::kOppositeEfforts);
}

Dirac feedback(Index m) {
  MatX J = MatX::Zero(2 * m, 2 * m);
  J.topRightCorner(m, m).diagonal().setConstant(-1);
  J.bottomLeftCorner(m, m).setIdentity();
  return Dirac::graph(J);
}

}  // namespace porthos::structure
