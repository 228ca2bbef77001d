// T-22: runs satisfy the variational principle in weak form, and violations are detected.

#include <cmath>
#include <numbers>

#include "inspect/inspected_model.hpp"
#include "inspect/variational_check.hpp"
#include "support/run.hpp"

namespace porthos::test::variational_test {

using inspect::InspectedModel;
using inspect::State;

TEST_CASE("along forbidden displacements the weak residual is the integral of the reaction",
          "[inspect][T-22]") {
  // The free knife edge: v and omega are constant, and what holds it is m v omega across the edge.
  Session session = open_session(gallery("knife-edge"));
  const InspectedModel inspected(session, R"({"set": {"slope": 0, "v_0": 0.9, "omega_0": 2}})", 2,
                                 true);
  const inspect::Subject& subject = inspected.subject();
  const auto& names = subject.matrices.names();
  const auto place = [&](const char* name) {
    const auto found = std::ranges::find(names, name);
    REQUIRE(found != names.end());
    return found - names.begin();
  };
  const auto& states = subject.motion.states;
  REQUIRE(states.size() > 200);
  const std::span<const State> part = std::span(states).first(201);
  const Eigen::Index phi = place("phi"), along_x = place("momentum(v_x)");
  const Eigen::Index v_x = along_x - subject.matrices.z();

  const auto admissible = [&](const State& state) {
    return inspect::admissible_directions(subject, state);
  };
  const inspect::WeakResidual held = inspect::weak_residual(subject, part, admissible);
  CHECK(held.r.lpNorm<Eigen::Infinity>() < 1e-11 * held.size);

  // Along x alone, which the edge forbids: r = int b m v_x' dt, in closed form but for the
  // integral.
  const MatX only_x = Eigen::VectorXd::Unit(subject.matrices.n(), along_x);
  const inspect::WeakResidual free =
      inspect::weak_residual(subject, part, [&](const State&) { return only_x; });
  const State& first = part.front();
  const double m = subject.parameters.at("m"),
               omega = (part.back().z[phi] - first.z[phi]) / (part.back().t - first.t);
  const double v =
      first.w[v_x] * std::cos(first.z[phi]) + first.w[v_x + 1] * std::sin(first.z[phi]);
  double expected = 0;
  for (std::size_t k = 0; k < part.size(); ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(part.size() - 1);
    expected += (part[1].t - part[0].t) * std::pow(std::sin(std::numbers::pi * share), 8) *
                (-m * v * omega * std::sin(part[k].z[phi]));
  }
  CHECK(std::abs(expected) > 0.05);
  CHECK(std::abs(free.r[along_x] - expected) < 1e-9);
}

TEST_CASE("a run of a gallery model satisfies the variational principle", "[inspect][T-22]") {
  const std::string name =
      GENERATE("pendulum-cartesian", "knife-edge", "heavy-top", "damped-lagrangian", "motor-cart",
               "torn-circuit", "bouncing-ball", "foucault-pendulum");
  CAPTURE(name);
  Session session = open_session(gallery(name));
  const InspectedModel inspected(session, "{}", 2, true);
  const auto findings = inspect::check_variational(inspected.subject());
  REQUIRE(findings.size() == 1);
  CAPTURE(structure::to_text(findings[0]));
  CHECK(findings[0].verdict == structure::Verdict::kHolds);
}

TEST_CASE("a run of another model does not satisfy the variational principle", "[inspect][T-22]") {
  // The rows of a pendulum with another weight than the one that is asked.
  Json heavy = gallery("pendulum-cartesian");
  Session right = open_session(heavy);
  const InspectedModel asked(right, "{}", 2, true);
  Session wrong = open_session(heavy);
  const InspectedModel other(wrong, R"({"set": {"g": 5}})", 2, true);
  const inspect::Subject& subject = asked.subject();
  const inspect::Subject mixed{subject.model,          subject.balance, subject.parameters,
                               subject.matrices,       subject.states,  subject.at,
                               other.subject().motion, subject.shared};
  const auto findings = inspect::check_variational(mixed);
  CAPTURE(structure::to_text(findings[0]));
  CHECK(findings[0].verdict == structure::Verdict::kFails);
}

TEST_CASE("rows far apart are no proof of the variational principle", "[inspect][T-22]") {
  // The residual is the error of the derivatives. It falls with the distance of the rows.
  const auto judged = [](double step) {
    Json model = gallery("pendulum-cartesian");
    model["simulation"]["step"] = step;
    model["simulation"]["until"] = 400 * step;
    Session session = open_session(model);
    const InspectedModel inspected(session, "{}", 2, true);
    return inspect::check_variational(inspected.subject()).at(0);
  };
  for (const double step : {0.01, 0.03, 0.1, 0.2, 0.3, 0.5}) {
    const structure::Check found = judged(step);
    CAPTURE(step, structure::to_text(found));
    if (found.verdict == structure::Verdict::kHolds) CHECK(found.residual <= found.tolerance);
    if (found.verdict == structure::Verdict::kFails) CHECK(found.residual > found.tolerance);
    if (step <= 0.1) CHECK(found.verdict == structure::Verdict::kHolds);
    if (step >= 0.3) CHECK(found.verdict == structure::Verdict::kUndecided);
  }
}

TEST_CASE("rows after an event that sets a parameter are not compared with the parameter before it",
          "[inspect][T-22]") {
  // x = cos(2 t) until the event, then a slower oscillation.
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "k": 4, "count": 0 },
    "positions": { "x": 1 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "k/2*x^2",
    "events": { "soft": { "when": "t - 1", "do": { "set": { "k": 1 } } } },
    "simulation": { "step": 0.005, "until": 3 } })json");
  const auto judged = [](const Json& text, const char* run) {
    Session session = open_session(text);
    const InspectedModel inspected(session, run, 2, true);
    const inspect::Motion& motion = inspected.subject().motion;
    if (std::isfinite(motion.changed)) CHECK(motion.states.back().t <= motion.changed + 1e-12);
    return inspect::check_variational(inspected.subject()).at(0);
  };
  const structure::Check cut = judged(model, "{}");
  CAPTURE(structure::to_text(cut));
  CHECK(cut.verdict == structure::Verdict::kHolds);
  CHECK(cut.note.find("before t = 1 s") != std::string::npos);
  CHECK(cut.where.find("0.995 s") != std::string::npos);  // the last row without an event

  model["events"]["soft"]["when"] = "t - 0.1";  // 20 rows
  const structure::Check short_run = judged(model, "{}");
  CHECK(short_run.verdict == structure::Verdict::kNotApplicable);
  CHECK(short_run.note.find("an event sets a parameter") != std::string::npos);

  model["events"]["soft"]["do"] = Json::array({"record"});
  const structure::Check whole = judged(model, "{}");
  CHECK(whole.verdict == structure::Verdict::kHolds);
  CHECK(whole.note.empty());
}

TEST_CASE("the change of a Lagrangian's linear term with time counts once", "[inspect][T-22]") {
  for (const char* lagrangian : {"u^2/2+sin(t)*u", "u^2/2+sin(t)*u*x-x^2"}) {
    Json model = Json::parse(R"({"porthos":1,"positions":{"x":1},"velocities":{"u":0.3},
      "kinematics":{"x":"u"},"simulation":{"until":5,"step":0.01}})");
    model["lagrangian"] = lagrangian;
    Session session = open_session(model);
    const InspectedModel inspected(session, "{}", 2, true);
    const inspect::Subject& subject = inspected.subject();
    const std::span<const State> part = std::span(subject.motion.states).first(201);
    const inspect::WeakResidual found = inspect::weak_residual(
        subject, part,
        [&](const State& state) { return inspect::admissible_directions(subject, state); });
    CHECK(found.size > 0);
    CHECK(found.r.lpNorm<Eigen::Infinity>() < 1e-6 * found.size);
  }
}

}  // namespace porthos::test::variational_test
