/// The columns entropy_production and exergy_destruction. Oracle: the sum of all entropies, whose
/// rate is the sum of all productions.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace entropy_columns_test {
using namespace porthos::test;

namespace {

constexpr double kAmbient = 300;

/// Two heat capacities of 10 J/K at 301 K and 299 K.
Json capacities(const char* flow, const char* effort) {
  Json model = Json::parse(R"json({ "porthos": 1, "environment": { "ambient_temperature": 300 },
    "positions": { "a": { "start": "10*log(301/300)", "unit": "J/K" },
                   "b": { "start": "10*log(299/300)", "unit": "J/K" } },
    "potential_energy": "3000*exp(a/10) + 3000*exp(b/10)",
    "outputs": { "entropy": "a + b" },
    "simulation": { "until": 4, "step": 0.01 } })json");
  model["dissipation"]["film"] = {{"flow", flow}, {"effort", effort}, {"heats", "b"}};
  return model;
}

/// The integral of a column over time, by the trapezoidal rule.
double integral(const Run& run, const std::string& name) {
  double sum = 0;
  for (size_t i = 1; i < run.rows(); ++i)
    sum += (run.at("t", i) - run.at("t", i - 1)) * (run.at(name, i) + run.at(name, i - 1)) / 2;
  return sum;
}

void check_production(const Run& run) {
  const double gained = run.last("entropy") - run.first("entropy");
  REQUIRE(gained > 0);
  // The rule's error: h^2/12 of a second derivative, with rates of less than 1/s, is below 1e-5.
  CHECK(std::abs(integral(run, "entropy_production.film") - gained) < 1e-5 * gained + 1e-15);
  for (size_t i = 0; i < run.rows(); ++i)
    CHECK(run.at("exergy_destruction.film", i) ==
          Catch::Approx(kAmbient * run.at("entropy_production.film", i)).epsilon(1e-14));
}

}  // namespace

TEST_CASE("entropy that a flow takes from a store is no production", "[simulate][heat]") {
  const Run run = simulate(capacities("effort(a)", "2*(effort(a) - effort(b))/effort(a)"));
  check_production(run);
  // Q (1/Tb - 1/Ta) of Q = 2*(Ta - Tb) = 4 W.
  CHECK(run.first("entropy_production.film") ==
        Catch::Approx(4 * (1.0 / 299 - 1.0 / 301)).epsilon(1e-9));
  CHECK(run.first("heat.film") == Catch::Approx(4).epsilon(1e-9));
}

TEST_CASE("the same conductor written with another flow produces the same entropy",
          "[simulate][heat]") {
  const Run run =
      simulate(capacities("effort(a) - effort(b)", "2*(effort(a) - effort(b))/effort(a)"));
  check_production(run);
  CHECK(run.first("entropy_production.film") ==
        Catch::Approx(4 * (1.0 / 299 - 1.0 / 301)).epsilon(1e-9));
}

TEST_CASE("friction produces its heat divided by the temperature", "[simulate][heat]") {
  Json model = capacities("v", "0.5*v");
  model["positions"]["x"] = 0;
  model["velocities"]["v"] = 2;
  model["kinematics"] = {{"x", "v"}};
  model["kinetic_energy"] = "v^2/2";
  model["positions"].erase("a");
  model["potential_energy"] = "3000*exp(b/10)";
  model["outputs"] = {{"entropy", "b"}};
  const Run run = simulate(model);
  check_production(run);
  CHECK(run.first("entropy_production.film") == Catch::Approx(2.0 / 299).epsilon(1e-9));
}

}  // namespace entropy_columns_test
