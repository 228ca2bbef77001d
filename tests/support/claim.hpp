/// Values of functions as a report prints them, read without the engine's parser.
#pragma once

#include <functional>
#include <string>

namespace porthos::test {

struct ClaimValue {
  long double value = 0;
  long double size = 0;  // the sum of the absolute values of its terms
};

/// symbol: the value of "x" or "momentum(v)".
ClaimValue value_of_claim(const std::string& claim,
                          const std::function<long double(const std::string&)>& symbol);

}  // namespace porthos::test
