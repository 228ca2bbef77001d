#include "model/component_reader.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/query.hpp"
#include "expr/tape.hpp"
#include "model/text_hint.hpp"

namespace porthos::model {
namespace {

/// A number of a parameter's value; formulas are of whole values.
double read_entry(Reader& reader, Place entry, const std::string& unit) {
  if (!entry || !entry->is_string()) return reader.number(entry, unit).value_or(1);
  reader.fail("PH102", entry, describe(*entry),
              "a finite number" + (unit.empty() ? "" : " (" + unit + ")"),
              "with a formula the whole value is one text: { \"formula\": \"[a, 2*b]\" }");
  return 1;
}

}  // namespace

ComponentReader::ComponentReader(const Json& json, std::string where, Problems& problems,
                                 Library& library, Sides sides, int depth, Interfaces interfaces,
                                 Given given)
    : root_(json),
      reader_(json, where, problems),
      library_(library),
      sides_(std::move(sides)),
      depth_(depth),
      interfaces_(std::move(interfaces)),
      given_(std::move(given)),
      component_(std::make_shared<Component>()),
      formulas_(*component_, reader_) {
  component_->where = std::move(where);
  if (Recording* recording = library.recording()) {
    record_ = &(recording->texts[component_.get()] = TextRecord{.text = &json});
    formulas_.record = record_;
  }
  component_->laws.graph = std::make_shared<expr::Graph>(library.budget());
  component_->laws.t = component_->laws.graph->symbol("t");
  formulas_.units().declare(component_->laws.t, read_unit("s"));
  formulas_.find_foreign = [this](const std::string& path) { return make_foreign(path); };
  formulas_.find_offered = [this](const std::string& path) { return take_offered(path); };
  formulas_.resolve = [this](const std::string& path) { return resolve(path, *component_); };
}

std::shared_ptr<const Component> ComponentReader::read() {
  if (!reader_.object(root_)) return component_;
  reader_.check_keys(root_, names_of(keys_of("system")));
  read_header();
  interfaces_ = read_interfaces(reader_, root_["interfaces"], std::move(interfaces_));
  for (const char* key : {"outputs", "invariants"})
    for (const std::string& name : declared_names(key)) formulas_.reported_names.insert(name);
  read_parameters("parameters");
  read_parameters("environment");
  declare_states("positions", component_->positions);
  declare_states("velocities", component_->velocities);
  read_definitions();
  read_between();
  read_parts();
  read_parameter_formulas();
  read_requirements();
  read_starts("positions", component_->positions);
  read_starts("velocities", component_->velocities);
  read_overrides();
  read_laws();
  read_offers();
  read_inputs();
  watch_poles();
  find_entropy_taken();
  report_relations();
  finish_set_valued();  // its multipliers are then known to the outputs
  read_readouts("invariants", true);
  read_readouts("outputs", false);
  read_events();
  read_connections();
  read_simulation();
  read_view();
  formulas_.read_definitions();
  formulas_.units().report();

  // States of parts that formulas use have their rates and masses in the parts.
  Laws& laws = component_->laws;
  laws.kinematics.resize(laws.z.size());
  mirror_kinematics();
  for (const std::size_t count :
       {laws.z.size(), laws.w.size(), laws.ports.size(), laws.parameters.size(),
        laws.position_constraints.size(), laws.velocity_constraints.size(), laws.readouts.size()})
    component_->quantities += static_cast<double>(count);
  if (depth_ == 0 && component_->quantities > Limits::kQuantities)
    reader_.fail("PH105", root_,
                 "more than " + std::to_string(Limits::kQuantities) +
                     " states, rows, ports, parameters and outputs",
                 "at most that many, including those of components", "leave some out");
  laws.mass.resize(static_cast<int>(laws.w.size()));
  laws.gyroscopic.resize(static_cast<int>(laws.w.size()));
  return component_;
}

void ComponentReader::read_laws() {
  declare_constraints();
  read_kinematics();
  check_structure();
  read_energies();
  read_groups();
  read_gyroscopic();
  read_constraints();
  declare_set_valued();
  read_ports();
  read_dissipation();
  read_forces();
  check_positions();
}

void ComponentReader::read_header() {
  const Place version = root_["porthos"];
  if (!version)
    reader_.fail("PH103", component_->where + "/porthos", "no version", "\"porthos\": 1",
                 "add it as the first key");
  else if (!version->is_number_integer() || version->get<double>() != 1)
    reader_.fail("PH102", version, describe(*version), "1, the version of this format");
  component_->name = reader_.text(root_["name"]);
  component_->source = reader_.text(root_["source"]);
  component_->description = reader_.text(root_["description"]);
  reader_.text(root_["$schema"]);
}

void ComponentReader::read_parameters(const char* key) {
  const Place all = root_[key];
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!formulas_.declare(name, place)) continue;
    Parameter parameter{.name = name, .is_environment = *key == 'e'};
    const bool is_plain = json.is_number() || json.is_array();
    if (json.is_string()) {
      reader_.fail("PH102", place, describe(json), "a number or an object",
                   hint_for_text(json.get<std::string>()));
      continue;
    }
    if (!is_plain && !reader_.object(place, "parameter")) continue;
    if (!is_plain) {
      parameter.unit = reader_.unit(place["unit"]);
      parameter.label = reader_.text(place["label"]);
      parameter.min = reader_.number(place["min"], parameter.unit);
      parameter.max = reader_.number(place["max"], parameter.unit);
      if (place["formula"]) {
        if (place["value"]) reader_.fail("PH108", place, "a value and a formula", "one of the two");
        formulas_.add_definition(name, place["formula"]);
        parameter.formula = Expr(0.0);  // read when all names are known
        component_->parameters.push_back(parameter);
        continue;
      }
      if (!place["value"])
        reader_.fail("PH103", place, "no value",
                     "\"value\" (" + (parameter.unit.empty() ? "a number" : parameter.unit) +
                         ") or \"formula\"");
    }
    add_parameter(parameter, is_plain ? place : place["value"]);
  }
}

