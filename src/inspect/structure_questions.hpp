#pragma once

#include <vector>

#include "inspect/structure_reader.hpp"
#include "structure/derivative.hpp"

namespace porthos::inspect {

/// Checks of the theory for matrices or structures, by name.
class StructureQuestions {
 public:
  StructureQuestions(model::Reader& reader, StructureReader& structures)
      : reader_(reader), structures_(structures) {}

  /// {word: {arguments}}, one word; nullopt with problems.
  std::optional<structure::Checks> answer(model::Place place);

 private:
  using Checks = structure::Checks;
  struct Kind;
  static const std::vector<Kind>& kinds();

  std::optional<std::vector<MatX>> derivatives(model::Place of, const char* key,
                                               const MatX& of_what);
  std::optional<VecX> vector(model::Place of, const char* key, Eigen::Index size);

  std::optional<Checks> distributions(model::Place of);
  std::optional<Checks> lagrangian(model::Place of);
  std::optional<Checks> resistive(model::Place of);
  std::optional<Checks> onsager(model::Place of);
  std::optional<Checks> constrained_closed(model::Place of);
  std::optional<Checks> presymplectic_closed(model::Place of);
  std::optional<Checks> nondegenerate(model::Place of);
  std::optional<Checks> admissible(model::Place of);
  std::optional<Checks> casimir(model::Place of);
  std::optional<Checks> definite(model::Place of);
  std::optional<Checks> torn(model::Place of);
  std::optional<Checks> group(model::Place of);
  std::optional<Checks> joint(model::Place of);
  std::optional<Checks> shaping(model::Place of);
  std::optional<Checks> dictionary(model::Place of);
  std::optional<Checks> rotation(model::Place of);
  std::optional<Checks> membership(model::Place of);

  // For quantities that depend on coordinates, with derivatives (structure_field_questions.cpp).
  std::optional<Checks> modulated(model::Place of);
  std::optional<Checks> involutive(model::Place of);
  std::optional<Checks> holonomic(model::Place of);
  std::optional<Checks> frame(model::Place of);
  std::optional<Checks> clean_intersection(model::Place of);
  std::optional<structure::SmoothMatrix> smooth(model::Place of, const char* key,
                                                const char* derivatives_key);

  model::Reader& reader_;
  StructureReader& structures_;
};

}  // namespace porthos::inspect
