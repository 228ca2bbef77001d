/// Runs with set-valued laws that last, or that switch very often.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "support/run.hpp"
#include "support/set_valued.hpp"
#ifdef __GLIBC__
#include <malloc.h>

#include <fstream>
#endif

namespace porthos::long_runs_test {
namespace {

using namespace test;

/// Memory in use, MB; 0 where the system does not tell it.
double memory_in_use() {
  double found = 0;
#ifdef __GLIBC__
  malloc_trim(0);
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;)
    if (word == "VmRSS:") in >> found;
#endif
  return found / 1024;
}

}  // namespace

TEST_CASE("a table on four legs stands still for a million seconds", "[set-valued]") {
  // The floor is inclined by 0.1, with a friction of 0.3.
  const double slope = 0.1;
  const Json model = with_gravity(
      model_of(
          {{"table", use("box", {}, {{"size", {0.8, 0.5, 0.7}}, {"m", 12}}, {{"r", {0, 0, 0.35}}})},
           {"floor", use("box-on-plane", between("ground", "table"),
                         {{"size", {0.8, 0.5, 0.7}}, {"friction", 0.3}})}},
          1e6),
      {9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)});
  const Run run = test::simulate(model, {.step = 1e3, .method = "gauss(2)"});
  for (const char* speed :
       {"table.v.1", "table.v.2", "table.v.3", "table.omega.1", "table.omega.2", "table.omega.3"})
    CHECK(run.largest(speed) < 1e-14);
  CHECK(std::abs(run.last("table.r.1")) < 1e-9);
  CHECK(std::abs(run.last("table.r.3") - 0.35) < 1e-9);
}

TEST_CASE("a thousand switches per second for a minute keep the memory", "[set-valued][long]") {
  // A diode at a source of 500 Hz: each half period switches it.
  Session session = open_session(Json::parse(R"json({
    "porthos": 1, "positions": { "q": 0 }, "velocities": { "i": 0 }, "kinematics": { "q": "i" },
    "kinetic_energy": "1e-5*i^2/2",
    "dissipation": { "R": { "flow": "i", "effort": "i" },
                     "diode": { "flow": "i", "one_way": true } },
    "ports": { "source": { "flow": "i" } }, "inputs": { "source": "sin(1000*pi*t)" },
    "simulation": { "until": 60, "step": 5e-4, "output_every": 100 }
  })json"));
  session.start(Json{{"method", "gauss(2)"}}.dump());
  double at_third = 0;
  for (int part = 0; part < 60; ++part) {
    const Json reached = Json::parse(session.advance(2000));
    session.take_rows();
    if (part == 20) at_third = memory_in_use();
    if (part == 59) CHECK(reached["outcome"] == "finished");
  }
  CHECK(Json::parse(session.summary())["eventCount"].get<int>() > 59000);
  CHECK(memory_in_use() < at_third + 2);
}

}  // namespace porthos::long_runs_test
