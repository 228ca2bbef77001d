#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/graph.hpp"

namespace porthos::expr {

/// df/dx, exact; x is a symbol. At the corners of abs, min, max and if the derivative is that of
/// the branch the formula itself takes there (abs: 0); jumps (sign, floor, comparisons) count as
/// constant.
Expr derivative(const Expr& f, const Expr& x);

/// (df/dx_j), as long as xs.
std::vector<Expr> gradient(const Expr& f, std::span<const Expr> xs);

/// The entries of a Jacobian that are not recognised as zero, ordered by row, then column.
struct SparseJacobian {
  struct Entry {
    int row, col;
    Expr value;
  };
  int rows = 0, cols = 0;
  std::vector<Entry> entries;
};

/// (df_i/dx_j), (fs x xs); the xs are distinct symbols.
SparseJacobian jacobian(std::span<const Expr> fs, std::span<const Expr> xs);

/// The replacement of symbols in formulas of one graph, one after the other: common parts are
/// rebuilt once. A whole formula can be replaced too, where it occurs unchanged. See substitute.
class Substitution {
 public:
  Substitution(std::span<const std::pair<Expr, Expr>> replacements, Graph& target);
  Expr operator()(const Expr& f);

 private:
  Expr rebuild(const Graph& graph, std::uint32_t id);

  Graph& target_;
  std::unordered_map<std::uint32_t, Expr> rebuilt_;  // by the number of the node
};

/// f rebuilt in `target` (which may be another graph than f's), with symbols replaced all at once.
/// The replacements are pairs {symbol in f's graph, number or formula in target}. A symbol that is
/// not listed becomes the symbol of the same name in target.
Expr substitute(const Expr& f, std::span<const std::pair<Expr, Expr>> replacements, Graph& target);

/// The same for several formulas of one graph, in one pass.
std::vector<Expr> substitute(std::span<const Expr> fs,
                             std::span<const std::pair<Expr, Expr>> replacements, Graph& target);

}  // namespace porthos::expr
