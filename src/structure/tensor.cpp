#include "structure/tensor.hpp"

#include "base/index.hpp"
#include "structure/compose.hpp"

namespace porthos::structure {
namespace {

Ports ports(Index first, Index count) {
  Ports all;
  for (Index i = 0; i < count; ++i) all.push_back(first + i);
  return all;
}

/// y = J x over the ports of the result, then the ports to be joined. All of J is exact except
/// `map`.
Dirac law(const MatX& map, bool gives_first, bool gives_second) {
  const Index first = map.rows(), second = map.cols();
  MatX J = MatX::Zero(first + second, first + second);
  J.topRightCorner(first, second) = map;
  J.bottomLeftCorner(second, first) = -map.transpose();
  SkewForm form = skew_form(J, false);
  for (Index i = 0; i < first + second; ++i)
    form.gives_flow[index(i)] = i < first ? gives_first : gives_second;
  return Dirac::of(std::move(form));
}

/// Both structures on the same ports: flow or effort is common, the other one is the sum.
Dirac together(const Dirac& a, const Dirac& b, bool same_flow) {
  const Index n = a.size();
  MatX sum(n, 2 * n);
  sum << MatX::Identity(n, n), MatX::Identity(n, n);
  if (!same_flow) sum *= -1;  // joined ports have opposite flows
  return compose(law(sum, same_flow, !same_flow), ports(n, 2 * n), direct_sum(a, b),
                 ports(0, 2 * n));
}

}  // namespace

Dirac tensor(const Dirac& a, const Dirac& b) { return together(a, b, true); }

Dirac dual_tensor(const Dirac& a, const Dirac& b) { return together(a, b, false); }

Dirac interaction(const MatX& A) { return Dirac::presymplectic(MatX::Zero(A.cols(), A.cols()), A); }

Dirac induced(const MatX& A) {
  const Index n = A.cols();
  MatX omega = MatX::Zero(2 * n, 2 * n);
  omega.topRightCorner(n, n).diagonal().setConstant(-1);
  omega.bottomLeftCorner(n, n).setIdentity();
  MatX rows = MatX::Zero(A.rows(), 2 * n);
  rows.leftCols(n) = A;
  return Dirac::presymplectic(omega, rows);
}

Dirac pull_back(const Dirac& dirac, const MatX& Phi) {
  // Ports (v, Phi^T alpha) and (-Phi v, alpha).
  return compose(law(Phi.transpose(), true, false), ports(Phi.cols(), Phi.rows()), dirac,
                 ports(0, Phi.rows()));
}

Dirac push_forward(const Dirac& dirac, const MatX& Psi) {
  // Ports (Psi v, alpha) and (-v, Psi^T alpha).
  return compose(law(-Psi, false, true), ports(Psi.rows(), Psi.cols()), dirac,
                 ports(0, Psi.cols()));
}

}  // namespace porthos::structure
