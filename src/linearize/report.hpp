#pragma once

#include "linearize/study.hpp"
#include "model/json_text.hpp"

namespace porthos::linearize {

/// Adds to an answer what there is to say of a model beside one state.
void add_to(model::Json& answer, const Study& study);

/// "rest", "steady", "moving".
const char* name(Motion motion);

/// [[re, im], ...] of all eigenvalues but those that are zero.
model::Json eigenvalues(const Modes& modes);

}  // namespace porthos::linearize
