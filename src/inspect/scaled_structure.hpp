#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Units of x, of ports and of rows, in this order, in which the largest entry of each row and
/// column of [J g rows] is about 1, if possible.
using StructureFactors = VecX;
StructureFactors factors_of(const Subject& subject, const MatricesAt& at);

/// The structure in these units. Ranks and closedness do not change, and tolerances no longer
/// depend on the units of the text. `c_prime` is omitted.
StructureAt scaled(const Subject& subject, const StructureAt& at, const StructureFactors& factors);
inline StructureAt scaled(const Subject& subject, const StructureAt& at) {
  return scaled(subject, at, factors_of(subject, at));
}

}  // namespace porthos::inspect
