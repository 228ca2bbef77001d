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

TEST_CASE("suggest: compares dotted names part by part", "[base]") {
  const std::vector<std::string> words{"top", "top.r", "top.q", "top.frame.R", "link[2].tail"};
  CHECK(suggest("top.R", words) == "top.frame.R");  // neither "top" nor "top.r"
  CHECK(suggest("top.w", words) == "");
  CHECK(suggest("topp.q", words) == "top.q");
  CHECK(suggest("top.", words) == "");
  CHECK(suggest("tpo", words) == "top");
  CHECK(suggest("link[2].tial", words) == "link[2].tail");
  // Two possible candidates: none is suggested.
  CHECK(suggest("a.R", std::vector<std::string>{"a.left.R", "a.right.R"}) == "");
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
