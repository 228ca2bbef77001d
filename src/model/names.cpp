#include "model/names.hpp"

#include <algorithm>
#include <string_view>

#include "base/index.hpp"
#include "expr/lexer.hpp"

namespace porthos::model {

std::pair<std::string, std::vector<int>> split_entry(const std::string& name) {
  std::string rest = name;
  std::vector<int> indices;
  while (indices.size() < 2) {
    const std::size_t dot = rest.rfind('.');
    if (dot == rest.npos || dot + 1 == rest.size() || rest.size() - dot > 6) break;
    const auto digits = rest.begin() + static_cast<std::ptrdiff_t>(dot) + 1;
    if (!std::all_of(digits, rest.end(), [](char c) { return c >= '0' && c <= '9'; })) break;
    indices.insert(indices.begin(), std::stoi(rest.substr(dot + 1)) - 1);
    rest.resize(dot);
  }
  return {rest, indices};
}

int entry_index(const expr::Shape& shape, const std::vector<int>& indices) {
  if (static_cast<int>(indices.size()) != shape.rank || indices.empty()) return -1;
  const int row = indices[0], column = shape.rank == 2 ? indices[1] : 0;
  if (row < 0 || row >= shape.rows || column < 0 || column >= shape.columns) return -1;
  return row * shape.columns + column;
}

std::optional<Tensor> Names::find_value(const std::string& name) const {
  // All components share a definition, so it knows no index of a single one.
  if (const auto index = indices.find(name); index != indices.end() && expanding.empty())
    return Tensor(double(index->second));
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

const StateEntries* Names::find(std::map<std::string, StateEntries>& states,
                                const std::string& name) {
  if (const auto found = states.find(name); found != states.end()) return &found->second;
  const auto [whole, numbers] = split_entry(name);
  const bool is_known = positions.count(whole) != 0 || velocities.count(whole) != 0;
  if (whole.find('.') != std::string::npos && !is_known && find_foreign) find_foreign(whole);
  const auto found = states.find(whole);
  if (found == states.end()) return nullptr;
  if (numbers.empty()) return &found->second;
  const int entry = entry_index(found->second.shape, numbers);
  if (entry < 0) return nullptr;
  return &(states[name] = StateEntries{{}, {found->second.indices[index(entry)]}});
}

std::vector<std::string> Names::unread_definitions(Place place) const {
  std::vector<std::string> found;
  if (place->is_array())
    for (std::size_t i = 0; i < place.size(); ++i)
      for (std::string& name : unread_definitions(place[i])) found.push_back(std::move(name));
  if (!place->is_string()) return found;
  const auto& text = *place->get_ptr<const std::string*>();
  using Kind = expr::Token::Kind;
  for (expr::Token token = expr::next_token(text, 0); token.kind != Kind::kEnd;
       token = expr::next_token(text, token.position + token.text.size())) {
    if (token.kind != Kind::kName) continue;
    // The part after a dot may be an entry of the definition: "r.1".
    for (std::string_view name = token.text; !name.empty();) {
      const std::string known(name);
      if (definitions.count(known) && !expanded.count(known)) found.push_back(known);
      const std::size_t point = name.rfind('.');
      name = point == name.npos ? "" : name.substr(0, point);
    }
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string> Names::all() const {
  std::vector<std::string> names(declared.begin(), declared.end());
  names.insert(names.end(), foreign.begin(), foreign.end());
  for (const auto& [name, symbol] : multipliers) names.push_back(name);
  return names;
}

}  // namespace porthos::model
