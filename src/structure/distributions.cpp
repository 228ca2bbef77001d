#include "structure/distributions.hpp"

#include <algorithm>
#include <cmath>

#include "structure/decompositions.hpp"

namespace porthos::structure {
namespace {

/// The part of a vector outside the span of an orthonormal basis, relative to its length.
double outside(const MatX& basis, const VecX& vector) {
  const double length = vector.norm();
  return length > 0 ? (vector - basis * (basis.transpose() * vector)).norm() / length : 0;
}

Check sum_of_dimensions(const char* name, Index sum, Index n) {
  Check check = bounded({name, "[004] Prop. 3.1", "T-10"},
                        static_cast<double>(sum > n ? sum - n : n - sum), 0);
  check.note = std::to_string(sum) + " of " + std::to_string(n);
  return check;
}

}  // namespace

Distributions find_distributions(const Dirac& dirac) {
  const MatX flows = dirac.flows(), efforts = dirac.efforts();
  if (dirac.form()) {
    const auto second = to_constrained(dirac);
    const auto third = to_presymplectic(dirac);
    if (!second) return {{}, {}, {}, {}, second.why};
    if (!third) return {{}, {}, {}, {}, third.why};
    const MatX G0 = second->g, P0 = third->p.transpose();
    return {G0, Subspaces(P0.transpose()).kernel(), P0, Subspaces(G0.transpose()).kernel()};
  }
  const Subspaces of_flows(flows, 1), of_efforts(efforts, 1);  // parts of unit vectors
  // The combinations without effort are orthonormal. Therefore their flows are orthonormal, too.
  return {flows * of_efforts.kernel(), of_flows.image(), efforts * of_flows.kernel(),
          of_efforts.image()};
}

Checks check(const Distributions& all) {
  constexpr Statement kKernel = {"G0 = ker P1", "[004] Prop. 3.1", "T-10"},
                      kAnnihilator = {"P0 = ann G1", "[004] Prop. 3.1", "T-10"};
  if (!all.doubt.empty())
    return {undecided(kKernel, all.doubt), undecided(kAnnihilator, all.doubt)};
  const Index n = all.G0.rows();
  return {sum_of_dimensions("dim G0 + dim P1 = n", all.G0.cols() + all.P1.cols(), n),
          sum_of_dimensions("dim G1 + dim P0 = n", all.G1.cols() + all.P0.cols(), n),
          bounded(kKernel, largest_entry(all.P1.transpose() * all.G0), kProjectorTolerance),
          bounded(kAnnihilator, largest_entry(all.G1.transpose() * all.P0), kProjectorTolerance)};
}

Available<CanonicalSizes> canonical_sizes(const Dirac& dirac) {
  if (!dirac.form()) return {std::nullopt, "this is not a Dirac structure"};
  const Distributions all = find_distributions(dirac);
  if (!all.doubt.empty()) return {std::nullopt, all.doubt};
  const Index n = dirac.size(), l = all.P0.cols(), m = all.G0.cols();
  return {CanonicalSizes{(n - l - m) / 2, l, m}, ""};
}

Check nondegenerate(const Dirac& dirac, const MatX& hessian) {
  const Distributions all = find_distributions(dirac);
  const MatX& G0 = all.G0;
  if (!all.doubt.empty()) return undecided({"index 1 in x", "[004] (3.10)", "T-11"}, all.doubt);
  // The rank does not depend on the units of the states: each is measured so that its own second
  // derivative is 1.
  VecX unit = VecX::Ones(hessian.rows());
  for (Index i = 0; i < unit.size(); ++i)
    if (std::abs(hessian(i, i)) > 0) unit[i] = 1 / std::sqrt(std::abs(hessian(i, i)));
  const MatX even = unit.asDiagonal() * hessian * unit.asDiagonal();
  MatX basis = unit.cwiseInverse().asDiagonal() * G0;
  basis.colwise().normalize();
  if (basis.cols() > 0) basis = orthonormal_basis(basis);
  const Subspaces spaces(basis.transpose() * even * basis, spectral_norm(even));
  constexpr Statement kIndex = {"index 1 in x", "[004] (3.10)", "T-11"};
  if (!spaces.is_finite()) return undecided(kIndex, "the second derivatives are not finite");
  Check check = bounded(kIndex, static_cast<double>(G0.cols() - spaces.rank()), 0);
  check.note = spaces.gap();
  if (!spaces.is_clear()) check.verdict = Verdict::kUndecided;
  return check;
}

Check admissible(const Dirac& dirac, const VecX& dH) {
  constexpr Statement kAdmissible = {"admissible function", "[004] (4.12)", "T-12"};
  const Distributions all = find_distributions(dirac);
  if (!all.doubt.empty()) return undecided(kAdmissible, all.doubt);
  return bounded(kAdmissible, outside(all.P1, dH), kProjectorTolerance);
}

Check casimir(const Dirac& dirac, const VecX& dC) {
  constexpr Statement kCasimir = {"Casimir function", "[004] after (4.68)", "T-12"};
  const Distributions all = find_distributions(dirac);
  if (!all.doubt.empty()) return undecided(kCasimir, all.doubt);
  return bounded(kCasimir, outside(all.P0, dC), kProjectorTolerance);
}

std::optional<double> bracket(const Dirac& dirac, const VecX& dH1, const VecX& dH2) {
  const Distributions all = find_distributions(dirac);
  const MatX& P1 = all.P1;
  if (!all.doubt.empty()) return std::nullopt;
  if (std::max(outside(P1, dH1), outside(P1, dH2)) > kProjectorTolerance) return std::nullopt;
  // Any X2 that belongs to dH2 serves: they differ by G0, on which dH1 vanishes.
  return dH1.dot(dirac.flows() * (pseudo_inverse(dirac.efforts(), 1) * dH2));
}

}  // namespace porthos::structure
