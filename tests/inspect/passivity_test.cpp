// Verdicts on passivity and entropy, for models with verdicts known by construction.

#include "base/linear.hpp"
#include "support/verdicts.hpp"

namespace porthos::test::passivity_test {

using namespace verdicts;

TEST_CASE("friction is passive where it is proven, and not where a speed refutes it",
          "[inspect][T-06]") {
  const std::vector<std::string> passive = {"3*v1",
                                            "0.1*v1 + 0.001*v1^3",
                                            "2*tanh(v1/0.01)",
                                            "abs(v1)*v1",
                                            "sign(v1)",
                                            "(1 + 2*exp(-v1^2))*atan(v1)",
                                            "v1/(1 + v1^2)",
                                            "if(v1 > 0, 2, -3)",
                                            "sinh(v1) + v1",
                                            "max(v1, 2*v1)",
                                            "(2 + sin(x1))*v1",
                                            "v1*sqrt(1 + x1^2)"};
  for (const std::string& effort : passive) {
    const Json found = passivity(with_friction(effort));
    CAPTURE(effort, found.dump());
    CHECK(found["verdict"] == "holds");
    CHECK(found["note"].get<std::string>().find("Proven") == 0);
  }
  // Each gives energy at some speed: |v| > 10, |v| > 1e4, near 3, below 1e-5.
  const std::vector<std::string> active = {"0.1*v1 - 0.001*v1^3", "v1 - 1e-8*v1^3",
                                           "((v1 - 3)^2 - 1e-4)*v1", "v1 - 1e-5*tanh(v1/1e-9)"};
  for (const std::string& effort : active) {
    const Json found = passivity(with_friction(effort));
    CAPTURE(effort, found.dump());
    CHECK(found["verdict"] == "fails");
    CHECK(found["responsible"] == Json{"friction"});
    // The witness is genuine: the reported speed gives a negative power.
    const std::string where = found["where"].get<std::string>();
    CHECK(where.find("v1 = ") != std::string::npos);
  }
  const auto speed = [](const Json& found) {
    const std::string where = found["where"].get<std::string>();
    return std::abs(std::stod(where.substr(where.find("v1 = ") + 5)));
  };
  CHECK(speed(passivity(with_friction("0.1*v1 - 0.001*v1^3"))) > 10);
  CHECK(std::abs(speed(passivity(with_friction("((v1 - 3)^2 - 1e-4)*v1"))) - 3) < 0.011);
}

TEST_CASE("what is only sampled says so", "[inspect][T-06]") {
  // Passive for all speeds (a shifted square), but no rule proves it.
  const Json found = passivity(with_friction("v1*(v1^2 - v1 + 0.26)"));
  CAPTURE(found.dump());
  CHECK(found["verdict"] == "undecided");
  CHECK(found["note"].get<std::string>().find("states sampled") != std::string::npos);
  // Negative for a negative position, which the model may never reach.
  const Json far = passivity(with_friction("x1*v1"));
  CAPTURE(far.dump());
  CHECK(far["verdict"] == "undecided");
  CHECK(far["where"].get<std::string>().find("x1 = -") != std::string::npos);
  Json force = points(1);
  force["forces"]["thrust"] = {{"flow", "v1"}, {"effort", "0.1*v1^3 - v1"}};
  const Json law = finding(report_of(force, passivity_only()), "thrust only takes energy");
  CAPTURE(law.dump());
  CHECK(law["verdict"] == "not applicable");
  CHECK(law["note"].get<std::string>().find("supplies energy") != std::string::npos);
}

TEST_CASE("relations with a constant matrix are judged by its eigenvalues",
          "[inspect][T-06][random]") {
  int decided = 0;
  for (std::uint32_t seed = 1; seed <= (kSanitized ? 30u : 600u); ++seed) {
    Random random(seed * 2654435761u);
    const int n = 2 + random.next(2);
    const bool is_passive = random.one_in(2);
    // D = S (A^T A + skew) S with units S; indefinite: less 1.1 times the least eigenvalue.
    MatX A(n, n), skew = MatX::Zero(n, n);
    for (double& x : A.reshaped()) x = uniform(random);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) skew(i, j) = uniform(random), skew(j, i) = -skew(i, j);
    MatX D = A.transpose() * A;
    const double least = Eigen::SelfAdjointEigenSolver<MatX>(D).eigenvalues()[0];
    if (!is_passive) D -= (1.1 * least + 1e-3) * MatX::Identity(n, n);
    D += skew;
    VecX units(n);
    for (double& unit : units) unit = scale(random);
    std::vector<std::string> flows, efforts;
    for (int i = 0; i < n; ++i) {
      std::vector<double> row;
      for (int j = 0; j < n; ++j) row.push_back(units[i] * D(i, j) * units[j]);
      flows.push_back("v" + std::to_string(i + 1));
      efforts.push_back(linear(row));
    }
    const Json report =
        report_of(with_friction(list_of(efforts), list_of(flows), n), passivity_only());
    CAPTURE(seed, is_passive, report.dump(1));
    // A text that gives power near the start is refused; then it must be an active one.
    if (is_refused(report, "PH123")) {
      CHECK_FALSE(is_passive);
      ++decided;
      continue;
    }
    const std::string found = verdict(report, "friction only takes energy");
    CHECK(found == (is_passive ? "holds" : "fails"));
    ++decided;
  }
  CHECK(decided == (kSanitized ? 30 : 600));
}

