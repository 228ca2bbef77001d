/// Equilibria and eigenvalues of small models, compared with closed forms.
#include <algorithm>
#include <cmath>

#include "linear.hpp"
#include "support/mechanisms.hpp"

namespace equilibria_test {
using namespace porthos::test;

namespace {

const double kPi = std::acos(-1.0);

Json pendulum(double angle, double damping = 0) {
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "l": 0.7, "d": 0 },
    "positions": { "phi": 0 }, "velocities": { "omega": 0 }, "kinematics": { "phi": "omega" },
    "kinetic_energy": "2*l^2/2*omega^2", "potential_energy": "-2*9.81*l*cos(phi)",
    "dissipation": { "bearing": { "flow": "omega", "effort": "d*omega" } },
    "ports": { "motor": { "flow": "omega" } } })json");
  model["positions"]["phi"] = angle;
  model["parameters"]["d"] = damping;
  return model;
}

// The same with a rod as a constraint.
Json cartesian_pendulum(double angle) {
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "l": 0.7 },
    "positions": { "x": 0, "y": 0 }, "velocities": { "v_x": 0, "v_y": 0 },
    "kinematics": { "x": "v_x", "y": "v_y" },
    "kinetic_energy": "2*(v_x^2 + v_y^2)/2", "potential_energy": "2*9.81*y",
    "position_constraints": { "rod": "x^2 + y^2 - l^2" } })json");
  model["positions"]["x"] = 0.7 * std::sin(angle);
  model["positions"]["y"] = -0.7 * std::cos(angle);
  return model;
}

const Json kEquilibrium{{"at", "equilibrium"}};
const double kPendulum = std::sqrt(9.81 / 0.7);

double state(const Json& answer, const std::string& name) {
  for (const Json& one : answer["at"]["states"])
    if (one["name"] == name) return one["value"];
  FAIL("no state " + name);
  return 0;
}

std::string verdict(const Json& answer) { return answer["stability"]["verdict"]; }

}  // namespace

TEST_CASE("a pendulum hangs stably and stands unstably, with its eigenvalues", "[linearize]") {
  // Exact derivatives: the error is the rounding of numbers of about 10.
  const Json hanging = linear(pendulum(0.3), kEquilibrium);
  CHECK(std::abs(state(hanging, "phi")) < 1e-14);
  CHECK(distance(eigenvalues(hanging), pair(kPendulum)) < 1e-13);
  CHECK(verdict(hanging) == "stable");
  const Json standing = linear(pendulum(2.9), kEquilibrium);
  CHECK(std::abs(state(standing, "phi") - kPi) < 1e-14);
  CHECK(distance(eigenvalues(standing), {kPendulum, -kPendulum}) < 1e-13);
  CHECK(verdict(standing) == "unstable");
  const double decay = 0.3 / (2 * 2 * 0.49);
  const std::complex<double> damped(-decay, std::sqrt(kPendulum * kPendulum - decay * decay));
  const Json slow = linear(pendulum(0.3, 0.3), kEquilibrium);
  CHECK(distance(eigenvalues(slow), {damped, std::conj(damped)}) < 1e-13);
  CHECK(verdict(slow) == "asymptotically stable");
  const Json mode = slow["modes"][0];
  CHECK(mode["dampingRatio"].get<double>() == Catch::Approx(decay / kPendulum).epsilon(1e-12));
  CHECK(mode["naturalFrequency"].get<double>() == Catch::Approx(kPendulum).epsilon(1e-12));
}

TEST_CASE("a pendulum on a rod that is a constraint has the same eigenvalues", "[linearize]") {
  for (const double angle : {0.0, 0.4, 2.8}) {
    const Json one = linear(pendulum(angle), kEquilibrium);
    const Json other = linear(cartesian_pendulum(angle), kEquilibrium);
    CHECK(distance(eigenvalues(one), eigenvalues(other)) < 1e-12);
    CHECK(other["structure"]["index"] == 3);
    CHECK(other["coordinates"].size() == 2);
  }
}

TEST_CASE("a mode shows how all positions move", "[linearize]") {
  // Beside the lowest point x moves and y does not, and v_x = i w x.
  const Json answer = linear(cartesian_pendulum(0), kEquilibrium);
  const Json shape = answer["modes"][0]["shape"];
  CHECK(shape["re"][0].get<double>() == Catch::Approx(1));
  CHECK(std::abs(shape["re"][1].get<double>()) < 1e-13);
  CHECK(shape["im"][2].get<double>() == Catch::Approx(kPendulum).epsilon(1e-12));
}

