#include "laws/laws.hpp"

#include <algorithm>
#include <string>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace porthos::laws {

std::vector<Expr> product(const Matrix& matrix, std::span<const Expr> x) {
  std::vector<Expr> sums(static_cast<std::size_t>(matrix.size()));
  for (const auto& [place, formula] : matrix.entries())
    sums[index(place.first)] += formula * x[index(place.second)];
  return sums;
}

std::vector<Expr*> formulas_of(Laws& laws) {
  std::vector<Expr*> places;
  for (auto& part : laws.potentials) places.push_back(&part.energy);
  for (Expr& rate : laws.kinematics) places.push_back(&rate);
  for (auto& [place, formula] : laws.gyroscopic.entries()) places.push_back(&formula);
  for (auto& resistive : laws.resistive) {
    places.push_back(&resistive.flow);
    places.push_back(&resistive.effort);
    if (resistive.heats) places.push_back(&*resistive.heats);
    places.push_back(&resistive.taken);
  }
  for (auto* rows : {&laws.position_constraints, &laws.velocity_constraints})
    for (auto& row : *rows) places.push_back(&row.formula);
  for (auto& port : laws.ports) places.push_back(&port.flow);
  return places;
}

std::vector<Expr> position_rates(const Laws& laws) {
  std::vector<Expr> rates;
  for (std::size_t i = 0; i < laws.z.size(); ++i)
    rates.push_back(laws.graph->symbol("#zdot" + std::to_string(i)));
  return rates;
}

bool moves_by_efforts(const Laws& laws) {
  const auto reads_efforts = [&](const Expr& flow) { return expr::depends_on_any(flow, laws.e); };
  return std::ranges::any_of(laws.kinematics, reads_efforts) ||
         std::ranges::any_of(laws.resistive, reads_efforts, &Resistive::flow) ||
         std::ranges::any_of(laws.velocity_constraints, reads_efforts, &Constraint::formula);
}

bool is_subtracted(const Expr& flow, const Expr& one, const Expr& other, const Laws& laws) {
  Expr of_one(0.0), of_other(0.0);
  for (const auto* symbols : {&laws.e, &laws.w})
    for (const auto& [row, column, slope] : expr::jacobian({&flow, 1}, *symbols).entries) {
      const Expr& symbol = (*symbols)[index(column)];
      if (symbol == one) of_one = slope;
      if (symbol == other) of_other = slope;
    }
  return one != other && !is_zero(of_one) && is_zero(of_one + of_other);
}

bool has_prescribed_flow(const Laws& laws) {
  return std::ranges::any_of(laws.ports, [](const Port& port) { return port.prescribed; });
}

bool moves_without_mass(const Laws& laws) {
  for (int i = 0; i < laws.mass.size(); ++i)
    if (is_zero(laws.mass(i, i))) return true;
  return moves_by_efforts(laws) || has_prescribed_flow(laws);
}

}  // namespace porthos::laws
