#include "simulate/modes.hpp"
#include "simulate/set_valued.hpp"

// Jumps of velocities that are no impacts: set-valued laws let go, and are found again afterwards.

namespace porthos::simulate {

VecX Modes::free_modes() const {
  VecX modes = now_.modes;
  for (std::size_t k = 0; k < count(); ++k) {
    if (follows_forces(k)) continue;
    modes.segment(law(k).mode, law(k).size).setZero();
    if (law(k).kind == Kind::kFriction) modes[law(k).mode] = 1;
  }
  return modes;
}

std::shared_ptr<system::System> Modes::free_system() {
  if (!now_.has_set_valued() || now_.solves_laws()) return nullptr;
  now_.whole->modes() = now_.modes;
  prepare();
  const VecX modes = free_modes();
  if (kept_rows(*now_.whole, *now_.assembled, modes) ==
      kept_rows(*now_.whole, *now_.assembled, now_.modes))
    return nullptr;
  auto system = now_.in_modes(modes);
  now_.whole->modes() = now_.modes;
  system->set_phase(now_.phase);
  return system;
}

void Modes::let_go(const VecX& before) {
  if (!now_.has_set_valued() || now_.solves_laws()) return;
  now_.whole->modes() = now_.modes;
  prepare();
  VecX modes = before;
  undecided(laws_now(), {}, modes);
  now_.change_modes(modes);
}

}  // namespace porthos::simulate
