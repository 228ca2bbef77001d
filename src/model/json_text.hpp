#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/problem.hpp"

namespace porthos::model {

using Json = nlohmann::ordered_json;  // columns and reports keep the author's order

/// What a text may cost. A larger one is refused with a problem, not attempted.
struct Limits {
  static constexpr std::size_t kBytes = 4'000'000;
  static constexpr int kDepth = 64;
  static constexpr std::size_t kKeysPerObject = 10'000;
};

/// The JSON of a text; nullopt with problems (PH100 not JSON, PH105 limits, PH106 a key twice).
std::optional<Json> parse_json(const std::string& text, Problems& problems);

/// The token of a JSON Pointer for a key (RFC 6901: ~ and / are escaped).
std::string pointer_token(const std::string& key);

}  // namespace porthos::model
