#include <cmath>

#include "base/index.hpp"
#include "model/draft.hpp"
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

/// A parameter for each entry of the value: a number, an array of numbers, or one of rows.
void add_parameter(Draft& draft, Parameter parameter, Place value) {
  const std::string name = parameter.name;
  const bool is_formula = value && value->is_string();
  const Tensor fallback = is_formula ? draft.formulas.read_tensor(value, kParameters) : Tensor();
  const expr::Shape shape = is_formula ? fallback.shape : declared_shape(draft, value, Place());
  if (shape.rank > 0) draft.component->shapes[name] = shape;
  std::vector<Expr> symbols;
  for (int i = 0; i < shape.size(); ++i) {
    Place entry = value;
    if (shape.rank > 0 && !is_formula) entry = value[index(i / shape.columns)];
    if (shape.rank > 1 && !is_formula) entry = entry[index(i % shape.columns)];
    parameter.name = name + expr::entry_suffix(shape, i);
    if (is_formula)
      parameter.fallback = fallback.entries[index(i)];
    else
      parameter.value = read_entry(draft.reader, entry, parameter.unit);
    if (!is_formula) check_value(draft, parameter, parameter.value, entry);
    if (const auto given = draft.given.find(parameter.name);
        given != draft.given.end() && given->second && !is_formula)
      parameter.value = *given->second;
    symbols.push_back(draft.component->laws.graph->symbol(parameter.name));
    draft.formulas.units().declare(symbols.back(), read_unit(parameter.unit));
    draft.component->laws.parameters.push_back(symbols.back());
    draft.component->parameters.push_back(parameter);
  }
  draft.names.values[name] = Tensor(shape, std::move(symbols));
}

}  // namespace

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

expr::Shape declared_shape(Draft& draft, Place value, Place size) {
  if (size) return read_size(draft.reader, size);
  if (!value || !value->is_array()) return expr::kScalar;
  const Json& list = *value;
  const bool is_matrix = !list.empty() && list[0].is_array();
  const std::size_t columns = is_matrix ? list[0].size() : 1;
  bool fits = !list.empty() && columns > 0;
  for (const Json& entry : list)
    fits = fits && entry.is_array() == is_matrix && (!is_matrix || entry.size() == columns);
  if (!fits) {
    draft.reader.fail("PH117", value, describe(list),
                      "an array of numbers, or of rows of one length");
    return expr::kScalar;
  }
  const int rows = static_cast<int>(list.size());
  return is_matrix ? expr::matrix_of(rows, static_cast<int>(columns)) : expr::vector_of(rows);
}

void read_parameters(Draft& draft, const char* key) {
  const Place all = draft.root[key];
  if (!draft.reader.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!draft.formulas.declare(name, place)) continue;
    Parameter parameter{.name = name, .is_environment = *key == 'e'};
    const bool is_plain = json.is_number() || json.is_array();
    if (!is_plain && place && !json.is_object()) {
      draft.reader.fail("PH102", place, describe(json), "a number, an array or an object",
                        json.is_string() ? hint_for_text(json.get<std::string>()) : kNothing);
      continue;
    }
    if (!is_plain && !draft.reader.object(place, "parameter")) continue;
    if (!is_plain) {
      parameter.unit = draft.reader.unit(place["unit"]);
      parameter.label = draft.reader.text(place["label"]);
      parameter.min = draft.reader.number(place["min"], parameter.unit);
      parameter.max = draft.reader.number(place["max"], parameter.unit);
      if (place["formula"]) {
        if (place["value"])
          draft.reader.fail("PH108", place, "a value and a formula", "one of the two");
        draft.names.definitions[name] = place["formula"];
        parameter.formula = Expr(0.0);  // read when all names are known
        draft.component->parameters.push_back(parameter);
        continue;
      }
      if (!place["value"])
        draft.reader.fail("PH103", place, "no value",
                          "\"value\" (" + (parameter.unit.empty() ? "a number" : parameter.unit) +
                              ") or \"formula\"");
    }
    add_parameter(draft, parameter, is_plain ? place : place["value"]);
  }
}

void read_parameter_formulas(Draft& draft) {
  std::vector<Parameter> all;
  for (Parameter& parameter : draft.component->parameters) {
    if (!parameter.formula) {
      all.push_back(std::move(parameter));
      continue;
    }
    const std::string name = parameter.name;
    const Tensor value =
        draft.formulas.read_tensor(draft.root["parameters"][name]["formula"], kParameters);
    if (!value.is_scalar()) draft.component->shapes[name] = value.shape;
    expect_unit(draft, value.entries, parameter.unit, draft.root["parameters"][name]["formula"],
                "the unit of \"" + name + "\"");
    for (const Expr& entry : value.entries)
      draft.formulas.units().declare_formula(entry, parameter.unit);
    for (int i = 0; i < value.shape.size(); ++i) {
      parameter.name = name + expr::entry_suffix(value.shape, i);
      parameter.formula = value.entries[index(i)];
      all.push_back(parameter);
    }
  }
  draft.component->parameters = std::move(all);
}

}  // namespace porthos::model
