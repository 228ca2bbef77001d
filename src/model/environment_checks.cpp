#include "model/environment_checks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "base/suggest.hpp"
#include "base/unit.hpp"
#include "expr/query.hpp"
#include "laws/laws.hpp"
#include "model/formulas.hpp"
#include "model/json_text.hpp"

namespace porthos::model {

using expr::Expr;
using laws::formulas_of;

namespace {

/// One value of an environment: its entries are parameters of the component.
struct EnvironmentValue {
  expr::Shape shape = expr::kScalar;
  std::vector<std::size_t> entries;  // indices into Component::parameters
  std::string unit;
};

/// A component inside that reads a value.
struct EnvironmentReading {
  std::string part;
  expr::Shape shape = expr::kScalar;
  std::string unit;
};

std::map<std::string, EnvironmentValue> environment_of(const Component& component) {
  std::map<std::string, EnvironmentValue> found;
  for (std::size_t i = 0; i < component.parameters.size(); ++i) {
    const Parameter& parameter = component.parameters[i];
    if (!parameter.is_environment) continue;
    const std::string name = split_entry(parameter.name).first;
    EnvironmentValue& value = found[name];
    if (const auto shape = component.shapes.find(name); shape != component.shapes.end())
      value.shape = shape->second;
    value.entries.push_back(i);
    value.unit = parameter.unit;
  }
  return found;
}

/// The parameters of the component with the names of environment values that components inside it
/// read.
std::map<std::string, EnvironmentValue> named_parameters(
    const Component& component,
    const std::map<std::string, std::vector<EnvironmentReading>>& readings) {
  std::map<std::string, EnvironmentValue> found;
  for (std::size_t i = 0; i < component.parameters.size(); ++i) {
    const Parameter& parameter = component.parameters[i];
    const std::string name = split_entry(parameter.name).first;
    if (!parameter.is_environment && readings.contains(name)) found[name].entries.push_back(i);
  }
  return found;
}

std::string shape_in_words(const expr::Shape& shape) {
  if (shape.rank == 0) return "a number";
  if (shape.rank == 1) return "a vector of " + std::to_string(shape.size());
  return "a matrix of " + std::to_string(shape.rows) + " x " + std::to_string(shape.columns);
}

class EnvironmentChecks {
 public:
  explicit EnvironmentChecks(Problems& problems) : problems_(problems) {}

  void check(const Component& component) {
    if (!visited_.insert(&component).second) return;
    std::map<std::string, std::vector<EnvironmentReading>> readings;
    find_readings(component, "", readings);
    for (const auto& [name, value] : environment_of(component))
      check_value(component, name, value, readings);
    for (const auto& [name, value] : named_parameters(component, readings))
      if (!is_used(component, value)) report_misplaced(component, name);
    for (const Part& part : component.parts)
      if (part.component && !part.component->parts.empty()) check(*part.component);
  }

 private:
  static void find_readings(const Component& component, const std::string& prefix,
                            std::map<std::string, std::vector<EnvironmentReading>>& to) {
    for (const Part& part : component.parts) {
      if (!part.component) continue;
      for (const auto& [name, value] : environment_of(*part.component))
        to[name].push_back({prefix + part.name, value.shape, value.unit});
      find_readings(*part.component, prefix + part.name + ".", to);
    }
  }

  void check_value(const Component& component, const std::string& name,
                   const EnvironmentValue& value,
                   const std::map<std::string, std::vector<EnvironmentReading>>& readings) {
    const std::string where = component.where + "/environment/" + pointer_token(name);
    const auto read = readings.find(name);
    if (read == readings.end()) {
      if (name != "ambient_temperature" && !is_used(component, value))
        report_unread(where, name, readings);
      return;
    }
    for (const EnvironmentReading& reading : read->second)
      if (!check_shape(component, where, name, value, reading, read->second)) return;
    for (const EnvironmentReading& reading : read->second) {
      const auto given = read_unit(value.unit), wanted = read_unit(reading.unit);
      if (!given || !wanted || *given == *wanted) continue;
      report(problems_, "PH118", where, "\"" + name + "\" in " + value.unit,
             reading.unit + ", as \"" + reading.part + "\" reads it", "")
          .severity = Problem::Severity::kWarning;
      return;
    }
  }

