#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Products of up to two variables, in which constants of the motion and integrals of rows are
/// sought as combinations with constant factors. A combination is a row, (functions).
class FunctionSpace {
 public:
  /// Of these variables, by the names of the model.
  FunctionSpace(const Subject& subject, std::vector<Expr> variables);

  /// False if there are more products than a reader waits for.
  bool is_possible() const { return functions_.size() >= variables_.size(); }
  Eigen::Index count() const { return static_cast<Eigen::Index>(functions_.size()); }
  /// How many states tell the functions apart.
  int states() const { return 2 * static_cast<int>(functions_.size()) + 10; }

  /// Looks at the functions in these states.
  void look_at(const std::vector<State>& states);
  /// (states) values, (functions)
  const std::vector<VecX>& values() const { return values_; }
  /// (states) derivatives by x = (z, P), (functions x n)
  const std::vector<MatX>& gradients() const { return gradients_; }

  /// Combinations that meet the equations, (equations x functions), as rows.
  MatX kernel_of(const MatX& equations) const;
  /// Combinations that have one value in all states.
  MatX constants() const;
  /// What of the rows is not in `known`, nor a product of what is listed already, as formulas.
  std::vector<std::string> texts(MatX found, MatX known) const;

  /// Appends rows.
  static void append(MatX& to, const MatX& more);

 private:
  /// A product of variables by their numbers, in ascending order.
  using Monomial = std::vector<int>;

  static std::vector<Monomial> monomials(int count, int degree);
  VecX value(const VecX& y) const;
  MatX gradient(const VecX& y) const;
  VecX product(const VecX& a, const VecX& b) const;
  std::string written(const VecX& row) const;
  std::string written(const Monomial& one) const;

  const Subject& subject_;
  std::vector<Expr> variables_;
  std::vector<std::string> names_;
  std::vector<Monomial> functions_;
  std::vector<MatX> gradients_;
  std::vector<VecX> values_;
};

/// sin(z) and cos(z) of each position of which the formulas have one of them.
std::vector<Expr> circular_functions(const Laws& laws, const std::vector<Expr>& formulas);

}  // namespace porthos::inspect
