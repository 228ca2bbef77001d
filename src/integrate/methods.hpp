#pragma once

#include <span>

#include "integrate/method.hpp"

namespace porthos::integrate {

extern const Method kGauss1, kGauss2, kGauss3, kGauss4, kAdaptiveGauss2, kAdaptiveGauss3, kRadau3,
    kDiscreteGradient, kDop853, kRk4Baumgarte, kSymplecticEuler, kMoreau;

/// All methods. A new one is a file and a line in methods.cpp.
std::span<const Method* const> methods();

/// The method with this name, or nullptr. The smallest tolerance that the rounding of the states
/// lets an adaptive method hold; 0 if it is not known.
double least_tolerance(const Method& method);

const Method* find_method(std::string_view name);

}  // namespace porthos::integrate
