#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "expr/tensor.hpp"

namespace porthos::model {

/// One of the quantities of an interface.
struct Quantity {
  std::string name;
  expr::Shape shape;         // of a point: in space; in the plane it has two entries
  std::string rate_of = {};  // "" for a position
  std::string unit = {};
  bool is_free = false;  // a rate of nothing that is offered
  bool is_any = false;   // of the shape that is offered

  bool is_rate() const { return is_free || !rate_of.empty(); }
};

/// What an element may attach to: frames, points, shafts, pins, or what a text declares. Lengths in
/// m, angles in rad, rates per s, in the axes of the world.
///
///   frame         r, R (columns: its axes); v = r', omega with R' = skew(omega) R
///   planar_frame  r (2), phi; v = r', omega = phi'; and R, the 2 x 2 matrix of phi, for those
///                 that attach
///   point         r (3, or 2 in the plane); v = r'
///   shaft         phi; omega = phi'
///   pin           u, a voltage (V)
///   thermal       theta, a temperature (K)
///   state         x, positions of any shape that are shared
struct Interface {
  std::string name;
  std::vector<Quantity> quantities;
  bool has_ground = true;

  /// The quantity of that name, or nullptr.
  const Quantity* find(const std::string& quantity) const;
  /// Whether this is the angular velocity of a matrix of axes.
  bool turns(const Quantity& quantity) const;
  /// Whether this is the rate, entry by entry, of another quantity, and follows from it.
  bool is_derived(const Quantity& quantity) const {
    return !quantity.rate_of.empty() && !turns(quantity);
  }
};

/// Interfaces by their names. They are shared: an offer outlives the text that declares its kind.
using Interfaces = std::map<std::string, std::shared_ptr<const Interface>>;

/// Those that every text knows.
const Interfaces& known_interfaces();

std::vector<std::string> names_of(const Interfaces& interfaces);

using Values = std::map<std::string, expr::Tensor>;

/// True if what is offered as one interface serves as the other: it has all of its quantities. A
/// point of every frame, a shaft of every planar frame.
bool serves(const Interface& offered, const Interface& wanted);

/// Of the offered quantities those that the wanted interface has; with R of a planar frame.
Values serve(const Values& offered, const Interface& wanted);

/// The ground: at rest in the world's origin. A point of `length` entries.
Values ground(const Interface& wanted, int length);

}  // namespace porthos::model
