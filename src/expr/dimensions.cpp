#include "expr/dimensions.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace porthos::expr {

/// Twelve times the factor is a whole number and divides 12.
bool Dimensions::Quantity::is_certain() const {
  constexpr double kParts[] = {12, 6, 4, 3, 2, 1};
  const double parts = 12 * std::abs(factor);
  return is_known && !is_number && std::any_of(std::begin(kParts), std::end(kParts), [&](double n) {
           return std::abs(parts - n) <= 1e-12 * n;
         });
}

void Dimensions::declare(const Expr& formula, const Dimension& dimension) {
  if (constant(formula)) return;
  declared_[formula.id()] = dimension;
  if (formula.id() < quantities_.size()) quantities_[formula.id()] = {true, false, 1, dimension};
}

std::optional<Dimension> Dimensions::of(const Expr& formula) {
  constexpr std::uint32_t kMost = 200'000;  // nodes; a text of so many is not written by hand
  if (constant(formula) || formula.id() >= kMost) return std::nullopt;
  // Operands come before what is made of them.
  for (auto id = static_cast<std::uint32_t>(quantities_.size()); id <= formula.id(); ++id)
    quantities_.push_back(quantity(graph_.node(id), id));
  const Quantity& found = quantities_[formula.id()];
  return found.is_certain() ? std::optional(found.dimension) : std::nullopt;
}

Dimensions::Quantity Dimensions::quantity(const Node& node, std::uint32_t id) const {
  if (const auto found = declared_.find(id); found != declared_.end())
    return {true, false, 1, found->second};
  if (node.op == Op::kConstant) return number(node.value);
  if (node.op == Op::kSymbol) return {};
  const Quantity& a = quantities_[node.arg[0]];
  switch (properties(node.op).unit) {
    case UnitRule::kPure:
    case UnitRule::kRatio: return number(1);
    case UnitRule::kProduct: {
      const Quantity& b = quantities_[node.arg[1]];
      return {a.is_known && b.is_known, a.is_number && b.is_number, a.factor * b.factor,
              a.dimension * b.dimension};
    }
    case UnitRule::kQuotient: {
      const Quantity& b = quantities_[node.arg[1]];
      return {a.is_known && b.is_known, a.is_number && b.is_number, a.factor / b.factor,
              a.dimension / b.dimension};
    }
    case UnitRule::kPower: return power(a, node.arg[1]);
    case UnitRule::kRoot:
      return {a.is_known, a.is_number, std::sqrt(std::abs(a.factor)), a.dimension.power(0.5)};
    case UnitRule::kAlike: return arity(node.op) == 1 ? a : alike(node, 0);
    case UnitRule::kChoice: return alike(node, 1);
  }
  return {};
}

Dimensions::Quantity Dimensions::power(const Quantity& base, std::uint32_t exponent) const {
  const Node& node = graph_.node(exponent);
  if (node.op != Op::kConstant)
    return base.is_known && base.dimension.is_none() ? number(1) : Quantity();
  return {base.is_known, base.is_number, std::pow(std::abs(base.factor), node.value),
          base.dimension.power(node.value)};
}

/// All operands must have one unit, so a unit that is certain for one holds for all.
Dimensions::Quantity Dimensions::alike(const Node& node, std::size_t first) const {
  bool are_numbers = true;
  for (std::size_t k = first; k < static_cast<std::size_t>(arity(node.op)); ++k) {
    const Quantity& operand = quantities_[node.arg[k]];
    if (operand.is_certain()) return {true, false, 1, operand.dimension};
    are_numbers = are_numbers && operand.is_number;
  }
  return are_numbers ? number(1) : Quantity();
}

}  // namespace porthos::expr
