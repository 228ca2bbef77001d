#pragma once

#include <vector>

#include "integrate/method.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// Gradients of V at the stages that make the energy of a step exact (Brugnano, Iavernaro,
/// Trigiante: HBVM; Giesselmann, Karsai, Tscherpel: Petrov-Galerkin): numerics 1
///
///   e_i = 1/b_i int_0^1 l_i(x) grad V(z(x)) dx        h sum_i b_i e_i^T z'_i = V(z_1) - V(z_n)
///
/// with z(x) the polynomial through z_n and the stages z_i: the coefficient of the projection onto
/// polynomials of degree s - 1 replaces the value at the stage. For quadratic V the two are equal.
class StageGradients {
 public:
  StageGradients(const Integrable& system, const Tableau& table);

  /// e_i - grad V(z_i) of all stages, (z x s), from z_n and the z_i, (z x s). Valid until the next
  /// call.
  const MatX& shifts(const VecX& start, const Eigen::Ref<const MatX>& stages);

 private:
  const Integrable system_;
  dae::Workspace at_;
  MatX through_;  // (nodes x (1 + s)): the weights of z_n and the z_i in z at a node
  MatX onto_;     // (nodes x s): the weights of the gradients at the nodes in the e_i
  MatX shifts_;
};

}  // namespace porthos::integrate
