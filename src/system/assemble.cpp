#include "system/assemble.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "base/unit.hpp"
#include "expr/text.hpp"
#include "model/model.hpp"
#include "system/draft.hpp"

namespace porthos::system {
namespace {

using laws::Laws;
using model::Component;

bool is_set_valued_row(const Component& of, int velocity_row) {
  return std::ranges::any_of(of.set_valued, [&](const model::SetValued& law) {
    return law.kind != model::SetValued::Kind::kContact && velocity_row >= law.row &&
           velocity_row < law.row + law.size;
  });
}

/// The name of a component as seen from outside; "" for the model itself.
std::string name_of(const Node& node) {
  return node.prefix.substr(0, node.prefix.find_last_of('.'));
}

/// An event of a component with global numbers for its targets and formulas.
Event placed(Event event, const Node& node, const Instance& instance) {
  event.name = node.prefix + event.name;
  if (!event.law.empty()) event.law = node.prefix + event.law;
  event.root = instance.readout[index(event.root)];
  for (model::Action& action : event.actions)
    for (auto& [target, value] : action.values) {
      target = action.kind == model::Action::Kind::kReset
                   ? instance.w[index(target)]
                   : static_cast<int>(node.first_parameter) + target;
      value = instance.readout[index(value)];
    }
  return event;
}

/// Makes an instance of each component's laws, and of inputs that are formulas of states.
class Placement {
 public:
  Placement(Draft& draft, Problems& problems)
      : draft_(draft), made_(draft.made), problems_(problems) {}

  void add_components(const Node& tree) {
    place(tree);
    add_foreign_rows();
  }

  /// Adds what comes after the connections.
  void finish() {
    number_set_valued();
    add_feedbacks();
  }

  /// (nodes, in the order of the tree) The first readout of each.
  const std::vector<int>& first_readout() const { return first_readout_; }

 private:
  /// Makes one instance of each component's laws.
  void place(const Node& node) {
    NamedInstance instance;
    const std::vector<char> flags = prescribed_flows(node);
    instance.laws = draft_.cache.of(*node.component, flags);
    draft_.append_symbols(node, instance);
    instance.u = node.u;
    place_rows(node, flags, instance);
    place_parts(node, instance);
    place_readouts(node, instance);
    place_set_valued(node, instance);
    for (const Event& event : node.component->events)
      made_.events.push_back(placed(event, node, instance));
    for (std::size_t i = 0; i < node.component->ports.size(); ++i)
      if (!node.is_connected[i]) place_outer_port(node, i);
    made_.storages.push_back({name_of(node), node.w});
    check_mass(node, problems_);
    placed_.push_back(&node);
    first_readout_.push_back(instance.readout.empty() ? 0 : instance.readout[0]);
    draft_.add(std::move(instance));
    for (const Node& child : node.children) place(child);
  }

  /// Adds the constraints, and the prescribed flows among the ports.
  void place_rows(const Node& node, const std::vector<char>& flags, Instance& instance) {
    const Laws& laws = node.component->laws;
    for (const auto& row : laws.position_constraints)
      append({node.prefix + row.name, row.unit}, made_.c, instance.c);
    for (std::size_t i = 0; i < laws.velocity_constraints.size(); ++i) {
      const auto& row = laws.velocity_constraints[i];
      const Named named{node.prefix + row.name, row.unit};
      if (is_set_valued_row(*node.component, static_cast<int>(i))) {
        set_valued_rows_.push_back({made_.assembly.instances.size(), i, named});
        instance.mu.push_back(-1);
      } else {
        append(named, made_.mu, instance.mu);
      }
    }
    for (std::size_t k = 0; k < flags.size(); ++k) {
      if (!flags[k]) continue;
      made_.assembly.prescribed[index(node.u[k])] = static_cast<int>(made_.mu.size());
      append({node.prefix + laws.ports[k].name, ""}, made_.mu, instance.mu);
    }
  }

  /// Adds energies, and the relations that dissipate or supply energy.
  void place_parts(const Node& node, Instance& instance) {
    const Laws& laws = node.component->laws;
    for (const auto& part : laws.potentials)
      append({node.prefix + part.name, "J"}, made_.potentials, instance.potential);
    for (const auto& resistive : laws.resistive)
      if (resistive.heats)
        append({node.prefix + resistive.name, "W"}, made_.heats, instance.heat);
      else
        draft_.append_power(node.prefix + resistive.name, resistive.is_force,
                            !resistive.is_force && !resistive.is_row, instance);
  }

