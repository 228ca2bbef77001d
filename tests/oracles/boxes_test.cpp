/// The systems of exergetic port-Hamiltonian modelling, made of boxes, and the systems that they
/// compose.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"

namespace boxes_test {
using namespace porthos::test;

TEST_CASE("the oscillator of boxes swings as its closed form, and so does what its dots exchange",
          "[oracle]") {
  // m q'' + k q = F cos(Omega t)
  const double m = 1.5, k = 4, F = 0.3, w = std::sqrt(k / m), driven = F / (k - m);
  const Run run = simulate(gallery("oscillator-boxes"));
  const auto q = [&](double t) {
    return driven * std::cos(t) + (0.8 - driven) * std::cos(w * t) + 0.2 / m / w * std::sin(w * t);
  };
  const auto v = [&](double t) {
    return -driven * std::sin(t) - (0.8 - driven) * w * std::sin(w * t) + 0.2 / m * std::cos(w * t);
  };
  const auto t = [&](size_t row) { return run.at("t", row); };
  oracle(run, {"oscillator-boxes", "q"}, 1e-11,
         [&](size_t row) { return run.at("pe.q", row) - q(t(row)); });
  oracle(run, {"oscillator-boxes", "p"}, 1e-11,
         [&](size_t row) { return run.at("ke.p", row) - m * v(t(row)); });
  oracle(run, {"oscillator-boxes", "flow at q"}, 1e-11,
         [&](size_t row) { return run.at("multiplier.q", row) + v(t(row)); });
  oracle(run, {"oscillator-boxes", "flow at p"}, 1e-11, [&](size_t row) {
    return run.at("multiplier.p", row) - k * q(t(row)) + F * std::cos(t(row));
  });
  oracle(run, {"oscillator-boxes", "power"}, 1e-12,
         [&](size_t row) { return run.at("energy.balance_error", row); });
}

TEST_CASE("nested or flattened or without boxes the damped oscillator is one", "[oracle][long]") {
  const double k = 4, d = 0.3, m = 1, theta = 300, z = d / (2 * m), w = std::sqrt(k / m - z * z);
  const std::string name = GENERATE("damped-oscillator-nested", "damped-oscillator-flat");
  const Run run = simulate(gallery(name));
  const Run plain = simulate(gallery("damped-oscillator"), {.step = 0.005, .output_every = 2});
  oracle(run, {name, "q"}, 1e-11, [&](size_t row) {
    const double t = run.at("t", row);
    return run.at("q", row) - std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t));
  });
  oracle(run, {name, "without boxes"}, 1e-12, [&](size_t row) {
    return std::abs(run.at("q", row) - plain.at("q", row)) +
           std::abs(run.at("p", row) - plain.at("p", row)) +
           std::abs(run.at("env.s", row) - plain.at("s", row));
  });
  oracle(run, {name, "first law"}, 1e-12,
         [&](size_t row) { return run.at("energy.stored", row) - 2; });
  oracle(run, {name, "second law"}, 1e-12, [&](size_t row) {
    const double fall = row > 0 ? run.at("env.s", row - 1) - run.at("env.s", row) : 0;
    return std::max(fall, 0.) + run.at("mf.exergy_destruction", row) -
           theta * run.at("mf.entropy_production", row);
  });
  oracle(run, {name, "flow at s"}, 1e-12, [&](size_t row) {
    return run.at("multiplier.s", row) - d * std::pow(run.at("p", row) / m, 2) / theta;
  });
  const Run start = simulate(gallery(name), {.until = 5});
  CHECK(std::abs(start.last("q") + 0.421909450392) < 1e-11);
  CHECK(std::abs(start.last("p") - 0.492815780841) < 1e-11);
  CHECK(std::abs(start.last("env.s") - 0.005075170448) < 1e-12);
  if (name == "damped-oscillator-nested") return;
  const Run nested = simulate(gallery("damped-oscillator-nested"));
  oracle(run, {name, "nested"}, 1e-13, [&](size_t row) {
    return std::abs(run.at("pe.q", row) - nested.at("osc.pe.q", row)) +
           std::abs(run.at("ke.p", row) - nested.at("osc.ke.p", row)) +
           std::abs(run.at("multiplier.p.2", row) - nested.at("multiplier.p", row));
  });
}

