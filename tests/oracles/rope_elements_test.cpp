/// Ropes of the library against closed forms.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::rope_elements_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double g = 9.81, pi = std::numbers::pi;

Json rotor(double I) { return use("rotor", {}, {{"I", I}}); }
Json hanging(double m) { return use("point-mass", {}, {{"m", m}}, {{"r", {0, 0, -1}}}); }

}  // namespace

TEST_CASE("a stone on a rope of the library flies until the rope is taut",
          "[oracle][elements][set-valued]") {
  const Json model =
      model_of({{"stone", use("point-mass", {}, {}, {{"r", {0.3, 0, -0.2}}, {"v", {2, 0, 3}}})},
                {"rope", use("rope", between("ground", "stone"))}},
               0.45);
  for (const Options& options : switching_methods(0.001)) {
    INFO(options.method);
    const double t = switches(model, options)["rope.slack"].at(0);
    const double x = 0.3 + 2 * t, z = -0.2 + 3 * t - g / 2 * t * t, v = 3 - g * t;
    CHECK_THAT(x * x + z * z, WithinAbs(1, 1e-12));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(std::pow(2 * x + v * z, 2) / 2, 1e-9));
    CHECK(run.first("mode.rope.slack") == kOpen);
    check_ledger(run);
  }
}

TEST_CASE("ropes over pulleys accelerate as Atwood's machine and a tackle do",
          "[oracle][elements][set-valued]") {
  const Json atwood =
      model_of({{"left", hanging(2)},
                {"right", hanging(3)},
                {"rope", use("pulley", {{"a", "left"}, {"pulley", "ground"}, {"b", "right"}})}},
               0.5);
  const auto winch = [](const char* end, double drum) {
    return use("winch", {{"a", "ground"}, {"shaft", "wheel"}, {"b", end}}, {{"drum", drum}});
  };
  const Json inert = model_of({{"left", hanging(2)},
                               {"right", hanging(3)},
                               {"wheel", rotor(0.01)},
                               {"one", winch("left", -0.1)},
                               {"two", winch("right", 0.1)}},
                              0.5);
  const auto lifts = [](double load, double weight, const Json& rope) {
    return model_of({{"load", hanging(load)},
                     {"weight", hanging(weight)},
                     {"hook", use("fixed-frame", {{"a", "ground"}})},
                     {"rope", rope}},
                    0.5);
  };
  const Json tackle = lifts(
      4, 1.1,
      use("tackle", {{"a", "ground"}, {"b", "load"}, {"c", "weight"}}, {{"n", 4}, {"length", 5}}));
  const Json loose =
      lifts(2, 1.1,
            use("rope-over-pulleys",
                {{"a", "ground"}, {"first", "load"}, {"second", "hook"}, {"b", "weight"}},
                {{"length", 3}}));
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run a = test::simulate(atwood, options), b = test::simulate(inert, options);
    CHECK_THAT(a.last("right.v.3"), WithinAbs(-g / 5 * 0.5, 1e-10));
    CHECK_THAT(a.last("rope.force"), WithinAbs(12.0 / 5 * g, 1e-9));
    CHECK_THAT(b.last("right.v.3"), WithinAbs(-g / 6 * 0.5, 1e-10));
    CHECK_THAT(b.last("one.force"), WithinAbs(2 * g * 7 / 6, 1e-9));
    // M x'' = M g - n T, m y'' = m g - T, n x'' + y'' = 0.
    CHECK_THAT(test::simulate(tackle, options).last("load.v.3"),
               WithinAbs(0.5 * g * (4 * 1.1 - 4) / (4 + 16 * 1.1), 1e-10));
    CHECK_THAT(test::simulate(loose, options).last("load.v.3"),
               WithinAbs(0.5 * g * (2 * 1.1 - 2) / (2 + 4 * 1.1), 1e-10));
    check_ledger(b);
  }
}

TEST_CASE("a rope on a bollard holds or slides as Euler and Eytelwein say",
          "[oracle][elements][set-valued]") {
  const auto loaded = [](double m) {
    return model_of(
        {{"load", hanging(m)},
         {"weight", hanging(1)},
         {"rope", use("capstan", {{"a", "load"}, {"bollard", "ground"}, {"b", "weight"}})}},
        0.4);
  };
  const double k = std::tanh(0.15 * pi);  // exp(0.3 pi) is 2.57
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run holds = test::simulate(loaded(2), options);
    CHECK(std::abs(holds.last("load.v.3")) < 1e-12);
    CHECK_THAT(holds.last("rope.tension_a"), WithinAbs(2 * g, 1e-9));
    CHECK_THAT(holds.last("rope.force"), WithinAbs(-g, 1e-9));
    const Run slides = test::simulate(loaded(3), options);
    const double a = g * ((1 - k) * 3 - (1 + k)) / ((1 - k) * 3 + (1 + k) + 0.01);
    CHECK_THAT(slides.last("load.v.3"), WithinAbs(-a * 0.4, 1e-10));
    // The rest accelerates the 10 g of the rope.
    CHECK_THAT(slides.last("rope.tension_a") / slides.last("rope.tension_b"),
               WithinAbs(std::exp(0.3 * pi), 0.01));
    check_ledger(slides);
  }
}

}  // namespace porthos::rope_elements_test
