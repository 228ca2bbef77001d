#include "system/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/digits.hpp"
#include "base/metric.hpp"
#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"
#include "expr/text.hpp"
#include "model/formulas.hpp"
#include "model/reader.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;
using model::Component;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// A start value from an outer text.
struct Given {
  double value = 0;
  bool is_fixed = false;
};

/// Values that are set once for all that is inside.
using Environment = std::map<std::string, std::vector<double>>;

/// A component in its place.
struct Node {
  const Component* component = nullptr;
  std::string prefix;  // "" or "crank."
  std::vector<double> parameters;
  std::size_t first_parameter = 0;  // index into Assembled::parameters
  std::vector<int> z, w, u;
  const Node* parent = nullptr;
  const model::Part* part = nullptr;  // of the parent; null for the model itself
  std::vector<Node> children;
  std::vector<std::string> shown_as;       // (ports) name of a port that an outer model shows
  std::vector<const Node*> connected_by;   // (ports) the model that connects it
  std::vector<char> is_connected;          // (ports)
  std::vector<const model::Input*> input;  // (ports)
  std::vector<const Node*> input_scope;
};

/// Values of formulas of the parameters; one tape for all of them.
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

double value_of(const Expr& formula, const Laws& laws, const std::vector<double>& parameters) {
  return values_of({formula}, laws, parameters)[0];
}

class Assembler {
 public:
  Assembler(const std::map<std::string, double>& set, TypeCache& cache, Problems& problems,
            const std::map<std::string, double>& switched)
      : set_(set), switched_(switched), cache_(cache), problems_(problems) {}

  Assembled run(const Component& root) {
    Node tree = grow(root, "", {}, {}, {});
    check_set();
    link(tree);
    index_names();
    add_foreign_parameters(tree);
    resolve_ports(tree);
    check_inputs(tree);
    made_.assembly.prescribed.assign(at(made_.assembly.sizes.u), -1);
    place(tree);
    connect(tree);
    add_signals(tree);
    finish_sizes();
    add_scene(tree);
    if (!has_errors(problems_)) cache_.compile(made_.assembly);
    return std::move(made_);
  }

 private:
  void fail(const char* code, const std::string& where, const std::string& found,
            const std::string& expected, const std::string& hint = kNothing) {
    report(problems_, code, where, found, expected, hint);
  }

