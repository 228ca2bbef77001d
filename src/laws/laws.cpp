#include "laws/laws.hpp"

#include <algorithm>
#include <string>

#include "expr/query.hpp"

namespace porthos::laws {

std::vector<Expr> product(const Matrix& matrix, std::span<const Expr> x) {
  std::vector<Expr> sums(static_cast<std::size_t>(matrix.size()));
  for (const auto& [place, formula] : matrix.entries())
    sums[static_cast<std::size_t>(place.first)] +=
        formula * x[static_cast<std::size_t>(place.second)];
  return sums;
}

std::vector<Expr> position_rates(const Laws& laws) {
  std::vector<Expr> rates;
  for (std::size_t i = 0; i < laws.z.size(); ++i)
    rates.push_back(laws.graph->symbol("#zdot" + std::to_string(i)));
  return rates;
}

bool is_led(const Laws& laws) {
  const auto is_led = [&](const Expr& flow) { return expr::depends_on_any(flow, laws.e); };
  return std::ranges::any_of(laws.ports, [](const Port& port) { return port.prescribed; }) ||
         std::ranges::any_of(laws.kinematics, is_led) ||
         std::ranges::any_of(laws.resistive, is_led, &Resistive::flow) ||
         std::ranges::any_of(laws.velocity_constraints, is_led, &Constraint::formula);
}

bool moves_without_mass(const Laws& laws) {
  for (int i = 0; i < laws.mass.size(); ++i)
    if (is_zero(laws.mass(i, i))) return true;
  return is_led(laws);
}

}  // namespace porthos::laws
