#include "system/node.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/tape.hpp"
#include "model/formulas.hpp"
#include "model/reader.hpp"
#include "model/shipped.hpp"

namespace porthos::system {

using expr::Expr;
using laws::Laws;
using model::Component;

std::vector<double> values_of(const std::vector<Expr>& formulas, const Laws& laws,
                              const std::vector<double>& parameters) {
  std::vector<double> values(formulas.size());
  if (std::ranges::all_of(formulas, [](const Expr& f) { return constant(f).has_value(); })) {
    std::ranges::transform(formulas, values.begin(), [](const Expr& f) { return *constant(f); });
    return values;
  }
  const expr::Tape tape(formulas, {}, laws.parameters);
  std::vector<double> hoisted(tape.hoisted_count()), scratch;
  tape.bind(parameters, hoisted);
  tape.evaluate(nullptr, hoisted.data(), values.data(), scratch);
  return values;
}

namespace {

/// Values of the environment for all components inside.
using Environment = std::map<std::string, std::vector<double>>;

double value_of(const Expr& formula, const Laws& laws, const std::vector<double>& parameters) {
  return values_of({formula}, laws, parameters)[0];
}

/// Values from the text of the parent.
struct Outer {
  std::map<std::string, double> parameters;
  std::map<std::string, Given> starts, coordinates;
};

/// Makes a node for each component, from the outside in: values of parameters and starts, and
/// global indices of states and ports.
class Instantiator {
 public:
  Instantiator(const GivenValues& given, Assembled& made, Problems& problems)
      : given_(given), made_(made), problems_(problems) {}

  Node instantiate(const Component& component, const std::string& prefix, const Outer& outer,
                   Environment environment) {
    Node node{.component = &component, .prefix = prefix, .coordinates = outer.coordinates};
    const Laws& laws = component.laws;
    node.first_parameter = made_.parameters.size();
    node.parameters.resize(laws.parameters.size());  // those of other components follow
    add_parameters(node, outer.parameters, environment);
    derive_parameters(node, outer.parameters);
    set_environment(component, node.first_parameter, environment);
    add_states(node, component.positions, outer.starts, made_.z, node.z);
    add_states(node, component.velocities, outer.starts, made_.w, node.w);
    for (const std::string& name : component.clocks)
      made_.z.push_back({.name = prefix + "clock(" + name + ")", .unit = "s", .is_clock = true});
    for (std::size_t k = 0; k < laws.ports.size(); ++k) node.u.push_back(made_.assembly.sizes.u++);
    const std::size_t ports = component.ports.size();
    node.shown_as.resize(ports);
    node.connected_by.resize(ports);
    node.is_connected.resize(ports);
    node.input.resize(ports);
    node.input_scope.resize(ports);
    for (const model::Part& part : component.parts)
      node.children.push_back(instantiate(*part.component, prefix + part.name + ".",
                                          inner(node, part, outer.starts), environment));
    return node;
  }

  /// Reports values for the run of unknown parameters.
  void check_set() {
    std::vector<std::string> known, settable;
    for (const ParameterValue& parameter : made_.parameters) {
      known.push_back(parameter.name);
      if (!parameter.is_derived) settable.push_back(parameter.name);
    }
    for (const auto& [name, value] : given_.set)
      if (!used_.count(name))
        report(problems_, "PH111", "/parameters/" + name, "\"" + name + "\"",
               among("the name of a parameter", settable), did_you_mean(name, known));
  }

