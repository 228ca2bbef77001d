/// The systems of the other papers in their own form: the states are those of the paper, and so are
/// constraints on efforts.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>

#include "support/paper.hpp"
#include "support/quadrature.hpp"

namespace papers_test {
using namespace porthos::test;

TEST_CASE("a trailer on a boom obeys each row of its equation of motion, multipliers included",
          "[oracle]") {
  // M w' = -Z^T grad V - Z^T c'^T lambda - A^T mu - tau - G(M w) w + B u
  Json model = gallery("trailer-boom");
  for (const char* v : {"v_x", "v_y", "omega"})
    model["outputs"][std::string("rate_") + v] = std::string("rate(") + v + ")";
  const Run run = simulate(model);
  const double m = 2, d = 0.1, I = 0.12, a = 0.4, l = 1, r = 0.15, u = 0.35;
  const double weight = m * 9.81 * std::sin(0.03);
  const auto of = [&](const std::function<double(const Reader&)>& f) { return at(run, f); };
  oracle(run, {"trailer-boom", "equation of motion"}, 1e-11, of([&](const Reader& n) {
           const double c = n("c"), s = n("s"), vx = n("v_x"), vy = n("v_y"), w = n("omega");
           const double px = m * vx, py = m * (vy + d * w);
           const double hx = n("x") + a * c, hy = n("y") + a * s;
           const double along = hx * c + hy * s,
                        across = hy * c - hx * s;  // h in the trailer's frame
           const double lambda = n("multiplier.boom"), mu = n("multiplier.wheels");
           // the flow of the post is (h x h')/l^2
           const double bx = -across / (l * l), by = along / (l * l);
           const double x =
               -weight * s - lambda * along - r * vx + py * w + bx * u - m * n("rate_v_x");
           const double y = -weight * c - lambda * across - mu - px * w + by * u -
                            m * (n("rate_v_y") + d * n("rate_omega"));
           const double phi = -weight * d * c - lambda * a * across - py * vx + px * vy +
                              a * by * u - m * d * n("rate_v_y") - I * n("rate_omega");
           return std::max({std::abs(x), std::abs(y), std::abs(phi)});
         }));
  oracle(run, {"trailer-boom", "power"}, 1e-12, of([&](const Reader& n) {
           return std::abs(n("energy.balance_error")) + std::abs(n("v_y")) +
                  std::abs(n("c") * n("c") + n("s") * n("s") - 1);
         }));
  oracle({"trailer-boom", "last circle"}, 1e-4, run.last("radius") - std::sqrt(l * l - a * a));
}

TEST_CASE("the heading of a free trailer follows from the angle of its boom alone", "[oracle]") {
  // d delta/d theta = (l/a) cos delta - 1, integrated by u = tan(delta/2)
  const Run run =
      simulate(gallery("trailer-boom"), {.until = 4, .set = {{"M_0", 0}, {"r", 0}, {"slope", 0}}});
  const double A = 1 / 0.4, root = std::sqrt(A * A - 1), ratio = std::sqrt((A + 1) / (A - 1));
  const auto angle_of = [&](double delta) {
    const double u = ratio * std::tan(delta / 2);
    return std::log((1 + u) / (1 - u)) / root;
  };
  oracle(run, {"trailer-boom", "heading"}, 1e-9, [&](size_t row) {
    const double c = run.at("c", row), s = run.at("s", row);
    const double x = run.at("x", row) + 0.4 * c, y = run.at("y", row) + 0.4 * s;
    const double theta = angle_of(run.at("lean", row)) - angle_of(-0.9);
    return std::hypot(x - std::cos(theta), y - std::sin(theta));
  });
  oracle(run, {"trailer-boom", "energy"}, 1e-13,
         [&](size_t row) { return run.at("energy.stored", row) - run.first("energy.stored"); });
}

TEST_CASE("a constraint that loses its rank is refused by name, and grows beside that place",
          "[oracle]") {
  const Json model = gallery("crossing");
  const Run run = attempt(model);
  CHECK(run.outcome == front_matter("crossing", "refused"));
  CHECK(run.rows() == 1);
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH202");
  CHECK(problems[0]["found"] ==
        "constraints without a direction at the start: groove (rank 0 of 1)");
  for (const double x : {0.5, 0.01, -1e-6}) {
    const Run beside = simulate(model, {.set = {{"x_0", x}}});
    CAPTURE(x);
    oracle({"crossing", "multiplier beside it"}, 1e-12,
           beside.first("multiplier.groove") * x - 0.5);
    oracle({"crossing", "groove"}, 1e-15, beside.largest("y"));
  }
}

TEST_CASE("an oscillator by its Lagrangian swings as cos(omega t), damped or not", "[oracle]") {
  const Run run = simulate(gallery("oscillator-lagrangian"));
  oracle(run, {"oscillator-lagrangian", "q and p"}, 1e-12, at(run, [](const Reader& n) {
           return std::hypot(n("q") - std::cos(n("t")), n("p") + std::sin(n("t")));
         }));
  oracle(run, {"oscillator-lagrangian", "generalised energy"}, 1e-14,
         at(run, [](const Reader& n) { return n("E_L") - 0.5; }));
  const Run damped = simulate(gallery("damped-lagrangian"));
  const double z = 0.15, w = std::sqrt(1 - z * z);
  oracle(damped, {"damped-lagrangian", "q and p"}, 1e-12, at(damped, [&](const Reader& n) {
           const double t = n("t"), fall = std::exp(-z * t);
           return std::hypot(n("q") - fall * (std::cos(w * t) + z / w * std::sin(w * t)),
                             n("p") + fall / w * std::sin(w * t));
         }));
  oracle(damped, {"damped-lagrangian", "power"}, 1e-13, at(damped, [](const Reader& n) {
           return std::abs(n("power.friction") - 0.3 * n("v") * n("v")) +
                  std::abs(n("E_L") + n("energy.dissipated") - 0.5);
         }));
}

TEST_CASE("angular momentum stays on its sphere until a port acts", "[oracle]") {
  const Run run = simulate(gallery("momentum-sphere"));
  oracle(run, {"momentum-sphere", "Casimir and energy"}, 1e-13, at(run, [&](const Reader& n) {
           if (n("t") > 20) return std::abs(n("energy.balance_error"));
           return std::abs(n("casimir") - 1) +
                  std::abs(n("energy.stored") - run.first("energy.stored"));
         }));
  // J_1 = J_2: Pi_3 is the integral of the torque, and the rest turns at (1/J_3 - 1/J_1) Pi_3.
  const Run round = simulate(gallery("momentum-sphere"), {.set = {{"J_1", 2}, {"J_2", 2}}});
  oracle(round, {"momentum-sphere", "J_1 = J_2"}, 1e-10, at(round, [](const Reader& n) {
           const double s = std::max(n("t") - 20, 0.), third = 0.02 * s;
           const double turned = (1 / 2.6 - 1 / 2.) * 0.02 * s * s / 2;
           const double x = std::sin(0.12), y = std::cos(0.12);
           return std::hypot(n("Pi.1") - x * std::cos(turned) - y * std::sin(turned),
                             n("Pi.2") - y * std::cos(turned) + x * std::sin(turned),
                             n("Pi.3") - third);
         }));
}

TEST_CASE("two blocks in feedback are one block, and swing in two modes", "[oracle]") {
  const double m = 0.5, k = 8, L = 0.2, C = 0.3, K = 0.25;
  const Run run = simulate(gallery("loudspeaker"));
  const double a = k / m, b = 1 / (L * C), g = K * K / (m * L), sum = a + b + g;
  const double root = std::sqrt(sum * sum - 4 * a * b), w1 = (sum - root) / 2,
               w2 = (sum + root) / 2;
  const double share = (a - w2) / (w1 - w2);  // of the first: q''(0) = -a q(0)
  oracle(run, {"loudspeaker", "modes"}, 1e-9, at(run, [&](const Reader& n) {
           const double t = n("t");
           return n("cone.q") - 0.2 * (share * std::cos(std::sqrt(w1) * t) +
                                       (1 - share) * std::cos(std::sqrt(w2) * t));
         }));
  const Run whole = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 0.5, "k": 8, "L": 0.2, "C": 0.3, "K": 0.25 },
    "positions": { "q": 0.2, "p": 0, "Q": 0, "Phi": 0 },
    "kinematics": { "q": "effort(p)", "p": "-effort(q) - K*effort(Phi)",
                    "Q": "effort(Phi)", "Phi": "-effort(Q) + K*effort(p)" },
    "potential_energy": "k/2*q^2 + p^2/(2*m) + Q^2/(2*C) + Phi^2/(2*L)",
    "simulation": { "until": 30, "step": 0.01, "method": "gauss(3)", "output_every": 2 }
  })json"));
  oracle(run, {"loudspeaker", "one block"}, 1e-12, [&](size_t row) {
    return std::max({std::abs(run.at("cone.q", row) - whole.at("q", row)),
                     std::abs(run.at("cone.p", row) - whole.at("p", row)),
                     std::abs(run.at("circuit.Q", row) - whole.at("Q", row)),
                     std::abs(run.at("circuit.Phi", row) - whole.at("Phi", row))});
  });
  oracle(run, {"loudspeaker", "power of the feedback"}, 1e-13, at(run, [](const Reader& n) {
           return n("cone.force.power") + n("circuit.voltage.power");
         }));
}

