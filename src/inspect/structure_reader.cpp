#include "inspect/structure_reader.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "structure/constrain.hpp"
#include "structure/interconnect.hpp"
#include "structure/tensor.hpp"

namespace porthos::inspect {

using Eigen::Index;
using model::Place;
using structure::Coupling;
using structure::Dirac;
using structure::Ports;

namespace {

/// The decompositions take n^3 operations, for this number of ports a second.
constexpr Index kPorts = 100;

std::string shape(std::optional<Index> rows, std::optional<Index> columns) {
  if (rows && columns)
    return "a matrix of " + std::to_string(*rows) + " rows and " + std::to_string(*columns) +
           " columns";
  if (rows) return "a matrix of " + std::to_string(*rows) + " rows";
  if (columns) return "a matrix of " + std::to_string(*columns) + " columns";
  return "a matrix, as a list of its rows";
}

}  // namespace

/// key    of the structure
/// keys   of its object
/// read   creates it
struct StructureReader::Kind {
  const char* key;
  std::vector<std::string> keys;
  std::optional<Dirac> (StructureReader::*read)(Place);
};

const std::vector<StructureReader::Kind>& StructureReader::kinds() {
  using R = StructureReader;
  static const std::vector<Kind> all = {
      {"image", {"K", "L"}, &R::image},
      {"kernel", {"F", "E"}, &R::kernel},
      {"constrained", {"J", "g"}, &R::constrained},
      {"presymplectic", {"omega", "p"}, &R::presymplectic},
      {"graph", {"J"}, &R::graph},
      {"interaction", {"A"}, &R::interaction},
      {"induced", {"A"}, &R::induced},
      {"sum", {}, &R::sum},
      {"tensor", {}, &R::tensor},
      {"compose", {"of", "ports", "coupling"}, &R::compose},
      {"constrain", {"structure", "E"}, &R::constrain},
      {"interconnect", {"J", "g", "law"}, &R::interconnect},
      {"reorder", {"structure", "ports"}, &R::reorder},
      {"hybrid", {"a", "b", "J", "error", "doubt"}, &R::hybrid},
      {"multibody", {"Z", "G", "A", "B"}, &R::multibody},
      {"couple", {"first", "B1", "second", "B2"}, &R::couple},
      {"feedback", {"ports"}, &R::feedback},
      {"portControlled", {"J", "g", "b"}, &R::port_controlled},
      {"pullBack", {"structure", "map"}, &R::pull_back},
      {"pushForward", {"structure", "map"}, &R::push_forward},
  };
  return all;
}

std::optional<Dirac> StructureReader::structure(Place place) {
  if (!reader_.object(place)) return std::nullopt;
  std::vector<std::string> known;
  for (const Kind& kind : kinds()) known.emplace_back(kind.key);
  if (place.size() != 1) {
    reader_.fail("PH103", place, std::to_string(place.size()) + " keys",
                 "an object with one key: the kind of structure", "it is " + model::one_of(known));
    return std::nullopt;
  }
  const std::size_t before = reader_.problems().size();
  reader_.check_keys(place, known);
  for (const Kind& kind : kinds()) {
    const Place of = place[kind.key];
    if (!of) continue;
    if (!kind.keys.empty()) {
      if (!reader_.object(of)) return std::nullopt;
      reader_.check_keys(of, kind.keys);
    }
    std::optional<Dirac> made = (this->*kind.read)(of);
    if (reader_.problems().size() > before || !made) return std::nullopt;
    if (made->size() <= kPorts) return made;
    reader_.fail("PH105", of, std::to_string(made->size()) + " ports",
                 "at most " + std::to_string(kPorts) + " ports");
  }
  return std::nullopt;
}

std::optional<Dirac> StructureReader::part(Place of, const char* key) {
  if (of[key]) return structure(of[key]);
  reader_.fail("PH103", of, std::string("no \"") + key + "\"",
               "an object that describes a structure");
  return std::nullopt;
}

std::optional<MatX> StructureReader::required(Place of, const char* key, std::optional<Index> rows,
                                              std::optional<Index> columns) {
  if (of[key]) return matrix(of, key, rows, columns);
  reader_.fail("PH103", of, std::string("no \"") + key + "\"", shape(rows, columns));
  return std::nullopt;
}

std::optional<MatX> StructureReader::square(Place of, const char* key) {
  const std::optional<MatX> a = required(of, key);
  if (!a || a->rows() == a->cols() || a->size() == 0) return a;
  reader_.fail("PH117", of[key], shape(a->rows(), a->cols()), "as many columns as rows");
  return std::nullopt;
}

std::optional<MatX> StructureReader::matrix(Place of, const char* key, std::optional<Index> rows,
                                            std::optional<Index> columns) {
  if (!of[key]) return MatX(rows.value_or(0), columns.value_or(0));
  return matrix(of[key], rows, columns);
}

std::optional<MatX> StructureReader::matrix(Place place, std::optional<Index> rows,
                                            std::optional<Index> columns) {
  if (!reader_.array(place, shape(rows, columns))) return std::nullopt;
  const auto count = static_cast<Index>(place.size());
  if (count > 2 * kPorts) {
    reader_.fail("PH105", place, shape(count, {}), "at most " + std::to_string(2 * kPorts));
    return std::nullopt;
  }
  Index width = columns.value_or(0);
  for (Index i = 0; i < count; ++i) {
    const Place row = place[index(i)];
    if (!reader_.array(row, "a row of numbers")) return std::nullopt;
    if (i == 0 && !columns) width = static_cast<Index>(row.size());
    if (static_cast<Index>(row.size()) == width && width <= 2 * kPorts) continue;
    reader_.fail("PH117", row, "a row of " + std::to_string(row.size()),
                 columns || i > 0 ? "a row of " + std::to_string(width)
                                  : "at most " + std::to_string(2 * kPorts));
    return std::nullopt;
  }
  if (rows && count != *rows) {
    reader_.fail("PH117", place, shape(count, width), shape(rows, columns));
    return std::nullopt;
  }
  MatX a(count, width);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < width; ++j) {
      const Place entry = place[index(i)][index(j)];
      const std::optional<double> number = reader_.number(entry);
      if (!number) return std::nullopt;
      a(i, j) = *number;
    }
  return a;
}

