// The reader's record of a text for diagrams: the names in each formula, in the order of the
// text, and the paths of components with their indices as numbers.

#include "model/recording.hpp"

#include <memory>
#include <string>

#include "model/model.hpp"
#include "model/reader.hpp"
#include "support/run.hpp"

namespace porthos::test::recording_test {
namespace {

using model::Place;

/// A text, read with a recording of it.
struct Recorded {
  model::Json text;
  model::Recording recording;
  Problems problems;
  std::shared_ptr<const model::Component> component;

  explicit Recorded(const char* json) : text(model::Json::parse(json)) {
    component = model::read_model(text, {}, problems, &recording);
  }
  const model::TextRecord& outermost() const { return recording.texts.at(component.get()); }
  /// "q effort(s)" of the formula at a place.
  std::string names_at(Place place) const {
    std::string all;
    const auto found = outermost().names.find(&*place);
    if (found == outermost().names.end()) return all;
    for (const auto& [function, name] : found->second)
      all += (all.empty() ? "" : " ") + (function.empty() ? name : function + "(" + name + ")");
    return all;
  }
};

}  // namespace

TEST_CASE("a recording has the names of each formula in the order of the text", "[recording]") {
  const Recorded read(R"({"porthos": 1, "parameters": {"b": 2, "a": 3},
    "positions": {"q": 0, "s": 0}, "velocities": {"v": 1}, "definitions": {"twice": "2*b*q"},
    "kinematics": {"q": "v"}, "kinetic_energy": "v^2/2",
    "potential_energy": {"one": "b*twice + a*q - b", "heat": "300*s"},
    "dissipation": {"rub": {"flow": "v", "effort": "effort(s)*a*v", "heats": "s"}}})");
  REQUIRE_FALSE(has_errors(read.problems));
  const Place text(read.text);
  CHECK(read.names_at(text["potential_energy"]["one"]) == "b twice a q b");
  CHECK(read.names_at(text["definitions"]["twice"]) == "b q");
  CHECK(read.names_at(text["dissipation"]["rub"]["effort"]) == "effort(s) a v");
  CHECK(read.names_at(text["positions"]["q"]).empty());
  CHECK(read.outermost().paths.at(&*text["dissipation"]["rub"]["heats"]) == "s");
}

TEST_CASE("a recording resolves the indices of components", "[recording]") {
  const Recorded read(R"({"porthos": 1, "parameters": {"N": 3},
    "components": {"link": {"use": "porthos:planar-rod", "count": "N"},
      "pin": {"use": "porthos:pin", "for": {"i": [1, "N - 1"]},
              "between": {"a": "link[i].tip", "b": "link[i+1].tail"}}},
    "potential_energy": {"pull": "link[N - 1].phi^2"}})");
  REQUIRE_FALSE(has_errors(read.problems));
  const Place text(read.text);
  CHECK(read.names_at(text["potential_energy"]["pull"]) == "link[2].phi");
  const auto& sides = read.outermost().sides;
  CHECK(sides.at("pin[1]").at("b") == "link[2].tail");
  CHECK(sides.at("pin[2]").at("b") == "link[3].tail");
  // An element is read once for each kind of neighbours; its record knows their interfaces.
  const auto* pin = read.component->find_part("pin[1]");
  REQUIRE(pin);
  const model::TextRecord& element = read.recording.texts.at(pin->component.get());
  REQUIRE(element.interfaces.count("a") == 1);
  CHECK(element.interfaces.at("a")->find("v"));
}

TEST_CASE("places in used files outlive the reading", "[recording]") {
  const Recorded read(R"({"porthos": 1, "components": {"rod": {"use": "porthos:planar-rod"}}})");
  const auto* rod = read.component->find_part("rod");
  REQUIRE(rod);
  const model::TextRecord& record = read.recording.texts.at(rod->component.get());
  REQUIRE(read.recording.files.count("porthos:planar-rod") == 1);
  CHECK(record.text == &*read.recording.files.at("porthos:planar-rod"));
  CHECK((*record.text)["porthos"] == 1);
}

}  // namespace porthos::test::recording_test