TEST_CASE("scalar friction of random signs at random speeds is judged right",
          "[inspect][T-06][random]") {
  int wrong = 0;
  for (std::uint32_t seed = 1; seed <= (kSanitized ? 20u : 200u); ++seed) {
    Random random(seed * 40503u + 7);
    // a v + b v^3 with a critical speed of any size; b < 0 gives energy beyond it.
    const double a = scale(random), speed = scale(random);
    const bool is_passive = random.one_in(2);
    const double b = (is_passive ? 1 : -1) * a / (speed * speed);
    const Json report =
        report_of(with_friction(number(a) + "*v1 + (" + number(b) + ")*v1^3"), passivity_only());
    const std::string found = verdict(report, "friction only takes energy");
    const bool is_right =
        is_passive ? found == "holds" : found == "fails" || is_refused(report, "PH123");
    if (!is_right) {
      ++wrong;
      UNSCOPED_INFO("seed " << seed << " " << report.dump(1));
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a relation is refused only where the model can be", "[inspect][PH123]") {
  // On the constraint v1 = v2 the power is v^2; off the constraint it may be negative.
  Json held = points(2);
  held["velocity_constraints"]["rod"] = "v1 - v2";
  held["dissipation"]["friction"] = {{"flow", "v1"}, {"effort", "v2"}};
  CHECK_FALSE(is_refused(report_of(held, passivity_only()), "PH123"));
  CHECK(verdict(report_of(held, passivity_only()), "friction only takes energy") != "fails");
  held["dissipation"]["friction"]["effort"] = "-v2";
  CHECK(is_refused(report_of(held, passivity_only()), "PH123"));
  // A gap of a micrometre does not become negative.
  Json film = with_friction("1e-18/x1^3*v1");
  film["positions"]["x1"] = 1e-6;
  CHECK_FALSE(is_refused(report_of(film, passivity_only()), "PH123"));
  // A power of 1e-13 W has a sign, too.
  CHECK(is_refused(report_of(with_friction("-1e-13*v1"), passivity_only()), "PH123"));
  CHECK_FALSE(is_refused(report_of(with_friction("1e-13*v1"), passivity_only()), "PH123"));
  // Rows of one relation resist together.
  const std::string flows = "[v1, v2]";
  CHECK_FALSE(is_refused(
      report_of(with_friction("[2*v1 + 1.5*v2, 1.5*v1 + 2*v2]", flows, 2), passivity_only()),
      "PH123"));
  CHECK(is_refused(
      report_of(with_friction("[2*v1 + 2.5*v2, 2.5*v1 + 2*v2]", flows, 2), passivity_only()),
      "PH123"));
}

TEST_CASE("a skew box of friction makes entropy, or is reported", "[inspect][T-24]") {
  const Json options = {{"only", {"T-06", "T-24"}}, {"samples", 3}};
  Json model = reproduction("S-13-onsager-box");
  const char* const entropy = "entropy that mf makes never falls";
  const char* const exergy = "mf only takes exergy";
  const Json right = report_of(model, options);
  CAPTURE(right.dump(1));
  CHECK(verdict(right, entropy) == "holds");
  CHECK(verdict(right, exergy) == "holds");
  Json& mf = model["components"]["mf"]["model"];
  mf["parameters"]["d"] = -0.3;
  // The run's own entropy falls.
  const Run run = test::simulate(model);
  CHECK(run.last("env.s") < run.first("env.s"));
  const Json wrong = report_of(model, options);
  CAPTURE(wrong.dump(1));
  CHECK(verdict(wrong, entropy) == "fails");
  CHECK(verdict(wrong, exergy) == "fails");
  CHECK(finding(wrong, entropy)["responsible"] == Json{"mf"});
  // A coefficient that gives at great speed only.
  mf["parameters"]["d"] = 0.3;
  mf["gyroscopic"] = {{0, "(d*v - 1e-4*v^3)/theta"}, {"-(d*v - 1e-4*v^3)/theta", 0}};
  CHECK(verdict(report_of(model, options), entropy) == "fails");
}

TEST_CASE("heat flows from hot to cold, or is reported", "[inspect][T-24]") {
  const Json options = {{"only", {"T-24"}}, {"samples", 3}};
  const auto box = [](const std::string& g) {
    const auto body = [](double start) {
      return Json{
          {"model",
           {{"porthos", 1},
            {"positions", {{"s", start}}},
            {"kinematics", {{"s", 0}}},
            {"potential_energy", {{"U", "300*exp(s)"}}},
            {"ports",
             {{"s", {{"flow", "effort(s)"}, {"flow_unit", "K"}, {"effort_unit", "W/K"}}}}}}}};
    };
    const auto port = [](const char* flow) {
      return Json{{"flow", flow}, {"flow_unit", "K"}, {"effort_unit", "W/K"}};
    };
    const Json wall = {{"porthos", 1},
                       {"velocities", {{"a", 330}, {"b", 300}}},
                       {"mass", {{0, 0}, {0, 0}}},
                       {"gyroscopic", {{0, g}, {"-(" + g + ")", 0}}},
                       {"ports", {{"a", port("a")}, {"b", port("b")}}}};
    return Json{{"porthos", 1},
                {"components", {{"one", body(0.1)}, {"two", body(0)}, {"wall", {{"model", wall}}}}},
                {"connections", {{"a", {"one.s", "wall.a"}}, {"b", {"two.s", "wall.b"}}}},
                {"simulation", {{"until", 1}, {"step", 0.01}}}};
  };
  // a' = -g b, b' = g a: with g = k (a - b)/(a b) the entropy made is k (a - b)^2/(a b).
  const char* const name = "entropy that wall makes never falls";
  const Json right = report_of(box("2*(a - b)/(a*b)"), options);
  CAPTURE(right.dump(1));
  CHECK(verdict(right, name) == "holds");
  CHECK(verdict(report_of(box("2*(b - a)/(a*b)"), options), name) == "fails");
  // A constant current of heat, whichever is hotter.
  CHECK(verdict(report_of(box("2/(a*b)"), options), name) == "fails");

  // With `heats`: the entropy that the flow takes from the warmer body belongs to the sum.
  const auto conduction = [](const char* flow, const char* effort, double hot) {
    return Json{
        {"porthos", 1},
        {"positions",
         {{"s1", {{"start", hot}, {"unit", "J/K"}}}, {"s2", {{"start", 0}, {"unit", "J/K"}}}}},
        {"parameters",
         {{
              "T",
              {{"value", 300}, {"unit", "K"}},
          },
          {"c", {{"value", 1}, {"unit", "J/K"}}},
          {"k", {{"value", 0.5}, {"unit", "W/K"}}}}},
        {"kinematics", Json::object()},
        {"potential_energy", {{"U1", "c*T*exp(s1/c)"}, {"U2", "c*T*exp(s2/c)"}}},
        {"dissipation", {{"wall", {{"flow", flow}, {"effort", effort}, {"heats", "s2"}}}}}};
  };
  const char* const wall = "entropy that wall makes never falls";
  CHECK(verdict(report_of(conduction("effort(s1) - effort(s2)",
                                     "k*(effort(s1) - effort(s2))/effort(s1)", 0.2),
                          options),
                wall) == "holds");
  // The same without units: what is subtracted from a temperature is one.
  Json plain = conduction("effort(s1) - effort(s2)", "k*(effort(s1) - effort(s2))/effort(s1)", 0.2);
  for (const char* position : {"s1", "s2"}) plain["positions"][position].erase("unit");
  for (const auto& [symbol, parameter] : plain["parameters"].items())
    plain["parameters"][symbol] = parameter["value"];
  CHECK(verdict(report_of(plain, options), wall) == "holds");
  CHECK(test::simulate(plain, {.until = 0.1, .step = 0.01}).first("entropy_production.wall") > 0);
  plain["dissipation"]["wall"]["effort"] = "k";  // whichever is warmer
  CHECK(verdict(report_of(plain, options), wall) == "fails");
  // From the colder body to the warmer one.
  CHECK(verdict(report_of(conduction("effort(s1)", "k", -0.2), options), wall) == "fails");
}

}  // namespace porthos::test::passivity_test
