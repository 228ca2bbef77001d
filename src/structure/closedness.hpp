#pragma once

#include "structure/derivative.hpp"

namespace porthos::structure {

/// The three-form T(s1, s2, s3) = sum over cyclic <L_X1 alpha2 | X3> of sections s = (X, alpha),
/// whose vanishing on a Dirac structure is its closedness. (T-13; [003] (4.2), [004] Def. 4.1)
///
/// The first x.size() flows are the rates of x; what is left, as the ports of a system, has
/// coordinates on which nothing depends.
class Torsion {
 public:
  /// sections  (2n x m), flows above efforts, with their derivatives by x
  explicit Torsion(const Derivative& sections);

  Index count() const { return count_; }  // m
  double operator()(Index i, Index j, Index k) const { return values_[place(i, j, k)]; }
  double largest() const;
  /// T of the sections with constant coefficients, s = S C, C (m x any).
  Torsion of(const MatX& coefficients) const;

 private:
  Torsion() = default;
  std::size_t place(Index i, Index j, Index k) const {
    return static_cast<std::size_t>((i * count_ + j) * count_ + k);
  }

  Index count_ = 0;
  std::vector<double> values_;
};

/// T-13, of the columns of the projector onto D(x), which are smooth where bases from a
/// decomposition are not. Where it fails, the checks after it tell which condition of [004] Thm 4.4
/// does: the brackets of flows without effort stay among them, those of admissible functions are
/// admissible, or, these two given, the Jacobi identity. `projector` is that of DiracField by
/// default.
Checks closedness(const DiracField& field, const VecX& x,
                  const DerivativeField& projector = nullptr);

/// T-13, of a smooth frame: columns (2n x m) that span a Dirac structure at each point. ([004]
/// Thm 4.3)
Check closedness_of_frame(const SmoothMatrix& frame, const VecX& x);

}  // namespace porthos::structure
