#pragma once

#include <string>

// Numbers as decimal text, and back, by strtod and snprintf, which are exact in the C libraries
// that the engine is built with, and there anyway. (std::to_chars would add a table of 100 kB, and
// from LLVM's library std::from_chars for doubles is missing.)

namespace porthos {

/// The double nearest to the number that `text` is: digits [. digits] [e [+-] digits]. An infinity
/// beyond the largest one.
double read_number(const std::string& text);

/// The value in the fewest digits that read back as the same number: "0.1", "1e+15".
std::string shortest_digits(double value);

/// The same with an exponent, at most `most` digits and zeros at the end: "1.00000000000000e-01".
std::string scientific_digits(double value, int most = 17);

/// The value rounded to so many digits, for a person to read: "0.333".
std::string rounded_digits(double value, int digits);

}  // namespace porthos