  /// Values of parameters and starts, and global indices of states and ports, outside in.
  Node grow(const Component& component, const std::string& prefix,
            const std::map<std::string, double>& overrides,
            const std::map<std::string, Given>& starts, Environment environment) {
    Node node{.component = &component, .prefix = prefix};
    const Laws& laws = component.laws;
    const std::size_t first = node.first_parameter = made_.parameters.size();
    node.parameters.resize(laws.parameters.size());  // those of others follow
    std::size_t next = 0;
    for (const model::Parameter& parameter : component.parameters) {
      double value = parameter.fallback ? value_of(*parameter.fallback, laws, node.parameters)
                                        : parameter.value;
      const auto override = overrides.find(parameter.name);
      const double* surrounding = find(environment, parameter);
      if (surrounding) value = *surrounding;
      if (override != overrides.end()) value = override->second;
      bool is_derived = parameter.formula.has_value() || surrounding;
      const auto set = set_.find(prefix + parameter.name);
      if (set != set_.end()) {
        used_.insert(set->first);
        if (is_derived)
          fail("PH104", "/parameters/" + set->first, "a value for \"" + set->first + "\"",
               "its formula alone", "set the parameters that the formula uses");
        value = set->second;
        const auto bound = [&](bool is_outside, const char* which, double limit) {
          if (is_outside)
            fail("PH104", "/parameters/" + set->first, model::with_unit(value, parameter.unit),
                 which + model::with_unit(limit, parameter.unit));
        };
        if (!std::isfinite(value))
          fail("PH104", "/parameters/" + set->first, "a value that is not a finite number",
               "a number" + (parameter.unit.empty() ? "" : " (" + parameter.unit + ")"));
        if (parameter.min) bound(value < *parameter.min, "at least ", *parameter.min);
        if (parameter.max) bound(value > *parameter.max, "at most ", *parameter.max);
      }
      if (const auto found = switched_.find(prefix + parameter.name); found != switched_.end())
        value = found->second;
      if (component.structural.count(parameter.name) && value != parameter.value)
        fail("PH104", component.where + "/parameters/" + parameter.name,
             "another value for \"" + prefix + parameter.name +
                 "\", on which the number of parts depends",
             "its value in its own text");
      if (!parameter.formula) node.parameters[next++] = value;
      made_.parameters.push_back({prefix + parameter.name, parameter.unit, parameter.label, value,
                                  parameter.min, parameter.max, is_derived});
    }
    std::vector<Expr> formulas;
    for (const model::Parameter& parameter : component.parameters)
      formulas.push_back(parameter.formula.value_or(Expr(0.0)));
    const std::vector<double> derived = values_of(formulas, laws, node.parameters);
    for (std::size_t i = 0; i < component.parameters.size(); ++i)
      if (component.parameters[i].formula) {
        const auto override = overrides.find(component.parameters[i].name);
        made_.parameters[first + i].value = derived[i];
        if (override != overrides.end())
          fail("PH104", component.where + "/parameters/" + component.parameters[i].name,
               "a value for a parameter with a formula", "its formula alone");
      }
    set_environment(component, first, environment);
    const auto add_states = [&](const std::vector<model::Variable>& variables,
                                std::vector<StartValue>& to, std::vector<int>& indices) {
      std::vector<Expr> own;
      for (const model::Variable& variable : variables) own.push_back(variable.start);
      const std::vector<double> values = values_of(own, laws, node.parameters);
      for (std::size_t i = 0; i < variables.size(); ++i) {
        const model::Variable& variable = variables[i];
        const auto start = starts.find(variable.name);
        const bool is_given = start != starts.end();
        const double value = is_given ? start->second.value : values[i];
        const bool is_fixed = variable.is_fixed || (is_given && start->second.is_fixed);
        if (switched_.empty() && (!std::isfinite(value) || std::abs(value) > 1e100))
          fail("PH104",
               component.where + "/" + (&to == &made_.z ? "positions/" : "velocities/") +
                   variable.name,
               "a start that is not a reasonable number",
               "a finite number" + (variable.unit.empty() ? "" : " (" + variable.unit + ")"));
        indices.push_back(static_cast<int>(to.size()));
        to.push_back({prefix + variable.name, variable.unit, variable.label, value, is_fixed});
      }
    };
    add_states(component.positions, made_.z, node.z);
    add_states(component.velocities, made_.w, node.w);
    for (const std::string& name : component.clocks)
      made_.z.push_back({.name = prefix + "clock(" + name + ")", .unit = "s", .is_clock = true});
    for (std::size_t k = 0; k < laws.ports.size(); ++k) node.u.push_back(made_.assembly.sizes.u++);
    node.shown_as.resize(component.ports.size());
    node.connected_by.resize(component.ports.size());
    node.is_connected.resize(component.ports.size());
    node.input.resize(component.ports.size());
    node.input_scope.resize(component.ports.size());
    for (const model::Part& part : component.parts) {
      std::map<std::string, double> inner;
      std::map<std::string, Given> inner_starts;
      for (const auto& [name, formula] : part.parameters)
        inner[name] = value_of(formula, laws, node.parameters);
      for (const auto& [name, start] : part.starts)
        inner_starts[name] = {value_of(start.value, laws, node.parameters), start.is_fixed};
      const std::string dotted = part.name + ".";
      for (const auto& [name, value] : starts)  // starts of parts of parts: "crank.phi"
        if (name.rfind(dotted, 0) == 0) inner_starts[name.substr(dotted.size())] = value;
      node.children.push_back(
          grow(*part.component, prefix + part.name + ".", inner, inner_starts, environment));
    }
    return node;
  }

