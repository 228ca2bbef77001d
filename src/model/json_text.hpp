#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/problem.hpp"

namespace porthos::model {

using Json = nlohmann::ordered_json;  // columns and reports keep the author's order

/// Limits on the size of a text. A larger text is refused with a problem.
struct Limits {
  static constexpr std::size_t kBytes = 4'000'000;
  static constexpr int kDepth = 64;
  static constexpr std::size_t kKeysPerObject = 10'000;
  static constexpr std::size_t kValues = 400'000;  // numbers, texts, arrays and objects
  static constexpr int kNesting = 32;              // of components
  static constexpr int kComponents = 10'000;       // including those inside components
  static constexpr int kQuantities = 200'000;      // states, rows, ports, parameters, readouts
  static constexpr int kStates = 20'000;           // of one text
  static constexpr int kPorts = 3'000;             // of one text
  static constexpr int kOperations = 3'000'000;    // for formulas and derivatives: expr::Budget
};

/// The JSON of a text; nullopt with problems (PH100 not JSON, PH105 limits, PH106 a duplicate key).
std::optional<Json> parse_json(const std::string& text, Problems& problems);

/// A key and its value.
struct Member {
  Member(const char* name, Json content) : key(name), value(std::move(content)) {}
  const char* key;
  mutable Json value;  // moved out of a list
};

/// The object of these members. (The library's own lists must first test whether they are objects,
/// which takes several times the code.)
Json object(std::initializer_list<Member> members);

/// The JSON as text. Invalid UTF-8 from an author's text becomes the replacement character instead
/// of an exception.
std::string dump(const Json& json);

/// The token of a JSON Pointer for a key (RFC 6901: ~ and / are escaped).
std::string pointer_token(std::string_view key);

}  // namespace porthos::model