TEST_CASE("the hinge of boxes creeps under a push, and passes the wrench on", "[oracle][long]") {
  // mu q' = F l2 - k q until 5 s, then 0; the wrench in the frame of the second side
  const double k = 0.6, mu = 0.9, F = 1.6, Fz = 0.5, l1 = 0.25, l2 = 0.35, far = F * l2 / k;
  const Run run = simulate(gallery("joint-boxes"));
  const auto angle = [&](double t) {
    return t < 5 ? far * (1 - std::exp(-k * t / mu))
                 : far * (1 - std::exp(-k * 5 / mu)) * std::exp(-k * (t - 5) / mu);
  };
  const auto push = [&](size_t row) { return run.at("t", row) < 5 - 1e-9 ? F : 0; };
  const auto q = [&](size_t row) { return run.at("pe.q_r", row); };
  oracle(run, {"joint-boxes", "angle"}, 1e-11,
         [&](size_t row) { return q(row) - angle(run.at("t", row)); });
  oracle(run, {"joint-boxes", "wrench"}, 1e-12, [&](size_t row) {
    return std::abs(run.at("hc.torque.3", row) + push(row) * l2) +
           std::abs(run.at("hc.torque.2", row) - Fz * l2) + std::abs(run.at("hc.torque.1", row)) +
           std::abs(run.at("hc.force.2", row) + push(row)) +
           std::abs(run.at("hc.force.3", row) + Fz) + std::abs(run.at("hc.force.1", row));
  });
  oracle(run, {"joint-boxes", "wrench along the axis"}, 1e-12, [&](size_t row) {
    return run.at("hc.torque.3", row) + mu * run.at("hc.u_r", row) + k * q(row);
  });
  oracle(run, {"joint-boxes", "reaction"}, 1e-12, [&](size_t row) {
    return run.at("turn_1.effort.3", row) + push(row) * (l2 + l1 * std::cos(q(row)));
  });
  oracle(run, {"joint-boxes", "both laws"}, 1e-12, [&](size_t row) {
    const double supplied = run.at("energy.supplied.move_2", row);
    const double fall = row > 0 ? run.at("env.s", row - 1) - run.at("env.s", row) : 0;
    return std::abs(supplied - k / 2 * q(row) * q(row) - 300 * run.at("env.s", row)) +
           std::max(fall, 0.);
  });
}

