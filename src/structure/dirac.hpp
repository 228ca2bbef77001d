#pragma once

#include "structure/check.hpp"
#include "structure/skew_form.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// Tolerance for an orthonormal basis: f^T e of unit vectors is a sum of n products with rounding
/// 1e-16.
inline constexpr double kIsotropyTolerance = 1e-12;
/// Tolerance between projectors from different computations.
inline constexpr double kProjectorTolerance = 1e-9;

/// A linear Dirac structure, or another subspace, of pairs (f, e) of n flows and n efforts with the
/// power f^T e. Two of them are equal if their projectors are.
///
/// Dirac: D = D^perp for <<(f,e),(f',e')>> = f^T e' + f'^T e, which means dim D = n and f^T e = 0
/// on D. ([001] Def. 3; [003] Sec. 4; [004] Def. 2.2, Prop. 2.1)
///
/// A Dirac structure is stored as a skew matrix with the rounding errors of its entries (`form`).
/// Rounding therefore never creates power, whatever the sizes of the entries. Any other subspace is
/// stored as an orthonormal basis.
class Dirac {
 public:
  /// {(K x, L x)}, K and L (n x any); a Dirac structure if rank [K; L] = n and K^T L + L^T K = 0.
  static Dirac image(const MatX& K, const MatX& L);
  /// {F f = E e}, F and E (any x n); a Dirac structure if rank [F, -E] = n and E F^T + F E^T = 0.
  static Dirac kernel(const MatX& F, const MatX& E);
  /// {f = J e + g x, g^T e = 0}, J (n x n) skew, g (n x k); representation II.
  static Dirac constrained(const MatX& J, const MatX& g);
  /// {e = omega f + p^T x, p f = 0}, omega (n x n) skew, p (k x n); representation III.
  static Dirac presymplectic(const MatX& omega, const MatX& p);
  /// {f = J e}, J (n x n) skew.
  static Dirac graph(const MatX& J);
  /// The span of these vectors (f; e), (2n x any); it need not be a Dirac structure.
  static Dirac span(const MatX& vectors);
  /// {y = J x}; variables are exchanged until no entry exceeds 2.
  static Dirac of(SkewForm form);

  Index size() const { return basis_.rows() / 2; }   // n
  Index dimension() const { return basis_.cols(); }  // r
  bool is_finite() const { return is_finite_; }
  const MatX& basis() const { return basis_; }           // Q, (2n x r), flows above efforts
  MatX flows() const { return basis_.topRows(size()); }  // (n x r)
  MatX efforts() const { return basis_.bottomRows(size()); }
  MatX projector() const { return projector_onto(basis_); }  // (2n x 2n)
  /// The skew matrix; empty if this is no Dirac structure.
  const std::optional<SkewForm>& form() const { return form_; }
  /// A bound of the rotation of the subspace by rounding: the sine of an angle.
  double uncertainty() const { return uncertainty_; }

  /// The largest |f^T e' + f'^T e| of unit vectors of the basis.
  double isotropy() const;
  /// T-01: dimension and isotropy.
  Checks check() const;
  bool is_dirac() const;

 private:
  Dirac() = default;
  static Dirac subspace(const MatX& basis, const Subspaces& spaces);
  static Dirac spanned(const MatX& K, const MatX& L, bool is_kernel);

  std::optional<SkewForm> form_;
  MatX basis_;
  double uncertainty_ = 0;
  bool is_finite_ = true, is_rank_clear_ = true;
  std::string gap_;  // describes the rank decision
};

/// |P_a - P_b|, the sine of the largest angle between them; 1 if their dimensions differ. Both have
/// the same size.
double distance(const Dirac& a, const Dirac& b);
/// T-09: both are the same subspace.
Check equality(const Dirac& a, const Dirac& b);

}  // namespace porthos::structure
