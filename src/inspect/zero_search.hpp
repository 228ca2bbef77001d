#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "expr/range.hpp"
#include "inspect/subject.hpp"

namespace porthos::inspect {

/// A function of the pose and its gradient with respect to the positions.
struct ValueWithGradient {
  double value = 0;
  VecX slope;
};
using Function = std::function<ValueWithGradient(const State&)>;

/// Zeros of the function: one from each of the first three states for which Newton's method
/// succeeds along the constraint set. `nothing` is the size that counts as zero, relative to the
/// largest value on the way.
std::vector<State> zeros_of(const Subject& subject, const Function& function, double nothing);

/// The first of them, if there is one.
std::optional<State> zero_of(const Subject& subject, const Function& function, double nothing);

/// True if no motion of the structure changes the function at any of the states: a nonzero value
/// stays nonzero.
bool is_kept(const Subject& subject, const Function& function);

/// Bounds of formulas for the given parameters and arbitrary states.
expr::Ranges ranges_of(const Subject& subject);

/// A compiled formula of the positions with its gradient.
Function function_of(const Subject& subject, const Expr& formula);

}  // namespace porthos::inspect
