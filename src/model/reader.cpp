#include "model/reader.hpp"

#include <algorithm>
#include <cmath>

#include "base/suggest.hpp"
#include "base/unit.hpp"
#include "expr/letters.hpp"

namespace porthos::model {

std::string describe(const Json& json) {
  switch (json.type()) {
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "an array of " + std::to_string(json.size());
    case Json::value_t::null: return "null";
    default: break;
  }
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 80) text = text.substr(0, 77) + "...";
  return text;
}

std::string with_unit(double value, const std::string& unit) {
  return Json(value).dump() + (unit.empty() ? "" : " " + unit);
}

std::string one_of(const std::vector<std::string>& known) {
  std::string all;
  for (const std::string& word : known) all += (all.empty() ? "one of " : ", ") + word;
  return all;
}

namespace {

/// The expected value of a key: "a formula", "one of rising, falling".
std::string description(const Key& key) {
  if (!key.choices.empty()) return one_of(choices_of(key));
  if (key.kind == "formula") return "a formula";
  if (key.kind == "formulas") return "a formula, or an array of formulas";
  if (key.kind == "point") return "two or three coordinates (m)";
  if (key.kind == "string") return "a text";
  if (key.kind == "array") return "an array";
  return "a value";
}

/// The first character that a name cannot contain, as a hint: some signs look like letters.
std::string stray_sign(const std::string& name) {
  for (std::size_t at = 0; at < name.size();) {
    const std::string_view rest = std::string_view(name).substr(at);
    const std::size_t length = at == 0 ? expr::letter_length(rest) : expr::later_length(rest);
    if (length == 0)
      return "\"" + std::string(rest.substr(0, expr::character_length(rest))) + "\" cannot be " +
             (at == 0 ? "the first character of a name" : "in a name");
    at += length;
  }
  return "";
}

}  // namespace

Place Place::operator[](const char* key) const { return (*this)[std::string(key)]; }

Place Place::operator[](const std::string& key) const {
  const auto found = json_->find(key);
  return found == json_->end() ? Place() : Place(*found);
}

void Reader::add_parents(const Json& of) {
  if (!of.is_structured()) return;
  for (const Json& value : of) {
    parents_[&value] = &of;
    add_parents(value);
  }
}

std::string Reader::where(Place place) {
  if (parents_.empty()) add_parents(text_);
  std::string way;
  const Json* at = &*place;
  for (auto up = parents_.find(at); up != parents_.end(); up = parents_.find(at)) {
    const Json& parent = *up->second;
    if (parent.is_array())
      way = '/' + std::to_string(at - &parent[0]) + way;
    else
      for (const auto& [key, value] : Place(parent).members())
        if (&value == at) way = '/' + pointer_token(key) + way;
    at = &parent;
  }
  return where_ + way;
}

Problem& Reader::fail(const char* code, Place place, const std::string& found,
                      const std::string& expected, const std::string& hint) {
  return fail(code, where(place), found, expected, hint);
}

void Reader::fail_unknown(const char* code, const std::string& where, const std::string& found,
                          const std::string& expected, const std::vector<std::string>& known) {
  // The name is declared, but the declaration has a problem of its own.
  if (std::ranges::find(known, found) != known.end()) {
    fail(code, where, "\"" + found + "\"", "a name whose declaration is accepted",
         "mend what \"" + found + "\" is itself");
    return;
  }
  fail(code, where, "\"" + found + "\"", expected,
       gives_hints() ? did_you_mean(found, known) : std::string());
}

bool Reader::object(Place place) {
  if (!place) return false;
  if (place->is_object()) return true;
  fail("PH102", place, describe(*place), "an object");
  return false;
}

bool Reader::object(Place place, std::string_view definition) {
  if (!object(place)) return false;
  const std::span<const Key> keys = keys_of(definition);
  check_keys(place, names_of(keys));
  for (const Key& key : keys)
    if (const std::string name(key.name); key.is_required && !place[name])
      fail("PH103", place, "no \"" + name + "\"", "\"" + name + "\": " + description(key));
  return true;
}

