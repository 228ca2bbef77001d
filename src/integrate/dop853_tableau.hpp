#pragma once

#include <array>

namespace porthos::integrate {

/// Dormand and Prince's explicit method 8(5,3) with dense output of order 7 (Hairer, Norsett,
/// Wanner: Solving Ordinary Differential Equations I, 2nd ed., II.5 and II.6).
///
///   k_i = f(t + c_i h, y + h sum_j a_ij k_j)        y_1 = y + h sum_j b_j k_j,  b = a_13
///
/// Stages 1 to 12 make the step, 13 is f at its end, 14 to 16 are for the dense output.
struct Dop853Tableau {
  static constexpr int kStages = 12, kAll = 16;
  using Row = std::array<double, kAll>;
  static const std::array<Row, kAll> a;
  static const Row c;
  static const std::array<double, kStages> e5, e3;  // b - (weights of order 5 and 3)
  static const std::array<Row, 4> d;                // upper coefficients of the dense output
};

}  // namespace porthos::integrate