  /// What the environment says of a parameter; nullptr if nothing. A vector in the plane lies in
  /// it in space, and of one in space the plane has the first two entries.
  static const double* find(const Environment& environment, const model::Parameter& parameter) {
    static constexpr double kZero = 0;
    if (!parameter.is_environment) return nullptr;
    const auto [name, indices] = model::split_entry(parameter.name);
    const auto found = environment.find(name);
    if (found == environment.end()) return nullptr;
    const std::size_t entry = indices.empty() ? 0 : at(indices[0]);
    return entry < found->second.size() ? &found->second[entry] : &kZero;
  }

  /// The outermost text that has a value of the environment sets it for all below.
  void set_environment(const Component& component, std::size_t first, Environment& environment) {
    std::map<std::string, std::vector<double>> own;
    for (std::size_t i = 0; i < component.parameters.size(); ++i)
      if (component.parameters[i].is_environment)
        own[model::split_entry(component.parameters[i].name).first].push_back(
            made_.parameters[first + i].value);
    environment.insert(own.begin(), own.end());
  }

  static void link(Node& node) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      node.children[i].parent = &node;
      node.children[i].part = &node.component->parts[i];
      link(node.children[i]);
    }
  }

  void index_names() {
    for (std::size_t i = 0; i < made_.z.size(); ++i) z_[made_.z[i].name] = static_cast<int>(i);
    for (std::size_t i = 0; i < made_.w.size(); ++i) w_[made_.w[i].name] = static_cast<int>(i);
    for (const ParameterValue& parameter : made_.parameters)
      parameter_values_[parameter.name] = parameter.value;
  }

  /// The name from outside of what a text calls "part.x", or "side.x" of what is beside it.
  static std::string full_name(const Node& from, std::string path) {
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

  void add_foreign_parameters(Node& node) {
    const auto& foreign = node.component->foreign_parameters;
    const std::size_t own = node.parameters.size() - foreign.size();
    for (std::size_t i = 0; i < foreign.size(); ++i)
      node.parameters[own + i] = parameter_values_.at(full_name(node, foreign[i]));
    for (Node& child : node.children) add_foreign_parameters(child);
  }

  void check_set() {
    std::vector<std::string> known;
    for (const ParameterValue& parameter : made_.parameters) known.push_back(parameter.name);
    for (const auto& [name, value] : set_) {
      if (used_.count(name)) continue;
      fail("PH111", "/parameters/" + name, "\"" + name + "\"", "the name of a parameter",
           did_you_mean(name, known));
    }
  }

  struct Found {
    Node* node;
    int port;
  };

  Found find_port(Node& from, const model::PortPath& path) {
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

  static model::PortPath path_of(const std::string& text) {
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

  /// What drives each port. An outer input goes before an inner one; a connection before both.
  void resolve_ports(Node& node) {
    for (const model::Connection& connection : node.component->connections) {
      for (const model::PortPath* path : {&connection.a, &connection.b}) {
        const Found found = find_port(node, *path);
        if (found.node->is_connected[at(found.port)])
          fail("PH135", connection.where, "a port that is connected already",
               "each port in one connection");
        found.node->is_connected[at(found.port)] = 1;
        found.node->connected_by[at(found.port)] = &node;
      }
    }
    for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
      if (!node.component->ports[i].is_clock) continue;
      node.input[i] = &node.component->clock;
      node.input_scope[i] = &node;
    }
    for (const auto& [name, path] : node.component->shown_ports) {
      const Found found = find_port(node, path);
      std::string& shown = found.node->shown_as[at(found.port)];
      if (shown.empty()) shown = node.prefix + name;
    }
    for (const auto& [name, input] : node.component->inputs) {
      const Found found = find_port(node, path_of(name));
      if (found.node->input[at(found.port)]) continue;
      found.node->input[at(found.port)] = &input;
      found.node->input_scope[at(found.port)] = &node;
    }
    for (Node& child : node.children) resolve_ports(child);
  }

  /// A connection replaces the input that an inner text gives for use alone; but a text that itself
  /// connects a port, or an outer one, cannot also drive it.
  void check_inputs(const Node& node) {
    for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
      const Node* connector = node.connected_by[i];
      if (!connector || !node.input[i]) continue;
      const std::string &outer = connector->prefix, &scope = node.input_scope[i]->prefix;
      const bool is_inner = scope.size() > outer.size() && scope.rfind(outer, 0) == 0;
      if (!is_inner)
        fail("PH135", node.input[i]->where, "an input for a port that is connected",
             "an input or a connection, not both");
    }
    for (const Node& child : node.children) check_inputs(child);
  }

  std::vector<char> prescribed(const Node& node) const {
    std::vector<char> flags(node.component->laws.ports.size());
    for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
      const model::Port& port = node.component->ports[i];
      if (!node.is_connected[i] && node.input[i] && node.input[i]->prescribes_flow)
        for (int k = 0; k < port.size; ++k) flags[at(port.first + k)] = 1;
    }
    return flags;
  }

  /// One instance of each component's laws.
  void place(const Node& node) {
    const Component& component = *node.component;
    const Laws& laws = component.laws;
    const std::vector<char> flags = prescribed(node);
    Instance instance;
    instance.laws = cache_.of(component, flags);
    instance.parameters = node.parameters;
    instance.z = node.z;
    instance.w = node.w;
    for (const std::string& path : component.foreign_positions)
      instance.z.push_back(z_.at(full_name(node, path)));
    for (const std::string& path : component.foreign_velocities)
      instance.w.push_back(w_.at(full_name(node, path)));
    instance.u = node.u;
    const auto add = [&](std::vector<int>& indices, std::vector<Named>& names, Named named) {
      indices.push_back(static_cast<int>(names.size()));
      names.push_back(std::move(named));
    };
    for (const auto& row : laws.position_constraints)
      add(instance.c, made_.c, {node.prefix + row.name, row.unit});
    for (const auto& row : laws.velocity_constraints)
      add(instance.mu, made_.mu, {node.prefix + row.name, row.unit});
    for (std::size_t k = 0; k < flags.size(); ++k) {
      if (!flags[k]) continue;
      made_.assembly.prescribed[at(node.u[k])] = static_cast<int>(made_.mu.size());
      add(instance.mu, made_.mu, {node.prefix + laws.ports[k].name, ""});
    }
    for (const auto& part : laws.potentials)
      add(instance.potential, made_.potentials, {node.prefix + part.name, "J"});
    for (const auto& resistive : laws.resistive)
      if (resistive.heats) {
        add(instance.heat, made_.heats, {node.prefix + resistive.name, "W"});
      } else {
        add(instance.power, made_.powers, {node.prefix + resistive.name, "J"});
        made_.is_force.push_back(resistive.is_force);
        made_.assembly.is_force.push_back(resistive.is_force);
      }
    int& readouts = made_.assembly.sizes.readout;
    for (std::size_t i = 0; i < laws.readouts.size(); ++i) instance.readout.push_back(readouts++);
    for (std::size_t i = 0; i < laws.watched.size(); ++i) {
      instance.watched.push_back(made_.assembly.sizes.watched++);
      made_.watched.push_back(expr::text(laws.watched[i], 80));
    }
    for (const model::Readout& output : component.outputs) {
      made_.outputs.push_back({node.prefix + output.name, output.unit});
      made_.output_index.push_back(instance.readout[at(output.index)]);
      made_.is_invariant.push_back(output.is_invariant);
    }
    for (Event event : component.events) {
      event.name = node.prefix + event.name;
      event.root = instance.readout[at(event.root)];
      for (model::Action& action : event.actions)
        for (auto& [target, value] : action.values) {
          target = action.kind == model::Action::Kind::kReset
                       ? instance.w[at(target)]
                       : static_cast<int>(node.first_parameter) + target;
          value = instance.readout[at(value)];
        }
      made_.events.push_back(std::move(event));
    }
    for (std::size_t i = 0; i < component.ports.size(); ++i) {
      if (node.is_connected[i]) continue;
      const model::Port& port = component.ports[i];
      OuterPort outer{.name = node.shown_as[i].empty() ? node.prefix + port.name : node.shown_as[i],
                      .flow_unit = port.flow_unit,
                      .effort_unit = port.effort_unit,
                      .is_clock = port.is_clock};
      for (int k = 0; k < port.size; ++k) outer.u.push_back(node.u[at(port.first + k)]);
      if (node.input[i]) {
        outer.input = node.input[i]->texts;
        outer.prescribes_flow = node.input[i]->prescribes_flow;
      }
      made_.ports.push_back(outer);
      if (port.is_clock)
        made_.assembly.clocks.emplace_back(outer.u[0],
                                           z_.at(node.prefix + "clock(" + port.name + ")"));
    }
    made_.storages.push_back(
        {node.prefix.substr(0, node.prefix.size() - (node.prefix.empty() ? 0 : 1)), node.w});
    check_mass(node);
    made_.assembly.instances.push_back(std::move(instance));
    first_readout_.push_back(made_.assembly.instances.back().readout.empty()
                                 ? 0
                                 : made_.assembly.instances.back().readout[0]);
    for (const Node& child : node.children) place(child);
  }

  void check_mass(const Node& node) {
    const Laws& laws = node.component->laws;
    const std::string where = node.component->where + "/kinetic_energy";
    std::vector<Expr> formulas;
    std::vector<Entry> places;
    for (const auto& [place, formula] : laws.mass.entries())
      if (expr::depends_on_any(formula, laws.z)) return;  // decided where the model is: see start
    for (int i = 0; i < laws.mass.size(); ++i) {
      places.push_back({i, i});
      formulas.push_back(laws.mass(i, i));
    }
    for (const auto& [place, formula] : laws.mass.entries()) {
      if (place.first == place.second) continue;
      places.push_back({place.first, place.second});
      formulas.push_back(formula);
    }
    const std::vector<double> values = values_of(formulas, laws, node.parameters);
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
      fail("PH121", where, "a mass matrix with entries that are not finite", "finite masses",
           "look at the parameters of " + (node.prefix.empty() ? "the model" : node.prefix));
      return;
    }
    Sparse mass(laws.mass.size(), laws.mass.size(), places);
    for (std::size_t k = 0; k < places.size(); ++k)
      mass.value[at(mass.find(places[k]))] = values[k];
    for (const std::vector<int>& group : coupled(mass)) check_mass(node, mass, group, where);
  }

  /// Of velocities whose masses are coupled with each other alone.
  void check_mass(const Node& node, const Sparse& mass, const std::vector<int>& group,
                  const std::string& where) {
    if (group.size() > Metric::kMostCoupled) {
      fail("PH105", where,
           "a mass matrix that couples " + std::to_string(group.size()) +
               " velocities with each other",
           "at most " + std::to_string(Metric::kMostCoupled),
           "take the velocities of the single bodies, with constraints between them");
      return;
    }
    const auto n = static_cast<Eigen::Index>(group.size());
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(block(mass, group));
    const double least = eigen.eigenvalues()[0], most = eigen.eigenvalues()[n - 1];
    if (least >= -1e-13 * std::max(most, -least)) return;
    Eigen::Index worst = 0;
    eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&worst);
    fail("PH121", where, "a mass matrix with the negative eigenvalue " + rounded_digits(least, 6),
         "a positive (semi)definite mass matrix: kinetic energy is never negative",
         "the motion of " +
             node.component->velocities[at(group[at(static_cast<int>(worst))])].name +
             " would have negative energy; an inertia about a point away from the centre of "
             "mass is at least m r^2");
  }

  void connect(Node& node) {
    for (const model::Connection& connection : node.component->connections) {
      const Found a = find_port(node, connection.a), b = find_port(node, connection.b);
      const model::Port& port_a = a.node->component->ports[at(a.port)];
      const model::Port& port_b = b.node->component->ports[at(b.port)];
      Instance instance;
      instance.laws = cache_.of(*a.node->component, port_a, *b.node->component, port_b);
      for (const Node* side : {a.node, b.node}) {
        instance.z.insert(instance.z.end(), side->z.begin(), side->z.end());
        instance.w.insert(instance.w.end(), side->w.begin(), side->w.end());
        for (const std::string& path : side->component->foreign_positions)
          instance.z.push_back(z_.at(full_name(*side, path)));
        for (const std::string& path : side->component->foreign_velocities)
          instance.w.push_back(w_.at(full_name(*side, path)));
        instance.parameters.insert(instance.parameters.end(), side->parameters.begin(),
                                   side->parameters.end());
      }
      const bool is_positional = !instance.laws->position_constraints.empty();
      const auto count = is_positional ? instance.laws->position_constraints.size()
                                       : instance.laws->velocity_constraints.size();
      for (std::size_t i = 0; i < count; ++i) {
        const std::string name =
            node.prefix + connection.name + (count == 1 ? "" : "." + std::to_string(i + 1));
        auto& names = is_positional ? made_.c : made_.mu;
        (is_positional ? instance.c : instance.mu).push_back(static_cast<int>(names.size()));
        names.push_back({name, is_positional ? port_a.position_unit : port_a.flow_unit});
        made_.effort_units[name] = port_a.effort_unit;
      }
      made_.assembly.instances.push_back(std::move(instance));
    }
    for (Node& child : node.children) connect(child);
  }

  /// One tape for all the signals that are written in one component's parameters.
  void add_signals(const Node& node) {
    std::map<const Node*, std::vector<std::pair<Expr, int>>> by_scope;
    std::vector<const Node*> order;
    collect_signals(node, by_scope, order);
    for (const Node* scope : order) {
      const Laws& laws = scope->component->laws;
      const Expr phase = phase_of(laws);
      const std::vector<Expr> inputs{laws.t, phase};
      std::vector<Expr> formulas;
      Signals signals;
      for (const auto& [formula, port] : by_scope[scope]) {
        formulas.push_back(formula);
        signals.ports.push_back(port);
      }
      const std::vector<Expr> poles = expr::poles(formulas);
      formulas.insert(formulas.end(), poles.begin(), poles.end());
      auto [outputs, switches] = expr::hold_branches(formulas, laws.t, phase, laws.parameters);
      const auto last = outputs.begin() + static_cast<std::ptrdiff_t>(signals.ports.size());
      made_.assembly.time.add(switches, {last, outputs.end()}, laws, scope->parameters);
      outputs.erase(last, outputs.end());
      for (std::size_t i = 0; i < signals.ports.size(); ++i)
        outputs.push_back(expr::derivative(outputs[i], laws.t));
      signals.tape = expr::Tape(outputs, inputs, laws.parameters);
      signals.parameters = scope->parameters;
      made_.assembly.signals.push_back(std::move(signals));
    }
  }

  void collect_signals(const Node& node,
                       std::map<const Node*, std::vector<std::pair<Expr, int>>>& by_scope,
                       std::vector<const Node*>& order) {
    for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
      if (node.is_connected[i] || !node.input[i]) continue;
      const Node* scope = node.input_scope[i];
      if (!by_scope.count(scope)) order.push_back(scope);
      const model::Port& port = node.component->ports[i];
      for (int k = 0; k < port.size && at(k) < node.input[i]->formulas.size(); ++k)
        by_scope[scope].emplace_back(node.input[i]->formulas[at(k)], node.u[at(port.first + k)]);
    }
    for (const Node& child : node.children) collect_signals(child, by_scope, order);
  }

  void finish_sizes() {
    Sizes& sizes = made_.assembly.sizes;
    sizes.z = static_cast<int>(made_.z.size());
    sizes.w = static_cast<int>(made_.w.size());
    sizes.c = static_cast<int>(made_.c.size());
    sizes.mu = static_cast<int>(made_.mu.size());
    sizes.potential = static_cast<int>(made_.potentials.size());
    sizes.power = static_cast<int>(made_.powers.size());
    sizes.heat = static_cast<int>(made_.heats.size());
  }

  /// Views, in the order in which the components were placed.
  void add_scene(const Node& node) {
    const int first = first_readout_[next_view_++];
    const model::View& view = node.component->view;
    const Laws& laws = node.component->laws;
    const std::string where = node.component->where + "/view";
    const auto numbers = [&](const std::vector<Expr>& formulas, const std::string& place,
                             const std::string& what) {
      std::vector<double> values = values_of(formulas, laws, node.parameters);
      if (!std::ranges::all_of(values, [](double x) { return std::abs(x) <= 1e100; }))
        fail("PH104", where + place, what + " that is not a reasonable number", "a finite number");
      return values;
    };
    Scene& scene = made_.scene;
    if (view.camera && !scene.has_camera) {  // the outermost camera is the one that looks
      scene.has_camera = true;
      scene.camera = view.camera->kind;
      scene.center = numbers(view.camera->center, "/camera/center", "a centre");
      for (const auto& [key, formula] : view.camera->numbers)
        scene.camera_numbers[key] = numbers({formula}, "/camera/" + key, "a " + key)[0];
    }
    std::map<std::string, int> body_index;
    for (const model::Body& body : view.bodies) {
      body_index[body.name] = static_cast<int>(scene.bodies.size());
      SceneBody made{.name = node.prefix + body.name, .role = body.role, .pose = first + body.pose};
      for (const model::Shape& shape : body.shapes) {
        SceneBody::Shape drawn{.declared = &shape};
        if (shape.moving >= 0) drawn.moving = first + shape.moving;
        for (const auto& value : shape.numbers)
          drawn.numbers[value.key] =
              numbers(value.values, "/bodies/" + std::to_string(&body - view.bodies.data()),
                      "a " + value.key + " of a " + shape.type + " of \"" + body.name + "\"");
        made.shapes.push_back(std::move(drawn));
      }
      scene.bodies.push_back(std::move(made));
    }
    for (const model::Trail& trail : view.trails)
      scene.trails.push_back(
          {body_index[trail.body], numbers(trail.point, "/trails", "a point of a trail")});
    for (const model::Vector& vector : view.vectors)
      scene.vectors.push_back(
          {node.prefix + vector.name, vector.kind, first + vector.first,
           numbers({vector.scale}, "/vectors", "a scale of \"" + vector.name + "\"")[0]});
    for (const Node& child : node.children) add_scene(child);
  }

  const std::map<std::string, double>& set_;
  const std::map<std::string, double>& switched_;
  TypeCache& cache_;
  Problems& problems_;
  Assembled made_;
  std::set<std::string> used_;
  std::map<std::string, int> z_, w_;  // by name
  std::map<std::string, double> parameter_values_;
  std::vector<int> first_readout_;
  std::size_t next_view_ = 0;
};

}  // namespace

Assembled assemble(const model::Component& root, const std::map<std::string, double>& set,
                   TypeCache& cache, Problems& problems,
                   const std::map<std::string, double>& switched) {
  return Assembler(set, cache, problems, switched).run(root);
}

}  // namespace porthos::system