TEST_CASE("a slider-crank swings about its lowest pose as its one coordinate says", "[linearize]") {
  // V = g (m1 + m2) a/2 sin(phi); at phi = -pi/2 the rod is carried along: J = m1 a^2/3 + (m2 + m3)
  // a^2.
  const double a = 0.2, m1 = 3.75, m2 = 0.4, m3 = 0.6;
  const double w = std::sqrt(9.81 * (m1 + m2) * a / 2 / (m1 * a * a / 3 + (m2 + m3) * a * a));
  Json by_hand = Json::parse(kSliderCrankByHand);
  by_hand["positions"]["p1"] = -1.3;
  by_hand["velocities"]["w1"] = 0;
  by_hand["positions"]["p2"] = 0.4;
  Json of_elements = Json::parse(kSliderCrankOfElements);
  of_elements["components"]["O"]["start"] = {{"angle", -1.3}, {"rate", 0}};
  for (const Json& model : {by_hand, of_elements}) {
    const Json answer = linear(model, kEquilibrium);
    CHECK(distance(eigenvalues(answer), pair(w)) < 1e-11);  // condition of the loop: 1e3
    CHECK(verdict(answer) == "stable");
  }
}

TEST_CASE("constraints that say the same twice change no eigenvalue", "[linearize]") {
  Json model = cartesian_pendulum(0.2);
  const Complexes once = eigenvalues(linear(model, kEquilibrium));
  model["position_constraints"]["again"] = "3*(x^2 + y^2) - 3*l^2";
  const Json twice = linear(model, kEquilibrium);
  CHECK(distance(eigenvalues(twice), once) < 1e-12);
  CHECK(twice["structure"]["rank"] == 1);
  CHECK(twice["structure"]["dependent"].size() == 2);
}

TEST_CASE("an arm with stiff joints has the modes of M and K", "[linearize]") {
  // Two links, upright without gravity, springs in the joints that are undeformed there.
  const Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "q1": 0.1, "q2": -0.05 }, "velocities": { "u1": 0, "u2": 0 },
    "kinematics": { "q1": "u1", "q2": "u2" },
    "kinetic_energy": "(3*u1^2 + 2*(u1 + u2)^2 + 4*cos(q2)*u1*(u1 + u2))/2",
    "potential_energy": "4e6*q1^2/2 + 1e4*q2^2/2" })json");
  Eigen::Matrix2d M, K;
  M << 3 + 2 + 4, 2 + 2, 2 + 2, 2;
  K << 4e6, 0, 0, 1e4;
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomLeftCorner<2, 2>() = -M.inverse() * K;
  const Json answer = linear(model, kEquilibrium);
  CHECK(distance(eigenvalues(answer), eigenvalues_of(A)) < 1e-9);  // of 3000, by either solver
  CHECK(verdict(answer) == "stable");
}

TEST_CASE("the eigenvalues of a conservative model come in pairs", "[linearize]") {
  for (const char* name : {"double-pendulum", "foucault-pendulum", "hanging-chain", "lc-circuit",
                           "canonical-form", "massless-node", "loudspeaker", "bicycle"}) {
    CAPTURE(name);
    const Complexes found = eigenvalues(linear(gallery(name), kEquilibrium));
    Complexes negative;
    for (const auto& one : found) negative.push_back(-one);
    double size = 1;
    for (const auto& one : found) size = std::max(size, std::abs(one));
    CHECK(distance(found, negative) < 1e-11 * size);
  }
}

TEST_CASE("the canonical form is stable where its condensed energy is", "[linearize][S-31]") {
  // H = (q^2 + p^2)/2 + q s + kappa s^2/2, 0 = H_s: w^2 = 1 - 1/kappa.
  for (const double kappa : {0.5, 0.9, 1.5, 3.0}) {
    Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "kappa": 1 },
      "positions": { "q": 0.1, "s": 0 }, "velocities": { "p": 0, "v_s": 0 },
      "kinematics": { "q": "p", "s": "v_s" }, "kinetic_energy": "p^2/2",
      "potential_energy": "q^2/2 + q*s + kappa*s^2/2" })json");
    model["parameters"]["kappa"] = kappa;
    const Json answer = linear(model, kEquilibrium);
    const double squared = 1 - 1 / kappa, w = std::sqrt(std::abs(squared));
    CHECK(distance(eigenvalues(answer), squared > 0 ? pair(w) : Complexes{w, -w}) < 1e-13);
    CHECK((verdict(answer) == "unstable") == (kappa < 1));
  }
}