 private:
  void add_parameters(Node& node, const std::map<std::string, double>& overrides,
                      const Environment& environment) {
    const Component& component = *node.component;
    std::size_t next = 0;
    for (const model::Parameter& parameter : component.parameters) {
      const std::string name = node.prefix + parameter.name;
      double value = parameter.fallback
                         ? value_of(*parameter.fallback, component.laws, node.parameters)
                         : parameter.value;
      const double* surrounding = find(environment, parameter);
      if (surrounding) value = *surrounding;
      if (const auto override = overrides.find(parameter.name); override != overrides.end())
        value = override->second;
      const bool is_derived = parameter.formula.has_value() || surrounding;
      if (const auto set = given_.set.find(name); set != given_.set.end()) {
        value = set->second;
        check_value(parameter, name, value, is_derived);
      }
      if (const auto found = given_.switched.find(name); found != given_.switched.end())
        value = found->second;
      if (component.structural.count(parameter.name) && value != parameter.value)
        report(
            problems_, "PH104", component.where + "/parameters/" + parameter.name,
            "another value for \"" + name + "\", on which the number of components or laws depends",
            "its value in its own text");
      if (!parameter.formula) {
        node.parameters[next++] = value;
        node.parameter_names.push_back(name);
      }
      made_.parameters.push_back(
          {name, parameter.unit, parameter.label, value, parameter.min, parameter.max, is_derived});
    }
  }

  /// Checks a value of a parameter for the run.
  void check_value(const model::Parameter& parameter, const std::string& name, double value,
                   bool is_derived) {
    used_.insert(name);
    const std::string where = "/parameters/" + name;
    if (is_derived)
      report(problems_, "PH104", where, "a value for \"" + name + "\"", "its formula alone",
             "set the parameters that the formula uses");
    const auto bound = [&](bool is_outside, const char* which, double limit) {
      if (is_outside)
        report(problems_, "PH104", where, model::with_unit(value, parameter.unit),
               which + model::with_unit(limit, parameter.unit));
    };
    if (!std::isfinite(value))
      report(problems_, "PH104", where, "a value that is not a finite number",
             "a number" + (parameter.unit.empty() ? "" : " (" + parameter.unit + ")"));
    if (parameter.min) bound(value < *parameter.min, "at least ", *parameter.min);
    if (parameter.max) bound(value > *parameter.max, "at most ", *parameter.max);
  }

  /// Computes the parameters that are formulas of others.
  void derive_parameters(const Node& node, const std::map<std::string, double>& overrides) {
    const Component& component = *node.component;
    std::vector<Expr> formulas;
    for (const model::Parameter& parameter : component.parameters)
      formulas.push_back(parameter.formula.value_or(Expr(0.0)));
    const std::vector<double> derived = values_of(formulas, component.laws, node.parameters);
    for (std::size_t i = 0; i < component.parameters.size(); ++i) {
      const model::Parameter& parameter = component.parameters[i];
      if (!parameter.formula) continue;
      made_.parameters[node.first_parameter + i].value = derived[i];
      if (overrides.contains(parameter.name))
        report(problems_, "PH104", component.where + "/parameters/" + parameter.name,
               "a value for a parameter with a formula", "its formula alone");
    }
  }

  void add_states(const Node& node, const std::vector<model::Variable>& variables,
                  const std::map<std::string, Given>& starts, std::vector<StartValue>& to,
                  std::vector<int>& indices) {
    const Component& component = *node.component;
    std::vector<Expr> own;
    for (const model::Variable& variable : variables) own.push_back(variable.start);
    const std::vector<double> values = values_of(own, component.laws, node.parameters);
    const bool is_of_library = component.where.starts_with(model::kShippedPrefix);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const model::Variable& variable = variables[i];
      const auto start = starts.find(variable.name);
      const bool is_given = start != starts.end();
      const double value = is_given ? start->second.value : values[i];
      if (given_.switched.empty() && (!std::isfinite(value) || std::abs(value) > 1e100))
        report(problems_, "PH104",
               component.where + "/" + (&to == &made_.z ? "positions/" : "velocities/") +
                   variable.name,
               "a start that is not a reasonable number",
               "a finite number" + (variable.unit.empty() ? "" : " (" + variable.unit + ")"));
      indices.push_back(static_cast<int>(to.size()));
      to.push_back({.name = node.prefix + variable.name,
                    .unit = variable.unit,
                    .label = variable.label,
                    .value = value,
                    .is_fixed = variable.is_fixed || (is_given && start->second.is_fixed),
                    .is_given = variable.has_start || is_given,
                    .is_stated = is_given || (variable.has_start && !is_of_library),
                    .is_default = !is_given && !node.prefix.empty(),
                    .stated = value});
    }
  }

