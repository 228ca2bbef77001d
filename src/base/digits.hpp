#pragma once

#include <string>

// Numbers as decimal text, and back: correctly rounded, with a point in every locale, in the same
// digits on every machine. The standard library's own would be a twentieth of what a browser loads.

namespace porthos {

/// The double nearest to the number that `text` begins with: [+-] digits [. digits] [e [+-]
/// digits]. An infinity beyond the largest one. `end` is where the number ends; `text` itself if
/// there is none.
double read_number(const char* text, const char** end = nullptr);

/// The value in the fewest digits that read back as the same number: "0.1", "1e+15".
std::string shortest_digits(double value);

/// The same with an exponent and at most `most` digits: "1e-01", "2.5e+03".
std::string scientific_digits(double value, int most = 17);

/// The value rounded to so many digits, for a person to read: "0.333".
std::string rounded_digits(double value, int digits);

}  // namespace porthos
