#pragma once

#include <cstdlib>

namespace porthos::test {

/// A number from the environment, for tests that can be asked for more or for other models.
inline long from_environment(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtol(text, nullptr, 10) : otherwise;
}

}  // namespace porthos::test
