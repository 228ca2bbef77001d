#include "system/assemble.hpp"

#include <algorithm>

#include "base/unit.hpp"
#include "expr/text.hpp"
#include "model/model.hpp"
#include "system/node.hpp"

namespace porthos::system {
namespace {

using laws::Laws;
using model::Component;

std::size_t at(std::ptrdiff_t index) { return static_cast<std::size_t>(index); }

class Assembler {
 public:
  Assembler(const GivenValues& given, TypeCache& cache, Problems& problems, const Guide& guide)
      : given_(given), cache_(cache), problems_(problems), guide_(guide) {}

  /// Flattens a model without compiling it.
  Assembled flatten(const Component& root) {
    root.laws.graph->budget()->renew();
    Node tree = instantiate(root, given_, made_, problems_);
    link(tree);
    index_names();
    add_foreign_parameters(tree);
    const std::size_t before = problems_.size();
    // Values that events set are the author's responsibility.
    if (given_.switched.empty()) check_parameters(tree, given_.set, made_, problems_);
    const bool has_values = problems_.size() == before;
    resolve_ports(tree);
    check_inputs(tree);
    made_.assembly.prescribed.assign(at(made_.assembly.sizes.u), -1);
    place(tree);
    add_foreign_rows();
    connect(tree);
    guide(tree);
    number_set_valued();
    add_feedback_rows();
    for (Instance& feedback : feedbacks_) made_.assembly.instances.push_back(std::move(feedback));
    for (auto& names : feedback_names_) made_.parameter_names.push_back(std::move(names));
    add_signals(tree, made_.assembly);
    finish_sizes();
    if (has_values) add_scene(tree, first_readout_, made_.scene, problems_);
    find_entropies(tree);
    return std::move(made_);
  }

 private:
  void fail(const char* code, const std::string& where, const std::string& found,
            const std::string& expected, const std::string& hint = kNothing) {
    report(problems_, code, where, found, expected, hint);
  }

  void index_names() {
    for (std::size_t i = 0; i < made_.z.size(); ++i) z_[made_.z[i].name] = static_cast<int>(i);
    for (std::size_t i = 0; i < made_.w.size(); ++i) w_[made_.w[i].name] = static_cast<int>(i);
    for (const ParameterValue& parameter : made_.parameters)
      parameter_values_[parameter.name] = parameter.value;
  }

  void add_foreign_parameters(Node& node) {
    const auto& foreign = node.component->foreign_parameters;
    const std::size_t own = node.parameters.size() - foreign.size();
    for (std::size_t i = 0; i < foreign.size(); ++i) {
      node.parameter_names.push_back(full_name(node, foreign[i]));
      node.parameters[own + i] = parameter_values_.at(node.parameter_names.back());
    }
    for (Node& child : node.children) add_foreign_parameters(child);
  }

