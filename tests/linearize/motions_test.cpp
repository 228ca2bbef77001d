/// Steady motions: bicycles and tops, compared with published and closed forms.
#include <algorithm>
#include <cmath>

#include "linear.hpp"

namespace motions_test {
using namespace porthos::test;

namespace {

/// Meijaard, Papadopoulos, Ruina, Schwab (2007), Eqs. (5.3) and (A 3) for their benchmark:
/// M q'' + v C1 q' + (g K0 + v^2 K2) q = 0, q = (lean, steer); here as x' = A x, x = (q, q').
Eigen::Matrix4d published(double v) {
  Eigen::Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomLeftCorner<2, 2>() = -M.inverse() * (9.81 * K0 + v * v * K2);
  A.bottomRightCorner<2, 2>() = -M.inverse() * (v * C1);
  return A;
}

Json bicycle(double v) {
  Json model = gallery("bicycle");
  model["parameters"]["v_0"] = v;
  model["parameters"]["push"] = 0;
  return model;
}

// Upright, straight ahead: each body in axes of the world, its wheels' too.
const char* const kBicycleOfElements = R"json({
    "porthos": 1,
    "parameters": { "v": 5, "c": { "formula": "cos(pi/10)" }, "s": { "formula": "sin(pi/10)" } },
    "components": {
      "R": { "use": "porthos:rigid-body", "parameters": { "m": 2, "I": [[0.0603, 0, 0], [0, 0.12, 0], [0, 0, 0.0603]] },
        "start": { "r": [0, 0, 0.3], "v": ["v", 0, 0], "omega": [0, "v/0.3", 0] } },
      "B": { "use": "porthos:rigid-body", "parameters": { "m": 85, "I": [[9.2, 0, -2.4], [0, 11, 0], [-2.4, 0, 2.8]] },
        "start": { "r": [0.3, 0, 0.9], "v": ["v", 0, 0], "omega": [0, 0, 0] } },
      "H": { "use": "porthos:rigid-body", "parameters": { "m": 4, "I": [[0.05892, 0, 0.00756], [0, 0.06, 0], [0.00756, 0, 0.00708]] },
        "start": { "r": [0.9, 0, 0.7], "v": ["v", 0, 0], "omega": [0, 0, 0] } },
      "F": { "use": "porthos:rigid-body", "parameters": { "m": 3, "I": [[0.1405, 0, 0], [0, 0.28, 0], [0, 0, 0.1405]] },
        "start": { "r": [1.02, 0, 0.35], "v": ["v", 0, 0], "omega": [0, "v/0.35", 0] } },
      "rear": { "use": "porthos:revolute", "between": { "a": "B", "b": "R" },
        "parameters": { "at_a": [-0.3, 0, -0.6], "axis": [0, 1, 0] } },
      "headset": { "use": "porthos:revolute", "between": { "a": "B", "b": "H" },
        "parameters": { "at_a": [0.8, 0, -0.9], "at_b": [0.2, 0, -0.7], "axis": ["s", 0, "-c"] } },
      "front": { "use": "porthos:revolute", "between": { "a": "H", "b": "F" },
        "parameters": { "at_a": [0.12, 0, -0.35], "axis": [0, 1, 0] } },
      "rear_contact": { "use": "porthos:rolling-disc", "between": { "a": "R" },
        "parameters": { "axis": [0, 1, 0], "radius": 0.3 } },
      "front_contact": { "use": "porthos:rolling-disc", "between": { "a": "F" },
        "parameters": { "axis": [0, 1, 0], "radius": 0.35 } }
    } })json";

// A top standing on its tip, in three forms: I_1 = 2, I_3 = 1, m g h = 3, spin w_z.
Json top_in_angles(double spin) {  // small tilts are regular: R = Rz(c) Ry(b) Rx(a)
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "spin": 1 },
    "positions": { "a": 0, "b": 0, "c": 0 }, "velocities": { "x": 0, "y": 0, "z": "spin" },
    "kinematics": { "a": "x + (sin(a)*y + cos(a)*z)*tan(b)", "b": "cos(a)*y - sin(a)*z",
      "c": "(sin(a)*y + cos(a)*z)/cos(b)" },
    "kinetic_energy": "x^2 + y^2 + z^2/2", "potential_energy": "3*cos(a)*cos(b)",
    "velocity_group": [{ "group": "SO(3)", "velocities": ["x", "y", "z"] }] })json");
  model["parameters"]["spin"] = spin;
  return model;
}

