#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/component.hpp"

namespace porthos::model {

/// Modes of set-valued laws by their dotted names; the numbers are those of SetValued, (size).
using FixedModes = std::map<std::string, std::vector<double>>;

/// The smooth model in which each set-valued law stays in one mode (theory 13). Rows that hold are
/// constraints, a slip is a resistive relation, all other rows are left out. A run of the result
/// stops where a mode ends. A law without a given mode is open, sticks or is free. Returns the
/// model itself if it has no set-valued laws.
std::shared_ptr<const Component> with_fixed_modes(const std::shared_ptr<const Component>& model,
                                                  const FixedModes& modes);

}  // namespace porthos::model