  /// Finds the input of each port. An outer input replaces an inner one; a connection replaces
  /// both.
  void resolve_ports(Node& node) {
    for (const model::Connection& connection : node.component->connections) {
      for (const model::PortPath& path : connection.ports) {
        const FoundPort found = find_port(node, path);
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
      const FoundPort found = find_port(node, path);
      std::string& shown = found.node->shown_as[at(found.port)];
      if (shown.empty()) shown = node.prefix + name;
    }
    for (const auto& [name, input] : node.component->inputs) {
      const FoundPort found = find_port(node, path_of(name));
      if (found.node->input[at(found.port)]) continue;
      found.node->input[at(found.port)] = &input;
      found.node->input_scope[at(found.port)] = &node;
    }
    for (Node& child : node.children) resolve_ports(child);
  }

  /// A connection replaces the input of an inner text, which serves when its model runs alone. A
  /// text that itself connects a port, or an outer text of such a one, cannot also drive it.
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

  /// Makes one instance of each component's laws.
  void place(const Node& node) {
    Instance instance;
    const std::vector<char> flags = prescribed(node);
    instance.laws = cache_.of(*node.component, flags);
    std::vector<std::string> parameter_names;
    append_symbols(node, instance, parameter_names);
    instance.u = node.u;
    place_rows(node, flags, instance);
    place_parts(node, instance);
    place_readouts(node, instance);
    place_set_valued(node, instance);
    for (const Event& event : node.component->events)
      made_.events.push_back(placed(event, node, instance));
    for (std::size_t i = 0; i < node.component->ports.size(); ++i)
      if (!node.is_connected[i]) place_outer_port(node, i);
    made_.storages.push_back(
        {node.prefix.substr(0, node.prefix.size() - (node.prefix.empty() ? 0 : 1)), node.w});
    check_mass(node, problems_);
    made_.parameter_names.push_back(std::move(parameter_names));
    placed_.push_back(&node);
    first_readout_.push_back(instance.readout.empty() ? 0 : instance.readout[0]);
    made_.assembly.instances.push_back(std::move(instance));
    for (const Node& child : node.children) place(child);
  }

  static void add(std::vector<int>& indices, std::vector<Named>& names, Named named) {
    indices.push_back(static_cast<int>(names.size()));
    names.push_back(std::move(named));
  }

  /// Adds the constraints, and the prescribed flows among the ports.
  void place_rows(const Node& node, const std::vector<char>& flags, Instance& instance) {
    const Laws& laws = node.component->laws;
    for (const auto& row : laws.position_constraints)
      add(instance.c, made_.c, {node.prefix + row.name, row.unit});
    for (std::size_t i = 0; i < laws.velocity_constraints.size(); ++i) {
      const auto& row = laws.velocity_constraints[i];
      const Named named{node.prefix + row.name, row.unit};
      if (is_set_valued_row(*node.component, static_cast<int>(i))) {
        set_valued_rows_.push_back({made_.assembly.instances.size(), i, named});
        instance.mu.push_back(-1);
      } else {
        add(instance.mu, made_.mu, named);
      }
    }
    for (std::size_t k = 0; k < flags.size(); ++k) {
      if (!flags[k]) continue;
      made_.assembly.prescribed[at(node.u[k])] = static_cast<int>(made_.mu.size());
      add(instance.mu, made_.mu, {node.prefix + laws.ports[k].name, ""});
    }
  }

  /// Adds energies, and the relations that dissipate or supply energy.
  void place_parts(const Node& node, Instance& instance) {
    const Laws& laws = node.component->laws;
    for (const auto& part : laws.potentials)
      add(instance.potential, made_.potentials, {node.prefix + part.name, "J"});
    for (const auto& resistive : laws.resistive)
      if (resistive.heats) {
        add(instance.heat, made_.heats, {node.prefix + resistive.name, "W"});
      } else {
        add(instance.power, made_.powers, {node.prefix + resistive.name, "J"});
        made_.is_force.push_back(resistive.is_force);
        made_.assembly.is_force.push_back(resistive.is_force);
        made_.assembly.only_takes.push_back(!resistive.is_force && !resistive.is_row);
      }
  }

  /// Adds the formulas that are only reported.
  void place_readouts(const Node& node, Instance& instance) {
    const Component& component = *node.component;
    int& readouts = made_.assembly.sizes.readout;
    for (std::size_t i = 0; i < component.laws.readouts.size(); ++i)
      instance.readout.push_back(readouts++);
    for (const expr::Expr watched : component.laws.watched) {
      instance.watched.push_back(made_.assembly.sizes.watched++);
      const std::string owner = node.prefix.substr(0, node.prefix.find_last_of('.'));
      made_.watched.push_back(expr::text(watched, 80) +
                              (owner.empty() ? "" : " (of " + owner + ")"));
    }
    for (const model::Readout& output : component.outputs) {
      made_.outputs.push_back({node.prefix + output.name, output.unit});
      made_.output_labels.push_back(output.label);
      made_.output_index.push_back(instance.readout[at(output.index)]);
      made_.is_invariant.push_back(output.is_invariant);
    }
    for (const model::Relation& relation : component.relations)
      made_.relations.push_back({node.prefix + relation.name, relation.flow_unit,
                                 relation.effort_unit, instance.readout[at(relation.first)]});
  }

  static bool is_set_valued_row(const Component& of, int velocity_row) {
    return std::ranges::any_of(of.set_valued, [&](const model::SetValued& law) {
      return law.kind != model::SetValued::Kind::kContact && velocity_row >= law.row &&
             velocity_row < law.row + law.size;
    });
  }

  /// Adds set-valued laws with global indices; the indices of velocity rows follow in
  /// number_set_valued.
  void place_set_valued(const Node& node, Instance& instance) {
    for (std::size_t i = 0; i < node.component->laws.modes.size(); ++i)
      instance.mode.push_back(made_.assembly.sizes.mode++);
    const auto& resistive = node.component->laws.resistive;
    for (model::SetValued law : node.component->set_valued) {
      const auto heats = [](const laws::Resistive& one) { return one.heats.has_value(); };
      const auto first = resistive.begin() + law.resistive;
      const auto before = law.resistive - std::count_if(resistive.begin(), first, heats);
      law.name = node.prefix + law.name;
      law.mode = instance.mode[at(law.mode)];
      law.resistive = heats(*first) ? -1 : instance.power[at(before)];
      const auto& efforts = node.component->laws.e;
      for (std::size_t i = 0; heats(*first) && i < efforts.size(); ++i)
        if (*first->heats == efforts[i]) law.entropy = instance.z[i];
      // Within a step a slip continues beyond its end, where it would supply energy.
      for (int i = 0; i < law.size && law.resistive >= 0; ++i)
        made_.assembly.only_takes[at(law.resistive + i)] = 0;
      for (int* readout : {&law.root, &law.restitution, &law.bound, &law.stated, &law.flow})
        if (*readout >= 0) *readout = instance.readout[at(*readout)];
      set_valued_of_.push_back(made_.assembly.instances.size());
      made_.set_valued.push_back(law);
    }
  }

  /// Velocity rows of set-valued laws come after all others, so that these keep their numbers
  /// without them.
  void number_set_valued() {
    made_.set_valued_mu = static_cast<int>(made_.mu.size());
    made_.assembly.is_contact.assign(made_.c.size(), 0);
    for (const auto& [instance, row, named] : set_valued_rows_) {
      made_.assembly.instances[instance].mu[row] = static_cast<int>(made_.mu.size());
      made_.mu.push_back(named);
    }
    for (std::size_t i = 0; i < made_.set_valued.size(); ++i) {
      model::SetValued& law = made_.set_valued[i];
      const Instance& instance = made_.assembly.instances[set_valued_of_[i]];
      const bool is_contact = law.kind == model::SetValued::Kind::kContact;
      law.row = (is_contact ? instance.c : instance.mu)[at(law.row)];
      if (is_contact) made_.assembly.is_contact[at(law.row)] = 1;
      Event ends{.name = law.name, .root = law.root, .direction = -1, .actions = {}};
      ends.actions.push_back({model::Action::Kind::kSwitch, {{static_cast<int>(i), law.root}}});
      made_.events.push_back(std::move(ends));
    }
  }

  /// An event of a component with global numbers for its targets and formulas.
  static Event placed(Event event, const Node& node, const Instance& instance) {
    event.name = node.prefix + event.name;
    event.root = instance.readout[at(event.root)];
    for (model::Action& action : event.actions)
      for (auto& [target, value] : action.values) {
        target = action.kind == model::Action::Kind::kReset
                     ? instance.w[at(target)]
                     : static_cast<int>(node.first_parameter) + target;
        value = instance.readout[at(value)];
      }
    return event;
  }

  /// Adds a port that no connection uses, with its input if it has one.
  void place_outer_port(const Node& node, std::size_t i) {
    const model::Port& port = node.component->ports[i];
    OuterPort outer{.name = node.shown_as[i].empty() ? node.prefix + port.name : node.shown_as[i],
                    .flow_unit = port.flow_unit,
                    .effort_unit = port.effort_unit,
                    .is_clock = port.is_clock};
    for (int k = 0; k < port.size; ++k) outer.u.push_back(node.u[at(port.first + k)]);
    if (node.input[i]) {
      outer.input = node.input[i]->texts;
      outer.prescribes_flow = node.input[i]->prescribes_flow;
      outer.driven_by = {node.input[i], node.input_scope[i]->component,
                         node.input_scope[i]->parameter_names};
    }
    if (node.input[i] && node.input[i]->is_feedback) add_feedback(node, i, outer);
    made_.ports.push_back(outer);
    if (port.is_clock)
      made_.assembly.clocks.emplace_back(outer.u[0],
                                         z_.at(node.prefix + "clock(" + port.name + ")"));
  }

  /// The rows of other laws whose multipliers a formula reads come after the laws' own rows.
  void add_foreign_rows() {
    std::map<std::string, int> c, mu;
    const auto index = [](const std::vector<Named>& names, std::map<std::string, int>& to) {
      for (std::size_t i = 0; i < names.size(); ++i) to.emplace(names[i].name, static_cast<int>(i));
    };
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      const Node& node = *placed_[i];
      const Component& component = *node.component;
      if (component.foreign_lambdas.empty() && component.foreign_mus.empty()) continue;
      if (c.empty() && mu.empty()) {
        index(made_.c, c);
        index(made_.mu, mu);
      }
      Instance& instance = made_.assembly.instances[i];
      for (const std::string& path : component.foreign_lambdas)
        instance.c.push_back(c.at(full_name(node, path)));
      for (const std::string& path : component.foreign_mus)
        instance.mu.push_back(mu.at(full_name(node, path)));
    }
  }

