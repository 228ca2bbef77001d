#include "model/interfaces.hpp"

#include <algorithm>

#include "expr/functions.hpp"

namespace porthos::model {
namespace {

using expr::Expr;
using expr::Tensor;

Tensor zeros(const expr::Shape& shape) {
  return {shape, std::vector<Expr>(static_cast<std::size_t>(shape.size()))};
}

Tensor planar_rotation(const Expr& phi) {
  const Expr c = cos(phi), s = sin(phi);
  return {expr::matrix_of(2, 2), {c, -s, s, c}};
}

}  // namespace

std::span<const Interface> interfaces() {
  static const std::vector<Interface> kInterfaces{
      {"frame",
       {{"r", expr::vector_of(3), ""},
        {"R", expr::matrix_of(3, 3), ""},
        {"v", expr::vector_of(3), "r"},
        {"omega", expr::vector_of(3), "R"}}},
      {"planar_frame",
       {{"r", expr::vector_of(2), ""},
        {"phi", expr::kScalar, ""},
        {"v", expr::vector_of(2), "r"},
        {"omega", expr::kScalar, "phi"}}},
      {"point", {{"r", expr::vector_of(3), ""}, {"v", expr::vector_of(3), "r"}}},
      {"shaft", {{"phi", expr::kScalar, ""}, {"omega", expr::kScalar, "phi"}}},
      {"pin", {{"u", expr::kScalar, "", true}}},
      {"thermal", {{"theta", expr::kScalar, "", true}}, false},
      {"state", {{"x", expr::kScalar, "", false, true}}, false},
  };
  return kInterfaces;
}

const Interface* find_interface(std::string_view name) {
  const auto all = interfaces();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Interface& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

bool serves(std::string_view offered, std::string_view wanted) {
  if (offered == wanted) return true;
  if (wanted == "point") return offered == "frame" || offered == "planar_frame";
  return wanted == "shaft" && offered == "planar_frame";
}

Values serve(const Values& offered, std::string_view wanted) {
  Values served;
  for (const Quantity& quantity : find_interface(wanted)->quantities)
    if (const auto found = offered.find(std::string(quantity.name)); found != offered.end())
      served.insert(*found);
  if (wanted == "planar_frame")
    served.insert_or_assign("R", planar_rotation(served.at("phi").scalar()));
  return served;
}

Values ground(std::string_view wanted, int length) {
  Values values;
  for (const Quantity& quantity : find_interface(wanted)->quantities) {
    Tensor value = zeros(wanted == "point" ? expr::vector_of(length) : quantity.shape);
    if (quantity.name == "R")
      for (std::size_t i = 0; i < 9; i += 4) value.entries[i] = Expr(1.0);
    values.insert_or_assign(std::string(quantity.name), value);
  }
  return serve(values, wanted);
}

}  // namespace porthos::model
