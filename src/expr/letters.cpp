#include "expr/letters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace porthos::expr {
namespace {

struct Range {
  std::uint32_t first, last;

  bool contains(std::uint32_t character) const { return first <= character && character <= last; }
};

/// Characters beyond ASCII that are not letters. All others count as letters: the alphabets are
/// many and grow, the blocks of signs are few.
constexpr std::array<Range, 23> kSigns{{
    {0x0080, 0x00A9},    // controls, Latin signs; ª is a letter
    {0x00AB, 0x00B4},    // « ¬ ° ± ² ³; µ is a letter
    {0x00B6, 0x00B9},    // ¶ · ¹; º is a letter
    {0x00BB, 0x00BF},    // » ½ ¿
    {0x00D7, 0x00D7},    // ×
    {0x00F7, 0x00F7},    // ÷
    {0x037E, 0x037E},    // the Greek question mark
    {0x0387, 0x0387},    // the Greek middle dot
    {0x2000, 0x207F},    // punctuation, invisible marks of direction, powers
    {0x208A, 0x208F},    // signs below the line
    {0x20A0, 0x20CF},    // currencies
    {0x2150, 0x2BFF},    // fractions, arrows, operators, shapes, dingbats
    {0x2E00, 0x2E7F},    // punctuation
    {0x2FF0, 0x3004},    // CJK punctuation
    {0x3008, 0x3020},    // CJK punctuation
    {0xD800, 0xF8FF},    // halves of pairs, private use
    {0xFE00, 0xFE6F},    // variants, punctuation
    {0xFEFF, 0xFF0F},    // the byte order mark, signs of full width
    {0xFF1A, 0xFF20},    // signs of full width
    {0xFF3B, 0xFF40},    // signs of full width
    {0xFF5B, 0xFF65},    // signs of full width
    {0xFFE0, 0xFFFF},    // signs of full width, no characters
    {0x1F000, 0x1FAFF},  // pictures
}};
constexpr std::uint32_t kLastLetter = 0xDFFFF;  // tags and private use follow

/// Characters that only stand after a letter: marks above and below it, and subscript digits.
constexpr std::array<Range, 3> kLater{{{0x0300, 0x036F}, {0x2080, 0x2089}, {0x20D0, 0x20FF}}};

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The code point of the first character, which is not ASCII, by its length in bytes.
std::uint32_t code_point(std::string_view text, std::size_t length) {
  std::uint32_t character = static_cast<unsigned char>(text[0]) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return character;
}

bool is_in(const auto& ranges, std::uint32_t character) {
  return std::ranges::any_of(ranges, [&](const Range& range) { return range.contains(character); });
}

}  // namespace

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto c = static_cast<unsigned char>(text[0]);
  const std::size_t length = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  return std::min(length, text.size());
}

std::size_t letter_length(std::string_view text) {
  const std::size_t length = later_length(text);
  if (length == 0 || (length == 1 && !is_ascii_letter(text[0]))) return 0;
  return length > 1 && is_in(kLater, code_point(text, length)) ? 0 : length;
}

std::size_t later_length(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t length = character_length(text);
  if (length == 1) return is_ascii_letter(text[0]) || (text[0] >= '0' && text[0] <= '9') ? 1 : 0;
  const std::uint32_t character = code_point(text, length);
  return character > kLastLetter || is_in(kSigns, character) ? 0 : length;
}

bool is_name(std::string_view text) {
  std::size_t at = letter_length(text);
  if (at == 0) return false;
  while (at < text.size()) {
    const std::size_t length = later_length(text.substr(at));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace porthos::expr
