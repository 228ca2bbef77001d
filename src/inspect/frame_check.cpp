#include "inspect/frame_check.hpp"

#include "base/index.hpp"
#include "inspect/frame.hpp"

namespace porthos::inspect {
namespace {

/// Derivatives are exact, so the residual is rounding, relative to the forces.
constexpr double kFrameTolerance = 1e-9;
/// Larger models are skipped, since the matrices are dense.
constexpr int kMostFrame = 60;

constexpr Statement kFrame{"gyroscopic forces are those of the velocities' frame",
                           "[002] (19); [004] Thm. 4.4", "T-13"};

}  // namespace

Finding check_frame(const Subject& subject) {
  const StructureMatrices& matrices = subject.matrices;
  if (matrices.is_constant() || matrices.w() == 0)
    return structure::bounded(kFrame, 0, kFrameTolerance);
  if (matrices.w() > kMostFrame)
    return structure::undecided(kFrame, "The model is too large for dense matrices.");
  const Values momenta(subject.balance, subject.balance.momenta(), subject.parameters);
  Worst worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const Frame frame(subject, subject.at[s]);
    if (frame.escape() > 1e-8)
      return structure::not_applicable(
          kFrame,
          "The velocities do not span their own brackets: a model that is reduced by nonholonomic "
          "constraints, or one whose positions depend on each other only where constraints hold, "
          "such as the angle of a hinge beside rotation matrices.");
    const std::vector<double> values = momenta.at(subject.states[s]);
    const VecX P = Eigen::Map<const VecX>(values.data(), matrices.w());
    const auto defect = frame.defect(P, subject.states[s].w);
    std::vector<std::string> names;
    for (const int w : defect.velocities)
      names.push_back(matrices.names()[index(matrices.z() + w)]);
    worst.take(defect.residual, subject.place(s), std::move(names));
  }
  Check made = worst.check(kFrame, kFrameTolerance);
  if (made.verdict != Verdict::kFails) return made;
  if (subject.balance.laws().gyroscopic.entries().empty()) {
    made.note =
        "There are no gyroscopic forces. A mechanism with these velocities has some; transformers "
        "that depend on the state have none. Both conserve energy.";
    return property(std::move(made));
  }
  made.note =
      "The kinematics of these velocities needs another gyroscopic matrix, for example one of "
      "the other sign. Energy is conserved nevertheless.";
  return made;
}

}  // namespace porthos::inspect
