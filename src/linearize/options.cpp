#include "linearize/options.hpp"

#include <cmath>

#include "model/reader.hpp"
#include "simulate/request.hpp"

namespace porthos::linearize {

using model::Json;
using model::Reader;

namespace {

constexpr int kMostPoints = 2000;

std::vector<std::string> read_names(model::Place place, Reader& reader) {
  std::vector<std::string> names;
  if (reader.array(place, "an array of names"))
    for (std::size_t i = 0; i < place.size(); ++i)
      if (std::string name = reader.text(place[i]); !name.empty()) names.push_back(std::move(name));
  return names;
}

/// A whole number from 1 to the largest allowed one.
int read_count(model::Place place, int fallback, Reader& reader) {
  const auto count = reader.number(place);
  if (!count) return fallback;
  if (*count >= 1 && *count <= kMostPoints && *count == std::floor(*count))
    return static_cast<int>(*count);
  reader.fail("PH104", place, Json(*count).dump(),
              "a whole number, 1 to " + std::to_string(kMostPoints));
  return fallback;
}

Place read_place(model::Place place, Reader& reader) {
  if (!place) return Place::kStart;
  const std::string word = reader.text(place);
  if (word == "start") return Place::kStart;
  if (word == "equilibrium") return Place::kEquilibrium;
  if (word == "steady") return Place::kSteady;
  const std::vector<std::string> known{"start", "equilibrium", "steady"};
  if (!word.empty()) reader.fail_unknown("PH109", place, word, model::one_of(known), known);
  return Place::kStart;
}

/// A frequency is positive, rad/s.
void check_frequency(model::Place place, double omega, Reader& reader) {
  if (!(omega > 0))
    reader.fail("PH104", place, Json(omega).dump() + " rad/s", "a positive frequency");
}

std::optional<Frequencies> read_frequencies(model::Place place, Reader& reader) {
  if (!place) return {};
  Frequencies made;
  if (place->is_array()) {
    for (std::size_t i = 0; i < place.size() && i < kMostPoints; ++i)
      if (const auto omega = reader.number(place[i], "rad/s")) {
        check_frequency(place[i], *omega, reader);
        made.list.push_back(*omega);
      }
    if (place.size() > kMostPoints)
      reader.fail("PH104", place, std::to_string(place.size()) + " frequencies",
                  "at most " + std::to_string(kMostPoints));
    return made;
  }
  if (!reader.object(place)) return {};
  reader.check_keys(place, {"from", "to", "count"});
  made.count = read_count(place["count"], made.count, reader);
  for (const char* key : {"from", "to"})
    if (const auto omega = reader.number(place[key], "rad/s")) {
      check_frequency(place[key], *omega, reader);
      (*key == 'f' ? made.from : made.to) = *omega;
    }
  return made;
}

std::optional<Sweep> read_sweep(model::Place place, Reader& reader) {
  if (!place || !reader.object(place)) return {};
  reader.check_keys(place, {"name", "from", "to", "count"});
  Sweep made;
  made.name = reader.text(place["name"]);
  const auto from = reader.number(place["from"]), to = reader.number(place["to"]);
  made.count = read_count(place["count"], 50, reader);
  if (made.name.empty() || !from || !to)
    reader.fail("PH103", place,
                "a sweep without " + std::string(made.name.empty() ? "name"
                                                 : !from           ? "from"
                                                                   : "to"),
                "name, from and to");
  made.from = from.value_or(0);
  made.to = to.value_or(0);
  return made;
}

}  // namespace

Options read_options(const Json& json, Problems& to) {
  Options options;
  Reader reader(json, "", to);
  const model::Place root(json);
  if (!reader.object(root)) return options;
  reader.check_keys(root, {"set", "starts", "signals", "at", "fixed", "coordinates", "inputs",
                           "outputs", "frequencies", "sweep"});
  options.set = simulate::read_values(root["set"], reader);
  options.starts = simulate::read_values(root["starts"], reader);
  if (const model::Place signals = root["signals"]; reader.object(signals))
    options.signals = *signals;
  options.at = read_place(root["at"], reader);
  options.fixed = read_names(root["fixed"], reader);
  options.coordinates = read_names(root["coordinates"], reader);
  if (root["inputs"]) options.inputs = read_names(root["inputs"], reader);
  if (root["outputs"]) options.outputs = read_names(root["outputs"], reader);
  options.frequencies = read_frequencies(root["frequencies"], reader);
  options.sweep = read_sweep(root["sweep"], reader);
  return options;
}

}  // namespace porthos::linearize
