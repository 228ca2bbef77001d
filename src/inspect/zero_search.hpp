#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// A function of the pose and its gradient by the positions.
struct Sloped {
  double value = 0;
  VecX slope;
};
using Function = std::function<Sloped(const State&)>;

/// Zeros of the function, one from each of the first three states from which Newton's method finds
/// one along the constraint set. `nothing` is how near to zero counts, relative to the largest
/// value on the way.
std::vector<State> zeros_of(const Subject& subject, const Function& function, double nothing);

/// The first of them, if there is one.
std::optional<State> zero_of(const Subject& subject, const Function& function, double nothing);

/// No motion of the structure changes the function at any of the states: what is not zero stays so.
bool is_kept(const Subject& subject, const Function& function);

/// A formula of the positions and its gradient, compiled.
Function function_of(const Subject& subject, const Expr& formula);

}  // namespace porthos::inspect
