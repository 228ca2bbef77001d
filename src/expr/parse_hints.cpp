#include "expr/parse_hints.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

/// Functions of other languages, and what to write; "" where no formula does the same.
constexpr std::array<std::pair<std::string_view, std::string_view>, 33> kOtherFunctions{{
    {"log10", "log(x)/log(10)"},
    {"lg", "log(x)/log(10)"},
    {"log2", "log(x)/log(2)"},
    {"ld", "log(x)/log(2)"},
    {"log1p", "log(1 + x)"},
    {"expm1", "exp(x) - 1"},
    {"exp2", "2^x"},
    {"exp10", "10^x"},
    {"sgn", "sign(x)"},
    {"signum", "sign(x)"},
    {"tg", "tan(x)"},
    {"cot", "1/tan(x)"},
    {"ctg", "1/tan(x)"},
    {"sec", "1/cos(x)"},
    {"csc", "1/sin(x)"},
    {"coth", "1/tanh(x)"},
    {"sech", "1/cosh(x)"},
    {"csch", "1/sinh(x)"},
    {"asinh", "log(x + sqrt(x^2 + 1))"},
    {"acosh", "log(x + sqrt(x^2 - 1))"},
    {"atanh", "log((1 + x)/(1 - x))/2"},
    {"arsinh", "log(x + sqrt(x^2 + 1))"},
    {"arcosh", "log(x + sqrt(x^2 - 1))"},
    {"artanh", "log((1 + x)/(1 - x))/2"},
    {"acot", "atan2(1, x)"},
    {"erfc", "1 - erf(x)"},
    {"ceil", "-floor(-x)"},
    {"round", "floor(x + 1/2)"},
    {"mod", "a - b*floor(a/b)"},
    {"fabs", "abs(x)"},
    {"sqr", "x^2"},
    {"cbrt", "sign(x)*abs(x)^(1/3)"},
    {"der", ""},
}};

/// What to write instead of an unknown function. A name with a digit, as exp1, is no misspelling of
/// one with others.
std::string hint_for_function(std::string_view name, std::span<const std::string> known) {
  const auto found = std::ranges::find(kOtherFunctions, name,
                                       &std::pair<std::string_view, std::string_view>::first);
  if (found != kOtherFunctions.end())
    return found->second.empty() ? "" : "write " + std::string(found->second);
  const auto digits = [](std::string_view text) {
    std::string all;
    for (const char c : text)
      if (c >= '0' && c <= '9') all += c;
    return all;
  };
  return digits(suggest(name, known)) == digits(name) ? nearest(name, known) : "";
}

bool is_of_time(std::string_view rest) {
  const Token name = next_token(rest, 1);
  return name.text == "t" && next_token(rest, name.end()).is(")");
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

namespace {

/// For a notation of another language, after an operand or where one is expected.
std::string hint_for_foreign(std::string_view foreign, bool follows_operand, bool is_in_condition) {
  if (foreign == "=" && !is_in_condition)
    return "a formula has no \"=\": the constraint a = b is written a - (b)";
  if (foreign == "|" && !follows_operand) return "write abs( ... )";
  if (foreign == "!" && follows_operand) return "";
  const bool is_ambiguous = foreign == "|" || foreign == "&" || foreign == "!";
  const std::string_view replacement = replacement_of(foreign);
  if (replacement.empty() || (is_ambiguous && !is_in_condition)) return "";
  return "write " + std::string(replacement);
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

Names::Instead Names::instead_of_function(std::string_view name, std::string_view rest,
                                          bool gives_names) const {
  std::vector<std::string> known = function_names();
  known.insert(known.begin(), scope_.accessors.begin(), scope_.accessors.end());
  const bool is_variable = name == "pi" || variable(name).has_value();
  const std::string written = "write " + std::string(name);
  const std::string hint =
      !is_variable ? hint_for_function(name, known)
      : is_of_time(rest)
          ? written + ", which changes with time by itself; for a product " + written + "*t"
          : written + "*( ... )";
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

std::string Names::hint_for_token(std::string_view text, const Token& last, const Token& token,
                                  bool is_in_condition) const {
  using Kind = Token::Kind;
  if (token.text == "**") return "write ^";
  if (std::string unit = hint_for_unit(text, last, token); !unit.empty()) return unit;
  const bool follows_bracket = last.is(")") || last.is("]");
  const bool follows_operand =
      last.kind == Kind::kNumber || last.kind == Kind::kName || follows_bracket;
  if (token.kind == Kind::kForeign)
    return hint_for_foreign(token.text, follows_operand, is_in_condition);
  if (token.is(">") && last.is("<") && is_in_condition) return "write != for <>";
  if (!follows_operand) return "";
  if (token.is(",") && last.kind == Kind::kNumber) {
    const Token next = next_token(text, token.position + 1);
    const bool is_decimal_comma = next.kind == Kind::kNumber &&
                                  next.position == token.position + 1 &&
                                  last.end() == token.position;
    const std::string whole(last.text), part(next.text);
    const bool is_of_thousands =
        is_decimal_comma && part.size() == 3 && whole.size() <= 3 && !whole.starts_with('0');
    if (is_of_thousands)
      return "write " + whole + part + ", or " + whole + '.' + part + " if this is a decimal comma";
    if (is_decimal_comma) return "write " + whole + '.' + part;
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
