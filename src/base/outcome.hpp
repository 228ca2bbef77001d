#pragma once

#include <string_view>

namespace porthos {

/// The end of a run. A numerical failure is a value with advice, never an exception.
enum class Outcome {
  kRunning,
  kFinished,
  kDiverged,
  kNotFinite,
  kPole,
  kSingular,
  kConstraintLost,
  kStepTooSmall,
  kStopped,
  kChatter,
  kUnsuited,
  kPainleve,
  kNegativeFriction,
};

/// The stable name of the outcome, as in `porthos run --json`.
constexpr std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRunning: return "running";
    case Outcome::kFinished: return "finished";
    case Outcome::kDiverged: return "diverged";
    case Outcome::kNotFinite: return "not-finite";
    case Outcome::kPole: return "pole";
    case Outcome::kSingular: return "singular";
    case Outcome::kConstraintLost: return "constraint-lost";
    case Outcome::kStepTooSmall: return "step-too-small";
    case Outcome::kStopped: return "stopped";
    case Outcome::kChatter: return "chatter";
    case Outcome::kUnsuited: return "unsuited";
    case Outcome::kPainleve: return "painleve";
    case Outcome::kNegativeFriction: return "negative-friction";
  }
  return "";
}

}  // namespace porthos
