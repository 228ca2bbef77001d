/// The same mechanism as formulas, with planar elements, with spatial elements (whose planar loops
/// are redundant), and in joint coordinates; and joint forces compared with closed forms.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/mechanisms.hpp"
#include "support/run.hpp"

namespace element_forms_test {
using namespace porthos::test;

namespace {

Json parsed(const char* text) { return Json::parse(text); }

// All forms are converged with these steps; they differ by rounding and its growth over three
// seconds.
const Options kExact{.until = 3, .step = 0.005, .method = "gauss(4)"};

/// The text with the states under the names that all forms use.
Run form(Json model, const std::map<std::string, std::string>& told) {
  for (const auto& [name, formula] : told) model["outputs"][name] = formula;
  return simulate(model, kExact);
}

Run form(const char* text, const std::map<std::string, std::string>& told) {
  return form(parsed(text), told);
}

/// The largest distance of a form from the first one in an output.
double spread(const std::vector<Run>& forms, const std::string& name) {
  double most = 0;
  for (const Run& run : forms) most = std::max(most, difference(forms[0], run, name));
  return most;
}

/// The inertia of a slender rod about z; the other two are any that a body may have.
Json rod_inertia(double m, double l) {
  const double I = m * l * l / 12;
  return {{I / 2, 0, 0}, {0, I / 3 + 0.01, 0}, {0, 0, I}};
}

/// A spatial body that represents a planar rod of length l with its centre in (x, y), rotated by
/// phi about z. Given values are kept.
Json spatial_rod(double m, double l, const Json& x, const Json& y, const std::string& phi,
                 bool is_fixed = false) {
  return {{"use", "porthos:rigid-body"},
          {"parameters", {{"m", m}, {"I", rod_inertia(m, l)}}},
          {"start",
           {{"r", {{"value", {x, y, 0}}, {"fixed", is_fixed}}},
            {"q",
             {{"value", {"cos((" + phi + ")/2)", 0, 0, "sin((" + phi + ")/2)"}},
              {"fixed", is_fixed}}}}}};
}

Json joint(const char* use, const char* a, const char* b, const Json& parameters) {
  return {{"use", use}, {"between", {{"a", a}, {"b", b}}}, {"parameters", parameters}};
}

Json revolute(const char* a, const char* b, double at_a, double at_b) {
  return joint("porthos:revolute", a, b, {{"at_a", {at_a, 0, 0}}, {"at_b", {at_b, 0, 0}}});
}

Json in_space(const Json& components) {
  return {
      {"porthos", 1}, {"environment", {{"gravity", {0, -9.81, 0}}}}, {"components", components}};
}

}  // namespace

TEST_CASE("a pendulum by formulas, of planar and of spatial elements and in its angle",
          "[oracle][elements]") {
  const Run by_hand = form(R"json({ "porthos": 1,
    "positions": { "x": 0.5, "y": 0, "p": 0 }, "velocities": { "u": 0, "v": 0, "w": 0 },
    "kinematics": { "x": "u", "y": "v", "p": "w" },
    "kinetic_energy": "(u^2 + v^2)/2 + w^2/24", "potential_energy": "9.81*y",
    "position_constraints": { "O": ["x - cos(p)/2", "y - sin(p)/2"] } })json",
                           {{"place", "x"}, {"rate", "w"}});
  const Run planar = form(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:planar-rod", "start": { "r": [0.5, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } } })json",
                          {{"place", "rod.r.1"}, {"rate", "rod.omega"}});
  const Run spatial = form(in_space({{"rod", spatial_rod(1, 1, 0.5, 0, "0")},
                                     {"O", revolute("ground", "rod", 0, -0.5)}}),
                           {{"place", "rod.r.1"}, {"rate", "rod.omega.3"}});
  const Run angle = form(R"json({ "porthos": 1, "positions": { "p": 0 }, "velocities": { "w": 0 },
    "kinematics": { "p": "w" }, "kinetic_energy": "w^2/6", "potential_energy": "9.81/2*sin(p)" })json",
                         {{"place", "cos(p)/2"}, {"rate", "w"}});
  // The simple pendulum of the same period has the length J/(m l/2) = 2/3.
  const Run mass =
      form(R"json({ "porthos": 1, "components": {
    "mass": { "use": "porthos:point-mass", "start": { "r": ["2/3", 0, 0] } },
    "rod": { "use": "porthos:distance", "between": { "a": "ground", "b": "mass" },
      "parameters": { "length": "2/3" } } } })json",
           {{"place", "3/4*mass.r.1"}, {"rate", "9/4*(mass.v.3*mass.r.1 - mass.v.1*mass.r.3)"}});
  CHECK(spread({by_hand, planar, spatial, angle, mass}, "place") < 1e-10);
  CHECK(spread({by_hand, planar, spatial, angle, mass}, "rate") < 1e-10);
}

