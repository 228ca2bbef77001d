#pragma once

#include <optional>

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// The index of the equations at a state.
struct DifferentiationIndex {
  /// How often the equations have to be differentiated until they give the rates of all unknowns;
  /// empty where that is not known.
  std::optional<int> value;
  /// How many combinations of multipliers act on nothing: reactions of redundant constraints. The
  /// index is that of the other unknowns.
  int redundant = 0;

  bool operator==(const DifferentiationIndex&) const = default;
};

/// The differentiation index of
///
///   z' = g(z, w, x)      M w' = f(z, w, x)      0 = N^T f      0 = c(z)      0 = a(z, w, x, t)
///
/// with x = (N^T w, lambda, mu), which has no rate in these equations (T-08, T-11). By reduction of
/// the equations linearized along the motion: the combinations of algebraic equations that contain
/// no dx are differentiated, ds' is replaced, and so on until all dx follow. If this takes k
/// differentiations, the rates x' take one more and the index is k + 1; without x it is 0.
///
/// k up to 2 is decided. The result is "not known" if it is larger, if a massless velocity is not
/// determined at all, and where the state has no accelerations. Ranks are those of this state.
DifferentiationIndex differentiation_index(const Equations& equations,
                                           const system::Workspace& state);

}  // namespace porthos::linearize