  /// Adds the formulas that are only reported.
  void place_readouts(const Node& node, Instance& instance) {
    const Component& component = *node.component;
    draft_.append_readouts(component.laws.readouts.size(), instance);
    const std::string owner = name_of(node);
    for (const expr::Expr watched : component.laws.watched) {
      instance.watched.push_back(made_.assembly.sizes.watched++);
      made_.watched.push_back(expr::text(watched, 80) +
                              (owner.empty() ? "" : " (of " + owner + ")"));
    }
    for (const model::Readout& output : component.outputs) {
      made_.outputs.push_back({node.prefix + output.name, output.unit});
      made_.output_labels.push_back(output.label);
      made_.output_index.push_back(instance.readout[index(output.index)]);
      made_.is_invariant.push_back(output.is_invariant);
    }
    for (const model::Relation& relation : component.relations)
      made_.relations.push_back({node.prefix + relation.name, relation.flow_unit,
                                 relation.effort_unit, instance.readout[index(relation.first)]});
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
      law.mode = instance.mode[index(law.mode)];
      law.resistive = heats(*first) ? -1 : instance.power[index(before)];
      const auto& efforts = node.component->laws.e;
      for (std::size_t i = 0; heats(*first) && i < efforts.size(); ++i)
        if (*first->heats == efforts[i]) law.entropy = instance.z[i];
      // Within a step a slip continues beyond its end, where it would supply energy.
      for (int i = 0; i < law.size && law.resistive >= 0; ++i)
        made_.assembly.only_takes[index(law.resistive + i)] = 0;
      for (int* readout : {&law.root, &law.restitution, &law.bound, &law.stated, &law.flow})
        if (*readout >= 0) *readout = instance.readout[index(*readout)];
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
      law.row = (is_contact ? instance.c : instance.mu)[index(law.row)];
      if (is_contact) made_.assembly.is_contact[index(law.row)] = 1;
      Event ends{.name = law.name, .root = law.root, .direction = -1, .actions = {}};
      ends.actions.push_back({model::Action::Kind::kSwitch, {{static_cast<int>(i), law.root}}});
      made_.events.push_back(std::move(ends));
    }
  }

  /// Adds a port that no connection uses, with its input if it has one.
  void place_outer_port(const Node& node, std::size_t i) {
    const model::Port& port = node.component->ports[i];
    OuterPort outer{.name = node.shown_as[i].empty() ? node.prefix + port.name : node.shown_as[i],
                    .flow_unit = port.flow_unit,
                    .effort_unit = port.effort_unit,
                    .is_clock = port.is_clock};
    for (int k = 0; k < port.size; ++k) outer.u.push_back(node.u[index(port.first + k)]);
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
                                         draft_.z.at(node.prefix + "clock(" + port.name + ")"));
  }

