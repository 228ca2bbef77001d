#pragma once

#include <span>
#include <string_view>

#include "laws/laws.hpp"

namespace porthos::laws {

/// A Lie group whose left-trivialised (body-fixed) velocities a model may use.
///
/// With the momentum Gamma = M w of the velocities of the group, the gyroscopic force is
///   -G(Gamma) w = ad*_w Gamma                                            theory 0.3
/// This is the Lie-Poisson structure: the only sign for which J = [0 Z; -Z^T -G] satisfies the
/// Jacobi identity (E-001-3 corrects the sign printed in the paper).
struct Group {
  std::string_view name;
  int dimension;
  std::string_view order;  // names of its velocities, in order
  MatExpr (*gyroscopic)(std::span<const Expr> momentum);
};

std::span<const Group> groups();

/// The group with that name, or nullptr.
const Group* find_group(std::string_view name);

}  // namespace porthos::laws
