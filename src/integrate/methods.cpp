#include "integrate/methods.hpp"

#include <array>

#include "integrate/adaptive.hpp"

namespace porthos::integrate {

std::span<const Method* const> methods() {
  static constexpr std::array kMethods{
      &kGauss1, &kGauss2, &kGauss3,           &kGauss4,       &kAdaptiveGauss2,  &kAdaptiveGauss3,
      &kRadau3, &kDop853, &kDiscreteGradient, &kRk4Baumgarte, &kSymplecticEuler, &kMoreau};
  return kMethods;
}

double least_tolerance(const Method& method) {
  const bool is_adaptive_gauss = &method == &kAdaptiveGauss2 || &method == &kAdaptiveGauss3;
  return is_adaptive_gauss ? kLeastGaussTolerance : 0;
}

const Method* find_method(std::string_view name) {
  for (const Method* method : methods())
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace porthos::integrate
