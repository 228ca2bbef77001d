/// Every element of the library with a wrong value for each of its sides and parameters: one
/// problem at its place that names both ends and a fitting alternative.
#include <catch_amalgamated.hpp>
#include <functional>
#include <set>

#include "model/shipped.hpp"
#include "support/run.hpp"

namespace typing_test {
using namespace porthos::test;

namespace {

/// A component that offers each interface, and the name of its offer.
struct Provider {
  const char *interface, *element, *offer;
};
constexpr Provider kProviders[] = {
    {"frame", "rigid-body", "frame"}, {"planar_frame", "planar-body", "frame"},
    {"point", "point-mass", "point"}, {"shaft", "rotor", "shaft"},
    {"pin", "node", "pin"},           {"thermal", "heat-capacity", "thermal"},
    {"line", "tank", "line"},
};

const Provider& provider(const std::string& interface) {
  for (const Provider& one : kProviders)
    if (one.interface == interface) return one;
  FAIL("no component of the library offers a " << interface);
  return kProviders[0];
}

/// Whether an offer serves an interface.
bool serves(const std::string& offered, const std::string& wanted) {
  return offered == wanted || (wanted == "point" && offered.ends_with("frame")) ||
         (wanted == "shaft" && offered == "planar_frame");
}

struct Element {
  std::string name;
  Json text;
};

std::vector<Element> elements() {
  std::vector<Element> all;
  for (const std::string& name : porthos::model::shipped_names())
    all.push_back({name, Json::parse(*porthos::model::shipped_element(name))});
  return all;
}

/// A model with the element between components that fit, one of each kind.
Json use_of(const Element& element) {
  Json model = {{"porthos", 1}};
  for (const Provider& one : kProviders)
    model["components"][std::string("the_") + one.interface] = {
        {"use", std::string("porthos:") + one.element}};
  Json& use = model["components"]["it"] = {{"use", element.name}};
  if (element.text.contains("between"))
    for (const auto& [side, interface] : element.text["between"].items())
      use["between"][side] = "the_" + interface.get<std::string>();
  return model;
}

Json errors_of(const Json& model) {
  Json errors = Json::array();
  for (const Json& problem : problems_of(model))
    if (problem["severity"] == "error") errors.push_back(problem);
  return errors;
}

/// The only error of the model.
Json error_of(const Json& model, const char* code, const std::string& where) {
  const Json errors = errors_of(model);
  CAPTURE(errors.dump(1));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["code"] == code);
  CHECK(errors[0]["where"] == where);
  return errors[0];
}

bool contains(const Json& text, const std::string& part) {
  return text.get<std::string>().find(part) != std::string::npos;
}

/// For each side of each element.
void for_sides(const std::function<void(const Element&, const std::string& side,
                                        const std::string& wanted)>& check) {
  std::size_t count = 0;
  for (const Element& element : elements()) {
    if (!element.text.contains("between")) continue;
    for (const auto& [side, interface] : element.text["between"].items()) {
      CAPTURE(element.name, side);
      check(element, side, interface.get<std::string>());
      ++count;
    }
  }
  REQUIRE(count > 40);
}

}  // namespace

TEST_CASE("a side of another kind is reported with both kinds", "[model][typing]") {
  for_sides([](const Element& element, const std::string& side, const std::string& wanted) {
    for (const Provider& other : kProviders) {
      if (serves(other.interface, wanted)) continue;
      Json model = use_of(element);
      const std::string path = std::string("the_") + other.interface + "." + other.offer;
      model["components"]["it"]["between"][side] = path;
      const Json error = error_of(model, "PH137", "/components/it/between/" + side);
      CHECK(contains(error["found"], "\"" + path + "\", a " + other.interface));
      CHECK(contains(error["expected"], "a " + wanted + " for \"" + side + "\" of \"it\""));
      CHECK(contains(error["hint"], "the_" + wanted + "." + provider(wanted).offer));
    }
  });
}

TEST_CASE("an offer that is none is reported with the one that was meant", "[model][typing]") {
  for_sides([](const Element& element, const std::string& side, const std::string& wanted) {
    Json model = use_of(element);
    const Provider& fitting = provider(wanted);
    const std::string component = std::string("the_") + fitting.interface;
    const std::string wrong = component + "." + fitting.offer + "x";
    model["components"]["it"]["between"][side] = wrong;
    Json error = error_of(model, "PH137", "/components/it/between/" + side);
    CHECK(contains(error["found"], "\"" + wrong + "\""));
    CHECK(error["hint"] == "did you mean \"" + component + "." + fitting.offer + "\"?");

    model["components"]["it"]["between"][side] = component + "s";
    error = error_of(model, "PH137", "/components/it/between/" + side);
    CHECK(error["hint"] == "did you mean \"" + component + "\"?");

    model["components"]["it"]["between"].erase(side);
    error = error_of(model, "PH137", "/components/it/between");
    CHECK(contains(error["found"], "no \"" + side + "\""));
    CHECK(contains(error["expected"], "a " + wanted + " for \"it\""));
  });
}

