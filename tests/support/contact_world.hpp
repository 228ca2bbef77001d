/// Random mechanisms with contacts, dry friction and one-way laws, as a model text and as a
/// time-stepping simulation of its own (Moreau's scheme with projected Gauss-Seidel), which knows
/// nothing of modes, events or the engine.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <string>
#include <vector>

#include "support/run.hpp"

namespace porthos::test {

/// Bodies in the plane (x, y, angle) or particles in space (x, y, z).
struct ContactWorld {
  struct Body {
    double mass = 1, inertia = 0.1, radius = 0.1;
    Eigen::Vector3d q, v;
  };
  struct Plane {  // n.r >= d + radius
    int body = 0;
    Eigen::Vector3d n;
    double d = 0, restitution = 0, friction = 0;
  };
  struct Pair {
    int a = 0, b = 0;
    double restitution = 0, friction = 0;
  };
  struct Rod {  // to the point `at` if b < 0
    int a = 0, b = -1;
    Eigen::Vector3d at;
    double length = 1;
  };
  struct Spring {
    int a = 0, b = -1;
    Eigen::Vector3d at;
    double stiffness = 10, damping = 0.1;
  };
  struct Dry {
    int body = 0, dof = 0;
    double bound = 1;
  };
  struct OneWay {
    int body = 0, dof = 0;
  };
  bool is_planar = true;
  std::vector<Body> bodies;
  std::vector<Plane> planes;
  std::vector<Pair> pairs;
  std::vector<Rod> rods;
  std::vector<Spring> springs;
  std::vector<Dry> dry;
  std::vector<OneWay> one_way;

  std::size_t relations() const {
    return planes.size() + pairs.size() + dry.size() + one_way.size();
  }
};

/// The same for the same seed.
ContactWorld random_world(std::uint32_t seed);

/// A text with the positions q1, q2, ... and the velocities v1, v2, ..., three for each body.
Json text_of(const ContactWorld& world, double until);

/// How a step of the time-stepping simulation treats its laws.
enum class Order {
  kTogether,  // all at once
  kReversed,  // the same in reverse: other forces where they are not unique, as where a dry
              // friction and a contact hold the same velocity
  kOneByOne,  // contacts that bounce and only touch are struck after those that close, and no
              // impact gives energy (numerics 5, impacts)
};

/// The positions at these times by time-stepping with step h.
std::vector<Eigen::VectorXd> time_stepping(const ContactWorld& world, double h,
                                           const std::vector<double>& times,
                                           Order order = Order::kTogether);

}  // namespace porthos::test
