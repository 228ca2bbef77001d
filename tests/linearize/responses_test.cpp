/// Matrices, frequency responses and options.
#include <algorithm>
#include <cmath>
#include <complex>

#include "linear.hpp"

namespace responses_test {
using namespace porthos::test;

namespace {

using Complex = std::complex<double>;

Complex response(const Json& answer, size_t frequency, size_t output = 0, size_t input = 0) {
  const Json& values = answer["response"]["values"][output][input];
  return {values["re"][frequency], values["im"][frequency]};
}

const Json kFrequencies = Json::array({0.01, 0.7, 3, 40, 1000});

/// Fails if the response differs from a closed form.
template <class Form>
void check_response(const Json& answer, const Form& form, size_t output = 0) {
  for (size_t k = 0; k < kFrequencies.size(); ++k) {
    const Complex s(0, kFrequencies[k].get<double>()), expected = form(s);
    CAPTURE(s, expected, response(answer, k, output));
    CHECK(std::abs(response(answer, k, output) - expected) < 1e-11 * (std::abs(expected) + 1e-3));
  }
}

}  // namespace

TEST_CASE("a resonant circuit has the admittance 1/(L s + R + 1/(C s))", "[linearize]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "Q": 0 },
    "velocities": { "I": 0 }, "kinematics": { "Q": "I" }, "kinetic_energy": "0.02*I^2/2",
    "potential_energy": "Q^2/(2*0.5)",
    "dissipation": { "R": { "flow": "I", "effort": "3*I" } },
    "ports": { "source": { "flow": "I" } } })json");
  const Json answer =
      linear(model, {{"frequencies", kFrequencies}, {"outputs", {"source.flow", "Q"}}});
  const auto admittance = [](Complex s) { return 1.0 / (0.02 * s + 3.0 + 1.0 / (0.5 * s)); };
  check_response(answer, admittance);
  check_response(
      answer, [&](Complex s) { return admittance(s) / s; }, 1);
}

TEST_CASE("a motor answers a voltage as its transfer function says", "[linearize]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "velocities": { "I": 0, "omega": 0 },
    "kinetic_energy": "0.02*I^2/2 + 0.005*omega^2/2", "gyroscopic": [[0, 0.1], [-0.1, 0]],
    "dissipation": { "R": { "flow": "I", "effort": "1.2*I" }, "b": { "flow": "omega", "effort": "0.001*omega" } },
    "ports": { "voltage": { "flow": "I" } } })json");
  const Json answer = linear(model, {{"frequencies", kFrequencies}, {"outputs", {"omega", "I"}}});
  const double sign = matrix(answer["A"])(1, 0) > 0 ? 1 : -1;
  const auto divisor = [](Complex s) { return (0.02 * s + 1.2) * (0.005 * s + 0.001) + 0.01; };
  check_response(answer, [&](Complex s) { return sign * 0.1 / divisor(s); });
  check_response(
      answer, [&](Complex s) { return (0.005 * s + 0.001) / divisor(s); }, 1);
}

TEST_CASE("a driven oscillator answers a force, and its acceleration with it",
          "[linearize][S-13]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0 },
    "velocities": { "v": 0 }, "kinematics": { "q": "v" }, "kinetic_energy": "v^2/2",
    "potential_energy": "4*q^2/2", "dissipation": { "d": { "flow": "v", "effort": "0.3*v" } },
    "ports": { "push": { "flow": "v" } },
    "outputs": { "twice": { "formula": "2*q" } } })json");
  const Json answer = linear(model, {{"frequencies", kFrequencies}, {"outputs", {"q", "twice"}}});
  const auto form = [](Complex s) { return 1.0 / (s * s + 0.3 * s + 4.0); };
  check_response(answer, form);
  check_response(
      answer, [&](Complex s) { return 2.0 * form(s); }, 1);
  // Its own grid has the resonance in it.
  const Json own = linear(model);
  const auto omega = own["response"]["omega"].get<std::vector<double>>();
  CHECK(std::ranges::count(omega, std::sqrt(4 - 0.15 * 0.15)) +
            std::ranges::count_if(
                omega, [](double w) { return std::abs(w - std::sqrt(4 - 0.15 * 0.15)) < 1e-12; }) >
        0);
  CHECK(std::ranges::is_sorted(omega));
}

