#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace porthos::model {

/// A key of an object of the text, as src/model/schema/model-1.json declares it: the one place
/// where a key has its name, type, unit and bounds. The build turns the schema into these tables.
struct Key {
  std::string_view name;
  std::string_view kind;     // its type, or the name of its definition in the schema
  std::string_view unit;     // SI, "" without a unit
  std::string_view choices;  // "a|b|c" of a word
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool is_required = false;
};

/// The keys of a definition of the schema, "simulation" for example; empty if there is none.
std::span<const Key> keys_of(std::string_view definition);

/// The names of all definitions with keys.
std::vector<std::string_view> definitions();

/// A key of a definition; it must exist.
const Key& key_of(std::string_view definition, std::string_view name);

std::vector<std::string> names_of(std::span<const Key> keys);

/// The possible values of a key that is a word.
std::vector<std::string> choices_of(const Key& key);

}  // namespace porthos::model
