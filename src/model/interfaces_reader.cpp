#include <algorithm>

#include "model/draft.hpp"

// Reads the interfaces that a text declares.

namespace porthos::model {
namespace {

/// A quantity: its unit alone, or an object. A rate has the shape of its position, unless it has a
/// size.
Quantity read_quantity(Reader& reader, const std::string& name, Place place) {
  Quantity quantity{name, expr::kScalar};
  if (place->is_string()) {
    quantity.unit = reader.unit(place);
  } else if (reader.object(place, "quantity")) {
    quantity.unit = reader.unit(place["unit"]);
    quantity.rate_of = reader.text(place["rate_of"]);
    quantity.is_free = reader.flag(place["free"], false);
    reader.text(place["label"]);
    if (place["size"]) quantity.shape = read_size(reader, place["size"]);
    if (quantity.is_free && place["rate_of"])
      reader.fail("PH108", place, "\"free\" and \"rate_of\"", "one of the two");
  }
  return quantity;
}

/// Rates belong to positions of the same interface; they have their shapes or turn them.
void check_rates(Reader& reader, Interface& interface, Place quantities) {
  std::vector<std::string> positions;
  for (const Quantity& quantity : interface.quantities)
    if (!quantity.is_rate()) positions.push_back(quantity.name);
  for (Quantity& quantity : interface.quantities) {
    if (quantity.rate_of.empty()) continue;
    const Place place = quantities[quantity.name];
    const bool is_known = std::ranges::find(positions, quantity.rate_of) != positions.end();
    if (!is_known) {
      reader.fail_unknown("PH109", place["rate_of"], quantity.rate_of,
                          "another quantity of \"" + interface.name + "\" that is not a rate",
                          positions);
      quantity.rate_of.clear();
      quantity.is_free = true;  // any offered quantity is accepted
      continue;
    }
    const expr::Shape& shape = interface.find(quantity.rate_of)->shape;
    if (interface.turns(quantity)) continue;
    if (place["size"] && quantity.shape != shape)
      reader.fail("PH117", place["size"], expr::describe(quantity.shape),
                  expr::describe(shape) + ", as \"" + quantity.rate_of + "\"",
                  "leave \"size\" out");
    quantity.shape = shape;
  }
}

}  // namespace

Interfaces read_interfaces(Reader& reader, Place all, Interfaces known) {
  if (!reader.object(all)) return known;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!reader.name(name, place)) continue;
    if (known_interfaces().count(name)) {
      reader.fail("PH106", place, "the name \"" + name + "\", which every text knows",
                  "an interface with another name");
      continue;
    }
    if (!reader.object(place, "interface_declaration")) continue;
    const Place quantities = place["quantities"];
    if (!quantities || !reader.object(quantities)) continue;
    Interface interface;
    interface.name = name;
    for (const auto& [quantity, text] : quantities.members())
      if (reader.name(quantity, Place(text)))
        interface.quantities.push_back(read_quantity(reader, quantity, Place(text)));
    if (interface.quantities.empty())
      reader.fail("PH103", quantities, "no quantity", "at least one quantity");
    interface.has_ground = reader.flag(place["ground"], true);
    check_rates(reader, interface, quantities);
    known.insert_or_assign(name, std::make_shared<const Interface>(std::move(interface)));
  }
  return known;
}

}  // namespace porthos::model
