#include "structure/dirac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense.hpp"

namespace porthos::structure {
namespace {

/// (f; e) -> (e; f)
MatX swapped(const MatX& basis) {
  const Index n = basis.rows() / 2;
  return stacked(basis.bottomRows(n), basis.topRows(n));
}

/// A with its columns scaled to about the same length.
MatX with_even_columns(MatX a) {
  for (auto column : a.colwise())
    if (const double length = column.norm(); length > 0) column /= length;
  return a;
}

/// [J g; -g^T 0]
MatX bordered(const MatX& J, const MatX& g) {
  MatX both = block_diagonal(J, MatX::Zero(g.cols(), g.cols()));
  both.topRightCorner(g.rows(), g.cols()) = g;
  both.bottomLeftCorner(g.cols(), g.rows()) = -g.transpose();
  return both;
}

}  // namespace

Dirac Dirac::of(SkewForm form) {
  Dirac made;
  reduce(form);
  made.basis_ = basis_of(form);
  made.uncertainty_ = form.uncertainty();
  made.is_rank_clear_ = form.doubt.empty();
  made.gap_ = form.doubt;
  made.form_ = std::move(form);
  return made;
}

Dirac Dirac::subspace(const MatX& basis, const Subspaces& spaces) {
  Dirac made;
  made.basis_ = basis;
  made.is_finite_ = spaces.is_finite();
  made.is_rank_clear_ = spaces.is_clear();
  made.gap_ = spaces.gap();
  constexpr double kRounding = 10 * std::numeric_limits<double>::epsilon();
  if (spaces.rank() > 0) made.uncertainty_ = std::min(1.0, kRounding / spaces.kept());
  return made;
}

/// From the vectors in the columns of [K; L], or from the equations K f + L e = 0. The rows (L; K)
/// of its equations span a Dirac structure. ([004] (3.27))
Dirac Dirac::spanned(const MatX& K, const MatX& L, bool is_kernel) {
  const MatX columns = with_even_columns(stacked(K, L));
  bool is_doubtful = false;
  if (columns.allFinite()) {
    SpannedForm spanned = span_of(K, L);
    if (spanned.form) return of(std::move(*spanned.form));
    is_doubtful = spanned.is_doubtful;
  }
  const Subspaces spaces(columns);
  Dirac made = is_kernel ? subspace(swapped(spaces.left_kernel()), spaces)
                         : subspace(spaces.image(), spaces);
  made.is_rank_clear_ = made.is_rank_clear_ && !is_doubtful;
  return made;
}

Dirac Dirac::span(const MatX& vectors) {
  const Index n = vectors.rows() / 2;
  return spanned(vectors.topRows(n), vectors.bottomRows(n), false);
}

Dirac Dirac::image(const MatX& K, const MatX& L) { return spanned(K, L, false); }

Dirac Dirac::kernel(const MatX& F, const MatX& E) {
  return spanned(-E.transpose(), F.transpose(), true);
}

Dirac Dirac::constrained(const MatX& J, const MatX& g) {
  const Index n = J.rows();
  if (!J.allFinite() || !g.allFinite()) return span(MatX::Constant(2 * n, n, std::nan("")));
  if (is_skew(J)) {
    SkewForm form = skew_form(bordered(J, g), false);
    Ports multipliers;
    for (Index k = 0; k < g.cols(); ++k) multipliers.push_back(n + k);
    eliminate(form, multipliers);
    return of(std::move(form));
  }
  const MatX free = Subspaces(g.transpose()).kernel();  // the efforts with g^T e = 0
  const MatX along = Subspaces(g).image();              // independent of the scale of g
  MatX vectors = MatX::Zero(2 * n, free.cols() + along.cols());
  vectors.topLeftCorner(n, free.cols()) = J * free;
  vectors.topRightCorner(n, along.cols()) = along;
  vectors.bottomLeftCorner(n, free.cols()) = free;
  return span(vectors);
}

Dirac Dirac::presymplectic(const MatX& omega, const MatX& p) {
  Dirac made = constrained(omega, p.transpose());
  made.basis_ = swapped(made.basis_);
  if (made.form_)
    for (char& gives_flow : made.form_->gives_flow) gives_flow = !gives_flow;
  return made;
}

Dirac Dirac::graph(const MatX& J) { return constrained(J, MatX(J.rows(), 0)); }

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
  dimension.note =
      "dimension " + std::to_string(this->dimension()) + " of " + std::to_string(size());
  if (!gap_.empty()) dimension.note += " (" + gap_ + ")";
  if (!is_rank_clear_) dimension.verdict = Verdict::kUndecided;
  // Each of two vectors may be rotated; a skew matrix has no power.
  const double rounding = form_ ? 0 : 2 * uncertainty_;
  Check isotropy = bounded(kIsotropy, this->isotropy(), kIsotropyTolerance, rounding);
  if (isotropy.verdict == Verdict::kFails) isotropy.note = "it has pairs with a power f^T e";
  if (!is_rank_clear_) isotropy.verdict = Verdict::kUndecided;
  return {dimension, isotropy};
}

bool Dirac::is_dirac() const {
  return is_finite_ && is_rank_clear_ && dimension() == size() && isotropy() <= kIsotropyTolerance;
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
  return bounded(kEquality, distance(a, b), kProjectorTolerance,
                 std::min(1.0, a.uncertainty() + b.uncertainty()));
}

}  // namespace porthos::structure