namespace {

const std::vector<std::string>& pairs() {
  static const std::vector<std::string> all{"revolute",    "prismatic", "screw",
                                            "cylindrical", "spherical", "planar"};
  return all;
}

/// |a - b| at a row, over the six entries of two vectors of three.
double vectors(const Run& a, const Run& b, size_t row, const std::string& one,
               const std::string& other) {
  double most = 0;
  for (const char* entry : {".1", ".2", ".3"})
    most = std::max(most, std::abs(a.at(one + entry, row) - b.at(other + entry, row)));
  return most;
}

struct Closed {
  std::string pair;
  Json rows;      // of D and d, forbidden by the joint
  const char* V;  // of D and d
  Json friction;  // of w and u, allowed by the joint
};

/// The six lower pairs without a place of their own: D is the rotation and d the displacement of
/// one side of the joint in the other, w and u are their rates in the frame of the second body.
std::vector<Closed> closed_pairs() {
  const Json turning{{"flow", "w.3"}, {"effort", "mu*w.3"}, {"heats", "s"}};
  const auto sliding = [](const std::string& axis) {
    return Json{{"flow", "u." + axis}, {"effort", "mu_s*u." + axis}, {"heats", "s"}};
  };
  const Json all{{"flow", "w"}, {"effort", "mu*w"}, {"heats", "s"}};
  const char* swing = "k/2*atan2(D.2.1, D.1.1)^2";
  return {
      {"revolute", {"d", "[D.1.3, D.2.3]"}, swing, {{"turn", turning}}},
      {"prismatic",
       {"[d.2, d.3]", "[D.1.2, D.2.3, D.3.1]"},
       "k/2*d.1^2",
       {{"slide", {{"flow", "u.1"}, {"effort", "mu*u.1"}, {"heats", "s"}}}}},
      {"screw",
       {"[d.1, d.2, d.3 - h*atan2(D.2.1, D.1.1)]", "[D.1.3, D.2.3]"},
       swing,
       {{"turn", turning}}},
      {"cylindrical",
       {"[d.1, d.2]", "[D.1.3, D.2.3]"},
       "k/2*atan2(D.2.1, D.1.1)^2 + k_z/2*d.3^2",
       {{"turn", turning}, {"slide", {{"flow", "u.3"}, {"effort", "mu_z*u.3"}, {"heats", "s"}}}}},
      {"spherical", {"d"}, "k*(3 - trace(D))/2", {{"turn", all}}},
      {"planar",
       {"[d.3, D.1.3, D.2.3]"},
       "k/2*atan2(D.2.1, D.1.1)^2 + k_s/2*(d.1^2 + d.2^2)",
       {{"turn", turning}, {"along", sliding("1")}, {"across", sliding("2")}}}};
}

/// The text of a pair on position level.
Json closed(Json model, const Closed& pair) {
  for (const char* name : {"phi_r", "x_r", "z_r", "d_r", "Q_r"}) {
    model["positions"].erase(name);
    model["kinematics"].erase(name);
  }
  for (const char* name : {"w_r", "v_r"}) model["velocities"].erase(name);
  for (const char* name : {"R_r", "r_r", "E"}) model["definitions"].erase(name);
  for (const char* key : {"velocity_constraints", "outputs", "view"}) model.erase(key);
  model["position_constraints"].erase("unit_r");
  model["definitions"]["D"] = "transpose(R1)*R2";
  model["definitions"]["d"] = "transpose(R1)*(r2 + R2*o_2 - r1) - o_1";
  model["definitions"]["w"] = "omega2 - transpose(D)*omega1";
  model["definitions"]["u"] =
      "v2 + cross(omega2, o_2) - transpose(D)*(v1 + cross(omega1, o_1 + d))";
  model["position_constraints"]["joint"] = pair.rows;
  model["potential_energy"]["joint"] = pair.V;
  model["dissipation"] = pair.friction;
  return model;
}

}  // namespace

TEST_CASE("two bodies and any of the six lower pairs keep both momenta and obey both laws",
          "[oracle][long]") {
  const std::string name = "two-bodies-" + GENERATE(from_range(pairs()));
  CAPTURE(name);
  const Run run = simulate(gallery(name));
  oracle(run, {name, "momentum"}, 1e-11, [&](size_t row) {
    double most = 0;
    for (const char* entry : {"P.1", "P.2", "P.3", "L.1", "L.2", "L.3"})
      most = std::max(most, std::abs(run.at(entry, row) - run.first(entry)));
    return most;
  });
  oracle(run, {name, "closure"}, 1e-11, [&](size_t row) {
    double most = 0;
    for (const char* entry : {"r.1", "r.2", "r.3", "R.1", "R.2", "R.3"})
      most = std::max(most, std::abs(run.at(std::string("closure_") + entry, row)));
    return most;
  });
  oracle(run, {name, "first law"}, 1e-12, [&](size_t row) {
    return run.at("mechanical", row) + 300 * run.at("s", row) - run.first("mechanical");
  });
  oracle(run, {name, "second law"}, 0, [&](size_t row) {
    return row > 0 ? std::max(run.at("s", row - 1) - run.at("s", row), 0.) : 0;
  });
  CHECK(run.last("s") > 1e-4);
}

