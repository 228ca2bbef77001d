#include <algorithm>

#include "base/index.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

void read_header(Draft& draft) {
  const Place version = draft.root["porthos"];
  if (!version)
    draft.reader.fail("PH103", draft.component->where + "/porthos", "no version", "\"porthos\": 1",
                      "add it as the first key");
  else if (!version->is_number_integer() || version->get<double>() != 1)
    draft.reader.fail("PH102", version, describe(*version), "1, the version of this format");
  draft.component->name = draft.reader.text(draft.root["name"]);
  draft.component->source = draft.reader.text(draft.root["source"]);
  draft.component->description = draft.reader.text(draft.root["description"]);
  draft.reader.text(draft.root["$schema"]);
}

void read_definitions(Draft& draft, Place all) {
  for (const auto& [name, json] : all.members())
    if (draft.formulas.declare(name, Place(json))) draft.names.definitions[name] = Place(json);
}

void read_key(Draft& draft, const char* key, void (*read)(Draft& draft, Place all)) {
  if (const Place all = draft.root[key]; draft.reader.object(all)) read(draft, all);
}

void read_laws(Draft& draft) {
  declare_constraints(draft);
  read_kinematics(draft);
  check_structure(draft);
  read_energies(draft);
  read_groups(draft);
  read_gyroscopic(draft);
  read_constraints(draft);
  declare_set_valued(draft);
  read_key(draft, "ports", read_ports);
  read_dissipation(draft);
  read_key(draft, "forces", read_forces);
  check_positions(draft);
}

/// flow.NAME, effort.NAME, or another column of a port; the NAME of a component may have an index.
void add_column(Draft& draft, Place place) {
  const std::string text = draft.reader.text(place);
  std::size_t start = 0;
  for (const std::string_view kind : {"flow.", "effort."})
    if (text.starts_with(kind)) start = kind.size();
  if (const auto name = resolve(draft, text.substr(start), place, "PH111", *draft.component))
    draft.component->simulation.columns.push_back(text.substr(0, start) + *name);
}

void read_simulation(Draft& draft) {
  const Place place = draft.root["simulation"];
  if (!draft.reader.object(place, "simulation")) return;
  Simulation& simulation = draft.component->simulation;
  simulation.until = draft.reader.number(place["until"], "s").value_or(simulation.until);
  simulation.step = draft.reader.number(place["step"], "s").value_or(simulation.step);
  simulation.method = draft.reader.text(place["method"], simulation.method);
  simulation.tolerance = draft.reader.number(place["tolerance"]).value_or(simulation.tolerance);
  simulation.has_tolerance = static_cast<bool>(place["tolerance"]);
  simulation.output_every =
      static_cast<int>(draft.reader.bounded(place, key_of("simulation", "output_every"), 1));
  simulation.coordinates = draft.reader.text(place["coordinates"], simulation.coordinates);
  if (const Place columns = place["columns"]; draft.reader.array(columns, "an array of names"))
    for (std::size_t i = 0; i < columns.size(); ++i) add_column(draft, columns[i]);
}

}  // namespace

Draft::Draft(const Json& json, std::string where, Problems& problems, Library& files, Sides beside,
             int level, Interfaces known, Given values)
    : root(json),
      reader(json, where, problems),
      library(files),
      sides(std::move(beside)),
      depth(level),
      interfaces(std::move(known)),
      given(std::move(values)),
      component(std::make_shared<Component>()),
      kinds(component->laws),
      formulas(*component, reader, names, kinds) {
  component->where = std::move(where);
  if (Recording* recording = library.recording()) {
    record = &(recording->texts[component.get()] = TextRecord{.text = &json});
    formulas.record = record;
  }
  component->laws.graph = std::make_shared<expr::Graph>(library.budget());
  component->laws.t = component->laws.graph->symbol("t");
  formulas.units().declare(component->laws.t, read_unit("s"));
  names.find_foreign = [this](const std::string& path) { return make_foreign(*this, path); };
  formulas.find_offered = [this](const std::string& path) { return take_offered(*this, path); };
  formulas.resolve = [this](const std::string& path) { return resolve(*this, path, *component); };
}

std::shared_ptr<const Component> read_component(const Json& json, std::string where,
                                                Problems& problems, Library& library, Sides sides,
                                                int depth, Interfaces interfaces, Given given) {
  Draft draft(json, std::move(where), problems, library, std::move(sides), depth,
              std::move(interfaces), std::move(given));
  if (!draft.reader.object(draft.root)) return draft.component;
  draft.reader.check_keys(draft.root, names_of(keys_of("system")));
  read_header(draft);
  draft.interfaces =
      read_interfaces(draft.reader, draft.root["interfaces"], std::move(draft.interfaces));
  for (const char* key : {"outputs", "invariants"})
    for (const std::string& name : declared_names(draft, key)) draft.names.reported.insert(name);
  read_parameters(draft, "parameters");
  read_parameters(draft, "environment");
  declare_states(draft, "positions", draft.component->positions);
  declare_states(draft, "velocities", draft.component->velocities);
  read_key(draft, "definitions", read_definitions);
  read_key(draft, "characteristics", read_characteristics);
  read_key(draft, "between", read_between);
  read_key(draft, "components", read_parts);
  read_parameter_formulas(draft);
  read_key(draft, "requires", read_requirements);
  read_starts(draft, "positions", draft.component->positions);
  read_starts(draft, "velocities", draft.component->velocities);
  read_overrides(draft);
  read_laws(draft);
  read_key(draft, "offers", read_offers);
  read_key(draft, "inputs", read_inputs);
  watch_poles(draft);
  find_entropy_taken(draft);
  report_relations(draft);
  finish_set_valued(draft);  // its multipliers are then known to the outputs
  read_readouts(draft, "invariants", true);
  read_readouts(draft, "outputs", false);
  read_key(draft, "events", read_events);
  read_connections(draft);
  read_simulation(draft);
  read_view(draft);
  draft.formulas.read_definitions();
  check_characteristics(draft);
  draft.formulas.units().report();

  // States of parts that formulas use have their rates and masses in the parts.
  Laws& laws = draft.component->laws;
  laws.kinematics.resize(laws.z.size());
  mirror_kinematics(draft);
  for (const std::size_t count :
       {laws.z.size(), laws.w.size(), laws.ports.size(), laws.parameters.size(),
        laws.position_constraints.size(), laws.velocity_constraints.size(), laws.readouts.size()})
    draft.component->quantities += static_cast<double>(count);
  if (draft.depth == 0 && draft.component->quantities > Limits::kQuantities)
    draft.reader.fail("PH105", draft.root,
                      "more than " + std::to_string(Limits::kQuantities) +
                          " states, rows, ports, parameters and outputs",
                      "at most that many, including those of components", "leave some out");
  laws.mass.resize(static_cast<int>(laws.w.size()));
  laws.gyroscopic.resize(static_cast<int>(laws.w.size()));
  return draft.component;
}

Place formula_of(Place place) { return place->is_object() ? place["formula"] : place; }

std::string numbered(const std::string& name, std::size_t index, std::size_t count) {
  return count == 1 ? name : name + "." + std::to_string(index + 1);
}

std::set<std::pair<int, int>> lower_triangle(const laws::Matrix& matrix) {
  std::set<std::pair<int, int>> places;
  for (const auto& [place, formula] : matrix.entries())
    places.emplace(std::max(place.first, place.second), std::min(place.first, place.second));
  return places;
}

}  // namespace porthos::model
