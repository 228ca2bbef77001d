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
  expr::Shape shape;         // of a point: its size in space; in the plane it has two entries
  std::string rate_of = {};  // "" for a position
  std::string unit = {};
  bool is_free = false;  // a rate without an offered position
  bool is_any = false;   // any shape that the offer has

  bool is_rate() const { return is_free || !rate_of.empty(); }
};

/// A kind of attachment: frames, points, shafts, pins, or an interface that a text declares.
/// Lengths in m, angles in rad, rates per s, in the axes of the world.
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

  /// The quantity with this name, or nullptr.
  const Quantity* find(const std::string& quantity) const;
  /// True if this is the angular velocity of a matrix of axes.
  bool turns(const Quantity& quantity) const;
  /// True if this is the rate of another quantity, entry by entry, and follows from it.
  bool is_derived(const Quantity& quantity) const {
    return !quantity.rate_of.empty() && !turns(quantity);
  }
};

/// Interfaces by name. They are shared: an offer outlives the text that declares its interface.
using Interfaces = std::map<std::string, std::shared_ptr<const Interface>>;

/// The interfaces that every text knows.
const Interfaces& known_interfaces();

std::vector<std::string> names_of(const Interfaces& interfaces);

using Values = std::map<std::string, expr::Tensor>;

/// True if an offer of one interface serves as the other because it has all of its quantities: a
/// point for every frame, a shaft for every planar frame.
bool serves(const Interface& offered, const Interface& wanted);

/// The offered quantities that the wanted interface contains, including the R of a planar frame.
Values serve(const Values& offered, const Interface& wanted);

/// The ground: at rest at the origin of the world. Points have `length` entries.
Values ground(const Interface& wanted, int length);

}  // namespace porthos::model
