#include <algorithm>

#include "base/index.hpp"
#include "inspect/structure_questions.hpp"
#include "structure/closedness.hpp"
#include "structure/jacobi.hpp"
#include "structure/modulated.hpp"

// Checks of quantities that depend on coordinates x. A matrix A is given at x = 0 with its
// derivatives there, A(x) = A + sum x_l dA_l: the checks depend on first derivatives only.

namespace porthos::inspect {

using Eigen::Index;
using model::Place;
using structure::SmoothMatrix;

namespace {

SmoothMatrix linear(const MatX& value, const std::vector<MatX>& by) {
  return {[value, by](const VecX& x) -> MatX {
            MatX at = value;
            for (std::size_t l = 0; l < by.size(); ++l) at += x(static_cast<Index>(l)) * by[l];
            return at;
          },
          [by](const VecX&) { return by; }};
}

VecX origin(const SmoothMatrix& matrix) {
  return VecX::Zero(static_cast<Index>(matrix.derivative(VecX()).size()));
}

}  // namespace

std::optional<SmoothMatrix> StructureQuestions::smooth(Place of, const char* key,
                                                       const char* derivatives_key) {
  const auto value = structures_.required(of, key);
  if (!value) return std::nullopt;
  const auto by = derivatives(of, derivatives_key, *value);
  return by ? std::optional(linear(*value, *by)) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::modulated(Place of) {
  const auto J = structures_.square(of, "J");
  if (!J) return std::nullopt;
  const auto g = structures_.matrix(of, "g", J->rows(), {});
  if (!g) return std::nullopt;
  auto dJ = derivatives(of, "dJ", *J), dg = derivatives(of, "dg", *g);
  if (!dJ || !dg) return std::nullopt;
  const std::size_t count = std::max(dJ->size(), dg->size());
  if (count > index(J->rows())) {
    reader_.fail("PH117", of, std::to_string(count) + " derivatives",
                 "at most one for each of the " + std::to_string(J->rows()) + " flows");
    return std::nullopt;
  }
  dJ->resize(count, MatX::Zero(J->rows(), J->cols()));
  dg->resize(count, MatX::Zero(g->rows(), g->cols()));
  const SmoothMatrix J_x = linear(*J, *dJ), g_x = linear(*g, *dg);
  const structure::DiracField field = [&](const VecX& x) {
    return structure::Dirac::constrained(J_x.at(x), g_x.at(x));
  };
  const VecX x = VecX::Zero(static_cast<Index>(count));
  Checks checks{structure::continuity(field, x)};
  for (const Checks& more : {structure::regular_point(field, x), structure::closedness(field, x),
                             Checks{structure::integrable_casimirs(field, x)}})
    checks.insert(checks.end(), more.begin(), more.end());
  return checks;
}

std::optional<structure::Checks> StructureQuestions::involutive(Place of) {
  const auto columns = smooth(of, "columns", "dcolumns");
  return columns ? std::optional<Checks>({structure::involutive(*columns, origin(*columns))})
                 : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::holonomic(Place of) {
  const auto A = smooth(of, "A", "dA");
  return A ? std::optional<Checks>({structure::involutive_kernel(*A, origin(*A))}) : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::frame(Place of) {
  const auto columns = smooth(of, "columns", "dcolumns");
  return columns
             ? std::optional<Checks>({structure::closedness_of_frame(*columns, origin(*columns))})
             : std::nullopt;
}

std::optional<structure::Checks> StructureQuestions::clean_intersection(Place of) {
  if (!of["of"]) {
    reader_.fail("PH103", of, "no \"of\"", "a list of distributions {A, dA}");
    return std::nullopt;
  }
  if (!reader_.array(of["of"], "a list of distributions {A, dA}")) return std::nullopt;
  std::vector<structure::MatrixField> all;
  Index coordinates = 0;
  std::optional<Index> width;
  for (std::size_t i = 0; i < of["of"].size(); ++i) {
    const Place one = of["of"][i];
    if (!reader_.object(one)) return std::nullopt;
    reader_.check_keys(one, {"A", "dA"});
    const auto A = smooth(one, "A", "dA");
    if (!A) return std::nullopt;
    const VecX here = origin(*A);
    const Index columns = A->at(here).cols();
    if (width && *width != columns) {
      reader_.fail("PH117", one, std::to_string(columns) + " columns", std::to_string(*width));
      return std::nullopt;
    }
    width = columns;
    coordinates = std::max(coordinates, here.size());
    all.push_back([A = *A, size = here.size()](const VecX& x) { return A.at(x.head(size)); });
  }
  return structure::clean_intersection(all, VecX::Zero(coordinates));
}

}  // namespace porthos::inspect
