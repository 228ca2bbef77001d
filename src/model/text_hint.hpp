#pragma once

#include <string>

namespace porthos::model {

/// A hint for a parameter that is a text: "0.36 kg" is a value with a unit, "30 deg" a number of
/// radians, anything else a formula.
std::string hint_for_text(const std::string& text);

}  // namespace porthos::model
