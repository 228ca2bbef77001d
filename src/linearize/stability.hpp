#pragma once

#include <string>
#include <vector>

#include "linearize/linear_system.hpp"
#include "linearize/modes.hpp"
#include "linearize/reference.hpp"

namespace porthos::linearize {

/// What is proven about the motion that was linearized; docs/linearization.md says by which
/// theorem.
struct Stability {
  std::string verdict;  // "asymptotically stable", "stable", "neutral", "unstable", "undecided"
  std::string because;
  std::vector<int> free;  // (z) positions that may drift, or along which a steady motion leads
};

/// What the verdict is about.
struct Motions {
  const Equations& equations;
  const Candidates& candidates;
  const Reference& reference;  // at rest, or steady
  const LinearSystem& linear;
  const Modes& modes;
  const std::vector<int>& clocks;
  bool has_other_forces = false;          // force laws, inputs or prescribed flows do work
  const std::vector<std::string>& names;  // (z)
};

/// By the eigenvalues of A; without the free positions; by the second variation of the energy; by
/// conserved quantities.
Stability judge(const Motions& motions);

/// By how much entries of A differ at states that rounding cannot tell from the reference; empty
/// where A has no entries.
MatX noise_of(const Equations& equations, const Candidates& candidates, const Reference& reference,
              const LinearSystem& linear, const std::vector<int>& clocks);

}  // namespace porthos::linearize
