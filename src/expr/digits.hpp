#pragma once

#include <string>

namespace porthos::expr {

/// The fewest digits that give the same double when read back, as in 0.1 or 1e+200, whatever the
/// locale. The value is finite.
std::string shortest_digits(double value);

/// The same in the form 2.5e-02 with at most `most` digits; zeros may follow the last.
std::string scientific_digits(double value, int most = 17);

}  // namespace porthos::expr
