// Verdicts on jumps, ranks, sizes and closedness with ports, for models with verdicts known by
// construction.

#include "support/verdicts.hpp"

namespace porthos::test::continuity_test {

using namespace verdicts;

TEST_CASE("a structure that jumps is reported", "[inspect][T-02]") {
  const Json options = {{"only", {"T-02"}}, {"samples", 3}};
  const char* const name = "the structure has no jumps";
  const auto held = [&](const std::string& row) {
    Json model = points(2);
    model["velocity_constraints"]["row"] = row;
    return report_of(model, options);
  };
  const Json jumps = held("v1 + if(x1 > 0, 1, -1)*v2");
  CAPTURE(jumps.dump(1));
  CHECK(verdict(jumps, name) == "fails");
  CHECK(finding(jumps, name)["responsible"] == Json{"row"});
  CHECK(verdict(held("v1 + sign(x1 - 5)*v2"), name) == "fails");
  CHECK(verdict(held("v1 + floor(x2)*v2"), name) == "fails");
  CHECK(verdict(held("v1 + 1e-6*sign(x1)*v2"), name) == "fails");
  // Its derivative is zero, and yet it depends on the state.
  const auto is_constant = [&](const Json& report) {
    return report["facts"]["constant"].get<bool>();
  };
  CHECK_FALSE(is_constant(jumps));
  CHECK(is_constant(held("v1 + 2*v2")));
  // The factor changes its sign, and the row's kernel does not.
  CHECK(verdict(held("if(x1 > 0, 1, -1)*(v1 + 2*v2)"), name) == "holds");
  // Continuous with a corner.
  CHECK(verdict(held("v1 + if(x1 > 0, x1, 0)*v2"), name) == "holds");
  CHECK(verdict(held("v1 + abs(x1)*v2"), name) == "missing");
  // The condition never changes.
  CHECK(verdict(held("v1 + if(x1^2 + 1 > 0, 1, -1)*v2"), name) == "holds");
  // Nothing is claimed of a surface that is not reached.
  CHECK(verdict(held("v1 + if(x1^2 + 1e-3*sin(x2) > -0.0009, 1, -1)*v2"), name) != "missing");
}

TEST_CASE("random rows that jump are told from those that do not", "[inspect][T-02][random]") {
  const Json options = {{"only", {"T-02"}}, {"samples", 2}};
  for (std::uint32_t seed = 1; seed <= (kSanitized ? 10u : 150u); ++seed) {
    Random random(seed * 69069u + 5);
    const double at = uniform(random), a = uniform(random), size = scale(random);
    const bool does_jump = random.one_in(2);
    const std::string step =
        random.one_in(2) ? "if(x1 > " + number(at) + ", 1, -1)" : "sign(x1 - (" + number(at) + "))";
    const std::string factor =
        does_jump ? "(2 + " + step + ")" : "(2 + " + step + "*(x1 - (" + number(at) + ")))";
    Json model = points(2);
    model["velocity_constraints"]["row"] =
        number(size) + "*((" + number(a) + ")*x2 + 3)*v1 + " + number(size) + "*" + factor + "*v2";
    const Json report = report_of(model, options);
    CAPTURE(seed, does_jump, report.dump(1));
    CHECK(verdict(report, "the structure has no jumps") == (does_jump ? "fails" : "holds"));
  }
}

TEST_CASE("ranks of random rows do not depend on their units", "[inspect][T-02][random]") {
  const Json options = {{"only", {"T-02", "T-08"}}, {"samples", 2}};
  int judged = 0;
  for (std::uint32_t seed = 1; seed <= (kSanitized ? 10u : 150u); ++seed) {
    Random random(seed * 22695477u + 1);
    const int n = 3;
    const bool is_deficient = random.one_in(2);
    // Two rows with factors of any size; a deficient pair has one direction.
    std::vector<double> first, second;
    for (int i = 0; i < n; ++i) first.push_back(uniform(random) + (i == 0 ? 2 : 0));
    for (int i = 0; i < n; ++i)
      second.push_back(is_deficient ? first[static_cast<std::size_t>(i)]
                                    : uniform(random) - (i == 1 ? 2 : 0));
    Json model = points(n);
    model["velocity_constraints"]["a"] =
        number(scale(random)) + "*(2 + sin(x1))*(" + linear(first) + ")";
    model["velocity_constraints"]["b"] =
        number(scale(random)) + "*(2 + cos(x2))*(" + linear(second) + ")";
    const Json report = report_of(model, options);
    CAPTURE(seed, is_deficient, report.dump(1));
    if (!report["facts"].contains("rank")) continue;  // no start was found
    ++judged;
    CHECK(verdict(report, "the rows of velocity constraints keep their rank") == "holds");
    CHECK(verdict(report, "constraints are independent") == (is_deficient ? "fails" : "holds"));
    CHECK(verdict(report, "velocity constraints keep their rank in every pose") != "fails");
  }
  CHECK(judged > (kSanitized ? 4 : 75));
}

TEST_CASE("a rank that falls names both ranks", "[inspect][T-02]") {
  Json model = points(2);
  model["velocity_constraints"]["row"] = "x1*v2";
  const Json report = report_of(model, {{"only", {"T-02"}}});
  const Json found = finding(report, "velocity constraints keep their rank in every pose");
  CAPTURE(found.dump());
  CHECK(found["verdict"] == "fails");
  CHECK(found["note"].get<std::string>().find("rank 1, but 0 at this pose") == 0);
  // Rows that are constant keep their rank, and nothing has to be sought.
  model["velocity_constraints"]["row"] = "v1 + 2*v2";
  CHECK(verdict(report_of(model, {{"only", {"T-02"}}}),
                "velocity constraints keep their rank in every pose") == "holds");
}

TEST_CASE("sizes are those of regular points, and of closed structures only",
          "[inspect][T-10][T-14]") {
  // J = x1 [0 1; -1 0] and a Casimir: at x1 = 0 nothing moves ([004] Rem. 3.1).
  Json model = {{"porthos", 1},
                {"positions", {{"a", 0}, {"b", 0.5}, {"c", 1}}},
                {"kinematics", {{"a", "a*effort(b)"}, {"b", "-a*effort(a)"}, {"c", 0}}},
                {"potential_energy", {{"V", "a^2 + b^2 + c^2"}}}};
  const Json irregular = report_of(model, Json::object());
  CAPTURE(irregular.dump(1));
  CHECK(verdict(irregular, "the start is a regular point") == "fails");
  CHECK(irregular["facts"]["canonical"] == Json{{"pairs", 1}, {"casimirs", 1}, {"constraints", 0}});
  model["positions"]["a"] = 0.4;
  const Json regular = report_of(model, Json::object());
  CHECK(verdict(regular, "the start is a regular point") == "holds");
  CHECK(regular["facts"]["canonical"] == irregular["facts"]["canonical"]);
  // A row that vanishes at the start has more flows and efforts there, not fewer.
  Json groove = gallery("crossing");
  const Json crossing = report_of(groove, Json::object());
  CHECK(verdict(crossing, "the start is a regular point") == "fails");
  CHECK(verdict(crossing, "the Dirac structure is closed") == "holds");
  CHECK(crossing["facts"]["canonical"] == Json{{"pairs", 1}, {"casimirs", 1}, {"constraints", 1}});
  groove["positions"]["x"] = 0.4;
  const Json beside = report_of(groove, Json::object());
  CHECK(verdict(beside, "the start is a regular point") == "holds");
  CHECK(beside["facts"]["canonical"] == crossing["facts"]["canonical"]);
  // A knife edge has no canonical coordinates.
  CHECK_FALSE(report_of(gallery("knife-edge"), Json::object())["facts"].contains("canonical"));
  CHECK(report_of(gallery("kepler"), Json::object())["facts"].contains("canonical"));
}

TEST_CASE("ports along gradients that commute are closed", "[inspect][T-13]") {
  const char* const name = "the Dirac structure with its ports is closed";
  const Json options = {{"only", {"T-13"}}, {"samples", 3}};
  const auto driven = [&](const std::vector<std::string>& flows) {
    Json model = points(2);
    for (std::size_t i = 0; i < flows.size(); ++i)
      model["ports"]["f" + std::to_string(i + 1)] = {{"flow", flows[i]}};
    return report_of(model, options);
  };
  CHECK(verdict(driven({"v1 + 2*v2"}), name) == "holds");
  // d(x1 x2) = x2 dx1 + x1 dx2 is a gradient; x2 dx1 is not.
  CHECK(verdict(driven({"x2*v1 + x1*v2"}), name) == "holds");
  const Json curl = driven({"x2*v1"});
  CAPTURE(curl.dump(1));
  CHECK(verdict(curl, name) == "fails");
  CHECK(finding(curl, name)["responsible"] == Json{"f1"});
  CHECK(verdict(curl, "the Dirac structure is closed") == "holds");
  CHECK(finding(driven({"v1", "x2*v1", "v2"}), name)["responsible"] == Json{"f2"});
  // Without ports nothing is said of them.
  CHECK(verdict(driven({}), name) == "missing");
  // Flows of positions: vector fields that commute, or do not ([004] Thm. 5.1).
  const auto moved = [&](const char* a, const char* b) {
    Json model = {{"porthos", 1},
                  {"positions", {{"a", 0.3}, {"b", 0.5}}},
                  {"kinematics", {{"a", 0}, {"b", 0}}},
                  {"potential_energy", {{"V", "a^2 + b^2"}}},
                  {"ports", {{"f1", {{"flow", a}}}, {"f2", {{"flow", b}}}}}};
    return report_of(model, options);
  };
  CHECK(verdict(moved("effort(a)", "effort(b)"), name) == "holds");
  const Json twisted = moved("effort(a)", "a*effort(b)");
  CAPTURE(twisted.dump(1));
  CHECK(verdict(twisted, name) == "fails");
  CHECK(finding(twisted, name)["note"] == "These inputs do not commute.");
}

TEST_CASE("random force directions are closed where they are gradients",
          "[inspect][T-13][random]") {
  const Json options = {{"only", {"T-13"}}, {"samples", 2}};
  for (std::uint32_t seed = 1; seed <= (kSanitized ? 10u : 150u); ++seed) {
    Random random(seed * 747796405u + 3);
    const double a = uniform(random), b = uniform(random), c = 0.2 + std::abs(uniform(random));
    const double size = scale(random);
    const bool is_gradient = random.one_in(2);
    // dC of C = a x1^2/2 + c x1 x2 + b sin(x2), and with another factor of x1 in the second part
    const std::string first = "(" + number(a) + "*x1 + " + number(c) + "*x2)";
    const std::string second =
        "(" + number(is_gradient ? c : -c) + "*x1 + (" + number(b) + ")*cos(x2))";
    Json model = points(2);
    model["ports"]["drive"] = {{"flow", number(size) + "*(" + first + "*v1 + " + second + "*v2)"}};
    const Json report = report_of(model, options);
    CAPTURE(seed, is_gradient, report.dump(1));
    CHECK(verdict(report, "the Dirac structure with its ports is closed") ==
          (is_gradient ? "holds" : "fails"));
  }
}

TEST_CASE("a rank that only fades is no loss of rank, and one beyond a corner is not excluded",
          "[inspect][T-02]") {
  const std::string name = "velocity constraints keep their rank in every pose";
  const auto with = [&](const std::string& factor) {
    Json model = points(2);
    model["velocity_constraints"] = {{"k", factor + "*v2"}};
    model["velocities"]["v2"] = 0;
    return verdict(report_of(model, {{"only", {"T-02"}}}), name);
  };
  CHECK(with("exp(-x1)") == "undecided");    // never zero
  CHECK(with("max(x1 - 9, 0)") != "holds");  // from rank 0 to rank 1
  CHECK(with("(x1 - 1)") == "fails");
  CHECK(with("3") == "holds");
}

}  // namespace porthos::test::continuity_test