  /// A vector of 2 lies in the plane, also for a model in space; a vector of 3 may have entries in
  /// the plane only.
  bool check_shape(const Component& component, const std::string& where, const std::string& name,
                   const EnvironmentValue& value, const EnvironmentReading& reading,
                   const std::vector<EnvironmentReading>& all) {
    if (value.shape == reading.shape) return true;
    const bool are_vectors = value.shape.rank == 1 && reading.shape.rank == 1;
    const bool widens = are_vectors && value.shape.size() == 2 && reading.shape.size() == 3;
    const bool narrows = are_vectors && value.shape.size() == 3 && reading.shape.size() == 2;
    const auto is_spatial = [&](const EnvironmentReading& other) {
      return other.shape == value.shape;
    };
    if (widens) {
      const bool is_zero = std::ranges::all_of(value.entries, [&](int entry) {
        const Parameter& one = component.parameters[static_cast<std::size_t>(entry)];
        return !one.formula && !one.fallback && one.value == 0;
      });
      const bool has_plane = std::ranges::any_of(
          all, [&](const EnvironmentReading& other) { return other.shape == value.shape; });
      if (!is_zero && !has_plane) warn_of_plane(where, name, reading);
      return true;
    }
    if (narrows && std::ranges::any_of(all, is_spatial)) return true;
    const std::string wanted = shape_in_words(reading.shape) +
                               (reading.unit.empty() ? "" : " in " + reading.unit) + ", as \"" +
                               reading.part + "\" reads it";
    const std::string hint =
        name == "gravity" && reading.shape.rank == 1
            ? std::string("write ") + (reading.shape.size() == 2 ? "[0, -9.81]" : "[0, 0, -9.81]") +
                  " for gravity downwards"
            : "";
    if (narrows) {
      const Parameter& across = component.parameters[value.entries[2]];
      if (across.formula || across.fallback || across.value == 0) return true;
      report(
          problems_, "PH117", where,
          "a \"" + name + "\" across the plane, " + rounded_digits(across.value, 6) + " in entry 3",
          wanted, hint);
      return false;
    }
    report(problems_, "PH117", where, shape_in_words(value.shape) + " for \"" + name + "\"", wanted,
           hint);
    return false;
  }

  void warn_of_plane(const std::string& where, const std::string& name,
                     const EnvironmentReading& reading) {
    report(problems_, "PH140", where,
           "a vector of 2 for \"" + name + "\" in space: it lies along x and y",
           "a vector of 3, as \"" + reading.part + "\" reads it",
           name == "gravity" ? "write [0, 0, -9.81] for gravity downwards, along -z"
                             : "write its third entry, too")
        .severity = Problem::Severity::kWarning;
  }

  void report_unread(const std::string& where, const std::string& name,
                     const std::map<std::string, std::vector<EnvironmentReading>>& readings) {
    std::vector<std::string> known;
    for (const auto& [other, all] : readings) known.push_back(other);
    std::string hint = did_you_mean(name, known);
    if (hint.empty() && !known.empty()) hint = "they read " + one_of(known);
    if (hint.empty()) hint = "a value that formulas of this text use is a parameter";
    report(problems_, "PH140", where, "\"" + name + "\", which no formula and no component reads",
           "a value of the environment that something reads", hint)
        .severity = Problem::Severity::kWarning;
  }

  void report_misplaced(const Component& component, const std::string& name) {
    report(problems_, "PH140", component.where + "/parameters/" + pointer_token(name),
           "the parameter \"" + name + "\", which no formula reads",
           "a value of the environment, where the components below read \"" + name + "\"",
           "write it in \"environment\" instead of \"parameters\"")
        .severity = Problem::Severity::kWarning;
  }

  /// True if a formula of the component contains one of the entries.
  static bool is_used(const Component& component, const EnvironmentValue& value) {
    std::vector<Expr> symbols;
    for (const std::size_t i : value.entries) {
      const auto symbol = component.laws.graph->find_symbol(component.parameters[i].name);
      if (symbol) symbols.push_back(*symbol);
    }
    const auto is_one = [&](const Expr& formula) {
      return formula.graph() != nullptr && expr::depends_on_any(formula, symbols);
    };
    laws::Laws laws = component.laws;
    std::vector<Expr> formulas = laws.readouts;
    for (const Expr* formula : formulas_of(laws)) formulas.push_back(*formula);
    for (const Parameter& parameter : component.parameters) {
      if (parameter.formula) formulas.push_back(*parameter.formula);
      if (parameter.fallback) formulas.push_back(*parameter.fallback);
    }
    for (const auto* states : {&component.positions, &component.velocities})
      for (const Variable& state : *states) formulas.push_back(state.start);
    for (const Part& part : component.parts) {
      for (const auto& [name, formula] : part.parameters) formulas.push_back(formula);
      for (const auto* starts : {&part.starts, &part.coordinates})
        for (const auto& [name, start] : *starts) formulas.push_back(start.value);
    }
    if (std::ranges::any_of(formulas, is_one)) return true;
    // All other formulas of the text, such as inputs and the view, are in the graph.
    const expr::Graph& graph = *component.laws.graph;
    for (std::uint32_t id = 0; id < graph.size(); ++id)
      for (std::size_t k = 0; k < static_cast<std::size_t>(expr::arity(graph.node(id).op)); ++k)
        if (std::ranges::find(symbols, graph.operand(id, k)) != symbols.end()) return true;
    return false;
  }

  Problems& problems_;
  std::set<const Component*> visited_;
};

}  // namespace

void check_environment(const Component& model, Problems& problems) {
  EnvironmentChecks(problems).check(model);
}

}  // namespace porthos::model
