#pragma once

#include "structure/derivative.hpp"

namespace porthos::structure {

/// The three-form T(s1, s2, s3) = sum over cyclic <L_X1 alpha2 | X3> of sections s = (X, alpha). A
/// Dirac structure is closed if T vanishes on it. (T-13; [003] (4.2), [004] Def. 4.1)
///
/// The first x.size() flows are the rates of x. Nothing depends on the coordinates of the others,
/// such as ports.
class Torsion {
 public:
  /// sections  (2n x m), flows above efforts, with their derivatives with respect to x
  explicit Torsion(const Derivative& sections);

  Index count() const { return count_; }  // m
  double operator()(Index i, Index j, Index k) const { return values_[place(i, j, k)]; }
  double largest() const;
  /// T of the sections with constant coefficients, s = S C, C (m x any).
  Torsion of(const MatX& coefficients) const;
  /// The largest entry with three different indices, relative to the largest of the terms
  /// <L_X1 alpha2 | X3>; 0 if all of these terms are rounding errors of their products.
  double relative() const;

 private:
  Torsion() = default;
  std::size_t place(Index i, Index j, Index k) const {
    return static_cast<std::size_t>((i * count_ + j) * count_ + k);
  }

  Index count_ = 0;
  std::vector<double> values_;
  double term_ = 0, products_ = 0;  // the largest term, and a bound of its products; of S
};

/// T-13 for the columns of the projector onto D(x). These are smooth, unlike bases from a
/// decomposition. If it fails, further checks test the conditions of [004] Thm 4.4: brackets of
/// flows without effort are such flows, brackets of admissible functions are admissible, and, if
/// these two hold, the Jacobi identity. `projector` defaults to that of DiracField.
Checks closedness(const DiracField& field, const VecX& x,
                  const DerivativeField& projector = nullptr);

/// T-13 for a smooth frame: columns (2n x m) that span a Dirac structure at each point. ([004] Thm
/// 4.3)
Check closedness_of_frame(const SmoothMatrix& frame, const VecX& x);

}  // namespace porthos::structure
