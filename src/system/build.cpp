#include "system/build.hpp"

#include <algorithm>
#include <utility>

#include "system/inert.hpp"
#include "system/typical_sizes.hpp"

namespace porthos::system {

std::unique_ptr<System> build(Assembled& assembled, std::vector<char> inert) {
  Assembly& assembly = assembled.assembly;
  const bool is_known = !inert.empty();
  assembly.inert = std::move(inert);
  auto made = std::make_unique<System>(assembly);
  if (!is_known) {
    assembly.inert = find_inert(*made, assembled);
    // Only a system with inert constraints has another layout than the first one.
    if (std::ranges::find(assembly.inert, 1) != assembly.inert.end())
      made = std::make_unique<System>(assembly);
  }
  assembly.typical = find_typical_sizes(*made, assembled);
  made->set_typical_sizes(assembly.typical);
  return made;
}

}  // namespace porthos::system
