#include "system/draft.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"

namespace porthos::system {
namespace {

void add_foreign_parameters(Node& node, const std::map<std::string, double>& values) {
  const auto& foreign = node.component->foreign_parameters;
  const std::size_t own = node.parameters.size() - foreign.size();
  for (std::size_t i = 0; i < foreign.size(); ++i) {
    node.parameter_names.push_back(full_name(node, foreign[i]));
    node.parameters[own + i] = values.at(node.parameter_names.back());
  }
  for (Node& child : node.children) add_foreign_parameters(child, values);
}

}  // namespace

void append(Named named, std::vector<Named>& names, std::vector<int>& indices) {
  indices.push_back(static_cast<int>(names.size()));
  names.push_back(std::move(named));
}

void Draft::index_names(Node& tree) {
  for (int i = 0; const StartValue& state : made.z) z[state.name] = i++;
  for (int i = 0; const StartValue& state : made.w) w[state.name] = i++;
  std::map<std::string, double> values;
  for (const ParameterValue& parameter : made.parameters) values[parameter.name] = parameter.value;
  add_foreign_parameters(tree, values);
}

void Draft::append_symbols(const Node& of, NamedInstance& to) const {
  const auto append_all = [](auto& list, const auto& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  append_all(to.parameter_names, of.parameter_names);
  append_all(to.parameters, of.parameters);
  append_all(to.z, of.z);
  append_all(to.w, of.w);
  for (const std::string& path : of.component->foreign_positions)
    to.z.push_back(z.at(full_name(of, path)));
  for (const std::string& path : of.component->foreign_velocities)
    to.w.push_back(w.at(full_name(of, path)));
}

void Draft::append_readouts(std::size_t count, Instance& to) {
  for (std::size_t i = 0; i < count; ++i) to.readout.push_back(made.assembly.sizes.readout++);
}

void Draft::append_power(std::string name, bool is_force, bool only_takes, Instance& to) {
  append({std::move(name), "J"}, made.powers, to.power);
  made.is_force.push_back(is_force);
  made.assembly.is_force.push_back(is_force);
  made.assembly.only_takes.push_back(only_takes);
}

void Draft::append_row(bool is_positional, Named named, Instance& to) {
  append(std::move(named), is_positional ? made.c : made.mu, is_positional ? to.c : to.mu);
}

void Draft::add(NamedInstance instance) {
  made.parameter_names.push_back(std::move(instance.parameter_names));
  made.assembly.instances.push_back(std::move(instance));
}

void add_connections(Node& node, Draft& draft) {
  Assembled& made = draft.made;
  for (const model::Connection& connection : node.component->connections) {
    std::vector<PortOf> ports;
    NamedInstance instance;
    int first = made.assembly.sizes.readout;  // of each port
    for (const model::PortPath& path : connection.ports) {
      const FoundPort found = find_port(node, path);
      const model::Port& port = found.node->component->ports[index(found.port)];
      ports.push_back({found.node->component, &port});
      draft.append_symbols(*found.node, instance);
      std::string name = node.prefix;
      for (const std::string& part : path.parts) name += part + ".";
      made.joined.push_back({name + path.port, port.flow_unit, port.effort_unit, port.size, first});
      first += 3 * port.size;
    }
    draft.append_symbols(node, instance);
    instance.laws = draft.cache.of(connection, ports, *node.component);
    // The rows have the units of the first port.
    const model::Port& port = *ports[0].port;
    const std::size_t positional = instance.laws->position_constraints.size();
    const std::size_t count =
        positional > 0 ? positional : instance.laws->velocity_constraints.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name =
          node.prefix + connection.name + (count == 1 ? "" : "." + std::to_string(i + 1));
      draft.append_row(positional > 0, {name, positional > 0 ? port.position_unit : port.flow_unit},
                       instance);
      made.effort_units[name] = port.effort_unit;
    }
    draft.append_readouts(instance.laws->readouts.size(), instance);
    draft.add(std::move(instance));
  }
  for (Node& child : node.children) add_connections(child, draft);
}

void add_coordinates(const Node& node, const Guide& guide, Draft& draft) {
  for (const auto& [own_name, start] : node.coordinates) {
    const auto& outputs = node.component->outputs;
    const model::Readout& output = *std::ranges::find(outputs, own_name, &model::Readout::name);
    const std::string name = node.prefix + own_name;
    const auto laws = draft.cache.of(*node.component, output);
    const bool is_position = !laws->position_constraints.empty();
    draft.made.coordinates.push_back({name, output.unit, start.value, start.is_fixed, is_position});
    if (!guide.contains(name)) continue;
    NamedInstance instance;
    instance.laws = laws;
    draft.append_symbols(node, instance);
    instance.parameters.push_back(start.value);
    instance.parameter_names.push_back(name + " at the start");
    draft.append_row(is_position, {name, output.unit}, instance);
    draft.add(std::move(instance));
  }
  for (const Node& child : node.children) add_coordinates(child, guide, draft);
}

}  // namespace porthos::system
