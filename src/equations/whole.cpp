#include "equations/whole.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/index.hpp"
#include "equations/named_parameters.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "laws/fuse.hpp"

namespace porthos::equations {
namespace {

using Renaming = std::vector<std::pair<Expr, Expr>>;

/// "rod.lambda_rail" for the multiplier lambda of rod.rail.
std::string labelled(const std::string& letter, const std::string& name) {
  std::size_t dot = name.rfind('.');
  while (dot != name.npos && dot > 0 && name.find_first_not_of("0123456789", dot + 1) == name.npos)
    dot = name.rfind('.', dot - 1);
  const std::size_t first = dot == name.npos ? 0 : dot + 1;
  return name.substr(0, first) + letter + '_' + name.substr(first);
}

/// The same laws with each formula and symbol replaced according to `to`.
Laws rewritten(const Laws& from, std::shared_ptr<expr::Graph> graph, expr::Substitution& to) {
  Laws made = from;
  made.graph = std::move(graph);
  for (auto* list : {&made.z, &made.w, &made.e, &made.p, &made.u, &made.lambda, &made.mu,
                     &made.kinematics, &made.shift})
    for (Expr& formula : *list) formula = to(formula);
  for (laws::Matrix* matrix : {&made.mass, &made.gyroscopic})
    for (auto& [place, formula] : matrix->entries()) formula = to(formula);
  for (auto& potential : made.potentials) potential.energy = to(potential.energy);
  for (auto& resistive : made.resistive) {
    resistive.flow = to(resistive.flow);
    resistive.effort = to(resistive.effort);
    if (resistive.heats) resistive.heats = to(*resistive.heats);
    resistive.taken = to(resistive.taken);
  }
  for (auto* rows : {&made.position_constraints, &made.velocity_constraints})
    for (auto& row : *rows) row.formula = to(row.formula);
  for (auto& port : made.ports) port.flow = to(port.flow);
  made.t = to(made.t);
  made.readouts.clear();
  made.watched.clear();
  return made;
}

bool is_pi(std::string_view name) {
  return name.substr(name.rfind('.') + 1) == kWrittenPi;  // npos + 1 is 0
}

/// The name of a parameter in the formulas that are shown.
std::string outer_name(const std::string& name) { return is_pi(name) ? "pi" : name; }

/// Finds the parameters that are formulas of others, by their outer names.
void find_derived(const model::Component& component, const std::string& prefix, expr::Graph& graph,
                  Renaming& derived) {
  Renaming outside;
  for (std::size_t next = 0; const model::Parameter& parameter : component.parameters)
    if (!parameter.formula)
      outside.emplace_back(component.laws.parameters[next++],
                           graph.symbol(outer_name(prefix + parameter.name)));
  for (const model::Parameter& parameter : component.parameters) {
    if (!parameter.formula) continue;
    const Expr formula = expr::substitute(*parameter.formula, outside, graph);
    if (!formula.graph() || expr::arity(graph.node(formula.id()).op) == 0) continue;
    derived.emplace_back(formula, graph.symbol(prefix + parameter.name));
  }
  for (const model::Part& part : component.parts)
    find_derived(*part.component, prefix + part.name + ".", graph, derived);
}

/// Replaces sines and cosines of multiples of pi/2, which are whole numbers.
void find_whole_turns(expr::Graph& graph, Renaming& exact) {
  const auto pi = graph.find_symbol("pi");
  if (!pi) return;
  const auto size = static_cast<std::uint32_t>(graph.size());
  for (std::uint32_t id = 0; id < size; ++id) {
    const expr::Op op = graph.node(id).op;
    if (op != expr::Op::kSin && op != expr::Op::kCos) continue;
    const Expr angle = graph.operand(id, 0);
    const auto factor = expr::linear_coefficients(angle, {&*pi, 1});
    const auto turns = factor ? expr::constant(factor->front()) : std::nullopt;
    if (!turns) continue;
    const double quarters = 2 * *turns;
    if (quarters != std::round(quarters) || std::abs(quarters) > 1e6) continue;
    static constexpr std::array<double, 4> kSine{0, 1, 0, -1};
    const long turn = std::lround(quarters) + (op == expr::Op::kCos ? 1 : 0);
    exact.emplace_back(graph.expr(id), kSine[static_cast<std::size_t>(((turn % 4) + 4) % 4)]);
  }
}

/// Creates the names of the symbols of the fused laws.
class Namer {
 public:
  Namer(const system::Assembled& flat, Whole& whole, const std::shared_ptr<expr::Budget>& budget)
      : flat_(flat), whole_(whole), graph_(std::make_shared<expr::Graph>(budget)) {}

