#pragma once

#include <string>
#include <vector>

#include "equations/balance.hpp"
#include "expr/derivative.hpp"
#include "model/json_text.hpp"

namespace porthos::equations {

/// The composite form (10) of [001] with J_z, A_z, B_z of (1): its lines, symbols and matrices.
class Composite {
 public:
  Composite(const Balance& balance, const system::Assembled& flat, const std::vector<char>& inert);

  /// The lines with the terms of this model, LaTeX.
  model::Json form() const;
  /// The meaning of the symbols: [{tex, entries: [LaTeX]}].
  model::Json vectors() const;
  /// [{name, tex, rows, columns, entries: [{row, column, tex, text}]}]; matrices without entries
  /// are omitted.
  model::Json matrices() const;

 private:
  struct Matrix {
    std::string name, tex;
    std::vector<std::string> rows, columns;
    std::vector<expr::SparseJacobian::Entry> entries;
  };

  /// Numbers of position constraints and of contacts among them, of velocity constraints and of
  /// rows of friction and one-way laws among them.
  struct Counts {
    int gaps = 0, contacts = 0, rows = 0, set_valued = 0;
  };
  Counts counts() const;

  void add_jacobian(const char* name, const char* tex, const std::vector<Expr>& formulas,
                    const std::vector<Expr>& xs, const std::vector<std::string>& rows,
                    const std::vector<std::string>& columns, bool is_transposed = false);
  void add_vector(const char* name, const char* tex, const std::vector<Expr>& formulas,
                  const std::vector<std::string>& rows);
  void add_square(const char* name, const laws::Matrix& matrix,
                  const std::vector<std::string>& names);
  void add(Matrix matrix);
  bool has(const char* name) const;
  Expr rest(const Expr& formula) const;
  std::string force_terms() const;
  std::vector<Expr> resisting(const std::vector<Expr>& xs) const;
  std::string sum(const std::string& left,
                  std::initializer_list<std::pair<const char*, const char*>> terms) const;

  const Balance& balance_;
  const Laws& laws_;
  const system::Assembled& flat_;
  std::vector<Expr> gaps_;        // of the constraints with multipliers
  std::vector<Matrix> matrices_;  // in the order of the form, without empty ones
};

}  // namespace porthos::equations
