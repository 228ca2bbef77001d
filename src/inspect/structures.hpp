#pragma once

#include <string>

#include "model/json_text.hpp"
#include "structure/check.hpp"

namespace porthos::inspect {

/// Answers a question about Dirac structures, from JSON to JSON, without state.
///
/// request  {structure, ask: [words], equals: structure, bracket: [dH1, dH2]}, of which only the
///          first is required, or
///          {verify: {word: arguments}}, a check of matrices (StructureQuestions). A structure is
///          an object with one of the keys image {K, L}, kernel {F, E}, constrained {J, g},
///          presymplectic {omega, p}, graph {J}, hybrid {a, b, J}, interaction {A}, induced {A},
///          multibody {Z, G, A, B}, couple {first, B1, second, B2}, feedback
///          {ports}, portControlled {J, g, b}, sum [structures], tensor
///          [structures], compose {of: [two], ports: [two lists], coupling}, constrain {structure,
///          E}, interconnect {J, g, law}, reorder {structure, ports}, pullBack and pushForward
///          {structure, map}. A matrix is a list of its rows. Words: text, check, image, kernel,
///          constrained, presymplectic, inputOutput, hybrid, distributions, sizes.
/// answer   {problems, size, dimension, uncertainty, and an entry for each word} or {problems,
///          checks}; a result that does not exist is {why}
std::string structures(const std::string& request);

/// {name, theorem, check, residual, tolerance, verdict, where, responsible, note}
model::Json to_json(const structure::Check& check);
model::Json to_json(const structure::Checks& checks);

}  // namespace porthos::inspect
