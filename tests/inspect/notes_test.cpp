/// What the report says beside its verdicts.
#include <catch_amalgamated.hpp>

#include "inspect/inspector.hpp"
#include "support/run.hpp"

namespace notes_test {
using namespace porthos;
using namespace porthos::test;

namespace {

/// The note of a finding, "" if it has none.
std::string note_of(const Json& model, const std::string& name, const Json& files) {
  const Json report = Json::parse(inspect::inspect(model.dump(), files.dump(), "{}"));
  for (const Json& one : report["findings"])
    if (one["name"] == name) return one.value("note", "");
  FAIL("there is no finding \"" << name << "\"");
  return "";
}

}  // namespace

TEST_CASE("a pole is not taken for one of the coordinates", "[inspect][T-02]") {
  // A disc that lies flat has no point of contact, whatever its coordinates.
  const Json disc = Json::parse(R"json({ "porthos": 1, "components": {
    "coin": { "use": "porthos:rigid-body", "start": { "r": [0, 0, 0.25],
      "q": ["cos(0.7)", "sin(0.7)", 0, 0] } },
    "roll": { "use": "porthos:rolling-disc", "between": { "a": "coin" } } } })json");
  const std::string note = note_of(disc, "the structure has no poles", Json::object());
  CHECK(note.find("a pole of the mechanism itself stays") != std::string::npos);
}

TEST_CASE("ports with a prescribed flow are no velocity constraints, and are named as what is left",
          "[inspect][T-02]") {
  const std::string rank = "the rows of velocity constraints keep their rank";
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "ports": { "end": { "flow": "v" } } })json");
  CHECK(note_of(model, rank, Json::object()) == "There are no velocity constraints.");
  model["inputs"]["end"]["flow"] = "cos(t)";
  CHECK(note_of(model, rank, Json::object()) ==
        "There are no velocity constraints besides ports whose flow is prescribed.");
}

}  // namespace notes_test
