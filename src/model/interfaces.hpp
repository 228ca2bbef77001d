#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/tensor.hpp"

namespace porthos::model {

/// One of the quantities of an interface.
struct Quantity {
  std::string_view name;
  expr::Shape shape;         // of a point: in space; in the plane it has two entries
  std::string_view rate_of;  // "" for a position
  bool is_free = false;      // a rate of nothing that is offered
  bool is_any = false;       // of the shape that is offered

  bool is_rate() const { return is_free || !rate_of.empty(); }
};

/// What an element may attach to: frames, points, shafts, pins. Lengths in m, angles in rad, rates
/// per s, in the axes of the world.
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
  std::string_view name;
  std::vector<Quantity> quantities;
  bool has_ground = true;
};

std::span<const Interface> interfaces();

/// The interface of that name, or nullptr.
const Interface* find_interface(std::string_view name);

using Values = std::map<std::string, expr::Tensor>;

/// True if what is offered as one interface serves as the other: a point of every frame, a shaft of
/// every planar frame.
bool serves(std::string_view offered, std::string_view wanted);

/// Of the offered quantities those that the wanted interface has; with R of a planar frame.
Values serve(const Values& offered, std::string_view wanted);

/// The ground: at rest in the world's origin. A point of `length` entries.
Values ground(std::string_view wanted, int length);

}  // namespace porthos::model
