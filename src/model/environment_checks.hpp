#pragma once

#include "base/problem.hpp"
#include "model/component.hpp"

namespace porthos::model {

/// Compares the environment that a model sets with what its components read: shapes, units, and
/// whether anything reads a value at all.
void check_environment(const Component& model, Problems& problems);

}  // namespace porthos::model