TEST_CASE("a slider-crank by formulas, of planar and of spatial elements and in one coordinate",
          "[oracle][elements]") {
  const Run by_hand = form(kSliderCrankByHand, {{"place", "x3"}, {"rate", "w1"}});
  const Run planar =
      form(kSliderCrankOfElements, {{"place", "slider.r.1"}, {"rate", "crank.omega"}});
  Json crank = spatial_rod(3.75, 0.2, "0.1*cos(0.5)", "0.1*sin(0.5)", "0.5", true);
  crank["start"]["omega"] = {{"value", {0, 0, 7}}, {"fixed", true}};
  Json in_3d =
      in_space({{"crank", crank},
                {"rod", spatial_rod(0.4, 0.5, 0.42, 0.05, "-0.2")},
                {"slider", spatial_rod(0.6, 1, 0.66, 0, "0")},
                {"O", revolute("ground", "crank", 0, -0.1)},
                {"A", revolute("crank", "rod", 0.1, -0.25)},
                {"B", revolute("rod", "slider", 0.25, 0)},
                {"rail", joint("porthos:prismatic", "ground", "slider", {{"axis", {1, 0, 0}}})}});
  in_3d["inputs"]["O.torque"] = "0.2*sin(t)";
  const Run spatial = form(in_3d, {{"place", "slider.r.1"}, {"rate", "crank.omega.3"}});
  // x_B = a cos + s, s = sqrt(b^2 - a^2 sin^2); the rod's angle is -asin(a/b sin).
  const Run angle = form(R"json({ "porthos": 1,
    "parameters": { "a": 0.2, "b": 0.5, "m1": 3.75, "m2": 0.4, "m3": 0.6 },
    "positions": { "phi": 0.5 }, "velocities": { "w": 7 }, "kinematics": { "phi": "w" },
    "definitions": { "s": "sqrt(b^2 - a^2*sin(phi)^2)",
      "x_B": "-a*sin(phi) - a^2*sin(phi)*cos(phi)/s",
      "x_2": "-a*sin(phi) - a^2*sin(phi)*cos(phi)/s/2", "y_2": "a/2*cos(phi)", "turn": "a*cos(phi)/s" },
    "kinetic_energy": "(m1*a^2/3 + m3*x_B^2 + m2*(x_2^2 + y_2^2) + m2*b^2/12*turn^2)*w^2/2",
    "potential_energy": "9.81*(m1 + m2)*a/2*sin(phi)",
    "ports": { "motor": { "flow": "w" } }, "inputs": { "motor": "0.2*sin(t)" } })json",
                         {{"place", "a*cos(phi) + s"}, {"rate", "w"}});
  CHECK(spread({by_hand, planar, spatial, angle}, "place") < 1e-10);
  CHECK(spread({by_hand, planar, spatial, angle}, "rate") < 1e-10);
  // Three redundant constraints in space.
  CHECK(spatial.largest("gap.position") < 1e-12);
  CHECK(spatial.largest("energy.balance_error") < 1e-12 * 100);  // some 100 J move
}