TEST_CASE("a loop of capacitors in charges and flux is the one in currents", "[oracle]") {
  const Run run = simulate(gallery("lc-circuit-flux"));
  oracle(run, {"lc-circuit-flux", "charges"}, 1e-11, at(run, [](const Reader& n) {
           const double swing = std::cos(2 * n("t"));
           return std::hypot(n("q_1") - 0.4 * swing, n("q_2") - 0.6 * swing);
         }));
  oracle(run, {"lc-circuit-flux", "multiplier"}, 1e-10, at(run, [](const Reader& n) {
           return n("multiplier.loop") + 1.2 * std::sin(2 * n("t"));
         }));
  oracle(run, {"lc-circuit-flux", "voltages"}, 1e-14,
         at(run, [](const Reader& n) { return n("voltage_1") - n("voltage_2"); }));
  const Run other = simulate(gallery("lc-circuit"), {.method = "gauss(3)"});
  oracle(run, {"lc-circuit-flux", "currents"}, 1e-10, [&](size_t row) {
    return std::max({std::abs(run.at("q_1", row) - other.at("q_1", row)),
                     std::abs(run.at("q_2", row) - other.at("q_2", row)),
                     std::abs(run.at("i_2", row) - other.at("i_2", row)),
                     std::abs(run.at("i_L", row) - other.at("i_L", row))});
  });
}

