#include "model/keys.hpp"

#include <algorithm>
#include <cassert>

namespace porthos::model {

const Key& key_of(std::string_view definition, std::string_view name) {
  for (const Key& key : keys_of(definition))
    if (key.name == name) return key;
  assert(false && "no such key in the schema");
  static constexpr Key kNone{};
  return kNone;
}

std::vector<std::string> names_of(std::span<const Key> keys) {
  std::vector<std::string> names;
  for (const Key& key : keys) names.emplace_back(key.name);
  return names;
}

std::vector<std::string> choices_of(const Key& key) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < key.choices.size();) {
    const std::size_t end = std::min(key.choices.find('|', at), key.choices.size());
    words.emplace_back(key.choices.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace porthos::model