TEST_CASE("a double pendulum by formulas, of planar and of spatial elements and in its angles",
          "[oracle][elements]") {
  const Run by_hand = form(R"json({ "porthos": 1,
    "positions": { "x1": 0.5, "y1": 0, "p1": 0, "x2": 1.5, "y2": 0, "p2": 0 },
    "velocities": { "u1": 0, "v1": 0, "w1": 0, "u2": 0, "v2": 0, "w2": 0 },
    "kinematics": { "x1": "u1", "y1": "v1", "p1": "w1", "x2": "u2", "y2": "v2", "p2": "w2" },
    "kinetic_energy": "(u1^2 + v1^2 + u2^2 + v2^2)/2 + (w1^2 + w2^2)/24",
    "potential_energy": "9.81*(y1 + y2)",
    "position_constraints": { "O": ["x1 - cos(p1)/2", "y1 - sin(p1)/2"],
      "A": ["x1 + cos(p1)/2 - x2 + cos(p2)/2", "y1 + sin(p1)/2 - y2 + sin(p2)/2"] } })json",
                           {{"place", "x2"}, {"height", "y2"}});
  const Run planar = form(R"json({ "porthos": 1, "components": {
    "one": { "use": "porthos:planar-rod", "start": { "r": [0.5, 0] } },
    "two": { "use": "porthos:planar-rod", "start": { "r": [1.5, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "one.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "one.tip", "b": "two.tail" } } } })json",
                          {{"place", "two.r.1"}, {"height", "two.r.2"}});
  const Run spatial = form(in_space({{"one", spatial_rod(1, 1, 0.5, 0, "0")},
                                     {"two", spatial_rod(1, 1, 1.5, 0, "0")},
                                     {"O", revolute("ground", "one", 0, -0.5)},
                                     {"A", revolute("one", "two", 0.5, -0.5)}}),
                           {{"place", "two.r.1"}, {"height", "two.r.2"}});
  const Run angles = form(R"json({ "porthos": 1, "positions": { "p": 0, "q": 0 },
    "velocities": { "u": 0, "w": 0 }, "kinematics": { "p": "u", "q": "w" },
    "kinetic_energy": "2/3*u^2 + w^2/6 + cos(p - q)*u*w/2",
    "potential_energy": "9.81*(3/2*sin(p) + sin(q)/2)" })json",
                          {{"place", "cos(p) + cos(q)/2"}, {"height", "sin(p) + sin(q)/2"}});
  CHECK(spread({by_hand, planar, spatial, angles}, "place") < 1e-10);
  CHECK(spread({by_hand, planar, spatial, angles}, "height") < 1e-10);
}

