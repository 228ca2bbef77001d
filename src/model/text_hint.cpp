#include "model/text_hint.hpp"

#include <cstdlib>

#include "base/digits.hpp"
#include "base/unit.hpp"

namespace porthos::model {

std::string hint_for_text(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string rest = end == text.c_str() ? "" : std::string(end);
  const std::size_t first = rest.find_first_not_of(' ');
  const std::string unit = first == rest.npos ? "" : rest.substr(first);
  const std::string digits = rounded_digits(number, 12);
  if (is_degree(unit))
    return "angles are in radians: write { \"formula\": \"" + digits + "*pi/180\" }";
  if (const auto plain = without_factor(digits, unit)) {
    const std::string place = plain->unit.empty() ? "" : ", \"unit\": \"" + plain->unit + "\"";
    return (plain->is_converted ? "numbers are in SI units: write { \"value\": "
                                : "the unit is separate from the value: write { \"value\": ") +
           plain->number + place + " }";
  }
  return "write { \"formula\": \"" + text + "\" }";
}

}  // namespace porthos::model
