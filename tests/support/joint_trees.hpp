/// Random mechanisms whose bodies are connected by joints of the library, and the comparison of
/// runs in the coordinates of joints and of bodies.
#pragma once

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/random_model.hpp"
#include "support/run.hpp"

namespace porthos::test {

inline double random_number(Random& random) { return (random.next(2001) - 1000) / 1000.0; }
inline Json random_vector(Random& random, int size, double scale) {
  Json made = Json::array();
  for (int i = 0; i < size; ++i) made.push_back(scale * random_number(random));
  return made;
}
inline Json random_axis(Random& random) {
  Json made = random_vector(random, 3, 1);
  made[static_cast<std::size_t>(random.next(3))] = 1.5;
  return made;
}

/// Bodies that hang on the ground and on each other by joints of all kinds, at offsets.
inline Json tree_in_space(Random& random, int bodies) {
  Json components = Json::object();
  std::vector<Json> at;
  const std::vector<std::string> joints{"revolute", "prismatic", "spherical", "cylindrical",
                                        "planar",   "revolute",  "rigid"};
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "b" + std::to_string(i);
    const int parent = random.next(i + 1) - 1;
    const Json at_a = random_vector(random, 3, 0.4), at_b = random_vector(random, 3, 0.4);
    Json r = Json::array();
    for (std::size_t k = 0; k < 3; ++k) {
      const double from = parent < 0 ? 0.0 : at[static_cast<std::size_t>(parent)][k].get<double>();
      r.push_back(from + at_a[k].get<double>() - at_b[k].get<double>());
    }
    at.push_back(r);
    components[name] = {
        {"use", "porthos:rigid-body"},
        {"parameters",
         {{"m", 1 + 0.5 * random_number(random)},
          {"I", {{0.05, 0.004, 0}, {0.004, 0.06, 0.003}, {0, 0.003, 0.07}}}}},
        {"start",
         {{"r", r}, {"v", random_vector(random, 3, 1)}, {"omega", random_vector(random, 3, 2)}}}};
    if (random.one_in(8)) continue;  // free
    const std::string& kind = random.of(joints);
    Json parameters = {{"at_a", at_a}, {"at_b", at_b}};
    if (kind != "spherical" && kind != "rigid") parameters["axis"] = random_axis(random);
    const std::string to = parent < 0 ? "ground" : "b" + std::to_string(parent);
    components["j" + std::to_string(i)] = {{"use", "porthos:" + kind},
                                           {"between", {{"a", to}, {"b", name}}},
                                           {"parameters", parameters}};
  }
  return {{"porthos", 1}, {"components", components}};
}

inline Json tree_in_plane(Random& random, int bodies) {
  Json components = Json::object();
  std::vector<Json> at;
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "b" + std::to_string(i);
    const int parent = random.next(i + 1) - 1;
    const Json at_a = random_vector(random, 2, 0.4), at_b = random_vector(random, 2, 0.4);
    Json r = Json::array();
    for (std::size_t k = 0; k < 2; ++k) {
      const double from = parent < 0 ? 0.0 : at[static_cast<std::size_t>(parent)][k].get<double>();
      r.push_back(from + at_a[k].get<double>() - at_b[k].get<double>());
    }
    at.push_back(r);
    components[name] = {
        {"use", "porthos:planar-body"},
        {"parameters", {{"m", 1 + 0.5 * random_number(random)}, {"I", 0.1}}},
        {"start",
         {{"r", r}, {"v", random_vector(random, 2, 1)}, {"omega", 2 * random_number(random)}}}};
    if (random.one_in(8)) continue;  // free
    Json parameters = {{"at_a", at_a}, {"at_b", at_b}};
    const bool is_slide = random.one_in(3);
    if (is_slide) parameters["axis"] = {1, random_number(random)};
    const std::string to = parent < 0 ? "ground" : "b" + std::to_string(parent);
    components["j" + std::to_string(i)] = {{"use", is_slide ? "porthos:slide" : "porthos:pin"},
                                           {"between", {{"a", to}, {"b", name}}},
                                           {"parameters", parameters}};
  }
  return {{"porthos", 1}, {"components", components}};
}

