#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// D1 (+) D2: the ports of both, nothing shared. ([003] Prop. 5.1)
Dirac direct_sum(const Dirac& a, const Dirac& b);

/// The same structure with the ports in another order: port i of it is port order[i].
Dirac reordered(const Dirac& dirac, const Ports& order);

/// How two shared ports meet.
enum class Coupling {
  kOppositeFlows,  // f_a = -f_b, e_a = e_b: what flows out of one flows into the other ([003] Sec.
                   // 5)
  kOppositeEfforts,  // f_a = f_b, e_a = -e_b: one motion, force and counterforce ([001] (12))
};

/// What is left of two structures whose shared ports, pair by pair, are joined: the other ports of
/// `a`, then those of `b`. Two Dirac structures give one again, and the order of several
/// compositions does not matter. (T-18)
Dirac compose(const Dirac& a, const Ports& of_a, const Dirac& b, const Ports& of_b,
              Coupling coupling = Coupling::kOppositeFlows);

}  // namespace porthos::structure
