// The graph of a diagram, against graphs that are written down by hand: the figures of [002], and
// small texts for each rule of docs/diagrams.md.

#include "diagram/diagram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "support/run.hpp"

namespace porthos::test::diagram_test {
namespace {

using Names = std::set<std::string>;

Json answer_of(const Json& model) {
  const std::string text = model.dump();
  return Json::parse(diagram::diagram(text, used_files(text).dump()));
}

Json graph_of(const Json& model) {
  const Json answer = answer_of(model);
  INFO(answer["problems"].dump());
  REQUIRE(answer.contains("graph"));
  return answer["graph"];
}

/// The last step of an id: "pe" of "osc/pe".
std::string last_of(const std::string& id) { return id.substr(id.rfind('/') + 1); }

/// name -> kind of the boxes.
std::map<std::string, std::string> kinds(const Json& graph) {
  std::map<std::string, std::string> found;
  for (const Json& box : graph["boxes"])
    found[box["name"].get<std::string>()] = box["kind"].get<std::string>();
  return found;
}

/// The ends at each junction, without an order: "~" before what only reads the state, "outer" for
/// an outer port.
std::multiset<Names> junctions(const Json& graph) {
  Names outer;
  for (const Json& port : graph["ports"]) outer.insert(port["id"].get<std::string>());
  std::multiset<Names> found;
  for (const Json& junction : graph["junctions"]) {
    Names ends;
    for (const Json& edge : graph["edges"]) {
      if (edge["junction"] != junction["id"]) continue;
      const std::string id = edge["end"].get<std::string>();
      const bool is_state = edge["kind"].get<std::string>() == "state";
      ends.insert((is_state ? "~" : "") + (outer.count(id) ? "outer" : last_of(id)));
    }
    found.insert(ends);
  }
  return found;
}

const Json& box_of(const Json& graph, const std::string& name) {
  for (const Json& box : graph["boxes"])
    if (box["name"].get<std::string>() == name) return box;
  FAIL("no box " << name);
  return graph;
}

Names texts(const Json& list) {
  Names found;
  for (const Json& one : list) found.insert(one.get<std::string>());
  return found;
}

/// The value of a formula as JSON.
double value_of(const Json& formula, const std::map<std::string, double>& known) {
  const std::string kind = formula["kind"].get<std::string>();
  if (kind == "number") return formula["value"].get<double>();
  const std::string name = formula["name"].get<std::string>();
  if (kind == "name") {
    INFO(name);
    REQUIRE(known.count(name) == 1);
    return known.at(name);
  }
  std::vector<double> x;
  for (const Json& operand : formula["args"]) x.push_back(value_of(operand, known));
  if (name == "neg") return -x[0];
  if (name == "+") return x[0] + x[1];
  if (name == "-") return x[0] - x[1];
  if (name == "*") return x[0] * x[1];
  if (name == "/") return x[0] / x[1];
  if (name == "^") return std::pow(x[0], x[1]);
  FAIL("an operation " << name);
  return 0;
}

/// Two velocities u and v with this kinetic energy.
Json moving(const std::string& kinetic_energy) {
  return Json::parse(R"({"porthos": 1,
    "parameters": {"m": 2, "J": {"formula": "0.4*m*r^2"}, "r": 0.5},
    "positions": {"x": 0, "phi": 0}, "velocities": {"u": 1, "v": 1},
    "definitions": {"square": "u^2 + v^2"},
    "kinematics": {"x": "u", "phi": "v"}, "kinetic_energy": ")" +
                     kinetic_energy + "\"}");
}

/// An entropy s in J/K with this energy.
Json warm(const std::string& energy) {
  return Json::parse(R"({"porthos": 1, "parameters": {"theta": 300, "c": 2, "s0": 1},
    "positions": {"s": {"start": 0, "unit": "J/K"}}, "kinematics": {"s": 0},
    "potential_energy": {"heat": ")" +
                     energy + "\"}}");
}

}  // namespace

TEST_CASE("S-12 is Fig. 5 of [002]", "[diagram][S-12]") {
  const Json graph = graph_of(gallery("oscillator-boxes"));
  CHECK(kinds(graph) == std::map<std::string, std::string>{
                            {"pe", "potential"}, {"ke", "kinetic"}, {"pkc", "reversible"}});
  CHECK(junctions(graph) == std::multiset<Names>{{"pe", "pkc"}, {"ke", "outer", "pkc"}});
}

TEST_CASE("S-13 is Fig. 6, with Fig. 5 inside", "[diagram][S-13]") {
  const Json graph = graph_of(gallery("damped-oscillator-nested"));
  CHECK(kinds(graph) == std::map<std::string, std::string>{
                            {"osc", "composite"}, {"mf", "irreversible"}, {"env", "environment"}});
  CHECK(junctions(graph) == std::multiset<Names>{{"mf", "osc"}, {"env", "mf"}});
  CHECK(graph["ports"].empty());
  const Json& inside = box_of(graph, "osc")["inside"];
  CHECK(inside["scope"].get<std::string>() == "osc.");
  CHECK(junctions(inside) == std::multiset<Names>{{"pe", "pkc"}, {"ke", "outer", "pkc"}});
}

TEST_CASE("S-13 as plain mechanics is Fig. 7", "[diagram][S-13]") {
  const Json graph = graph_of(gallery("damped-oscillator"));
  CHECK(kinds(graph) == std::map<std::string, std::string>{{"spring", "potential"},
                                                           {"T", "kinetic"},
                                                           {"Z", "reversible"},
                                                           {"friction", "irreversible"},
                                                           {"heat", "environment"}});
  CHECK(junctions(graph) ==
        std::multiset<Names>{{"kinematics q", "potential spring"},
                             {"dissipation friction", "kinematics q", "kinetic v"},
                             {"dissipation friction", "potential heat"}});
  CHECK(texts(box_of(graph, "spring")["parts"]) == Names{"/potential_energy/spring"});
}

TEST_CASE("S-15 is Fig. 3, with a port for the state", "[diagram][S-15]") {
  const Json graph = graph_of(gallery("joint-boxes"));
  CHECK(junctions(graph) == std::multiset<Names>{{"o1", "outer"},
                                                 {"o2", "outer"},
                                                 {"hc", "o1"},
                                                 {"hc", "o2"},
                                                 {"hc", "mf", "pkc"},
                                                 {"pe", "pkc", "~hc"},
                                                 {"env", "mf"}});
}

TEST_CASE("S-16 is Fig. 1", "[diagram][S-16]") {
  const Json graph = graph_of(gallery("two-bodies-boxes"));
  CHECK(kinds(graph) == std::map<std::string, std::string>{
                            {"b1", "composite"}, {"b2", "composite"}, {"j", "composite"}});
  CHECK(junctions(graph) == std::multiset<Names>{{"b1", "j"}, {"b2", "j"}});
  // The place in the used file, after the name of the file.
  const Json& joint = box_of(graph, "j")["inside"];
  for (const Json& part : box_of(joint, "pe")["parts"])
    CHECK(part.get<std::string>().find("/components/pe") != std::string::npos);
}

TEST_CASE("velocities share a junction where the mass couples them", "[diagram]") {
  SECTION("a product does") {
    for (const char* energy : {"u^2 + v^2 + u*v/2", "(u + v)^2 + u^2"}) {
      const Json graph = graph_of(moving(energy));
      CHECK(kinds(graph).count("T") == 1);
      CHECK(texts(box_of(graph, "T")["symbols"]).count("u") == 1);
    }
  }
  SECTION("two squares do not, in one definition neither") {
    for (const char* energy : {"m/2*u^2 + J/2*v^2", "m/2*square"}) {
      const Json graph = graph_of(moving(energy));
      CHECK(kinds(graph).count("T_{u}") == 1);
      CHECK(kinds(graph).count("T_{v}") == 1);
    }
  }
}

TEST_CASE("the parts of a kinetic energy add up to it", "[diagram]") {
  const Json graph = graph_of(moving("m/2*u^2 + J/2*v^2"));
  const std::map<std::string, double> known{{"m", 2}, {"r", 0.5}, {"u", 3}, {"v", -7}};
  const double inertia = 0.4 * 2 * 0.25;
  const double of_u = 9.0, of_v = inertia / 2 * 49;  // m/2 u^2 and J/2 v^2
  // A few roundings of numbers of order 10.
  const double tolerance = 20 * std::numeric_limits<double>::epsilon();
  CHECK(std::abs(value_of(box_of(graph, "T_{u}")["energy"], known) - of_u) <= tolerance * of_u);
  CHECK(std::abs(value_of(box_of(graph, "T_{v}")["energy"], known) - of_v) <= tolerance * of_v);
  CHECK_FALSE(box_of(graph, "T_{u}").contains("accounts"));
  // Each part is about the parameters in it: the inertia is no part of T_{u}.
  CHECK(texts(box_of(graph, "T_{u}")["symbols"]) == Names{"m", "u"});
  CHECK(texts(box_of(graph, "T_{v}")["symbols"]).count("J") == 1);
}

TEST_CASE("heat at one temperature is an environment", "[diagram]") {
  CHECK(kinds(graph_of(warm("theta*s"))).at("heat") == "environment");
  CHECK(kinds(graph_of(warm("theta*(s - s0)"))).at("heat") == "environment");
  CHECK(kinds(graph_of(warm("theta*c*exp(s/c)"))).at("heat") == "potential");
}

TEST_CASE("a port is on the junction of its velocity, or behind a box for its formula",
          "[diagram]") {
  Json model = moving("u^2 + v^2");
  model["inputs"]["F"] = "1";
  const auto with_flow = [&](const char* flow) {
    model["ports"]["F"] = Json{{"flow", flow}};
    return graph_of(model);
  };
  CHECK(kinds(with_flow("u")).count("F") == 0);
  CHECK(junctions(with_flow("u")).count({"outer", "kinematics x", "kinetic u"}) == 1);
  const Json mapped = with_flow("2*u + v");
  CHECK(kinds(mapped).at("F") == "reversible");
  CHECK(junctions(mapped).count({"map F", "outer"}) == 1);
}

TEST_CASE("elements are joined at offers, and the ground is a box", "[diagram]") {
  const Json model = Json::parse(R"({"porthos": 1, "parameters": {"N": 3}, "components": {
    "link": {"use": "porthos:planar-rod", "count": "N"},
    "base": {"use": "porthos:pin", "between": {"a": "ground", "b": "link[1].tail"}},
    "pin": {"use": "porthos:pin", "for": {"i": [1, "N - 1"]},
            "between": {"a": "link[i].tip", "b": "link[i+1].tail"}}}})");
  const Json graph = graph_of(model);
  CHECK(junctions(graph) == std::multiset<Names>{{"base", "ground base.a"},
                                                 {"base", "link[1]"},
                                                 {"link[1]", "pin[1]"},
                                                 {"link[2]", "pin[1]"},
                                                 {"link[2]", "pin[2]"},
                                                 {"link[3]", "pin[2]"}});
  Json longer = model;
  longer["parameters"]["N"] = 25;  // one more than are shown apart; there are 24 pins
  const std::map<std::string, std::string> chain = kinds(graph_of(longer));
  CHECK(chain.count("link[…]") == 1);
  CHECK(chain.count("link[1]") == 0);
  CHECK(chain.count("pin[24]") == 1);
}

