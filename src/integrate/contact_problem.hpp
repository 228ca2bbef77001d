#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/block_lu.hpp"
#include "base/linear.hpp"

namespace porthos::integrate {

/// The impulses of set-valued laws in one step (numerics 2, moreau). Row r has the value
/// v_r = offset_r + Gamma_r w, and w = free + sum over rows of response_r p_r, where
/// response_r = -A^-1 Gamma_r^T. The laws are
///
///   contact, one way   0 <= p,  v <= goal,  p (v - goal) = 0
///   friction           |p| <= stick bound and v = 0;  or p = bound v / |v|
///
/// Projected Gauss-Seidel with Anderson's acceleration solves them, and Newton's method where its
/// sweeps converge too slowly. Storage is kept from step to step.
class ContactProblem {
 public:
  struct Law {
    bool is_friction = false;
    int normal = -1;  // the row whose impulse multiplies both bounds, or -1
    int first = 0, size = 1;
    double goal = 0;  // of a law without friction
    double bound = 0, stick_bound = 0;
    double most = 0;  // the largest response of its rows to themselves
  };

  void clear();
  /// Appends a law; its rows follow.
  Law& add_law(bool is_friction);
  /// Appends a row of the last law, without its response.
  void add_row(std::span<const int> columns, std::span<const double> values, double impulse);
  /// The responses, to which the caller appends that of each row, in the order of the rows.
  std::vector<int>& response_columns() { return response_column_; }
  std::vector<double>& response_values() { return response_; }
  /// After the response of the last row has been appended.
  void finish_row();
  void set_offset(int row, double offset) { offset_[static_cast<std::size_t>(row)] = offset; }

  std::vector<Law>& laws() { return laws_; }
  const std::vector<Law>& laws() const { return laws_; }
  int rows() const { return static_cast<int>(impulse_.size()); }
  double impulse(int row) const { return impulse_[static_cast<std::size_t>(row)]; }
  double value(int row, const VecX& w) const;

  /// Finds the impulses from the present ones; `free` is w without them. Returns the largest change
  /// of a row by the last sweep, relative to the fastest row: 0 if it is rounding.
  double solve(const VecX& free);

 private:
  double update(const Law& law);
  void push(int row, double change);
  double sweep();
  void accelerate();
  bool find_shares();
  void forget() { differences_ = 0; }

  // contact_newton.cpp
  double solve_by_newton(double fastest, double change);
  void find_groups();
  bool find_couplings();
  bool newton_step();
  void set_equation(const Law& law, std::size_t group);
  void set_slip(const Law& law, std::size_t group, const std::array<double, 3>& next, double length,
                double load);
  /// The place of a row in the equations of its group.
  int place_of(int row, std::size_t group) const { return row - group_start_[group]; }

  std::vector<Law> laws_;
  std::vector<int> start_{0}, column_, response_start_{0}, response_column_;
  std::vector<double> gamma_, response_, offset_, diagonal_, impulse_;
  VecX w_;

  // Anderson's acceleration. A sweep changes impulses x to `swept`; `change` is their difference.
  static constexpr std::size_t kDifferences = 5;  // that are kept
  struct Difference {
    std::vector<double> swept, change;  // from one sweep to the next
  };
  std::array<Difference, kDifferences> history_;
  std::size_t differences_ = 0;     // that are known
  std::size_t newest_ = 0;          // of them
  std::vector<double> before_;      // impulses before a sweep
  std::vector<double> last_swept_;  // impulses after the last one
  std::vector<double> last_change_, change_;
  std::array<double, kDifferences * kDifferences> products_{};  // of changes, in the metric D
  std::array<double, kDifferences> shares_{};
  double size_before_ = 0;

  // Newton's method. A group is a law with the friction of its contact. Groups whose laws move the
  // same velocities are coupled: a change of p_s changes v_r by W_rs = Gamma_r response_s.
  std::vector<int> group_start_;    // (groups + 1): the first row of each
  std::vector<int> group_of_;       // (rows)
  int block_ = 0;                   // the most rows of a group
  std::vector<int> coupled_start_;  // (groups + 1)
  std::vector<int> coupled_;        // groups, ascending
  std::vector<double> coupling_;    // blocks of W, row by row
  std::vector<int> column_start_, row_at_, slot_, met_;
  std::vector<double> response_at_;
  std::vector<double> best_impulse_;
  BlockLu lu_;
  VecX newton_right_;
};

}  // namespace porthos::integrate
