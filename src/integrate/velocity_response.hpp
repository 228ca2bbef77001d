#pragma once

#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/linear.hpp"
#include "base/sparse.hpp"
#include "base/sparse_lu.hpp"

namespace porthos::integrate {

/// The response of velocities to impulses: dw and the impulses p of the rows that hold, with
///
///   A dw + Gamma^T p = r        Gamma dw = g        A = M - h/2 F
///
/// M is the mass matrix and F the derivative of the forces by the velocities. Velocities that no
/// such row couples are solved in their small groups (a free body); all others by one sparse LU.
class VelocityResponse {
 public:
  /// slopes: the pattern of F. held: (rows of gamma) the rows that hold.
  VelocityResponse(const Sparse& mass, const Sparse& slopes, const Sparse& gamma,
                   const std::vector<char>& held);

  /// False if the matrix is singular.
  bool factorise(const Sparse& slopes, double h, const Sparse& gamma);

  /// r (w) becomes dw, and g (held rows) becomes p.
  void solve(VecX& r, VecX& g);
  /// Appends the nonzero entries of dw for r = -gamma_row^T, g = 0.
  void append(const Sparse& gamma, int row, std::vector<int>& columns, std::vector<double>& values);

  const std::vector<int>& held_rows() const { return held_; }

  /// The state on which later factorisations depend.
  void describe(Archive& archive) {
    archive(lu_);
    if (archive.is_reading()) is_factorised_ = false;
  }

 private:
  struct Group {
    std::vector<int> velocities;
    MatX inverse;
  };
  void find_groups(const Sparse& mass, const Sparse& slopes, const Sparse& gamma);
  void plan(const Sparse& gamma);

  Sparse mass_, slopes_;
  std::vector<int> held_;  // rows of Gamma
  std::vector<Group> groups_;
  std::vector<int> group_of_;  // (w) or -1: in the sparse LU
  std::vector<int> place_;     // (w) in its group, or among the unknowns of the LU
  std::vector<int> rest_;      // velocities of the LU
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<int> mass_at_, slope_at_;   // places of the entries of M, F, or -1
  std::vector<int> above_, below_, own_;  // places of those of Gamma^T, Gamma and of -rho
  VecX unknowns_, force_, small_;
  bool is_factorised_ = false;
};

}  // namespace porthos::integrate
