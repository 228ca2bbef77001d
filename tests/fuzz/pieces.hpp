/// A run in pieces, as in the library (bindings/js/pace.ts).
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fuzz/fuzz.hpp"
#include "simulate/session.hpp"

namespace porthos::fuzz {

/// Continues the run of a session to its end, or for this many seconds: a long run can be abandoned
/// between two pieces. False if a piece has no outcome.
inline bool ends_or_yields(Session& session, double seconds) {
  constexpr double kPiece = 0.02;  // s
  const double end = cpu_seconds() + seconds;
  double now = cpu_seconds();
  for (int attempts = 1; now < end;) {
    const auto piece = nlohmann::json::parse(session.advance(1000, attempts));
    if (!piece["outcome"].is_string()) return false;
    if (piece["done"]) break;
    const double taken = cpu_seconds() - now;
    attempts = taken < kPiece ? std::min(2 * attempts, 1024) : std::max(1, attempts / 2);
    now += taken;
  }
  return true;
}

}  // namespace porthos::fuzz
