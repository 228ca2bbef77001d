#pragma once

#include <map>
#include <string>
#include <vector>

#include "system/node.hpp"

namespace porthos::system {

/// An instance with the outside names of its parameters.
struct NamedInstance : Instance {
  std::vector<std::string> parameter_names;
};

/// A model that is being flattened.
struct Draft {
  explicit Draft(TypeCache& types) : cache(types) {}

  Assembled made;
  TypeCache& cache;
  std::map<std::string, int> z, w;  // indices by name

  /// Indexes the states, and gives each component the parameters of others in its laws.
  void index_names(Node& tree);

  /// Appends the states and parameters in the laws of a component.
  void append_symbols(const Node& of, NamedInstance& to) const;
  /// Appends new readouts.
  void append_readouts(std::size_t count, Instance& to);
  /// Appends a relation whose energy the ledger has.
  void append_power(std::string name, bool is_force, bool only_takes, Instance& to);
  void append_row(bool is_positional, Named named, Instance& to);

  void add(NamedInstance instance);
};

/// Appends a new quantity with this name.
void append(Named named, std::vector<Named>& names, std::vector<int>& indices);

/// Adds an instance for each connection.
void add_connections(Node& tree, Draft& draft);

/// Adds the starts of joints, and rows that hold those of the guide.
void add_coordinates(const Node& tree, const Guide& guide, Draft& draft);

}  // namespace porthos::system
