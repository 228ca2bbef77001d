// Structure reports on models of the gallery, and on faulty ones.

#include <algorithm>
#include <set>

#include "inspect/inspector.hpp"
#include "support/inspection.hpp"
#include "support/random_model.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace porthos::test::inspector_test {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& one) {
  return std::ranges::find(list, one) != list.end();
}

/// Crank and rod on velocity level, without the positions that close the loop.
Json files_without_positions() {
  Json files = used_files(gallery("slider-crank").dump());
  for (auto& [name, text] : files.items()) {
    Json part = Json::parse(text.get<std::string>());
    for (auto& [port, content] : part["ports"].items())
      if (content.is_object()) content.erase("position");
    text = part.dump();
  }
  return files;
}

const char* const kFrame = "gyroscopic forces are those of the velocities' frame";

}  // namespace

TEST_CASE("no requirement of the theory fails in a model of the gallery", "[inspect][long]") {
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    const Report report(gallery(name));
    CHECK(report.errors().empty());
    CHECK(report.contradictions() == std::vector<std::string>());
    // Two rows at right angles: the rank falls at their crossing ([001] Remark 5).
    if (name == "crossing") {
      CHECK(contains(report.accused(), "the rows of velocity constraints keep their rank"));
      CHECK(report.blamed("the rows of velocity constraints keep their rank").count("groove") == 1);
      continue;
    }
    CHECK(report.accused() == std::vector<std::string>());
    for (const Json& one : report.json()["findings"])
      CHECK((one["verdict"].get<std::string>() == "not applicable" || one["residual"].is_number()));
  }
}

TEST_CASE("no requirement of the theory fails in a hundred random models", "[inspect]") {
  int inspected = 0;
  for (std::uint32_t seed = 1; inspected < (kSanitized ? 5 : 100); ++seed) {
    REQUIRE(seed < 200);
    Random random(seed * 2654435761u);
    const SoundModel model = sound_model(random);
    const Report report(model.json);
    if (!report.errors().empty() || report.json()["findings"].empty()) continue;
    ++inspected;
    CAPTURE(seed, model.json.dump(), report.json().dump(1));
    CHECK(report.accused() == std::vector<std::string>());
    CHECK(report.contradictions() == std::vector<std::string>());
  }
}

TEST_CASE("poles and poses of another rank are found far from the start", "[inspect][T-02]") {
  const char* const poles = "the structure has no poles";
  // Gimbal lock, S-06: of the Euler angles' Z, and of the axis of the inner ring, S-07.
  for (const char* name : {"gyroscope-euler", "gyroscope-quaternion", "gyroscope-matrix"}) {
    const Report report(gallery(name));
    CAPTURE(name, report.json().dump(1));
    CHECK(report.verdict(poles) == "fails");
    CHECK(report.accused().empty());
  }
  const Report euler(gallery("gyroscope-euler"));
  CHECK(euler.blamed(poles) == std::set<std::string>{"cos(beta)"});
  const std::string where = euler.finding(poles)["where"].get<std::string>();
  CAPTURE(where);
  CHECK((where == "beta = 1.571" || where == "beta = -1.571"));
  for (const char* name : {"heavy-top", "kepler", "slider-crank", "differential-drive", "dart"}) {
    CAPTURE(name);
    CHECK(Report(gallery(name)).verdict(poles) == "holds");
  }

  const char* const rank = "[c'Z; A] keeps its rank in every pose";
  // A search that finds nothing proves nothing.
  CHECK(Report(gallery("slider-crank")).verdict(rank) == "undecided");
  CHECK(Report(gallery("four-bar")).verdict(rank) == "undecided");
  // The arms of the governor are in one line when the collar is at the height of the pin.
  CHECK(Report(gallery("flyball-governor")).blamed(rank) ==
        std::set<std::string>{"upper_arms", "lower_arms"});
}

