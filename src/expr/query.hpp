#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace porthos::expr {

/// f contains the symbol x.
bool depends_on(const Expr& f, const Expr& x);

/// f contains one of the symbols xs.
bool depends_on_any(const Expr& f, std::span<const Expr> xs);

/// The symbols that the formulas contain, in the order of their creation.
std::vector<Expr> symbols_of(std::span<const Expr> fs);

/// The factors at whose zeros some formula has a pole: factors of divisors and of bases of negative
/// powers, cos(x) for tan(x), the argument of log. Each once; factors that cannot vanish are left
/// out, and so are factors that occur only below a branch of an if, where the author handles them.
/// A trajectory along which one of them changes sign has stepped over a singularity.
std::vector<Expr> poles(std::span<const Expr> fs);

/// c with f = sum_j c_j x_j, c independent of xs; nullopt if f is not linear and homogeneous in xs.
/// Where algebra cannot decide, it decides numerically at three fixed pseudo-random points, with
/// relative tolerance 1e-12.
std::optional<std::vector<Expr>> linear_coefficients(const Expr& f, std::span<const Expr> xs);

}  // namespace porthos::expr
