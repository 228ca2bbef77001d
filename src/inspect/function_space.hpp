#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Products of up to two variables. Constants of the motion and integrals of constraints are linear
/// combinations of them. A combination is a row, (functions), over functions scaled to size 1, so
/// it does not depend on units.
class FunctionSpace {
 public:
  /// Products of these variables, in the names of the model, of second degree, or of first degree
  /// if there are too many.
  FunctionSpace(const Subject& subject, std::vector<Expr> variables);

  /// False if there are too many variables even for first degree.
  bool is_possible() const { return functions_.size() >= variables_.size(); }
  Eigen::Index count() const { return static_cast<Eigen::Index>(functions_.size()); }
  int degree() const { return degree_; }
  const std::vector<std::string>& names() const { return names_; }
  /// The number of states that distinguishes the functions.
  int states() const { return 3 * static_cast<int>(functions_.size()) / 2 + 40; }

  /// Evaluates the functions in these states. The first call sets the scales of the variables.
  void look_at(const std::vector<State>& states);
  /// (states) values, (functions)
  const std::vector<VecX>& values() const { return values_; }
  /// (states) derivatives with respect to x = (z, P) and t, (functions x n + 1); 0 for clocks.
  const std::vector<MatX>& gradients() const { return gradients_; }

  /// Combinations that satisfy equations, as rows.
  struct Found {
    MatX rows;
    /// (functions) the size of the terms of a function in the equations; it makes terms of a
    /// combination comparable.
    VecX weights;
    bool is_clear = true;  // false: a combination is nearly constant, so none is reported
  };
  /// The kernel of `equations` with the sizes of their terms, (equations x functions). Entries
  /// below `cut` relative to their terms count as 0.
  static Found kernel_of(const MatX& equations, const MatX& sizes, double cut);
  /// The same combination with more digits and without terms of the size of rounding, from the
  /// equations of its own functions alone. Empty if these do not confirm it. `weights` are those of
  /// the search.
  static std::optional<VecX> refined(const VecX& row, const VecX& weights, const MatX& equations,
                                     const MatX& sizes, double cut);
  /// The largest residual of a combination in these equations, relative to its terms.
  static double residual(const VecX& row, const MatX& equations, const MatX& sizes);
  /// Combinations that are constant over all states.
  MatX constants() const;
  /// Combinations that are constant on each part of the set of positions that the constraints
  /// allow: their differentials vanish along the tangents, (states) (z x any), and along momenta
  /// and time.
  MatX flat(const std::vector<MatX>& tangents, double cut) const;
  /// Combinations that are neither in `known` nor products of listed ones or of `factors`, simple
  /// ones first.
  std::vector<VecX> reduced(const Found& found, MatX known,
                            const std::vector<VecX>& factors = {}) const;
  /// The combination as a formula of the model's variables.
  std::string text(const VecX& row) const;
  /// The products of these combinations that are in the space, as rows.
  MatX products(const std::vector<VecX>& rows) const;

  /// Appends rows.
  static void append(MatX& to, const MatX& more);

 private:
  /// A product of variables by number, in ascending order.
  using Monomial = std::vector<int>;

  static std::vector<Monomial> monomials(int count, int degree);
  VecX nothing(const State& state) const;
  void find_scales(const std::vector<VecX>& values, const VecX& nothing);
  VecX value(const VecX& y) const;
  MatX gradient(const VecX& y) const;
  VecX product(const VecX& a, const VecX& b) const;
  std::string written(const Monomial& one) const;

  const Subject& subject_;
  std::vector<Expr> variables_;
  std::vector<std::string> names_;
  int degree_ = 2;
  std::vector<Monomial> functions_;
  VecX scales_;  // (variables)
  std::vector<MatX> gradients_;
  std::vector<VecX> values_;
};

}  // namespace porthos::inspect
