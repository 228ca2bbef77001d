/// One random model, all that the engine says of it, and what contradicts that.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/joint_dynamics.hpp"

namespace porthos::test {

/// How often a verdict was compared, and how often it or its oracle said nothing.
struct JointCount {
  int compared = 0, undecided = 0, unknown_truth = 0;
};
using JointCounts = std::map<std::string, JointCount>;

struct JointTrial {
  JointModel model;
  JointDynamics dynamics;
  Random random;
  JointState start;  // as the engine's run has it
  std::vector<JointState> motion;
  std::vector<std::string> broken = {};
  JointCounts& counts;
  bool is_refused = false;

  JointTrial(JointModel made, std::uint32_t seed, JointCounts& all);
  void expect(bool is_true, const std::string& what) {
    if (!is_true) broken.push_back(what);
  }
  Real noise() { return static_cast<Real>(random.next(200001)) / 1e5L - 1; }
  /// A state on the constraint set near the start.
  std::optional<JointState> near(Real scatter);
  /// The value of a name of the table, or of "momentum(v)", in the text's units.
  Real value(const std::string& name, const JointState& at) const;
  /// The state with values of the table in the text's units; others as at the start.
  JointState state_of(const std::map<std::string, double>& values) const;
  void note(const std::string& verdict, const std::string& said, bool is_known = true);
};

void check_joint_run(JointTrial& trial);
void check_joint_report(JointTrial& trial);
void check_joint_stability(JointTrial& trial);

}  // namespace porthos::test
