#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/problem.hpp"
#include "model/component.hpp"
#include "model/json_text.hpp"
#include "model/reader.hpp"

namespace porthos::simulate {

/// The options of a run.
struct Request {
  std::optional<double> until, step, tolerance;
  std::optional<int> output_every;
  std::optional<std::string> method, coordinates;
  bool error_column = false;
  std::map<std::string, double> set;
  std::map<std::string, double> starts;  // of states, override the text
  model::Json inputs;                    // port -> formulas, as in a model

  /// The model's simulation, overridden by the options.
  model::Simulation over(model::Simulation simulation) const;
};

/// Reads {until, step, method, tolerance, set, starts, inputs, outputEvery, errorColumn,
/// coordinates}, each optional.
Request read_request(const model::Json& options, Problems& to);

/// Reads an object of numbers.
std::map<std::string, double> read_values(model::Place place, model::Reader& reader);

/// The text of a model with these inputs, which replace those of the same ports under any name.
model::Json with_inputs(model::Json text, const model::Component& model, const model::Json& inputs);

}  // namespace porthos::simulate
