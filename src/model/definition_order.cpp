#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "expr/lexer.hpp"
#include "model/formulas.hpp"

namespace porthos::model {

/// The definitions that a text names and that have not been read, the first one last.
std::vector<std::string> Formulas::unread_definitions(Place place) const {
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
      if (definitions_.count(known) && !expanded_.count(known)) found.push_back(known);
      const std::size_t point = name.rfind('.');
      name = point == name.npos ? "" : name.substr(0, point);
    }
  }
  std::reverse(found.begin(), found.end());
  return found;
}

/// Reads the definitions that a text needs, and before them those that they need. So even a long
/// chain of definitions does not nest the reader.
void Formulas::read_needed(Place place) {
  struct Open {
    std::string name;
    std::vector<std::string> needs;
  };
  std::vector<Open> open{{"", unread_definitions(place)}};
  std::set<std::string> met;
  while (!open.empty()) {
    Open& last = open.back();
    if (last.needs.empty()) {
      const std::string name = std::move(last.name);
      open.pop_back();
      if (!name.empty()) variable(name);
      continue;
    }
    const std::string name = std::move(last.needs.back());
    last.needs.pop_back();
    // A circle is met a second time here; the reader reports it.
    if (expanding_.count(name) || !met.insert(name).second) continue;
    open.push_back({name, unread_definitions(definitions_.at(name))});
  }
}

}  // namespace porthos::model
