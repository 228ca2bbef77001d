#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// Adds an error.
void report(Problems& problems, std::string_view code, std::string_view where,
            std::string_view found, std::string_view expected, std::string_view hint = {});

inline bool has_errors(const Problems& problems) {
  for (const Problem& problem : problems)
    if (problem.severity == Problem::Severity::kError) return true;
  return false;
}

}  // namespace porthos
