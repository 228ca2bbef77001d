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
  const Rebuild with = [this](const Values& switched) { return rebuild({}, switched); };
  if (!has_errors(problems)) check_first_row(system, assembled, start, with, problems);
  const model::Simulation& simulation = given->simulation;
  check_method(system, assembled, start, with, simulation, problems);
  const integrate::Method* method = integrate::find_method(simulation.method);
  if (method && simulation.has_tolerance)
    check_tolerance(simulation.tolerance, *method, "/simulation/tolerance", problems);
  inert = assembled->assembly.inert;
}

void SessionModel::build(const Values& set, const Values& starts, Problems& to) {
  if (component == too_large_) return model::report_too_much(to);
  const bool is_known = last_.system && last_.component == component &&
                        last_.is_apart == is_apart_ && last_.set == set && last_.starts == starts &&
                        !has_errors(to);
  if (!is_known) {
    last_ = {};
    Problems found;
    const Built built = simulate::build(*component, set, starts, types(), found);
    if (!built.is_assembled) {
      types() = system::TypeCache();  // a model that is too large was not compiled completely
      types().keep_apart(is_apart_);
      if (component->laws.graph->budget()->is_spent()) too_large_ = component;
    }
    last_ = {component,       is_apart_,    set,         starts,
             built.assembled, built.system, built.start, std::move(found)};
  }
  assembled = last_.assembled;
  system = last_.system ? last_.system->anew() : nullptr;
  start = last_.start;
  to.insert(to.end(), last_.problems.begin(), last_.problems.end());
}

void SessionModel::drive(const model::Json& inputs, const Values& set, Problems& to) {
  model::Json changed = with_options(text, *given, inputs, set);
  component = given;
  if (changed.is_null()) return;
  if (changed != changed_ || !changed_component_) {
    cache_ = system::TypeCache();
    cache_.keep_apart(is_apart_);
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
