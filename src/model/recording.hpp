#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/component.hpp"
#include "model/json_text.hpp"

namespace porthos::model {

/// A name in a formula, as in "q" or "effort(q)". The index of a component is a number.
struct UsedName {
  std::string function;  // "effort", "momentum", "rate", "multiplier", or "" without one
  std::string name;

  friend auto operator<=>(const UsedName&, const UsedName&) = default;
};

/// The record of one text besides its laws, by the place in the text.
struct TextRecord {
  const Json* text = nullptr;
  std::map<const Json*, std::vector<UsedName>> names;  // in formulas, in the order of the text
  std::map<const Json*, std::string> paths;  // of ports, offers and entropies of components
  /// By part and side: the path of the object to which the side is attached.
  std::map<std::string, std::map<std::string, std::string>> sides;
  /// The interfaces of the sides of this text, if it is an element between others.
  std::map<std::string, std::shared_ptr<const Interface>> interfaces;
};

/// The records of all texts of a model, for tools that show the text and not only its laws.
struct Recording {
  std::map<const Component*, TextRecord> texts;
  /// The used files. Places in them stay valid as long as the recording; those in the outermost
  /// text stay valid as long as that text.
  std::map<std::string, std::optional<Json>> files;
};

}  // namespace porthos::model