/// A parameter for each entry of the value: a number, an array of numbers, or one of rows.
void ComponentReader::add_parameter(Parameter parameter, Place value) {
  const std::string name = parameter.name;
  const bool is_formula = value && value->is_string();
  const Tensor fallback = is_formula ? formulas_.read_tensor(value, kParameters) : Tensor();
  const expr::Shape shape = is_formula ? fallback.shape : declared_shape(value, Place());
  if (shape.rank > 0) component_->shapes[name] = shape;
  std::vector<Expr> symbols;
  for (int i = 0; i < shape.size(); ++i) {
    Place entry = value;
    if (shape.rank > 0 && !is_formula) entry = value[index(i / shape.columns)];
    if (shape.rank > 1 && !is_formula) entry = entry[index(i % shape.columns)];
    parameter.name = name + expr::entry_suffix(shape, i);
    if (is_formula)
      parameter.fallback = fallback.entries[index(i)];
    else
      parameter.value = read_entry(reader_, entry, parameter.unit);
    if (!is_formula) check_value(parameter, parameter.value, entry);
    if (const auto given = given_.find(parameter.name); given != given_.end() && !is_formula)
      parameter.value = given->second;
    symbols.push_back(component_->laws.graph->symbol(parameter.name));
    formulas_.units().declare(symbols.back(), read_unit(parameter.unit));
    component_->laws.parameters.push_back(symbols.back());
    component_->parameters.push_back(parameter);
  }
  formulas_.add_parameter(name, Tensor(shape, std::move(symbols)));
}

expr::Shape read_size(Reader& reader, Place size) {
  std::vector<int> counts;
  const auto count = [&](Place entry) {
    const double n = reader.number(entry).value_or(0);
    if (n >= 1 && n <= 1000 && n == std::floor(n)) counts.push_back(static_cast<int>(n));
  };
  if (size->is_array())
    for (std::size_t i = 0; i < size.size(); ++i) count(size[i]);
  else
    count(size);
  if (counts.size() == 1 && !size->is_array()) return expr::vector_of(counts[0]);
  if (counts.size() == 2) return expr::matrix_of(counts[0], counts[1]);
  reader.fail("PH104", size, describe(*size), "a size: 3, or [3, 3] for a matrix");
  return expr::kScalar;
}

