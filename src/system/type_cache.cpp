#include <algorithm>
#include <numeric>

#include "expr/derivative.hpp"
#include "laws/fuse.hpp"
#include "laws/moving_frame.hpp"
#include "system/assemble.hpp"

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;

/// One side of a connection: the symbols of its component under new names.
struct Side {
  std::vector<std::pair<Expr, Expr>> renaming;

  Side(const Laws& from, const std::string& prefix, Laws& to) {
    const auto take = [&](const std::vector<Expr>& symbols, std::vector<Expr>& target) {
      for (const Expr symbol : symbols) {
        const Expr renamed = to.graph->symbol(prefix + from.graph->name(symbol));
        renaming.emplace_back(symbol, renamed);
        target.push_back(renamed);
      }
    };
    take(from.z, to.z);
    take(from.w, to.w);
    take(from.e, to.e);
    take(from.p, to.p);
    take(from.parameters, to.parameters);
  }

  std::vector<Expr> rename(const std::vector<Expr>& formulas, Laws& to) const {
    return expr::substitute(formulas, renaming, *to.graph);
  }
};

std::vector<Expr> flows(const Laws& laws, const model::Port& port) {
  std::vector<Expr> made;
  for (int i = 0; i < port.size; ++i)
    made.push_back(laws.ports[static_cast<std::size_t>(port.first + i)].flow);
  return made;
}

/// [001] (12): equal flows, opposite efforts. The multiplier is the effort that acts on `b`, and
/// minus the one that acts on `a`. Where both positions are known the positions are equal too, and
/// with them the flows: no gap can grow ([001] Remark 4).
Laws connection(const model::Component& a, const model::Port& port_a, const model::Component& b,
                const model::Port& port_b) {
  Laws laws;
  laws.graph = std::make_shared<expr::Graph>();
  laws.t = laws.graph->symbol("t");
  const Side side_a(a.laws, "a.", laws), side_b(b.laws, "b.", laws);
  const bool is_positional = !port_a.position.empty() && !port_b.position.empty();
  const auto of_a = side_a.rename(is_positional ? port_a.position : flows(a.laws, port_a), laws);
  const auto of_b = side_b.rename(is_positional ? port_b.position : flows(b.laws, port_b), laws);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const laws::Constraint row{"", "", of_a[i] - of_b[i]};
    const Expr multiplier = laws.graph->symbol("multiplier(" + std::to_string(i) + ")");
    (is_positional ? laws.position_constraints : laws.velocity_constraints).push_back(row);
    (is_positional ? laws.lambda : laws.mu).push_back(multiplier);
  }
  laws.kinematics.assign(laws.z.size(), Expr(0.0));
  return laws;
}

}  // namespace

TypeCache::LawsPtr TypeCache::of(const model::Component& component,
                                 const std::vector<char>& prescribed) {
  LawsPtr& found = laws_[{&component, prescribed}];
  if (found) return found;
  Laws laws = component.laws;
  std::vector<std::pair<Expr, Expr>> absent;
  for (std::size_t k = 0; k < prescribed.size(); ++k) {
    const std::string name = "multiplier(#" + std::to_string(k) + ")";
    laws.ports[k].prescribed = prescribed[k] != 0;
    if (prescribed[k])
      laws.mu.push_back(laws.graph->symbol(name));
    else if (const auto symbol = laws.graph->find_symbol(name))
      absent.emplace_back(*symbol, -laws.u[k]);  // a moving constraint that got an effort instead
  }
  if (!absent.empty()) laws.readouts = expr::substitute(laws.readouts, absent, *laws.graph);
  return found = std::make_shared<const Laws>(std::move(laws));
}

TypeCache::LawsPtr TypeCache::of(const model::Component& a, const model::Port& port_a,
                                 const model::Component& b, const model::Port& port_b) {
  LawsPtr& found = connections_[{&port_a, &port_b}];
  if (!found) found = std::make_shared<const Laws>(connection(a, port_a, b, port_b));
  return found;
}

TypeCache::LawsPtr TypeCache::fused(const Assembly& assembly) {
  std::vector<const void*> key;  // the maps follow from the components, so their laws say it all
  for (const Instance& instance : assembly.instances) key.push_back(instance.laws.get());
  LawsPtr& found = fused_[key];
  if (found) return found;
  std::vector<laws::Placed> parts;
  for (const Instance& part : assembly.instances)
    parts.push_back({part.laws.get(), part.z, part.w, part.c, part.mu, part.u});
  const Sizes& n = assembly.sizes;
  Laws whole = laws::fuse(parts, {n.z, n.w, n.c, n.mu, n.u});
  if (laws::has_moving_mass(whole)) whole = laws::to_moving_frame(std::move(whole));
  return found = std::make_shared<const Laws>(std::move(whole));
}

void TypeCache::compile(Assembly& assembly) {
  bool is_closed = false;
  // The velocities of a moving frame replace the model's own in all laws together.
  const bool has_moving_mass = std::ranges::any_of(
      assembly.instances, [](const auto& one) { return laws::has_moving_mass(*one.laws); });
  if ((assembly.instances.size() <= fused_size_ || has_moving_mass) &&
      !assembly.instances.empty()) {
    assembly.sizes.velocity = has_moving_mass ? assembly.sizes.w : 0;
    Instance whole;
    whole.laws = fused(assembly);
    const auto all = [](std::vector<int>& indices, int count) {
      indices.resize(static_cast<std::size_t>(count));
      std::iota(indices.begin(), indices.end(), 0);
    };
    const Sizes& n = assembly.sizes;
    all(whole.z, n.z);
    all(whole.w, n.w);
    all(whole.c, n.c);
    all(whole.mu, n.mu);
    all(whole.u, n.u);
    const auto append = [](auto& to, const auto& more) {
      to.insert(to.end(), more.begin(), more.end());
    };
    for (const Instance& part : assembly.instances) {
      append(whole.potential, part.potential);
      append(whole.power, part.power);
      append(whole.heat, part.heat);
      append(whole.readout, part.readout);
      append(whole.watched, part.watched);
      append(whole.parameters, part.parameters);
    }
    // Where the energy of a step hangs on better efforts than those at the stages, these must not
    // be eliminated.
    is_closed = !laws::moves_without_mass(*whole.laws);
    assembly.instances.assign(1, std::move(whole));
  }
  for (Instance& instance : assembly.instances) {
    auto& type = types_[instance.laws];
    if (!type)
      type = std::make_shared<const ElementType>(system::compile(*instance.laws, is_closed));
    instance.type = type;
    assembly.time.add(type->switches, type->poles, *instance.laws, instance.parameters);
  }
}

}  // namespace porthos::system
