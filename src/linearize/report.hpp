#pragma once

#include "linearize/linearization.hpp"
#include "model/json_text.hpp"

namespace porthos::linearize {

/// Adds the report on a model about one state to an answer.
void add_to(model::Json& answer, const Linearization& linearization);

/// "rest", "steady", "moving".
const char* name(Motion motion);

/// [[re, im], ...] of all nonzero eigenvalues.
model::Json eigenvalues(const Modes& modes);

}  // namespace porthos::linearize
