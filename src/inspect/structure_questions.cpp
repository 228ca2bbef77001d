#include "inspect/structure_questions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"
#include "structure/distributions.hpp"
#include "structure/identities.hpp"
#include "structure/jacobi.hpp"
#include "structure/lagrangian.hpp"
#include "structure/resistive.hpp"
#include "structure/shaping.hpp"
#include "structure/stability.hpp"

namespace porthos::inspect {

using Eigen::Index;
using model::Place;

/// word   of the question
/// keys   of its arguments
/// read   answers it
struct StructureQuestions::Kind {
  const char* word;
  std::vector<std::string> keys;
  std::optional<Checks> (StructureQuestions::*read)(Place);
};

const std::vector<StructureQuestions::Kind>& StructureQuestions::kinds() {
  using Q = StructureQuestions;
  static const std::vector<Kind> all = {
      {"lagrangian", {"M", "d"}, &Q::lagrangian},
      {"resistive", {"D"}, &Q::resistive},
      {"distributions", {"structure"}, &Q::distributions},
      {"nondegenerate", {"structure", "hessian"}, &Q::nondegenerate},
      {"admissible", {"structure", "gradient"}, &Q::admissible},
      {"casimir", {"structure", "gradient"}, &Q::casimir},
      {"closed", {"J", "g", "dJ", "dg"}, &Q::constrained_closed},
      {"closedPresymplectic", {"omega", "p", "domega", "dp"}, &Q::presymplectic_closed},
      {"definite", {"hessian", "gradients", "constraints"}, &Q::definite},
      {"membership", {"d", "dd", "gradient", "effort"}, &Q::membership},
      {"modulated", {"J", "g", "dJ", "dg"}, &Q::modulated},
      {"involutive", {"columns", "dcolumns"}, &Q::involutive},
      {"holonomic", {"A", "dA"}, &Q::holonomic},
      {"frame", {"columns", "dcolumns"}, &Q::frame},
      {"cleanIntersection", {"of"}, &Q::clean_intersection},
      {"torn", {"A1", "A2", "joint"}, &Q::torn},
      {"onsager", {"O", "effort", "shift"}, &Q::onsager},
      {"group", {"group", "R", "r", "S", "s", "u", "v", "p"}, &Q::group},
      {"joint", {"motions"}, &Q::joint},
      {"shaping", {"J", "b", "g", "C"}, &Q::shaping},
      {"dictionary", {"A", "p"}, &Q::dictionary},
      {"rotation", {"R"}, &Q::rotation},
  };
  return all;
}

std::optional<structure::Checks> StructureQuestions::answer(Place place) {
  if (!reader_.object(place)) return std::nullopt;
  std::vector<std::string> known;
  for (const Kind& kind : kinds()) known.emplace_back(kind.word);
  if (place.size() != 1) {
    reader_.fail("PH103", place, std::to_string(place.size()) + " keys",
                 "an object with one key, the word of a check", "it is " + model::one_of(known));
    return std::nullopt;
  }
  const std::size_t before = reader_.problems().size();
  reader_.check_keys(place, known);
  for (const Kind& kind : kinds()) {
    const Place of = place[kind.word];
    if (!of) continue;
    if (!reader_.object(of)) return std::nullopt;
    reader_.check_keys(of, kind.keys);
    std::optional<Checks> made = (this->*kind.read)(of);
    return reader_.problems().size() > before ? std::nullopt : made;
  }
  return std::nullopt;
}

/// One matrix of the same shape for each coordinate; absent if it is constant.
std::optional<std::vector<MatX>> StructureQuestions::derivatives(Place of, const char* key,
                                                                 const MatX& of_what) {
  const Place list = of[key];
  std::vector<MatX> all;
  if (!list) return all;
  if (!reader_.array(list, "a list of matrices, one for each coordinate")) return std::nullopt;
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto one = structures_.matrix(list[i], of_what.rows(), of_what.cols());
    if (!one) return std::nullopt;
    all.push_back(std::move(*one));
  }
  return all;
}

