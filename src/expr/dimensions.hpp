#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/unit.hpp"
#include "expr/graph.hpp"

namespace porthos::expr {

/// The dimensions of formulas, worked out from those of their symbols by the unit rules of
/// operations.inc. A formula has none where a symbol without a unit is a factor of it.
///
/// A number has no unit and fits every unit; so does a formula of numbers and functions of angles
/// only. As a factor it makes the unit of a product uncertain: 9.81*m may be a force. Exceptions
/// are the usual fractions in energies and inertias: 1/2, 1/3, 1/4, 1/6, 1/12.
class Dimensions {
 public:
  explicit Dimensions(const Graph& graph) : graph_(graph) {}

  /// The dimension that the author states for a symbol or formula.
  void declare(const Expr& formula, const Dimension& dimension);

  /// nullopt where it is not certain, and for a number.
  std::optional<Dimension> of(const Expr& formula);

 private:
  struct Quantity {
    bool is_known = false;
    bool is_number = false;
    double factor = 1;
    Dimension dimension = {};

    bool is_certain() const;
  };
  static Quantity number(double value) { return {true, true, value, {}}; }
  Quantity quantity(const Node& node, std::uint32_t id) const;
  Quantity power(const Quantity& base, std::uint32_t exponent) const;
  Quantity alike(const Node& node, std::size_t first) const;

  const Graph& graph_;
  std::unordered_map<std::uint32_t, Dimension> declared_;
  std::vector<Quantity> quantities_;  // of the first nodes
};

}  // namespace porthos::expr
