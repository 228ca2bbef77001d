#include "diagram/flows.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "diagram/text.hpp"

namespace porthos::diagram {
namespace {

using expr::Expr;

/// The state whose entries these formulas are; `symbols` stand for the states.
std::optional<std::string> state_by(const std::vector<model::Variable>& states,
                                    const std::vector<Expr>& symbols,
                                    const std::vector<Expr>& formulas) {
  for (std::size_t first = 0; first < states.size(); ++first) {
    if (symbols[first] != formulas.front()) continue;
    const std::string name = whole_of(states[first].name);
    std::size_t count = 0;  // number of its entries, if this is the first of them
    for (std::size_t i = 0; i < states.size(); ++i)
      if (whole_of(states[i].name) == name) {
        if (count == 0 && i != first) return std::nullopt;
        ++count;
      }
    if (count != formulas.size()) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i)
      if (symbols[first + i] != formulas[i]) return std::nullopt;
    return name;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> state_in(const model::Component& component,
                                    const std::vector<Expr>& formulas) {
  if (formulas.empty()) return std::nullopt;
  const laws::Laws& laws = component.laws;
  if (const auto name = state_by(component.velocities, laws.w, formulas)) return name;
  if (const auto name = state_by(component.positions, laws.z, formulas)) return name;
  return state_by(component.positions, laws.e, formulas);
}

std::vector<Expr> flows_of(const model::Component& component, const model::Port& port) {
  std::vector<Expr> flows;
  for (int i = 0; i < port.size; ++i)
    flows.push_back(component.laws.ports[index(port.first + i)].flow);
  return flows;
}

std::vector<std::string> twins_of(const model::Component& component, const std::string& port) {
  std::vector<std::string> twins;
  const model::Port* own = component.find_port(port);
  if (!own) return twins;
  const std::vector<Expr> flows = flows_of(component, *own);
  for (const model::Port& other : component.ports)
    if (&other != own && !other.is_clock && flows_of(component, other) == flows)
      twins.push_back(other.name);
  return twins;
}

std::string port_of_offer(const model::Component& component, const std::string& offer) {
  const auto found = std::ranges::find(component.offers, offer, &model::Offer::name);
  if (found == component.offers.end()) return "";
  std::vector<std::vector<Expr>> offered;  // without rates that follow from positions
  for (const auto& [name, value] : found->values)
    if (const model::Quantity* quantity = found->interface->find(name);
        quantity && !found->interface->is_derived(*quantity))
      offered.push_back(value.entries);
  const auto state = offered.size() == 1 ? state_in(component, offered.front()) : std::nullopt;
  if (!state) return "";
  for (const model::Port& port : component.ports)
    if (!port.is_clock && state_in(component, flows_of(component, port)) == state) return port.name;
  return "";
}

}  // namespace porthos::diagram