TEST_CASE("the pendulum of efforts keeps its length and pulls as the one of positions",
          "[oracle]") {
  const Run run = simulate(gallery("pendulum-implicit"));
  oracle(run, {"pendulum-implicit", "multiplier"}, 1e-12, at(run, [](const Reader& n) {
           const double p = n("p_x") * n("p_x") + n("p_y") * n("p_y");
           return n("multiplier.rod") - p + 9.81 * n("y");
         }));
  oracle(run, {"pendulum-implicit", "length"}, 1e-14,
         at(run, [](const Reader& n) { return n("length_error"); }));
  const Run other = simulate(gallery("pendulum-cartesian"), {.method = "gauss(3)"});
  oracle(run, {"pendulum-implicit", "constraint on positions"}, 1e-8, [&](size_t row) {  // h^6
    return std::max({std::abs(run.at("x", row) - other.at("x", row)),
                     std::abs(run.at("p_x", row) - other.at("v_x", row)),
                     std::abs(run.at("multiplier.rod", row) - other.at("multiplier.rod", row))});
  });
  const double period = 4 / std::sqrt(9.81) * elliptic_K(std::sin(0.5));
  const Run swing = simulate(gallery("pendulum-implicit"), {.until = period, .step = period / 400});
  oracle({"pendulum-implicit", "period"}, 1e-10, swing.last("theta") - 1);
}

