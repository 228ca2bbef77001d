#include <algorithm>
#include <set>

#include "base/unit.hpp"
#include "diagram/pattern.hpp"

// Boxes of components, and the energy account of the whole diagram.

namespace porthos::diagram {
namespace {

/// True for a skew matrix that depends on the velocities it couples, with a thermal port: entropy
/// is produced (Onsager's form).
bool is_process(const Text& text) {
  const std::vector<model::Port>& ports = text.component().ports;
  const bool is_thermal = std::ranges::any_of(
      ports, [](const model::Port& port) { return are_alike(port.flow_unit, "K"); });
  const Meanings meanings = text.meanings(text["gyroscopic"]);
  return ports.size() > 1 && is_thermal && std::ranges::any_of(meanings, [](const Meaning& one) {
           return one.kind == Meaning::Kind::kVelocity;
         });
}

/// The kind of a component's box, from the boxes inside it.
std::string kind_of(const Graph& inside, const Text& text) {
  if (inside.boxes.empty()) return "reversible";
  if (std::ranges::all_of(inside.boxes,
                          [](const Graph::Box& box) { return box.kind == "reversible"; }))
    return is_process(text) ? "irreversible" : "reversible";
  return inside.boxes.size() > 1 ? "composite" : inside.boxes.front().kind;
}

}  // namespace

/// Adds the box of a component with its diagram inside. A component of one part is that part.
void Pattern::add_component(const Member& member, const std::vector<Target>& targets) {
  std::vector<std::string> exposed;
  for (const auto& [port, end] : uses_[member.name]) exposed.push_back(port);
  const Text inner(*member.part->component, text_.recording(), text_.scope() + member.name + ".");
  Built built = Pattern(inner, path_ + member.name + "/", &exposed, is_inert_).build();
  for (const std::string& port : built.driven) {
    add_free_port(member.name + "." + port);
    driven_.push_back(member.name + "." + port);
  }
  Ends ends;
  for (const auto& [port, end] : uses_[member.name]) ends.push_back(end);
  for (const auto& [side, net] : targets) {
    const auto used = std::ranges::find(built.sides, side, &std::pair<std::string, bool>::first);
    ends.push_back({net, used == built.sides.end() || used->second, side});
  }
  const bool opens = built.graph.boxes.size() > 1;
  Box box{.key = member.name,
          .name = member.name,
          .kind = kind_of(built.graph, inner),
          .parts = {text_.at({"components", member.key})},
          .symbols = {text_.scope() + member.name},
          .accounts = built.graph.accounts};
  std::set<std::string> known;
  for (const Graph::Box& inside : built.graph.boxes) {
    if (!opens) box.parts.insert(box.parts.end(), inside.parts.begin(), inside.parts.end());
    for (const std::string& symbol : inside.symbols)
      if (known.insert(symbol).second) box.symbols.push_back(symbol);
  }
  if (opens) box.inside = std::move(built.graph.json);
  draft_.add_box(std::move(box), ends);
}

/// The diagram, with an energy account of the whole if all of its boxes have one.
Graph Pattern::finish() const {
  Graph graph = draft_.finish();
  Accounts accounts;
  const bool has_parts_of_energy = std::ranges::any_of(
      graph.boxes, [](const Graph::Box& box) { return box.has_energy && box.kind == "kinetic"; });
  if (has_parts_of_energy) accounts.push_back({"energy." + text_.scope() + "kinetic"});
  // The outermost kinetic energy is that of all components.
  if (has_parts_of_energy && text_.scope().empty() && text_["components"]) return graph;
  for (const Graph::Box& box : graph.boxes) {
    if (box.has_energy || box.kind == "ground") continue;
    if (!box.accounts) return graph;
    accounts.insert(accounts.end(), box.accounts->begin(), box.accounts->end());
  }
  graph.json["accounts"] = to_json(accounts);
  graph.accounts = std::move(accounts);
  return graph;
}

}  // namespace porthos::diagram