  /// Values from the text of a component for one of its parts. `starts`: of its own text, also for
  /// parts of parts: "crank.phi".
  static Outer inner(const Node& node, const model::Part& part,
                     const std::map<std::string, Given>& starts) {
    const auto value = [&](const Expr& formula) {
      return value_of(formula, node.component->laws, node.parameters);
    };
    Outer made;
    for (const auto& [name, formula] : part.parameters) made.parameters[name] = value(formula);
    for (const auto& [name, start] : part.starts)
      made.starts[name] = {value(start.value), start.is_fixed};
    for (const auto& [name, start] : part.coordinates)
      made.coordinates[name] = {value(start.value), start.is_fixed};
    const std::string dotted = part.name + ".";
    for (const auto& [name, given] : starts)
      if (name.starts_with(dotted)) made.starts[name.substr(dotted.size())] = given;
    return made;
  }

  /// The value of the environment for a parameter; nullptr if there is none. For a model in space a
  /// vector of 2 lies in the plane; a planar one takes the first two entries of a vector of 3.
  static const double* find(const Environment& environment, const model::Parameter& parameter) {
    static constexpr double kZero = 0;
    if (!parameter.is_environment) return nullptr;
    const auto [name, indices] = model::split_entry(parameter.name);
    const auto found = environment.find(name);
    if (found == environment.end()) return nullptr;
    const std::size_t entry = indices.empty() ? 0 : index(indices[0]);
    return entry < found->second.size() ? &found->second[entry] : &kZero;
  }

  /// The outermost text with a value of the environment sets it for all components inside.
  void set_environment(const Component& component, std::size_t first, Environment& environment) {
    std::map<std::string, std::vector<double>> own;
    for (std::size_t i = 0; i < component.parameters.size(); ++i) {
      if (!component.parameters[i].is_environment) continue;
      const std::string& name = component.parameters[i].name;
      const double value = made_.parameters[first + i].value;
      own[model::split_entry(name).first].push_back(value);
      if (name == "ambient_temperature" && !made_.ambient_temperature)
        made_.ambient_temperature = value;
    }
    environment.insert(own.begin(), own.end());
  }

  const GivenValues given_;
  Assembled& made_;
  Problems& problems_;
  std::set<std::string> used_;
};

}  // namespace

Node instantiate(const Component& root, const GivenValues& given, Assembled& made,
                 Problems& problems) {
  Instantiator instantiator(given, made, problems);
  Node tree = instantiator.instantiate(root, "", {}, {});
  instantiator.check_set();
  return tree;
}

void link(Node& node) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    node.children[i].parent = &node;
    node.children[i].part = &node.component->parts[i];
    link(node.children[i]);
  }
}

std::string full_name(const Node& from, std::string path) {
  const Node* node = &from;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string head = path.substr(0, dot);
    if (dot == path.npos) return node->prefix + path;
    if (node->part)
      if (const auto side = node->part->between.find(head); side != node->part->between.end()) {
        path = side->second + path.substr(dot);
        node = node->parent;
        continue;
      }
    const auto child = std::find_if(node->children.begin(), node->children.end(),
                                    [&](const Node& one) { return one.part->name == head; });
    if (child == node->children.end()) return node->prefix + path;
    node = &*child;
    path = path.substr(dot + 1);
  }
}

FoundPort find_port(Node& from, const model::PortPath& path) {
  Node* node = &from;
  for (const std::string& name : path.parts)
    for (std::size_t i = 0; i < node->component->parts.size(); ++i)
      if (node->component->parts[i].name == name) {
        node = &node->children[i];
        break;
      }
  const auto& ports = node->component->ports;
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (ports[i].name == path.port && !ports[i].is_clock) return {node, static_cast<int>(i)};
  return find_port(*node, node->component->shown_ports.at(path.port));
}

model::PortPath path_of(const std::string& text) {
  model::PortPath path;
  std::string token;
  for (const char c : text) {
    if (c == '.') {
      path.parts.push_back(token);
      token.clear();
    } else {
      token += c;
    }
  }
  path.port = token;
  return path;
}

}  // namespace porthos::system