/// Adds a joint between two bodies, or a body and the ground, which are at their starts.
inline void add_closing(Random& random, Json& model, const std::vector<std::string>& kinds) {
  Json& components = model["components"];
  std::vector<std::string> bodies{"ground"};
  for (const auto& [name, component] : components.items())
    if (name.starts_with("b")) bodies.push_back(name);
  const std::string b =
      bodies[1 + static_cast<std::size_t>(random.next(static_cast<int>(bodies.size()) - 1))];
  std::string a = b;
  while (a == b) a = random.of(bodies);
  const std::string& kind = random.of(kinds);
  const std::size_t size = components[b]["start"]["r"].size();
  const Json point = random_vector(random, static_cast<int>(size), 0.6);
  const auto seen_from = [&](const std::string& body) {
    Json at = Json::array();
    for (std::size_t k = 0; k < size; ++k)
      at.push_back(point[k].get<double>() -
                   (body == "ground" ? 0.0 : components[body]["start"]["r"][k].get<double>()));
    return at;
  };
  Json parameters = {{"at_a", seen_from(a)}, {"at_b", seen_from(b)}};
  if (kind == "slide") parameters["axis"] = {1, random_number(random)};
  if (kind == "universal") parameters["axis_a"] = {1, 0, 0}, parameters["axis_b"] = {0, 1, 0};
  if (kind == "distance") {
    double square = 0;
    for (std::size_t k = 0; k < size; ++k)
      square +=
          std::pow(parameters["at_a"][k].get<double>() - parameters["at_b"][k].get<double>(), 2);
    parameters = {{"length", std::sqrt(square)}};
  }
  components["closing" + std::to_string(components.size())] = {
      {"use", "porthos:" + kind}, {"between", {{"a", a}, {"b", b}}}, {"parameters", parameters}};
}

/// A loop of hinges with parallel axes, whose rows depend on each other.
inline Json parallel_loop(Random& random, int bodies) {
  const Json direction = random_axis(random);
  Json components = Json::object();
  Json before = {0, 0, 0};  // the last hinge
  std::string last = "ground";
  const auto hinge = [&](const std::string& a, const std::string& b, const Json& at_a,
                         const Json& at_b) {
    components["j" + std::to_string(components.size())] = {
        {"use", "porthos:revolute"},
        {"between", {{"a", a}, {"b", b}}},
        {"parameters", {{"axis", direction}, {"at_a", at_a}, {"at_b", at_b}}}};
  };
  const auto between = [](const Json& from, const Json& to) {
    Json made = Json::array();
    for (std::size_t k = 0; k < 3; ++k) made.push_back(to[k].get<double>() - from[k].get<double>());
    return made;
  };
  Json r_last = {0, 0, 0};
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "b" + std::to_string(i);
    const Json r = random_vector(random, 3, 1), next = random_vector(random, 3, 1);
    components[name] = {
        {"use", "porthos:rigid-body"},
        {"parameters", {{"m", 1}, {"I", {{0.05, 0, 0}, {0, 0.06, 0}, {0, 0, 0.07}}}}},
        {"start",
         {{"r", r}, {"v", random_vector(random, 3, 1)}, {"omega", random_vector(random, 3, 2)}}}};
    hinge(last, name, between(r_last, before), between(r, before));
    last = name, before = next, r_last = r;
  }
  hinge("ground", last, before, between(r_last, before));
  return {{"porthos", 1}, {"components", components}};
}

inline Json with_coordinates(const char* coordinates, Json model) {
  model["simulation"]["coordinates"] = coordinates;
  return model;
}

/// What a run tells of its coordinates.
inline Json told_coordinates(const Json& model) {
  Session session = open_session(with_coordinates("joints", model));
  session.start(R"({"until": 0.05, "step": 0.01})");
  session.advance(5);
  return Json::parse(session.summary()).value("coordinates", Json::object());
}

/// Whether a run that goes on from a snapshot ends as the whole run does, bit for bit.
inline bool goes_on_from_snapshot(const Json& model) {
  const char* options = R"({"until": 0.4, "step": 0.01})";
  Session whole = open_session(model), first = open_session(model), second = open_session(model);
  whole.start(options), first.start(options), second.start(options);
  whole.advance(40);
  first.advance(17);
  if (!second.restore(first.snapshot())) return false;
  second.advance(40);
  const auto final_of = [](Session& session) {
    return Json::parse(session.summary())["final"].dump();
  };
  return final_of(whole) == final_of(second);
}

/// The largest difference of a column, relative to the largest value of its kind.
inline void compare_coordinates(const Run& bodies, const Run& joints, double force_share = 1e-8) {
  for (const std::string& name : bodies.names) {
    if (name.starts_with("gap.") || name.starts_with("energy.balance")) continue;
    INFO(name);
    const bool is_force = name.starts_with("multiplier.") || name.find(".force") != name.npos ||
                          name.ends_with(".tension");
    CHECK(difference(bodies, joints, name) <=
          (is_force ? force_share : 1e-9) * (1 + bodies.largest(name)));
  }
  CHECK(joints.largest("gap.position") < 1e-12);
  CHECK(joints.largest("gap.velocity") < 1e-12);
  const double energy = 1 + joints.largest("energy.kinetic");
  CHECK(joints.largest("energy.balance_error") < 1e-12 * energy);
}

}  // namespace porthos::test