TEST_CASE("energy shaping holds a pendulum upright if the spring is stiff enough",
          "[linearize][S-33]") {
  // Upright with xi = pi: stable iff k > m g l = 4.905.
  for (const double k : {4.5, 5.5}) {
    const Json answer = linear(gallery("energy-shaping"), {{"set", {{"k", k}, {"b", 0}}},
                                                           {"at", "equilibrium"},
                                                           {"starts", {{"q", kPi}, {"xi", kPi}}}});
    CHECK(state(answer, "q") == Catch::Approx(kPi));
    CHECK((verdict(answer) == "unstable") == (k < 4.905));
  }
}

TEST_CASE("an equilibrium is sought on the leaf of the Casimirs, and is stable on it",
          "[linearize][S-33]") {
  // q - xi = 0 of the start stays; upright the energy has a minimum if k > m g l.
  const Json answer =
      linear(gallery("energy-shaping"), {{"set", {{"q_0", 2.6}, {"b", 0}}}, {"at", "equilibrium"}});
  CHECK(state(answer, "q") == Catch::Approx(kPi));
  CHECK(std::abs(state(answer, "q") - state(answer, "xi")) < 1e-12);
  CHECK(answer["zeros"] == 1);
  CHECK(verdict(answer) == "stable");
  const Json damped =
      linear(gallery("energy-shaping"), {{"set", {{"q_0", 2.6}}}, {"at", "equilibrium"}});
  CHECK(verdict(damped) != "unstable");
  // Two carts that a rigid rod of velocities joins: x2 - x1 is kept, at any value.
  const Json carts = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0.3, "y": 0.5 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v", "y": "2*v" }, "kinetic_energy": "v^2/2",
    "potential_energy": "x^2/2 + y^2/2" })json");
  // y - 2 x = -0.1: x + 2 y = 0 of the forces along v gives x = 0.04, y = -0.02.
  const Json joined = linear(carts, kEquilibrium);
  CHECK(state(joined, "x") == Catch::Approx(0.04));
  CHECK(state(joined, "y") == Catch::Approx(-0.02));
  CHECK(verdict(joined) == "stable");
  CHECK(distance(eigenvalues(joined), pair(std::sqrt(5.0))) < 1e-13);
}

TEST_CASE("an oscillator of boxes has the eigenvalues of an oscillator", "[linearize]") {
  // Efforts in rows, velocities without mass: k = 4, m = 1.5.
  const Json boxes = linear(gallery("oscillator-boxes"));
  CHECK(distance(eigenvalues(boxes), pair(std::sqrt(4 / 1.5))) < 1e-13);
  // Damped, with its heat: one zero for the entropy (S-13: k = 4, d = 0.3, m = 1).
  for (const char* name :
       {"damped-oscillator", "damped-oscillator-flat", "damped-oscillator-nested"}) {
    CAPTURE(name);
    const Json answer = linear(gallery(name), kEquilibrium);
    const std::complex<double> s(-0.15, std::sqrt(4 - 0.15 * 0.15));
    CHECK(distance(eigenvalues(answer), {s, std::conj(s)}) < 1e-12);
    CHECK(answer["zeros"] == 1);
  }
}

TEST_CASE("a mass that would vanish nearby is linearised where it is positive", "[linearize]") {
  // v' = -10 x + i^2/2, ((0.1 + x) i)' = 1 - i, about x = 0.05, i = 1: the mass is 0 at x = -0.1.
  const Json answer = linear(Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
    "velocities": { "v": 0, "i": 1 }, "kinematics": { "x": "v" },
    "kinetic_energy": "v^2/2 + (0.1 + x)/2*i^2", "potential_energy": "5*x^2",
    "dissipation": { "r": { "flow": "i", "effort": "i" } }, "ports": { "u": { "flow": "i" } },
    "inputs": { "u": "1" } })json"),
                             kEquilibrium);
  CHECK(state(answer, "x") == Catch::Approx(0.05));
  Eigen::MatrixXd A(3, 3);
  A << 0, 1, 0, -10, 0, 1, 0, -1 / 0.15, -1 / 0.15;
  CHECK(distance(eigenvalues(answer), eigenvalues_of(A)) < 1e-9);
}

