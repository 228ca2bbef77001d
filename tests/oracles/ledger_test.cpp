/// stored' + dissipated' - supplied' = 0 and closed constraints, for every model of the gallery, at
/// steps from 1 ms to 1/60 s, over one minute (5 s for models outside the headline paper).
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace ledger_test {
using namespace porthos::test;

namespace {

/// s
double length_of(const std::string& name) {
  if (!is_headline(name)) return kSanitized ? 0.2 : 5;
  return kSanitized ? 2 : 60;
}

}  // namespace

TEST_CASE("the energy ledger and the constraints of every model close to round-off",
          "[oracle][ledger][long]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  const double step = GENERATE(0.001, 0.005, 1. / 60);
  CAPTURE(name, step);
  const Run run = simulate(gallery(name), {.until = length_of(name), .step = step});

  // The scale of the ledger: the kinetic energy, and the energy that passed the ports.
  double kinetic = 0, supplied = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    kinetic = std::max(kinetic, run.at("energy.kinetic", row));
    supplied = std::max(supplied, std::abs(run.at("energy.supplied", row)));
  }
  // If momenta are states, the stored energy includes the kinetic one.
  if (kinetic == 0) kinetic = run.largest("energy.stored");
  // A woodpecker falls slowly: more potential energy moves than it has kinetic energy at once.
  const double fallen =
      run.has("energy.potential") ? run.drift("energy.potential") : run.drift("energy.stored");
  const double scale = std::max({kinetic, supplied, fallen});
  REQUIRE(scale > 0);

  // 60 s are up to 6e4 roundings.
  CHECK(run.largest("energy.balance_error") < 1e-12 * scale);
  // Lengths are of order 1 m. Speeds grow to 30 m/s in no model; rounding is relative to them.
  CHECK(run.largest("gap.position") < 1e-12);
  // An impact leaves the rounding of its impulses, which are larger than the speeds.
  CHECK(run.largest("gap.velocity") < (has_modes(gallery(name)) ? 1e-11 : 1e-12));
}

TEST_CASE(
    "the balance error is what is stored less what was supplied, added by events and not "
    "dissipated",
    "[oracle][ledger]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Run run = simulate(gallery(name), {.until = kSanitized ? 0.2 : 2, .step = 0.005});
  double error = 0, scale = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double balance = run.at("energy.stored", row) - run.first("energy.stored") +
                           run.at("energy.dissipated", row) - run.at("energy.supplied", row) -
                           (run.has("energy.events") ? run.at("energy.events", row) : 0);
    error = std::max(error, std::abs(balance - run.at("energy.balance_error", row)));
    for (const char* term : {"energy.stored", "energy.dissipated", "energy.supplied"})
      scale = std::max(scale, std::abs(run.at(term, row)));
  }
  CHECK(error <= 1e-14 * scale);  // the same sum in another order
}

TEST_CASE("what each port supplies adds up to what is supplied", "[oracle][ledger]") {
  const std::string name =
      GENERATE("gyroscope-euler", "slider-crank", "differential-drive", "crank");
  CAPTURE(name);
  const Run run = simulate(gallery(name), {.until = 5, .step = 0.005});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    double sum = 0;
    for (const std::string& column : run.names)
      if (column.starts_with("energy.supplied.")) sum += run.at(column, row);
    error = std::max(error, std::abs(sum - run.at("energy.supplied", row)));
  }
  CHECK(error < 1e-13);  // J; the same numbers, added in another order
}

TEST_CASE("the supplied energy is the integral of effort times flow", "[oracle][ledger]") {
  const std::string name =
      GENERATE("gyroscope-euler", "slider-crank", "differential-drive", "crank");
  CAPTURE(name);
  const double h = 0.005;
  const Run run = simulate(gallery(name), {.until = 5, .step = h});
  std::vector<std::string> efforts;
  for (const std::string& column : run.names)
    if (column.find(".effort") != std::string::npos) efforts.push_back(column);
  REQUIRE_FALSE(efforts.empty());
  const auto power = [&](size_t row) {
    double sum = 0;
    for (std::string effort : efforts) {
      const double u = run.at(effort, row);
      effort.replace(effort.find(".effort"), 7, ".flow");
      sum += u * run.at(effort, row);
    }
    return sum;
  };
  double work = 0, error = 0;
  for (size_t row = 2; row < run.rows(); row += 2) {
    work += h / 3 * (power(row - 2) + 4 * power(row - 1) + power(row));
    error = std::max(error, std::abs(work - run.at("energy.supplied", row)));
  }
  CHECK(error <
        2e-6);  // J; Simpson's rule on the rows, (h rate)^4/180 of the power, with rates up to 25/s
}

}  // namespace ledger_test
