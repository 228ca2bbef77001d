#include "expr/evaluate.hpp"

#include <vector>

namespace porthos::expr {

double apply(Op op, double a, double b, double c) {
  assert(arity(op) > 0);
  return with_op(op, [=](auto kOp) { return apply<kOp.value>(a, b, c); });
}

double evaluate(const Expr& f, const std::function<double(Expr symbol)>& value) {
  if (const auto number = constant(f)) return *number;
  const Graph& graph = *f.graph();
  const std::vector<std::uint32_t> ids = graph.cone({&f, 1});
  std::vector<double> values(ids.back() + 1);
  for (const std::uint32_t id : ids) {
    const Node& node = graph.node(id);
    const auto [a, b, c] = node.arg;
    switch (arity(node.op)) {
      case 0: values[id] = node.op == Op::kSymbol ? value(graph.expr(id)) : node.value; break;
      case 1: values[id] = apply(node.op, values[a]); break;
      case 2: values[id] = apply(node.op, values[a], values[b]); break;
      default: values[id] = apply(node.op, values[a], values[b], values[c]);
    }
  }
  return values[f.id()];
}

}  // namespace porthos::expr
