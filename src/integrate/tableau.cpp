#include "integrate/tableau.hpp"

#include <cassert>
#include <cmath>
#include <utility>

namespace porthos::integrate {
namespace {

/// Zeros of the Legendre polynomial of degree s on [-1, 1], ascending.
VecX legendre_zeros(int s) {
  VecX x(s);
  switch (s) {
    case 1: x << 0; break;
    case 2: x << -std::sqrt(1.0 / 3), std::sqrt(1.0 / 3); break;
    case 3: x << -std::sqrt(3.0 / 5), 0, std::sqrt(3.0 / 5); break;
    default: {
      assert(s == 4);
      const double inner = std::sqrt(3.0 / 7 - 2.0 / 7 * std::sqrt(6.0 / 5));
      const double outer = std::sqrt(3.0 / 7 + 2.0 / 7 * std::sqrt(6.0 / 5));
      x << -outer, -inner, inner, outer;
    }
  }
  return x;
}

VecX legendre_weights(int s) {
  VecX weights(s);
  switch (s) {
    case 1: weights << 2; break;
    case 2: weights << 1, 1; break;
    case 3: weights << 5.0 / 9, 8.0 / 9, 5.0 / 9; break;
    default: {
      const double inner = (18 + std::sqrt(30.0)) / 36, outer = (18 - std::sqrt(30.0)) / 36;
      weights << outer, inner, inner, outer;
    }
  }
  return weights;
}

// The zeros of the denominator of the Pade approximant of exp:
// sum_k (2s - k)! / (k! (s - k)!) (-x)^k = 0.
std::vector<std::complex<double>> pade_zeros(int s) {
  switch (s) {
    case 1: return {{2, 0}};
    case 2: return {{3, 1.7320508075688774}};
    case 3: return {{4.644370709252173, 0}, {3.677814645373915, 3.508761919567445}};
    default:
      return {{5.792421205640747, 1.7344682578690043}, {4.207578794359256, 5.314836083713507}};
  }
}

/// The slope at the node i of x / c_j l_j(x), which is 1 at c_j and 0 at 0 and the other nodes.
double slope(const VecX& c, Eigen::Index i, Eigen::Index j) {
  double sum = 1 / c[i], product = c[i] / (c[j] * (c[j] - c[i]));
  for (Eigen::Index m = 0; m < c.size(); ++m) {
    if (m != i) sum += 1 / (c[i] - c[m]);
    if (m != i && m != j) product *= (c[i] - c[m]) / (c[j] - c[m]);
  }
  return i == j ? sum : product;
}

}  // namespace

Tableau::Tableau(VecX nodes, VecX weights, std::vector<std::complex<double>> of_inverse)
    : a(nodes.size(), nodes.size()),
      b(std::move(weights)),
      c(std::move(nodes)),
      eigenvalues(std::move(of_inverse)) {
  // The rule of the nodes, on [0, c_i], integrates l_j, of degree s - 1, exactly.
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    a.row(i).setZero();
    for (Eigen::Index k = 0; k < c.size(); ++k)
      a.row(i) += c[i] * b[k] * lagrange(c[i] * c[k]).transpose();
  }
  // With u(0) = 0 the values at the nodes are a times the slopes there.
  inverse.resize(c.size(), c.size());
  for (Eigen::Index i = 0; i < c.size(); ++i)
    for (Eigen::Index j = 0; j < c.size(); ++j) inverse(i, j) = slope(c, i, j);
}

VecX lagrange(const VecX& nodes, double x) {
  VecX values = VecX::Ones(nodes.size());
  for (Eigen::Index j = 0; j < nodes.size(); ++j)
    for (Eigen::Index m = 0; m < nodes.size(); ++m)
      if (m != j) values[j] *= (x - nodes[m]) / (nodes[j] - nodes[m]);
  return values;
}

VecX Tableau::increments() const { return lagrange(1).cwiseQuotient(c); }

Tableau gauss_tableau(int s) {
  return {(legendre_zeros(s).array() + 1) / 2, legendre_weights(s) / 2, pade_zeros(s)};
}

Tableau radau_tableau() {
  const double root = std::sqrt(6.0);
  VecX nodes(3), weights(3);
  nodes << (4 - root) / 10, (4 + root) / 10, 1;
  weights << (16 - root) / 36, (16 + root) / 36, 1.0 / 9;
  return {nodes, weights, {{3.63783425274449573, 0}, {2.68108287362775213, 3.05043019924741057}}};
}

}  // namespace porthos::integrate
