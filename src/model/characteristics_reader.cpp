#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/suggest.hpp"
#include "expr/lexer.hpp"
#include "model/draft.hpp"

// Reads characteristics: formulas of a text that its users may replace.

namespace porthos::model {
namespace {

void add_names(const Json& formula, std::set<std::string>& to) {
  if (formula.is_structured())
    for (const Json& inner : formula) add_names(inner, to);
  if (!formula.is_string()) return;
  const auto& text = *formula.get_ptr<const std::string*>();
  using Kind = expr::Token::Kind;
  for (expr::Token token = expr::next_token(text, 0); token.kind != Kind::kEnd;
       token = expr::next_token(text, token.position + token.text.size()))
    if (token.kind == Kind::kName) to.emplace(token.text);
}

}  // namespace

/// They are definitions with a unit.
void read_characteristics(Draft& draft, Place all) {
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (json.is_object() && !draft.reader.object(place, "characteristic")) continue;
    const Place formula = formula_of(place);
    if (formula && draft.formulas.declare(name, place)) draft.names.definitions[name] = formula;
  }
}

void check_characteristics(Draft& draft) {
  for (const std::string& name : declared_names(draft, "characteristics")) {
    const Place place = draft.root["characteristics"][name];
    if (!place->is_object() || !place["unit"] || !place["formula"]) continue;
    const std::string unit = draft.reader.unit(place["unit"]);
    if (const auto value = draft.formulas.definition(name))
      expect_unit(draft, value->entries, unit, place["formula"], "the unit of \"" + name + "\"");
  }
}

std::string text_with_characteristics(Draft& draft, Place use, const std::string& where) {
  const std::string file = draft.reader.text(use["use"]);
  const Place given = use["characteristics"];
  const Json* text = draft.library.text(file, where + "/use");
  if (!given || !text || !draft.reader.object(given)) return file;
  const Place known = text->is_object() ? Place(*text)["characteristics"] : Place();
  std::vector<std::string> names;
  if (known && known->is_object())
    for (const auto& [name, formula] : known.members()) names.push_back(name);
  Json formulas = Json::object();
  std::set<std::string> used;
  for (const auto& [name, formula] : given.members()) {
    if (std::ranges::find(names, name) != names.end()) {
      formulas[name] = formula;
      add_names(formula, used);
    } else if (draft.reported.insert(&formula).second) {
      draft.reader.fail_unknown("PH111", Place(formula), name,
                                names.empty()
                                    ? "no characteristics: \"" + file + "\" has none"
                                    : "a characteristic of \"" + file + "\", " + one_of(names),
                                names);
    }
  }
  std::vector<std::string> parameters;
  const Place own = Place(*text)["parameters"], values = use["parameters"];
  if (values && values->is_object())
    for (const auto& [name, value] : values.members())
      if (used.count(name) && !(own && own[name])) parameters.push_back(name);
  return formulas.empty() ? file : draft.library.with_characteristics(file, formulas, parameters);
}

}  // namespace porthos::model
