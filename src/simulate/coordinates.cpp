#include "simulate/coordinates.hpp"

#include "simulate/start.hpp"
#include "system/inert.hpp"

namespace porthos::simulate {
namespace {

void take(const VecX& from, std::vector<system::StartValue>& to) {
  for (Eigen::Index i = 0; auto& state : to) state.value = from[i++];
}

}  // namespace

void take_coordinates(system::Assembled& model,
                      const std::function<system::Assembled(system::Guide)>& assemble,
                      Problems& problems) {
  for (const auto guide : {system::Guide::kPositions, system::Guide::kVelocities}) {
    system::Assembled guided = assemble(guide);
    if (guided.c.size() + guided.mu.size() == model.c.size() + model.mu.size()) continue;
    const bool are_positions = guide == system::Guide::kPositions;
    guided.z = model.z;
    if (are_positions)  // what is held in its place does not move
      for (auto& velocity : guided.w) velocity = {.name = velocity.name};
    guided.assembly.inert = system::find_inert(guided);
    system::System system(guided.assembly);
    system.set_phase(first_phase(system));
    Problems found;
    const Start start = find_start(system, guided, found);
    if (!has_errors(found)) {
      are_positions ? take(start.z, model.z) : take(start.w, model.w);
    } else if (guided.has_fixed_coordinates) {
      problems.insert(problems.end(), found.begin(), found.end());
      return;
    }
  }
}

}  // namespace porthos::simulate
