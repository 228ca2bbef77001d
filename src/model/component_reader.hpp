#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "expr/graph.hpp"
#include "model/component.hpp"
#include "model/interfaces.hpp"
#include "model/json_text.hpp"
#include "model/recording.hpp"

namespace porthos::model {

/// The neighbour of an element: an offer of a component at a dotted name, or the ground.
struct Side {
  const Component* component = nullptr;
  const Offer* offer = nullptr;
  std::string path = {};

  friend bool operator<(const Side& a, const Side& b) {
    return std::pair(a.component, a.offer) < std::pair(b.component, b.offer);
  }
};
using Sides = std::map<std::string, Side>;
/// Values of parameters on which the number of parts or laws depends; none: an event changes it.
using Given = std::map<std::string, std::optional<double>>;

/// The files under the key "use".
class Library {
 public:
  virtual ~Library() = default;
  /// The budget of all formulas of the model.
  virtual const std::shared_ptr<expr::Budget>& budget() const = 0;
  /// The record of the texts besides their laws; nullptr if none is kept.
  virtual Recording* recording() = 0;
  /// The JSON of a file; nullptr after reporting a problem at `where`.
  virtual const Json* text(const std::string& file, const std::string& where) = 0;
  /// The name of the text of a file in which formulas replace its characteristics. Names in them
  /// that are no parameters of the text become parameters of it.
  virtual std::string with_characteristics(const std::string& file, const Json& formulas,
                                           const std::vector<std::string>& parameters) = 0;
  /// Its component, between these sides if it is an element with sides. All uses with the same
  /// sides share one, so their laws are compiled once.
  /// depth  number of components around it
  /// given  values of parameters on which the number of its components or laws depends
  virtual std::shared_ptr<const Component> read(const std::string& file, const std::string& where,
                                                const Sides& sides, int depth,
                                                const Given& given) = 0;
};

/// Reads one component from its JSON; everything that it does not understand becomes a problem.
/// where  the place of the component in its text, which may start with a file name
/// interfaces  those that its text knows without declaring them
std::shared_ptr<const Component> read_component(const Json& json, std::string where,
                                                Problems& problems, Library& library,
                                                Sides sides = {}, int depth = 0,
                                                Interfaces interfaces = known_interfaces(),
                                                Given given = {});

}  // namespace porthos::model
