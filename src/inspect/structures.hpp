#pragma once

#include <string>

#include "model/json_text.hpp"
#include "structure/check.hpp"

namespace porthos::inspect {

/// Answers a question about Dirac structures, JSON for JSON, and keeps nothing.
///
/// request  {structure, ask: [words], equals: structure}; only the first is required. A structure
/// is an object with one
///          of the keys image {K, L}, kernel {F, E}, constrained {J, g}, presymplectic {omega, p},
///          graph {J}, interaction {A}, induced {A}, sum [structures], tensor [structures], compose
///          {of: [two], ports: [two lists], coupling}, constrain {structure, E}, interconnect {J,
///          g, law}, reorder {structure, ports}. A matrix is a list of its rows. What is asked for:
///          check, image, kernel, constrained, presymplectic, inputOutput, hybrid, distributions,
///          sizes.
/// answer   {problems, size, dimension, and an entry for each word}, matrices as above; what does
/// not exist is {why}
std::string structures(const std::string& request);

/// {name, theorem, check, residual, tolerance, verdict, where, responsible, note}
model::Json to_json(const structure::Check& check);
model::Json to_json(const structure::Checks& checks);

}  // namespace porthos::inspect
