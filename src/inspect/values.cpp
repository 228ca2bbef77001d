#include "inspect/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/query.hpp"

namespace porthos::inspect {
namespace {

void append(std::vector<double>& to, const VecX& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// All symbols of a state in the order of their values: z, w, lambda, mu, u, t, e, p. Numbers
/// replace symbols that a model does not have.
std::vector<Expr> symbols_of_state(const Whole& whole) {
  const Laws& laws = whole.laws;
  std::vector<Expr> all;
  for (const auto* list : {&laws.z, &laws.w, &laws.lambda, &laws.mu})
    all.insert(all.end(), list->begin(), list->end());
  // If a flow is prescribed, the effort is the symbol of the port.
  for (std::size_t k = 0; k < laws.u.size(); ++k)
    all.push_back(whole.ports[k].empty() ? laws.u[k] : laws.graph->symbol(whole.ports[k]));
  all.push_back(laws.t);
  for (const auto* list : {&laws.e, &laws.p}) all.insert(all.end(), list->begin(), list->end());
  return all;
}

/// A tape of the formulas with the numbers of its inputs among `symbols`.
void compile(std::span<const Expr> formulas, const std::vector<Expr>& symbols,
             const std::map<std::string, double>& parameters, const expr::Graph& graph,
             expr::Tape& tape, std::vector<std::size_t>& inputs, std::vector<double>& hoisted) {
  std::vector<Expr> variables, constants;
  std::vector<double> values;
  for (const Expr& symbol : expr::symbols_of(formulas)) {
    const auto found = std::ranges::find(symbols, symbol);
    if (found != symbols.end()) {
      variables.push_back(symbol);
      inputs.push_back(static_cast<std::size_t>(found - symbols.begin()));
      continue;
    }
    const auto value = parameters.find(graph.name(symbol));
    constants.push_back(symbol);
    values.push_back(value == parameters.end() ? std::numeric_limits<double>::quiet_NaN()
                                               : value->second);
  }
  tape = expr::Tape(formulas, variables, constants);
  hoisted.resize(tape.hoisted_count());
  tape.bind(values, hoisted);
}

std::vector<double> evaluate(const expr::Tape& tape, const std::vector<std::size_t>& inputs,
                             const std::vector<double>& hoisted, const std::vector<double>& all) {
  std::vector<double> in, out(tape.output_count()), scratch;
  for (const std::size_t input : inputs) in.push_back(all[input]);
  tape.evaluate(in.data(), hoisted.data(), out.data(), scratch);
  return out;
}

}  // namespace

Values::Values(const Balance& balance, std::span<const Expr> formulas,
               const std::map<std::string, double>& parameters)
    : z_(balance.laws().z.size()),
      w_(balance.laws().w.size()),
      c_(balance.laws().lambda.size()),
      mu_(balance.laws().mu.size()),
      u_(balance.laws().u.size()) {
  const Laws& laws = balance.laws();
  const std::vector<Expr> symbols = symbols_of_state(balance.whole());
  std::vector<Expr> storage;
  for (const auto* list : {&laws.e, &laws.p})
    for (const Expr& symbol : *list) storage.push_back(balance.known(symbol));
  compile(formulas, symbols, parameters, *laws.graph, tape_, inputs_, hoisted_);
  compile(storage, symbols, parameters, *laws.graph, storage_, storage_inputs_, storage_hoisted_);
}

std::vector<double> Values::at(const State& state) const {
  std::vector<double> all;
  for (const VecX* part : {&state.z, &state.w, &state.lambda, &state.mu, &state.u})
    append(all, *part);
  all.push_back(state.t);
  const std::vector<double> storage = evaluate(storage_, storage_inputs_, storage_hoisted_, all);
  all.insert(all.end(), storage.begin(), storage.end());
  return evaluate(tape_, inputs_, hoisted_, all);
}

}  // namespace porthos::inspect
