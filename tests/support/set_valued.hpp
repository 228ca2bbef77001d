/// Models of elements with set-valued laws, their runs by all methods that know these, and the
/// times of their switches.
#pragma once

#include <catch_amalgamated.hpp>
#include <map>
#include <string>
#include <vector>

#include "support/run.hpp"

namespace porthos::test {

/// The numbers of modes in columns mode.NAME.
constexpr double kOpen = 0, kClosed = 1, kSticks = 2, kSlips = 3, kBlocked = 4, kFree = 5;

/// The methods that locate switches. The adaptive ones work at a tolerance of 1e-12.
inline std::vector<Options> switching_methods(double step = 0.01) {
  std::vector<Options> made{{.step = step, .method = "gauss(2)"}};
  for (const char* name : {"adaptive-gauss(3)", "radau(3)", "dop853"})
    made.push_back({.step = step, .method = name, .tolerance = 1e-12});
  return made;
}

/// The times of all switches of a run, by the names of their laws.
inline std::map<std::string, std::vector<double>> switches(const Json& model,
                                                           const Options& options) {
  Session session = open_session(model);
  Json request = {{"method", options.method}, {"step", *options.step}};
  if (options.tolerance) request["tolerance"] = *options.tolerance;
  session.start(request.dump());
  std::map<std::string, std::vector<double>> times;
  const Json reached = Json::parse(session.advance(1 << 30));
  REQUIRE(reached["outcome"] == "finished");
  for (const Json& event : reached["events"]) times[event["name"]].push_back(event["t"]);
  return times;
}

/// A component of the library.
inline Json use(const std::string& element, const Json& between = {}, const Json& parameters = {},
                const Json& start = {}) {
  Json made = {{"use", "porthos:" + element}};
  if (!between.is_null()) made["between"] = between;
  if (!parameters.is_null()) made["parameters"] = parameters;
  if (!start.is_null()) made["start"] = start;
  return made;
}

inline Json between(const char* a, const char* b) { return {{"a", a}, {"b", b}}; }

inline Json model_of(const Json& components, double until, const Json& inputs = {}) {
  Json made = {{"porthos", 1}, {"components", components}};
  if (!inputs.is_null()) made["inputs"] = inputs;
  made["simulation"] = {{"until", until}};
  return made;
}

inline Json with_gravity(Json model, const Json& gravity) {
  model["environment"]["gravity"] = gravity;
  return model;
}

/// The ledger closes to rounding, impacts and switches included, and nothing is dissipated back.
inline void check_ledger(const Run& run) {
  CHECK(run.largest("energy.balance_error") < 1e-12 * (1 + run.largest("energy.stored")));
  const Column dissipated = run.column("energy.dissipated");
  const double stored = run.largest("energy.stored");
  for (std::size_t row = 1; row < dissipated.size(); ++row)
    REQUIRE(dissipated[row] >= dissipated[row - 1] - 1e-14 * (1 + stored + dissipated[row]));
}

}  // namespace porthos::test
