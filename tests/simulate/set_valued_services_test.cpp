// Models with set-valued laws in linearization, inspection, equations and snapshots; heat; what is
// refused.
#include "support/set_valued_models.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "equations/equations.hpp"
#include "inspect/inspector.hpp"
#include "linearize/linearize.hpp"
#include "support/run.hpp"

namespace porthos::set_valued_services_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::Json;
using test::Run;
using test::set_valued::ball;
using test::set_valued::mass_on_spring;
using test::set_valued::parsed;
using test::set_valued::rolling;

}  // namespace

TEST_CASE("what looks into a model looks into the modes in which it starts", "[set-valued]") {
  const auto linearized = [](const Json& model, const char* options) {
    return Json::parse(linearize::linearize(model.dump(), "{}", options));
  };
  SECTION("a closed contact is a constraint") {
    // A ball on a spring that rolls without slip: 1.4 m x'' = -k x.
    Json model = rolling(0.1, 0, 0, 0.5);
    model["potential_energy"] = "9.81*z + 10*x^2/2";
    const Json found = linearized(model, R"({"at": "equilibrium"})");
    CHECK(found["at"]["modes"] == Json{{"floor", "sticks"}});
    CHECK(found["stability"]["because"].get<std::string>().find("floor sticks") !=
          std::string::npos);
    REQUIRE(found["eigenvalues"].size() == 2);
    CHECK_THAT(found["eigenvalues"][0][1].get<double>(), WithinAbs(std::sqrt(10 / 1.4), 1e-9));
  }
  SECTION("an open contact is nothing") {
    Json model = ball(0.5);
    model["potential_energy"] = "(z - 1)^2";
    const Json found = linearized(model, R"({"at": "equilibrium"})");
    CHECK(found["at"]["modes"] == Json{{"floor", "open"}});
    CHECK_THAT(found["eigenvalues"][0][1].get<double>(), WithinAbs(std::sqrt(2.0), 1e-9));
  }
  SECTION("an equilibrium beyond the modes is no verdict") {
    Json model = ball(0.5);  // it starts in the air; the spring rests below the floor
    model["potential_energy"] = "(z + 1)^2";
    const Json found = linearized(model, R"({"at": "equilibrium"})");
    CHECK(found["stability"]["verdict"] == "undecided");
    CHECK(found["problems"][0]["code"] == "PH210");
  }
  SECTION("the structure report has the modes and no failed requirement") {
    for (const Json& model : {mass_on_spring(), ball(0.5), rolling(0.1, 5, 0, 0.15)}) {
      const Json report = Json::parse(inspect::inspect(model.dump(), "{}", "{}"));
      CHECK(report["facts"]["modes"].size() == 1);
      for (const Json& finding : report["findings"]) {
        INFO(finding.dump());
        CHECK((finding["kind"] == "property" || finding["verdict"] != "fails"));
      }
    }
    const Json slips = Json::parse(
        inspect::inspect(rolling(0.1, 5, 0, 0.15).dump(), "{}", R"({"only": ["T-07", "T-06"]})"));
    CHECK(slips["facts"]["modes"] == Json{{"floor", "slips"}});
  }
}

TEST_CASE("the energy of impacts heats what the contact names", "[set-valued]") {
  const Json model = parsed(R"json({"porthos": 1, "positions": {"z": 1, "s": 0},
    "velocities": {"v": 0}, "kinematics": {"z": "v"}, "kinetic_energy": "v^2/2",
    "potential_energy": {"gravity": "9.81*z", "heat": "300*2*exp(s/2)"},
    "contacts": {"floor": {"gap": "z", "restitution": 0.5, "heats": "s"}},
    "outputs": {"T": "effort(s)"}, "simulation": {"until": 3, "step": 0.01}})json");
  const Run run = test::simulate(model);
  check_ledger(run);
  CHECK_THAT(run.last("T"), WithinAbs(300 + 9.81 / 2, 1e-11));  // of 2 J/K
  CHECK(run.largest("energy.events") < 1e-11);
  const auto entropy = run.column("s");
  for (std::size_t row = 1; row < entropy.size(); ++row) REQUIRE(entropy[row] >= entropy[row - 1]);
}

TEST_CASE("equations have inclusions", "[set-valued]") {
  const auto text_of = [](const Json& model) {
    const Session session = test::open_session(model);
    std::string all;
    const Json written = Json::parse(equations::typeset(session));
    for (const Json& group : written["groups"])
      for (const Json& one : group["equations"]) all += one["text"].get<std::string>() + "\n";
    return all;
  };
  const auto has = [](const std::string& text, const char* part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(text_of(mass_on_spring()), "multiplier(rail) in (5)*Sgn(flow(rail))");
  has(text_of(mass_on_spring()), "v' = -100*x - multiplier(rail)");
  has(text_of(ball(0.5)), "0 <= z _|_ multiplier(floor) >= 0");
  has(text_of(ball(0.5)), "v' = -9.81 + multiplier(floor)");
  has(text_of(rolling(0.1, 5, 0, 0.15)),
      "multiplier(floor.slip) in (0.15*multiplier(floor))*Sgn(flow(floor.slip))");
}

TEST_CASE("a snapshot within a run with contacts goes on to the same bits", "[set-valued]") {
  const Json model = rolling(1, 1, -50, 0.2);
  Session one = test::open_session(model), other = test::open_session(model);
  one.start("{}");
  other.start("{}");
  one.advance(60);  // slips on the floor
  REQUIRE(other.restore(one.snapshot()));
  one.take_rows();
  one.advance(1000);
  other.advance(1000);
  const std::vector<double> rows = one.take_rows(), same = other.take_rows();
  CHECK(rows.size() > 100);
  CHECK(rows == same);
}

TEST_CASE("what contacts and friction cannot be is said", "[set-valued]") {
  const auto codes = [](const Json& model) {
    const Session session = test::open_session(model);
    std::vector<std::string> found;
    const Json described = Json::parse(session.describe());
    for (const Json& one : described["problems"]) found.push_back(one["code"]);
    return found;
  };
  using Codes = std::vector<std::string>;
  CHECK(codes(ball(0.5)).empty());
  CHECK(codes(ball(1.5)) == Codes{"PH104"});
  Json below = ball(0.5);
  below["positions"]["z"] = -0.1;
  CHECK(codes(below) == Codes{"PH209"});
  Json negative = mass_on_spring();
  negative["dissipation"]["rail"]["dry"] = -5;
  CHECK(codes(negative) == Codes{"PH104"});
  Json both = mass_on_spring();
  both["dissipation"]["rail"]["effort"] = "v";
  CHECK(codes(both) == Codes{"PH108"});
  Json neither = mass_on_spring();
  neither["dissipation"]["rail"].erase("dry");
  CHECK(codes(neither) == Codes{"PH103"});
  Json slipless = rolling(0.1, 5, 0, 0.15);
  slipless["contacts"]["floor"].erase("slip");
  CHECK(codes(slipless) == Codes{"PH103"});
  for (const char* method : {"rk4-baumgarte", "symplectic-euler", "discrete-gradient"}) {
    Session session = test::open_session(mass_on_spring());
    const Json begun = Json::parse(session.start(Json{{"method", method}}.dump()));
    CHECK(begun["outcome"] == "unsuited");
  }
}

}  // namespace porthos::set_valued_services_test
