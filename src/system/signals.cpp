#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"
#include "system/node.hpp"

// Inputs that are formulas of time.

namespace porthos::system {

using expr::Expr;
using laws::Laws;

namespace {

void collect_signals(const Node& node,
                     std::map<const Node*, std::vector<std::pair<Expr, int>>>& by_scope,
                     std::vector<const Node*>& order) {
  for (std::size_t i = 0; i < node.component->ports.size(); ++i) {
    if (node.is_connected[i] || !node.input[i] || node.input[i]->is_feedback) continue;
    const Node* scope = node.input_scope[i];
    if (!by_scope.count(scope)) order.push_back(scope);
    const model::Port& port = node.component->ports[i];
    for (int k = 0; k < port.size && index(k) < node.input[i]->formulas.size(); ++k)
      by_scope[scope].emplace_back(node.input[i]->formulas[index(k)],
                                   node.u[index(port.first + k)]);
  }
  for (const Node& child : node.children) collect_signals(child, by_scope, order);
}

}  // namespace

void add_signals(const Node& tree, Assembly& assembly) {
  std::map<const Node*, std::vector<std::pair<Expr, int>>> by_scope;
  std::vector<const Node*> order;
  collect_signals(tree, by_scope, order);
  for (const Node* scope : order) {
    const Laws& laws = scope->component->laws;
    const Expr phase = phase_of(laws);
    const std::vector<Expr> inputs{laws.t, phase};
    std::vector<Expr> formulas;
    Signals signals;
    for (const auto& [formula, port] : by_scope[scope]) {
      formulas.push_back(formula);
      signals.ports.push_back(port);
    }
    const std::vector<Expr> poles = expr::poles(formulas);
    formulas.insert(formulas.end(), poles.begin(), poles.end());
    auto [outputs, switches] = expr::hold_branches(formulas, laws.t, phase, laws.parameters);
    const auto last = outputs.begin() + static_cast<std::ptrdiff_t>(signals.ports.size());
    assembly.time.add(switches, {last, outputs.end()}, laws, scope->parameters);
    outputs.erase(last, outputs.end());
    for (std::size_t i = 0; i < signals.ports.size(); ++i)
      outputs.push_back(expr::derivative(outputs[i], laws.t));
    signals.tape = expr::Tape(outputs, inputs, laws.parameters);
    signals.parameters = scope->parameters;
    assembly.signals.push_back(std::move(signals));
  }
}

}  // namespace porthos::system