TEST_CASE("a search that ends where friction has no derivatives names no force", "[linearize]") {
  // The slip of the start stays: its friction is left along x, and the rail carries y.
  const Json model = Json::parse(R"json({"porthos": 1, "environment": {"gravity": [0, 0]},
    "components": {
      "s": {"use": "porthos:planar-body", "parameters": {"m": 2, "I": 0.1}, "start": {"v": [3, 0]}},
      "rail": {"use": "porthos:slide", "between": {"a": "ground", "b": "s"}},
      "rub": {"use": "porthos:sliding-friction", "between": {"a": "ground", "b": "s"},
              "parameters": {"friction": 4}}}})json");
  const Json problem = attempt_linear(model, kEquilibrium)["problems"][0];
  CHECK(problem["code"] == "PH205");
  CHECK(problem["found"].get<std::string>().find("s.v.2") == std::string::npos);
  CHECK(problem["hint"].get<std::string>().find("modes of the start") != std::string::npos);
}

TEST_CASE("what has no equilibrium is reported", "[linearize]") {
  const Json answer = attempt_linear(gallery("bouncing-ball"), kEquilibrium);
  CHECK(answer["problems"][0]["code"] == "PH205");
  CHECK(answer["problems"][0]["found"].get<std::string>().find("v_y") != std::string::npos);
  CHECK_FALSE(answer.contains("A"));
}

TEST_CASE("a state that is held fixed stays", "[linearize]") {
  // Two masses and a spring of length 0.4: the shortest way moves both, or one twice as far.
  const Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0, "y": 0.6 }, "velocities": { "v": 0, "u": 0 },
    "kinematics": { "x": "v", "y": "u" }, "kinetic_energy": "v^2/2 + u^2/2",
    "potential_energy": "(y - x - 0.4)^2/2" })json");
  const Json free = linear(model, kEquilibrium);
  CHECK(state(free, "x") == Catch::Approx(0.1));
  CHECK(state(free, "y") == Catch::Approx(0.5));
  const Json held = linear(model, {{"at", "equilibrium"}, {"fixed", Json::array({"x"})}});
  CHECK(state(held, "x") == 0);
  CHECK(state(held, "y") == Catch::Approx(0.4));
  CHECK(distance(eigenvalues(held), pair(std::sqrt(2.0))) < 1e-13);
  CHECK(held["zeros"] == 2);
  for (const char* at : {"equilibrium", "start"}) {
    const Json wrong = attempt_linear(model, {{"at", at}, {"fixed", Json::array({"x", "z"})}});
    CHECK(wrong["problems"][0]["code"] == "PH111");
    CHECK(wrong["problems"][0]["where"] == "/fixed/1");
  }
}

TEST_CASE("models in which nothing moves have an answer", "[linearize]") {
  for (const char* text :
       {R"json({ "porthos": 1, "velocities": { "v": 0 }, "kinetic_energy": "v^2/2",
           "velocity_constraints": { "a": "v" } })json",
        R"json({ "porthos": 1, "positions": { "x": 1 }, "velocities": { "v": 0 },
           "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
           "position_constraints": { "a": "x - 1" } })json",
        R"json({ "porthos": 1, "positions": { "x": 1 }, "kinematics": { "x": "0" } })json"}) {
    for (const char* place : {"start", "equilibrium", "steady"}) {
      CAPTURE(text, place);
      const Json answer = linear(Json::parse(text), {{"at", place}});
      CHECK(answer["eigenvalues"].empty());
    }
  }
  CHECK(attempt_linear(Json::parse(R"({ "porthos": 1 })"))["problems"].empty());
}

TEST_CASE("a lossless circuit is stable however it is written", "[linearize]") {
  // One frequency, 1/sqrt(L C): charges and currents, charges and fluxes, an inductor's charge too.
  const double L = 0.5, C = 0.2 + 0.3, w = 1 / std::sqrt(L * C);
  const Json in_currents = linear(gallery("lc-circuit"), kEquilibrium);
  const Json in_fluxes = linear(gallery("lc-circuit-flux"), kEquilibrium);
  for (const Json* answer : {&in_currents, &in_fluxes}) {
    CHECK(distance(eigenvalues(*answer), pair(w)) < 1e-12);
    CHECK(verdict(*answer) == "stable");
    CHECK((*answer)["stability"]["because"] == "the energy has a minimum there");
  }
  // The sum of the charges stays, which V does not contain: a minimum on each leaf.
  const Json in_charges = linear(Json::parse(R"json({ "porthos": 1,
    "positions": { "q_1": 0.2, "q_2": 0.3, "q_L": 0.1 },
    "velocities": { "i_1": 0, "i_2": 0, "i_L": 0 },
    "kinematics": { "q_1": "i_1", "q_2": "i_2", "q_L": "i_L" },
    "kinetic_energy": "0.25*i_L^2", "potential_energy": "q_1^2/0.4 + q_2^2/0.6",
    "velocity_constraints": { "node": "i_1 + i_2 + i_L" } })json"),
                                 kEquilibrium);
  CHECK(in_charges["zeros"] == 1);
  CHECK(distance(eigenvalues(in_charges), pair(w)) < 1e-12);
  CHECK(verdict(in_charges) == "stable");
}

