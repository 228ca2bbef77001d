#pragma once

#include <optional>

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// The index of the equations at a state.
struct DifferentiationIndex {
  /// The number of differentiations after which the equations determine the rates of all unknowns;
  /// empty if not known.
  std::optional<int> value;
  /// The number of combinations of multipliers without any effect: reactions of redundant
  /// constraints. The index is that of the other unknowns.
  int redundant = 0;

  bool operator==(const DifferentiationIndex&) const = default;
};

/// The differentiation index of
///
///   z' = g(z, w, x)      M w' = f(z, w, x)      0 = N^T f      0 = c(z)      0 = a(z, w, x, t)
///
/// with x = (N^T w, lambda, mu), which has no rate in these equations (T-08, T-11). The equations
/// are linearized along the motion and reduced: combinations of algebraic equations without dx are
/// differentiated, ds' is replaced, and so on until all dx are determined. If this takes k
/// differentiations, the rates x' take one more, and the index is k + 1; without x it is 0.
///
/// k up to 2 is decided. The result is "not known" if k is larger, if a massless velocity is not
/// determined at all, or if the state has no accelerations. The ranks are those of this state.
DifferentiationIndex differentiation_index(const Equations& equations,
                                           const system::Workspace& state);

}  // namespace porthos::linearize
