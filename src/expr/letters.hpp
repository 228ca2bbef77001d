#pragma once

#include <cstddef>
#include <string_view>

namespace porthos::expr {

/// The length in bytes of the letter, or `_`, that a UTF-8 text begins with; 0 if it begins with
/// none. Letters are those of all alphabets, with their marks above and below.
std::size_t letter_length(std::string_view text);

/// The same for a letter, `_`, a digit, or a subscript digit.
std::size_t later_length(std::string_view text);

/// The length in bytes of the character that a text begins with.
std::size_t character_length(std::string_view text);

/// A letter or `_`, then letters, digits or `_`.
bool is_name(std::string_view text);

}  // namespace porthos::expr
