#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "expr/graph.hpp"

namespace porthos::expr {

struct LatexOptions {
  /// LaTeX of a symbol; if empty, latex_symbol.
  std::function<std::string(std::string_view name)> symbol;

  /// The rank of a factor: those of the lowest rank are written first. If empty, all keep the order
  /// of the formula.
  std::function<int(std::string_view name)> rank;

  /// Sub-expressions longer than this are printed as \cdots: a formula with many shared parts can
  /// be exponentially longer as text. Bytes.
  std::size_t max_length = 20000;
};

/// The formula as LaTeX math, without delimiters: minimal parentheses, fractions, numbers first in
/// products. Everything used is known to KaTeX.
std::string latex(const Expr& f, const LatexOptions& options = {});

/// A name as LaTeX: omega1 -> \omega_{1}, v_x -> v_{x}, mass -> \mathrm{mass}, and the component of
/// a dotted name as superscript: car.v_x -> v_{x}^{\mathrm{car}}.
std::string latex_symbol(std::string_view name);

/// A number as LaTeX: 2.5, \frac{1}{2}, 10^{-6}, 2\pi.
std::string latex_number(double value);

}  // namespace porthos::expr
