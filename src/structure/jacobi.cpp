#include "structure/jacobi.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "structure/closedness.hpp"
#include "structure/distributions.hpp"

namespace porthos::structure {
namespace {

/// The derivatives of the projector onto the columns of N, of constant rank: (1 - P) dN N^+ and its
/// transpose.
Derivative projector_of(const Derivative& columns) {
  const MatX& N = columns.value;
  const MatX inverse = pseudo_inverse(N);
  const MatX P = N * inverse;
  Derivative result{P, {}, columns.uncertainty * std::max(1.0, spectral_norm(inverse))};
  for (const MatX& d : columns.by) {
    const MatX half = (d - P * d) * inverse;
    result.by.push_back(half + half.transpose());
  }
  return result;
}

Derivative complement(Derivative projector) {
  const Index n = projector.value.rows();
  projector.value = MatX::Identity(n, n) - projector.value;
  for (MatX& d : projector.by) d = -d;
  return projector;
}

Derivative transposed(Derivative matrix) {
  matrix.value.transposeInPlace();
  for (MatX& d : matrix.by) d.transposeInPlace();
  return matrix;
}

/// The largest component, outside the span, of a bracket of two columns of the projector.
double bracket_outside(const Derivative& projector) {
  const MatX& P = projector.value;
  const Index n = P.rows(), states = static_cast<Index>(projector.by.size());
  double most = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) {
      VecX bracket = VecX::Zero(n);
      for (Index l = 0; l < states; ++l) {
        const MatX& d = projector.by[index(l)];
        bracket += P(l, i) * d.col(j) - P(l, j) * d.col(i);
      }
      most = std::max(most, largest_entry(bracket - P * bracket));
    }
  return most;
}

Check involutive(const char* name, const char* theorem, const Derivative& projector) {
  const Statement statement = {name, theorem, "T-13"};
  if (!projector.is_finite()) return undecided(statement, "it is not finite here");
  return bounded(statement, bracket_outside(projector), projector.tolerance(),
                 4 * projector.uncertainty);
}

/// T of the sections (J alpha, alpha), with constant columns alpha of `efforts`.
Check jacobi(const Statement& statement, const Derivative& J, const MatX& efforts) {
  if (!J.is_finite()) return undecided(statement, "J is not finite here");
  const Index n = J.value.rows();
  Derivative frame{MatX::Zero(2 * n, n), {}, 0};
  frame.value << J.value, MatX::Identity(n, n);
  for (const MatX& d : J.by) {
    frame.by.push_back(MatX::Zero(2 * n, n));
    frame.by.back().topRows(n) = d;
  }
  const double size = std::max(1.0, largest_entry(J.value));
  return bounded(statement, Torsion(frame).of(efforts).largest(), J.tolerance() * size,
                 3 * size * J.uncertainty);
}

/// The largest sum over cyclic d_i omega_jk for the columns of `motions`.
Check two_form(const Statement& statement, const Derivative& omega, const MatX& motions) {
  if (!omega.is_finite()) return undecided(statement, "the two-form is not finite here");
  const Index n = omega.value.rows();
  Derivative frame{MatX::Zero(2 * n, n), {}, 0};
  frame.value << MatX::Identity(n, n), omega.value;
  for (const MatX& d : omega.by) {
    frame.by.push_back(MatX::Zero(2 * n, n));
    frame.by.back().bottomRows(n) = d;
  }
  return bounded(statement, Torsion(frame).of(motions).largest(), omega.tolerance(),
                 3 * omega.uncertainty);
}

/// The largest entry of L_g J = g^l d_l J - dg J - J dg^T between efforts with g^T e = 0, over the
/// columns of g.
double lie_derivative(const Derivative& J, const Derivative& g, const MatX& efforts) {
  const Index n = J.value.rows(), states = static_cast<Index>(J.by.size());
  double most = 0;
  for (Index k = 0; k < g.value.cols(); ++k) {
    MatX along = MatX::Zero(n, n), gradient = MatX::Zero(n, n);  // d_l g^i in row i, column l
    for (Index l = 0; l < states; ++l) {
      along += g.value(l, k) * J.by[index(l)];
      gradient.col(l) = g.by[index(l)].col(k);
    }
    const MatX pushed = gradient * J.value;
    const MatX derivative = along - pushed + pushed.transpose();  // J^T = -J
    most = std::max(most, largest_entry(efforts.transpose() * derivative * efforts));
  }
  return most;
}

}  // namespace

