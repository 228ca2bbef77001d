#pragma once

#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The second derivatives of the energy H(z, P) with respect to x = (z, P) with P = M w + b.
/// Massless momenta are no states and are omitted.
class EnergyHessian {
 public:
  explicit EnergyHessian(const Subject& subject);

  MatX at(const State& state) const;  // (z + massive, z + massive)

 private:
  enum Kind { kSlopeByZ, kSlopeByW, kMass, kShift, kKinds };

  int z_ = 0;
  std::vector<int> massive_;  // velocities with mass
  std::vector<std::pair<Kind, MatrixEntry>> places_;
  std::optional<Values> values_;
};

}  // namespace porthos::inspect
