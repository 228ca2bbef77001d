/// Random models, methods, steps and events: every request ends with an outcome.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>

#include "integrate/methods.hpp"
#include "support/random_model.hpp"
#include "support/sanitized.hpp"

namespace fuzz_test {
using namespace porthos::test;
using porthos::integrate::Method;

TEST_CASE("random models, methods and steps never crash, hang or give a number that is none",
          "[simulate][fuzz]") {
  Random random(4711);
  int sound = 0;
  const int trials = porthos::test::kSanitized ? 100 : 400;
  for (int trial = 0; trial < trials; ++trial) {
    const Method& method = *random.of(porthos::integrate::methods());
    const bool may_be_stiff = !method.traits.is_explicit;  // or it takes long
    const Json model = any_model(random, random.of(std::array{4, 20, 1000}), may_be_stiff);
    const Json request{{"until", 1},
                       {"step", (random.one_in(8) ? 3.0 : 0.3) / (1 + random.next(30))},
                       {"method", std::string(method.name)},
                       {"tolerance", std::pow(10, -2 - random.next(10))}};
    INFO(model.dump() << request.dump());
    porthos::Session session(model.dump(), "{}");
    session.start(request.dump());
    const Json end = Json::parse(session.advance(1000));
    CHECK(end["done"] == true);
    for (const double value : session.take_rows()) REQUIRE(std::isfinite(value));
    if (end["outcome"] != "finished") {
      CHECK_FALSE(end.value("message", "").empty());
      continue;
    }
    ++sound;
    // The promises of the method hold on every model and step that it can solve. Explicit methods
    // are not made for massless velocities.
    const Json summary = Json::parse(session.summary());
    const bool has_mass = model["parameters"]["m"] != 0 && model["kinetic_energy"] != "v^2/2";
    if (method.traits.is_explicit && !has_mass) continue;
    const Json& ledger = summary["ledger"];
    double scale = std::abs(ledger["stored"][0].get<double>());
    for (const char* name : {"dissipated", "supplied", "events"})
      scale = std::max(scale, std::abs(ledger[name].get<double>()));
    if (method.traits.closes_ledger) CHECK(ledger["balanceError"].get<double>() < 1e-12 * scale);
    if (method.traits.keeps_positions) CHECK(summary["gaps"]["position"].get<double>() < 1e-12);
    if (method.traits.keeps_velocities) CHECK(summary["gaps"]["velocity"].get<double>() < 1e-9);
  }
  CHECK(sound > trials / 4);  // most of the others have a meaningless formula
}

}  // namespace fuzz_test
