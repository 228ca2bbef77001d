#include "simulate/session_model.hpp"

#include <utility>

#include "integrate/methods.hpp"
#include "simulate/build.hpp"
#include "simulate/checks.hpp"
#include "simulate/first_row.hpp"

namespace porthos::simulate {

void SessionModel::read(const std::string& json_text, const std::string& file_texts) {
  files = read_files(file_texts);
  const auto json = model::parse_json(json_text, problems);
  if (!json) return;
  text = *json;
  component = given = model::read_model(*json, files, problems);
  if (has_errors(problems)) return;
  build({}, {}, problems);
  if (!has_errors(problems)) check_first_row(system, assembled, start, problems);
  const model::Simulation& simulation = given->simulation;
  check_method(system, assembled, start, simulation, problems);
  const integrate::Method* method = integrate::find_method(simulation.method);
  if (method && simulation.has_tolerance)
    check_tolerance(simulation.tolerance, *method, "/simulation/tolerance", problems);
  inert = assembled->assembly.inert;
}

void SessionModel::build(const Values& set, const Values& starts, Problems& to) {
  if (component == too_large_) return model::report_too_much(to);
  Built built = simulate::build(*component, set, starts, types(), to);
  assembled = built.assembled;
  system = built.system;
  start = std::move(built.start);
  if (built.is_assembled) return;
  types() = system::TypeCache();  // a model that is too large was not compiled completely
  if (component->laws.graph->budget()->is_spent()) too_large_ = component;
}

void SessionModel::drive(const model::Json& inputs, const Values& set, Problems& to) {
  model::Json changed = with_options(text, *given, inputs, set);
  component = given;
  if (changed.is_null()) return;
  if (changed != changed_ || !changed_component_) {
    cache_ = system::TypeCache();
    changed_component_ = with_fixed(model::read_model(changed, files, to));
    changed_ = std::move(changed);
  }
  component = changed_component_;
  if (has_errors(to)) changed_component_.reset();  // reported again next time
}

std::shared_ptr<system::System> SessionModel::rebuild(const Values& set, const Values& switched) {
  Problems faults;  // the run ends with an outcome
  system::Assembled made = system::assemble(*component, set, types(), faults, switched);
  if (has_errors(faults)) return nullptr;
  made.assembly.inert = assembled->assembly.inert;
  made.assembly.typical = assembled->assembly.typical;
  return std::make_shared<system::System>(std::move(made.assembly));
}

void SessionModel::check_values(const Values& set, Problems& to) {
  system::assemble(*component, set, types(), to);
}

void SessionModel::fix(model::FixedModes modes, Problems& to) {
  fixed_ = std::move(modes);
  changed_component_.reset();
  given_cache_ = system::TypeCache();
  cache_ = system::TypeCache();
  component = given = with_fixed(given);
  build({}, {}, to);
  if (assembled) inert = assembled->assembly.inert;
}

}  // namespace porthos::simulate
