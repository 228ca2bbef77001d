/// Verdicts where formulas change their branches at the reference, where dampers drive, and where
/// stiff springs stand beside no springs at all.
#include "linear.hpp"

namespace branches_test {
using namespace porthos::test;

namespace {

std::string verdict(const Json& answer) { return answer["stability"]["verdict"]; }

/// x'' = -dV/dx + f, y'' = -dV/dy, masses 1.
Json plane(const std::string& potential) {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0, "y": 0},
    "velocities": {"u": 0, "v": 0}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + v^2)/2"})json");
  model["potential_energy"] = potential;
  return model;
}

Json damped(const std::string& law, const std::string& potential = "x^2/2") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2"})json");
  model["potential_energy"] = potential;
  model["dissipation"] = {{"v", law}};
  return model;
}

}  // namespace

TEST_CASE("a branch between two axes is seen", "[linearize][verdict]") {
  // On x = y these potentials are -x^2 and less, on the axes they are x^2/2.
  for (const char* potential :
       {"x^2/2 + y^2/2 - 2*max(x*y, 0)", "x^2/2 + y^2/2 - 1.5*max(min(x, y), 0)^2",
        "x^2/2 + y^2/2 - if(x*y > 0, 2*x*y, 0)",
        "(x - 1)^2/2 + (y - 2)^2/2 - 2*max((x - 1)*(y - 2), 0)"}) {
    Json model = plane(potential);
    if (potential[0] == '(') model["positions"] = {{"x", 1}, {"y", 2}};
    CAPTURE(potential);
    CHECK(verdict(linear(model)) == "undecided");
    model["dissipation"] = {{"u", "u"}, {"v", "v"}};
    CHECK(verdict(linear(model)) == "undecided");
  }
  // A force that drives where x v > 0.
  Json force = damped("0*v");
  force["forces"] = {{"v", "if(x*v > 0, 1.5, -1)*v"}};
  CHECK(verdict(linear(force)) == "undecided");
  // A cone so narrow that no state near the equilibrium was found in it.
  CHECK(verdict(linear(plane("x^2/2 + y^2/2 - if(abs(x - y) < 1e-6*abs(x + y), 2*x*y, 0)"))) ==
        "undecided");
}

TEST_CASE("branches that change nothing leave a verdict", "[linearize][verdict]") {
  CHECK(verdict(linear(plane("x^2/2 + y^2/2 + max(x, 0)^3"))) == "stable");
  CHECK(verdict(linear(damped("abs(v)*v + v"))) == "asymptotically stable");
  CHECK(verdict(linear(damped("abs(v)*v"))) == "stable");
}

TEST_CASE("a damper that drives at small speeds proves nothing", "[linearize][verdict]") {
  for (const char* least : {"1e-2", "1e-4", "1e-6"}) {
    const std::string law = std::string("abs(v)*v*(abs(v) - ") + least + ")";
    CAPTURE(law);
    CHECK(verdict(linear(damped(law))) == "undecided");
    CHECK(verdict(linear(damped(law, "0"))) == "undecided");
  }
  CHECK(verdict(linear(damped("abs(v)*v*(abs(v) + 1e-2)"))) == "stable");
}

TEST_CASE("a pair that nothing holds drifts, however stiff its spring", "[linearize][verdict]") {
  for (const char* k : {"1", "1e4", "1e7", "1e9", "1e12"}) {
    const Json free = linear(plane(std::string(k) + "*(x - y)^2/2"));
    CAPTURE(k, free["stability"].dump());
    CHECK(verdict(free) == "neutral");
    CHECK(free["stability"]["free"] == Json::array({"x", "y"}));
    // Held at x it is stable.
    CHECK(verdict(linear(plane(std::string(k) + "*((x - y)^2 + x^2)/2"))) == "stable");
  }
  Json shaft = Json::parse(R"json({"porthos": 1, "components": {
    "a": {"use": "porthos:rotor"}, "b": {"use": "porthos:rotor"},
    "s": {"use": "porthos:torsion-spring-damper", "between": {"a": "a.shaft", "b": "b.shaft"},
          "parameters": {"k": 1e9, "c": 0}}}})json");
  CHECK(verdict(linear(shaft)) == "neutral");
  // A hill that is lost in the rounding of the stiffness proves nothing either.
  CHECK(verdict(linear(plane("1e7*(x - y)^2/2 - 1e-8*x^2/2"))) == "undecided");
}

}  // namespace branches_test