/// The shape that a value's JSON has, or that a "size" says: 3, or [3, 3]. A formula is a number
/// unless a size says otherwise.
expr::Shape ComponentReader::declared_shape(Place value, Place size) {
  if (size) return read_size(reader_, size);
  if (!value || !value->is_array()) return expr::kScalar;
  const Json& list = *value;
  const bool is_matrix = !list.empty() && list[0].is_array();
  const std::size_t columns = is_matrix ? list[0].size() : 1;
  bool fits = !list.empty() && columns > 0;
  for (const Json& entry : list)
    fits = fits && entry.is_array() == is_matrix && (!is_matrix || entry.size() == columns);
  if (!fits) {
    reader_.fail("PH117", value, describe(list), "an array of numbers, or of rows of one length");
    return expr::kScalar;
  }
  const int rows = static_cast<int>(list.size());
  return is_matrix ? expr::matrix_of(rows, static_cast<int>(columns)) : expr::vector_of(rows);
}

void ComponentReader::read_parameter_formulas() {
  std::vector<Parameter> all;
  for (Parameter& parameter : component_->parameters) {
    if (!parameter.formula) {
      all.push_back(std::move(parameter));
      continue;
    }
    const std::string name = parameter.name;
    const Tensor value = formulas_.read_tensor(root_["parameters"][name]["formula"], kParameters);
    if (!value.is_scalar()) component_->shapes[name] = value.shape;
    expect(value.entries, parameter.unit, root_["parameters"][name]["formula"],
           "the unit of \"" + name + "\"");
    for (const Expr& entry : value.entries)
      formulas_.units().declare_formula(entry, parameter.unit);
    for (int i = 0; i < value.shape.size(); ++i) {
      parameter.name = name + expr::entry_suffix(value.shape, i);
      parameter.formula = value.entries[index(i)];
      all.push_back(parameter);
    }
  }
  component_->parameters = std::move(all);
}

void ComponentReader::read_definitions() {
  const Place all = root_["definitions"];
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members())
    if (formulas_.declare(name, Place(json))) formulas_.add_definition(name, Place(json));
}

void ComponentReader::declare_states(const char* key, std::vector<Variable>& to) {
  const Place all = root_[key];
  if (!reader_.object(all)) return;
  Laws& laws = component_->laws;
  const bool is_position = key == std::string("positions");
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!formulas_.declare(name, place)) continue;
    Variable variable{.name = name};
    const std::size_t before = reader_.problems().size();
    const expr::Shape shape = json.is_object() ? declared_shape(place["start"], place["size"])
                                               : declared_shape(place, Place());
    if (json.is_object()) {
      reader_.object(place, "state");
      variable.unit = reader_.unit(place["unit"]);
      variable.label = reader_.text(place["label"]);
      variable.is_fixed = reader_.flag(place["fixed"], false);
    }
    if (reader_.problems().size() != before) formulas_.mark_broken(name);
    if (shape.rank > 0) component_->shapes[name] = shape;
    if (laws.z.size() + laws.w.size() + index(shape.size()) > index(Limits::kStates)) {
      reader_.fail("PH105", place, "more than " + std::to_string(Limits::kStates) + " states",
                   "at most that many in one text", "split the model into components");
      formulas_.mark_broken(name);
      continue;
    }
    StateEntries entries{shape, {}};
    for (int i = 0; i < shape.size(); ++i) {
      variable.name = name + expr::entry_suffix(shape, i);
      entries.indices.push_back(static_cast<int>(is_position ? laws.z.size() : laws.w.size()));
      add_state(variable.name, is_position, variable.unit);
      to.push_back(variable);
    }
    if (is_position)
      formulas_.add_position(name, entries);
    else
      formulas_.add_velocity(name, entries);
  }
}

