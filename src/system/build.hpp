#pragma once

#include <memory>
#include <vector>

#include "system/assemble.hpp"

namespace porthos::system {

/// The system of an assembled model. Finds the typical sizes of its assembly, and its inert
/// constraints unless these are given, (c).
std::unique_ptr<System> build(Assembled& assembled, std::vector<char> inert = {});

}  // namespace porthos::system
