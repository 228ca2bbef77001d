#pragma once

#include <cstddef>
#include <string>

namespace porthos::model {

/// The place where the JSON parser stopped.
struct JsonStop {
  std::size_t end = 0;   // bytes read, with the token that does not fit
  std::string token;     // the token as the parser shows it
  std::string message;   // the message of the parser
  std::size_t open = 0;  // number of objects and arrays around the place
  bool is_in_array = false;
  bool is_empty = false;  // the innermost of them has no entry yet
};

/// A mistake of syntax in words.
struct JsonMistake {
  std::size_t at = 0;  // byte at which its token begins
  std::string found, expected, hint;
};

JsonMistake describe_mistake(const std::string& text, const JsonStop& stop);

}  // namespace porthos::model
