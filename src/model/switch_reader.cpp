#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/suggest.hpp"
#include "model/draft.hpp"

// Events that a switch of a set-valued law fires: "floor closes".

namespace porthos::model {
namespace {

constexpr std::pair<const char*, Switching> kSwitchings[] = {
    {"opens", Switching::kOpens},    {"closes", Switching::kCloses}, {"sticks", Switching::kSticks},
    {"slips", Switching::kSlips},    {"blocks", Switching::kBlocks}, {"frees", Switching::kFrees},
    {"impacts", Switching::kImpacts}};

std::optional<Switching> switching_of(const std::string& word) {
  for (const auto& [name, switching] : kSwitchings)
    if (word == name) return switching;
  return std::nullopt;
}

/// What a law can do.
std::vector<std::string> words_for(const SetValued& law) {
  if (law.kind == SetValued::Kind::kFriction) return {"sticks", "slips"};
  if (law.kind == SetValued::Kind::kOneWay) return {"blocks", "frees", "impacts"};
  if (law.has_slip) return {"opens", "closes", "sticks", "slips", "impacts"};
  return {"opens", "closes", "impacts"};
}

/// A name of letters and digits, with dots and indices.
bool is_law_name(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_inside = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '[' || c == ']' || c == '+' ||
           c == '-';
  };
  const bool has_index = text.find('[') != text.npos;
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, is_inside) &&
         (has_index || text.find_first_of("+-") == text.npos);
}

/// The two words of "LAW WORD"; nullopt for another text.
std::optional<std::pair<std::string, std::string>> two_words(const std::string& text) {
  constexpr const char* kSpace = " \t\n\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return std::nullopt;
  const std::size_t gap = text.find_first_of(kSpace, begin);
  if (gap == text.npos) return std::nullopt;
  const std::size_t second = text.find_first_not_of(kSpace, gap);
  if (second == text.npos) return std::nullopt;
  const std::size_t end = text.find_first_of(kSpace, second);
  if (end != text.npos && text.find_first_not_of(kSpace, end) != text.npos) return std::nullopt;
  std::pair<std::string, std::string> found{text.substr(begin, gap - begin),
                                            text.substr(second, end - second)};
  const bool is_word =
      std::ranges::all_of(found.second, [](char c) { return c >= 'a' && c <= 'z'; });
  if (!is_word || !is_law_name(found.first)) return std::nullopt;
  return found;
}

/// The set-valued laws of a component and its parts; nullptr for those that are left out.
void add_laws(const Component& of, const std::string& prefix,
              std::vector<std::pair<std::string, const SetValued*>>& to) {
  for (const SetValued& law : of.set_valued) to.emplace_back(prefix + law.name, &law);
  for (const std::string& name : of.absent_laws) to.emplace_back(prefix + name, nullptr);
  for (const Part& part : of.parts)
    if (part.component) add_laws(*part.component, prefix + part.name + ".", to);
}

/// The contact "floor" of its friction "floor.slip", whose mode is the one of its friction; ""
/// for another law.
std::string contact_of(const std::string& name, const Component& of) {
  constexpr std::string_view kSlip = ".slip";
  std::vector<std::pair<std::string, const SetValued*>> laws;
  add_laws(of, "", laws);
  if (!name.ends_with(kSlip)) return "";
  const std::string contact = name.substr(0, name.size() - kSlip.size());
  for (const auto& [known, law] : laws)
    if (known == contact && law && law->has_slip) return contact;
  return "";
}

}  // namespace

bool read_switch(Draft& draft, Place when, Event& event) {
  if (!when || !when->is_string()) return false;
  const auto words = two_words(when->get<std::string>());
  if (!words) return false;
  std::vector<std::pair<std::string, const SetValued*>> laws;
  add_laws(*draft.component, "", laws);
  const auto switching = switching_of(words->second);
  const std::size_t base = std::min(words->first.find('['), words->first.size());
  const bool is_of_law = std::ranges::any_of(
      laws, [&](const auto& law) { return law.first.starts_with(words->first.substr(0, base)); });
  if (!switching && !is_of_law) return false;
  const auto name = resolve(draft, words->first, when, "PH111", *draft.component);
  if (!name) return true;
  const auto law = std::ranges::find(laws, *name, [](const auto& one) { return one.first; });
  if (law == laws.end()) {
    std::vector<std::string> names;
    for (const auto& [known, present] : laws)
      if (present) names.push_back(known);
    draft.reader.fail_unknown("PH111", when, *name,
                              names.empty()
                                  ? "a contact, a dry friction or a one-way law, of which this "
                                    "model has none"
                                  : among("the name of a set-valued law", names),
                              names);
    return true;
  }
  event.law = *name;
  if (!law->second) return true;  // a law that is absent never switches
  if (const std::string contact = contact_of(*name, *draft.component); !contact.empty())
    event.law = contact;
  const std::vector<std::string> known = words_for(*law->second);
  if (std::ranges::find(known, words->second) == known.end()) {
    draft.reader.fail_unknown("PH109", when, words->second, among("what this law does", known),
                              known);
    return true;
  }
  event.switching = *switching;
  return true;
}

}  // namespace porthos::model
