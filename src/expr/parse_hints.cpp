#include "expr/parse_hints.hpp"

#include <algorithm>

#include "base/suggest.hpp"
#include "base/unit.hpp"
#include "expr/function_table.hpp"

namespace porthos::expr {
namespace {

std::string shortened(std::string_view text) {
  std::size_t cut = 60;
  if (text.size() <= cut) return std::string(text);
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // inside UTF-8
  return std::string(text.substr(0, cut)) + "...";
}

std::string nearest(std::string_view found, std::span<const std::string> known) {
  const std::string best = suggest(found, known);
  return best.empty() ? "" : "did you mean " + in_quotes(best) + "?";
}

bool is_known_function(std::string_view name) {
  return find_function(name) != nullptr || find_tensor_function(name) != nullptr;
}

/// For a number in a unit, as in "30 deg" or "0.36 kg m^2", which may be all of the formula.
std::string hint_for_quantity(const std::string& number, std::string_view unit, bool is_all) {
  if (is_degree(unit)) return "angles are in radians: write " + number + "*pi/180";
  const auto plain = without_factor(number, unit);
  if (!plain) return "";
  const std::string si = "formulas are numbers in SI units: ";
  if (!is_all)
    return si + (plain->is_converted
                     ? "write " + plain->number + " for " + number + ' ' + shortened(unit)
                     : "leave " + in_quotes(unit) + " out");
  const std::string place =
      "; \"unit\": \"" + shortened(plain->unit) + "\" belongs to the declaration of the quantity";
  return si + "write " + plain->number + (plain->unit.empty() ? "" : place);
}

}  // namespace

std::string in_quotes(std::string_view text) { return '"' + shortened(text) + '"'; }

std::string shown(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "the end of the formula" : in_quotes(token.text);
}

bool Names::is_accessor(std::string_view name) const {
  return std::ranges::find(scope_.accessors, name) != scope_.accessors.end();
}

Names::Instead Names::instead_of_variable(std::string_view name, bool gives_names) const {
  std::vector<std::string> known = all(gives_names);
  known.emplace_back("pi");
  // A refused name that should have been defined is also a candidate for suggestions.
  const bool is_refused = std::ranges::find(known, name) != known.end();
  std::string hint =
      is_refused ? "mend what " + in_quotes(name) + " is itself" : nearest(name, known);
  if (hint.empty() && name == "e") hint = "write exp(1)";
  if (hint.empty() && name == "deg") hint = "angles are in radians: write pi/180";
  return instead("a known name", hint, known, gives_names);
}

Names::Instead Names::instead_of_function(std::string_view name, bool gives_names) const {
  std::vector<std::string> known = function_names();
  known.insert(known.begin(), scope_.accessors.begin(), scope_.accessors.end());
  const bool is_variable = name == "pi" || variable(name).has_value();
  const std::string hint =
      is_variable ? "write " + std::string(name) + "*( ... )" : nearest(name, known);
  return instead("a known function", hint, known, gives_names);
}

Names::Instead Names::instead_of_accessed(std::string_view accessor, std::string_view name,
                                          bool gives_names) const {
  std::vector<std::string> known = all(gives_names);
  std::erase_if(known, [&](const std::string& one) { return !accessed(accessor, one); });
  return instead("a name that " + std::string(accessor) + "() knows", nearest(name, known), known,
                 gives_names);
}

Names::Instead Names::instead(const std::string& expected, const std::string& hint,
                              const std::vector<std::string>& known, bool gives_names) const {
  const bool lists_names = hint.empty() && scope_.names && gives_names;
  return {lists_names ? among(expected, known) : expected, hint};
}

std::string Names::hint_for_token(std::string_view text, const Token& last,
                                  const Token& token) const {
  using Kind = Token::Kind;
  if (token.text == "**") return "write ^";
  if (std::string unit = hint_for_unit(text, last, token); !unit.empty()) return unit;
  if (token.kind == Kind::kForeign) {
    const std::string_view replacement = replacement_of(token.text);
    return replacement.empty() ? "" : "write " + std::string(replacement);
  }
  const bool follows_bracket = last.is(")") || last.is("]");
  if (last.kind != Kind::kNumber && last.kind != Kind::kName && !follows_bracket) return "";
  if (token.is(",") && last.kind == Kind::kNumber) {
    const Token next = next_token(text, token.position + 1);
    const bool is_decimal_comma = next.kind == Kind::kNumber &&
                                  next.position == token.position + 1 &&
                                  last.end() == token.position;
    if (is_decimal_comma) return "write " + std::string(last.text) + '.' + std::string(next.text);
  }
  if (token.text.starts_with('.') && follows_bracket)
    return "only names have entries: define the vector, and write name" + shortened(token.text);
  const bool is_operand =
      token.kind == Kind::kNumber || token.kind == Kind::kName || token.is("(") || token.is("[");
  return is_operand ? "write " + shortened(last.text) + '*' + shortened(token.text) : "";
}

/// For a unit after a number; "" if there is none. If its name is known to formulas, either may be
/// meant.
std::string Names::hint_for_unit(std::string_view text, const Token& last,
                                 const Token& token) const {
  const bool is_name = token.kind == Token::Kind::kName || token.text == "\u00b0";
  if (last.kind != Token::Kind::kNumber || !is_name) return "";
  std::string_view unit = text.substr(token.position);  // "kg m^2" of "0.36 kg m^2"
  unit = unit.substr(0, unit.find_last_not_of(" \t\r\n") + 1);
  const bool is_unit = read_unit(unit).has_value();
  const bool is_all = is_unit && next_token(text, 0).position == last.position;
  const std::string number(last.text);
  const bool is_variable = variable(token.text).has_value();
  if (!is_variable && !is_accessor(token.text) && !is_known_function(token.text))
    return hint_for_quantity(number, is_unit ? unit : token.text, is_all);
  const auto plain = is_all ? without_factor(number, unit) : std::nullopt;
  if (!plain) return "";
  const std::string as_unit = "for the unit write " + plain->number +
                              "; \"unit\": " + in_quotes(plain->unit) +
                              " belongs to the declaration of the quantity";
  if (!is_variable) return as_unit;  // a function
  return as_unit + "; for a product with " + in_quotes(token.text) + " write " + number + '*' +
         shortened(token.text);
}

}  // namespace porthos::expr