TEST_CASE("the report says which velocity constraints are holonomic", "[inspect]") {
  using Map = std::map<std::string, std::string>;
  const auto rows_of = [](const Report& report) {
    Map verdicts;
    for (const Json& one : report.json()["findings"]) {
      const std::string text = one["name"].get<std::string>();
      if (const std::size_t end = text.find(" is holonomic"); end != text.npos)
        verdicts[text.substr(0, end)] = one["verdict"].get<std::string>();
    }
    return verdicts;
  };
  const auto rows = [&](const std::string& name) { return rows_of(Report(gallery(name))); };
  CHECK(rows("differential-drive") == Map{{"no_side_slip", "fails"}});
  CHECK(rows("knife-edge") == Map{{"edge", "fails"}});
  // The third one keeps the disc on the ground.
  CHECK(rows("rolling-disc") ==
        Map{{"rolls.1", "fails"}, {"rolls.2", "fails"}, {"rolls.3", "holds"}});
  // The motor prescribes the table's turn.
  CHECK(rows("turntable-ball") ==
        Map{{"rolls_x", "fails"}, {"rolls_y", "fails"}, {"motor", "holds"}});
  const Map coupling =
      rows_of(Report(gallery("slider-crank"), Json::object(), files_without_positions()));
  CHECK(coupling.size() == 2);
  for (const auto& [row, verdict] : coupling) CHECK(verdict == "holds");
  for (const auto& [row, verdict] : rows("two-bodies-revolute")) CHECK(verdict == "holds");
  for (const auto& [row, verdict] : rows("torn-chain")) CHECK(verdict == "holds");
}

TEST_CASE("a holonomic row has its integral", "[inspect][T-13]") {
  const auto note = [](const Report& report, const std::string& row) {
    const std::string text = report.finding(row + " is holonomic").value("note", "");
    const std::size_t at = text.find("Its integral: ");
    return at == text.npos ? "" : text.substr(at + 14);
  };
  CHECK(note(Report(gallery("geared-tables-ball")), "gear") == "s1 + s2.");
  CHECK(note(Report(gallery("crossing")), "groove") == "y.");
  // Crank and rod on velocity level close the loop whose place is that of their angles.
  const Report coupled(gallery("slider-crank"), Json::object(), files_without_positions());
  std::set<std::string> integrals;
  for (const Json& one : coupled.json()["findings"])
    if (const std::string name = one["name"].get<std::string>();
        name.find(" is holonomic") != name.npos)
      integrals.insert(note(coupled, name.substr(0, name.find(" is holonomic"))));
  // l1 = 0.2 m, l2 = 0.5 m; y_B = 0
  CHECK(integrals == std::set<std::string>{"2*rod.x_B - 0.4*cos(crank.phi1) + cos(rod.phi2).",
                                           "0.4*sin(crank.phi1) - sin(rod.phi2)."});
  // A wheel on a line, and the length of a pendulum: constant only on the constraint.
  const Json wheel = Json::parse(R"({"porthos": 1,
    "positions": {"x": {"unit": "m"}, "phi": {}, "y": {"start": 1, "unit": "m"}},
    "velocities": {"v": {"unit": "m/s"}, "omega": {"unit": "1/s"}, "u": {"unit": "m/s"}},
    "kinematics": {"x": "v", "phi": "omega", "y": "u"},
    "parameters": {"m": {"value": 1, "unit": "kg"}, "I": {"value": 1, "unit": "kg m^2"}, "r": {"value": 0.5, "unit": "m"}},
    "kinetic_energy": "m/2*(v^2 + u^2) + I/2*omega^2",
    "velocity_constraints": {
      "rolls": {"formula": "v - r*omega", "unit": "m/s"},
      "rod": {"formula": "x*v + y*u", "unit": "m^2/s"}}})");
  const Report report(wheel);
  CAPTURE(report.json().dump(1));
  CHECK(note(report, "rolls") == "2*x - phi.");
  CHECK(note(report, "rod") == "x^2 + y^2.");
}

TEST_CASE("the slider-crank loses rank where its links lie on each other", "[inspect]") {
  const char* const name = "[c'Z; A] keeps its rank";
  CHECK(Report(gallery("slider-crank")).verdict(name) == "holds");
  // Links of equal length: the slider passes the pivot, where crank and rod are singular (S-10).
  Json files = used_files(gallery("slider-crank").dump());
  Json rod = Json::parse(files["rod-slider.porthos.json"].get<std::string>());
  rod["parameters"]["l2"]["min"] = 0.1;
  files["rod-slider.porthos.json"] = rod.dump();
  const Report report(gallery("slider-crank"), {{"set", {{"rod.l2", 0.2}}}}, files);
  CAPTURE(report.json().dump(1));
  REQUIRE(report.errors().empty());
  CHECK(report.verdict(name) == "fails");
  CHECK_FALSE(report.blamed(name).empty());
}

