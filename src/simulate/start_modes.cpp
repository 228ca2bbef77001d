#include "simulate/start_modes.hpp"

#include "integrate/methods.hpp"
#include "simulate/run.hpp"

namespace porthos::simulate {

VecX start_modes(const Built& built) {
  const model::Simulation usual;
  const Run run(built.system, built.assembled, *integrate::find_method(usual.method), built.start,
                {.until = usual.until, .step = usual.step});
  return run.modes();
}

}  // namespace porthos::simulate
