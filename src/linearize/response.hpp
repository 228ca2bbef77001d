#pragma once

#include "linearize/linear_system.hpp"
#include "linearize/modes.hpp"
#include "linearize/options.hpp"
#include "linearize/outputs.hpp"

namespace porthos::linearize {

/// Frequencies, rad/s: those of the request; by default in equal ratios from a tenth of the slowest
/// eigenvalue to ten times the fastest, including those of weakly damped modes.
std::vector<double> grid(const Frequencies& asked, const Modes& modes);

/// The frequency response, (y x u), not finite at an undamped eigenfrequency:
///
///   G(i omega) = C (i omega - A)^-1 (B + i omega B') + D + i omega D'                         (F)
MatC response(const LinearSystem& of, const OutputMatrices& outputs, double omega);

}  // namespace porthos::linearize