TEST_CASE("of the wrench in a lower pair only spring and friction are along its freedoms",
          "[oracle][long]") {
  // i^T lambda = -mu u_r - dV_r, in the rows that i selects
  const auto along = [](const std::string& name, const auto& residual) {
    const Run run = simulate(gallery(name));
    oracle(run, {name, "wrench"}, 1e-12,
           [&](size_t row) { return residual([&](const char* n) { return run.at(n, row); }); });
  };
  const auto hinge = [](const auto& of) {
    return of("multiplier.turn.3") + 0.004 * of("w_r") + 0.15 * of("phi_r");
  };
  along("two-bodies-revolute", hinge);
  along("two-bodies-prismatic",
        [](const auto& of) { return of("multiplier.slide.1") + 0.12 * of("v_r") + 6 * of("x_r"); });
  along("two-bodies-screw",
        [&](const auto& of) { return hinge(of) + 0.03 * of("multiplier.slide.3"); });
  along("two-bodies-cylindrical", [&](const auto& of) {
    return std::abs(hinge(of)) +
           std::abs(of("multiplier.slide.3") + 0.08 * of("v_r") + 4 * of("z_r"));
  });
  along("two-bodies-planar", [&](const auto& of) {
    const double c = std::cos(of("phi_r")), s = std::sin(of("phi_r"));
    const double x = of("d_r.1"), y = of("d_r.2");
    return std::abs(hinge(of)) +
           std::abs(of("multiplier.slide.1") + 0.08 * of("v_r.1") + 4 * (c * x + s * y)) +
           std::abs(of("multiplier.slide.2") + 0.08 * of("v_r.2") + 4 * (c * y - s * x));
  });
  along("two-bodies-spherical", [](const auto& of) {
    double most = 0;
    for (const char* i : {"1", "2", "3"}) {
      const std::string n = i;  // dV_r = 2 k Q_0 Q_i
      const std::string part = "Q_r." + std::to_string(std::stoi(n) + 1);
      most = std::max(
          most, std::abs(of(("multiplier.turn." + n).c_str()) + 0.004 * of(("w_r." + n).c_str()) +
                         0.3 * of("Q_r.1") * of(part.c_str())));
    }
    return most;
  });
}

TEST_CASE("a lower pair is the same as a constraint on velocities and on positions",
          "[oracle][long]") {
  const Closed pair = GENERATE(from_range(closed_pairs()));
  const std::string name = "two-bodies-" + pair.pair;
  CAPTURE(name);
  const Run run = simulate(gallery(name)), other = simulate(closed(gallery(name), pair));
  oracle(run, {name, "on position level"}, 1e-10, [&](size_t row) {
    double most = std::abs(run.at("s", row) - other.at("s", row));
    for (const char* state : {"r1", "r2", "omega1", "v1", "omega2", "v2", "Q1", "Q2"})
      most = std::max(most, vectors(run, other, row, state, state));
    return most;
  });
}

TEST_CASE("a lower pair with its freedoms as massless velocities may be closed on position level",
          "[oracle][long]") {
  const std::string pair =
      GENERATE("revolute", "prismatic", "screw", "cylindrical", "spherical", "planar");
  const std::string name = "two-bodies-" + pair;
  CAPTURE(name);
  const Json given = gallery(name);
  Json closed = given;
  closed.erase("velocity_constraints");
  closed["position_constraints"]["place"] = given["outputs"]["closure_r"];
  closed["position_constraints"]["turn"] = given["outputs"]["closure_R"];
  const Run run = simulate(given, {.until = 2}), other = simulate(closed, {.until = 2});
  for (size_t row = 0; row < other.rows(); ++row) {
    for (const char* state : {"r1", "r2", "omega1", "v1", "omega2", "v2", "Q1", "Q2"})
      CHECK(vectors(run, other, row, state, state) < 1e-10);
    CHECK(other.at("gap.position", row) < 1e-14);
    CHECK(other.at("gap.velocity", row) < 1e-14);
  }
}

TEST_CASE("two bodies in a lower pair move the same by their energies and by their Lagrangian",
          "[oracle][long]") {
  const std::string name = "two-bodies-" + GENERATE(from_range(pairs()));
  CAPTURE(name);
  const Json given = gallery(name);
  Json other = given;
  std::string lagrangian = given["kinetic_energy"].get<std::string>();
  for (const Json& potential : given["potential_energy"])
    lagrangian += " - (" + potential.get<std::string>() + ")";
  other.erase("kinetic_energy");
  other.erase("potential_energy");
  other["lagrangian"] = lagrangian;
  const Run run = simulate(given), again = simulate(other);
  // The same equations, their terms in another order: roundings of 2400 steps.
  oracle(run, {name, "by its Lagrangian"}, 1e-11, [&](size_t row) {
    double most = std::abs(run.at("s", row) - again.at("s", row));
    for (const char* state : {"r1", "r2", "omega1", "v1", "omega2", "v2", "Q1", "Q2"})
      most = std::max(most, vectors(run, again, row, state, state));
    return most;
  });
}

