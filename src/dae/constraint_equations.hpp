#pragma once

#include <vector>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "base/sparse_lu.hpp"
#include "system/system.hpp"

namespace porthos::dae {

/// The rows of (1) at a state, whole: with N the massless directions of w, x = (N^T w, lambda, mu)
/// the unknowns that have no rate of their own, and J the derivatives of the rows by them,
///
///   R(z, w, x, t) = (N^T f; c' z'; a) = 0             J = dR/dx                                (R)
///
/// The part of R that lies in the range of J fixes x; no x changes the rest L R (L J = 0, L L = L),
/// which holds z and w, and its rate fixes the other part of x:
///
///   (1 - L) R = 0          L (R_z z' + R_w w' + R_t) = 0
///
/// A row acts on both lines of (1), and so does an impulse y of the rows that closes a gap of them:
///
///   z' = ... + N_z x       M w' = ... + N_w x          dz = N_z y    M dw = N_w y
///
/// Both are solutions with one matrix, of (dz, dw, x):
///
///   [ 1               -N_z ]
///   [       M + NN^T  -N_w ]                                                                   (K)
///   [ L R_z   L R_w    J   ]
///
/// In a model without massless velocities and without efforts in its rows and kinematics J and N_z
/// are empty, L = 1, and (K) is the matrix of the index-1 form (theory 0.3). Which rows share their
/// x is a matter of patterns: L is made for each such block.
///
/// A step asks for all this several times, and for no memory: what is given by reference is valid
/// until the same is asked for again.
class ConstraintEquations {
 public:
  ConstraintEquations(const system::System& system, const Metric& metric);

  /// True if J and N_z are empty by their pattern.
  bool is_plain() const { return blocks_.empty() && led_.empty() && massless_ == 0; }

  /// True if some x moves z: N_z is not empty.
  bool moves_positions() const { return !led_.empty(); }

  /// Number of x, and of rows.
  int count() const { return count_; }

  /// x at `at`, and back; what of w has mass stays.
  const VecX& unknowns(const system::Workspace& at) const;
  void set_unknowns(system::Workspace& at, const VecX& x) const;

  /// The derivatives at `at`, after compute_rates.
  void linearise(system::Workspace& at);
  /// The matrix (K) of them; false if it is singular.
  bool factorise(system::Workspace& at);

  /// R, (count).
  const VecX& values(const system::Workspace& at) const;
  /// What of R no x changes: L R. Of the last matrix.
  const VecX& held(const VecX& values) const;
  /// R_z dz + R_w dw, (count), of the last derivatives.
  const VecX& along(const Eigen::Ref<const VecX>& dz, const VecX& dw) const;
  /// What is left of (R) and its rate with the accelerations w': (1 - L) R + L R'.
  const VecX& defect(system::Workspace& at, const VecX& w_rate);
  /// M w' - f without the massless directions, + N N^T w'.
  const VecX& force_defect(const system::Workspace& at, const VecX& w_rate) const;

  struct Solution {
    VecX z, w, x;  // dz (z), dw (w), x (count)
  };
  /// (K) (dz, dw, x) = (0, force, rows). Where rows depend on each other x is the smallest, and
  /// what of `rows` cannot be met is left out.
  const Solution& solve(const VecX& force, const VecX& rows) const;

  /// Where the position constraints lie among the rows.
  int first_gap() const { return massless_; }
  /// z'_z dz + z'_w dw, (z), of the last derivatives.
  VecX rates_along(const VecX& dz, const VecX& dw) const;

  /// The matrix (K), (dz of led z, w, x), for inspection, and N.
  MatX dense() const;
  const Sparse& massless() const { return directions_; }

  /// True if rows all but depend on each other, as beside a singular pose: what the constraints
  /// miss there, be it a rounding, moves the solution.
  bool is_nearly_singular() const;

  void write(NumberWriter& to) const { lu_.write_order(to); }
  bool read(NumberReader& from) { return lu_.set_order(from.get_list()); }

 private:
  /// Rows that share their x.
  struct Block {
    std::vector<int> rows, columns;  // (of z, w, x) that any of them contains
    Eigen::Index states = 0;         // so many of the columns are of z and w; the others are of x
    bool has_massless = false;       // among the x
    MatX values;                     // (rows x columns)
    MatX J;                          // (rows x x) that there is L of
    VecX sizes;                      // (rows), see equilibrate
    MatX tests;                      // (held x rows): what they give of R no x changes
    MatX back;                       // (rows x held): L = back tests
    std::vector<int> place;          // (rows x columns) in the matrix, or -1
    mutable VecX own, tested;        // (rows), (held): room for L of values of the rows
  };
  /// Where an entry of the Jacobian goes: to a place of the matrix or of a block, times a factor.
  struct Target {
    int entry;
    int block;  // -1: the matrix
    int place;
    double factor;
  };
  struct Share {
    int index;
    double factor;
  };
  /// The x that a column of the Jacobian belongs to, the rows that one of its rows does, and the
  /// lines of M w' = f that a force on a velocity enters: all but the massless directions.
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
  /// L of what is in block.own.
  static void hold(const Block& block);
  /// What of a force, (w), is in the massless directions: N N^T of it, (w).
  const VecX& massless_part(const Eigen::Ref<const VecX>& force) const;
  void clean(Block& block);
  void split(Block& block);
  void put(const Block& block);

  const system::System& system_;
  const Metric& metric_;
  const int z_, w_;
  const Sparse directions_;  // N^T, (massless x w)
  const int massless_, count_;
  const Sparse by_velocity_;  // N
  Sparse jacobian_;
  system::Kinematics kinematics_;
  std::vector<int> led_, led_index_;  // the z that some x moves; (z) index of each among them or -1
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
  VecX proximal_;  // (count), the values of rho
  /// What is given by reference, and what it is made in.
  struct Room {
    VecX unknowns, values, held, along, defect, force_defect, gap_time;
    Solution solution;
    VecX of_massless, of_velocities, by_states;  // (massless), (w), (w + nu)
    VecX right, x, step, left;                   // of the matrix
  };
  mutable Room room_;
};

}  // namespace porthos::dae
