#pragma once

#include <optional>
#include <vector>

#include "base/archive.hpp"
#include "base/metric.hpp"
#include "base/sparse_lu.hpp"
#include "dae/integrable.hpp"

namespace porthos::dae {

/// The constraint equations of (1) at a state. With N the massless directions of w, the unknowns
/// without a rate of their own are x = (N^T w, lambda, mu). The rows and their derivatives with
/// respect to x are
///
///   R(z, w, x, t) = (N^T f; c' z'; a) = 0             J = dR/dx                                (R)
///
/// The part of R in the range of J determines x. The other part, L R (L J = 0, L L = L), does not
/// depend on x: it constrains z and w, and its rate determines the rest of x:
///
///   (1 - L) R = 0          L (R_z z' + R_w w' + R_t) = 0
///
/// A row acts on both lines of (1), and so does an impulse y of the rows that closes a gap of them:
///
///   z' = ... + N_z x       M w' = ... + N_w x          dz = N_z y    M dw = N_w y
///
/// One matrix gives both solutions, of (dz, dw, x):
///
///   [ 1               -N_z ]
///   [       M + NN^T  -N_w ]                                                                   (K)
///   [ L R_z   L R_w    J   ]
///
/// Without massless velocities and without efforts in rows and kinematics, J and N_z are empty and
/// L = 1: (K) is the matrix of the index-1 form (theory 0.3). Rows that share their x form a block,
/// by their pattern; L is computed for each block.
///
/// A step calls this often: the results are buffers, and a reference is valid until the next call
/// of the same function.
class ConstraintEquations {
 public:
  ConstraintEquations(const Integrable& system, const Metric& metric);

  /// True if J and N_z are empty by their pattern.
  bool is_plain() const { return blocks_.empty() && moved_.empty() && massless_ == 0; }

  /// True if N_z is not empty.
  bool moves_positions() const { return !moved_.empty(); }

  /// Number of x, and of rows.
  int count() const { return count_; }

  /// x at `at`, and back. The massive part of w stays.
  const VecX& unknowns(const Workspace& at) const;
  void set_unknowns(Workspace& at, const VecX& x) const;

  /// The derivatives at `at`, after compute_rates.
  void linearise(Workspace& at);
  /// The matrix (K) of them. False if it is singular.
  bool factorise(Workspace& at);

  /// R, (count).
  const VecX& residual(const Workspace& at) const;
  /// L R for R = values: the part that does not depend on x. Of the last matrix.
  const VecX& fixed_part(const VecX& values) const;
  /// R_z dz + R_w dw, (count), of the last derivatives.
  const VecX& change(const Eigen::Ref<const VecX>& dz, const VecX& dw) const;
  /// The defect of (R) and its rate with the accelerations w': (1 - L) R + L R'.
  const VecX& rate_defect(Workspace& at, const VecX& w_rate);
  /// M w' - f without the massless directions, + N N^T w'.
  const VecX& force_defect(const Workspace& at, const VecX& w_rate) const;

  struct Solution {
    VecX z, w, x;  // dz (z), dw (w), x (count)
  };
  /// (K) (dz, dw, x) = (0, force, rows). If rows depend on each other, x has least norm, and the
  /// part of `rows` that cannot be met is left out.
  const Solution& solve(const VecX& force, const VecX& rows) const;
  /// The last solution.
  const Solution& solution() const { return buffers_.solution; }

  /// The index of the first position constraint among the rows.
  int first_gap() const { return massless_; }
  /// z'_z dz + z'_w dw, (z), of the last derivatives.
  VecX z_rate_change(const VecX& dz, const VecX& dw) const;

  /// The matrix (K), (dz of the z that x moves, w, x), for inspection, and N^T.
  MatX dense() const;
  const Sparse& massless() const { return directions_; }

  /// True if rows nearly depend on each other, as near a singular pose: there an error of the
  /// constraints, even by rounding, moves the solution.
  bool is_nearly_singular() const;

  void describe(Archive& archive) { archive(lu_); }