/// The symbols of a state of this component or of a part, with their units.
void ComponentReader::add_state(const std::string& name, bool is_position,
                                const std::string& unit) {
  Laws& laws = component_->laws;
  const auto add = [&](std::vector<Expr>& to, const std::string& symbol,
                       const std::optional<Dimension>& dimension) {
    to.push_back(laws.graph->symbol(symbol));
    formulas_.units().declare(to.back(), dimension);
  };
  const auto own = read_unit(unit);
  add(is_position ? laws.z : laws.w, name, own);
  if (is_position) {
    add(laws.e, "effort(" + name + ")", per(joule(), own));
  } else {
    add(laws.p, "momentum(" + name + ")", per(joule(), own));
    add(laws.w_rate, "rate(" + name + ")", per(own, read_unit("s")));
  }
}

void ComponentReader::read_starts(const char* key, std::vector<Variable>& of) {
  for (const std::string& name : declared_names(key)) {
    const Place place = root_[key][name];
    const Place start = place->is_object() ? place["start"] : place;
    const StateEntries* state =
        &of == &component_->positions ? own_position(name) : own_velocity(name);
    if (!state || !start || formulas_.is_broken(name)) continue;
    const Tensor value =
        formulas_.read_shaped(start, state->shape, "\"" + name + "\" is", kParameters);
    expect(value.entries, of[index(state->indices[0])].unit, start, "the unit of \"" + name + "\"");
    for (std::size_t i = 0; i < value.entries.size(); ++i)
      of[index(state->indices[i])].start = value.entries[i];
    for (const int i : state->indices) of[index(i)].has_start = true;
  }
}

/// The names under a key that formulas can use, in the order of the text.
std::vector<std::string> ComponentReader::declared_names(const char* key) const {
  std::vector<std::string> names;
  const Place all = root_[key];
  if (all && all->is_object())
    for (const auto& [name, json] : all.members()) names.push_back(name);
  return names;
}

const StateEntries* ComponentReader::own_position(const std::string& name) {
  const StateEntries* state = formulas_.find_position(name);
  return state && index(state->indices[0]) < component_->positions.size() ? state : nullptr;
}

const StateEntries* ComponentReader::own_velocity(const std::string& name) {
  const StateEntries* state = formulas_.find_velocity(name);
  return state && index(state->indices[0]) < component_->velocities.size() ? state : nullptr;
}

void ComponentReader::read_simulation() {
  const Place place = root_["simulation"];
  if (!reader_.object(place, "simulation")) return;
  Simulation& simulation = component_->simulation;
  simulation.until = reader_.number(place["until"], "s").value_or(simulation.until);
  simulation.step = reader_.number(place["step"], "s").value_or(simulation.step);
  simulation.method = reader_.text(place["method"], simulation.method);
  simulation.tolerance = reader_.number(place["tolerance"]).value_or(simulation.tolerance);
  simulation.has_tolerance = static_cast<bool>(place["tolerance"]);
  simulation.output_every =
      static_cast<int>(reader_.bounded(place, key_of("simulation", "output_every"), 1));
  if (const Place columns = place["columns"]; reader_.array(columns, "an array of names"))
    for (std::size_t i = 0; i < columns.size(); ++i) add_column(columns[i]);
}

/// flow.NAME, effort.NAME, or another column of a port; the NAME of a component may have an index.
void ComponentReader::add_column(Place place) {
  const std::string text = reader_.text(place);
  std::size_t start = 0;
  for (const std::string_view kind : {"flow.", "effort."})
    if (text.starts_with(kind)) start = kind.size();
  if (const auto name = resolve(text.substr(start), place, "PH111", *component_))
    component_->simulation.columns.push_back(text.substr(0, start) + *name);
}

int ComponentReader::state_index(const std::vector<Variable>& states,
                                 const std::string& name) const {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].name == name) return static_cast<int>(i);
  return -1;
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
