#include "expr/lexer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "expr/letters.hpp"

namespace porthos::expr {
namespace {

/// Notations for operators in other languages, the longer ones first where one begins with another.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kForeign{{
    {"**", "^"},     {"&&", "and"},    {"||", "or"},     {"=<", "<="},     {"=>", ">="},
    {"~=", "!="},    {"=", "=="},      {"!", "not"},     {"&", "and"},     {"|", "or"},
    {"\u00d7", "*"}, {"\u00b7", "*"},  {"\u22c5", "*"},  {"\u00f7", "/"},  {"\u2212", "-"},
    {"\u2013", "-"}, {"\u2264", "<="}, {"\u2265", ">="}, {"\u00b2", "^2"}, {"\u00b3", "^3"},
}};

constexpr std::string_view kNoBreakSpace = "\u00a0";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The entry of kForeign that the text begins with, "" if there is none.
std::string_view foreign_prefix(std::string_view text) {
  for (const auto& [foreign, replacement] : kForeign) {
    if (text.starts_with(foreign)) return foreign;
  }
  return {};
}

/// The length of the index after the name of an array of components, [i + 1]; 0 if there is none.
std::size_t index_length(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  const std::size_t end = text.find(']');
  return end == text.npos || text.substr(1, end).find('[') != text.npos ? 0 : end + 1;
}

/// 0 if the text does not begin with a name.
std::size_t name_length(std::string_view text) {
  std::size_t n = letter_length(text);
  while (n > 0) {
    const std::string_view rest = text.substr(n);
    const bool is_dotted = rest.starts_with('.') && later_length(rest.substr(1)) > 0;
    const std::size_t more = is_dotted ? 1 : std::max(index_length(rest), later_length(rest));
    if (more == 0) return n;
    n += more;
  }
  return 0;
}

std::size_t digit_count(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

/// digits [. digits] [e [+-] digits] with at least one digit before the e; 0 if there is no number.
std::size_t number_length(std::string_view text) {
  std::size_t n = digit_count(text);
  if (text.substr(n).starts_with('.')) {
    const std::size_t fraction = digit_count(text.substr(n + 1));
    if (n + fraction == 0) return 0;
    n += 1 + fraction;
  }
  if (n == 0 || n == text.size() || (text[n] != 'e' && text[n] != 'E')) return n;
  std::size_t exponent = n + 1;
  if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
  const std::size_t digits = digit_count(text.substr(exponent));
  return digits == 0 ? n : exponent + digits;
}

std::size_t mark_length(std::string_view text) {
  for (const std::string_view mark : {"<=", ">=", "==", "!="}) {
    if (text.starts_with(mark)) return 2;
  }
  constexpr std::string_view kMarks = "+-*/^()[],<>";
  return kMarks.find(text[0]) != kMarks.npos ? 1 : 0;
}

std::size_t blank_length(std::string_view text) {
  if (text.starts_with(kNoBreakSpace)) return kNoBreakSpace.size();
  constexpr std::string_view kBlanks = " \t\r\n";
  return !text.empty() && kBlanks.find(text[0]) != kBlanks.npos ? 1 : 0;
}

}  // namespace

Token next_token(std::string_view text, std::size_t position) {
  while (const std::size_t n = blank_length(text.substr(position))) position += n;
  const std::string_view rest = text.substr(position);
  const auto token = [&](Token::Kind kind, std::size_t length) {
    return Token{kind, position, rest.substr(0, length)};
  };
  if (rest.empty()) return token(Token::Kind::kEnd, 0);
  if (const std::size_t n = number_length(rest)) return token(Token::Kind::kNumber, n);
  if (const std::size_t n = name_length(rest)) return token(Token::Kind::kName, n);
  if (rest.starts_with("**")) return token(Token::Kind::kForeign, 2);
  if (const std::size_t n = mark_length(rest)) return token(Token::Kind::kMark, n);
  return token(Token::Kind::kForeign,
               std::max(character_length(rest), foreign_prefix(rest).size()));
}

std::string_view replacement_of(std::string_view foreign) {
  for (const auto& [text, replacement] : kForeign) {
    if (text == foreign) return replacement;
  }
  return {};
}

}  // namespace porthos::expr
