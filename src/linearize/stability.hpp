#pragma once

#include <string>
#include <vector>

#include "linearize/linear_system.hpp"
#include "linearize/modes.hpp"
#include "linearize/reference.hpp"

namespace porthos::linearize {

/// A proven statement about the motion; docs/linearization.md lists the theorems.
struct Stability {
  std::string verdict;  // "asymptotically stable", "stable", "neutral", "unstable", "undecided"
  std::string because;
  std::vector<int> free;  // (z) positions that may drift, or along which a steady motion proceeds
};

/// The motions that a verdict describes.
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

/// Decides by the eigenvalues of A, without the free positions; by the second variation of the
/// energy; by conserved quantities.
Stability judge(const Motions& motions);

/// The differences of A between states within rounding of the reference; empty if A has no entries.
MatX noise_of(const Equations& equations, const Candidates& candidates, const Reference& reference,
              const LinearSystem& linear, const std::vector<int>& clocks);

}  // namespace porthos::linearize
