#pragma once

#include <span>
#include <string>
#include <string_view>

namespace porthos {

/// The candidate that `found` probably means: equal up to capitals, or the one with the least
/// Damerau-Levenshtein distance, at most 2 (1 for words of up to three letters). The first of
/// equals wins; "" if there is none. Dotted names are compared part by part; if none is near, the
/// only one with further parts in between, or else the only one that differs in capitals.
std::string suggest(std::string_view found, std::span<const std::string> candidates);

/// The same as a hint: `did you mean "step"?`. If nothing is near a dotted name, the names with the
/// same first part: `"motor" has R, k`. Otherwise "".
std::string did_you_mean(std::string_view found, std::span<const std::string> candidates);

/// The expected thing, with the existing names: "a parameter: one of m, k and 3 more".
std::string among(const std::string& what, std::span<const std::string> known);

}  // namespace porthos
