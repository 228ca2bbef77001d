/// The actuator of the library against closed forms: a puck that is pulled in keeps its angular
/// momentum, and the port supplies what its kinetic energy gains.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::actuator_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;

Json puck(const char* body, const Json& r, const Json& v) {
  Json model = model_of({{"puck", use(body, {}, {}, {{"r", r}, {"v", v}})},
                         {"cylinder", use("actuator", between("ground", "puck"))}},
                        2);
  return with_gravity(model, r.size() == 3 ? Json{0, 0, 0} : Json{0, 0});
}

}  // namespace

TEST_CASE("an actuator that shortens does the work of a puck's angular momentum",
          "[oracle][elements]") {
  // l = 1 - t/10, l^2 phi' = 1, m = 1 kg.
  const double l = 0.8, work = (1 / (l * l) - 1) / 2;
  for (Json model : {puck("planar-body", {1, 0}, {-0.1, 1}),
                     puck("point-mass", {0.6, 0.8, 0}, {-0.86, 0.52, 0})}) {
    INFO(model.dump());
    model["inputs"] = {{"cylinder.force", {{"flow", "-0.1"}}}};
    for (const char* method : {"gauss(2)", "gauss(3)", "radau(3)"}) {
      INFO(method);
      const Run run = test::simulate(model, {.step = 0.005, .method = method, .tolerance = 1e-11});
      CHECK_THAT(run.last("cylinder.length"), WithinAbs(l, 1e-8));
      CHECK_THAT(run.last("energy.supplied"), WithinAbs(work, 1e-8));
      check_ledger(run);
    }
  }
}

TEST_CASE("an actuator pushes two points apart with its force", "[oracle][elements]") {
  for (Json model :
       {puck("planar-body", {1, 0}, {0, 0}), puck("point-mass", {0, 0.6, 0.8}, {0, 0, 0})}) {
    model["inputs"] = {{"cylinder.force", "3"}};
    const Run run = test::simulate(model, {.step = 0.01, .method = "gauss(2)"});
    CHECK_THAT(run.last("cylinder.length"), WithinAbs(1 + 3 * 2 * 2 / 2.0, 1e-11));
    CHECK_THAT(run.last("cylinder.rate"), WithinAbs(6, 1e-11));
    CHECK_THAT(run.last("energy.supplied"), WithinAbs(18, 1e-10));
  }
}

}  // namespace porthos::actuator_test
