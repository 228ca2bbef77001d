#include <algorithm>
#include <numeric>

#include "expr/derivative.hpp"
#include "laws/fuse.hpp"
#include "laws/moving_frame.hpp"
#include "system/assemble.hpp"

namespace porthos::system {

using expr::Expr;
using laws::Laws;

TypeCache::LawsPtr TypeCache::of(const model::Component& component,
                                 const std::vector<char>& prescribed) {
  LawsPtr& found = laws_[{&component, prescribed}];
  if (found) return found;
  Laws laws = component.laws;
  std::vector<std::pair<Expr, Expr>> absent;
  auto next_row = static_cast<std::ptrdiff_t>(laws.velocity_constraints.size());
  for (std::size_t k = 0; k < prescribed.size(); ++k) {
    const std::string name = "multiplier(#" + std::to_string(k) + ")";
    laws.ports[k].prescribed = prescribed[k] != 0;
    if (prescribed[k])
      laws.mu.insert(laws.mu.begin() + next_row++, laws.graph->symbol(name));
    else if (const auto symbol = laws.graph->find_symbol(name))
      absent.emplace_back(*symbol, -laws.u[k]);  // a prescribed port that got an effort as input
  }
  if (!absent.empty()) laws.readouts = expr::substitute(laws.readouts, absent, *laws.graph);
  return found = std::make_shared<const Laws>(std::move(laws));
}

TypeCache::LawsPtr TypeCache::of(const model::Connection& connection,
                                 const std::vector<PortOf>& ports, const model::Component& scope) {
  LawsPtr& found = joints_[&connection];
  if (!found) found = std::make_shared<const Laws>(junction(connection, ports, scope));
  return found;
}

TypeCache::LawsPtr TypeCache::of(const PortOf& driven, const model::Input& input,
                                 const model::Component& scope) {
  LawsPtr& found = joints_[&input];
  if (!found) found = std::make_shared<const Laws>(feedback(driven, input, scope));
  return found;
}

TypeCache::LawsPtr TypeCache::of(const model::Component& component, const model::Readout& output) {
  LawsPtr& found = joints_[&output];
  if (!found) found = std::make_shared<const Laws>(coordinate(component, output));
  return found;
}

TypeCache::LawsPtr TypeCache::fused(const Assembly& assembly) {
  std::vector<const void*> key;  // the maps follow from the components, so their laws suffice
  for (const Instance& instance : assembly.instances) key.push_back(instance.laws.get());
  LawsPtr& found = fused_[key];
  if (found) return found;
  std::vector<laws::Placed> parts;
  for (const Instance& part : assembly.instances)
    parts.push_back({part.laws.get(), part.z, part.w, part.c, part.mu, part.u, part.mode});
  const Sizes& n = assembly.sizes;
  Laws whole = laws::fuse(parts, {n.z, n.w, n.c, n.mu, n.u, n.mode});
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
    all(whole.mode, n.mode);
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
    // If the energy of a step needs better efforts than those at the stages, they must not be
    // eliminated.
    is_closed = !laws::moves_without_mass(*whole.laws);
    assembly.instances.assign(1, std::move(whole));
  }
  for (Instance& instance : assembly.instances) {
    Compiled& compiled =
        compiled_.try_emplace(instance.laws, Compiled{Zeros(*instance.laws), {}}).first->second;
    const std::vector<char> zeros = compiled.zeros.at(instance.parameters);
    auto& type = compiled.types[zeros];
    if (!type)
      type = std::make_shared<const ElementType>(
          system::compile(*instance.laws, compiled.zeros.without(zeros), is_closed));
    instance.type = type;
    for (int k = 0; k < type->branches; ++k) instance.branch.push_back(assembly.sizes.branch++);
    assembly.time.add(type->switches, type->poles, *instance.laws, instance.parameters);
  }
}

}  // namespace porthos::system
