// T-21: systems that are torn apart and joined again equal the whole one, and the joining forces
// lie in the annihilator of the joint. ([003] Def. 6.1, Thm. 6.6)

#include "support/run.hpp"

namespace porthos::test::tearing_test {
namespace {

/// A half of the chain of S-23: its spring forces, and the force on it at the cut.
Json half(bool is_left) {
  const Json whole = gallery("torn-chain");
  Json made{{"porthos", 1}, {"parameters", whole["parameters"]}};
  const std::vector<std::string> q =
      is_left ? std::vector<std::string>{"q1", "q2"} : std::vector<std::string>{"q2_copy", "q3"};
  const std::vector<std::string> v =
      is_left ? std::vector<std::string>{"v1", "v2"} : std::vector<std::string>{"v2_copy", "v3"};
  for (std::size_t i = 0; i < 2; ++i) {
    made["positions"][q[i]] = whole["positions"][q[i]];
    made["velocities"][v[i]] = whole["velocities"][v[i]];
    made["kinematics"][q[i]] = v[i];
  }
  made["kinetic_energy"] =
      is_left ? "m1/2*v1^2 + m2/2*v2^2*share" : "m2/2*v2_copy^2*(1 - share) + m3/2*v3^2";
  made["parameters"]["share"] = {{"value", 0.4}};
  const std::string energy = is_left ? "left_half" : "right_half";
  made["potential_energy"][energy] = whole["potential_energy"][energy];
  made["ports"]["cut"] = {{"flow", is_left ? "v2" : "v2_copy"}};
  return made;
}

}  // namespace

TEST_CASE("halves of a chain joined at their cut move as the chain", "[oracle][T-21]") {
  // The mass at the cut is shared 40 to 60 here, and all of it on the left in the gallery's model.
  const Json joined{
      {"porthos", 1},
      {"components", {{"left", {{"model", half(true)}}}, {"right", {{"model", half(false)}}}}},
      {"connections", {{"joint", {"left.cut", "right.cut"}}}}};
  const Options options{.until = 5, .step = 0.01, .method = "gauss(3)", .output_every = 1};
  const Run torn = test::simulate(joined, options),
            one = test::simulate(gallery("torn-chain"), options);
  for (const auto& [part, name] : std::vector<std::pair<std::string, std::string>>{
           {"left.q1", "q1"}, {"left.q2", "q2"}, {"right.q2_copy", "q2"}, {"right.q3", "q3"}}) {
    CAPTURE(name);
    CHECK(difference(torn, one, part, name) < 1e-11);
  }
}

TEST_CASE("what joins two parts does no work, and is none of either part's own reactions",
          "[oracle][T-21]") {
  const Run run = test::simulate(gallery("torn-chain"));
  // F = (f, -f) on (v2, v2_copy), which is in the annihilator of v2 = v2_copy: together no power.
  // On each alone there is some: no constraint of a part gives it (E-003-13).
  double together = 0, alone = 0;
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double f = run.at("f2", row);
    together = std::max(together, std::abs(f * run.at("v2", row) - f * run.at("v2_copy", row)));
    alone = std::max(alone, std::abs(f * run.at("v2", row)));
  }
  CHECK(together < 1e-13);
  CHECK(alone > 0.1);
}

}  // namespace porthos::test::tearing_test
