#include "integrate/force_slopes.hpp"

namespace porthos::integrate {

ForceSlopes::ForceSlopes(const Integrable& system) : jacobian_(system.jacobian()) {
  const int z = system.sizes().z, w = system.sizes().w;
  std::vector<char> is_used(jacobian_.value.size(), 0);
  dae::Workspace at = system.workspace();
  constexpr std::uint32_t kTrials = 3;
  for (std::uint32_t trial = 0; trial < kTrials; ++trial) {
    system.set_time(at, 0);
    scatter(system.z(at), trial);
    scatter(system.w(at), trial + kTrials);
    system.compute_rates(at);
    system.linearize(at, jacobian_);
    for (std::size_t k = 0; k < is_used.size(); ++k)
      if (!(jacobian_.value[k] == 0)) is_used[k] = 1;
  }
  std::vector<Entry> places;
  for (int row = z; row < z + w; ++row)
    for (int e = jacobian_.start[index(row)]; e < jacobian_.start[index(row) + 1]; ++e) {
      const int column = jacobian_.column[index(e)];
      if (column < z || column >= z + w || !is_used[index(e)]) continue;
      places.push_back({row - z, column - z});
      places_.push_back(e);
    }
  slopes_ = Sparse(w, w, places);
}

const Sparse& ForceSlopes::compute(const Integrable& system, dae::Workspace& at) {
  system.linearize(at, jacobian_);
  for (std::size_t k = 0; k < places_.size(); ++k)
    slopes_.value[k] = jacobian_.value[index(places_[k])];
  return slopes_;
}

}  // namespace porthos::integrate
