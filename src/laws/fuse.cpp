#include "laws/fuse.hpp"

#include <string>

#include "base/index.hpp"
#include "expr/derivative.hpp"

namespace porthos::laws {
namespace {

std::vector<Expr> symbols(expr::Graph& graph, const char* stem, int count) {
  std::vector<Expr> made;
  for (int i = 0; i < count; ++i) made.push_back(graph.symbol(stem + std::to_string(i)));
  return made;
}

/// The symbols of a part and their replacements in the whole, to which its parameters are added.
std::vector<std::pair<Expr, Expr>> renaming(const Placed& part, Laws& all) {
  const Laws& laws = *part.laws;
  std::vector<std::pair<Expr, Expr>> pairs{{laws.t, all.t}};
  const auto rename = [&](const std::vector<Expr>& from, std::span<const int> places,
                          const std::vector<Expr>& to) {
    for (std::size_t i = 0; i < from.size() && i < places.size(); ++i)
      pairs.emplace_back(from[i], to[index(places[i])]);
  };
  rename(laws.z, part.z, all.z);
  rename(laws.e, part.z, all.e);
  rename(laws.w, part.w, all.w);
  rename(laws.p, part.w, all.p);
  rename(laws.w_rate, part.w, all.w_rate);
  rename(laws.lambda, part.c, all.lambda);
  rename(laws.mu, part.mu, all.mu);
  rename(laws.u, part.u, all.u);
  rename(laws.modes, part.mode, all.modes);
  for (const Expr parameter : laws.parameters) {
    const Expr renamed = all.graph->symbol("parameter" + std::to_string(all.parameters.size()));
    pairs.emplace_back(parameter, renamed);
    all.parameters.push_back(renamed);
  }
  return pairs;
}

/// Adds the storage, dissipation, forces and kinematics of a part.
void add_motion(const Placed& part, expr::Substitution& moved, Laws& all) {
  const Laws& laws = *part.laws;
  const auto add = [&](const Matrix& own, Matrix& to) {
    for (const auto& [place, formula] : own.entries())
      to.add(part.w[index(place.first)], part.w[index(place.second)], moved(formula));
  };
  for (const Potential& potential : laws.potentials)
    all.potentials.push_back({potential.name, moved(potential.energy)});
  for (std::size_t i = 0; i < laws.kinematics.size(); ++i)
    all.kinematics[index(part.z[i])] += moved(laws.kinematics[i]);
  add(laws.mass, all.mass);
  add(laws.gyroscopic, all.gyroscopic);
  if (!laws.shift.empty()) all.shift.resize(all.w.size());
  for (std::size_t i = 0; i < laws.shift.size(); ++i)
    all.shift[index(part.w[i])] += moved(laws.shift[i]);
  for (const Resistive& resistive : laws.resistive) {
    std::optional<Expr> heats;
    if (resistive.heats) heats = moved(*resistive.heats);
    all.resistive.push_back({resistive.name, moved(resistive.flow), moved(resistive.effort), heats,
                             resistive.is_force, resistive.is_row, moved(resistive.taken)});
  }
}

/// Adds the constraints and ports of a part, and the rows of ports with prescribed flow.
void add_rows(const Placed& part, expr::Substitution& moved, Laws& all) {
  const Laws& laws = *part.laws;
  for (std::size_t i = 0; i < laws.position_constraints.size(); ++i) {
    const Constraint& row = laws.position_constraints[i];
    all.position_constraints[index(part.c[i])] = {row.name, row.unit, moved(row.formula)};
  }
  auto& rows = all.velocity_constraints;
  for (std::size_t i = 0; i < laws.velocity_constraints.size(); ++i) {
    const Constraint& row = laws.velocity_constraints[i];
    rows[index(part.mu[i])] = {row.name, row.unit, moved(row.formula)};
  }
  std::size_t next = laws.velocity_constraints.size();
  for (std::size_t k = 0; k < laws.ports.size() && k < part.u.size(); ++k) {
    const Port& port = laws.ports[k];
    const Expr flow = moved(port.flow);
    all.ports[index(part.u[k])] = {port.name, flow, false, port.prescribed};
    if (port.prescribed)
      rows[index(part.mu[next++])] = {port.name, "", flow - all.u[index(part.u[k])]};
  }
}

}  // namespace

Laws fuse(std::span<const Placed> parts, const Whole& whole) {
  Laws all;
  all.graph = std::make_shared<expr::Graph>(parts[0].laws->graph->budget());
  expr::Graph& graph = *all.graph;
  all.t = graph.symbol("t");
  all.z = symbols(graph, "z", whole.z);
  all.w = symbols(graph, "w", whole.w);
  all.e = symbols(graph, "e", whole.z);
  all.p = symbols(graph, "p", whole.w);
  all.w_rate = symbols(graph, "w_rate", whole.w);
  all.lambda = symbols(graph, "lambda", whole.lambda);
  all.mu = symbols(graph, "mu", whole.mu);
  all.u = symbols(graph, "u", whole.u);
  all.modes = symbols(graph, "mode", whole.mode);
  all.kinematics.assign(all.z.size(), Expr(0.0));
  all.mass = all.gyroscopic = Matrix(whole.w);
  all.position_constraints.resize(all.lambda.size());
  all.velocity_constraints.resize(all.mu.size());  // including those of prescribed ports
  all.ports.resize(all.u.size());
  for (const Placed& part : parts) {
    expr::Substitution moved(renaming(part, all), graph);
    add_motion(part, moved, all);
    add_rows(part, moved, all);
    for (const int momentum : part.laws->momenta)
      all.momenta.push_back(momentum + static_cast<int>(all.readouts.size()));
    for (const Expr readout : part.laws->readouts) all.readouts.push_back(moved(readout));
    for (const Expr watched : part.laws->watched) all.watched.push_back(moved(watched));
  }
  return all;
}

}  // namespace porthos::laws
