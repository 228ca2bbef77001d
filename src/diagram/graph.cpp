#include "diagram/graph.hpp"

#include <algorithm>

namespace porthos::diagram {
namespace {

using model::object;

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

Json to_json(const Accounts& accounts) {
  Json list = Json::array();
  for (const auto& [column, sign] : accounts)
    list.push_back(object({{"column", column}, {"sign", sign}}));
  return list;
}

void Draft::add_net(const std::string& key, std::vector<std::string> names,
                    std::vector<std::string> parts, bool is_join) {
  nets_.emplace(key, Net{std::move(names), std::move(parts), is_join});
}

void Draft::add_box(Box box, const Ends& ends) {
  const std::string id = path_ + box.key;
  boxes_.emplace_back(id, std::move(box));
  for (const End& end : ends) tie(id, end);
}

void Draft::add_port(const std::string& name, std::vector<std::string> parts, const End& end,
                     std::optional<Accounts> accounts) {
  const std::string id = path_ + "port " + name;
  ports_.push_back({id, name, std::move(parts), std::move(accounts)});
  port_ids_.insert(id);
  tie(id, end);
}

void Draft::tie(const std::string& owner, const End& end) {
  auto known = ties_.rbegin();  // the ends of an owner follow each other
  while (known != ties_.rend() && known->owner == owner && known->end.net != end.net) ++known;
  if (known == ties_.rend() || known->owner != owner) {
    ties_.push_back({owner, end});
    return;
  }
  if (!end.is_power) return;
  End& before = known->end;
  append(before.columns, end.columns);
  if (!before.is_power || before.port.empty()) before.port = end.port;
  before.is_power = true;
}

/// Equal for nets that join the same boxes in the same way.
std::string Draft::signature(const std::vector<const Tie*>& ties) const {
  std::vector<std::string> owners;
  for (const Tie* one : ties)
    owners.push_back((is_port(one->owner) ? "outer" : one->owner) +
                     (one->end.is_power ? " power" : " state"));
  std::ranges::sort(owners);
  std::string text;
  for (const std::string& owner : owners) text += owner + ";";
  return text;
}

/// Several nets between the same boxes are merged, such as those of translation and rotation.
Draft::Merger Draft::merge() const {
  std::vector<std::string> keys;
  std::map<std::string, std::vector<const Tie*>> ties;
  for (const Tie& one : ties_) {
    auto& own = ties[one.end.net];
    if (own.empty()) keys.push_back(one.end.net);
    own.push_back(&one);
  }
  const auto port_on = [&](const std::string& key) {
    for (const Tie* one : ties[key])
      if (is_port(one->owner)) return one->owner;
    return std::string();
  };
  Merger made;
  std::map<std::string, std::string> leaders_by_signature;
  for (const std::string& key : keys) {
    const auto declared = nets_.find(key);
    const Net net = declared == nets_.end() ? Net() : declared->second;
    std::string leader = key;
    if (net.is_join) {
      const auto [first, is_new] = leaders_by_signature.emplace(signature(ties[key]), key);
      if (!is_new && ties[key].size() > 1) leader = first->second;
    }
    made.leaders[key] = leader;
    if (leader == key) {
      made.nets.emplace_back(key, net);
      continue;
    }
    for (auto& [other, kept] : made.nets)
      if (other == leader) {
        append(kept.names, net.names);
        append(kept.parts, net.parts);
      }
    const std::string from = port_on(key), to = port_on(leader);
    if (!from.empty() && !to.empty()) made.ports[from] = to;
  }
  return made;
}

Json Draft::edges(const Merger& merger) const {
  struct Edge {
    std::string id, owner, junction;
    bool is_power;
    std::vector<std::string> ports, columns;
  };
  std::vector<Edge> found;
  std::map<std::string, std::size_t> places;
  for (const auto& [owner, end] : ties_) {
    const auto stays = merger.ports.find(owner);
    const std::string& own = stays == merger.ports.end() ? owner : stays->second;
    const std::string junction = path_ + "net " + merger.leaders.at(end.net);
    const std::string id = own + " — " + junction;
    const auto [place, is_new] = places.emplace(id, found.size());
    if (is_new) found.push_back({id, own, junction, end.is_power, {}, {}});
    Edge& edge = found[place->second];
    edge.is_power = end.is_power;
    if (!end.port.empty()) edge.ports.push_back(end.port);
    append(edge.columns, end.columns);
  }
  Json list = Json::array();
  for (const Edge& edge : found)
    list.push_back(object({{"id", edge.id},
                           {"end", edge.owner},
                           {"junction", edge.junction},
                           {"kind", edge.is_power ? "power" : "state"},
                           {"ports", edge.ports},
                           {"columns", edge.columns}}));
  return list;
}

Json Draft::ports(const Merger& merger) const {
  Json list = Json::array();
  for (const OuterPort& port : ports_) {
    if (merger.ports.count(port.id)) continue;
    std::vector<std::string> names, parts;
    Accounts accounts;
    bool is_accounted = true;
    for (const OuterPort& one : ports_) {
      const auto stays = merger.ports.find(one.id);
      if (one.id != port.id && (stays == merger.ports.end() || stays->second != port.id)) continue;
      names.push_back(one.name);
      append(parts, one.parts);
      is_accounted = is_accounted && one.accounts;
      if (one.accounts) append(accounts, *one.accounts);
    }
    Json made = object({{"id", port.id}, {"names", names}, {"parts", parts}});
    if (is_accounted) made["accounts"] = to_json(accounts);
    list.push_back(std::move(made));
  }
  return list;
}

Graph Draft::finish() const {
  const Merger merger = merge();
  Graph graph;
  Json boxes = Json::array(), junctions = Json::array();
  for (const auto& [id, box] : boxes_) {
    graph.boxes.push_back(
        {box.kind, box.name, box.parts, box.symbols, box.accounts, box.energy.has_value()});
    Json made = object({{"id", id},
                        {"name", box.name},
                        {"kind", box.kind},
                        {"parts", box.parts},
                        {"symbols", box.symbols}});
    if (box.accounts) made["accounts"] = to_json(*box.accounts);
    if (box.energy) made["energy"] = *box.energy;
    if (box.inside) made["inside"] = *box.inside;
    boxes.push_back(std::move(made));
  }
  for (const auto& [key, net] : merger.nets)
    junctions.push_back(
        object({{"id", path_ + "net " + key}, {"names", net.names}, {"parts", net.parts}}));
  graph.json = object({{"name", name_},
                       {"scope", scope_},
                       {"boxes", std::move(boxes)},
                       {"junctions", std::move(junctions)},
                       {"ports", ports(merger)},
                       {"edges", edges(merger)}});
  return graph;
}

}  // namespace porthos::diagram
