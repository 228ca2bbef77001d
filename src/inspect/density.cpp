#include "inspect/density.hpp"

#include "base/saddle.hpp"

namespace porthos::inspect {
namespace {

/// With pseudo-random values, for which the pattern alone decides.
bool is_too_dense(const Metric& metric, const Sparse& rows) {
  std::vector<double> values(rows.value.size());
  std::uint32_t random = 2026;
  for (double& value : values) {
    random = random * 1664525u + 1013904223u;
    value = 0.5 + static_cast<double>(random >> 8) / (1 << 24);
  }
  Saddle saddle(metric, rows);
  saddle.factorise(values);
  return saddle.is_too_dense();
}

}  // namespace

bool is_too_dense(const system::System& system) {
  const system::Kinematics& kinematics = system.kinematics();
  return is_too_dense(Metric::identity(system.sizes().z), kinematics.c_prime) ||
         is_too_dense(Metric(system.mass()), kinematics.Gamma);
}

}  // namespace porthos::inspect