TEST_CASE("Casimirs and momentum maps are found", "[inspect]") {
  const auto conserved = [](const std::string& name) {
    const Report report(gallery(name));
    UNSCOPED_INFO(report.facts().dump(1));
    return report.list("conserved");
  };
  CHECK(contains(conserved("kepler"), "x*momentum(v_y) - y*momentum(v_x)"));
  CHECK(contains(conserved("heavy-top"), "momentum(omega_z)"));
  CHECK(contains(conserved("two-masses"), "momentum(v1) + momentum(v2)"));
  CHECK(contains(Report(gallery("momentum-sphere")).list("casimirs"), "Pi.1^2 + Pi.2^2 + Pi.3^2"));
  CHECK(contains(Report(gallery("energy-shaping")).list("casimirs"), "q - xi"));
  CHECK(contains(Report(gallery("geared-tables-ball")).list("casimirs"), "s1 + s2"));
  // Gravity along z turns the momentum about the other axes.
  for (const std::string& one : conserved("foucault-pendulum")) CHECK(one.find("v_z") == one.npos);
}

TEST_CASE("the sizes of the canonical form are those of the theory", "[inspect]") {
  const auto sizes = [](const std::string& name) {
    const Json canonical = Report(gallery(name)).facts()["canonical"];
    return std::array{canonical["pairs"].get<int>(), canonical["casimirs"].get<int>(),
                      canonical["constraints"].get<int>()};
  };
  CHECK(sizes("canonical-form") == std::array{1, 1, 1});   // S-31
  CHECK(sizes("momentum-sphere") == std::array{1, 1, 0});  // so(3)*: |Pi|^2
  CHECK(sizes("gyroscope-quaternion") == std::array{3, 1, 0});
  CHECK(sizes("kepler") == std::array{2, 0, 0});
}

// Twelve kinds of wrong models, each with its cause.

TEST_CASE("wrong: a structure that is not skew is refused", "[inspect][wrong]") {
  Json model = Json::parse(R"json({"porthos": 1, "name": "loss",
    "positions": {"x": {"start": 1}, "y": {"start": 0}},
    "kinematics": {"x": "-effort(x)", "y": "effort(x)"}, "energy": {
  "V" : "(x^2 + y^2)/2"
}
})json");
  CHECK(Report(model).errors().count("PH122") == 1);
}

TEST_CASE("wrong: the printed sign of the gyroscope's G", "[inspect][wrong]") {
  const Json model = gallery("gyroscope-euler");
  CHECK(Report(model).verdict(kFrame) == "holds");
  const Report report(model, {{"set", {{"G_sign", -1}}}});  // E-001-3
  CHECK(report.verdict(kFrame) == "fails");
  CHECK(report.verdict("Jacobi identity of J") == "fails");
  for (const std::string& name : report.blamed(kFrame)) CHECK(name.find("omega_") != name.npos);
}

TEST_CASE("wrong: the printed sign of the robot's G", "[inspect][wrong]") {
  Json model = gallery("differential-drive");
  CHECK(Report(model).verdict(kFrame) == "holds");
  model.erase("velocity_group");
  model["gyroscopic"] = {{0, 0, "momentum(v_y)"},
                         {0, 0, "-momentum(v_x)"},
                         {"-momentum(v_y)", "momentum(v_x)", 0}};  // [000] 6.1
  const Report report(model);
  CHECK(report.verdict(kFrame) == "fails");
  CHECK(report.blamed(kFrame).count("momentum(omega)") == 1);
}

TEST_CASE("wrong: a magnetic field with sources", "[inspect][wrong]") {
  Json model = gallery("charge-magnetic");
  const char* const name = "the gyroscopic two-form is closed";
  CHECK(Report(model).verdict(name) == "holds");
  model["definitions"]["B_z"] = "B_0 + B_1*z";  // div B = B_1
  const Report report(model);
  CHECK(report.verdict(name) == "fails");
  CHECK(report.blamed(name) ==
        std::set<std::string>{"momentum(v_x)", "momentum(v_y)", "momentum(v_z)"});
}

TEST_CASE("wrong: a damper that drives is refused", "[inspect][wrong]") {
  Json model = gallery("crank");
  model["dissipation"] = {{"omega1", "-0.1*omega1"}};
  CHECK(Report(model).errors().count("PH123") == 1);
}