  /// Appends the states and parameters in the laws of a component, and the names of the parameters.
  void append_symbols(const Node& of, Instance& to, std::vector<std::string>& names) const {
    names.insert(names.end(), of.parameter_names.begin(), of.parameter_names.end());
    to.z.insert(to.z.end(), of.z.begin(), of.z.end());
    to.w.insert(to.w.end(), of.w.begin(), of.w.end());
    for (const std::string& path : of.component->foreign_positions)
      to.z.push_back(z_.at(full_name(of, path)));
    for (const std::string& path : of.component->foreign_velocities)
      to.w.push_back(w_.at(full_name(of, path)));
    to.parameters.insert(to.parameters.end(), of.parameters.begin(), of.parameters.end());
  }

  void connect(Node& node) {
    for (const model::Connection& connection : node.component->connections) {
      std::vector<PortOf> ports;
      Instance instance;
      std::vector<std::string> names;
      for (const model::PortPath& path : connection.ports) {
        const FoundPort found = find_port(node, path);
        const model::Port& port = found.node->component->ports[at(found.port)];
        ports.push_back({found.node->component, &port});
        append_symbols(*found.node, instance, names);
        std::string name = node.prefix;
        for (const std::string& part : path.parts) name += part + ".";
        made_.joined.push_back({name + path.port, port.flow_unit, port.effort_unit, port.size,
                                made_.assembly.sizes.readout + 3 * count_of(ports, port)});
      }
      append_symbols(node, instance, names);
      made_.parameter_names.push_back(std::move(names));
      instance.laws = cache_.of(connection, ports, *node.component);
      add_rows(node, connection, *ports[0].port, instance);
      for (std::size_t i = 0; i < instance.laws->readouts.size(); ++i)
        instance.readout.push_back(made_.assembly.sizes.readout++);
      made_.assembly.instances.push_back(std::move(instance));
    }
    for (Node& child : node.children) connect(child);
  }

