#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace porthos::model {

/// The prefix of the names of the library's own elements: "porthos:rigid-body".
inline constexpr std::string_view kShippedPrefix = "porthos:";

/// The text of src/elements/NAME.porthos.json, for "porthos:NAME"; nullopt if there is none.
std::optional<std::string_view> shipped_element(std::string_view name);

/// "porthos:NAME" for all of them, sorted.
std::vector<std::string> shipped_names();

}  // namespace porthos::model
