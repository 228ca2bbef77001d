// Contacts end where their force passes zero, whatever turns beside them, and begin where their gap
// does, however early.
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

TEST_CASE("a gap that opens and closes at once within a long step is no penetration",
          "[set-valued]") {
  // A pole that grows while the sleeve on it tilts: the edge leaves it and is back after 4 us.
  test::Json model = test::gallery("woodpecker");
  model["definitions"]["d"] = "(r_M - r_0)*(1 + 0.1*sin(7*t))";
  for (test::Options options : test::switching_methods()) {
    options.until = 0.1;
    options.step = 0.018;
    INFO(options.method);
    const test::Run run = test::simulate(model, options);
    for (std::size_t row = 0; row < run.rows(); ++row)
      CHECK(run.at("gap.lower_edge", row) > -1e-12);
  }
}

}  // namespace porthos::contact_ends_test