  /// The number of scalar ports before the last one.
  static int count_of(const std::vector<PortOf>& ports, const model::Port& last) {
    int count = -last.size;
    for (const PortOf& one : ports) count += one.port->size;
    return count;
  }

  /// The rows that a junction adds, in the units of its first port.
  void add_rows(const Node& node, const model::Connection& connection, const model::Port& port,
                Instance& instance) {
    const bool is_positional = !instance.laws->position_constraints.empty();
    const auto count = is_positional ? instance.laws->position_constraints.size()
                                     : instance.laws->velocity_constraints.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name =
          node.prefix + connection.name + (count == 1 ? "" : "." + std::to_string(i + 1));
      auto& names = is_positional ? made_.c : made_.mu;
      (is_positional ? instance.c : instance.mu).push_back(static_cast<int>(names.size()));
      names.push_back({name, is_positional ? port.position_unit : port.flow_unit});
      made_.effort_units[name] = port.effort_unit;
    }
  }

  /// An input that is a formula of states is a force law between the component of its text and the
  /// port.
  void add_feedback(const Node& node, std::size_t port, OuterPort& outer) {
    const model::Port& driven = node.component->ports[port];
    const Node& scope = *node.input_scope[port];
    Instance instance;
    instance.laws = cache_.of({node.component, &driven}, *node.input[port], *scope.component);
    std::vector<std::string> names;
    for (const Node* of : {&node, &scope}) append_symbols(*of, instance, names);
    feedback_names_.push_back(std::move(names));
    for (int k = 0; k < driven.size; ++k) {
      instance.power.push_back(static_cast<int>(made_.powers.size()));
      made_.powers.push_back(
          {outer.name + (driven.size == 1 ? "" : "." + std::to_string(k + 1)), "J"});
      made_.is_force.push_back(1);
      made_.assembly.is_force.push_back(1);
      made_.assembly.only_takes.push_back(0);
      outer.feedback.push_back(made_.assembly.sizes.readout + k);
    }
    for (int k = 0; k < 2 * driven.size; ++k)
      instance.readout.push_back(made_.assembly.sizes.readout++);
    feedbacks_.push_back(std::move(instance));
    feedback_scopes_.push_back(&scope);
  }

