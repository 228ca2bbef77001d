#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "dae/accelerations.hpp"
#include "linearize/free_positions.hpp"
#include "linearize/reference.hpp"

namespace porthos::linearize {

/// Numbers spread evenly between -1 and 1, the same in each run.
class EvenNumbers {
 public:
  double next();
  VecX vector(Eigen::Index size);

 private:
  std::uint32_t random_ = 12;
};

/// A state with its rates; y = (kept z, w).
struct MotionSample {
  system::Workspace at;  // with z'
  VecX w_rate;
  VecX y, y_rate;
};

/// Samples of the motion around a reference.
class MotionSampler {
 public:
  MotionSampler(const Equations& equations, const Reference& reference, const FreePositions& free);

  std::vector<MotionSample> random(Eigen::Index count);
  /// States in which one or two states differ from the reference, two by the same number. There
  /// large forces and losses vanish that hide small ones elsewhere.
  std::vector<MotionSample> sparse();

 private:
  MotionSample at(const VecX& dz, const VecX& dw);

  const system::System& system_;
  const Metric metric_;
  dae::Accelerations accelerations_;
  const Reference& reference_;
  const FreePositions& free_;
  const VecX z_, w_;
  const double speed_;
};

/// True if samples describe the motion: at most 12 states y, no massless velocities, and no
/// constraints except those of free positions that the kinematics satisfies by itself.
bool is_sampled(const Equations& equations, const Reference& reference, const FreePositions& free);

/// The rates of some functions in some samples, and the sizes of their terms, (samples x
/// functions).
struct RateEquations {
  MatX rates, sizes;

  RateEquations(const std::vector<MotionSample>& samples, Eigen::Index functions,
                const std::function<void(const MotionSample&, VecX& rates, VecX& sizes)>& find);
};

/// The constant combinations of functions whose rates vanish in the first samples and in the
/// others, (functions x any).
MatX conserved_combinations(const RateEquations& first, const RateEquations& others);

}  // namespace porthos::linearize
