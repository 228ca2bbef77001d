#pragma once

#include <span>

#include "integrate/method.hpp"

namespace porthos::integrate {

extern const Method kGauss1, kGauss2, kGauss3, kGauss4, kAdaptiveGauss2, kAdaptiveGauss3,
    kDiscreteGradient, kDop853, kRk4Baumgarte, kSymplecticEuler;

/// Of gauss(s).
constexpr Traits gauss_traits(int s) {
  return {.order = 2 * s, .closes_ledger = true, .keeps_positions = true, .keeps_velocities = true};
}

/// All methods. A new one is a file and a line in methods.cpp.
std::span<const Method* const> methods();

/// The method of that name, or nullptr.
const Method* find_method(std::string_view name);

}  // namespace porthos::integrate
