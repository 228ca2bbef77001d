#include "diagram/pattern.hpp"

#include <algorithm>

#include "diagram/flows.hpp"

namespace porthos::diagram {

Pattern::Pattern(const Text& text, std::string path, const std::vector<std::string>* exposed,
                 const IsInert& is_inert)
    : text_(text),
      path_(std::move(path)),
      exposed_(exposed),
      is_inert_(is_inert),
      domains_(text),
      draft_(text.component().name, path_, text.scope()),
      members_(text),
      wiring_(text, domains_, draft_,
              [this](const std::string& component, const std::string& rest) {
                return use(component + "." + rest);
              }) {}

Pattern::Built Pattern::build() {
  for (const char* key : {"junctions", "connections"})
    for (const auto& [name, json] : text_.members(key))
      join(key, name, json.is_object() ? Place(json)["ports"] : Place(json));
  add_interconnection();
  add_ports();
  add_terms(wiring_, [this](const std::string& name) { return is_inert_(text_.scope() + name); });
  add_offers();
  std::vector<std::vector<Target>> attached;
  for (const Member& member : members_.all()) attached.push_back(targets(member));
  add_inputs();
  for (std::size_t i = 0; i < attached.size(); ++i) add_component(members_.all()[i], attached[i]);
  for (const auto& [name, is_power] : wiring_.sides()) {
    draft_.add_net("side " + name, {});
    draft_.add_port(name, {text_.at({"between", name})}, {"side " + name, is_power}, {});
  }
  return {finish(), driven_, wiring_.sides()};
}

/// The net of a port, an offer or a state of a component. If it is on no net yet, it joins `net`,
/// if given.
std::string Pattern::use(const std::string& path, const std::string& net) {
  const auto [name, rest] = members_.split(path);
  const Member* member = members_.find(name);
  if (!member) return net.empty() ? "inner " + path : net;
  const auto& offers = member->part->component->offers;
  const std::string head = rest.substr(0, rest.find('.'));
  std::string port = rest;
  if (std::ranges::find(offers, head, &model::Offer::name) != offers.end())
    port = head;
  else if (rest.empty())
    port = offers.size() == 1 ? offers.front().name : "offer";
  const std::string twin = port_of_offer(*member->part->component, port);
  if (const auto known = joined_.find(name + "." + twin);
      net.empty() && !twin.empty() && known != joined_.end())
    return known->second;
  const std::string own = name + "." + port;
  const std::string key = joined_.emplace(own, net.empty() ? "inner " + own : net).first->second;
  Uses& uses = uses_[name];
  if (std::ranges::find(uses, port, &Uses::value_type::first) == uses.end()) {
    End end{key, true, port};
    if (!net.empty()) end.columns.push_back(text_.scope() + own + ".power");
    uses.emplace_back(port, std::move(end));
  }
  return key;
}

bool Pattern::is_used(const std::string& path) const {
  const auto [name, port] = members_.split(path);
  return joined_.count(name + "." + port) != 0;
}

bool Pattern::is_exposed(const std::string& name) const {
  return !exposed_ || std::ranges::find(*exposed_, name) != exposed_->end();
}

/// Ports that meet at a junction or in a connection.
void Pattern::join(const char* key, const std::string& name, Place ports) {
  const std::string net = "junction " + name;
  draft_.add_net(net, {name}, {text_.at({key, name})}, true);
  if (!ports || !ports->is_array()) return;
  for (const Json& port : *ports)
    if (const std::string path = text_.path(Place(port)); !path.empty()) use(path, net);
}

void Pattern::add_interconnection() {
  const Place ports = text_.value("interconnection", "ports");
  if (!ports || !ports->is_array()) return;
  Ends ends;
  for (const Json& port : *ports) {
    const std::string path = text_.path(Place(port)), net = "between " + path;
    draft_.add_net(net, {}, {}, true);
    use(path, net);
    ends.push_back({net, true, path});
  }
  draft_.add_box({.key = "interconnection",
                  .name = "S",
                  .kind = "reversible",
                  .parts = {text_.at({"interconnection"})},
                  .symbols = {},
                  .accounts = Accounts{}},
                 ends);
}

/// Outer ports: those of components under a name of this text, and those of this text.
void Pattern::add_ports() {
  for (const auto& [name, json] : text_.members("ports")) {
    const Place place(json);
    const bool is_driven = text_.has("inputs", name), is_used = is_exposed(name);
    std::optional<Accounts> supplied;
    if (text_.scope().empty())
      supplied = Accounts{{"energy.supplied." + name}, {"energy.forces." + name}};
    std::string net;
    if (json.is_string()) {
      const std::string path = text_.path(place);
      net = shown_at(name, path);
      if (net.empty()) net = use(path);
      draft_.add_net(net, {}, {}, true);
    }
    if (!is_used && !is_driven) continue;
    if (!is_used) driven_.push_back(name);
    const model::Port* port = text_.component().find_port(name);
    if (!net.empty()) {
      draft_.add_port(name, {text_.at({"ports", name})}, {net}, supplied);
    } else if (port && json.is_object()) {
      const Place flow = place["flow"];
      add_mapped(name, text_.meanings(flow ? flow : place["position"]),
                 flow ? flows_of(text_.component(), *port) : port->position, !flow, supplied,
                 "ports");
    }
  }
}

/// The junction with the name of an outer port, if the outer port exposes a port with the same flow
/// as one on this junction.
std::string Pattern::shown_at(const std::string& name, const std::string& path) {
  const auto [component, port] = members_.split(path);
  const Member* member = members_.find(component);
  if (!member) return "";
  const std::string net = "junction " + name;
  for (const std::string& twin : twins_of(*member->part->component, port)) {
    const auto known = joined_.find(component + "." + twin);
    if (known == joined_.end() || known->second != net) continue;
    for (auto& [used, end] : uses_[component])
      if (used == twin) end.columns.push_back(text_.scope() + name + ".power");
    return net;
  }
  return "";
}

/// A port or an offer. It is on a junction of states if it is one of these states; otherwise a box
/// represents its formula.
void Pattern::add_mapped(const std::string& name, const Meanings& meanings,
                         const std::vector<expr::Expr>& formulas, bool is_position,
                         const std::optional<Accounts>& accounts, const char* key) {
  const std::vector<std::string> parts{text_.at({key, name})};
  if (const auto state = state_in(text_.component(), formulas)) {
    const Domain* own = domains_.of(*state);
    const DomainList rates = is_position ? domains_.driving({own}) : DomainList();
    if (rates.size() == 1) own = rates.front();
    if (rates.size() <= 1) return draft_.add_port(name, parts, {net_of(*own)}, accounts);
  }
  const std::string net = "outer " + name;
  const DomainList acted =
      is_position ? domains_.driving(domains_.among(meanings, Domains::Part::kPosition))
                  : domains_.flows_in(meanings);
  draft_.add_net(net, {}, {}, true);
  Ends ends = wiring_.ends(meanings, acted, Wiring::Acts::kRates);
  ends.push_back({net});
  draft_.add_box({.key = "map " + name,
                  .name = name,
                  .kind = "reversible",
                  .parts = parts,
                  .symbols = wiring_.symbols(meanings, acted),
                  .accounts = Accounts{}},
                 ends);
  draft_.add_port(name, {}, {net}, accounts);
}

void Pattern::add_offers() {
  for (const auto& [name, json] : text_.members("offers")) {
    if (!is_exposed(name)) continue;
    if (json.is_string())
      draft_.add_port(name, {text_.at({"offers", name})}, {use(text_.path(Place(json)))}, {});
    else
      add_offer(name, Place(json));
  }
  if (!exposed_) return;
  for (const std::string& name : *exposed_)
    if (!text_.has("offers", name) && !text_.has("ports", name)) expose(name);
}

/// An offer by its rates, or by its positions if it has no rates.
void Pattern::add_offer(const std::string& name, Place place) {
  const auto& offers = text_.component().offers;
  const auto offer = std::ranges::find(offers, name, &model::Offer::name);
  if (offer == offers.end()) return;
  const auto is_rate = [&](const std::string& key) {
    const model::Quantity* quantity = offer->interface->find(key);
    return quantity && quantity->is_rate();
  };
  const Json::object_t& given = Text::members_of(place);
  const bool has_rates =
      std::ranges::any_of(given, [&](const auto& member) { return is_rate(member.first); });
  Meanings meanings;
  std::vector<expr::Expr> formulas;
  for (const auto& [key, json] : given) {
    const auto value = offer->values.find(key);
    if (value == offer->values.end() || (has_rates && !is_rate(key))) continue;
    for (Meaning& one : text_.meanings(Place(json))) meanings.push_back(std::move(one));
    formulas.insert(formulas.end(), value->second.entries.begin(), value->second.entries.end());
  }
  const bool has_efforts =
      std::ranges::any_of(meanings, [](const Meaning& one) { return one.is_effort; });
  add_mapped(name, meanings, formulas, !has_rates && !has_efforts, {}, "offers");
}

/// A state that the text around uses: it has an outer port.
void Pattern::expose(const std::string& name) {
  for (const Meaning& meaning : text_.meanings_of(name)) {
    const Domain* domain = domains_.of(meaning.name);
    if (meaning.kind == Meaning::Kind::kComponent)
      draft_.add_port(name, {}, {use(name)}, {});
    else if (domain)
      draft_.add_port(name, {}, {net_of(*domain)}, {});
  }
}

/// The targets between which a component acts.
std::vector<Pattern::Target> Pattern::targets(const Member& member) {
  std::vector<Target> made;
  for (const auto& [side, given] :
       Text::members_of(text_.value("components", member.key)["between"])) {
    const std::string path = text_.attached(member.part->name, side);
    if (path != "ground") {
      made.push_back({side, use(path)});
      continue;
    }
    const std::string net = "ground " + member.name + "." + side;
    draft_.add_box({.key = net,
                    .name = "",
                    .kind = "ground",
                    .parts = {},
                    .symbols = {},
                    .accounts = Accounts{}},
                   {{net}});
    made.push_back({side, net});
  }
  return made;
}

/// Inputs of ports of components that nothing else uses.
void Pattern::add_inputs() {
  for (const auto& [given, json] : text_.members("inputs")) {
    const std::string path = text_.path(Place(json));
    if (path.find('.') != path.npos && !is_used(path)) add_free_port(path);
  }
}

void Pattern::add_free_port(const std::string& path) {
  const std::string net = use(path);
  std::vector<std::string> parts;
  for (const auto& [given, json] : text_.members("inputs"))
    if (text_.path(Place(json)) == path) parts.push_back(text_.at({"inputs", given}));
  draft_.add_net(net, {}, {}, true);
  draft_.add_port(path, parts, {net}, Accounts{{"energy.supplied." + text_.scope() + path}});
}

}  // namespace porthos::diagram
