#include <algorithm>

#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {
namespace {

bool depends_on_foreign(const Values& values, const Component& component) {
  std::vector<Expr> foreign(
      component.laws.z.begin() + static_cast<std::ptrdiff_t>(component.positions.size()),
      component.laws.z.end());
  return std::ranges::any_of(values, [&](const auto& entry) {
    return std::ranges::any_of(entry.second.entries, [&](const Expr& formula) {
      return expr::depends_on_any(formula, foreign);
    });
  });
}

std::string names_of(const Component& component) {
  std::string names;
  for (const Offer& offer : component.offers)
    names += (names.empty() ? "" : ", ") + offer.name + " (" + offer.interface + ")";
  return names.empty() ? "nothing" : names;
}

}  // namespace

/// What the sides of an element offer, under their names: a.r, a.R, ....
void ComponentReader::read_between() {
  const Place all = root_["between"];
  if (!reader_.object(all)) return;
  if (sides_.empty()) {
    reader_.fail("PH137", all, "an element that acts between others, by itself",
                 "a model that uses it as a component, with \"between\"",
                 "the sides may be \"ground\"");
    return;
  }
  std::vector<std::string> kinds;
  for (const Interface& one : interfaces()) kinds.emplace_back(one.name);
  int length = 0;  // of points: those of the plane lie in it where others are in space
  for (const auto& [name, side] : sides_)
    if (side.offer)
      if (const auto r = side.offer->values.find("r"); r != side.offer->values.end())
        length = std::max(length, r->second.shape.rows);
  for (const auto& [name, json] : all.members()) {
    if (!formulas_.declare(name, Place(json))) continue;
    const std::string wanted = reader_.text(Place(json));
    if (!find_interface(wanted)) {
      reader_.fail_unknown("PH109", Place(json), wanted, one_of(kinds), kinds);
      continue;
    }
    const auto side = sides_.find(name);
    if (side == sides_.end()) continue;  // which its user has been told
    Values values =
        side->second.offer
            ? serve(take(*side->second.component, side->second.offer->values, name), wanted)
            : ground(wanted, length == 0 ? 3 : length);
    for (auto& [quantity, value] : values) {
      while (wanted == "point" && value.shape.rows < length) {
        value.entries.push_back(Expr(0.0));
        value.shape = expr::vector_of(value.shape.rows + 1);
      }
      formulas_.add_parameter(name + "." + quantity, value);
      formulas_.foreign_names.push_back(name + "." + quantity);
    }
  }
}

/// Formulas of another component, in our symbols for its states and parameters.
Values ComponentReader::take(const Component& from, const Values& values,
                             const std::string& prefix) {
  std::vector<Expr> formulas;
  for (const auto& [name, value] : values)
    formulas.insert(formulas.end(), value.entries.begin(), value.entries.end());
  std::vector<std::pair<Expr, Expr>> renaming{{from.laws.t, component_->laws.t}};
  const auto index_in = [](const std::vector<Expr>& list, const Expr& symbol) {
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), symbol) - list.begin());
  };
  const auto name_in = [&](const std::vector<Variable>& own, const std::vector<std::string>& more,
                           std::size_t k) {
    return prefix + "." + (k < own.size() ? own[k].name : more[k - own.size()]);
  };
  const Laws& laws = from.laws;
  for (const Expr symbol : expr::symbols_of(formulas)) {
    if (const std::size_t k = index_in(laws.z, symbol); k < laws.z.size()) {
      const int mine = foreign_state(name_in(from.positions, from.foreign_positions, k), true);
      renaming.emplace_back(symbol, component_->laws.z[static_cast<std::size_t>(mine)]);
    } else if (const std::size_t w = index_in(laws.w, symbol); w < laws.w.size()) {
      const int mine = foreign_state(name_in(from.velocities, from.foreign_velocities, w), false);
      renaming.emplace_back(symbol, component_->laws.w[static_cast<std::size_t>(mine)]);
    } else if (const std::size_t p = index_in(laws.parameters, symbol);
               p < laws.parameters.size()) {
      const std::size_t own = laws.parameters.size() - from.foreign_parameters.size();
      const std::string name =
          p < own ? laws.graph->name(symbol) : from.foreign_parameters[p - own];
      renaming.emplace_back(symbol, foreign_parameter(prefix + "." + name));
    }
  }
  Values taken;
  for (const auto& [name, value] : values)
    taken.insert_or_assign(name, Tensor(value.shape, expr::substitute(value.entries, renaming,
                                                                      *component_->laws.graph)));
  return taken;
}