TEST_CASE("an oscillator is stable in velocities, in momenta and in boxes", "[linearize]") {
  const double w = std::sqrt(4 / 1.5);
  const Json in_velocities = linear(Json::parse(R"json({ "porthos": 1,
    "positions": { "q": 0.1 }, "velocities": { "v": 0 }, "kinematics": { "q": "v" },
    "kinetic_energy": "0.75*v^2", "potential_energy": "2*q^2" })json"),
                                    kEquilibrium);
  const Json in_momenta = linear(Json::parse(R"json({ "porthos": 1,
    "positions": { "q": 0.1, "p": 0 }, "kinematics": { "q": "effort(p)", "p": "-effort(q)" },
    "potential_energy": "2*q^2 + p^2/3" })json"),
                                 kEquilibrium);
  const Json in_boxes =
      linear(gallery("oscillator-boxes"), {{"at", "equilibrium"}, {"set", {{"F_0", 0}}}});
  for (const Json* answer : {&in_velocities, &in_momenta, &in_boxes}) {
    CHECK(distance(eigenvalues(*answer), pair(w)) < 1e-13);
    CHECK(verdict(*answer) == "stable");
  }
  // Two springs in a row, a velocity without mass between them: k = 1/(1/3 + 1/6) = 2.
  const Json in_a_row = linear(Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0.1, "y": 0 }, "velocities": { "v_x": 0, "v_y": 0 },
    "kinematics": { "x": "v_x", "y": "v_y" }, "kinetic_energy": "v_x^2/2",
    "potential_energy": "1.5*y^2 + 3*(x - y)^2" })json"),
                               kEquilibrium);
  CHECK(distance(eigenvalues(in_a_row), pair(std::sqrt(2.0))) < 1e-13);
  CHECK(verdict(in_a_row) == "stable");
  // A free wheel at rest: any other motion has more energy. One that spins keeps its velocity.
  Json wheel = Json::parse(R"json({ "porthos": 1, "velocities": { "omega": 0 },
    "kinetic_energy": "omega^2/2" })json");
  CHECK(verdict(linear(wheel)) == "stable");
  wheel["velocities"]["omega"] = 3;
  CHECK(verdict(linear(wheel)) == "stable");
}

TEST_CASE("imaginary eigenvalues without a minimum of the energy decide nothing", "[linearize]") {
  // Cherry's oscillators, frequencies 1 and 2: linearly stable, and yet unstable.
  const std::string cubic = "0.5*(2*q_1*p_1*p_2 - q_2*(q_1^2 - p_1^2))";
  Json cherry = Json::parse(R"json({ "porthos": 1,
    "positions": { "q_1": 0, "p_1": 0, "q_2": 0, "p_2": 0 },
    "kinematics": { "q_1": "effort(p_1)", "p_1": "-effort(q_1)", "q_2": "effort(p_2)",
      "p_2": "-effort(q_2)" } })json");
  cherry["potential_energy"] = "0.5*(q_1^2 + p_1^2) - (q_2^2 + p_2^2) + " + cubic;
  const Json answer = linear(cherry);
  CHECK(distance(eigenvalues(answer), {{0, 1}, {0, -1}, {0, 2}, {0, -2}}) < 1e-12);
  CHECK(verdict(answer) == "undecided");
  cherry["potential_energy"] = "0.5*(q_1^2 + p_1^2) + (q_2^2 + p_2^2) + " + cubic;
  CHECK(verdict(linear(cherry)) == "stable");
  cherry["potential_energy"] = "0.5*(p_1^2 - q_1^2) + (q_2^2 + p_2^2)";
  CHECK(verdict(linear(cherry)) == "unstable");
  // The energy does not include the supply of a source.
  const Json led = linear(Json::parse(R"json({ "porthos": 1,
    "positions": { "q": 0, "phi": 0 }, "kinematics": { "q": "effort(phi)", "phi": "-effort(q)" },
    "potential_energy": "q^2/2 + phi^2/2",
    "ports": { "source": { "flow": "effort(phi)" } }, "inputs": { "source": "0.3" } })json"),
                          kEquilibrium);
  CHECK(verdict(led) == "undecided");
}

}  // namespace equilibria_test
