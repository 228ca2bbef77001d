#include "base/problem.hpp"

namespace porthos {

void report(Problems& problems, std::string_view code, std::string_view where,
            std::string_view found, std::string_view expected, std::string_view hint) {
  Problem& problem = problems.emplace_back();
  problem.code = code;
  problem.where = where;
  problem.found = found;
  problem.expected = expected;
  problem.hint = hint;
}

}  // namespace porthos
