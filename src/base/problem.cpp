#include "base/problem.hpp"

namespace porthos {

Problem& report(Problems& problems, const char* code, const std::string& where,
                const std::string& found, const std::string& expected, const std::string& hint) {
  Problem& problem = problems.emplace_back();
  problem.code = code;
  problem.where = where;
  problem.found = found;
  problem.expected = expected;
  problem.hint = hint;
  return problem;
}

}  // namespace porthos
