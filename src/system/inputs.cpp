#include "base/index.hpp"
#include "system/node.hpp"

// The input of each port: from an outer text, from its own, or from a connection.

namespace porthos::system {
namespace {

void mark_connected(Node& node, Problems& problems) {
  for (const model::Connection& connection : node.component->connections)
    for (const model::PortPath& path : connection.ports) {
      const FoundPort found = find_port(node, path);
      const std::size_t port = index(found.port);
      if (found.node->is_connected[port])
        report(problems, "PH135", connection.where, "a port that is connected already",
               "each port in one connection");
      found.node->is_connected[port] = 1;
      found.node->connected_by[port] = &node;
    }
}

/// An outer input replaces an inner one; a connection replaces both.
void find_inputs(Node& node, Problems& problems) {
  mark_connected(node, problems);
  for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
    if (!node.component->ports[i].is_clock) continue;
    node.input[i] = &node.component->clock;
    node.input_scope[i] = &node;
  }
  for (const auto& [name, path] : node.component->shown_ports) {
    const FoundPort found = find_port(node, path);
    std::string& shown = found.node->shown_as[index(found.port)];
    if (shown.empty()) shown = node.prefix + name;
  }
  for (const auto& [name, input] : node.component->inputs) {
    const FoundPort found = find_port(node, path_of(name));
    if (found.node->input[index(found.port)]) continue;
    found.node->input[index(found.port)] = &input;
    found.node->input_scope[index(found.port)] = &node;
  }
  for (Node& child : node.children) find_inputs(child, problems);
}

/// A connection replaces the input of an inner text, which serves when its model runs alone. A text
/// that itself connects a port, or an outer text of such a one, cannot also drive it.
void check_inputs(const Node& node, Problems& problems) {
  for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
    const Node* connector = node.connected_by[i];
    if (!connector || !node.input[i]) continue;
    const std::string &outer = connector->prefix, &scope = node.input_scope[i]->prefix;
    const bool is_inner = scope.size() > outer.size() && scope.starts_with(outer);
    if (!is_inner)
      report(problems, "PH135", node.input[i]->where, "an input for a port that is connected",
             "an input or a connection, not both");
  }
  for (const Node& child : node.children) check_inputs(child, problems);
}

}  // namespace

void resolve_inputs(Node& tree, Problems& problems) {
  find_inputs(tree, problems);
  check_inputs(tree, problems);
}

std::vector<char> prescribed_flows(const Node& node) {
  std::vector<char> flags(node.component->laws.ports.size());
  for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
    const model::Port& port = node.component->ports[i];
    if (!node.is_connected[i] && node.input[i] && node.input[i]->prescribes_flow)
      for (int k = 0; k < port.size; ++k) flags[index(port.first + k)] = 1;
  }
  return flags;
}

}  // namespace porthos::system
