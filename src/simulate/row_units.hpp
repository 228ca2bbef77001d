#pragma once

#include "base/linear.hpp"

namespace porthos::simulate {

/// The sizes of the rows and columns of a matrix: those of the text must not decide what is zero.
struct Units {
  VecX rows, columns;
};

/// Divides by units in which the largest entries of all rows and columns are about 1.
Units divide_by_units(MatX& a);

}  // namespace porthos::simulate