 private:
  /// Rows that share their x.
  struct Block {
    std::vector<int> rows, columns;   // the columns, of (z, w, x), that any of the rows contains
    Eigen::Index states = 0;          // the number of columns of z and w, before those of x
    bool has_massless = false;        // among the x
    MatX values;                      // (rows x columns)
    MatX J;                           // (rows x x) for which L was computed
    std::optional<bool> is_constant;  // whether its derivatives are; empty: not known yet
    VecX sizes;                       // (rows), see equilibrate
    MatX kernel;                      // (k x rows): kernel R does not depend on x
    MatX lift;                        // (rows x k): L = lift kernel
    VecX sizes_of_x;                  // (rows): an entry of J at (row, its x) that is about average
    std::vector<int> place;           // (rows x columns) in the matrix, or -1
    mutable VecX buffer, in_kernel;   // (rows), (k)
  };
  /// The place of an entry of the Jacobian in the matrix or in a block, with a factor.
  struct Target {
    int entry;
    int block;  // the block, or -1 for the matrix
    int place;
    double factor;
  };
  struct Share {
    int index;
    double factor;
  };
  /// The unknowns x in a column of the Jacobian, each with its factor; the rows in one of its rows;
  /// the lines of M w' = f, without the massless directions, on which a force on a velocity acts.
  std::vector<Share> x_of(int column) const;
  std::vector<Share> rows_of(int row) const;
  std::vector<Share> massive_of(int velocity) const;
  bool has_x(int column) const;
  /// The column of the matrix for one of (z, w, x), or -1.
  int unknown(int column) const;
  void plan();
  void find_blocks(const std::vector<std::vector<int>>& x_in_row);
  void plan_matrix(const std::vector<Entry>& entries);
  struct Planned {
    int entry;
    Entry place;
    double factor;
  };
  void plan_effects(int entry, const Entry& of, std::vector<Planned>& planned) const;
  void plan_rows(int entry, const Entry& of, std::vector<Planned>& planned);
  void find_places();
  double largest_term(int row) const;
  double largest_by_velocity(int row) const;
  void find_noise();
  /// L of block.buffer, in place.
  static void project(const Block& block);
  /// N N^T force, (w).
  const VecX& massless_part(const Eigen::Ref<const VecX>& force) const;
  void remove_noise(Block& block);
  bool is_constant(Block& block) const;
  void find_kernel(Block& block);
  void add_to_matrix(const Block& block);
  int x_of(const Block& block, Eigen::Index column) const;
  bool is_redundant(const Block& block) const;
  void measure_redundant();
  MatX null_of(const Block& block) const;
  void remove_null(VecX& x) const;

  const system::System& system_;
  const Metric& metric_;
  const int z_, w_;
  const Sparse directions_;  // N^T, (massless x w)
  const int massless_, count_;
  const Sparse by_velocity_;  // N
  Sparse jacobian_;
  Kinematics kinematics_;
  std::vector<int> moved_, moved_index_;  // the z that some x moves; (z) the index of each, or -1
  std::vector<Block> blocks_;
  std::vector<int> block_of_;                       // (count), -1 for rows without x
  VecX noise_, coupling_noise_, by_velocity_size_;  // (count)
  std::vector<Target> targets_;
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<int> unit_, mass_, rho_;  // places of the entries of 1, of M + NN^T, of rho
  struct Pair {
    int row;          // (count)
    int entry, back;  // places of an entry and, of a z, of its transpose
    double mass;
  };
  std::vector<Pair> pairs_;
  VecX sizes_;     // (count) or none, see make_proximal
  VecX proximal_;  // (count), the values of rho
  struct Buffers {
    VecX unknowns, residual, fixed_part, change, rate_defect, force_defect, gap_time;
    Solution solution;
    VecX of_massless, of_velocities, by_states;  // (massless), (w), (w + nu)
    VecX of_block;                               // (x of a block)
    VecX right, x, step, left;                   // buffers of solve()
  };
  mutable Buffers buffers_;
};

}  // namespace porthos::dae
