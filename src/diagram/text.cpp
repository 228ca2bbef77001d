#include "diagram/text.hpp"

#include <utility>

namespace porthos::diagram {
namespace {

std::vector<std::string> keys_of_object(const Json::object_t& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object) keys.push_back(key);
  return keys;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

}  // namespace

std::string whole_of(const std::string& name) {
  std::string whole = name;
  for (std::size_t dot = whole.rfind('.');
       dot != whole.npos && is_number(std::string_view(whole).substr(dot + 1));
       dot = whole.rfind('.'))
    whole.resize(dot);
  return whole;
}

Text::Text(const model::Component& component, const model::Recording& recording, std::string scope)
    : component_(&component), recording_(&recording), scope_(std::move(scope)) {
  static const model::TextRecord kNone;
  const auto found = recording.texts.find(&component);
  record_ = found == recording.texts.end() ? &kNone : &found->second;
  positions_ = keys_of_object(members("positions"));
  velocities_ = keys_of_object(members("velocities"));
  known_positions_.insert(positions_.begin(), positions_.end());
  known_velocities_.insert(velocities_.begin(), velocities_.end());
  for (const auto& [name, json] : members("kinematics")) rates_[name] = meanings(Place(json));
}

Place Text::operator[](const char* key) const {
  const Json* text = record_->text;
  return text && text->is_object() ? Place(*text)[key] : Place();
}

const Json::object_t& Text::members_of(Place place) {
  static const Json::object_t kNothing;
  return place && place->is_object() ? place.members() : kNothing;
}

Place Text::value(const char* key, const std::string& name) const {
  const Place object = (*this)[key];
  return object && object->is_object() ? object[name] : Place();
}

bool Text::has(const char* key, const std::string& name) const {
  return static_cast<bool>(value(key, name));
}

std::string Text::at(std::initializer_list<std::string_view> keys) const {
  std::string pointer = component_->where;
  for (const std::string_view key : keys) pointer += "/" + model::pointer_token(key);
  return pointer;
}

Meanings Text::meanings(Place place) const {
  Names names;
  if (place) collect(*place, names);
  Meanings found;
  for (const model::UsedName& used : names.list) interpret(used, found);
  return found;
}

const Meanings& Text::rate_of(const std::string& position) const {
  static const Meanings kNone;
  const auto found = rates_.find(position);
  return found == rates_.end() ? kNone : found->second;
}

Meanings Text::meanings_of(const std::string& name) const {
  Meanings found;
  interpret({"", name}, found);
  return found;
}

void Text::collect(const Json& value, Names& to) const {
  if (const auto found = record_->names.find(&value); found != record_->names.end())
    for (const model::UsedName& used : found->second) add(used, to);
  if (value.is_structured())
    for (const Json& inner : value) collect(inner, to);
}

/// Adds a name, or in the place of a definition the names in it.
void Text::add(const model::UsedName& used, Names& to) const {
  const std::string whole = whole_of(used.name);
  const char* key = has("definitions", whole) ? "definitions" : "characteristics";
  if (used.function.empty() && has(key, whole)) {
    if (to.expanded.insert(whole).second) collect(*value(key, whole), to);
  } else if (to.known.insert(used).second) {
    to.list.push_back(used);
  }
}

void Text::interpret(const model::UsedName& used, Meanings& to) const {
  using enum Meaning::Kind;
  if (used.function == "multiplier") return;
  const std::string whole = whole_of(used.name);
  const std::size_t dot = used.name.find('.');
  const std::string head = used.name.substr(0, dot);
  const std::string rest = dot == used.name.npos ? "" : used.name.substr(dot + 1);
  if (known_positions_.count(whole))
    to.push_back({.kind = kPosition, .name = whole, .is_effort = used.function == "effort"});
  else if (known_velocities_.count(whole))
    to.push_back({kVelocity, whole});
  else if (has("between", head))
    to.push_back({kSide, head, rest.substr(0, rest.find('.'))});
  else if (!rest.empty() && component_->find_part(head))
    to.push_back({kComponent, head, whole_of(rest)});
  else if (has("parameters", whole) || has("environment", whole))
    to.push_back({kParameter, whole});
  else if (used.name == "t")
    to.push_back({kTime, ""});
}

std::string Text::path(Place place) const {
  if (!place) return "";
  const auto found = record_->paths.find(&*place);
  return found == record_->paths.end() ? "" : found->second;
}

std::string Text::attached(const std::string& part, const std::string& side) const {
  const auto sides = record_->sides.find(part);
  if (sides == record_->sides.end()) return "";
  const auto found = sides->second.find(side);
  return found == sides->second.end() ? "" : found->second;
}

bool Text::is_rate(const std::string& side, const std::string& quantity) const {
  const auto interface = record_->interfaces.find(side);
  if (interface == record_->interfaces.end()) return false;
  const model::Quantity* found = interface->second->find(quantity);
  return found && found->is_rate();
}

}  // namespace porthos::diagram
