#pragma once

#include <cstddef>
#include <string_view>

namespace porthos::expr {

/// A word of a formula.
struct Token {
  enum class Kind {
    kEnd,
    kNumber,
    kName,    // also and, or, not, and names of functions
    kMark,    // + - * / ^ ( ) [ ] , < <= > >= == !=
    kForeign  // anything else: = && ** $ ...
  };
  Kind kind = Kind::kEnd;
  std::size_t position = 0;  // byte offset into the text
  std::string_view text;

  std::size_t end() const { return position + text.size(); }
  bool is(std::string_view mark) const { return kind == Kind::kMark && text == mark; }
  bool is_word(std::string_view word) const { return kind == Kind::kName && text == word; }
};

/// The first token at or after `position`, blanks skipped. The parser decides whether it makes
/// sense there.
Token next_token(std::string_view text, std::size_t position);

/// The replacement of a foreign token, "*" for the multiplication sign of a paper; "" if there is
/// no obvious one.
std::string_view replacement_of(std::string_view foreign);

}  // namespace porthos::expr
