#include "integrate/gauss_tableau.hpp"

#include <cassert>
#include <cmath>

#include "base/dense.hpp"

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

}  // namespace

GaussTableau::GaussTableau(int s)
    : a(s, s), b(legendre_weights(s) / 2), c((legendre_zeros(s).array() + 1) / 2) {
  // The s-point rule on [0, c_i] integrates l_j, of degree s - 1, exactly.
  for (int i = 0; i < s; ++i) {
    a.row(i).setZero();
    for (int k = 0; k < s; ++k) a.row(i) += c[i] * b[k] * lagrange(c[i] * c[k]).transpose();
  }
}

VecX GaussTableau::lagrange(double x) const {
  VecX values = VecX::Ones(c.size());
  for (Eigen::Index j = 0; j < c.size(); ++j)
    for (Eigen::Index m = 0; m < c.size(); ++m)
      if (m != j) values[j] *= (x - c[m]) / (c[j] - c[m]);
  return values;
}

// The zeros of the denominator of the Pade approximant of exp:
// sum_k (2s - k)! / (k! (s - k)!) (-x)^k = 0.
std::span<const std::complex<double>> GaussTableau::eigenvalues() const {
  static constexpr std::complex<double> kAll[] = {{2, 0},
                                                  {3, 1.7320508075688774},
                                                  {4.644370709252173, 0},
                                                  {3.677814645373915, 3.508761919567445},
                                                  {5.792421205640747, 1.7344682578690043},
                                                  {4.207578794359256, 5.314836083713507}};
  static constexpr std::size_t kFirst[] = {0, 1, 2, 4, 6};
  const auto s = static_cast<std::size_t>(c.size());
  return std::span(kAll).subspan(kFirst[s - 1], kFirst[s] - kFirst[s - 1]);
}

VecX GaussTableau::increments() const { return Orthogonal(a.transpose()).solve(b); }

}  // namespace porthos::integrate
