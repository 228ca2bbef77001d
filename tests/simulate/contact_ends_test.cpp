// Contacts end where their force passes zero, whatever turns beside them.
#include <catch_amalgamated.hpp>

#include "support/set_valued.hpp"

namespace porthos::contact_ends_test {

TEST_CASE("a tippe top leaves the table before the table would pull it", "[set-valued]") {
  // The coefficient of the spin about the axis in the gap is a rounding error; the moment about the
  // axis is no measure for the force of the contact.
  test::Json model = test::gallery("tippe-top");
  model["parameters"]["g"]["value"] = 4.905;
  model["parameters"]["spin_0"]["value"] = 180;
  const test::Run run = test::simulate(model, {.until = 2, .step = 0.0092, .method = "gauss(2)"});
  CHECK(run.outcome == "finished");
  std::size_t closed = 0;
  for (std::size_t row = 0; row < run.rows(); ++row)
    if (run.at("mode.ball", row) == test::kClosed) {
      ++closed;
      CHECK(run.at("multiplier.ball", row) > -1e-12);
    }
  CHECK(closed > 100);
}

}  // namespace porthos::contact_ends_test
