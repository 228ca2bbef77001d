// Verdicts and starts do not depend on the units of a text, and time is no state of a model.

#include <cmath>

#include "base/metric.hpp"
#include "base/sparse.hpp"
#include "support/inspection.hpp"
#include "support/verdicts.hpp"

namespace porthos::test::units_test {

TEST_CASE("coupled velocities of any units have mass", "[inspect][units]") {
  // Unit masses with a coupling of 0.3, in units of 1 and of 4e7.
  MatX mass(2, 2);
  mass << 0.314, 4.56e-9, 4.56e-9, 1.56e-15;
  CHECK_FALSE(Metric(Sparse::of(mass)).has_massless());
  // (a v + b w)^2 / 2 has one direction without mass: (b, -a).
  const double a = 1e6, b = 1e-6;
  mass << a * a, a * b, a * b, b * b;
  const Metric one(Sparse::of(mass));
  REQUIRE(one.massless().size() == 1);
  const MatX& directions = one.massless().front().directions;
  REQUIRE(directions.cols() == 1);
  CHECK(std::abs(directions(0, 0) * a + directions(1, 0) * b) < 1e-15 * a);
  CHECK(std::abs(directions.norm() - 1) < 1e-15);
}

TEST_CASE("time is no state of a model", "[inspect][units]") {
  Json swaying = verdicts::points(1);
  swaying["potential_energy"] = "(x1 - sin(t))^2/2";
  const Json only = {{"only", {"T-13", "T-14", "T-22", "T-21"}}};
  const Json report = verdicts::report_of(swaying, only);
  CAPTURE(report.dump(1));
  CHECK(report["facts"]["positions"] == 1);
  CHECK(report["facts"]["canonical"] == Json{{"pairs", 1}, {"casimirs", 0}, {"constraints", 0}});
  CHECK(verdicts::verdict(report, "the run satisfies the variational principle") == "holds");
  // A rod whose length changes does work on both ends; with the work of time the powers add up.
  Json rod = verdicts::points(2);
  rod["velocities"] = {{"v1", 0.5}, {"v2", -0.2}};
  rod["position_constraints"]["rod"] = "x2 - x1 - 0.3 - sin(t)/5";
  rod["potential_energy"] = "x1^2/2";
  const Json moving = verdicts::report_of(rod, only);
  CAPTURE(moving.dump(1));
  CHECK(verdicts::verdict(moving, "the powers between the parts add up to zero") == "holds");
}

TEST_CASE("the energy determines multipliers in any units", "[inspect][T-11][units]") {
  for (const double unit : {1.0, 1e-6, 1e6}) {
    Json model = verdicts::points(2);
    model["mass"] = {{unit * unit, 0}, {0, 1 / (unit * unit)}};
    model["velocity_constraints"]["row"] = text_of(unit) + "*v1 + (2 + x1)*v2/" + text_of(unit);
    const Json report = verdicts::report_of(model, {{"only", {"T-11"}}});
    CAPTURE(unit, report.dump(1));
    CHECK(verdicts::verdict(report, "the energy determines the multipliers") == "holds");
  }
}

TEST_CASE("stated velocities meet rows in small units", "[inspect][units]") {
  // The row is open by 1e-9 of its unit, and by all of its terms.
  Json model = verdicts::points(2);
  model["positions"]["x1"] = 4e5;
  model["velocities"] = {{"v1", 1}, {"v2", 1}};
  model["velocity_constraints"]["row"] = "1e-9*(v1 - 2*v2)";
  const Run run = test::simulate(model, {.until = 0.1, .step = 0.01});
  CHECK(std::abs(run.first("v1") - 2 * run.first("v2")) < 1e-8 * run.first("v1"));
  // A start that meets it stays as it is.
  model["velocities"]["v2"] = 0.5;
  CHECK(test::simulate(model, {.until = 0.1, .step = 0.01}).first("v1") == 1);
}

}  // namespace porthos::test::units_test
