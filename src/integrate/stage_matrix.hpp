#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "base/metric.hpp"
#include "base/sparse_lu.hpp"
#include "integrate/method.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// The matrix of Newton's method for the stages (G1) of an implicit Runge-Kutta method with
/// coefficients A, and one Jacobian J for all of them. With A^-1 = T diag(gamma) T^-1 the stages
/// decouple (Butcher 1976): one matrix for each eigenvalue replaces that of all stages,
///
///   gamma E - h J,      E = diag(1, M, 0)                                                     (M1)
///
/// where a complex eigenvalue and its conjugate share a matrix. Where more than three quarters of J
/// are derivatives of forces with respect to positions, as of bodies that attract each other, these
/// are left out while they are too weak to matter. Where J changes much within a step
///
///   delta_ij E - h a_ij J_j                                                                   (M2)
///
/// with the Jacobian J_j of each stage.
class StageMatrix {
 public:
  StageMatrix(const Integrable& system, const Metric& metric, const Tableau& table);

  /// The regularization that ties multipliers to the last ones, as a share of the diagonal of Gamma
  /// M^-1 Gamma^T. It is large for rows that depend on each other differently at each stage:
  /// otherwise the differences would cause enormous forces. It costs a few more corrections.
  void set_dependent(bool is_dependent) { share_ = is_dependent ? 1e-6 : 1e-13; }

  /// (M1) for the Jacobian with these values, and the step h. False if a matrix is singular.
  bool factorise(const Sparse& jacobian, double h);

  /// (M2), for which one matrix of all stages is factorised: for steps near a singular pose.
  bool factorise(const std::vector<Sparse>& jacobians, double h);

  /// The correction of all stages, (z + w + nu) x stages, for their residuals with the step h. h
  /// may differ a little from that of the matrices, since their unknowns are impulses h nu.
  void solve(const MatX& residual, double h, MatX& correction) const;

  /// r <- (gamma E - h J)^-1 r for the real eigenvalue, of the last Jacobian that was one for all
  /// stages; (z + w + nu), the multipliers as impulses.
  void filter(VecX& r) const { real_.front()->lu.solve(r); }

  /// The Jacobian and the step of the last factorisation, and the orders of the pivots. Reading
  /// factorises again.
  void describe(Archive& archive);

 private:
  using Complex = std::complex<double>;

  /// gamma E - h J with the rows of the constraints as they are, of h nu: nearly symmetric.
  template <typename T>
  struct Shifted {
    T gamma;
    std::vector<T> from_residual, to_stage;  // rows of T^-1 and columns of T; (stages)
    std::vector<T> from_dynamic;             // gamma times from_residual
    SparseLu<T> lu;
    std::vector<T> values;
    typename SparseLu<T>::Vector x;  // of the last right side
  };
  bool is_force_by_position(Entry place) const {
    const int z = system_.sizes().z;
    return place.row >= z && place.row < dynamic_ && place.column < z;
  }
  /// True if (M1) without the derivatives of forces with respect to positions suffices.
  bool can_leave_forces_out(double h) const;
  bool make(const Sparse& jacobian, double h);
  /// Makes the matrices, leaves_forces_out_ or not, without values.
  void arrange();
  void prepare_coupled();
  void put_proximal(const Sparse& jacobian);
  template <typename T>
  std::unique_ptr<Shifted<T>> shifted(const Complex& gamma, const SparseLu<T>& lu) const;
  template <typename T>
  bool factorise(Shifted<T>& shifted);
  template <typename T>
  void solve(Shifted<T>& shifted, const MatX& residual, bool is_first, MatX& correction) const;

  const Integrable system_;
  const Tableau& table_;
  VecX diagonal_;                               // of the metric
  const VecX row_sizes_ = system_.row_sizes();  // see make_proximal
  VecX proximal_;               // (nu), a share of the diagonal of Gamma M^-1 Gamma^T
  int dynamic_ = 0, size_ = 0;  // z + w, and with nu
  std::vector<Entry> places_;
  std::vector<int> place_;               // of J's entries; -1: left out
  std::vector<int> mass_, diagonal_at_;  // of M's entries, and the diagonal's
  std::vector<std::unique_ptr<Shifted<double>>> real_;
  std::vector<std::unique_ptr<Shifted<Complex>>> pairs_;
  VecX jacobian_;  // J's values
  double h_ = 0, share_ = 1e-13;
  SparseLu<double> coupled_;  // of all stages, made when it is needed first
  std::vector<int> coupled_place_;
  bool is_coupled_ = false;
  bool may_leave_forces_out_ = false;  // by the pattern, and the masses
  bool leaves_forces_out_ = false;     // (M1) is without derivatives of forces by z
};

}  // namespace porthos::integrate
