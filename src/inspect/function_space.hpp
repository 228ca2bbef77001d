#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Products of up to two variables, in which constants of the motion and integrals of rows are
/// sought as combinations with constant factors. A combination is a row, (functions), over
/// functions that are scaled to size 1: units do not matter.
class FunctionSpace {
 public:
  /// Of these variables, by the names of the model. Of the second degree, or of the first where the
  /// products are too many.
  FunctionSpace(const Subject& subject, std::vector<Expr> variables);

  /// False if there are too many variables even for the first degree.
  bool is_possible() const { return functions_.size() >= variables_.size(); }
  Eigen::Index count() const { return static_cast<Eigen::Index>(functions_.size()); }
  int degree() const { return degree_; }
  const std::vector<std::string>& names() const { return names_; }
  /// How many states tell the functions apart.
  int states() const { return 3 * static_cast<int>(functions_.size()) / 2 + 40; }

  /// Looks at the functions in these states. The first call sets the scales of the variables.
  void look_at(const std::vector<State>& states);
  /// (states) values, (functions)
  const std::vector<VecX>& values() const { return values_; }
  /// (states) derivatives by x = (z, P) and t, (functions x n + 1); 0 by clocks.
  const std::vector<MatX>& gradients() const { return gradients_; }

  /// Combinations that meet equations, as rows.
  struct Found {
    MatX rows;
    /// (functions) how large the terms of a function in the equations are: what makes the terms of
    /// a combination comparable.
    VecX weights;
    bool is_clear = true;  // false: some combination is nearly constant, and nothing is told
  };
  /// `equations` and the sizes of their terms, (equations x functions). What is below `cut`
  /// relative to its terms counts as 0.
  static Found kernel_of(const MatX& equations, const MatX& sizes, double cut);
  /// The same combination to more digits and without terms that are rounding, from the equations of
  /// its own functions alone; none if these do not confirm it. `weights` of where it was found.
  static std::optional<VecX> refined(const VecX& row, const VecX& weights, const MatX& equations,
                                     const MatX& sizes, double cut);
  /// The largest of these equations for a combination, relative to its terms.
  static double residual(const VecX& row, const MatX& equations, const MatX& sizes);
  /// Combinations that have one value in all states.
  MatX constants() const;
  /// Combinations that are neither in `known` nor products of what is listed before or of
  /// `factors`, simple ones first.
  std::vector<VecX> reduced(const Found& found, MatX known,
                            const std::vector<VecX>& factors = {}) const;
  /// As a formula of the model's variables.
  std::string text(const VecX& row) const;
  /// The products of these combinations, as far as they are functions of the space, as rows.
  MatX products(const std::vector<VecX>& rows) const;

  /// Appends rows.
  static void append(MatX& to, const MatX& more);

 private:
  /// A product of variables by their numbers, in ascending order.
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
