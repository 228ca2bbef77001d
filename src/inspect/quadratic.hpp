#pragma once

#include <optional>
#include <vector>

#include "inspect/claim_values.hpp"

namespace porthos::inspect {

/// True if the claim's sum is x^T H x / 2 for the states x, with a constant matrix H without
/// negative eigenvalues. H is scaled to a unit diagonal; its eigenvalues have a rounding of 1e-13
/// each.
bool is_nonnegative_form(const ClaimValues& values);

/// If the sum is a quadratic form of the velocities and negative along the eigenvector of the least
/// eigenvalue at the positions of `base`: these velocities.
std::optional<std::vector<double>> along_eigenvector(const ClaimValues& values,
                                                     const std::vector<double>& base);

}  // namespace porthos::inspect
