#include "structure/closedness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "structure/distributions.hpp"

namespace porthos::structure {
namespace {

constexpr Statement kClosed = {"closedness", "[004] Def. 4.1", "T-13"};
/// T is a sum of three terms of two products each, with one derivative in each product.
constexpr double kTerms = 6;

/// L(i, j)_b = X_i^a d_a alpha_jb + alpha_ja d_b X_i^a, the Lie derivative of alpha_j along X_i;
/// column i * m + j.
MatX lie_derivatives(const Derivative& sections) {
  const MatX& S = sections.value;
  const Index n = S.rows() / 2, m = S.cols(), states = static_cast<Index>(sections.by.size());
  MatX all = MatX::Zero(n, m * m);
  for (Index l = 0; l < states; ++l) {
    const MatX& d = sections.by[index(l)];
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < m; ++j) {
        all.col(i * m + j) += S(l, i) * d.col(j).tail(n);
        all(l, i * m + j) += S.col(j).tail(n).dot(d.col(i).head(n));
      }
  }
  return all;
}

/// The largest |d alpha_j| |X_i| + |d X_i| |alpha_j|, a bound of each term of a Lie derivative.
double largest_product(const Derivative& sections) {
  const MatX& S = sections.value;
  const Index n = S.rows() / 2, m = S.cols();
  MatX squares = MatX::Zero(2, m);  // of the derivatives of flows, of efforts
  for (const MatX& d : sections.by) {
    squares.row(0) += d.topRows(n).colwise().squaredNorm();
    squares.row(1) += d.bottomRows(n).colwise().squaredNorm();
  }
  double most = 0;
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      most = std::max(most, std::sqrt(squares(1, j)) * S.col(i).head(n).norm() +
                                std::sqrt(squares(0, i)) * S.col(j).tail(n).norm());
  return most;
}

/// An orthonormal basis of D. Its first columns are (G0; 0), the flows without effort.
MatX adapted_basis(const Dirac& dirac, const MatX& G0) {
  MatX first = MatX::Zero(2 * dirac.size(), G0.cols());
  first.topRows(dirac.size()) = G0;
  const MatX rest = dirac.basis() - first * (first.transpose() * dirac.basis());
  const MatX others = Subspaces(rest, 1).image();
  MatX basis(2 * dirac.size(), first.cols() + others.cols());
  basis << first, others;
  return basis;
}

/// The largest T with one section from `first` on and one before `second`.
double largest_of(const Torsion& torsion, Index split, int before) {
  double most = 0;
  for (Index i = 0; i < torsion.count(); ++i)
    for (Index j = 0; j < i; ++j)
      for (Index k = 0; k < j; ++k)
        if ((i < split) + (j < split) + (k < split) == before)
          most = std::max(most, std::abs(torsion(i, j, k)));
  return most;
}

}  // namespace

Torsion::Torsion(const Derivative& sections)
    : count_(sections.value.cols()), values_(static_cast<std::size_t>(count_ * count_ * count_)) {
  const Index n = sections.value.rows() / 2;
  const MatX along = lie_derivatives(sections).transpose() * sections.value.topRows(n);
  for (Index i = 0; i < count_; ++i)
    for (Index j = 0; j < count_; ++j)
      for (Index k = 0; k < count_; ++k)
        values_[place(i, j, k)] =
            along(i * count_ + j, k) + along(j * count_ + k, i) + along(k * count_ + i, j);
  term_ = largest_entry(along);
  products_ = largest_product(sections);
}

double Torsion::largest() const {
  double most = 0;
  for (const double value : values_) most = std::max(most, std::abs(value));
  return most;
}

double Torsion::relative() const {
  constexpr double kRounding = 1e-12;
  if (term_ <= kRounding * products_) return 0;
  double most = 0;
  for (Index i = 0; i < count_; ++i)
    for (Index j = 0; j < i; ++j)
      for (Index k = 0; k < j; ++k) most = std::max(most, std::abs((*this)(i, j, k)));
  // A sum that is large compared with the rounding of its terms, but small compared with the terms,
  // is undecided.
  constexpr double kCancelled = 1e-11, kLarge = 1e-10;
  if (most > kLarge * term_ && most < kCancelled * products_)
    return std::numeric_limits<double>::quiet_NaN();
  return most / term_;
}

Torsion Torsion::of(const MatX& coefficients) const {
  // One index after the other. The last index is transformed and becomes the first.
  const Index m = count_, p = coefficients.cols();
  MatX values = Eigen::Map<const MatX>(values_.data(), m, m * m);  // (k, i j)
  for (int index = 0; index < 3; ++index) {
    const MatX mixed = coefficients.transpose() * values;  // (p, rest)
    const MatX turned = mixed.transpose();
    const Index next = index == 2 ? p : m;
    values = Eigen::Map<const MatX>(turned.data(), next, turned.size() / std::max<Index>(next, 1));
  }
  Torsion result;
  result.count_ = p;
  result.values_.assign(values.data(), values.data() + values.size());
  return result;
}

Checks closedness(const DiracField& field, const VecX& x, const DerivativeField& projector) {
  const Dirac here = field(x);
  if (!here.is_finite()) return {undecided(kClosed, "the structure is not finite here")};
  if (!here.is_dirac()) return {not_applicable(kClosed, "this is not a Dirac structure")};
  const Distributions all = find_distributions(here);
  if (!all.doubt.empty()) return {undecided(kClosed, all.doubt)};
  const MatX& G0 = all.G0;
  const MatX Q = adapted_basis(here, G0);
  Derivative sections =
      differentiate({[&](const VecX& y) { return field(y).projector(); }, projector}, x);
  if (!sections.is_finite()) return {undecided(kClosed, "the structure is not finite nearby")};
  const double tolerance = sections.tolerance(), uncertainty = kTerms * sections.uncertainty;
  sections.value = Q;  // = P(x) Q
  for (MatX& d : sections.by) d = (d * Q).eval();
  const Torsion torsion(sections);
  Check closed = bounded(kClosed, torsion.of(Q.transpose()).largest(), tolerance, uncertainty);
  if (closed.verdict != Verdict::kFails) return {closed};

  const char* names[] = {"Jacobi identity of admissible functions",
                         "brackets of admissible functions are admissible",
                         "flows without effort are involutive"};
  Checks checks = {closed};
  for (int condition = 2; condition >= 0; --condition) {
    const Statement statement = {names[condition], "[004] Thm 4.4", "T-13"};
    const bool is_defined = condition > 0 || checks.back().verdict == Verdict::kHolds;
    checks.push_back(is_defined ? bounded(statement, largest_of(torsion, G0.cols(), condition),
                                          tolerance, uncertainty)
                                : not_applicable(statement, "their brackets are not admissible"));
    if (checks.back().verdict == Verdict::kFails)
      checks.front().responsible.push_back(names[condition]);
  }
  return checks;
}

Check closedness_of_frame(const SmoothMatrix& frame, const VecX& x) {
  const Derivative sections = differentiate(frame, x);
  if (!sections.is_finite()) return undecided(kClosed, "the frame is not finite here");
  return bounded(kClosed, Torsion(sections).largest(), sections.tolerance(),
                 kTerms * sections.uncertainty);
}

}  // namespace porthos::structure
