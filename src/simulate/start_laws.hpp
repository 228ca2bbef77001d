#pragma once

#include "base/linear.hpp"
#include "dae/constraint_equations.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// The forces of those set-valued laws that may balance what acts on velocities without mass at the
/// state of `at`, per unit of each multiplier, (w x multipliers): a dry friction that sticks, a
/// one-way law that blocks, a contact that touches. No columns if their bounds do not suffice:
/// positions then have to balance the forces. `level` are the combinations of the rows of R, the
/// first of them balances of `rows`, that depend on positions alone. numerics 4
MatX balancing_laws(const system::System& whole, const system::Assembled& assembled,
                    const system::System& solved, const dae::ConstraintEquations& rows,
                    const MatX& level, const system::Workspace& at);

}  // namespace porthos::simulate
