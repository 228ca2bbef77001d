// T-23: diagrams of boxes and dots. Their order and nesting do not matter, each port has one dot,
// and a dot has one quantity. ([002] Sec. 2)

#include <algorithm>
#include <set>

#include "support/run.hpp"

namespace porthos::test::diagrams_test {
namespace {

/// The same diagram with all lists the other way round.
Json turned_over(Json model) {
  for (const char* key : {"components", "junctions"}) {
    Json turned = Json::object();
    const Json& list = model[key];
    for (auto entry = list.rbegin(); entry != list.rend(); ++entry)
      turned[entry.base().operator--().key()] = *entry;
    model[key] = turned;
  }
  for (auto& [name, junction] : model["junctions"].items())
    std::reverse(junction["ports"].begin(), junction["ports"].end());
  return model;
}

std::set<std::string> codes(const Json& model) {
  std::set<std::string> found;
  for (const Json& problem : problems_of(model))
    if (problem["severity"].get<std::string>() == "error")
      found.insert(problem["code"].get<std::string>());
  return found;
}

}  // namespace

TEST_CASE("the order of boxes and dots does not matter", "[oracle][T-23]") {
  const std::string name =
      GENERATE("oscillator-boxes", "damped-oscillator-nested", "damped-oscillator-flat");
  CAPTURE(name);
  const Options options{.until = 3};
  const Run one = test::simulate(gallery(name), options),
            other = test::simulate(turned_over(gallery(name)), options);
  // The elimination meets the rows in another order: rounding.
  for (const std::string& column : one.names)
    if (other.has(column) && !column.starts_with("multiplier") && !column.starts_with("gap")) {
      CAPTURE(column);
      CHECK(difference(one, other, column) < 1e-12);
    }
}

TEST_CASE("substituting a diagram for a box is the flattened diagram", "[oracle][T-23]") {
  // Flatten and interpret, or interpret and interconnect (S-12 within S-13).
  const Options options{.until = 5};
  const Run nested = test::simulate(gallery("damped-oscillator-nested"), options),
            flat = test::simulate(gallery("damped-oscillator-flat"), options);
  CHECK(difference(nested, flat, "osc.pe.q", "pe.q") < 1e-13);
  CHECK(difference(nested, flat, "osc.ke.p", "ke.p") < 1e-13);
  CHECK(difference(nested, flat, "env.s", "env.s") < 1e-13);
}

TEST_CASE("a port at two dots, or at none that exists, is refused", "[oracle][T-23]") {
  Json twice = gallery("oscillator-boxes");
  REQUIRE(codes(twice).empty());
  twice["junctions"]["again"] = {{"kind", "common_flow"}, {"ports", {"pe.q", "pkc.q"}}};
  CHECK_FALSE(codes(twice).empty());
  Json nowhere = gallery("oscillator-boxes");
  nowhere["junctions"]["q"]["ports"][1] = "pkc.z";
  CHECK_FALSE(codes(nowhere).empty());
  Json unlike = gallery("damped-oscillator-nested");  // entropy beside momentum
  std::swap(unlike["junctions"]["p"]["ports"][0], unlike["junctions"]["s"]["ports"][0]);
  CHECK_FALSE(codes(unlike).empty());
}

}  // namespace porthos::test::diagrams_test