TEST_CASE("the hinge made of boxes moves two bodies as the equations do", "[oracle][long]") {
  const Run run = simulate(gallery("two-bodies-boxes"));
  const Run plain = simulate(gallery("two-bodies-revolute"));
  oracle(run, {"two-bodies-boxes", "equations"}, 1e-12, [&](size_t row) {
    double most = std::abs(run.at("j.pe.q_r", row) - plain.at("phi_r", row)) +
                  std::abs(run.at("j.env.s", row) - plain.at("s", row));
    for (const char* body : {"1", "2"})
      for (const char* state : {"r", "omega", "v"})
        most = std::max(most, vectors(run, plain, row, std::string("b") + body + "." + state,
                                      std::string(state) + body));
    return most;
  });
  oracle(run, {"two-bodies-boxes", "wrench"}, 1e-12, [&](size_t row) {
    return vectors(run, plain, row, "multiplier.j.hc.turn", "multiplier.turn") +
           vectors(run, plain, row, "multiplier.j.hc.slide", "multiplier.slide");
  });
  oracle(run, {"two-bodies-boxes", "both laws"}, 1e-12, [&](size_t row) {
    const double fall = row > 0 ? run.at("j.env.s", row - 1) - run.at("j.env.s", row) : 0;
    return std::abs(run.at("energy.stored", row) - run.first("energy.stored")) + std::max(fall, 0.);
  });
}

TEST_CASE("the joints of the element library hold two bodies as the lower pairs do", "[oracle]") {
  const auto [pair, axis] = GENERATE(table<std::string, const char*>({
      {"revolute", "[0, 0, 1]"},
      {"prismatic", "[1, 0, 0]"},
      {"cylindrical", "[0, 0, 1]"},
      {"spherical", ""},
  }));
  CAPTURE(pair);
  Json free = gallery("two-bodies-" + pair);  // the elements have no springs
  for (const char* key : {"potential_energy", "dissipation"}) free.erase(key);
  free["positions"].erase("s");
  if (pair == "cylindrical") free["positions"]["z_r"]["start"] = 0.0;
  if (pair == "cylindrical") free["positions"]["r2"]["start"][2] = 0.0;
  free["simulation"]["until"] = 4;  // without friction the hinge folds up, and rounding grows
  const Run run = simulate(free);
  Json parts = Json::parse(R"json({
    "porthos": 1, "environment": { "gravity": [0, 0, 0] },
    "components": { "j": { "between": { "a": "b1", "b": "b2" },
                           "parameters": { "at_a": [0.35, 0, 0], "at_b": [-0.35, 0, 0] } } }
  })json");
  parts["simulation"] = free["simulation"];
  parts["components"]["j"]["use"] = "porthos:" + pair;
  if (*axis) parts["components"]["j"]["parameters"]["axis"] = Json::parse(axis);
  for (const std::string body : {"1", "2"}) {
    const double m = body == "1" ? 1 : 0.6;
    Json one{{"use", "porthos:rigid-body"}};
    one["parameters"] = {{"m", m}, {"I", {{0.012 * m, 0, 0}, {0, 0.03 * m, 0}, {0, 0, 0.036 * m}}}};
    for (const char* state : {"r", "v", "omega"})
      for (const char* entry : {".1", ".2", ".3"})
        one["start"][state].push_back(run.first(state + body + entry));
    parts["components"]["b" + body] = one;
  }
  const Run other = simulate(parts);
  oracle(run, {"two-bodies-" + pair, "element library"}, 1e-10, [&](size_t row) {
    return std::max({vectors(run, other, row, "r1", "b1.r"), vectors(run, other, row, "r2", "b2.r"),
                     vectors(run, other, row, "omega1", "b1.omega"),
                     vectors(run, other, row, "omega2", "b2.omega")});
  });
}

}  // namespace boxes_test