Json top_in_quaternions(double spin) {
  Json model = top_in_angles(spin);
  model["positions"] = {{"q", {{"start", {1, 0, 0, 0}}}}};
  model["velocities"] = Json::parse(R"({ "omega": { "start": [0, 0, "spin"] } })");
  model["kinematics"] = {{"q", "quaternion_rate(q, omega)"}};
  model["kinetic_energy"] = "omega.1^2 + omega.2^2 + omega.3^2/2";
  model["potential_energy"] = "3*(q.1^2 - q.2^2 - q.3^2 + q.4^2)";
  model["velocity_group"] =
      Json::parse(R"json([{ "group": "SO(3)", "velocities": ["omega"] }])json");
  model["position_constraints"] = {{"unit", "dot(q, q) - 1"}};
  return model;
}

Json top_in_a_matrix(double spin) {
  Json model = top_in_angles(spin);
  model["positions"] = Json::parse(R"({ "R": { "start": [[1, 0, 0], [0, 1, 0], [0, 0, 1]] } })");
  model["kinematics"] = {{"R", "R*[[0, -z, y], [z, 0, -x], [-y, x, 0]]"}};
  model["potential_energy"] = "3*R.3.3";
  model["position_constraints"] = Json::parse(
      R"({ "unit": ["R.1.1^2 + R.2.1^2 + R.3.1^2 - 1", "R.1.2^2 + R.2.2^2 + R.3.2^2 - 1",
          "R.1.3^2 + R.2.3^2 + R.3.3^2 - 1", "R.1.1*R.1.2 + R.2.1*R.2.2 + R.3.1*R.3.2",
          "R.1.1*R.1.3 + R.2.1*R.2.3 + R.3.1*R.3.3", "R.1.2*R.1.3 + R.2.2*R.2.3 + R.3.2*R.3.3"] })");
  return model;
}

/// Slow and fast precession p of I_1 p^2 - I_3 w p + m g h = 0, seen from the body: i (p - w).
Complexes sleeping(double w) {
  const std::complex<double> root = std::sqrt(std::complex<double>(w * w - 4 * 2 * 3)), i(0, 1);
  Complexes all;
  for (const auto p : {(w + root) / 4.0, (w - root) / 4.0}) {
    all.push_back(i * (p - w));
    all.push_back(std::conj(i * (p - w)));
  }
  return all;
}

}  // namespace

TEST_CASE("the bicycle's eigenvalues are the published ones", "[linearize][oracle][steps]") {
  // Table 2 there, 14 digits; ours are differences of exact derivatives along the wheels' turning.
  const auto found = [](double v) { return eigenvalues(linear(bicycle(v))); };
  CHECK(distance(found(0), {3.13164324790656, -3.13164324790656, 5.53094371765393,
                            -5.53094371765393}) < 1e-12);
  CHECK(distance(found(5), {{-0.77534188219585, 4.46486771378823},
                            {-0.77534188219585, -4.46486771378823},
                            -0.32286642900409,
                            -14.07838969279822}) < 1e-12);
  for (const double v : {1.0, 3.5, 5.0, 7.5, 10.0}) {
    CAPTURE(v);
    // The matrices are published with 14 decimals, of numbers up to 80.
    CHECK(distance(found(v), eigenvalues_of(published(v))) < 1e-11);
  }
  const Json answer = linear(bicycle(5));
  CHECK(answer["at"]["motion"] == "steady");
  CHECK(answer["zeros"] == 6);  // place, heading, angles of the wheels, speed
  CHECK(answer["structure"]["freedoms"]["positions"] == 7);
  CHECK(answer["structure"]["freedoms"]["velocities"] == 3);
}

TEST_CASE("the bicycle made of elements has the same eigenvalues", "[linearize][oracle][steps]") {
  for (const double v : {0.0, 5.0, 8.0}) {
    Json model = Json::parse(kBicycleOfElements);
    model["parameters"]["v"] = v;
    const Json answer = linear(model);
    CAPTURE(v, answer["at"].dump().substr(0, 0));
    CHECK(answer["at"]["motion"] == (v == 0 ? "rest" : "steady"));
    CHECK(distance(eigenvalues(answer), eigenvalues_of(published(v))) < 1e-9);  // 39 rows
  }
}

