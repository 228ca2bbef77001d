#pragma once

#include <string_view>

namespace porthos {

/// How a run ended. Numerical failure is a value with advice, never an exception.
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
};

/// The outcome's stable name, as in `porthos run --json`.
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
  }
  return "";
}

/// One sentence a student can act on.
constexpr std::string_view sentence(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRunning: return "The run goes on.";
    case Outcome::kFinished: return "The run reached its end.";
    case Outcome::kDiverged:
      return "The equations of a step could not be solved: make the step smaller, or look for a "
             "pose in which the model changes abruptly.";
    case Outcome::kNotFinite:
      return "A formula gave a value that is not a finite number: look at the states just before, "
             "at divisions, roots and logarithms, and at very large parameters.";
    case Outcome::kPole:
      return "The motion reached a pole of the formulas, where they divide by zero: use "
             "coordinates without this singularity (a quaternion or a rotation matrix instead of "
             "Euler angles), or stop before it.";
    case Outcome::kSingular:
      return "The motion is not determined here: the mass matrix and the constraints together "
             "are singular. Give a mass to every velocity that the constraints leave free.";
    case Outcome::kConstraintLost:
      return "The constraints could not be restored after a step: make the step smaller, or look "
             "for constraints that contradict each other in this pose.";
    case Outcome::kStepTooSmall:
      return "The tolerance asks for ever smaller steps here: the model is stiff, or the motion "
             "nearly singular. Use an implicit method (gauss(2)), or a larger tolerance.";
    case Outcome::kStopped: return "An event ended the run, as the model wants it.";
    case Outcome::kChatter:
      return "More than 100 events in one step: they come ever faster, or each brings about the "
             "next. End the run before with an event that stops, or let the event change the "
             "model so that it cannot come back at once; if all of them are meant, make the step "
             "smaller.";
    case Outcome::kUnsuited: return "The method cannot be used for this model.";
  }
  return "";
}

}  // namespace porthos
