#include "base/problem.hpp"

namespace porthos {
namespace {

/// A text of at most `most` bytes. A longer one is cut off, and its length is added.
std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
    --cut;  // inside a UTF-8 character
  return text.substr(0, cut) + "... (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace

Problem make_problem(const char* code, const std::string& where, const std::string& found,
                     const std::string& expected, const std::string& hint) {
  Problem problem;
  problem.code = code;
  problem.where = shortened(where, 1000);
  problem.found = shortened(found, 200);
  problem.expected = shortened(expected, 400);
  problem.hint = shortened(hint, 400);
  return problem;
}

Problem& report(Problems& problems, const char* code, const std::string& where,
                const std::string& found, const std::string& expected, const std::string& hint) {
  if (problems.size() < kMostProblems)
    return problems.emplace_back(make_problem(code, where, found, expected, hint));
  Problem& problem = problems.emplace_back();
  problem.code = code;
  return problem;
}

}  // namespace porthos
