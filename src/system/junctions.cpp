#include "system/junctions.hpp"

#include <memory>
#include <string>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;
using model::Connection;

/// The symbols of a component, renamed.
class Side {
 public:
  Side(const Laws& from, std::string prefix, Laws& to)
      : from_(from), prefix_(std::move(prefix)), to_(to) {
    renaming_.emplace_back(from.t, to.t);
    take(from.z, to.z);
    take(from.w, to.w);
    take(from.e, to.e);
    take(from.p, to.p);
    take(from.w_rate, to.w_rate);
    take(from.parameters, to.parameters);
  }

  /// Includes the symbols of its rows.
  void take_multipliers() {
    take(from_.lambda, to_.lambda);
    take(from_.mu, to_.mu);
  }

  std::vector<Expr> rename(const std::vector<Expr>& formulas) const {
    return expr::substitute(formulas, renaming_, *to_.graph);
  }

 private:
  void take(const std::vector<Expr>& symbols, std::vector<Expr>& target) {
    for (const Expr& symbol : symbols) {
      const Expr renamed = to_.graph->symbol(prefix_ + from_.graph->name(symbol));
      renaming_.emplace_back(symbol, renamed);
      target.push_back(renamed);
    }
  }

  const Laws& from_;
  const std::string prefix_;
  Laws& to_;
  std::vector<std::pair<Expr, Expr>> renaming_;
};

/// Empty laws on the budget of the model.
Laws nothing(const model::Component& scope) {
  Laws laws;
  laws.graph = std::make_shared<expr::Graph>(scope.laws.graph->budget());
  laws.t = laws.graph->symbol("t");
  return laws;
}

/// Adds zero rates, masses and gyroscopic forces for the states of the laws.
void add_nothing(Laws& laws) {
  laws.kinematics.assign(laws.z.size(), Expr(0.0));
  laws.mass.resize(static_cast<int>(laws.w.size()));
  laws.gyroscopic.resize(static_cast<int>(laws.w.size()));
}

std::vector<Expr> flows(const Laws& laws, const model::Port& port) {
  std::vector<Expr> made;
  for (int i = 0; i < port.size; ++i) made.push_back(laws.ports[index(port.first + i)].flow);
  return made;
}

/// The ports of a junction: their flows, positions and efforts over the symbols of its laws.
struct Joined {
  std::vector<std::vector<Expr>> flow, position, effort;  // (ports), (size of the ports)
  std::vector<Expr> matrix;
};

Joined take(const Connection& connection, const std::vector<PortOf>& ports,
            const model::Component& scope, Laws& laws) {
  Joined made;
  for (std::size_t k = 0; k < ports.size(); ++k) {
    const auto& [component, port] = ports[k];
    const Side side(component->laws, std::to_string(k) + ".", laws);
    made.flow.push_back(side.rename(flows(component->laws, *port)));
    made.position.push_back(side.rename(port->position));
    made.effort.emplace_back(index(port->size));
  }
  made.matrix = Side(scope.laws, "scope.", laws).rename(connection.matrix);
  return made;
}

/// 0 = row, with a multiplier; its effort on each port is the coefficient of the port's flow in the
/// row.
Expr add_row(const Expr& row, bool is_positional, Laws& laws) {
  auto& multipliers = is_positional ? laws.lambda : laws.mu;
  const Expr multiplier =
      laws.graph->symbol("multiplier(" + std::to_string(multipliers.size()) + ")");
  (is_positional ? laws.position_constraints : laws.velocity_constraints).push_back({"", "", row});
  multipliers.push_back(multiplier);
  return multiplier;
}

/// Equal flows, efforts that add up to zero, [001] (12) for any number of ports. The multiplier of
/// a row is the effort that acts on the later port. If all positions are known, these are equal
/// too, and thereby the flows: no gap can grow ([001] Remark 4).
void share_flow(Joined& ports, Laws& laws) {
  bool is_positional = true;
  for (const auto& position : ports.position) is_positional = is_positional && !position.empty();
  const auto& rows = is_positional ? ports.position : ports.flow;
  for (std::size_t k = 1; k < rows.size(); ++k)
    for (std::size_t i = 0; i < rows[k].size(); ++i) {
      const Expr effort = add_row(rows[0][i] - rows[k][i], is_positional, laws);
      ports.effort[0][i] -= effort;
      ports.effort[k][i] += effort;
    }
}

