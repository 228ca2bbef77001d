#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/reader.hpp"
#include "model/recording.hpp"

namespace porthos::diagram {

using model::Json;
using model::Place;

/// The meaning of a name in a formula.
struct Meaning {
  enum class Kind { kPosition, kVelocity, kSide, kComponent, kParameter, kTime };
  Kind kind = Kind::kTime;
  std::string name;        // of the state, side, component or parameter; "" of time
  std::string rest = {};   // the quantity of a side or of a component
  bool is_effort = false;  // effort(position)
};
using Meanings = std::vector<Meaning>;

/// The text of one component as the reader understood it.
class Text {
 public:
  /// scope  the names of the components around it, each with a dot
  Text(const model::Component& component, const model::Recording& recording, std::string scope);

  const model::Component& component() const { return *component_; }
  const model::Recording& recording() const { return *recording_; }
  const std::string& scope() const { return scope_; }
  /// The states, in the order of the text.
  const std::vector<std::string>& positions() const { return positions_; }
  const std::vector<std::string>& velocities() const { return velocities_; }

  /// The value of a key; none where there is none.
  Place operator[](const char* key) const;
  /// The members of an object; none where it is none.
  static const Json::object_t& members_of(Place place);
  const Json::object_t& members(const char* key) const { return members_of((*this)[key]); }
  bool has(const char* key, const std::string& name) const;
  /// The JSON Pointer to a value of this text.
  std::string at(std::initializer_list<std::string_view> keys) const;

  Place value(const char* key, const std::string& name) const;

  /// The meanings of the names in all formulas of a value, with definitions expanded.
  Meanings meanings(Place place) const;
  /// The same of the rate of a position.
  const Meanings& rate_of(const std::string& position) const;
  /// The meanings of a single name; empty if it is unknown.
  Meanings meanings_of(const std::string& name) const;
  /// The path of a component's port that the value names; "" if it names none.
  std::string path(Place place) const;
  /// The object to which a side of a part is attached; "" if it is unknown.
  std::string attached(const std::string& part, const std::string& side) const;
  /// True if a quantity of a side is a rate: power flows through it.
  bool is_rate(const std::string& side, const std::string& quantity) const;

 private:
  struct Names {
    std::vector<model::UsedName> list;
    std::set<model::UsedName> known;
    std::set<std::string> expanded;  // definitions
  };
  void collect(const Json& value, Names& to) const;
  void add(const model::UsedName& used, Names& to) const;
  void interpret(const model::UsedName& used, Meanings& to) const;

  const model::Component* component_;
  const model::Recording* recording_;
  const model::TextRecord* record_;
  std::string scope_;
  std::vector<std::string> positions_, velocities_;
  std::set<std::string> known_positions_, known_velocities_;
  std::map<std::string, Meanings> rates_;
};

/// "r" of the entry "r.1.2".
std::string whole_of(const std::string& name);

/// Appends what is not in the list yet.
template <typename Value>
void add_once(std::vector<Value>& list, const Value& value) {
  for (const Value& known : list)
    if (known == value) return;
  list.push_back(value);
}

}  // namespace porthos::diagram