void Reader::check_keys(Place place, const std::vector<std::string>& known) {
  for (const auto& [key, value] : place.members())
    if (std::find(known.begin(), known.end(), key) == known.end())
      fail("PH101", Place(value), "the unknown key \"" + key + "\"", one_of(known),
           gives_hints() ? did_you_mean(key, known) : std::string());
}

bool Reader::array(Place place, const std::string& expected) {
  if (!place) return false;
  if (place->is_array()) return true;
  fail("PH102", place, describe(*place), expected);
  return false;
}

std::string Reader::text(Place place, const std::string& fallback) {
  if (!place) return fallback;
  if (place->is_string()) return place->get<std::string>();
  fail("PH102", place, describe(*place), "a text");
  return fallback;
}

std::string Reader::unit(Place place) {
  std::string written = text(place);
  if (written.empty() || read_unit(written)) return written;
  const std::string at = where(place);
  // A text that is used several times is read several times.
  const bool is_told = std::ranges::any_of(
      problems_, [&](const Problem& other) { return other.code == "PH119" && other.where == at; });
  if (!is_told)
    fail("PH119", at, describe(*place), "a product of units: N m, kg m^2/s, J/(kg K)",
         "formulas with it are not checked")
        .severity = Problem::Severity::kWarning;
  return written;
}

std::optional<double> Reader::number(Place place, const std::string& unit) {
  if (!place) return std::nullopt;
  if (place->is_number() && std::isfinite(place->get<double>())) return place->get<double>();
  fail("PH102", place, describe(*place),
       "a finite number" + (unit.empty() ? "" : " (" + unit + ")"));
  return std::nullopt;
}

bool Reader::flag(Place place, bool fallback) {
  if (!place) return fallback;
  if (place->is_boolean()) return place->get<bool>();
  fail("PH102", place, describe(*place), "true or false");
  return fallback;
}

std::string Reader::word(Place of, const Key& key, std::string_view fallback) {
  const Place place = of[std::string(key.name)];
  if (!place) return std::string(fallback);
  const std::vector<std::string> known = choices_of(key);
  const std::string found = text(place, known[0]);
  if (std::find(known.begin(), known.end(), found) != known.end()) return found;
  fail_unknown("PH109", place, found, one_of(known), known);
  return known[0];
}

double Reader::bounded(Place of, const Key& key, double fallback) {
  const Place place = of[std::string(key.name)];
  const auto value = number(place, std::string(key.unit));
  if (!value) return fallback;
  const bool is_whole = key.kind == "integer";
  if (*value >= key.min && *value <= key.max && (!is_whole || *value == std::floor(*value)))
    return *value;
  fail("PH104", place, describe(*place),
       (is_whole ? "a whole number from " : "a number from ") + with_unit(key.min, "") + " to " +
           with_unit(key.max, std::string(key.unit)));
  return fallback;
}

bool Reader::name(const std::string& name, Place place, bool is_in_formulas) {
  if (name.size() <= 100 && expr::is_name(name)) {
    static constexpr std::string_view kReserved[] = {"t", "pi", "if", "and", "or", "not"};
    static constexpr std::string_view kFunctions[] = {
        "sin",   "cos",  "tan", "asin", "acos",  "atan",   "atan2",    "sinh",
        "cosh",  "tanh", "exp", "log",  "ln",    "sqrt",   "abs",      "sign",
        "floor", "min",  "max", "pow",  "hypot", "effort", "momentum", "multiplier"};
    const bool is_reserved = std::ranges::find(kReserved, name) != std::end(kReserved);
    const bool is_function = std::ranges::find(kFunctions, name) != std::end(kFunctions);
    if (!is_reserved && !(is_function && is_in_formulas)) return true;
    fail("PH107", place, "the name \"" + name + "\"", "a name without a meaning in formulas",
         "rename it, for example \"" + name + "_0\"");
    return false;
  }
  std::size_t end = 0;
  while (end < name.size() && end < 60) end += expr::character_length(name.substr(end, 4));
  fail("PH107", place, "the name \"" + name.substr(0, end) + "\"",
       "a letter or _, then letters, digits or _ (at most 100 bytes)", stray_sign(name));
  return false;
}

}  // namespace porthos::model
