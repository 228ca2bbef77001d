/// A random model with features of all kinds at once, as a text in any units and as equations in
/// dimensionless variables, which tests evaluate without the engine.
#pragma once

#include <string>
#include <vector>

#include "support/polynomial.hpp"
#include "support/random_model.hpp"

namespace porthos::test {

/// Variables of all polynomials: positions from 0 on, velocities, the time, and the time that
/// decides on which side of a step a formula is.
namespace variables {
constexpr int kVelocity = 16, kTime = 32, kSide = 33, kCount = 34;
}

///   z' = Z w + J dV/dz + heat          M w' = -Z^T dV/dz - G w - relations + inputs + reactions
///   0 = gaps(z, t)                     rows w = flow(t)
struct JointModel {
  using Slope = std::vector<Polynomial>;  // (velocities)
  struct Row {
    std::string name;
    Slope slope;
    Polynomial flow = {};
    bool is_port = false;
  };
  /// Effort: linear f + cubic f^3.
  struct Relation {
    std::string name;
    Slope flow;
    double linear = 0, cubic = 0;
    int heats = -1;
    bool is_passive() const { return linear >= 0 && cubic >= 0; }
  };
  /// Also a force law, whose effort depends on states.
  struct Port {
    std::string name;
    Slope flow;
    Polynomial effort;
    bool is_force = false;
  };

  std::vector<std::string> z_names, w_names;
  std::vector<double> L, W;  // units of positions and velocities
  double T = 1, E = 1;       // of time and energy
  std::vector<double> z0, w0;
  std::vector<Slope> Z;
  std::vector<std::vector<Polynomial>> J, G;
  RealMatrix M;
  Polynomial V;
  std::vector<Polynomial> gaps;
  std::vector<Row> rows;
  std::vector<Relation> relations;
  std::vector<Port> ports;
  std::vector<char> is_massless;   // (velocities)
  int mechanics = 0, extra = 0;    // velocities with positions, and positions beyond them
  std::vector<int> group;          // three velocities of SO(3), or none
  std::vector<std::string> kinds;  // of what it is made
  Json json;

  int n() const { return static_cast<int>(z_names.size()); }
  int m() const { return static_cast<int>(w_names.size()); }
  bool has_time() const;
};

JointModel joint_model(Random& random);

/// The text of a model, in its units.
Json text_of(const JointModel& model, Random& random);

}  // namespace porthos::test