std::optional<VecX> StructureQuestions::vector(Place of, const char* key, Index size) {
  const Place list = of[key];
  const std::string expected = "a list of " + std::to_string(size) + " numbers";
  if (!list) {
    reader_.fail("PH103", of, std::string("no \"") + key + "\"", expected);
    return std::nullopt;
  }
  if (!reader_.array(list, expected)) return std::nullopt;
  if (static_cast<Index>(list.size()) != size) {
    reader_.fail("PH117", list, "a list of " + std::to_string(list.size()), expected);
    return std::nullopt;
  }
  VecX made(size);
  for (Index i = 0; i < size; ++i) {
    const auto number = reader_.number(list[index(i)]);
    if (!number) return std::nullopt;
    made(i) = *number;
  }
  return made;
}

std::optional<structure::Checks> StructureQuestions::lagrangian(Place of) {
  const auto M = structures_.square(of, "M");
  if (!M) return std::nullopt;
  const auto d = structures_.matrix(of, "d", {}, M->rows());
  return d ? std::optional(structure::lagrangian(structure::EnergyWithConstraints{*M, *d}))
           : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::resistive(Place of) {
  const auto D = structures_.square(of, "D");
  return D ? std::optional<Checks>({structure::resistive(*D)}) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::onsager(Place of) {
  const auto O = structures_.square(of, "O");
  if (!O) return std::nullopt;
  const auto effort = vector(of, "effort", O->rows()), shift = vector(of, "shift", O->rows());
  return effort && shift ? std::optional(structure::onsager(*O, *effort, *shift)) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::distributions(Place of) {
  const auto dirac = structures_.part(of, "structure");
  return dirac ? std::optional(structure::check(structure::find_distributions(*dirac)))
               : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::nondegenerate(Place of) {
  const auto dirac = structures_.part(of, "structure");
  if (!dirac) return std::nullopt;
  const auto hessian = structures_.required(of, "hessian", dirac->size(), dirac->size());
  return hessian ? std::optional<Checks>({structure::nondegenerate(*dirac, *hessian)})
                 : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::admissible(Place of) {
  const auto dirac = structures_.part(of, "structure");
  if (!dirac) return std::nullopt;
  const auto gradient = vector(of, "gradient", dirac->size());
  return gradient ? std::optional<Checks>({structure::admissible(*dirac, *gradient)})
                  : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::casimir(Place of) {
  const auto dirac = structures_.part(of, "structure");
  if (!dirac) return std::nullopt;
  const auto gradient = vector(of, "gradient", dirac->size());
  return gradient ? std::optional<Checks>({structure::casimir(*dirac, *gradient)}) : std::nullopt;
}

namespace {

/// A matrix at the point 0 of this number of coordinates, with its derivatives there.
structure::SmoothMatrix with_derivatives(const MatX& value, std::vector<MatX> by,
                                         Index coordinates) {
  by.resize(index(coordinates), MatX::Zero(value.rows(), value.cols()));
  return {[value](const VecX&) { return value; }, [by](const VecX&) { return by; }};
}

}  // namespace

std::optional<structure::Checks> StructureQuestions::constrained_closed(Place of) {
  const auto J = structures_.square(of, "J");
  if (!J) return std::nullopt;
  const auto g = structures_.matrix(of, "g", J->rows(), {});
  if (!g) return std::nullopt;
  const auto dJ = derivatives(of, "dJ", *J), dg = derivatives(of, "dg", *g);
  if (!dJ || !dg) return std::nullopt;
  const Index count = static_cast<Index>(std::max(dJ->size(), dg->size()));
  if (count > J->rows()) {
    reader_.fail("PH117", of, std::to_string(count) + " derivatives",
                 "at most one for each of the " + std::to_string(J->rows()) + " flows");
    return std::nullopt;
  }
  const VecX x = VecX::Zero(count);
  if (g->cols() == 0)
    return Checks{structure::jacobi_identity(with_derivatives(*J, *dJ, count), x)};
  return structure::closed_constrained(with_derivatives(*J, *dJ, count),
                                       with_derivatives(*g, *dg, count), x);
}

std::optional<structure::Checks> StructureQuestions::presymplectic_closed(Place of) {
  const auto omega = structures_.square(of, "omega");
  if (!omega) return std::nullopt;
  const auto p = structures_.matrix(of, "p", {}, omega->rows());
  if (!p) return std::nullopt;
  const auto domega = derivatives(of, "domega", *omega), dp = derivatives(of, "dp", *p);
  if (!domega || !dp) return std::nullopt;
  const Index count = static_cast<Index>(std::max(domega->size(), dp->size()));
  if (count > omega->rows()) {
    reader_.fail("PH117", of, std::to_string(count) + " derivatives",
                 "at most one for each of the " + std::to_string(omega->rows()) + " flows");
    return std::nullopt;
  }
  const VecX x = VecX::Zero(count);
  if (p->rows() == 0)
    return Checks{structure::closed_two_form(with_derivatives(*omega, *domega, count), x)};
  return structure::closed_presymplectic(with_derivatives(*omega, *domega, count),
                                         with_derivatives(*p, *dp, count), x);
}

std::optional<structure::Checks> StructureQuestions::definite(Place of) {
  const auto hessian = structures_.square(of, "hessian");
  if (!hessian) return std::nullopt;
  if (of["constraints"]) {  // number of coordinates to eliminate, the last ones
    const auto count = reader_.number(of["constraints"]);
    if (!count) return std::nullopt;
    if (*count >= 0 && *count <= static_cast<double>(hessian->rows()) &&
        *count == std::floor(*count))
      return Checks{structure::definite_reduced(*hessian, static_cast<Index>(*count))};
    reader_.fail("PH104", of["constraints"], model::describe(*of["constraints"]),
                 "a number of coordinates");
    return std::nullopt;
  }
  const auto gradients = structures_.matrix(of, "gradients", {}, hessian->rows());
  return gradients ? std::optional<Checks>({structure::definite(*hessian, *gradients)})
                   : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::membership(Place of) {
  const auto dd = structures_.required(of, "dd");
  if (!dd) return std::nullopt;
  const auto d = vector(of, "d", dd->rows()), gradient = vector(of, "gradient", dd->cols()),
             effort = vector(of, "effort", dd->cols());
  return d && gradient && effort
             ? std::optional<Checks>({structure::on_submanifold(*d, *dd, *gradient, *effort)})
             : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::torn(Place of) {
  const auto A1 = structures_.required(of, "A1"), A2 = structures_.required(of, "A2");
  if (!A1 || !A2) return std::nullopt;
  const auto joint = structures_.required(of, "joint", {}, A1->cols() + A2->cols());
  return joint ? std::optional<Checks>({structure::torn(*A1, *A2, *joint)}) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::group(Place of) {
  using structure::Group;
  const std::pair<std::string, Group> groups[] = {{"SO(3)", Group::kSO3},
                                                  {"SE(3)", Group::kSE3},
                                                  {"SE(2)", Group::kSE2},
                                                  {"SO(3)xR^3", Group::kSO3xR3}};
  const std::string word = reader_.text(of["group"], "SE(3)");
  std::vector<std::string> known;
  for (const auto& [name, group] : groups) {
    known.push_back(name);
    if (name != word) continue;
    const auto R = structures_.required(of, "R", 3, 3), S = structures_.required(of, "S", 3, 3);
    const auto r = vector(of, "r", 3), s = vector(of, "s", 3);
    const Index n = structure::dimension(group);
    const auto u = vector(of, "u", n), v = vector(of, "v", n), p = vector(of, "p", n);
    if (!R || !S || !r || !s || !u || !v || !p) return std::nullopt;
    return structure::group_identities(group, {*R, *r}, {*S, *s}, *u, *v, *p);
  }
  reader_.fail_unknown("PH109", of["group"], "\"" + word + "\"", model::one_of(known), known);
  return std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::joint(Place of) {
  const auto motions = structures_.required(of, "motions", 6);
  return motions ? std::optional<Checks>({structure::joint_subgroup(*motions)}) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::shaping(Place of) {
  const auto J = structures_.square(of, "J");
  if (!J) return std::nullopt;
  const auto b = structures_.matrix(of, "b", J->rows(), {});
  const auto g = structures_.required(of, "g", J->rows());
  if (!b || !g) return std::nullopt;
  const auto C = structures_.required(of, "C", g->cols(), J->rows());
  return C ? std::optional(structure::energy_shaping(*J, *b, *g, *C)) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::dictionary(Place of) {
  const auto A = structures_.required(of, "A");
  const auto p = vector(of, "p", 6);
  return A && p ? std::optional(structure::dictionary(*A, *p)) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::rotation(Place of) {
  const auto R = structures_.required(of, "R", 3, 3);
  return R ? std::optional(structure::rotation_invariants(*R)) : std::nullopt;
}

}  // namespace porthos::inspect