TEST_CASE("power flows through the rates of a declared interface", "[diagram]") {
  const auto model = [](const char* relation) {
    Json made = Json::parse(R"({"porthos": 1,
      "interfaces": {"piston": {"quantities": {"h": "m", "w": {"unit": "m/s", "rate_of": "h"}}}},
      "components": {
        "body": {"model": {"porthos": 1, "positions": {"x": 0}, "velocities": {"y": 1},
          "kinematics": {"x": "y"}, "kinetic_energy": "y^2/2",
          "offers": {"end": {"interface": "piston", "h": "x", "w": "y"}}}},
        "part": {"model": {"porthos": 1, "between": {"a": "piston"}},
                 "between": {"a": "body.end"}}}})");
    Json& text = made["components"]["part"]["model"];
    text.update(Json::parse(relation));
    return made;
  };
  const auto kind_of_side = [&](const char* relation) {
    const Json graph = graph_of(model(relation));
    for (const Json& edge : graph["edges"])
      if (edge["end"].get<std::string>() == "part") return edge["kind"].get<std::string>();
    return std::string("none");
  };
  CHECK(kind_of_side(R"({"dissipation": {"rub": {"flow": "a.w", "effort": "2*a.w"}}})") == "power");
  CHECK(kind_of_side(R"({"positions": {"z": 0}, "velocities": {"q": 0}, "kinematics": {"z": "q"},
    "kinetic_energy": "q^2/2",
    "dissipation": {"rub": {"flow": "q", "effort": "(1 + a.h^2)*q"}}})") == "state");
}

