#include "model/json_mistake.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "expr/letters.hpp"

namespace porthos::model {
namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool is_of_word(char c) {
  return has("_.+-", std::string_view(&c, 1)) || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// The first byte of the token that ends here. The parser shows a quoted text unchanged, except
/// control characters, as <U+000A>; it does not show the beginning of other tokens.
std::size_t token_start(const std::string& text, const JsonStop& stop) {
  const std::size_t end = std::min(stop.end, text.size());
  std::size_t length = stop.token.size();
  for (std::size_t at = stop.token.find("<U+"); at != std::string::npos;
       at = stop.token.find("<U+", at + 1))
    length -= 7;
  const bool is_string =
      has(stop.message, "invalid string") || has(stop.message, "unexpected string literal");
  if (is_string && length <= end && text[end - length] == '"') return end - length;
  std::size_t at = std::max<std::size_t>(end, 1) - 1;
  if (is_of_word(text[at]))
    while (at > 0 && is_of_word(text[at - 1])) --at;
  return at;
}

/// The token, up to the start of the next one.
std::string word_at(const std::string& text, std::size_t at) {
  constexpr std::size_t kMost = 40;
  std::size_t end = at + expr::character_length(std::string_view(text).substr(at));
  if (text[at] == '"') {
    end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
  } else if (!has("{}[],:'/#", text.substr(at, 1))) {
    constexpr std::string_view kEnds = " \t\r\n{}[],:\"'/#";
    end = std::max(end, std::min(text.find_first_of(kEnds, at), text.size()));
  }
  if (end - at <= kMost) return text.substr(at, end - at);
  end = at + kMost;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // inside UTF-8
  return text.substr(at, end - at) + "...";
}

/// The expected token at the place where the parser stopped.
std::string expected_at(const JsonStop& stop) {
  if (has(stop.message, "; expected end of input")) return "the end of the text";
  if (has(stop.message, "object separator")) return "\":\" after the key";
  if (has(stop.message, "object key"))
    return stop.is_empty ? "a key in double quotes, or \"}\"" : "a key in double quotes";
  if (has(stop.message, "parsing object")) return "\",\" or \"}\"";
  if (has(stop.message, "parsing array")) return "\",\" or \"]\"";
  if (stop.open == 0) return "an object in { }";
  return stop.is_in_array && stop.is_empty ? "a value, or \"]\"" : "a value";
}

/// A hint for a token that is right elsewhere, or in another language.
std::string hint_for(const std::string& word, bool follows_comma, const std::string& expected) {
  const bool closes = word == "}" || word == "]";
  if (word == "'") return "write double quotes";
  if (word == "/" || word == "#") return "JSON has no comments: remove this one";
  if (closes && follows_comma) return "remove the comma before it, or add the missing entry";
  if (expected.starts_with("\",\"") && !closes && word != ":" && word != ";" && word != "=")
    return "put a comma before it";
  if (word == "=") return "write :";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kConstants{{
      {"True", "true"},
      {"False", "false"},
      {"None", "null"},
      {"TRUE", "true"},
      {"FALSE", "false"},
  }};
  for (const auto& [written, meant] : kConstants)
    if (word == written) return "write " + std::string(meant);
  if (has(word, "NaN") || has(word, "Infinity")) return "numbers are finite";
  if (word[0] == '.') return "write 0" + word;
  if (word[0] == '+') return "write " + word.substr(1);
  return expr::letter_length(word) > 0 ? "write \"" + word + "\", in double quotes" : "";
}

/// A quoted text that cannot be read.
JsonMistake string_mistake(const std::string& text, const JsonStop& stop, std::size_t at) {
  const std::size_t last = std::max<std::size_t>(std::min(stop.end, text.size()), 1) - 1;
  if (has(stop.message, "missing closing quote"))
    return {at, "a text without a closing quote", "a closing \"", "it begins at this place"};
  if (has(stop.message, "U+000A") || has(stop.message, "U+000D"))
    return {at, "a text without a closing quote in its line", "a closing \" in the same line",
            "a line break inside a text is written \\n"};
  if (has(stop.message, "U+0009")) return {last, "a tab inside a text", "\\t, or a blank", ""};
  if (has(stop.message, "control character"))
    return {last, "a control character inside a text", "a text without control characters", ""};
  if (has(stop.message, "after backslash"))
    return {last,
            "\"\\" +
                text.substr(last, expr::character_length(std::string_view(text).substr(last))) +
                "\" inside a text",
            R"(one of \" \\ \/ \b \f \n \r \t \u after a backslash)",
            R"(a backslash itself is written \\)"};
  if (has(stop.message, "\\u") || has(stop.message, "surrogate"))
    return {last, "an invalid number of a character", "\\u and four hexadecimal digits", ""};
  return {last, "bytes that are not characters", "a text in UTF-8", "save the file as UTF-8"};
}

}  // namespace

JsonMistake describe_mistake(const std::string& text, const JsonStop& stop) {
  const std::string expected = expected_at(stop);
  const std::size_t blank = text.find_first_not_of(" \t\r\n");
  const bool is_at_end = has(stop.message, "unexpected end of input") || blank == text.npos ||
                         has(stop.message, "empty input");
  if (is_at_end)
    return {text.size(), "the end of the text", expected,
            stop.open == 0   ? ""
            : stop.open == 1 ? "a bracket is not closed"
                             : std::to_string(stop.open) + " brackets are not closed"};
  const std::size_t at = token_start(text, stop);
  if (has(stop.message, "invalid string")) return string_mistake(text, stop, at);
  const std::string word = word_at(text, at);
  if (has(stop.message, "ill-formed") || has(stop.message, "BOM"))
    return {at, "bytes that are not characters", "a text in UTF-8", "save the file as UTF-8"};
  if (has(stop.message, "invalid number"))
    return {at, "\"" + word + "\"", "a number such as -1.5e-3", ""};
  const std::string quoted = word[0] == '"' ? word : "\"" + word + "\"";
  const std::size_t before = at == 0 ? text.npos : text.find_last_not_of(" \t\r\n", at - 1);
  const bool follows_comma = before != text.npos && text[before] == ',';
  return {at, quoted, expected, hint_for(word, follows_comma, expected)};
}

}  // namespace porthos::model
