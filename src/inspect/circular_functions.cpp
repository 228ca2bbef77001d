#include "inspect/circular_functions.hpp"

#include <algorithm>

#include "expr/functions.hpp"

namespace porthos::inspect {

using expr::Expr;
using laws::Laws;

std::vector<Expr> circular_functions(const Laws& laws, const std::vector<Expr>& formulas,
                                     bool has_time) {
  std::vector<Expr> made;
  const expr::Graph& graph = *laws.graph;
  std::vector<Expr> angles;
  for (const std::uint32_t id : graph.cone(formulas))
    if (const expr::Op op = graph.node(id).op; op == expr::Op::kSin || op == expr::Op::kCos)
      angles.push_back(graph.operand(id, 0));
  // Sine and cosine are each other's derivatives. Clocks count as time.
  const auto add = [&](const Expr& angle) {
    if (std::ranges::find(angles, angle) != angles.end())
      made.insert(made.end(), {sin(angle), cos(angle)});
  };
  for (const Expr& z : laws.z)
    if (z != laws.t) add(z);
  if (has_time) add(laws.t);
  return made;
}

}  // namespace porthos::inspect
