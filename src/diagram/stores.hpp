#pragma once

#include <string>
#include <vector>

#include "diagram/domains.hpp"
#include "diagram/text.hpp"

namespace porthos::diagram {

/// The kind of a potential energy's box: "kinetic" for the energy of a momentum, "environment" for
/// one that is linear in an entropy (heat at one temperature), "potential" otherwise.
///
/// name      the energy's name in the laws
/// meanings  of the names in its formula
std::string kind_of_store(const Text& text, const std::string& name, const Meanings& meanings);

/// The kinetic energy of the velocities of one domain.
struct KineticTerm {
  const Domain* domain = nullptr;
  Meanings meanings;  // meanings of the names in its formula
  Json energy;        // its formula (bindings/js/diagram/formula.ts); null where that is too long
};

/// The kinetic energy by domains, in the order of the text. No term joins two of them.
std::vector<KineticTerm> kinetic_terms(const Text& text, const Domains& domains);

}  // namespace porthos::diagram