/// part.offer.r in a formula.
bool ComponentReader::take_offered(const std::string& path) {
  std::string rest = path, before;
  const Component* component = component_.get();
  while (true) {
    const std::size_t dot = rest.find('.');
    const Part* part = dot == rest.npos ? nullptr : component->find_part(rest.substr(0, dot));
    if (!part || !part->component) break;
    component = part->component.get();
    before += (before.empty() ? "" : ".") + part->name;
    rest = rest.substr(dot + 1);
  }
  for (const Offer& offer : component->offers) {
    if (component == component_.get() || rest.rfind(offer.name + ".", 0) != 0) continue;
    const Values known = serve(offer.values, offer.interface);
    const auto quantity = known.find(rest.substr(offer.name.size() + 1));
    if (quantity == known.end()) continue;
    formulas_.add_parameter(path, take(*component, {*quantity}, before).begin()->second);
    return true;
  }
  return false;
}

Expr ComponentReader::foreign_parameter(const std::string& path) {
  Laws& laws = component_->laws;
  const Expr symbol = laws.graph->symbol(path);
  auto& known = component_->foreign_parameters;
  if (std::find(known.begin(), known.end(), path) == known.end()) {
    known.push_back(path);
    laws.parameters.push_back(symbol);
  }
  return symbol;
}

void ComponentReader::read_offers() {
  const Place all = root_["offers"];
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!reader_.name(name, place)) continue;
    if (json.is_string()) {  // what a part offers, under a name of ours
      const auto side = find_offer(json.get<std::string>(), "", place);
      if (side && side->offer)
        component_->offers.push_back({name, side->offer->interface,
                                      take(*side->component, side->offer->values, side->path)});
    } else {
      read_offer(name, place);
    }
  }
}

void ComponentReader::read_offer(const std::string& name, Place place) {
  if (!reader_.object(place)) return;
  std::vector<std::string> kinds;
  for (const Interface& one : interfaces()) kinds.emplace_back(one.name);
  const std::string kind = reader_.text(place["interface"]);
  const Interface* interface = find_interface(kind);
  if (!interface) {
    if (place["interface"])
      reader_.fail_unknown("PH109", place["interface"], kind, one_of(kinds), kinds);
    else
      reader_.fail("PH103", place, "no interface", "\"interface\": " + one_of(kinds));
    return;
  }
  std::vector<std::string> keys{"interface"};
  for (const Quantity& quantity : interface->quantities) keys.emplace_back(quantity.name);
  reader_.check_keys(place, keys);
  Offer offer{name, kind, {}};
  const std::size_t before = reader_.problems().size();
  for (const Quantity& quantity : interface->quantities) {
    const std::string key(quantity.name);
    const unsigned allowed = quantity.is_rate() ? kPositions | kVelocities : kPositions;
    if (!place[key]) {
      const bool is_derived = quantity.rate_of == "r" || quantity.rate_of == "phi";
      if (!is_derived)
        reader_.fail("PH103", place, "no \"" + key + "\"", "\"" + key + "\" of a " + kind);
      continue;
    }
    if (kind == "point") {
      const Tensor value = formulas_.read_tensor(place[key], allowed);
      if (value.shape.rank != 1 || value.shape.rows < 2 || value.shape.rows > 3)
        reader_.fail("PH117", place[key], expr::describe(value.shape), "a vector of 2 or 3");
      offer.values.insert_or_assign(key, value);
    } else {
      offer.values.insert_or_assign(
          key, formulas_.read_shaped(place[key], quantity.shape,
                                     "\"" + key + "\" of a " + kind + " is", allowed));
    }
  }
  if (reader_.problems().size() != before) return;
  check_rates(*interface, offer, place);
  component_->offers.push_back(std::move(offer));
}

/// What is offered as a rate is the rate, where the positions are ours; and what is left out is
/// derived.
void ComponentReader::check_rates(const Interface& interface, Offer& offer, Place place) {
  const Laws& laws = component_->laws;
  const bool is_own = !depends_on_foreign(offer.values, *component_);
  std::vector<Expr> kinematics = laws.kinematics;
  kinematics.resize(laws.z.size());
  const auto rate_of = [&](const Tensor& value) {
    Tensor rate(value.shape, std::vector<Expr>(value.entries.size()));
    for (const auto& [row, column, entry] : expr::jacobian(value.entries, laws.z).entries)
      rate.entries[static_cast<std::size_t>(row)] +=
          entry * kinematics[static_cast<std::size_t>(column)];
    return rate;
  };
  for (const Quantity& quantity : interface.quantities) {
    if (quantity.rate_of.empty()) continue;
    const std::string key(quantity.name);
    const Tensor& base = offer.values.at(std::string(quantity.rate_of));
    if (!offer.values.count(key)) {
      if (is_own)
        offer.values.insert_or_assign(key, rate_of(base));
      else
        reader_.fail("PH103", place, "no \"" + key + "\"",
                     "\"" + key + "\": the rate of \"" + std::string(quantity.rate_of) + "\"");
      continue;
    }
    if (!is_own) continue;
    const Tensor rate = rate_of(base);
    Tensor given = offer.values.at(key);
    if (quantity.rate_of == "R") {  // R' = skew(omega) R, column by column a cross product
      std::vector<Expr> turned(9);
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) {
          const std::size_t k = (i + 1) % 3, l = (i + 2) % 3;
          turned[3 * i + j] = given.entries[k] * base.entries[3 * l + j] -
                              given.entries[l] * base.entries[3 * k + j];
        }
      given = Tensor(base.shape, turned);
    }
    if (given.shape == rate.shape && agree(given.entries, rate.entries)) continue;
    reader_.fail(
        "PH134", place[key],
        "\"" + key + "\", which is not the rate of \"" + std::string(quantity.rate_of) + "\"",
        quantity.rate_of == "R" ? "the angular velocity in world axes: R' = skew(omega)*R"
                                : "its rate",
        quantity.rate_of == "R" ? "of a body-fixed angular velocity it is R*omega"
                                : "leave it out to have it derived");
  }
}

