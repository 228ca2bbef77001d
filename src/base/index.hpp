#pragma once

#include <cstddef>

namespace porthos {

/// Converts the number of a state or a row, which is never negative, to the index type of the
/// standard library.
constexpr std::size_t index(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace porthos
