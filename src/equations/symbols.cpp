#include "equations/symbols.hpp"

#include <algorithm>

namespace porthos::equations {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Marks an entry of a vector or a matrix by brackets if q_4 is another symbol: "rod.q.4" is set as
/// q_{[4]} of rod.
std::string with_brackets(const std::string& name) {
  std::string entries;
  std::size_t end = name.size();
  for (std::size_t dot = name.rfind('.'); dot != name.npos && dot > 0;
       dot = name.rfind('.', end - 1)) {
    const std::string number = name.substr(dot + 1, end - dot - 1);
    if (!is_number(number)) break;
    entries = number + (entries.empty() ? "" : ",") + entries;
    end = dot;
  }
  if (entries.empty()) return expr::latex_symbol(name);
  return expr::latex_symbol(name.substr(0, end) + "_[" + entries + ']');
}

/// A name exactly as its author wrote it.
std::string verbatim(const std::string& name) {
  std::string tex = "\\mathrm{";
  for (const char c : name) tex += c == '_' ? std::string("\\_") : std::string(1, c);
  return tex + '}';
}

/// Sets the dot over the letter, not over its indices.
std::string dotted(const std::string& tex) {
  const std::size_t end = std::min(tex.find("_{"), tex.find("^{"));
  const std::size_t length = std::min(end, tex.size());
  return "\\dot{" + tex.substr(0, length) + '}' + tex.substr(length);
}

}  // namespace

std::string with_indices(std::string name) {
  for (std::size_t end = name.size();;) {
    const std::size_t dot = name.rfind('.', end - 1);
    if (dot == name.npos || dot == 0) return name;
    if (!is_number(std::string_view(name).substr(dot + 1, end - dot - 1))) return name;
    name[dot] = '_';
    end = dot;
  }
}

void Symbols::add(const std::string& name, const std::string& column, const std::string& kind,
                  const std::string& unit, const std::string& typeset) {
  if (!index_.emplace(name, symbols_.size()).second) return;
  symbols_.push_back(
      {name, column, kind, unit, with_indices(typeset.empty() ? name : typeset), ""});
}

void Symbols::choose() {
  std::map<std::string, int> count;
  const auto choose_all = [&](const auto& candidate) {
    count.clear();
    for (const Symbol& symbol : symbols_) ++count[candidate(symbol)];
    for (Symbol& symbol : symbols_)
      if (symbol.tex.empty() && count[candidate(symbol)] == 1) symbol.tex = candidate(symbol);
  };
  ++count["t"];
  choose_all([](const Symbol& symbol) {
    return expr::latex_symbol(symbol.typeset.substr(symbol.typeset.rfind('.') + 1));
  });
  choose_all([](const Symbol& symbol) { return expr::latex_symbol(symbol.typeset); });
  choose_all([](const Symbol& symbol) { return with_brackets(symbol.name); });
  for (Symbol& symbol : symbols_)
    if (symbol.tex.empty()) symbol.tex = verbatim(symbol.name);
}

std::string Symbols::tex(std::string_view name) const {
  if (name.ends_with('\'')) return dotted(tex(name.substr(0, name.size() - 1)));
  const auto found = index_.find(name);
  if (found == index_.end()) return function_tex(name);
  used_.insert(found->second);
  return symbols_[found->second].tex;
}

/// effort(x) as e_x, momentum(v) as p_v, rate(v) as v with a dot.
std::string Symbols::function_tex(std::string_view name) const {
  const std::size_t open = name.find('(');
  if (open == name.npos || !name.ends_with(')')) return expr::latex_symbol(name);
  const std::string of = tex(name.substr(open + 1, name.size() - open - 2));
  const std::string_view function = name.substr(0, open);
  if (function == "rate") return dotted(of);
  return std::string(1, name[0]) + "_{" + of + '}';
}

int Symbols::rank(std::string_view name) const {
  if (name == "pi") return -1;
  const auto found = index_.find(name);
  return found != index_.end() && symbols_[found->second].kind == "parameter" ? 0 : 1;
}

model::Json Symbols::to_json() const {
  model::Json list = model::Json::array();
  for (const std::size_t i : used_) {
    const Symbol& symbol = symbols_[i];
    list.push_back(model::object({{"name", symbol.column},
                                  {"kind", symbol.kind},
                                  {"unit", symbol.unit},
                                  {"tex", symbol.tex}}));
  }
  return list;
}

}  // namespace porthos::equations