Check jacobi_identity(const SmoothMatrix& J, const VecX& x) {
  const Derivative at_x = differentiate(J, x);
  return jacobi({"Jacobi identity", "[004] (2.5)", "T-13"}, at_x,
                MatX::Identity(at_x.value.rows(), at_x.value.rows()));
}

Check closed_two_form(const SmoothMatrix& omega, const VecX& x) {
  const Derivative at_x = differentiate(omega, x);
  return two_form({"closed two-form", "[003] (4.2)", "T-13"}, at_x,
                  MatX::Identity(at_x.value.rows(), at_x.value.rows()));
}

Check involutive(const SmoothMatrix& columns, const VecX& x) {
  return involutive("involutive distribution", "Frobenius",
                    projector_of(differentiate(columns, x)));
}

Check involutive_kernel(const SmoothMatrix& A, const VecX& x) {
  const Derivative rows = transposed(differentiate(A, x));
  return involutive("holonomic constraints", "[004] Prop. 4.1", complement(projector_of(rows)));
}

Check integrable_casimirs(const DiracField& field, const VecX& x) {
  const Index n = field(x).size();
  const SmoothMatrix G1([&](const VecX& y) -> MatX {
    const Distributions all = find_distributions(field(y));
    return all.doubt.empty() ? projector_onto(all.G1) : MatX::Constant(n, n, std::nan(""));
  });
  Check check = involutive("Casimir functions exist", "[004] after (4.68)",
                           projector_of(differentiate(G1, x)));
  check.check = "T-12";
  const Index count = find_distributions(field(x)).P0.cols();
  if (check.verdict == Verdict::kHolds) check.note = std::to_string(count) + " of them";
  return check;
}

Checks closed_constrained(const SmoothMatrix& J, const SmoothMatrix& g, const VecX& x) {
  constexpr Statement kAdmissible = {"brackets of admissible functions are admissible",
                                     "[004] Thm 4.4 (2)", "T-13"};
  const Derivative J_x = differentiate(J, x), g_x = differentiate(g, x);
  const MatX efforts = Subspaces(g_x.value.transpose()).kernel();
  Checks checks = {involutive("Im g is involutive", "[004] Thm 4.4 (1)", projector_of(g_x))};
  if (J_x.is_finite() && g_x.is_finite()) {
    const double size = std::max({1.0, largest_entry(J_x.value), largest_entry(g_x.value)});
    checks.push_back(bounded(kAdmissible, lie_derivative(J_x, g_x, efforts),
                             size * std::max(J_x.tolerance(), g_x.tolerance()),
                             3 * size * std::max(J_x.uncertainty, g_x.uncertainty)));
  } else {
    checks.push_back(undecided(kAdmissible, "J or g is not finite here"));
  }
  checks.push_back(jacobi({"Jacobi identity of admissible functions", "[004] Thm 4.4 (3)", "T-13"},
                          J_x, efforts));
  return checks;
}

Checks closed_presymplectic(const SmoothMatrix& omega, const SmoothMatrix& p, const VecX& x) {
  const Derivative rows = transposed(differentiate(p, x));
  return {involutive("ker p is involutive", "[004] Thm 4.5 (1)", complement(projector_of(rows))),
          two_form({"d omega = 0 on ker p", "[004] Thm 4.5 (2)", "T-13"}, differentiate(omega, x),
                   Subspaces(rows.value.transpose()).kernel())};
}

}  // namespace porthos::structure
