#include "system/zeros.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "expr/derivative.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;

/// Pointers to all formulas except readouts.
std::vector<Expr*> places(Laws& laws) {
  std::vector<Expr*> found = laws::formulas_of(laws);
  for (auto& [place, formula] : laws.mass.entries()) found.push_back(&formula);
  for (auto* list : {&laws.watched, &laws.velocities, &laws.frame})
    for (Expr& formula : *list) found.push_back(&formula);
  return found;
}

}  // namespace

Zeros::Zeros(const Laws& laws) : laws_(laws) {
  Laws copy = laws;
  std::vector<Expr> formulas;
  for (const Expr* place : places(copy)) formulas.push_back(*place);
  const expr::Graph& graph = *laws.graph;
  const std::vector<std::uint32_t> cone = graph.cone(formulas);
  if (cone.empty()) return;
  enum class Kind : char { kMixed, kNumber, kParameters };
  std::vector<Kind> kind(cone.back() + std::size_t{1}, Kind::kMixed);
  for (const Expr& parameter : laws.parameters)
    if (parameter.id() < kind.size()) kind[parameter.id()] = Kind::kParameters;
  std::vector<char> is_part(kind.size(), 0);
  for (const std::uint32_t id : cone) {
    const expr::Node& node = graph.node(id);
    if (node.op == expr::Op::kConstant) kind[id] = Kind::kNumber;
    const auto operands = std::span(node.arg).first(static_cast<std::size_t>(arity(node.op)));
    const auto is_constant = [&](std::uint32_t k) { return kind[k] != Kind::kMixed; };
    if (operands.empty()) continue;
    if (std::ranges::all_of(operands, is_constant)) {
      kind[id] = Kind::kParameters;
      continue;
    }
    for (const std::uint32_t k : operands)
      if (kind[k] == Kind::kParameters) is_part[k] = 1;
  }
  for (const Expr& formula : formulas)
    if (formula.graph() != nullptr && kind[formula.id()] == Kind::kParameters)
      is_part[formula.id()] = 1;
  for (const std::uint32_t id : cone)
    if (is_part[id] != 0) parts_.push_back(graph.expr(id));
  tape_ = expr::Tape(parts_, {}, laws.parameters);
}

std::vector<char> Zeros::at(std::span<const double> values) const {
  if (parts_.empty()) return {};
  std::vector<double> hoisted(tape_.hoisted_count()), parts(parts_.size()), scratch;
  tape_.bind(values, hoisted);
  tape_.evaluate(nullptr, hoisted.data(), parts.data(), scratch);
  std::vector<char> found(parts.size());
  std::ranges::transform(parts, found.begin(), [](double x) { return x == 0 ? 1 : 0; });
  return found;
}

Laws Zeros::without(const std::vector<char>& which) const {
  Laws made = laws_;
  std::vector<std::pair<Expr, Expr>> zeros;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (which[i] != 0) zeros.emplace_back(parts_[i], Expr(0.0));
  if (zeros.empty()) return made;
  expr::Substitution reduced(zeros, *made.graph);
  for (Expr* place : places(made)) *place = reduced(*place);
  return made;
}

}  // namespace porthos::system