  Laws name(const Laws& fused, const model::Component& root, const std::vector<char>& inert) {
    renaming_.emplace_back(fused.t, graph_->symbol("t"));
    // The multipliers of set-valued laws are their forces in all modes.
    for (const Expr mode : fused.modes) renaming_.emplace_back(mode, Expr(0.0));
    name_states(fused);
    name_multipliers(fused, inert);
    name_ports(fused);
    for (std::size_t heat = 0, power = 0; const laws::Resistive& one : fused.resistive)
      whole_.relations.push_back(one.heats ? flat_.heats[heat++].name : flat_.powers[power++].name);
    for (const auto& parameter : flat_.parameters)
      if (!is_pi(parameter.name))
        whole_.symbols.add(parameter.name, parameter.name, "parameter", parameter.unit);
    for (std::size_t k = 0; const auto& names : flat_.parameter_names)
      for (const std::string& name : names) give(fused.parameters[k++], outer_name(name));
    whole_.symbols.choose();

    expr::Substitution to_names(renaming_, *graph_);
    const Laws named = rewritten(fused, graph_, to_names);
    Renaming derived;
    find_derived(root, "", *graph_, derived);
    find_whole_turns(*graph_, derived);
    expr::Substitution abbreviate(derived, *graph_);
    const auto readout = [&](int number) {
      return number < 0 ? Expr(0.0) : abbreviate(to_names(fused.readouts[index(number)]));
    };
    for (const model::SetValued& law : flat_.set_valued) {
      const bool has_bound = law.bound >= 0;
      whole_.inclusions.push_back({law, readout(law.bound), readout(has_bound ? law.bound + 1 : -1),
                                   readout(law.restitution)});
    }
    for (Expr& input : whole_.inputs) input = abbreviate(input);
    return rewritten(named, graph_, abbreviate);
  }

 private:
  void give(const Expr& symbol, const std::string& name) {
    renaming_.emplace_back(symbol, graph_->symbol(name));
  }

  void name_states(const Laws& fused) {
    for (std::size_t i = 0; i < flat_.z.size(); ++i) {
      const auto& state = flat_.z[i];
      whole_.is_clock.push_back(state.is_clock);
      give(fused.z[i], state.is_clock ? "t" : state.name);
      give(fused.e[i], "effort(" + state.name + ")");
      if (!state.is_clock) whole_.symbols.add(state.name, state.name, "position", state.unit);
    }
    for (std::size_t i = 0; i < flat_.w.size(); ++i) {
      const auto& state = flat_.w[i];
      give(fused.w[i], state.name);
      give(fused.p[i], "momentum(" + state.name + ")");
      whole_.symbols.add(state.name, state.name, "velocity", state.unit);
    }
  }

  void name_multipliers(const Laws& fused, const std::vector<char>& inert) {
    const auto add = [&](const std::string& row, const char* letter) {
      const std::string name = "multiplier(" + row + ")";
      whole_.symbols.add(name, "multiplier." + row, "multiplier", "", labelled(letter, row));
      return name;
    };
    for (std::size_t i = 0; i < flat_.c.size(); ++i)
      if (i < inert.size() && inert[i])
        renaming_.emplace_back(fused.lambda[i], Expr(0.0));
      else
        give(fused.lambda[i], add(flat_.c[i].name, "lambda"));
    whole_.is_prescribing.assign(flat_.mu.size(), 0);
    for (const int row : flat_.assembly.prescribed)
      if (row >= 0) whole_.is_prescribing[index(row)] = 1;
    for (std::size_t i = 0; i < flat_.mu.size(); ++i)
      if (!whole_.is_prescribing[i]) give(fused.mu[i], add(flat_.mu[i].name, "mu"));
  }

  void name_ports(const Laws& fused) {
    whole_.ports.resize(fused.u.size());
    whole_.inputs.resize(fused.u.size());
    for (const auto& port : flat_.ports) {
      const std::vector<Expr> inputs = formulas_of(port);
      for (std::size_t k = 0; k < port.u.size(); ++k) {
        const std::size_t u = index(port.u[k]);
        whole_.inputs[u] = k < inputs.size() ? inputs[k] : Expr(0.0);
        if (port.is_clock || !port.feedback.empty()) continue;  // this is a force law
        const std::string entry = port.u.size() == 1 ? "" : "." + std::to_string(k + 1);
        whole_.ports[u] = port.name + entry;
        const int row = flat_.assembly.prescribed[u];
        // A prescribed flow is in the row of the multiplier; the effort is minus the multiplier.
        const Expr effort = graph_->symbol(whole_.ports[u]);
        whole_.symbols.add(whole_.ports[u], port.name + ".effort" + entry, "port",
                           port.effort_unit);
        if (row >= 0) renaming_.emplace_back(fused.mu[index(row)], -effort);
        renaming_.emplace_back(fused.u[u], row >= 0 ? whole_.inputs[u] : effort);
      }
    }
    for (std::size_t u = 0; u < fused.u.size(); ++u)
      if (whole_.ports[u].empty()) renaming_.emplace_back(fused.u[u], Expr(0.0));
  }

  std::vector<Expr> formulas_of(const system::OuterPort& port) {
    const auto& [input, scope, names] = port.driven_by;
    if (!input || input->is_feedback) return {};
    Renaming outside{{scope->laws.t, graph_->symbol("t")}};
    for (std::size_t i = 0; i < names.size(); ++i)
      outside.emplace_back(scope->laws.parameters[i], graph_->symbol(outer_name(names[i])));
    return expr::substitute(input->formulas, outside, *graph_);
  }

  const system::Assembled& flat_;
  Whole& whole_;
  std::shared_ptr<expr::Graph> graph_;
  Renaming renaming_;
};

}  // namespace

Whole whole_of(const model::Component& root, const system::Assembled& flat,
               const std::vector<char>& inert) {
  std::vector<laws::Placed> parts;
  for (const system::Instance& part : flat.assembly.instances)
    parts.push_back({part.laws.get(), part.z, part.w, part.c, part.mu, part.u, part.mode});
  const system::Sizes& n = flat.assembly.sizes;
  const Laws fused = laws::fuse(parts, {n.z, n.w, n.c, n.mu, n.u, n.mode});
  Whole whole;
  whole.laws = Namer(flat, whole, fused.graph->budget()).name(fused, root, inert);
  return whole;
}

}  // namespace porthos::equations
