#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// D1 (+) D2: the ports of both, none shared. ([003] Prop. 5.1)
Dirac direct_sum(const Dirac& a, const Dirac& b);

/// The same structure with the ports in another order: its port i is port order[i].
Dirac reordered(const Dirac& dirac, const Ports& order);

/// The relation of two shared ports.
enum class Coupling {
  kOppositeFlows,    // f_a = -f_b, e_a = e_b: the flow out of one is the flow into the other ([003]
                     // Sec. 5)
  kOppositeEfforts,  // f_a = f_b, e_a = -e_b: equal velocities, opposite forces ([001] (12))
};

/// The composition of two structures whose shared ports are joined in pairs. Its ports are the
/// other ports of `a`, then those of `b`. The composition of Dirac structures is a Dirac structure,
/// and the order of several compositions does not matter. (T-18)
Dirac compose(const Dirac& a, const Ports& of_a, const Dirac& b, const Ports& of_b,
              Coupling coupling = Coupling::kOppositeFlows);

}  // namespace porthos::structure