TEST_CASE("wrong: a force that gives is reported", "[inspect][wrong]") {
  Json model = gallery("crank");
  model["forces"] = {{"wind", {{"flow", "omega1"}, {"effort", "0.1*omega1"}}}};
  const Report report(model);
  CAPTURE(report.json().dump(1));
  CHECK(report.blamed("wind only takes energy") == std::set<std::string>{"wind"});
}

TEST_CASE("wrong: rows whose rank changes", "[inspect][wrong]") {
  Json model = gallery("crossing");
  CHECK(Report(model).blamed("the rows of velocity constraints keep their rank") ==
        std::set<std::string>{"groove"});
}

TEST_CASE("wrong: Remark 5's pair", "[inspect][wrong]") {
  // [001] Remark 5: the row (1, x) over a structure that has no flow in its first entry.
  const Json model = Json::parse(R"json({"porthos": 1, "name": "Remark 5",
    "positions": {"x": 0}, "velocities": {"v": 1, "u": 0}, "kinematics": {"x": "v"},
    "mass": [[1, 0], [0, 1]], "velocity_constraints": {"pair": "x*u"}})json");
  const Report report(model);
  CAPTURE(report.json().dump(1));
  CHECK(report.blamed("the rows of velocity constraints keep their rank") ==
        std::set<std::string>{"pair"});
  CHECK(report.blamed("velocity constraints keep their rank in every pose") ==
        std::set<std::string>{"pair"});
  // From any other start too.
  Json beside = model;
  beside["positions"]["x"] = 0.7;
  const Report far(beside);
  CAPTURE(far.json().dump(1));
  CHECK(far.accused().empty());
  CHECK(far.verdict("velocity constraints keep their rank in every pose") == "fails");
}

TEST_CASE("wrong: constraints that say the same", "[inspect][wrong]") {
  Json model = gallery("pendulum-cartesian");
  model["position_constraints"]["again"] = "2*x^2 + 2*y^2 - 2*l^2";
  const Report report(model);
  CHECK(report.verdict("constraints are independent") == "fails");
  CHECK(report.blamed("constraints are independent").count("again") == 1);
}

TEST_CASE("wrong: a junction of unlike quantities is refused", "[inspect][wrong]") {
  Json model = gallery("oscillator-boxes");
  CHECK(Report(model).errors().empty());
  model["junctions"]["q"]["ports"][1] = "ke.p";  // [002] Sec. 2: one quantity a junction
  CHECK_FALSE(Report(model).errors().empty());
}

TEST_CASE("wrong: a force that has no energy", "[inspect][wrong]") {
  // (y, 0) is not a gradient (T-05): a text cannot state it as an energy; as a force it is reported
  // as a force law.
  const Json model = Json::parse(R"json({"porthos": 1, "name": "swirl",
    "positions": {"x": 1, "y": 0}, "velocities": {"v_x": 0, "v_y": 0},
    "kinematics": {"x": "v_x", "y": "v_y"}, "mass": [[1, 0], [0, 1]],
    "forces": {"v_x": "y", "v_y": "-x"}})json");
  const Report report(model);
  CAPTURE(report.json().dump(1));
  CHECK(report.verdict("v_x only takes energy") == "not applicable");
  CHECK(report.blamed("v_x only takes energy") == std::set<std::string>{"v_x"});
}

TEST_CASE("wrong: heat that makes less entropy", "[inspect][wrong]") {
  Json model = gallery("damped-oscillator");
  Json& friction = model["dissipation"].begin().value();
  friction["effort"] = "-(" + friction["effort"].get<std::string>() + ")";
  CHECK(Report(model).errors().count("PH123") == 1);
}

TEST_CASE("of a chain of a hundred links the report looks at what is there", "[inspect]") {
  Json chain = Json::parse(R"json({"porthos": 1, "parameters": {"N": 100}, "components": {
    "link": {"use": "porthos:planar-rod", "count": "N"},
    "O": {"use": "porthos:pin", "between": {"a": "ground", "b": "link[1].tail"}},
    "hinge": {"for": {"i": [1, "N - 1"]}, "use": "porthos:pin",
              "between": {"a": "link[i].tip", "b": "link[i+1].tail"}}}})json");
  if (kSanitized) chain["parameters"]["N"] = 20;
  const int links = chain["parameters"]["N"].get<int>();
  const Report report(chain);
  REQUIRE(report.errors().empty());
  CHECK(report.facts()["rank"].get<int>() == 2 * links);
  CHECK(report.accused().empty());
  // Without gradients in the matrix, as when formulas are too large, this would fail.
  CHECK(report.verdict("the storages form a Lagrangian submanifold") == "holds");
}

