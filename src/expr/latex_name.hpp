#pragma once

#include <string>

namespace porthos::expr {

/// A positive number as LaTeX: numerator / denominator, the latter empty if there is none.
struct LatexRatio {
  std::string numerator, denominator;
};

LatexRatio latex_ratio(double magnitude);

/// \frac{numerator}{denominator}, or the numerator alone.
std::string latex_fraction(const LatexRatio& ratio);

}  // namespace porthos::expr