TEST_CASE("a prescribed speed moves what hangs on it, with its rate", "[linearize]") {
  // A trolley that is led, and a pendulum: (m l^2) phi'' + m g l phi = -m l q', and the effort at
  // the port is (M + m) q' + m l phi''.
  const Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0, "phi": 0 }, "velocities": { "v": 0, "omega": 0 },
    "kinematics": { "x": "v", "phi": "omega" },
    "kinetic_energy": "5*v^2/2 + 2*(v^2 + 2*v*omega*0.7*cos(phi) + 0.49*omega^2)/2",
    "potential_energy": "-2*9.81*0.7*cos(phi)",
    "ports": { "lead": { "flow": "v" } }, "inputs": { "lead": { "flow": "0" } } })json");
  const Json answer =
      linear(model, {{"frequencies", kFrequencies}, {"outputs", {"phi", "lead.effort", "x"}}});
  CHECK(answer["inputs"][0]["name"] == "lead.flow");
  const auto phi = [](Complex s) { return -s / 0.7 / (s * s + 9.81 / 0.7); };
  check_response(answer, phi);
  check_response(
      answer, [&](Complex s) { return 7.0 * s + 1.4 * s * s * phi(s); }, 1);
  check_response(
      answer, [&](Complex s) { return 1.0 / s; }, 2);
}

TEST_CASE("coordinates are those that are asked for", "[linearize]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0.6, "y": -0.8 },
    "velocities": { "v_x": 0, "v_y": 0 }, "kinematics": { "x": "v_x", "y": "v_y" },
    "kinetic_energy": "(v_x^2 + v_y^2)/2", "potential_energy": "9.81*y + 20*(x - 0.6)^2",
    "position_constraints": { "rod": "x^2 + y^2 - 1" } })json");
  const Json plain = linear(model, {{"at", "equilibrium"}});
  const Json asked = linear(model, {{"at", "equilibrium"}, {"coordinates", {"v_x", "x"}}});
  CHECK(asked["coordinates"][0]["name"] == "x");
  CHECK(asked["coordinates"][1]["name"] == "v_x");
  CHECK(distance(eigenvalues(plain), eigenvalues(asked)) < 1e-12);
  // dz, dw = map xi is tangent to the constraint.
  const MatrixXd map = matrix(asked["map"]);
  const Json& states = asked["at"]["states"];
  CHECK(std::abs(states[0]["value"].get<double>() * map(0, 0) +
                 states[1]["value"].get<double>() * map(1, 0)) < 1e-14);
}

TEST_CASE("faults of options have their places", "[linearize]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "velocities": { "v": 0 },
    "kinetic_energy": "v^2/2", "ports": { "push": { "flow": "v" } } })json");
  const auto first = [&](const Json& options) {
    return attempt_linear(model, options)["problems"][0];
  };
  CHECK(first({{"at", "equilibirum"}})["code"] == "PH109");
  CHECK(first({{"at", "equilibirum"}})["where"] == "/at");
  CHECK(first({{"inputs", Json::array({"pull"})}})["where"] == "/inputs/0");
  CHECK(first({{"outputs", Json::array({"push.flow", "q"})}})["where"] == "/outputs/1");
  CHECK(first({{"frequencies", Json::array({-1})}})["where"] == "/frequencies/0");
  CHECK(first({{"frequencies", {{"count", 0}}}})["where"] == "/frequencies/count");
  CHECK(first({{"sweep", {{"name", "m"}}}})["code"] == "PH103");
  CHECK(first({{"set", {{"m", 1}}}})["code"] == "PH111");
  CHECK(first({{"nothing", 1}})["code"] == "PH101");
  CHECK(attempt_linear(Json::object())["problems"].size() > 0);
  CHECK(Json::parse(porthos::linearize::linearize("no", "", "")).contains("problems"));
}

TEST_CASE("whatever model of the gallery is linearised, no number is missing",
          "[linearize][long]") {
  for (const std::string& name : gallery_names()) {
    for (const char* place : {"start", "equilibrium"}) {
      CAPTURE(name, place);
      const Json answer = attempt_linear(gallery(name), {{"at", place}});
      CHECK(answer.contains("problems"));
      if (!answer.contains("A")) continue;
      const std::string numbers =
          answer["A"].dump() + answer["B"].dump() + answer["C"].dump() + answer["modes"].dump();
      CHECK(numbers.find("null") == std::string::npos);
      CHECK(answer["eigenvalues"].size() + answer["zeros"].get<size_t>() ==
            answer["coordinates"].size());
    }
  }
}

}  // namespace responses_test
