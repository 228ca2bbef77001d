#include "system/density.hpp"

#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::system {
namespace {

/// Pseudo-random values of about 1, since the pattern alone decides.
std::vector<double> arbitrary(std::size_t count) {
  std::vector<double> values(count);
  std::uint32_t random = 2026;
  for (double& value : values) {
    random = random * 1664525u + 1013904223u;
    value = 0.5 + static_cast<double>(random >> 8) / (1 << 24);
  }
  return values;
}

bool is_too_dense(const Metric& metric, const Sparse& rows) {
  const std::vector<double> values = arbitrary(rows.value.size());
  Saddle saddle(metric, rows);
  saddle.factorise(values);
  return saddle.is_too_dense();
}

}  // namespace

bool is_too_dense(const System& system) {
  const Kinematics& kinematics = system.kinematics();
  return is_too_dense(Metric::identity(system.sizes().z), kinematics.c_prime) ||
         is_too_dense(system.metric(), kinematics.Gamma);
}

bool rates_are_too_dense(const System& system) {
  constexpr std::size_t kSurelySparse = 50'000;  // entries
  const std::size_t entries = system.jacobian().value.size();
  if (entries < kSurelySparse) return false;
  // [1 0; 0 M] - h J with a step h so short that its diagonal decides the pivots.
  constexpr double kShort = 1e-3;
  const int size = system.sizes().z + system.sizes().w + system.sizes().nu();
  std::vector<Entry> places = system.jacobian().entries();
  std::vector<double> values = arbitrary(entries);
  for (double& value : values) value *= kShort;
  for (const auto& [i, j] : system.mass().entries()) {
    places.push_back({system.sizes().z + i, system.sizes().z + j});
    values.push_back(i == j ? 1 : kShort);
  }
  for (int i = 0; i < size; ++i) {
    places.push_back({i, i});
    values.push_back(1);
  }
  SparseLu<double> lu(size, places);
  std::vector<double> at_places(lu.value_count());
  for (std::size_t k = 0; k < places.size(); ++k) at_places[index(lu.find(places[k]))] += values[k];
  lu.factorise(at_places);
  return lu.is_too_dense();
}

}  // namespace porthos::system
