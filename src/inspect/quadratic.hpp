#pragma once

#include <optional>
#include <vector>

#include "inspect/claim_values.hpp"

namespace porthos::inspect {

/// The claim's sum is x^T H x / 2 of the states x, with a constant matrix H that has no negative
/// eigenvalue. H is scaled to a unit diagonal, and its eigenvalues have a rounding of 1e-13 each.
bool is_nonnegative_form(const ClaimValues& values);

/// Where the sum is a quadratic form of the velocities: velocities along the eigenvector of the
/// least eigenvalue at the positions of `base`, if the sum is negative there.
std::optional<std::vector<double>> along_eigenvector(const ClaimValues& values,
                                                     const std::vector<double>& base);

}  // namespace porthos::inspect
