#pragma once

#include <string>

// Numbers as decimal text and back, by strtod and snprintf. These are exact in all C libraries of
// the engine and linked anyway. (std::to_chars would add a table of 100 kB, and LLVM's library
// lacks std::from_chars for doubles.)

namespace porthos {

/// The double nearest to the number in `text`: digits [. digits] [e [+-] digits]. Infinity beyond
/// the largest double.
double read_number(const std::string& text);

/// The value with the fewest digits that survive a round trip: "0.1", "1e+15".
std::string shortest_digits(double value);

/// The same with an exponent, with at most `most` digits and trailing zeros:
/// "1.00000000000000e-01".
std::string scientific_digits(double value, int most = 17);

/// The value rounded to this number of digits, for display: "0.333".
std::string rounded_digits(double value, int digits);

}  // namespace porthos
