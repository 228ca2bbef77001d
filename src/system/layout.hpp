#pragma once

#include <array>
#include <cstddef>

#include "system/element_type.hpp"

namespace porthos::system {

/// Numbers of global quantities.
struct Sizes {
  int z = 0;       // potential states
  int w = 0;       // kinetic states
  int c = 0;       // scalar position constraints, inert ones included
  int lambda = 0;  // position constraints that are not inert
  int mu = 0;      // scalar velocity constraints and prescribed ports
  int u = 0;       // scalar ports
  int potential = 0, power = 0, heat = 0, readout = 0, watched = 0;
  int branch = 0;    // switching functions of states
  int mode = 0;      // numbers that describe the modes of set-valued laws
  int velocity = 0;  // the model's own velocities if w are those of a moving frame, else 0

  int nu() const { return lambda + mu; }
};

/// The start of each segment of global quantities in the single vector of a workspace. A last slot
/// reads as zero (the multiplier of an inert constraint), another one before it is never read.
class Layout {
 public:
  Layout() = default;
  explicit Layout(const Sizes& sizes) : sizes_(sizes) {
    int next = 0;
    for (std::size_t s = 0; s < kSegments; ++s) {
      offsets_[s] = next;
      next += size_of(static_cast<Segment>(s));
    }
    offsets_[kSegments] = next;
    total_ = next + 2;
  }

  const Sizes& sizes() const { return sizes_; }
  int offset(Segment segment) const { return offsets_[static_cast<std::size_t>(segment)]; }
  int slot(Segment segment, int index) const { return offset(segment) + index; }
  int zero() const { return total_ - 1; }
  int unread() const { return total_ - 2; }
  int total() const { return total_; }

  int size(Segment segment) const {
    const auto s = static_cast<std::size_t>(segment);
    return offsets_[s + 1] - offsets_[s];
  }

 private:
  static constexpr std::size_t kSegments = static_cast<std::size_t>(Segment::kSwitch) + 1;
  int size_of(Segment segment) const {
    switch (segment) {
      case Segment::kZ:
      case Segment::kE:
      case Segment::kZdot:
      case Segment::kZdotTime: return sizes_.z;
      case Segment::kW:
      case Segment::kP:
      case Segment::kWdot:
      case Segment::kForce:
      case Segment::kForceTime: return sizes_.w;
      case Segment::kLambda:
      case Segment::kGapRate: return sizes_.lambda;
      case Segment::kMu:
      case Segment::kRow:
      case Segment::kRowTime: return sizes_.mu;
      case Segment::kU:
      case Segment::kUdot:
      case Segment::kFlow: return sizes_.u;
      case Segment::kT:
      case Segment::kPhase: return 1;
      case Segment::kGap: return sizes_.c;
      case Segment::kPotential: return sizes_.potential;
      case Segment::kPower: return sizes_.power;
      case Segment::kHeat:
      case Segment::kTemperature:
      case Segment::kProduction: return sizes_.heat;
      case Segment::kVelocity: return sizes_.velocity;
      case Segment::kReadout: return sizes_.readout;
      case Segment::kWatched: return sizes_.watched;
      case Segment::kBranch:
      case Segment::kSwitch: return sizes_.branch;
      case Segment::kMode: return sizes_.mode;
    }
    return 0;
  }

  Sizes sizes_;
  std::array<int, kSegments + 1> offsets_{};  // the last one is the end
  int total_ = 2;
};

}  // namespace porthos::system
