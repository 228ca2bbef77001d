#include "base/suggest.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

namespace suggest_test {
using porthos::suggest;

TEST_CASE("suggest: finds the word that was probably meant", "[base]") {
  const std::vector<std::string> words{"omega", "phi", "mass", "damping", "v_x", "v_y", "l"};
  CHECK(suggest("omgea", words) == "omega");   // swapped
  CHECK(suggest("omga", words) == "omega");    // forgotten
  CHECK(suggest("omeega", words) == "omega");  // doubled
  CHECK(suggest("Omega", words) == "omega");   // replaced
  CHECK(suggest("dampign", words) == "damping");
  CHECK(suggest("daamppngg", words) == "");  // three mistakes
  CHECK(suggest("phy", words) == "phi");
  CHECK(suggest("v_z", words) == "v_x");  // a tie: the first
  CHECK(suggest("omega", words) == "omega");
}

TEST_CASE("suggest: does not guess wildly", "[base]") {
  const std::vector<std::string> words{"omega", "phi", "l"};
  CHECK(suggest("", words) == "");
  CHECK(suggest("q", words) == "");
  CHECK(suggest("psi", std::vector<std::string>{"phi_1"}) == "");
  CHECK(suggest("velocity", words) == "");
  CHECK(suggest("omega", {}) == "");
  CHECK(suggest(std::string(20'000, 'o'), words) == "");
}

}  // namespace suggest_test
