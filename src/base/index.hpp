#pragma once

#include <cstddef>

namespace porthos {

/// A number of a state or a row, which is never negative, as the standard library's containers
/// count.
constexpr std::size_t index(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace porthos
