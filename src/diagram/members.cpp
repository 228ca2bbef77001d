#include <algorithm>

#include "diagram/pattern.hpp"

namespace porthos::diagram {
namespace {

/// An array of more parts is shown as one.
constexpr std::size_t kMostCopies = 24;

}  // namespace

Members::Members(const Text& text) {
  const std::vector<model::Part>& parts = text.component().parts;
  std::map<std::string, std::size_t> counts;
  const auto key_of = [](const model::Part& part) {
    return part.name.substr(0, part.name.find('['));
  };
  for (const model::Part& part : parts) ++counts[key_of(part)];
  for (const model::Part& part : parts) {
    if (!part.component) continue;
    const std::string key = key_of(part);
    const bool is_one = counts[key] <= kMostCopies || key == part.name;
    const std::string name = is_one ? part.name : key + "[…]";
    shown_by_[part.name] = name;
    if (places_.emplace(name, all_.size()).second) all_.push_back({name, key, &part});
  }
}

const Member* Members::find(const std::string& name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &all_[found->second];
}

std::pair<std::string, std::string> Members::split(const std::string& path) const {
  const std::size_t dot = path.find('.');
  const std::string head = path.substr(0, dot);
  const auto shown = shown_by_.find(head);
  return {shown == shown_by_.end() ? head : shown->second,
          dot == path.npos ? "" : path.substr(dot + 1)};
}

}  // namespace porthos::diagram