/// What a path such as "crank.tip" or "ground" names, to serve as an interface ("" for any);
/// nullopt after a problem that names both ends.
std::optional<Side> ComponentReader::find_offer(const std::string& path, const std::string& wanted,
                                                Place place, const std::string& element) {
  if (path == "ground") return Side{};
  Side side;
  std::string rest = path;
  const Component* component = component_.get();
  std::vector<std::string> parts;
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string head = rest.substr(0, dot);
    const Part* part = component->find_part(head);
    if (!part) break;
    if (!part->component) return std::nullopt;  // which has been told
    component = part->component.get();
    side.path += (side.path.empty() ? "" : ".") + head;
    rest = dot == rest.npos ? "" : rest.substr(dot + 1);
    if (dot == rest.npos || rest.empty()) break;
  }
  const std::string kind = wanted.empty() ? "an offer" : "a " + wanted;
  const std::string for_what = element.empty() ? "" : " for " + element;
  if (component == component_.get()) {
    std::vector<std::string> known{"ground"};
    for (const Part& part : component_->parts) known.push_back(part.name);
    reader_.fail_unknown("PH137", place, path, kind + " of a component, or \"ground\"" + for_what,
                         known);
    return std::nullopt;
  }
  std::vector<const Offer*> fitting;
  std::vector<std::string> names;
  for (const Offer& offer : component->offers)
    if (wanted.empty() || serves(offer.interface, wanted)) {
      fitting.push_back(&offer);
      names.push_back(side.path + "." + offer.name);
    }
  side.component = component;
  for (const Offer& offer : component->offers)
    if (offer.name == rest) side.offer = &offer;
  if (side.offer && (wanted.empty() || serves(side.offer->interface, wanted))) return side;
  if (rest.empty() && fitting.size() == 1) {
    side.offer = fitting[0];
    return side;
  }
  std::string found = "\"" + path + "\", ";
  if (side.offer)
    found += "a " + side.offer->interface;
  else if (rest.empty() && fitting.size() > 1)
    found += "of which several offers fit";
  else
    found += "where \"" + side.path + "\" offers " + names_of(*component);
  std::string hint = did_you_mean(path, names);
  if (hint.empty() && !names.empty()) hint = "there are: " + one_of(names).substr(7);
  reader_.fail("PH137", place, found, kind + for_what, hint);
  return std::nullopt;
}

/// The sides that a use of an element names; nullopt with problems if they are not those it needs.
std::optional<Sides> ComponentReader::find_sides(Part& part, Place use, const Json& element) {
  const Place given = use["between"];
  if (!given || !reader_.object(given)) return std::nullopt;
  const Place declared = element.is_object() ? Place(element)["between"] : Place();
  if (!declared || !declared->is_object()) {
    reader_.fail("PH137", given, "\"between\" for an element that stands by itself",
                 "no \"between\"", "attach others to what it offers");
    return std::nullopt;
  }
  Sides sides;
  bool is_sound = true;
  std::vector<std::string> known;
  for (const auto& [name, kind] : declared.members()) {
    known.push_back(name);
    const std::string wanted = kind.is_string() ? kind.get<std::string>() : "";
    if (!given[name]) {
      reader_.fail("PH137", given, "no \"" + name + "\"",
                   "\"" + name + "\": a " + wanted + " for \"" + part.name + "\"");
      is_sound = false;
      continue;
    }
    const auto side = find_offer(expand(reader_.text(given[name])), wanted, given[name],
                                 "\"" + name + "\" of \"" + part.name + "\"");
    is_sound = is_sound && side;
    if (!side) continue;
    part.between[name] = side->path;
    sides[name] = *side;
  }
  reader_.check_keys(given, known);
  return is_sound ? std::optional(sides) : std::nullopt;
}

}  // namespace porthos::model
