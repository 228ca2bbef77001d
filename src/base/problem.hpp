#pragma once

#include <optional>
#include <string>
#include <vector>

namespace porthos {

/// Something wrong with a model's text, at a place its author can be shown.
///
/// code      stable, "PH" and three digits; docs/problems.md has a paragraph on each
/// where     JSON Pointer (RFC 6901) into the text
/// position  byte offset into the string at `where`, when the fault is inside a formula
/// line, column  1-based, when the text is not JSON at all and no pointer exists
struct Problem {
  enum class Severity { kError, kWarning };

  Severity severity = Severity::kError;
  std::string code;
  std::string where;
  std::string found;
  std::string expected;
  std::string hint;
  std::optional<std::size_t> position = std::nullopt;
  std::optional<std::size_t> line = std::nullopt;
  std::optional<std::size_t> column = std::nullopt;
};

using Problems = std::vector<Problem>;

/// What is left out: as a default it takes less code, wherever it is used, than a text made for it.
inline const std::string kNothing;

/// Those that are told; of more there is a word on how many.
inline constexpr std::size_t kMostProblems = 1000;

/// An error. What it quotes is cut off where it is long.
Problem make_problem(const char* code, const std::string& where, const std::string& found,
                     const std::string& expected, const std::string& hint = kNothing);

/// Adds an error; of more than are told only its code.
Problem& report(Problems& problems, const char* code, const std::string& where,
                const std::string& found, const std::string& expected,
                const std::string& hint = kNothing);

inline bool has_errors(const Problems& problems) {
  for (const Problem& problem : problems)
    if (problem.severity == Problem::Severity::kError) return true;
  return false;
}

}  // namespace porthos