TEST_CASE("a sweep gives what single answers give", "[linearize]") {
  const Json swept =
      linear(bicycle(5), {{"sweep", {{"name", "v_0"}, {"from", 4}, {"to", 6}, {"count", 3}}}});
  const Json& points = swept["sweep"]["points"];
  REQUIRE(points.size() == 3);
  for (const Json& point : points) {
    const Json one = linear(bicycle(point["value"].get<double>()));
    CHECK(point["eigenvalues"] == one["eigenvalues"]);
    CHECK(point["verdict"] == one["stability"]["verdict"]);
  }
  CHECK(points[0]["verdict"] == "unstable");  // weave
  CHECK(points[1]["verdict"] != "unstable");
  const Json wrong =
      attempt_linear(bicycle(5), {{"sweep", {{"name", "v0"}, {"from", 4}, {"to", 6}}}});
  CHECK(wrong["problems"][0]["where"] == "/sweep/name");
  CHECK(wrong["problems"][0]["hint"].get<std::string>().find("v_0") != std::string::npos);
}

TEST_CASE("a sleeping top is stable above its limit, in angles, quaternions and matrices",
          "[linearize][oracle]") {
  // The limit: I_3^2 w^2 = 4 I_1 m g h, w = sqrt(24).
  const double limit = std::sqrt(24.0);
  for (const double spin : {0.8 * limit, 1.2 * limit, 3 * limit}) {
    CAPTURE(spin);
    const Complexes expected = sleeping(spin);
    for (const Json& model :
         {top_in_angles(spin), top_in_quaternions(spin), top_in_a_matrix(spin)}) {
      const Json answer = linear(model, {{"at", "steady"}});
      CHECK(answer["at"]["motion"] == "steady");
      CHECK(distance(eigenvalues(answer), expected) < 1e-11);
      CHECK((answer["stability"]["verdict"] == "unstable") == (spin < limit));
      CHECK(answer["zeros"] == 2);
    }
  }
}

TEST_CASE("a precessing top nods at the frequency of its effective potential",
          "[linearize][oracle]") {
  // I_1 = 2, I_3 = 1, m g h = 3. Steady: p_psi phi' - I_1 phi'^2 cos(theta) = m g h. Then
  // w^2 = (p_psi/I_1 - 2 phi' cos(theta))^2 + phi'^2 sin(theta)^2.
  const Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "theta": 0.6, "phi": 0, "psi": 0 },
    "velocities": { "nod": 0, "turn": 0.4, "spin": 9 },
    "kinematics": { "theta": "nod", "phi": "turn", "psi": "spin" },
    "kinetic_energy": "nod^2 + turn^2*sin(theta)^2 + (spin + turn*cos(theta))^2/2",
    "potential_energy": "3*cos(theta)" })json");
  const Json answer = linear(model, {{"at", "steady"}, {"fixed", Json::array({"theta"})}});
  CHECK(answer["at"]["motion"] == "steady");
  double theta = 0, turn = 0, spin = 0;
  for (const Json& state : answer["at"]["states"]) {
    if (state["name"] == "theta") theta = state["value"];
    if (state["name"] == "turn") turn = state["value"];
    if (state["name"] == "spin") spin = state["value"];
  }
  const double p = spin + turn * std::cos(theta);
  CHECK(theta == 0.6);
  CHECK(p * turn - 2 * turn * turn * std::cos(theta) == Catch::Approx(3).epsilon(1e-12));
  const double w = std::hypot(p / 2 - 2 * turn * std::cos(theta), turn * std::sin(theta));
  CHECK(distance(eigenvalues(answer), pair(w)) < 1e-10);
  CHECK(answer["zeros"] == 4);
}

TEST_CASE("a moment of a motion that changes is reported", "[linearize]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "phi": 0 },
    "velocities": { "omega": 1 }, "kinematics": { "phi": "omega" },
    "kinetic_energy": "omega^2/2", "potential_energy": "-cos(phi)" })json");
  for (const char* place :
       {"start", "steady"}) {  // at the lowest point w' = 0, and nothing is steady
    const Json answer = linear(model, {{"at", place}});
    CHECK(answer["at"]["motion"] == "moving");
    CHECK(answer["problems"][0]["code"] == "PH206");
    // The place that was chosen is not proposed.
    const bool asks =
        answer["problems"][0]["hint"].get<std::string>().find("Choose ") != std::string::npos;
    CHECK(asks == (std::string(place) == "start"));
  }
}

}  // namespace motions_test
