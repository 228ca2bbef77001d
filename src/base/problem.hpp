#pragma once

#include <optional>
#include <string>
#include <vector>

namespace porthos {

/// A fault in a model text, at a place that can be shown to its author.
///
/// code      stable, "PH" and three digits; docs/problems.md has a paragraph on each
/// where     JSON Pointer (RFC 6901) into the text
/// position  byte offset into the string at `where`, if the fault is inside a formula
/// line, column  1-based, if the text is not JSON, so that no pointer exists
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

/// The default for an omitted text. A shared constant takes less code than a new string at each
/// call.
inline const std::string kNothing;

/// At most this many problems are reported; the rest are counted.
inline constexpr std::size_t kMostProblems = 1000;

/// An error. Long quotations are cut off.
Problem make_problem(const char* code, const std::string& where, const std::string& found,
                     const std::string& expected, const std::string& hint = kNothing);

/// Adds an error. Beyond kMostProblems it keeps only the code.
Problem& report(Problems& problems, const char* code, const std::string& where,
                const std::string& found, const std::string& expected,
                const std::string& hint = kNothing);

/// True if there are errors among the problems from `first` on.
inline bool has_errors(const Problems& problems, std::size_t first = 0) {
  for (std::size_t i = first; i < problems.size(); ++i)
    if (problems[i].severity == Problem::Severity::kError) return true;
  return false;
}

}  // namespace porthos
