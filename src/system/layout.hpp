#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace porthos::system {

/// The place where a tape reads or writes: a slot of one of an instance's segments.
enum class Segment {
#define QUANTITY(segment, size, map) segment,
#include "system/quantities.inc"
#undef QUANTITY
};

inline constexpr std::size_t kSegments = static_cast<std::size_t>(Segment::kSwitch) + 1;

/// One value for each segment.
template <class T>
class BySegment {
 public:
  T& operator[](Segment segment) { return values_[static_cast<std::size_t>(segment)]; }
  const T& operator[](Segment segment) const { return values_[static_cast<std::size_t>(segment)]; }

 private:
  std::array<T, kSegments> values_{};
};

struct Slot {
  Segment segment;
  int index;
};

/// Numbers of global quantities.
struct Sizes {
  static constexpr int time = 1;
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
    const int counts[] = {
#define QUANTITY(segment, size, map) sizes.size,
#include "system/quantities.inc"
#undef QUANTITY
    };
    std::partial_sum(std::begin(counts), std::end(counts), offsets_.begin() + 1);
    total_ = offsets_.back() + 2;
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
  Sizes sizes_;
  std::array<int, kSegments + 1> offsets_{};  // and the end of the last segment
  int total_ = 2;
};

}  // namespace porthos::system