  /// The rows of other laws whose multipliers a formula reads come after the laws' own rows.
  void add_foreign_rows() {
    const auto numbers = [](const std::vector<Named>& names) {
      std::map<std::string, int> made;
      for (const Named& one : names) made.emplace(one.name, static_cast<int>(made.size()));
      return made;
    };
    std::map<std::string, int> c, mu;
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      const Node& node = *placed_[i];
      const Component& component = *node.component;
      if (component.foreign_lambdas.empty() && component.foreign_mus.empty()) continue;
      if (c.empty() && mu.empty()) {
        c = numbers(made_.c);
        mu = numbers(made_.mu);
      }
      Instance& instance = made_.assembly.instances[i];
      for (const std::string& path : component.foreign_lambdas)
        instance.c.push_back(c.at(full_name(node, path)));
      for (const std::string& path : component.foreign_mus)
        instance.mu.push_back(mu.at(full_name(node, path)));
    }
  }

  /// An input that is a formula of states is a force law between the component of its text and the
  /// port.
  void add_feedback(const Node& node, std::size_t port, OuterPort& outer) {
    const model::Port& driven = node.component->ports[port];
    const Node& scope = *node.input_scope[port];
    feedbacks_.push_back({{}, &scope});
    NamedInstance& instance = feedbacks_.back().instance;
    instance.laws = draft_.cache.of({node.component, &driven}, *node.input[port], *scope.component);
    for (const Node* of : {&node, &scope}) draft_.append_symbols(*of, instance);
    for (int k = 0; k < driven.size; ++k) {
      draft_.append_power(outer.name + (driven.size == 1 ? "" : "." + std::to_string(k + 1)), true,
                          false, instance);
      outer.feedback.push_back(made_.assembly.sizes.readout + k);
    }
    draft_.append_readouts(2 * index(driven.size), instance);
  }

  /// Adds the feedbacks, with the rows of the components that contain them: a feedback may read
  /// their multipliers, except those of prescribed ports.
  void add_feedbacks() {
    for (auto& [instance, scope_node] : feedbacks_) {
      const auto placed = std::ranges::find(placed_, scope_node);
      const Instance& scope = made_.assembly.instances[index(placed - placed_.begin())];
      const Component& component = *scope_node->component;
      const auto own = static_cast<std::ptrdiff_t>(component.laws.velocity_constraints.size());
      const auto foreign = static_cast<std::ptrdiff_t>(component.foreign_mus.size());
      instance.c = scope.c;
      instance.mu.assign(scope.mu.begin(), scope.mu.begin() + own);
      instance.mu.insert(instance.mu.end(), scope.mu.end() - foreign, scope.mu.end());
    }
    for (auto& [instance, scope] : feedbacks_) draft_.add(std::move(instance));
  }

  struct SetValuedRow {
    std::size_t instance, row;
    Named named;
  };
  struct Feedback {
    NamedInstance instance;
    const Node* scope;  // the component with its text
  };
  Draft& draft_;
  Assembled& made_;
  Problems& problems_;
  std::vector<int> first_readout_;
  std::vector<SetValuedRow> set_valued_rows_;
  std::vector<std::size_t> set_valued_of_;  // (set-valued laws) their instances
  std::vector<Feedback> feedbacks_;
  std::vector<const Node*> placed_;  // in the order of their instances
};

void finish_sizes(const Assembled& made, Sizes& sizes) {
  sizes.z = static_cast<int>(made.z.size());
  sizes.w = static_cast<int>(made.w.size());
  sizes.c = static_cast<int>(made.c.size());
  sizes.mu = static_cast<int>(made.mu.size());
  sizes.potential = static_cast<int>(made.potentials.size());
  sizes.power = static_cast<int>(made.powers.size());
  sizes.heat = static_cast<int>(made.heats.size());
}

/// Flattens a model without compiling it.
Assembled flatten_tree(const Component& root, const GivenValues& given, const Guide& guide,
                       TypeCache& cache, Problems& problems) {
  root.laws.graph->budget()->renew();
  Draft draft(cache);
  Assembled& made = draft.made;
  Node tree = instantiate(root, given, made, problems);
  link(tree);
  draft.index_names(tree);
  const std::size_t before = problems.size();
  // Values that events set are the author's responsibility.
  if (given.switched.empty()) check_parameters(tree, given.set, made, problems);
  const bool has_values = problems.size() == before;
  resolve_inputs(tree, problems);
  made.assembly.prescribed.assign(index(made.assembly.sizes.u), -1);
  Placement placement(draft, problems);
  placement.add_components(tree);
  add_connections(tree, draft);
  add_coordinates(tree, guide, draft);
  placement.finish();
  add_signals(tree, made.assembly);
  finish_sizes(made, made.assembly.sizes);
  if (has_values) add_scene(tree, placement.first_readout(), made.scene, problems);
  for (int i = 0; const StartValue& state : made.z) {
    if (are_alike(state.unit, "J/K")) made.entropies.push_back(i);
    ++i;
  }
  return std::move(draft.made);
}

}  // namespace

Assembled assemble(const model::Component& root, const std::map<std::string, double>& set,
                   TypeCache& cache, Problems& problems,
                   const std::map<std::string, double>& switched, const Guide& guide) {
  Assembled made = flatten_tree(root, {set, switched}, guide, cache, problems);
  made.assembly.set_valued = made.set_valued;
  made.assembly.entropies = made.entropies;
  if (!has_errors(problems)) cache.compile(made.assembly);
  if (root.laws.graph->budget()->is_spent() || made.assembly.time.graph->budget()->is_spent())
    model::report_too_much(problems);
  return made;
}

Assembled flatten(const model::Component& root, TypeCache& cache, Problems& problems) {
  const std::map<std::string, double> none;
  return flatten_tree(root, {none, none}, {}, cache, problems);
}

}  // namespace porthos::system
