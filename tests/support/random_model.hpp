/// Random models for the tests: wild ones, of which the engine has to say what is wrong, and sound
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

/// A formula of x, y, u, v, t and m that may make no sense.
std::string any_formula(Random& random);

/// A model of two positions and two velocities. Mostly sound; one formula in `wildness` is any.
Json any_model(Random& random, int wildness, bool may_be_stiff);

/// A model with rows of many kinds, and what holds of it: outputs `rate_x` (the rate of the
/// position x), `force_u` (the right side of M w', without the effort of the port `drive`, if there
/// is one) and `momentum_u` for all states, and `kinetic`, `potential` as functions of the states.
struct SoundModel {
  Json json;
  std::vector<std::string> positions, velocities;
  std::vector<double> jumps;             // times at which something jumps or has a corner
  std::vector<std::string> kinds;        // of what it has been made
  std::map<std::string, double> driven;  // velocity -> its part of the flow of the port `drive`
  bool is_damped = false, has_massless = false, has_redundant = false;
};

SoundModel sound_model(Random& random);

}  // namespace porthos::test
