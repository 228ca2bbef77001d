#include "integrate/methods.hpp"

#include <array>

namespace porthos::integrate {

std::span<const Method* const> methods() {
  static constexpr std::array kMethods{
      &kGauss1, &kGauss2, &kGauss3,           &kGauss4,       &kAdaptiveGauss2, &kAdaptiveGauss3,
      &kRadau3, &kDop853, &kDiscreteGradient, &kRk4Baumgarte, &kSymplecticEuler};
  return kMethods;
}

const Method* find_method(std::string_view name) {
  for (const Method* method : methods())
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace porthos::integrate
