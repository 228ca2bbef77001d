#include "inspect/other_checks.hpp"

#include <cmath>

#include "linearize/linearize.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using model::Json;

constexpr Statement kStable{"the start is a stable equilibrium", "[004] (4.73)-(4.75)", "T-15"};
constexpr Statement kComposition{"the composition is well-formed", "[002] Sec. 2", "T-23"};
constexpr Statement kRotations{"the kinematics keeps rotations", "[001] Sec. 4, 5", "T-29"};

/// Each joint is closed to the tolerance of the start; c'Z is exact up to rounding.
constexpr double kInvariantTolerance = 1e-9;

struct Absence {
  const char* number;
  const char* name;
  const char* theorem;
  const char* why;
};

constexpr Absence kAbsences[] = {
    {"T-06", "resistive relations", "[001] Def. 6", "The model dissipates nothing."},
    {"T-12", "Casimirs and conserved functions", "[004] (4.14)",
     "They are among the facts of the report: `casimirs` and `conserved`."},
    {"T-22", "the variational principle", "[003] Prop. 4.2", "There is no run."},
    {"T-24", "entropy never falls", "[002] second law", "The model produces no heat."},
    {"T-25", "identities of a Lie group", "[002] Sec. 3",
     "The identities are those of a group, not of a model: ask the structures interface "
     "(checkGroup). T-13 compares the gyroscopic forces of the model with its frame."},
    {"T-26", "motions of a joint form a subgroup", "[002] Sec. 5.1",
     "A model has constraints, not motions of joints: ask the structures interface (checkJoint)."},
    {"T-27", "energy shaping", "[004] Ex. 5.2",
     "A model does not say which part of it is a controller: ask the structures interface "
     "(checkShaping)."},
    {"T-28", "the papers' structures are the same", "[001]-[004]",
     "It compares structures of different papers: ask the structures interface "
     "(checkDictionary)."},
};

}  // namespace

Findings check_stability(const std::string& text, const std::string& files, const Json& options) {
  Json asked = Json::object();
  for (const char* key : {"set", "starts"})
    if (options.contains(key)) asked[key] = options[key];
  if (options.contains("inputs"))
    return {structure::not_applicable(kStable,
                                      "Inputs are given: the start is not an equilibrium of "
                                      "the model alone.")};
  Problems none;
  const auto answer =
      model::parse_json(linearize::linearize(text, files, model::dump(asked)), none);
  if (!answer || !answer->contains("stability") || !(*answer)["stability"].is_object())
    return {structure::undecided(kStable, "The model cannot be linearized at its start.")};
  const std::string verdict = (*answer)["stability"]["verdict"].get<std::string>(),
                    because = (*answer)["stability"]["because"].get<std::string>();
  if (because == "the motion is neither at rest nor steady")
    return {structure::not_applicable(kStable, "The start is not an equilibrium.")};
  Check made = structure::bounded(kStable, verdict == "unstable" ? 1 : 0, 0);
  if (verdict == "undecided") made.verdict = Verdict::kUndecided;
  made.where = "the start";
  made.note = verdict + ": " + because;
  return {property(std::move(made))};
}

Findings check_composition(const Subject& subject) {
  const model::Component& root = *subject.model.component;
  if (root.parts.empty() && root.connections.empty())
    return {structure::not_applicable(kComposition, "The model has no parts.")};
  // Two connections on one port, or one connection between two quantities, are errors; then there
  // is no report.
  Check made = structure::bounded(kComposition, 0, 0);
  made.note = std::to_string(root.parts.size()) + " parts and " +
              std::to_string(root.connections.size()) +
              " connections were read: each port is joined once, with ports of its quantity.";
  return {made};
}

Findings check_rotations(const Subject& subject) {
  const std::vector<int>& inert = subject.model.system->inert();
  if (inert.empty())
    return {structure::not_applicable(
        kRotations,
        "No position constraint is kept by the kinematics alone, as those of rotation "
        "matrices and quaternions are.")};
  std::vector<Expr> gaps;
  for (const int row : inert)
    gaps.push_back(
        subject.balance.known(subject.balance.laws().position_constraints[index(row)].formula));
  const Values values(subject.balance, gaps, subject.parameters);
  const int n = subject.matrices.n(), z = subject.matrices.z();
  Worst worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const std::vector<double> gap = values.at(subject.states[s]);
    const MatX slopes = dense(subject.at[s].c_prime, subject.matrices.c(), z);
    const MatX rates = dense(subject.at[s].J, n, n).topRows(z);
    for (std::size_t k = 0; k < inert.size(); ++k) {
      const std::string& name = subject.model.assembled->c[index(inert[k])].name;
      worst.take(std::abs(gap[k]), subject.place(s), {name});
      const MatX slope = slopes.row(inert[k]), moved = slope * rates;
      const double size = (slope.cwiseAbs() * rates.cwiseAbs()).maxCoeff();
      if (size > 0) worst.take(structure::largest_entry(moved) / size, subject.place(s), {name});
    }
  }
  Check made = worst.check(kRotations, kInvariantTolerance);
  made.note = "c = 0 and c'Z = 0 for " + std::to_string(inert.size()) + " constraints.";
  return {made};
}

Finding nothing_found(const std::string& number) {
  for (const Absence& one : kAbsences)
    if (number == one.number)
      return structure::not_applicable({one.name, one.theorem, one.number}, one.why);
  Check made{number, "docs/checks.md", number};
  made.verdict = Verdict::kNotApplicable;
  made.note = "This check does not apply to the model.";
  return made;
}

}  // namespace porthos::inspect
