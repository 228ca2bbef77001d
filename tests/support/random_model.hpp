/// Random models for the tests: wild ones, for which the engine must report the faults, and sound
/// ones, whose equations are known.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/run.hpp"

namespace porthos::test {

class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  /// 0 to count - 1.
  int next(int count) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>((state_ >> 10) % static_cast<std::uint32_t>(count));
  }
  bool one_in(int count) { return next(count) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(next(static_cast<int>(std::size(list))))];
  }

 private:
  std::uint32_t state_;
};

/// A formula of x, y, u, v, t and m that may be meaningless.
std::string any_formula(Random& random);

/// A model of two positions and two velocities. Mostly sound; one formula in `wildness` is
/// arbitrary.
Json any_model(Random& random, int wildness, bool may_be_stiff);

/// A model with constraints of many kinds and its known equations: outputs `rate_x` (the rate of
/// the position x), `force_u` (the right side of M w', without the effort of the port `drive`, if
/// there is one) and `momentum_u` for all states, and `kinetic`, `potential` as functions of the
/// states.
struct SoundModel {
  Json json;
  std::vector<std::string> positions, velocities;
  std::vector<double> jumps;             // times of jumps and corners
  std::vector<std::string> kinds;        // the kinds of parts in it
  std::map<std::string, double> driven;  // velocity -> its factor in the flow of the port `drive`
  bool is_damped = false, has_massless = false, has_redundant = false;
};

SoundModel sound_model(Random& random);

}  // namespace porthos::test
