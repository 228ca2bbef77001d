#pragma once

#include "base/problem.hpp"
#include "model/json_text.hpp"
#include "simulate/run.hpp"

namespace porthos::simulate {

/// The JSON forms of a session's answers.
model::Json to_json(const Problems& problems);
model::Json to_json(const std::vector<Column>& columns);
model::Json to_json(const system::Scene& scene);
model::Json to_json(const Start& start);
/// The parts of describe() for a model, and for its assembly.
void add_to(model::Json& answer, const model::Component& component);
void add_to(model::Json& answer, const system::Assembled& assembled);
/// Parameters that are formulas of others: [{name, value}].
model::Json derived_values(const system::Assembled& assembled);
/// The output of `porthos run --json`, without the model's name and problems.
model::Json summary(Run& run);
/// The listed events from the given one on: [{t, name}].
model::Json events_to_json(const Run& run, std::size_t first);

}  // namespace porthos::simulate
