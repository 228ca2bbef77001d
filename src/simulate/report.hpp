#pragma once

#include "base/problem.hpp"
#include "model/json_text.hpp"
#include "simulate/run.hpp"

namespace porthos::simulate {

/// The JSON forms of what a session answers.
model::Json to_json(const Problems& problems);
model::Json to_json(const std::vector<system::Named>& columns);
model::Json to_json(const system::Scene& scene);
model::Json to_json(const Start& start);

}  // namespace porthos::simulate