TEST_CASE("bodies follow the positions in their poses, and what moves these", "[diagram]") {
  const Json answer = answer_of(gallery("slider-crank"));
  std::map<std::string, Names> found;
  for (const Json& body : answer["bodies"])
    found[body["name"].get<std::string>()] = texts(body["states"]);
  const auto crank = std::ranges::find_if(
      found, [](const auto& one) { return one.second.count("crank.phi1") == 1; });
  REQUIRE(crank != found.end());
  CHECK(crank->second.count("crank.omega1") == 1);
  for (const std::string& name : crank->second) CHECK(name.starts_with("crank."));
}

TEST_CASE("a model with errors has problems and no diagram", "[diagram]") {
  const auto answer = [](const std::string& text) {
    return Json::parse(diagram::diagram(text, "{}"));
  };
  for (const char* text :
       {"{", "[]", R"({"porthos": 1, "kinematics": {"x": "v"}})",
        R"({"porthos": 1, "components": {"a": {"use": "nowhere.json"}}})",
        R"({"porthos": 1, "components": 3, "ports": [1], "view": {"bodies": 2}})"}) {
    CAPTURE(text);
    CHECK_FALSE(answer(text)["problems"].empty());
    CHECK_FALSE(answer(text).contains("graph"));
  }
}

}  // namespace porthos::test::diagram_test
