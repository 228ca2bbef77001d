// Models with contacts, dry friction and one-way laws whose numbers, formulas and parts are
// exchanged, run by any method that locates switches: an outcome, finite numbers, and in each row
// of the table no law broken.
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "fuzz/pieces.hpp"

namespace {

using Json = nlohmann::json;
using porthos::Session;
using porthos::fuzz::below;
using porthos::fuzz::Corpus;
using porthos::fuzz::Random;

constexpr double kClosed = 1, kSticks = 2, kSlips = 3;  // in columns mode.NAME

/// The table of a run.
struct Table {
  std::vector<std::string> names;
  std::vector<double> values;

  std::size_t rows() const { return values.size() / names.size(); }
  double at(std::size_t row, std::size_t column) const {
    return values[row * names.size() + column];
  }
  /// 1 + the largest size in the columns that begin so.
  double scale(std::string_view begin) const {
    return 1 + largest([&](const std::string& name) { return name.starts_with(begin); });
  }
  /// 1 + the largest position, velocity or flow.
  double motion() const {
    return 1 + largest([](const std::string& name) {
             for (const char* other : {"energy.", "multiplier.", "effort.", "mode."})
               if (name.starts_with(other)) return false;
             return true;
           });
  }

 private:
  double largest(const std::function<bool(const std::string&)>& counts) const {
    double most = 0;
    for (std::size_t column = 0; column < names.size(); ++column)
      if (counts(names[column]))
        for (std::size_t row = 0; row < rows(); ++row)
          most = std::max(most, std::abs(at(row, column)));
    return most;
  }
};

using Columns = std::map<std::string, std::size_t>;

/// Smaller gaps, forces and flows are rounding: 1e-9 of the largest motion, as velocities are known
/// to the rounding of the largest, and gaps to that of its way.
struct Rounding {
  double gap, force, flow;

  Rounding(const Table& table, double time)
      : gap(1e-9 * (1 + time) * table.motion()),
        force(1e-9 * table.scale("multiplier.")),
        flow(1e-9 * table.motion()) {}
};

/// What a contact breaks in a row, or "".
std::string fault_of_contact(const Table& table, const Columns& columns, const Rounding& rounding,
                             const std::string& name, std::size_t row) {
  const auto value = [&](const std::string& column) {
    return table.at(row, columns.at(column + name));
  };
  const double gap = value("gap."), force = value("multiplier."), mode = value("mode.");
  if (gap < -rounding.gap) return "penetration of " + name;
  if (force < -rounding.force) return "a pull of " + name;
  if (gap > rounding.gap && std::abs(force) > rounding.force) return "a force of the open " + name;
  if ((mode == kClosed || mode == kSticks || mode == kSlips) && gap > rounding.gap)
    return "a gap of the closed " + name;
  return "";
}

/// What the table of a run that finished, or is going on, contradicts, or "".
std::string fault_of(const Table& table) {
  Columns columns;
  for (std::size_t k = 0; k < table.names.size(); ++k) columns[table.names[k]] = k;
  for (const double value : table.values)
    if (!std::isfinite(value)) return "a row with a number that is none";
  const Rounding rounding(table, table.rows() ? table.at(table.rows() - 1, columns.at("t")) : 0);
  for (const auto& [column, mode] : columns) {
    if (!column.starts_with("mode.")) continue;
    const std::string name = column.substr(5);
    const bool is_contact = columns.contains("gap." + name);
    const auto slip = columns.find("flow." + name + (is_contact ? ".slip" : ""));
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (slip != columns.end() && table.at(row, mode) == kSticks &&
          std::abs(table.at(row, slip->second)) > rounding.flow)
        return name + " sticks and slips";
      if (!is_contact) continue;
      std::string fault = fault_of_contact(table, columns, rounding, name, row);
      if (!fault.empty()) return fault;
    }
  }
  return "";
}

/// All places of a kind in a text.
void collect(Json& at, std::vector<Json*>& numbers, std::vector<Json*>& texts,
             std::vector<Json*>& parts) {
  if (at.is_number()) numbers.push_back(&at);
  if (at.is_string()) texts.push_back(&at);
  if (!at.is_structured()) return;
  parts.push_back(&at);
  for (Json& inside : at) collect(inside, numbers, texts, parts);
}

