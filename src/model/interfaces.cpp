#include "model/interfaces.hpp"

#include <algorithm>

#include "base/unit.hpp"
#include "expr/functions.hpp"

namespace porthos::model {
namespace {

using expr::Expr;
using expr::Tensor;

const auto kAxes = expr::matrix_of(3, 3);

Tensor zeros(const expr::Shape& shape) {
  return {shape, std::vector<Expr>(static_cast<std::size_t>(shape.size()))};
}

Tensor planar_rotation(const Expr& phi) {
  const Expr c = cos(phi), s = sin(phi);
  return {expr::matrix_of(2, 2), {c, -s, s, c}};
}

/// True if one can replace the other.
bool is_alike(const Quantity& a, const Quantity& b) {
  return a.shape == b.shape && a.rate_of == b.rate_of && a.is_free == b.is_free &&
         a.is_any == b.is_any && are_alike(a.unit, b.unit);
}

bool is_point(const Interface& interface) {
  const Quantity* r = interface.find("r");
  const Quantity* v = interface.find("v");
  return r && v && r->shape.rank == 1 && (r->shape.rows == 2 || r->shape.rows == 3) &&
         v->rate_of == "r";
}

}  // namespace

const Quantity* Interface::find(const std::string& quantity) const {
  const auto found = std::ranges::find(quantities, quantity, &Quantity::name);
  return found == quantities.end() ? nullptr : &*found;
}

bool Interface::turns(const Quantity& quantity) const {
  const Quantity* axes = find(quantity.rate_of);
  return axes && axes->shape == kAxes && quantity.shape == expr::vector_of(3);
}

const Interfaces& known_interfaces() {
  static const Interfaces kInterfaces = [] {
    const auto number = expr::kScalar;
    const auto plane = expr::vector_of(2), space = expr::vector_of(3);
    Interfaces all;
    for (const Interface& one : std::vector<Interface>{
             {"frame",
              {{"r", space, "", "m"},
               {"R", kAxes},
               {"v", space, "r", "m/s"},
               {"omega", space, "R", "rad/s"}}},
             {"planar_frame",
              {{"r", plane, "", "m"},
               {"phi", number, "", "rad"},
               {"v", plane, "r", "m/s"},
               {"omega", number, "phi", "rad/s"}}},
             {"point", {{"r", space, "", "m"}, {"v", space, "r", "m/s"}}},
             {"shaft", {{"phi", number, "", "rad"}, {"omega", number, "phi", "rad/s"}}},
             {"pin", {{"u", number, "", "V", true}}},
             {"thermal", {{"theta", number, "", "K", true}}, false},
             {"state", {{"x", number, "", "", false, true}}, false},
         })
      all.emplace(one.name, std::make_shared<const Interface>(one));
    return all;
  }();
  return kInterfaces;
}

std::vector<std::string> names_of(const Interfaces& interfaces) {
  std::vector<std::string> names;
  for (const auto& [name, interface] : interfaces) names.push_back(name);
  return names;
}

bool serves(const Interface& offered, const Interface& wanted) {
  if (wanted.name == "point") return is_point(offered);
  return std::ranges::all_of(wanted.quantities, [&](const Quantity& quantity) {
    const Quantity* mine = offered.find(quantity.name);
    return mine && is_alike(*mine, quantity);
  });
}

Values serve(const Values& offered, const Interface& wanted) {
  Values served;
  for (const Quantity& quantity : wanted.quantities)
    if (const auto found = offered.find(quantity.name); found != offered.end())
      served.insert(*found);
  if (wanted.name == "planar_frame")
    served.insert_or_assign("R", planar_rotation(served.at("phi").scalar()));
  return served;
}

Values ground(const Interface& wanted, int length) {
  Values values;
  for (const Quantity& quantity : wanted.quantities) {
    Tensor value = zeros(wanted.name == "point" ? expr::vector_of(length) : quantity.shape);
    const bool is_turned = std::ranges::any_of(wanted.quantities, [&](const Quantity& other) {
      return other.rate_of == quantity.name && wanted.turns(other);
    });
    if (is_turned)
      for (std::size_t i = 0; i < 9; i += 4) value.entries[i] = Expr(1.0);
    values.insert_or_assign(quantity.name, value);
  }
  return serve(values, wanted);
}

}  // namespace porthos::model