TEST_CASE("a dart that cannot slip keeps its speed, its spin, and is pushed by p x omega",
          "[oracle]") {
  const Run run = simulate(gallery("dart"));
  oracle(run, {"dart", "reactions"}, 1e-13, at(run, [](const Reader& n) {
           return std::abs(n("F_y") - n("p.1") * n("L.3") / 0.07) +
                  std::abs(n("F_z") + n("p.1") * n("L.2") / 0.05);
         }));
  oracle(run, {"dart", "momentum"}, 1e-13, at(run, [](const Reader& n) {
           return std::abs(n("p.1") - 0.9) + std::abs(n("p.2")) + std::abs(n("p.3"));
         }));
  oracle(run, {"dart", "spin"}, 1e-13, at(run, [&](const Reader& n) {
           double most = std::abs(n("spin_squared") - run.first("spin_squared"));
           for (const char* entry : {"L_space.1", "L_space.2", "L_space.3"})
             most = std::max(most, std::abs(n(entry) - run.first(entry)));
           return most;
         }));
  const Run top = simulate(Json::parse(R"json({
    "porthos": 1, "velocities": { "w": { "start": [0.7, -0.8, 0.7] } }, "velocity_group": "SO(3)",
    "kinetic_energy": "0.03*w.1^2/2 + 0.05*w.2^2/2 + 0.07*w.3^2/2",
    "simulation": { "until": 20, "step": 0.01, "method": "gauss(3)", "output_every": 2 }
  })json"));
  oracle(run, {"dart", "free top"}, 1e-11, [&](size_t row) {
    return std::max({std::abs(run.at("L.1", row) / 0.03 - top.at("w.1", row)),
                     std::abs(run.at("L.2", row) / 0.05 - top.at("w.2", row)),
                     std::abs(run.at("L.3", row) / 0.07 - top.at("w.3", row))});
  });
}

TEST_CASE("what is left of the canonical form swings at sqrt(1 - 1/kappa), or grows", "[oracle]") {
  const double kappa = GENERATE(3., 1., 0.5);
  const Run run = simulate(gallery("canonical-form"), {.until = 8, .set = {{"kappa", kappa}}});
  const std::complex<double> w = std::sqrt(std::complex<double>(1 - 1 / kappa));
  const double size = std::real(std::cos(w * 8.));
  const std::string about = "kappa = " + std::string(kappa > 2 ? "3" : kappa > 0.7 ? "1" : "1/2");
  oracle(run, {"canonical-form", about}, 1e-11 * std::max(1., std::abs(size)),
         at(run, [&](const Reader& n) { return n("q") - 0.9 * std::real(std::cos(w * n("t"))); }));
  oracle(run, {"canonical-form", about + ", s and its rate"}, 1e-12 * std::max(1., std::abs(size)),
         at(run, [&](const Reader& n) {
           return std::abs(n("s") + n("q") / kappa) +
                  std::abs(n("multiplier.H_s") - n("p") / kappa) + std::abs(n("r") - 0.7);
         }));
}

TEST_CASE("without a stiffness the last coordinate of the canonical form is refused", "[oracle]") {
  Json model = gallery("canonical-form");
  model["parameters"]["kappa"] = 0;
  model["positions"]["s"]["start"] = 0;
  const Run run = attempt(model);
  CAPTURE(run.outcome, run.message, run.problems.dump());
  CHECK(run.outcome != "finished");
  CHECK(run.rows() <= 1);
}

TEST_CASE("a driven skate draws its spiral", "[oracle]") {
  const double m = 1.5, F = 0.15, w = 0.8, v0 = 0.1;
  const Run run = simulate(gallery("driven-skate"));
  oracle(run, {"driven-skate", "spiral"}, 1e-10, at(run, [&](const Reader& n) {
           const double t = n("t"), v = v0 + F * t / m, bend = F / (m * w * w);
           return std::hypot(n("x") - v / w * std::sin(w * t) - bend * (std::cos(w * t) - 1),
                             n("y") - (v0 - v * std::cos(w * t)) / w - bend * std::sin(w * t));
         }));
  oracle(run, {"driven-skate", "force of the edge"}, 1e-12, at(run, [&](const Reader& n) {
           return n("multiplier.edge") - m * w * (v0 + F * n("t") / m);
         }));
  oracle(run, {"driven-skate", "supplied energy"}, 1e-13, at(run, [&](const Reader& n) {
           const double t = n("t");
           return n("energy.supplied.thrust") - F * (v0 * t + F * t * t / (2 * m));
         }));
}

}  // namespace papers_test