TEST_CASE("a planar loop of four revolute joints in space is the planar four-bar",
          "[oracle][elements]") {
  const Run by_hand = form(R"json({ "porthos": 1,
    "positions": { "A": { "start": [0, 1], "fixed": true }, "B": [1.9, 1.5] },
    "velocities": { "a": { "start": [-1, 0], "fixed": true }, "b": [0, 0] },
    "kinematics": { "A": "a", "B": "b" },
    "kinetic_energy": "dot(a, a)/6 + (dot(a, a) + dot(a, b) + dot(b, b))/6 + dot(b, b)/6",
    "potential_energy": "9.81*(A.2 + B.2)", "definitions": { "C": "[2, 0]" },
    "position_constraints": { "one": "norm(A) - 1", "two": "norm(B - A) - 2", "three": "norm(B - C) - 1.5" } })json",
                           {{"place", "(A.2 + B.2)/2"}, {"rate", "cross(A, a)"}});
  const Run planar = form(R"json({ "porthos": 1, "components": {
    "one": { "use": "porthos:planar-rod", "start": { "r": [0, 0.5],
      "phi": { "value": "pi/2", "fixed": true }, "omega": { "value": 1, "fixed": true } } },
    "two": { "use": "porthos:planar-rod", "parameters": { "length": 2 }, "start": { "r": [1, 1.2], "phi": 0.2 } },
    "three": { "use": "porthos:planar-rod", "parameters": { "length": 1.5 }, "start": { "r": [2, 0.7], "phi": "pi/2" } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "one.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "one.tip", "b": "two.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "two.tip", "b": "three.tip" } },
    "C": { "use": "porthos:pin", "between": { "a": "ground", "b": "three.tail" },
      "parameters": { "at_a": [2, 0] } } } })json",
                          {{"place", "two.r.2"}, {"rate", "one.omega"}});
  Json one = spatial_rod(1, 1, 0, 0.5, "pi/2", true);
  one["start"]["omega"] = {{"value", {0, 0, 1}}, {"fixed", true}};
  const Run spatial = form(in_space({{"one", one},
                                     {"two", spatial_rod(1, 2, 1, 1.2, "0.2")},
                                     {"three", spatial_rod(1, 1.5, 2, 0.7, "pi/2")},
                                     {"O", revolute("ground", "one", 0, -0.5)},
                                     {"A", revolute("one", "two", 0.5, -1)},
                                     {"B", revolute("two", "three", 1, 0.75)},
                                     {"C", revolute("ground", "three", 2, -0.75)}}),
                           {{"place", "two.r.2"}, {"rate", "one.omega.3"}});
  // B is an intersection of two circles; its velocity follows from both lengths.
  const Run angle = form(R"json({ "porthos": 1,
    "positions": { "p": "pi/2" }, "velocities": { "w": 1 }, "kinematics": { "p": "w" },
    "definitions": { "A": "[cos(p), sin(p)]", "a": "[-sin(p), cos(p)]", "C": "[2, 0]",
      "d": "norm(C - A)", "e": "(C - A)/d", "s": "(d^2 + 4 - 1.5^2)/(2*d)",
      "B": "A + s*e + sqrt(4 - s^2)*cross(1, e)",
      "b": "inverse([B - A, B - C])*[dot(B - A, a), 0]" },
    "kinetic_energy": "w^2*(dot(a, a) + (dot(a, a) + dot(a, b) + dot(b, b)) + dot(b, b))/6",
    "potential_energy": "9.81*(A.2 + B.2)" })json",
                         {{"place", "(A.2 + B.2)/2"}, {"rate", "w"}});
  CHECK(spread({by_hand, planar, spatial, angle}, "place") < 1e-10);
  CHECK(spread({by_hand, planar, spatial, angle}, "rate") < 1e-10);
  CHECK(spatial.largest("gap.position") < 1e-12);  // with three redundant constraints
}

