#include "structure/tensor.hpp"

namespace porthos::structure {
namespace {

MatX beside(const MatX& left, const MatX& right) {
  MatX all(left.rows(), left.cols() + right.cols());
  all << left, right;
  return all;
}

}  // namespace

Dirac tensor(const Dirac& a, const Dirac& b) {
  const MatX same_flow = Subspaces(beside(a.flows(), -b.flows()), 1).kernel();
  const MatX x = same_flow.topRows(a.dimension()), y = same_flow.bottomRows(b.dimension());
  return Dirac::image(a.flows() * x, a.efforts() * x + b.efforts() * y);
}

Dirac interaction(const MatX& A) { return Dirac::presymplectic(MatX::Zero(A.cols(), A.cols()), A); }

Dirac induced(const MatX& A) {
  const Index n = A.cols();
  MatX omega = MatX::Zero(2 * n, 2 * n);
  omega.topRightCorner(n, n).diagonal().setConstant(-1);
  omega.bottomLeftCorner(n, n).setIdentity();
  return Dirac::presymplectic(omega, beside(A, MatX::Zero(A.rows(), n)));
}

Dirac pull_back(const Dirac& dirac, const MatX& Phi) {
  const MatX both = Subspaces(beside(dirac.flows(), -Phi), 1).kernel();
  const MatX x = both.topRows(dirac.dimension()), v = both.bottomRows(Phi.cols());
  return Dirac::image(v, Phi.transpose() * dirac.efforts() * x);
}

Dirac push_forward(const Dirac& dirac, const MatX& Psi) {
  const MatX both = Subspaces(beside(dirac.efforts(), -Psi.transpose()), 1).kernel();
  const MatX x = both.topRows(dirac.dimension()), alpha = both.bottomRows(Psi.rows());
  return Dirac::image(Psi * dirac.flows() * x, alpha);
}

}  // namespace porthos::structure
