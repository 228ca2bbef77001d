#pragma once

#include <functional>
#include <string>

#include "diagram/wiring.hpp"

namespace porthos::diagram {

/// True for a constraint, by its name in the table, that exerts no force.
using IsInert = std::function<bool(const std::string& constraint)>;

/// Adds the boxes of a text's own terms to its diagram (docs/diagrams.md lists them).
void add_terms(Wiring& wiring, const IsInert& is_inert);

/// Of these: those of constraints and contacts.
void add_constraints(Wiring& wiring, const IsInert& is_inert);
/// Those of dissipation and force laws.
void add_relations(Wiring& wiring);

}  // namespace porthos::diagram
