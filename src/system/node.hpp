#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "model/component.hpp"
#include "system/assemble.hpp"

namespace porthos::system {

/// A start value from an outer text.
struct Given {
  double value = 0;
  bool is_fixed = false;
};

/// A component at its place in the model.
struct Node {
  const model::Component* component = nullptr;
  std::string prefix;  // "" or "crank."
  std::vector<double> parameters;
  std::size_t first_parameter = 0;  // index into Assembled::parameters
  std::vector<int> z, w, u;
  const Node* parent = nullptr;
  const model::Part* part = nullptr;  // the use in the parent; null for the model itself
  std::vector<Node> children;
  std::vector<std::string> shown_as;       // (ports) name of a port that an outer model shows
  std::vector<const Node*> connected_by;   // (ports) the model that connects it
  std::vector<char> is_connected;          // (ports)
  std::vector<const model::Input*> input;  // (ports)
  std::vector<const Node*> input_scope;
  std::vector<std::string> parameter_names;  // from outside
  std::map<std::string, Given> coordinates;  // starts of reported quantities of a joint
};

/// Values of formulas of the parameters; one tape for all of them.
std::vector<double> values_of(const std::vector<expr::Expr>& formulas, const laws::Laws& laws,
                              const std::vector<double>& parameters);

/// Values of parameters for a run, by their names from outside.
struct GivenValues {
  const std::map<std::string, double>&set, &switched;  // see assemble
};

/// The tree of a model with the values of parameters and starts, from the outside in. `made`
/// receives them, and a place in the global vectors for each state and port.
Node instantiate(const model::Component& root, const GivenValues& given, Assembled& made,
                 Problems& problems);

/// Reports values of parameters that violate a requirement of their component (PH104), at the place
/// of one of them. Stores zero parameters by which formulas divide in the Assembled.
///
/// set   values of parameters for a run, by their names from outside
/// made  already contains all parameters
void check_parameters(const Node& tree, const std::map<std::string, double>& set, Assembled& made,
                      Problems& problems);

/// Links each node of the tree to its parent; the tree must not move afterwards.
void link(Node& tree);

/// The outside name of "part.x" in a text, or of "side.x" for a neighbour.
std::string full_name(const Node& from, std::string path);

/// A port of a node.
struct FoundPort {
  Node* node;
  int port;
};

/// The port behind a path; composites may show ports of their parts under other names.
FoundPort find_port(Node& from, const model::PortPath& path);
model::PortPath path_of(const std::string& text);

/// Finds the input of each port of the tree. Reports ports in two connections, and inputs of
/// connected ports (PH135).
void resolve_inputs(Node& tree, Problems& problems);

/// (scalar ports) Whether the input prescribes the flow.
std::vector<char> prescribed_flows(const Node& node);

/// Reports a mass matrix that is not positive semidefinite, or couples too many velocities (PH121,
/// PH105).
void check_mass(const Node& node, Problems& problems);

/// Adds one tape for all signals over one component's parameters.
void add_signals(const Node& tree, Assembly& assembly);

/// The views of all nodes.
///
/// first_readouts  (nodes, in the order of the tree) the first readout of each
void add_scene(const Node& tree, const std::vector<int>& first_readouts, Scene& scene,
               Problems& problems);

}  // namespace porthos::system
