/// Random models, methods, steps and events: whatever is asked for ends with an outcome.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

using namespace porthos::test;
using porthos::integrate::Method;

namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  /// 0 to count - 1.
  int next(int count) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>((state_ >> 10) % static_cast<std::uint32_t>(count));
  }
  bool one_in(int count) { return next(count) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(next(static_cast<int>(std::size(list))))];
  }

 private:
  std::uint32_t state_;
};

std::string any_formula(Random& random) {
  static const std::vector<std::string> terms{
      "x",           "y",   "u",      "v",       "1",      "0",
      "t",           "pi",  "x*y",    "sin(x)",  "cos(y)", "x^2",
      "u^2",         "1/x", "exp(x)", "sqrt(y)", "abs(x)", "if(x < y, x, y)",
      "atan2(x, y)", "m",   "-3.5"};
  std::string text = random.of(terms);
  for (int k = random.next(3); k > 0; --k)
    text += std::string(1, random.of(std::string("+-*/^"))) + "(" + random.of(terms) + ")";
  return text;
}

/// Mostly sound; one formula in `wildness` is any.
Json any_model(Random& random, int wildness, bool may_be_stiff) {
  const auto maybe = [&](const std::string& text) {
    return random.one_in(wildness) ? any_formula(random) : text;
  };
  Json model{{"porthos", 1},
             {"parameters", {{"m", random.next(5)}}},
             {"positions",
              {{"x", {{"start", 0.3 * random.next(5)}, {"fixed", random.one_in(2)}}},
               {"y", 0.5 * random.next(4)}}},
             {"velocities", {{"u", random.next(3)}, {"v", 1}}},
             {"kinematics",
              {{"x", maybe(random.one_in(4) ? "u + effort(y)/5" : "u")},
               {"y", maybe(random.one_in(4) ? "v - effort(x)/5" : "cos(x)*v - u")}}},
             {"kinetic_energy", maybe(random.one_in(4) ? "v^2/2" : "m*u^2/2 + v^2/2")},
             {"potential_energy", {{"spring", maybe("x^2 + y^4")}, {"well", maybe("sin(x + y)")}}}};
  if (random.one_in(3)) model["position_constraints"] = {{"c", maybe("x^2 + y^2 - 1")}};
  // Two constraints leave nothing free to move that could return what is lost; see
  // docs/numerics.md.
  else if (random.one_in(3))
    model["velocity_constraints"] = {{"a", maybe("u - x*v")}};
  if (random.one_in(2))
    model["dissipation"] = {{"u", maybe(may_be_stiff && random.one_in(3) ? "1e6*u" : "u")}};
  if (random.one_in(2)) {
    model["ports"] = {{"p", {{"flow", maybe("v")}}}};
    model["inputs"] = {{"p", maybe("sin(t)")}};
    if (random.one_in(3)) model["inputs"]["p"] = {{"flow", maybe("sin(t)")}};
  }
  if (random.one_in(3)) {
    const std::vector<Json> actions{"stop", "record", Json{{"reset", {{"v", maybe("-v/2")}}}},
                                    Json{{"set", {{"m", maybe("m + 1")}}}}};
    model["events"] = {
        {"e", {{"when", maybe("x - y/2")}, {"do", Json::array({random.of(actions)})}}}};
  }
  return model;
}

}  // namespace

TEST_CASE("random models, methods and steps never crash, hang or give a number that is none",
          "[simulate][fuzz]") {
  Random random(4711);
  int sound = 0;
  const int trials = porthos::test::kSanitized ? 100 : 400;
  for (int trial = 0; trial < trials; ++trial) {
    const Method& method = *random.of(porthos::integrate::methods());
    const bool may_be_stiff = !method.traits.is_explicit;  // or it takes long
    const Json model = any_model(random, random.of(std::array{4, 20, 1000}), may_be_stiff);
    const Json request{{"until", 1},
                       {"step", (random.one_in(8) ? 3.0 : 0.3) / (1 + random.next(30))},
                       {"method", std::string(method.name)},
                       {"tolerance", std::pow(10, -2 - random.next(10))}};
    INFO(model.dump() << request.dump());
    porthos::Session session(model.dump(), "{}");
    session.start(request.dump());
    const Json end = Json::parse(session.advance(1000));
    CHECK(end["done"] == true);
    for (const double value : session.take_rows()) REQUIRE(std::isfinite(value));
    if (end["outcome"] != "finished") {
      CHECK_FALSE(end.value("message", "").empty());
      continue;
    }
    ++sound;
    // What the method promises holds on any model at any step that it can solve. Explicit methods
    // are not made for velocities without mass.
    const Json summary = Json::parse(session.summary());
    const bool has_mass = model["parameters"]["m"] != 0 && model["kinetic_energy"] != "v^2/2";
    if (method.traits.is_explicit && !has_mass) continue;
    const Json& ledger = summary["ledger"];
    double scale = std::abs(ledger["stored"][0].get<double>());
    for (const char* name : {"dissipated", "supplied", "events"})
      scale = std::max(scale, std::abs(ledger[name].get<double>()));
    if (method.traits.closes_ledger) CHECK(ledger["balanceError"].get<double>() < 1e-12 * scale);
    if (method.traits.keeps_positions) CHECK(summary["gaps"]["position"].get<double>() < 1e-12);
    if (method.traits.keeps_velocities) CHECK(summary["gaps"]["velocity"].get<double>() < 1e-9);
  }
  CHECK(sound > trials / 4);  // most of the others have a formula that makes no sense
}
