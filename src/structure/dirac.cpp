#include "structure/dirac.hpp"

#include <cmath>

#include "base/dense.hpp"

namespace porthos::structure {
namespace {

/// (f; e) -> (e; f)
MatX swapped(const MatX& basis) {
  const Index n = basis.rows() / 2;
  return stacked(basis.bottomRows(n), basis.topRows(n));
}

}  // namespace

Dirac Dirac::span(const MatX& vectors) {
  const Subspaces spaces(vectors);
  Dirac made;
  made.basis_ = spaces.image();
  made.is_finite_ = spaces.is_finite();
  made.is_rank_clear_ = spaces.is_clear();
  made.gap_ = spaces.gap();
  return made;
}

Dirac Dirac::image(const MatX& K, const MatX& L) { return span(stacked(K, L)); }

Dirac Dirac::kernel(const MatX& F, const MatX& E) {
  MatX rows(F.rows(), F.cols() + E.cols());
  rows << F, -E;
  const Subspaces spaces(rows);
  Dirac made;
  made.basis_ = spaces.kernel();
  made.is_finite_ = spaces.is_finite();
  made.is_rank_clear_ = spaces.is_clear();
  made.gap_ = spaces.gap();
  return made;
}

Dirac Dirac::constrained(const MatX& J, const MatX& g) {
  const Index n = J.rows();
  if (!J.allFinite() || !g.allFinite()) return span(MatX::Constant(2 * n, n, std::nan("")));
  const MatX free = Subspaces(g.transpose()).kernel();  // of the efforts
  const MatX along = Subspaces(g).image();              // the same with any scale of g
  MatX vectors = MatX::Zero(2 * n, free.cols() + along.cols());
  vectors.topLeftCorner(n, free.cols()) = J * free;
  vectors.topRightCorner(n, along.cols()) = along;
  vectors.bottomLeftCorner(n, free.cols()) = free;
  return span(vectors);
}

Dirac Dirac::presymplectic(const MatX& omega, const MatX& p) {
  Dirac made = constrained(omega, p.transpose());
  made.basis_ = swapped(made.basis_);
  return made;
}

Dirac Dirac::graph(const MatX& J) { return image(J, MatX::Identity(J.rows(), J.rows())); }

Dirac Dirac::orthogonal() const { return span(Subspaces(swapped(basis_).transpose()).kernel()); }

double Dirac::isotropy() const {
  const MatX powers = flows().transpose() * efforts();
  return largest_entry(powers + powers.transpose());
}

Checks Dirac::check() const {
  constexpr Statement kDimension = {"dimension", "[004] Def. 2.2", "T-01"};
  constexpr Statement kIsotropy = {"isotropy", "[004] Prop. 2.1", "T-01"};
  if (!is_finite_) {
    const std::string why = "its matrices are not finite";
    return {undecided(kDimension, why), undecided(kIsotropy, why)};
  }
  Check dimension =
      bounded(kDimension, std::abs(static_cast<double>(this->dimension() - size())), 0);
  dimension.note = "dimension " + std::to_string(this->dimension()) + " of " +
                   std::to_string(size()) + " (" + gap_ + ")";
  if (!is_rank_clear_) dimension.verdict = Verdict::kUndecided;
  Check isotropy = bounded(kIsotropy, this->isotropy(), kIsotropyTolerance);
  if (isotropy.verdict == Verdict::kFails) isotropy.note = "it has pairs with a power f^T e";
  return {dimension, isotropy};
}

bool Dirac::is_dirac() const {
  return is_finite_ && dimension() == size() && isotropy() <= kIsotropyTolerance;
}

double Dirac::distance_to(const VecX& flow, const VecX& effort) const {
  const VecX pair = stacked(flow, effort);
  const double length = pair.norm();
  if (length == 0) return 0;
  return (pair - basis_ * (basis_.transpose() * pair)).norm() / length;
}

double distance(const Dirac& a, const Dirac& b) {
  if (!a.is_finite() || !b.is_finite()) return std::nan("");
  return spectral_norm(a.projector() - b.projector());
}

Check equality(const Dirac& a, const Dirac& b) {
  constexpr Statement kEquality = {"equality", "[004] Sec. 3", "T-09"};
  if (a.size() != b.size())
    return not_applicable(kEquality, "one has " + std::to_string(a.size()) + " ports, the other " +
                                         std::to_string(b.size()));
  return bounded(kEquality, distance(a, b), kProjectorTolerance);
}

}  // namespace porthos::structure
