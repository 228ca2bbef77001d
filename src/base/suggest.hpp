#pragma once

#include <span>
#include <string>
#include <string_view>

namespace porthos {

/// The candidate that `found` was probably meant to be: the same but for capitals, or of least
/// Damerau-Levenshtein distance, at most 2 (for words up to three letters 1), ties go to the first;
/// "" if there is none. Dotted names are compared part by part; where none is near, the only one
/// that has more parts in between.
std::string suggest(std::string_view found, std::span<const std::string> candidates);

/// The same as a hint: `did you mean "step"?`, or "".
std::string did_you_mean(std::string_view found, std::span<const std::string> candidates);

/// What was expected, with the names that there are: "a parameter: one of m, k and 3 more".
std::string among(const std::string& what, std::span<const std::string> known);

}  // namespace porthos