TEST_CASE("a parameter of another shape, type or name is reported", "[model][typing]") {
  std::size_t count = 0;
  for (const Element& element : elements()) {
    const Json parameters = element.text.value("parameters", Json::object());
    for (const auto& [name, declared] : parameters.items()) {
      CAPTURE(element.name, name);
      if (declared.is_object() && declared.contains("formula")) continue;
      const Json model = use_of(element);
      const std::string where = "/components/it/parameters/" + name;
      const auto with = [&](const std::string& key, const Json& value) {
        Json changed = model;
        changed["components"]["it"]["parameters"][key] = value;
        return changed;
      };
      CHECK(contains(error_of(with(name, Json::parse("[1, 2, 3, 4, 5]")), "PH117", where)["found"],
                     "a vector of 5"));
      error_of(with(name, true), "PH102", where);
      error_of(with(name, "no_such_name"), "PH111", where);
      const Json error = error_of(with(name + "_", 1), "PH111", where + "_");
      CHECK(contains(error["expected"], "a parameter of \"it\""));
      CHECK(error["hint"] == "did you mean \"" + name + "\"?");
      ++count;
    }
  }
  REQUIRE(count > 60);
}

TEST_CASE("a parameter in another unit is a warning with both", "[model][typing]") {
  std::size_t count = 0;
  for (const Element& element : elements()) {
    const Json parameters = element.text.value("parameters", Json::object());
    for (const auto& [name, declared] : parameters.items()) {
      const bool has_unit = declared.is_object() && declared.value("unit", "") != "";
      if (!has_unit || !declared.value("value", Json()).is_number()) continue;
      CAPTURE(element.name, name);
      Json model = use_of(element);
      model["parameters"]["luminosity"] = {{"value", 1}, {"unit", "cd"}};
      model["components"]["it"]["parameters"][name] = "luminosity";
      std::size_t found = 0;
      for (const Json& problem : problems_of(model))
        if (problem["where"] == "/components/it/parameters/" + name && problem["code"] == "PH118") {
          ++found;
          CHECK(problem["found"] == "a formula in cd");
        }
      CHECK(found == 1);
      ++count;
    }
  }
  REQUIRE(count > 30);
}

TEST_CASE("elements of the library have no warnings of units", "[model][typing]") {
  for (const Element& element : elements()) {
    CAPTURE(element.name);
    for (const Json& problem : problems_of(use_of(element))) CHECK(problem["code"] != "PH118");
  }
}

TEST_CASE("an array that contradicts itself is reported once, where it is", "[model][typing]") {
  const Json chain = Json::parse(R"json({ "porthos": 1, "parameters": { "N": 4 },
    "components": {
      "link": { "use": "porthos:planar-rod", "count": "N" },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "link[1].tail" } },
      "hinge": { "for": { "i": [1, "N - 1"] }, "use": "porthos:pin",
                 "between": { "a": "link[i].tip", "b": "link[i+1].tail" } } } })json");
  REQUIRE(errors_of(chain).empty());
  const auto with = [&](const char* pointer, const Json& value) {
    Json changed = chain;
    place_in(changed, pointer) = value;
    return changed;
  };
  const char* count = "/components/link/count";
  for (const Json& wrong :
       {Json(-1), Json(1.5), Json("N/3"), Json("M"), Json(true), Json("2*N +")}) {
    CAPTURE(wrong.dump());
    const Json errors = errors_of(with(count, wrong));
    REQUIRE_FALSE(errors.empty());
    CHECK(errors[0]["code"] == "PH104");
    CHECK(errors[0]["where"] == count);
  }
  const char* b = "/components/hinge/between/b";
  Json error = error_of(with("/components/hinge/for/i", Json::parse(R"([1, "N"])")), "PH137", b);
  CHECK(contains(error["found"], "link[5].tail"));
  error = error_of(with(b, "link[i+2].tail"), "PH137", b);
  CHECK(contains(error["found"], "link[5].tail"));
  error = error_of(with("/components/hinge/for", Json::parse(R"({"i": [1, 2], "j": 2})")), "PH113",
                   "/components/hinge/for");
  error = error_of(with("/components/hinge/for", Json::parse(R"({"N": [1, 2]})")), "PH106",
                   "/components/hinge/for/N");
  Json both = with("/components/hinge/count", 3);
  error_of(both, "PH108", "/components/hinge");
  // One mistake for all of them is one problem.
  error = error_of(with(b, "link[i+1].tial"), "PH137", b);
  CHECK(error["hint"] == "did you mean \"link[2].tail\"?");
}

}  // namespace typing_test