  /// Adds the rows of the component with a feedback, whose multipliers the feedback may contain.
  void add_feedback_rows() {
    for (std::size_t i = 0; i < feedbacks_.size(); ++i) {
      const auto placed = std::ranges::find(placed_, feedback_scopes_[i]);
      const Instance& scope = made_.assembly.instances[at(placed - placed_.begin())];
      const Laws& laws = (*placed)->component->laws;
      const auto own = static_cast<std::ptrdiff_t>(laws.velocity_constraints.size());
      const auto foreign = static_cast<std::ptrdiff_t>((*placed)->component->foreign_mus.size());
      std::vector<int>& mu = feedbacks_[i].mu;  // without those of prescribed ports
      feedbacks_[i].c = scope.c;
      mu.assign(scope.mu.begin(), scope.mu.begin() + own);
      mu.insert(mu.end(), scope.mu.end() - foreign, scope.mu.end());
    }
  }

  /// Adds the starts of joints, and rows that hold those of the guide.
  void guide(const Node& node) {
    for (const auto& [name, start] : node.coordinates) {
      const auto& outputs = node.component->outputs;
      const model::Readout& output = *std::ranges::find(outputs, name, &model::Readout::name);
      const auto laws = cache_.of(*node.component, output);
      const bool is_position = !laws->position_constraints.empty();
      made_.coordinates.push_back(
          {node.prefix + name, output.unit, start.value, start.is_fixed, is_position});
      if (!guide_.contains(node.prefix + name)) continue;
      Instance instance;
      instance.laws = laws;
      std::vector<std::string> names;
      append_symbols(node, instance, names);
      instance.parameters.push_back(start.value);
      names.push_back(node.prefix + name + " at the start");
      auto& rows = is_position ? made_.c : made_.mu;
      (is_position ? instance.c : instance.mu).push_back(static_cast<int>(rows.size()));
      rows.push_back({node.prefix + name, output.unit});
      made_.parameter_names.push_back(std::move(names));
      made_.assembly.instances.push_back(std::move(instance));
    }
    for (const Node& child : node.children) guide(child);
  }

  /// Positions in the unit of an entropy, and the temperature of the environment.
  void find_entropies(const Node& node) {
    for (std::size_t i = 0; i < made_.z.size() && !node.parent; ++i)
      if (are_alike(made_.z[i].unit, "J/K")) made_.entropies.push_back(static_cast<int>(i));
    const auto& parameters = node.component->parameters;
    for (std::size_t i = 0; i < parameters.size() && !made_.ambient_temperature; ++i)
      if (parameters[i].is_environment && parameters[i].name == "ambient_temperature")
        made_.ambient_temperature = made_.parameters[node.first_parameter + i].value;
    for (const Node& child : node.children) find_entropies(child);
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

  const GivenValues given_;
  TypeCache& cache_;
  Problems& problems_;
  const Guide& guide_;
  Assembled made_;
  std::map<std::string, int> z_, w_;  // indices by name
  std::map<std::string, double> parameter_values_;
  std::vector<int> first_readout_;
  struct SetValuedRow {
    std::size_t instance, row;
    Named named;
  };
  std::vector<SetValuedRow> set_valued_rows_;
  std::vector<std::size_t> set_valued_of_;  // (set-valued laws) their instances
  std::vector<Instance> feedbacks_;
  std::vector<std::vector<std::string>> feedback_names_;  // of their parameters
  std::vector<const Node*> feedback_scopes_;              // the components with their texts
  std::vector<const Node*> placed_;                       // in the order of their instances
};

}  // namespace

Assembled assemble(const model::Component& root, const std::map<std::string, double>& set,
                   TypeCache& cache, Problems& problems,
                   const std::map<std::string, double>& switched, const Guide& guide) {
  Assembled made = Assembler({set, switched}, cache, problems, guide).flatten(root);
  if (!has_errors(problems)) cache.compile(made.assembly);
  if (root.laws.graph->budget()->is_spent() || made.assembly.time.graph->budget()->is_spent())
    model::report_too_much(problems);
  return made;
}

Assembled flatten(const model::Component& root, TypeCache& cache, Problems& problems) {
  const std::map<std::string, double> none;
  const Guide no_guide;
  return Assembler({none, none}, cache, problems, no_guide).flatten(root);
}

}  // namespace porthos::system