std::optional<Ports> StructureReader::ports(Place place, Index of) {
  if (!place || !reader_.array(place, "a list of ports, from 0")) return std::nullopt;
  Ports all;
  for (std::size_t i = 0; i < place.size(); ++i) {
    const std::optional<double> number = reader_.number(place[i]);
    if (!number) return std::nullopt;
    if (*number < 0 || *number >= static_cast<double>(of) || *number != std::floor(*number)) {
      reader_.fail("PH104", place[i], model::describe(*place[i]),
                   "a port, from 0 to " + std::to_string(of - 1));
      return std::nullopt;
    }
    all.push_back(static_cast<Index>(*number));
    if (std::count(all.begin(), all.end(), all.back()) == 1) continue;
    reader_.fail("PH106", place[i], "the port " + std::to_string(all.back()) + " a second time",
                 "each port once");
    return std::nullopt;
  }
  return all;
}

std::optional<std::vector<Dirac>> StructureReader::several(Place place) {
  if (!reader_.array(place, "a list of structures")) return std::nullopt;
  if (place.size() == 0) {
    reader_.fail("PH113", place, "an empty list", "at least one structure");
    return std::nullopt;
  }
  std::vector<Dirac> all;
  for (std::size_t i = 0; i < place.size(); ++i)
    if (auto one = structure(place[i])) all.push_back(std::move(*one));
  if (all.size() < place.size()) return std::nullopt;
  return all;
}

bool StructureReader::same_size(Place place, const Dirac& dirac, Index size) {
  if (dirac.size() == size) return true;
  reader_.fail("PH117", place, "a structure of " + std::to_string(dirac.size()) + " ports",
               "one of " + std::to_string(size));
  return false;
}

std::optional<Dirac> StructureReader::image(Place of) {
  const auto K = required(of, "K");
  if (!K) return std::nullopt;
  const auto L = required(of, "L", K->rows(), K->cols());
  return L ? std::optional(Dirac::image(*K, *L)) : std::nullopt;
}

std::optional<Dirac> StructureReader::kernel(Place of) {
  const auto F = required(of, "F");
  if (!F) return std::nullopt;
  const auto E = required(of, "E", F->rows(), F->cols());
  return E ? std::optional(Dirac::kernel(*F, *E)) : std::nullopt;
}

std::optional<Dirac> StructureReader::constrained(Place of) {
  const auto J = square(of, "J");
  if (!J) return std::nullopt;
  const auto g = matrix(of, "g", J->rows(), {});
  return g ? std::optional(Dirac::constrained(*J, *g)) : std::nullopt;
}

