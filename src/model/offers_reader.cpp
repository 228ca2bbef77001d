#include <algorithm>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "model/draft.hpp"

// Reads the offers of a component.

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

/// One quantity of an offer; false after a problem.
bool read_offered(Draft& draft, const Quantity& quantity, Offer& offer, Place place) {
  const std::string& key = quantity.name;
  const std::string& kind = offer.interface->name;
  const std::size_t before = draft.reader.problems().size();
  const Place formula = place[key];
  if (!formula) {
    if (offer.interface->is_derived(quantity)) return true;
    draft.reader.fail("PH103", place, "no \"" + key + "\"", "\"" + key + "\" of a " + kind);
    return false;
  }
  const unsigned rates = quantity.is_free ? kVelocities | kEfforts : kVelocities + 0U;
  const unsigned allowed = quantity.is_rate() ? kPositions | rates : kPositions;
  Tensor value;
  if (quantity.is_any || kind == "point") {
    value = draft.formulas.read_tensor(formula, allowed);
    const int length = value.shape.rank == 1 ? value.shape.rows : 0;
    if (!quantity.is_any && length != 2 && length != 3)
      draft.reader.fail("PH117", formula, expr::describe(value.shape), "a vector of 2 or 3");
  } else {
    value = draft.formulas.read_shaped(formula, quantity.shape,
                                       "\"" + key + "\" of a " + kind + " is", allowed);
  }
  expect_unit(draft, value.entries, quantity.unit, formula,
              "the unit of \"" + key + "\" of a " + kind);
  offer.values.insert_or_assign(key, std::move(value));
  return draft.reader.problems().size() == before;
}

/// A quantity offered as a rate must be the rate of the positions, if these are own ones. Missing
/// quantities are derived.
void check_offered_rates(Draft& draft, Offer& offer, Place place) {
  const Interface& interface = *offer.interface;
  const Laws& laws = draft.component->laws;
  const bool is_own = !depends_on_foreign(offer.values, *draft.component);
  std::vector<Expr> kinematics = laws.kinematics;
  kinematics.resize(laws.z.size());
  const auto rate_of = [&](const Tensor& value) {
    Tensor rate(value.shape, std::vector<Expr>(value.entries.size()));
    for (const auto& [row, column, entry] : expr::jacobian(value.entries, laws.z).entries)
      rate.entries[index(row)] += entry * kinematics[index(column)];
    return rate;
  };
  for (const Quantity& quantity : interface.quantities) {
    if (quantity.rate_of.empty()) continue;
    const std::string& key = quantity.name;
    const Tensor& base = offer.values.at(quantity.rate_of);
    const bool is_turn = interface.turns(quantity);
    if (!offer.values.count(key)) {
      if (is_own)
        offer.values.insert_or_assign(key, rate_of(base));
      else
        draft.reader.fail("PH103", place, "no \"" + key + "\"",
                          "\"" + key + "\": the rate of \"" + quantity.rate_of + "\"");
      continue;
    }
    if (!is_own) continue;
    const Tensor rate = rate_of(base);
    Tensor given = offer.values.at(key);
    if (is_turn) {  // R' = skew(omega) R, column by column a cross product
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
    draft.reader.fail(
        "PH134", place[key],
        "\"" + key + "\", which is not the rate of \"" + quantity.rate_of + "\"",
        is_turn ? "the angular velocity in world axes: R' = skew(omega)*R" : "its rate",
        is_turn ? "for a body-fixed angular velocity omega write R*omega"
                : "leave it out to have it derived");
  }
}

void read_offer(Draft& draft, const std::string& name, Place place) {
  if (!draft.reader.object(place)) return;
  const std::string kind = draft.reader.text(place["interface"]);
  const auto found = draft.interfaces.find(kind);
  if (found == draft.interfaces.end()) {
    const auto kinds = names_of(draft.interfaces);
    if (place["interface"])
      draft.reader.fail_unknown("PH109", place["interface"], kind, one_of(kinds), kinds);
    else
      draft.reader.fail("PH103", place, "no interface", "\"interface\": " + one_of(kinds));
    draft.component->broken_offers.insert(name);
    return;
  }
  Offer offer{name, found->second, {}};
  std::vector<std::string> keys{"interface"};
  for (const Quantity& quantity : offer.interface->quantities) keys.push_back(quantity.name);
  draft.reader.check_keys(place, keys);
  bool is_sound = true;
  for (const Quantity& quantity : offer.interface->quantities)
    is_sound = read_offered(draft, quantity, offer, place) && is_sound;
  if (!is_sound) {
    draft.component->broken_offers.insert(name);
    return;
  }
  check_offered_rates(draft, offer, place);
  draft.component->offers.push_back(std::move(offer));
}

}  // namespace

void read_offers(Draft& draft, Place all) {
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!draft.reader.name(name, place)) continue;
    if (json.is_string()) {  // an offer of a part, under a name of this text
      const auto path = resolve(draft, json.get<std::string>(), place, "PH137", *draft.component);
      const auto side = path ? find_offer(draft, *path, nullptr, place) : std::nullopt;
      if (side && side->offer)
        draft.component->offers.push_back(
            {name, side->offer->interface,
             take_values(draft, *side->component, side->offer->values, side->path)});
      else if (!side)
        draft.component->broken_offers.insert(name);
    } else {
      read_offer(draft, name, place);
    }
  }
}

}  // namespace porthos::model
