#include "simulate/request.hpp"

#include <cmath>
#include <utility>

#include "model/model.hpp"
#include "model/reader.hpp"

namespace porthos::simulate {

using model::Json;
using model::Place;

model::Simulation Request::over(model::Simulation simulation) const {
  simulation.until = until.value_or(simulation.until);
  simulation.step = step.value_or(simulation.step);
  simulation.tolerance = tolerance.value_or(simulation.tolerance);
  simulation.output_every = output_every.value_or(simulation.output_every);
  simulation.method = method.value_or(simulation.method);
  simulation.coordinates = coordinates.value_or(simulation.coordinates);
  return simulation;
}

std::map<std::string, double> read_values(Place place, model::Reader& reader) {
  std::map<std::string, double> values;
  if (reader.object(place))
    for (const auto& [name, value] : place.members())
      if (const auto number = reader.number(Place(value))) values[name] = *number;
  return values;
}

Request read_request(const Json& options, Problems& to) {
  Request request;
  model::Reader reader(options, "", to);
  const Place root(options);
  if (!reader.object(root)) return request;
  reader.check_keys(root, {"until", "step", "method", "tolerance", "set", "starts", "inputs",
                           "outputEvery", "errorColumn", "coordinates"});
  request.set = read_values(root["set"], reader);
  request.starts = read_values(root["starts"], reader);
  if (const Place inputs = root["inputs"]; reader.object(inputs)) request.inputs = *inputs;
  request.error_column = reader.flag(root["errorColumn"], false);
  request.until = reader.number(root["until"], "s");
  request.step = reader.number(root["step"], "s");
  if (root["method"]) request.method = reader.text(root["method"]);
  if (root["coordinates"]) request.coordinates = reader.text(root["coordinates"]);
  request.tolerance = reader.number(root["tolerance"]);
  if (const auto every = reader.number(root["outputEvery"])) {
    if (*every >= 1 && *every <= 1e6 && *every == std::floor(*every))
      request.output_every = static_cast<int>(*every);
    else
      reader.fail("PH104", "/outputEvery", Json(*every).dump(),
                  "a whole number of steps, 1 to 1000000");
  }
  return request;
}

Json with_inputs(Json text, const model::Component& model, const Json& inputs) {
  if (!text["inputs"].is_object()) text["inputs"] = Json::object();
  // The names of inputs contain the values of their indices.
  const auto read_name = [&](const std::string& key) {
    const std::string where = "/inputs/" + model::pointer_token(key);
    for (const auto& [name, input] : model.inputs)
      if (input.where == where) return name;
    return key;
  };
  for (const auto& [port, input] : Place(inputs).members()) {
    const std::string driven = model::find_port_name(model, port);
    Json kept = Json::object();
    for (const auto& [name, old] : Place(text["inputs"]).members())
      if (model::find_port_name(model, read_name(name)) != driven) kept[name] = old;
    kept[port] = input;
    text["inputs"] = std::move(kept);
  }
  return text;
}

}  // namespace porthos::simulate