void change_number(Json& number, Random& random) {
  constexpr std::array kFactors{0.0, -1.0, 0.5, 2.0, 10.0, 0.1, 1e3, 1e-3, 1 + 1e-9, 1e9};
  number =
      number.get<double>() * kFactors[below(random, kFactors.size())] + (random() % 8 ? 0.0 : 0.1);
}

/// A model near `text`, with parts of `other`.
std::string exchanged(const std::string& text, const std::string& other, Random& random) {
  Json model = Json::parse(text, nullptr, false), giver = Json::parse(other, nullptr, false);
  if (model.is_discarded() || giver.is_discarded())
    return porthos::fuzz::mutated(text, other, random);
  for (std::size_t k = 1 + below(random, 4); k > 0; --k) {
    std::vector<Json*> numbers, texts, parts, given_numbers, given_texts, given_parts;
    collect(model, numbers, texts, parts);
    collect(giver, given_numbers, given_texts, given_parts);
    const auto any = [&](std::vector<Json*>& places) -> Json* {
      return places.empty() ? nullptr : places[below(random, places.size())];
    };
    const std::size_t kind = random() % 8;
    if (Json* number = any(numbers); number && kind < 4) change_number(*number, random);
    if (Json* into = any(texts), *from = any(random() % 2 ? texts : given_texts);
        into && from && kind == 4)
      *into = Json(*from);
    if (Json* formula = any(texts); formula && kind == 5)
      *formula = "(" + formula->get<std::string>() + ")*(1 + 0.1*sin(7*t))";
    if (Json* part = any(parts); part && !part->empty() && kind == 6) {
      auto at = part->begin();
      std::advance(at, static_cast<std::ptrdiff_t>(below(random, part->size())));
      part->erase(at);
    }
    if (Json* into = any(parts), *from = any(given_parts); into && from && kind == 7)
      if (into->is_object() && from->is_object()) into->update(Json(*from));
  }
  const std::string changed = model.dump(-1, ' ', false, Json::error_handler_t::replace);
  return random() % 10 ? changed : porthos::fuzz::mutated(changed, other, random);
}

/// True if the model runs with set-valued laws.
bool has_modes(const std::string& text) {
  Session session(text, "{}");
  for (const Json& column : Json::parse(session.start("{}")).value("columns", Json::array()))
    if (column["name"].get<std::string>().starts_with("mode.")) return true;
  return false;
}

/// Each model of the corpus with set-valued laws, then changed ones.
std::string next_exchanged(const Corpus& corpus, std::size_t tried, Random& random) {
  static const Corpus with_laws = [&] {
    Corpus found;
    std::copy_if(corpus.begin(), corpus.end(), std::back_inserter(found), has_modes);
    return found;
  }();
  const std::string text = porthos::fuzz::next_plain(with_laws, tried, random);
  if (tried < with_laws.size()) return text;
  return exchanged(text, with_laws[below(random, with_laws.size())], random);
}

std::string attempt(const std::string& text, Random& random, std::size_t& runs) {
  constexpr std::array kMethods{"gauss(2)", "gauss(3)", "adaptive-gauss(3)", "radau(3)", "dop853"};
  Session session(text, "{}");
  const double step = std::exp(-8.0 + static_cast<double>(random() % 1000) / 250);
  const Json options{
      {"method", kMethods[below(random, kMethods.size())]}, {"step", step}, {"until", 200 * step}};
  const Json begun = Json::parse(session.start(options.dump()));
  if (!begun.contains("columns")) return "";
  ++runs;
  if (!porthos::fuzz::ends_or_yields(session, 0.5)) return "no outcome";
  Table table;
  for (const Json& column : begun["columns"]) table.names.push_back(column["name"]);
  table.values = session.take_rows();
  // A run whose start is not decided yet has one row, which may break laws.
  const Json summary = Json::parse(session.summary());
  const bool goes_on = summary["outcome"] == "running" && table.rows() > 1;
  if (summary["outcome"] != "finished" && !goes_on) return "";
  const std::string fault = fault_of(table);
  return fault.empty() ? "" : fault + " with " + options.dump();
}

}  // namespace

int main(int count, char** arguments) {
  return porthos::fuzz::run(count, arguments, {"laws", "runs", attempt, next_exchanged});
}