TEST_CASE("a spatial slider-crank by formulas, of elements and in one coordinate",
          "[oracle][elements]") {
  // The crank rotates about x parallel to the slider's line; a rod with a ball and a cross at its
  // ends.
  const Run by_hand =
      form(R"json({ "porthos": 1,
    "parameters": { "m1": 1.2, "m2": 0.5, "m3": 2, "P": [0, 0.1, 0.12] },
    "positions": { "A": { "start": [0, "0.1 + 0.08*cos(0.5)", "0.12 + 0.08*sin(0.5)"], "fixed": true }, "B": [0.2, 0, 0] },
    "velocities": { "a": { "start": [0, "-0.48*sin(0.5)", "0.48*cos(0.5)"], "fixed": true }, "b": [0, 0, 0] },
    "kinematics": { "A": "a", "B": "b" },
    "kinetic_energy": "m1/6*dot(a, a) + m2/6*(dot(a, a) + dot(a, b) + dot(b, b)) + m3/2*dot(b, b)",
    "potential_energy": "9.81*(m1*(P.3 + A.3)/2 + m2*(A.3 + B.3)/2 + m3*B.3)",
    "position_constraints": { "plane": "A.1", "line": ["B.2", "B.3"], "crank": "norm(A - P) - 0.08",
      "rod": "norm(A - B) - 0.3" } })json",
           {{"place", "B.1"}, {"rate", "((A.2 - P.2)*a.3 - (A.3 - P.3)*a.2)/0.08^2"}});
  const Run elements = form(R"json({ "porthos": 1, "components": {
    "crank": { "use": "porthos:rigid-body", "parameters": { "m": 1.2, "I": "1.2*0.08^2/12*diag([1, 0, 1])" },
      "start": { "r": [0, "0.1 + 0.04*cos(0.5)", "0.12 + 0.04*sin(0.5)"], "q": ["cos(0.25)", "sin(0.25)", 0, 0] } },
    "rod": { "use": "porthos:rod", "parameters": { "m": 0.5, "length": 0.3, "radius": 0 } },
    "slider": { "use": "porthos:rigid-body", "parameters": { "m": 2 }, "start": { "r": [0.2, 0, 0] } },
    "O": { "use": "porthos:revolute", "between": { "a": "ground", "b": "crank" },
      "parameters": { "at_a": [0, 0.1, 0.12], "at_b": [0, -0.04, 0], "axis": [1, 0, 0] },
      "start": { "angle": { "value": 0.5, "fixed": true }, "speed": { "value": 6, "fixed": true } } },
    "A": { "use": "porthos:spherical", "between": { "a": "crank", "b": "rod.tail" }, "parameters": { "at_a": [0, 0.04, 0] } },
    "B": { "use": "porthos:universal", "between": { "a": "slider", "b": "rod.tip" }, "parameters": { "axis_a": [0, 0, 1] } },
    "line": { "use": "porthos:prismatic", "between": { "a": "ground", "b": "slider" }, "parameters": { "axis": [1, 0, 0] } } } })json",
                            {{"place", "slider.r.1"}, {"rate", "crank.omega.1"}});
  const Run angle = form(R"json({ "porthos": 1,
    "parameters": { "m1": 1.2, "m2": 0.5, "m3": 2, "P": [0, 0.1, 0.12] },
    "positions": { "p": 0.5 }, "velocities": { "w": 6 }, "kinematics": { "p": "w" },
    "definitions": { "A": "P + 0.08*[0, cos(p), sin(p)]", "a": "0.08*[0, -sin(p), cos(p)]",
      "x": "sqrt(0.3^2 - dot(A, A))", "u": "-dot(A, a)/x" },
    "kinetic_energy": "w^2*(m1/6*dot(a, a) + m2/6*(dot(a, a) + u^2) + m3/2*u^2)",
    "potential_energy": "9.81*(m1*(P.3 + A.3)/2 + m2*A.3/2)" })json",
                         {{"place", "x"}, {"rate", "w"}});
  CHECK(spread({by_hand, elements, angle}, "place") < 1e-10);
  CHECK(spread({by_hand, elements, angle}, "rate") < 1e-10 * 20);  // of 20 rad/s
  CHECK(elements.largest("gap.position") < 1e-12);
}

TEST_CASE("forces of joints are those of the closed forms", "[oracle][elements]") {
  Json rod = parsed(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:planar-rod", "parameters": { "m": 2 }, "start": { "r": [0, -0.5], "phi": "-pi/2" } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } } })json");
  const Options short_run{.until = 0.1, .step = 0.01, .method = "gauss(4)"};
  const Run hanging = simulate(rod, short_run);
  CHECK(std::abs(hanging.last("O.force.1")) < 1e-12);
  CHECK(hanging.last("O.force.2") == Catch::Approx(2 * 9.81).epsilon(1e-13));
  // Let go from the horizontal it is a quarter of the weight at first.
  rod["components"]["rod"]["start"] = {{"r", {0.5, 0}}};
  const Run released = simulate(rod, short_run);
  CHECK(std::abs(released.first("O.force.1")) < 1e-12);
  CHECK(released.first("O.force.2") == Catch::Approx(2 * 9.81 / 4).epsilon(1e-13));

  // A conical pendulum: w^2 = g/(l cos(theta)), and the rod pulls with m l w^2.
  const Run cone = simulate(parsed(R"json({ "porthos": 1,
    "parameters": { "theta": 0.6, "w": { "formula": "sqrt(9.81/cos(theta))" } },
    "components": {
      "bob": { "use": "porthos:point-mass", "parameters": { "m": 2 },
        "start": { "r": ["sin(theta)", 0, "-cos(theta)"], "v": [0, "w*sin(theta)", 0] } },
      "rod": { "use": "porthos:distance", "between": { "a": "ground", "b": "bob" } } } })json"),
                            kExact);
  const double tension = 2 * 9.81 / std::cos(0.6);
  CHECK(cone.first("rod.tension") == Catch::Approx(tension).epsilon(1e-13));
  CHECK(cone.drift("rod.tension") < 1e-11);
}

}  // namespace element_forms_test
