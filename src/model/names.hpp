#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "expr/tensor.hpp"
#include "model/reader.hpp"

namespace porthos::model {

using expr::Tensor;

/// A state as its author declared it: indices (laws.z or laws.w) of its entries, row by row.
struct StateEntries {
  expr::Shape shape;
  std::vector<int> indices;
};

/// The names that the formulas of one text know.
struct Names {
  std::set<std::string> declared;
  std::map<std::string, Tensor> values;  // of parameters, and of quantities of other components
  std::map<std::string, int> indices;    // of the component being read
  std::map<std::string, Place> definitions;
  std::map<std::string, Tensor> expanded;  // definitions that have been read
  std::set<std::string> expanding;         // those that are being read
  std::map<std::string, StateEntries> positions, velocities;
  std::map<std::string, Tensor> multipliers;
  std::map<std::string, Place> left_out;  // flows of laws that are left out: their force is zero
  std::set<std::string> broken;           // names that were reported: their shapes are unknown
  std::vector<std::string> foreign;       // of other components, for suggestions
  std::set<std::string> reported;         // outputs and invariants, which formulas do not know

  /// Called with dotted names of parts' states: adds the state to this component's laws.
  std::function<bool(const std::string& path)> find_foreign;

  /// The value of a parameter or of an index.
  std::optional<Tensor> find_value(const std::string& name) const;
  /// A state of this component or of a part, or an entry of one ("r.1"); nullptr if there is none.
  const StateEntries* find_position(const std::string& name) { return find(positions, name); }
  const StateEntries* find_velocity(const std::string& name) { return find(velocities, name); }
  /// The definitions that a text names and that have not been read, the first one last.
  std::vector<std::string> unread_definitions(Place text) const;
  /// For suggestions.
  std::vector<std::string> all() const;

 private:
  const StateEntries* find(std::map<std::string, StateEntries>& states, const std::string& name);
};

/// While it exists, formulas know the indices of a component or of another member with "for".
class WithIndices {
 public:
  WithIndices(Names& names, const std::map<std::string, int>& indices) : names_(names) {
    names.indices = indices;
  }
  ~WithIndices() { names_.indices.clear(); }
  WithIndices(const WithIndices&) = delete;
  WithIndices& operator=(const WithIndices&) = delete;

 private:
  Names& names_;
};

/// "r" and {0, 1} of "r.1.2": a name, and the entry by its numbers, from 0; empty if there are
/// none.
std::pair<std::string, std::vector<int>> split_entry(const std::string& name);

/// The entry of a shape with these indices; -1 if there is none.
int entry_index(const expr::Shape& shape, const std::vector<int>& indices);

}  // namespace porthos::model