/// Equal efforts, flows that add up to zero. The multiplier is the common effort.
void share_effort(Joined& ports, Laws& laws) {
  for (std::size_t i = 0; i < ports.flow[0].size(); ++i) {
    Expr sum(0.0);
    for (const auto& flow : ports.flow) sum += flow[i];
    const Expr effort = add_row(-sum, false, laws);
    for (auto& efforts : ports.effort) efforts[i] = effort;
  }
}

/// efforts u = S y with a skew S: y^T u = 0. With y = Y_w w + Y_e e the forces are Y_w^T S y and
/// the rates of positions Y_e^T S y; the part of the forces with e, -Z^T e, follows from these
/// rates.
void apply_matrix(Joined& ports, Laws& laws) {
  std::vector<Expr> y, u;
  for (const auto& flow : ports.flow) y.insert(y.end(), flow.begin(), flow.end());
  for (std::size_t i = 0; i < y.size(); ++i) {
    Expr effort(0.0);
    for (std::size_t j = 0; j < y.size(); ++j) effort += ports.matrix[i * y.size() + j] * y[j];
    u.push_back(effort);
  }
  for (const auto& [row, column, value] : expr::jacobian(y, laws.e).entries)
    laws.kinematics[index(column)] += value * u[index(row)];
  std::vector<std::vector<std::pair<int, Expr>>> by_w(u.size());
  for (const auto& [row, column, value] : expr::jacobian(u, laws.w).entries)
    by_w[index(row)].emplace_back(column, value);
  for (const auto& [row, column, value] : expr::jacobian(y, laws.w).entries)
    for (const auto& [velocity, share] : by_w[index(row)])
      laws.gyroscopic.add(column, velocity, -(value * share));
  for (std::size_t k = 0, next = 0; k < ports.effort.size(); ++k)
    for (Expr& effort : ports.effort[k]) effort = u[next++];
}

}  // namespace

Laws junction(const Connection& connection, const std::vector<PortOf>& ports,
              const model::Component& scope) {
  Laws laws = nothing(scope);
  Joined joined = take(connection, ports, scope, laws);
  add_nothing(laws);
  switch (connection.kind) {
    case Connection::Kind::kCommonFlow: share_flow(joined, laws); break;
    case Connection::Kind::kCommonEffort: share_effort(joined, laws); break;
    case Connection::Kind::kMatrix: apply_matrix(joined, laws); break;
  }
  for (std::size_t k = 0; k < ports.size(); ++k)
    for (std::size_t i = 0; i < joined.flow[k].size(); ++i)
      for (const Expr& value :
           {joined.effort[k][i], joined.flow[k][i], joined.effort[k][i] * joined.flow[k][i]})
        laws.readouts.push_back(value);
  return laws;
}

Laws feedback(const PortOf& driven, const model::Input& input, const model::Component& scope) {
  Laws laws = nothing(scope);
  const Side port(driven.component->laws, "port.", laws);
  Side text(scope.laws, "scope.", laws);
  text.take_multipliers();
  const std::vector<Expr> flow = port.rename(flows(driven.component->laws, *driven.port));
  laws.readouts = text.rename(input.formulas);  // followed by the powers
  for (std::size_t i = 0; i < flow.size(); ++i) laws.readouts.push_back(laws.readouts[i] * flow[i]);
  for (std::size_t i = 0; i < flow.size(); ++i)
    laws.resistive.push_back(
        {.name = "", .flow = flow[i], .effort = -laws.readouts[i], .is_force = true});
  add_nothing(laws);
  return laws;
}

Laws coordinate(const model::Component& component, const model::Readout& output) {
  Laws laws = nothing(component);
  const Side side(component.laws, "", laws);
  const Expr value = side.rename({component.laws.readouts[index(output.index)]})[0];
  laws.parameters.push_back(laws.graph->symbol("value"));
  add_row(value - laws.parameters.back(), !expr::depends_on_any(value, laws.w), laws);
  add_nothing(laws);
  return laws;
}

}  // namespace porthos::system