TEST_CASE("the report is asked for in part, and its options are checked", "[inspect]") {
  const Report part(gallery("crank"), {{"only", {"T-07"}}});
  for (const Json& one : part.json()["findings"]) CHECK(one["check"].get<std::string>() == "T-07");
  CHECK_FALSE(part.json()["findings"].empty());
  CHECK(Report(gallery("crank"), {{"only", {"T-99"}}}).errors() == std::set<std::string>{"PH109"});
  CHECK_FALSE(Report(gallery("crank"), {{"samples", -1}}).errors().empty());
  CHECK_FALSE(Report(gallery("crank"), {{"sample", 1}}).errors().empty());
  CHECK_FALSE(Report(gallery("crank"), {{"set", {{"nothing", 1}}}}).errors().empty());
  CHECK(Report(Json::parse("{}")).json()["findings"].empty());
}

TEST_CASE("redundant sources are called so, and their run is right", "[inspect][T-08][T-22]") {
  const Json between = {{"a", "p"}, {"b", "ground"}};
  Json model = {{"porthos", 1},
                {"components", {{"p", {{"use", "porthos:node"}}}}},
                {"simulation", {{"until", 1}, {"step", 0.01}}}};
  const auto add = [&](const char* name, const char* kind) {
    model["components"][name] = {{"use", kind}, {"between", between}};
  };
  add("s", "porthos:voltage-source");
  add("r", "porthos:resistor");
  for (const bool is_twice : {false, true}) {
    CAPTURE(is_twice);
    if (is_twice) add("s2", "porthos:voltage-source");
    const Report report(model, {{"only", {"T-08", "T-22"}}});
    CHECK(report.verdict("constraints are independent") == (is_twice ? "fails" : "holds"));
    if (is_twice) CHECK(report.blamed("constraints are independent").count("s2.voltage") == 1);
    CHECK(report.verdict("the run satisfies the variational principle") != "fails");
  }
}

TEST_CASE("the reaction of a prescribed flow violates no variational principle",
          "[inspect][T-22]") {
  Json model = {{"porthos", 1},
                {"positions", {{"y", 0}}},
                {"velocities", {{"v", 0}}},
                {"kinematics", {{"y", "v"}}},
                {"kinetic_energy", "v^2/2"},
                {"potential_energy", "9.81*y"},
                {"ports", {{"p", {{"flow", "v"}}}}},
                {"simulation", {{"until", 1}, {"step", 0.01}}}};
  for (const char* const flow : {"0", "0.1", "sin(3*t)"}) {
    CAPTURE(flow);
    model["inputs"] = {{"p", {{"flow", flow}}}};
    const Report report(model, {{"only", {"T-22"}}});
    CHECK(report.verdict("the run satisfies the variational principle") == "holds");
  }
}

TEST_CASE("no count of states includes those with a negative temperature", "[inspect][T-24]") {
  Json model = {{"porthos", 1},
                {"positions", {{"x", 1}, {"s", 0}}},
                {"velocities", {{"v", 0}}},
                {"kinematics", {{"x", "v"}}},
                {"kinetic_energy", "v^2/2"},
                {"potential_energy", "x^2 - 300*s"},
                {"dissipation", {{"r", {{"flow", "v"}, {"effort", "v"}, {"heats", "s"}}}}}};
  const auto note = [&]() -> std::string {
    const Report report(model, {{"only", {"T-24"}}});
    for (const Json& one : report.json()["findings"])
      if (one["name"].get<std::string>().find("never falls") != std::string::npos)
        return one["verdict"].get<std::string>() + ": " + one.value("note", "");
    return "";
  };
  CHECK(note() == "undecided: In no state sampled all temperatures in it are positive.");
  model["potential_energy"] = "x^2 + 300*s";
  CHECK(note().starts_with("holds"));
}

}  // namespace porthos::test::inspector_test
