/// The differentiation index in both reports beside the Kronecker index of the pencil, which is
/// computed in another way: from ranks of derivative arrays.
#include <optional>

#include "inspect/inspector.hpp"
#include "linear.hpp"
#include "support/pencil.hpp"
#include "support/random_model.hpp"

namespace index_test {
using namespace porthos::test;
using namespace porthos;

namespace {

Json facts(const Json& model) {
  const std::string text = model.dump();
  const Json options{{"only", Json::array({"T-08"})}};
  return Json::parse(
      inspect::inspect(text, Json(used_files(text)).dump(), options.dump()))["facts"];
}

std::optional<int> expected_index(const Json& model) {
  const Session session = open_session(model);
  return kronecker_index(Pencil(session.opened()));
}

std::string number(Random& random) {
  const char* const all[] = {"1", "-1", "2", "0.5", "-3"};
  return random.of(all);
}

/// A sum of some of these names with random factors; never empty.
std::string any_sum(Random& random, const std::vector<std::string>& names) {
  std::string sum = number(random) + "*" + random.of(names);
  for (const std::string& name : names)
    if (random.one_in(3)) sum += " + " + number(random) + "*" + name;
  return sum;
}

/// Springs, with or without masses, dampers, constraints on velocities and efforts, position
/// constraints.
Json any_network(Random& random) {
  Json model{{"porthos", 1}, {"positions", Json::object()}, {"kinematics", Json::object()}};
  std::vector<std::string> positions, velocities;
  const int z = 1 + random.next(4), w = 1 + random.next(4);
  for (int i = 0; i < z; ++i) positions.push_back("x" + std::to_string(i));
  for (int i = 0; i < w; ++i) velocities.push_back("v" + std::to_string(i));
  std::string potential = "0", kinetic = "0";
  for (const std::string& x : positions) {
    model["positions"][x] = 0;
    model["kinematics"][x] = any_sum(random, velocities);
    if (!random.one_in(4)) potential += " + " + x + "^2*" + std::to_string(1 + random.next(3));
  }
  model["velocities"] = Json::object();
  for (const std::string& v : velocities) {
    model["velocities"][v] = 0;
    if (!random.one_in(3)) kinetic += " + " + v + "^2*" + std::to_string(1 + random.next(3));
    if (random.one_in(4))
      model["dissipation"]["d" + v] = {{"flow", v}, {"effort", std::string("2*") + v}};
  }
  model["kinetic_energy"] = kinetic;
  model["potential_energy"] = potential;
  if (random.one_in(2)) model["velocity_constraints"]["a"] = any_sum(random, velocities);
  if (random.one_in(4)) model["velocity_constraints"]["b"] = any_sum(random, velocities);
  if (random.one_in(4))
    model["velocity_constraints"]["e"] =
        "effort(" + random.of(positions) + ") - " + any_sum(random, velocities);
  if (random.one_in(3)) model["position_constraints"]["c"] = any_sum(random, positions);
  return model;
}

}  // namespace

TEST_CASE("both reports give the index that the equations have", "[linearize][index]") {
  const std::map<std::string, int> known{{"S-01c-massless-node", 2},
                                         {"S-29-knife-sigma", 2},
                                         {"S-12-boxes", 1},
                                         {"S-29-knife", 2},
                                         {"S-29-pendulum", 2}};
  for (const auto& [name, index] : known) {
    CAPTURE(name);
    CHECK(facts(reproduction(name))["index"] == index);
    CHECK(linear(reproduction(name))["structure"]["index"] == index);
  }
}

TEST_CASE("the index of rows that time opens or closes is that at the start",
          "[linearize][index]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0.3 },
    "velocities": { "v": 1 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "simulation": { "until": 3 } })json");
  const std::map<std::string, int> known{
      {"if(t < 1, 0, 1)*v", 0}, {"if(t < 1, 1, 0)*v", 2}, {"if(t > 0, 1, 0)*v", 2}, {"v", 2}};
  for (const auto& [row, index] : known) {
    CAPTURE(row);
    model["velocity_constraints"]["row"] = row;
    CHECK(facts(model)["index"] == index);
    CHECK(linear(model)["structure"]["index"] == index);
  }
}

TEST_CASE("the index of every gallery model is that of its pencil", "[linearize][index]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Json model = gallery(name);
  if (has_modes(model)) return;
  const Json inspected = facts(model)["index"];
  const std::optional<int> expected = expected_index(model);
  REQUIRE(expected);
  CHECK(inspected == *expected);
  const Json answer = attempt_linear(model);
  REQUIRE(answer.contains("A"));
  CHECK(answer["structure"]["index"] == *expected);
}

TEST_CASE("the index of random networks is that of their pencils", "[linearize][index]") {
  Random random(20);
  int known = 0, unknown = 0, refused = 0;
  std::map<int, int> seen;
  for (int k = 0; k < 400; ++k) {
    const Json model = any_network(random);
    CAPTURE(k, model.dump());
    const Json answer = attempt_linear(model);
    if (!answer.contains("structure")) {
      ++refused;
      continue;
    }
    const std::optional<int> expected = expected_index(model);
    const Json index = answer["structure"]["index"];
    const Json inspected = facts(model)["index"];
    if (index.is_null()) {
      ++unknown;
      continue;
    }
    ++known;
    ++seen[index.get<int>()];
    CHECK(expected == index.get<int>());
    CHECK((inspected.is_null() || inspected == index));
  }
  CAPTURE(known, unknown, refused);
  CHECK(known > 200);
  for (const int index : {0, 1, 2, 3}) CHECK(seen[index] > 5);
}

TEST_CASE("an index that differs between states or exceeds 3 is not known", "[linearize][index]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0.1, "s": 0 },
    "velocities": { "p": 0, "v_s": 0 }, "kinematics": { "q": "p", "s": "v_s" },
    "kinetic_energy": "p^2/2", "potential_energy": "q^2/2 + q*s + kappa*s^2/2",
    "parameters": { "kappa": 1 } })json");
  CHECK(facts(model)["index"] == 2);
  model["potential_energy"] = "q^2/2 + q*s";  // index 4: q = 0 is differentiated twice until s
  CHECK(facts(model)["index"].is_null());
  CHECK(expected_index(model) == 4);
}

}  // namespace index_test
