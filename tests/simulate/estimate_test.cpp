/// The error that a run tells of itself, against the true one.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdlib>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace porthos {
namespace {

using test::Json;

/// A run's states at the times that all runs share, and what it says of itself.
struct Told {
  std::string outcome, message;
  std::vector<double> table;  // (times x states)
  std::vector<double> start;
  std::size_t positions = 0, states = 0;
  Json accuracy, problems;
};

constexpr double kEvery = 0.1;  // s

Told run(const Json& model, const std::string& method, double step, double until) {
  Session session = test::open_session(model);
  const Json described = Json::parse(session.describe());
  Told told;
  for (const Json& state : described["states"]) {
    told.positions += state["kind"].get<std::string>() == "position";
    ++told.states;
  }
  const Json begun = Json::parse(session.start(Json{
      {"method", method},
      {"step", step},
      {"until", until},
      {"outputEvery", std::lround(kEvery / step)}}.dump()));
  if (!begun.contains("columns")) {
    told.outcome = begun.dump();
    return told;
  }
  const std::size_t columns = begun["columns"].size();
  const Json end = Json::parse(session.advance(1 << 24));
  told.outcome = end["outcome"];
  told.message = end["message"];
  const std::vector<double> rows = session.take_rows();
  for (std::size_t row = 0; row < rows.size(); row += columns) {
    if (std::abs(std::remainder(rows[row], kEvery)) > 1e-9) continue;  // an event's
    for (std::size_t i = 1; i <= told.states; ++i) told.table.push_back(rows[row + i]);
  }
  const Json summary = Json::parse(session.summary());
  told.accuracy = summary["accuracy"];
  told.problems = summary["problems"];
  return told;
}

/// The largest difference of two runs relative to the motion, as docs/numerics.md defines it.
double difference(const Told& one, const Told& reference) {
  REQUIRE(one.table.size() == reference.table.size());
  const std::size_t n = one.states;
  std::vector<double> motion(n), error(n);
  for (std::size_t k = 0; k < one.table.size(); ++k) {
    const double x = reference.table[k];
    motion[k % n] = std::max(motion[k % n], std::abs(x - reference.table[k % n]));
    error[k % n] = std::max(error[k % n], std::abs(one.table[k] - x));
  }
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_position = i < one.positions;
    const std::size_t first = is_position ? 0 : one.positions,
                      last = is_position ? one.positions : n;
    double least = 1e-12;
    for (std::size_t k = first; k < last; ++k)
      least = std::max({least, 1e-2 * motion[k], 1e-6 * std::abs(reference.table[k])});
    worst = std::max(worst, error[i] / std::max(motion[i], least));
  }
  return worst;
}

}  // namespace

TEST_CASE("a run with fixed steps knows how far its trajectory is off", "[simulate][estimate]") {
  // All of the gallery with the environment's wish; else one in so many.
  const bool all = std::getenv("PORTHOS_ALL") != nullptr;
  const int every = all ? 1 : test::kSanitized ? 61 : 13;
  constexpr double kRounding = 1e-10;  // what is less, in the reference too, is not compared
  const double until = 3;
  int count = 0, good = 0, runs = 0, silent = 0;
  for (const std::string& name : test::gallery_names()) {
    const Json model = test::gallery(name);
    std::optional<Told> reference;
    for (const integrate::Method* method : integrate::methods()) {
      if (method->traits.is_adaptive) continue;
      for (const double step : {1e-3, 1. / 120, 1. / 60, 1. / 30}) {
        if (++count % every != 0) continue;
        if (!reference) reference = run(model, "gauss(4)", 1e-3, until);
        if (reference->outcome != "finished") continue;
        const Told told = run(model, std::string(method->name), step, until);
        if (told.outcome != "finished") continue;
        ++runs;
        const double truth = difference(told, *reference);
        const Json& error = told.accuracy["error"];
        const double estimate = error.is_null() ? NAN : error.get<double>();
        INFO(name << ", " << method->name << ", step " << step << ": error " << truth
                  << ", estimate " << estimate);
        if (all)
          WARN(name << ", " << method->name << ", step " << step << ": error " << truth
                    << ", estimate " << estimate);
        const double share = std::max(estimate, kRounding) / std::max(truth, kRounding);
        silent += std::isnan(estimate);
        if (share >= 0.1 && share <= 10) ++good;
        // Where the truth is a tenth of the motion and more, no power of the step holds: there it
        // has to be enough for the warning.
        if (!error.is_null()) CHECK((share > 0.01 || (truth > 0.1 && estimate > 1e-3)));
      }
    }
  }
  if (all) WARN(good << " of " << runs << " within a factor of 10, " << silent << " silent");
  INFO(good << " of " << runs << " within a factor of 10, " << silent << " silent");
  if (runs >= 50) CHECK(good >= 0.9 * runs);  // of the few under the sanitizers 0.9 says nothing
}

TEST_CASE("a run whose trajectory is far off says so, and what would do", "[simulate][estimate]") {
  const Json model =
      Json::parse(R"json({"porthos": 1, "positions": {"x": 1}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "x^2/2",
    "simulation": {"until": 20}})json");
  const Told coarse = run(model, "gauss(1)", 0.05, 20);
  REQUIRE(coarse.problems.size() == 1);
  CHECK(coarse.problems[0]["code"] == "PH301");
  CHECK(coarse.problems[0]["severity"] == "warning");
  // cos t, with the frequency lower by h^2/12: off by the phase at the end.
  CHECK(coarse.accuracy["error"].get<double>() ==
        Catch::Approx(20 * 0.05 * 0.05 / 12).epsilon(0.3));
  const std::string hint = coarse.problems[0]["hint"];
  INFO(hint);
  const double step = std::atof(hint.c_str() + std::string("a step of ").size());
  REQUIRE(step > 0);
  const Told fine = run(model, "gauss(1)", kEvery / std::ceil(kEvery / step), 20);
  CHECK(fine.problems.empty());
  CHECK(run(model, "gauss(2)", 0.05, 20).problems.empty());
}

TEST_CASE("the error has a column on request", "[simulate][estimate]") {
  Session session = test::open_session(test::gallery("pendulum-cartesian"));
  const Json options{{"until", 2}, {"step", 0.02}, {"method", "gauss(1)"}, {"errorColumn", true}};
  const Json begun = Json::parse(session.start(options.dump()));
  REQUIRE(begun["columns"].back()["name"] == "error.motion");
  session.advance(1000);
  const std::vector<double> rows = session.take_rows();
  CHECK(rows[begun["columns"].size() - 1] == 0);
  CHECK(rows.back() > 1e-6);
}

}  // namespace porthos
