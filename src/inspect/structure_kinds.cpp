#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "inspect/structure_reader.hpp"
#include "structure/interconnect.hpp"
#include "structure/multibody.hpp"
#include "structure/representations.hpp"
#include "structure/tensor.hpp"

// Structures from matrices that are not representations of [004].

namespace porthos::inspect {

using model::Place;

std::optional<structure::Dirac> StructureReader::hybrid(Place of) {
  const auto J = square(of, "J");
  if (!J) return std::nullopt;
  const Eigen::Index n = J->rows();
  structure::Hybrid made{{}, {}, *J};
  for (const char* key : {"a", "b"})
    if (of[key]) {
      const auto read = ports(of[key], n);
      if (!read) return std::nullopt;
      (*key == 'a' ? made.a : made.b) = *read;
    }
  structure::Ports all = made.a;
  all.insert(all.end(), made.b.begin(), made.b.end());
  std::ranges::sort(all);
  for (std::size_t i = 0; i < std::max(all.size(), index(n)); ++i) {
    if (i < all.size() && all.size() == index(n) && all[i] == static_cast<Eigen::Index>(i))
      continue;
    reader_.fail("PH113", of, "lists a and b of " + std::to_string(all.size()) + " ports",
                 "each of the " + std::to_string(n) + " ports in one of them");
    return std::nullopt;
  }
  if (of["error"]) {
    const auto error = matrix(of, "error", n, n);
    if (!error) return std::nullopt;
    made.error = *error;
  }
  made.doubt = reader_.text(of["doubt"]);
  return make(made);
}

std::optional<structure::Multibody> StructureReader::multibody_system(Place of) {
  const auto Z = required(of, "Z");
  if (!Z) return std::nullopt;
  const auto kin = Z->cols();
  std::optional<MatX> G = MatX::Zero(kin, kin);
  if (of["G"]) G = matrix(of, "G", kin, kin);
  const auto A = matrix(of, "A", {}, kin), B = matrix(of, "B", kin, {});
  if (!G || !A || !B) return std::nullopt;
  return structure::Multibody{*Z, *G, *A, *B};
}

std::optional<structure::Dirac> StructureReader::multibody(Place of) {
  const auto system = multibody_system(of);
  return system ? std::optional(structure::structure_of(*system)) : std::nullopt;
}

std::optional<structure::Dirac> StructureReader::couple(Place of) {
  for (const char* key : {"first", "second"}) {
    if (!of[key]) {
      reader_.fail("PH103", of, std::string("no \"") + key + "\"", "matrices {Z, G, A, B}");
      return std::nullopt;
    }
    if (!reader_.object(of[key])) return std::nullopt;
    reader_.check_keys(of[key], {"Z", "G", "A", "B"});
  }
  const auto first = multibody_system(of["first"]), second = multibody_system(of["second"]);
  if (!first || !second) return std::nullopt;
  const auto B1 = required(of, "B1", first->Z.cols());
  if (!B1) return std::nullopt;
  const auto B2 = required(of, "B2", second->Z.cols(), B1->cols());
  return B2 ? std::optional(structure::structure_of(structure::couple(*first, *B1, *second, *B2)))
            : std::nullopt;
}

std::optional<structure::Dirac> StructureReader::feedback(Place of) {
  constexpr double kMost = 50;
  const auto count = reader_.number(of["ports"]);
  if (count && *count >= 1 && *count <= kMost && *count == std::floor(*count))
    return structure::feedback(static_cast<Eigen::Index>(*count));
  if (!of["ports"] || count)
    reader_.fail("PH104", of, count ? model::describe(*of["ports"]) : "no \"ports\"",
                 "the number of ports of each side, 1 to 50");
  return std::nullopt;
}

std::optional<structure::Dirac> StructureReader::port_controlled(Place of) {
  const auto J = square(of, "J");
  if (!J) return std::nullopt;
  const auto g = required(of, "g", J->rows()), b = matrix(of, "b", J->rows(), {});
  return g && b ? std::optional(structure::port_controlled(*J, *g, *b)) : std::nullopt;
}

std::optional<structure::Dirac> StructureReader::pull_back(Place of) {
  const auto dirac = part(of, "structure");
  if (!dirac) return std::nullopt;
  const auto map = required(of, "map", dirac->size());
  return map ? std::optional(structure::pull_back(*dirac, *map)) : std::nullopt;
}

std::optional<structure::Dirac> StructureReader::push_forward(Place of) {
  const auto dirac = part(of, "structure");
  if (!dirac) return std::nullopt;
  const auto map = required(of, "map", {}, dirac->size());
  return map ? std::optional(structure::push_forward(*dirac, *map)) : std::nullopt;
}

}  // namespace porthos::inspect
