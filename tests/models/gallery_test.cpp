/// The requirements for every model of the gallery.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace gallery_test {
using namespace porthos::test;

namespace {

/// Whether an event sets the parameter: then it is no knob.
bool is_set_by_events(const Json& model, const Json& parameter) {
  const std::string name = parameter["name"];
  if (!model.contains("events")) return false;
  for (const Json& event : model["events"]) {
    const Json actions = event["do"].is_array() ? event["do"] : Json::array({event["do"]});
    for (const Json& action : actions)
      if (action.is_object() && action.contains("set") && action["set"].contains(name)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the gallery has models", "[models]") { CHECK(gallery_names().size() >= 9); }

TEST_CASE("every model of the gallery loads without problems or warnings", "[models]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Json problems = problems_of(gallery(name));
  INFO(problems.dump(1));
  CHECK(problems.empty());
}

TEST_CASE("every model of the gallery runs to its end", "[models][long]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Json model = gallery(name);
  const Run run = simulate(model);
  CHECK(std::abs(run.last("t") - model["simulation"]["until"].get<double>()) < 1e-9);
  for (const double value : run.table)
    if (!std::isfinite(value)) FAIL("a column holds " << value);
}

TEST_CASE("every model of the gallery has a page that begins with a title", "[models]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const std::string page = page_of(name);
  CHECK(page.starts_with("# "));
  for (const char* heading : {"## Equations", "## Three things to try", "## What is idealised",
                              "## Source", "## Checked against"}) {
    CAPTURE(heading);
    CHECK(page.find(heading) != std::string::npos);
  }
}

TEST_CASE("the page of every model says where in the gallery it stands", "[models]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  CHECK(front_matter(name, "subject") != "");
  CHECK(front_matter(name, "teaches") != "");
  const std::string level = front_matter(name, "level");
  CHECK((level == "1" || level == "2" || level == "3"));
  // A system of a paper has the number that docs/theory.md and the tests know it by.
  CHECK(front_matter(name, "paper").empty() == front_matter(name, "system").empty());
}

TEST_CASE("every model of the gallery has a name, a source, a description and a view", "[models]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Json model = gallery(name);
  for (const char* key : {"name", "source", "description", "view", "simulation"}) {
    CAPTURE(key);
    CHECK(model.contains(key));
  }
}

TEST_CASE(
    "every parameter, state and port of the gallery has a unit, and what a reader sees has a label",
    "[models]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Json description = Json::parse(open_session(gallery(name)).describe());
  for (const Json& parameter : description["parameters"]) {
    CAPTURE(parameter.dump());
    CHECK(parameter.value("unit", "") != "");
    CHECK(parameter.value("label", "") != "");
    if (!parameter.value("derived", false) && !is_set_by_events(gallery(name), parameter)) {
      CHECK(parameter.contains("min"));
      CHECK(parameter.contains("max"));
    }
  }
  for (const Json& state : description["states"]) {
    CAPTURE(state.dump());
    CHECK(state.value("unit", "") != "");
    CHECK(state.value("label", "") != "");
  }
  for (const Json& port : description["ports"]) {
    CAPTURE(port.dump());
    CHECK(port.value("effort_unit", "") != "");
    CHECK(port.value("flow_unit", "") != "");
  }
}

TEST_CASE(
    "at either end of the range of each parameter every model runs, or stops at a pole of its "
    "coordinates",
    "[models][long]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  const Json model = gallery(name);
  const Json description = Json::parse(open_session(model).describe());
  for (const Json& parameter : description["parameters"]) {
    if (parameter.value("derived", false) || is_set_by_events(model, parameter)) continue;
    // The values that the outer model gives a component follow from the outer parameters.
    const std::string path = parameter["name"];
    const size_t dot = path.find('.');
    if (dot != std::string::npos &&
        model["components"][path.substr(0, dot)].contains("parameters") &&
        model["components"][path.substr(0, dot)]["parameters"].contains(path.substr(dot + 1)))
      continue;
    for (const char* end : {"min", "max"}) {
      const Run run = attempt(model, {.until = 1, .set = {{path, parameter[end]}}});
      INFO(name << ", " << parameter["name"] << " = " << parameter[end] << ": " << run.outcome
                << ". " << run.message << run.problems.dump(1));
      // Without spin the Euler angles reach their gimbal lock, as the page of that model states.
      // A walker falls, which ends its run.
      CHECK((run.outcome == "finished" || run.outcome == "stopped" ||
             (run.outcome == "pole" && name == "gyroscope-euler")));
    }
  }
}

}  // namespace gallery_test
