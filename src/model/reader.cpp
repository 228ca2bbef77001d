#include "model/reader.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/suggest.hpp"

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
  fail(code, where, "\"" + found + "\"", expected,
       gives_hints() ? did_you_mean(found, known) : std::string());
}

bool Reader::object(Place place) {
  if (!place) return false;
  if (place->is_object()) return true;
  fail("PH102", place, describe(*place), "an object");
  return false;
}

bool Reader::object(Place place, std::initializer_list<const char*> keys) {
  if (!object(place)) return false;
  check_keys(place, {keys.begin(), keys.end()});
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

bool Reader::name(const std::string& name, Place place) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) || c == '_' || c >= 0x80; };
  const auto is_later = [&](unsigned char c) { return is_letter(c) || std::isdigit(c); };
  if (!name.empty() && name.size() <= 100 && is_letter(static_cast<unsigned char>(name[0])) &&
      std::all_of(name.begin(), name.end(),
                  [&](char c) { return is_later(static_cast<unsigned char>(c)); })) {
    static constexpr std::string_view kReserved[] = {
        "t",    "pi",   "sin",   "cos", "tan", "asin", "acos", "atan",   "atan2",    "sinh",
        "cosh", "tanh", "exp",   "log", "ln",  "sqrt", "abs",  "sign",   "floor",    "min",
        "max",  "pow",  "hypot", "if",  "and", "or",   "not",  "effort", "momentum", "multiplier"};
    if (std::find(std::begin(kReserved), std::end(kReserved), name) == std::end(kReserved))
      return true;
    fail("PH107", place, "the name \"" + name + "\"", "a name that formulas do not use themselves",
         "rename it, for example \"" + name + "_0\"");
    return false;
  }
  fail("PH107", place, "the name \"" + name.substr(0, 60) + "\"",
       "a letter or _, then letters, digits or _ (at most 100)");
  return false;
}

}  // namespace porthos::model