std::optional<Dirac> StructureReader::presymplectic(Place of) {
  const auto omega = square(of, "omega");
  if (!omega) return std::nullopt;
  const auto p = matrix(of, "p", {}, omega->rows());
  return p ? std::optional(Dirac::presymplectic(*omega, *p)) : std::nullopt;
}

std::optional<Dirac> StructureReader::graph(Place of) {
  const auto J = square(of, "J");
  return J ? std::optional(Dirac::graph(*J)) : std::nullopt;
}

std::optional<Dirac> StructureReader::interaction(Place of) {
  const auto A = required(of, "A");
  return A ? std::optional(structure::interaction(*A)) : std::nullopt;
}

std::optional<Dirac> StructureReader::induced(Place of) {
  const auto A = required(of, "A");
  return A ? std::optional(structure::induced(*A)) : std::nullopt;
}

std::optional<Dirac> StructureReader::sum(Place of) {
  const auto parts = several(of);
  if (!parts) return std::nullopt;
  Dirac all = parts->front();
  for (std::size_t i = 1; i < parts->size() && all.size() <= kPorts; ++i)
    all = structure::direct_sum(all, (*parts)[i]);
  return all;
}

std::optional<Dirac> StructureReader::tensor(Place of) {
  const auto parts = several(of);
  if (!parts) return std::nullopt;
  Dirac all = parts->front();
  for (std::size_t i = 1; i < parts->size(); ++i) {
    if (!same_size(of[i], (*parts)[i], all.size())) return std::nullopt;
    all = structure::tensor(all, (*parts)[i]);
  }
  return all;
}

std::optional<Dirac> StructureReader::compose(Place of) {
  for (const char* key : {"of", "ports"}) {
    const Place list = of[key];
    if (list && list->is_array() && list.size() == 2) continue;
    reader_.fail("PH113", list ? list : of,
                 list ? model::describe(*list) : "no \"" + std::string(key) + "\"",
                 "a list of two, one for each structure");
    return std::nullopt;
  }
  const auto parts = several(of["of"]);
  if (!parts) return std::nullopt;
  const auto first = ports(of["ports"][std::size_t{0}], parts->front().size());
  const auto second = ports(of["ports"][std::size_t{1}], parts->back().size());
  if (!first || !second) return std::nullopt;
  if (first->size() != second->size()) {
    reader_.fail(
        "PH113", of["ports"],
        "lists of " + std::to_string(first->size()) + " and " + std::to_string(second->size()),
        "as many ports of one as of the other");
    return std::nullopt;
  }
  const std::string word = reader_.text(of["coupling"], "opposite flows");
  const std::vector<std::string> known = {"opposite flows", "opposite efforts"};
  if (std::find(known.begin(), known.end(), word) == known.end()) {
    reader_.fail_unknown("PH109", of["coupling"], "\"" + word + "\"", model::one_of(known), known);
    return std::nullopt;
  }
  return structure::compose(
      parts->front(), *first, parts->back(), *second,
      word == known[0] ? Coupling::kOppositeFlows : Coupling::kOppositeEfforts);
}

std::optional<Dirac> StructureReader::constrain(Place of) {
  const auto dirac = part(of, "structure");
  if (!dirac) return std::nullopt;
  const auto E = required(of, "E", {}, dirac->size());
  return E ? std::optional(structure::constrain(*dirac, *E)) : std::nullopt;
}

std::optional<Dirac> StructureReader::interconnect(Place of) {
  const auto J = square(of, "J");
  const auto law = part(of, "law");
  if (!J || !law) return std::nullopt;
  const auto g = required(of, "g", J->rows(), law->size());
  return g ? std::optional(structure::interconnect(*J, *g, *law)) : std::nullopt;
}

std::optional<Dirac> StructureReader::reorder(Place of) {
  const auto dirac = part(of, "structure");
  if (!dirac) return std::nullopt;
  if (!of["ports"]) reader_.fail("PH103", of, "no \"ports\"", "a list of ports, from 0");
  const auto order = ports(of["ports"], dirac->size());
  if (!order) return std::nullopt;
  if (static_cast<Index>(order->size()) == dirac->size())
    return structure::reordered(*dirac, *order);
  reader_.fail("PH113", of["ports"], "a list of " + std::to_string(order->size()),
               "each of the " + std::to_string(dirac->size()) + " ports once");
  return std::nullopt;
}

}  // namespace porthos::inspect
