/// Contacts of the library in space and in the plane against closed forms and texts by hand.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::contact_elements_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double g = 9.81, pi = std::numbers::pi;

Json disc(const Json& start = {}) {
  return use("planar-body", {}, {{"m", 1}, {"I", 0.005}}, start);
}

Json block(double width, double height, const Json& start) {
  return use("planar-body", {}, {{"m", 1}, {"I", (width * width + height * height) / 12}}, start);
}

}  // namespace

TEST_CASE("a bowling ball of elements begins to roll", "[oracle][elements][set-valued]") {
  const Json model =
      model_of({{"ball", use("ball", {}, {}, {{"r", {0, 0, 0.1}}, {"v", {5, 0, 0}}})},
                {"lane", use("ball-on-plane", between("ground", "ball"), {{"friction", 0.15}})}},
               2);
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const auto times = switches(model, options)["lane.contact.slip"];
    REQUIRE(times.size() == 1);
    CHECK_THAT(times[0], WithinAbs(2 * 5 / (7 * 0.15 * g), 1e-9));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("ball.v.1"), WithinAbs(25.0 / 7, 1e-9));
    CHECK(run.last("mode.lane.contact") == kSticks);
    CHECK_THAT(run.at("lane.force.1", 3), WithinAbs(-0.15 * g, 1e-10));  // against the slip
    CHECK_THAT(run.last("lane.force.3"), WithinAbs(g, 1e-10));
    check_ledger(run);
  }
}

TEST_CASE("a ball rolls or slides down an incline, whichever way it is turned",
          "[oracle][elements][set-valued]") {
  constexpr double alpha = 0.5;
  struct Case {
    double mu, rate, mode;
  };
  for (const Case& one : {Case{0.5, 5.0 / 7 * g * std::sin(alpha), kSticks},
                          Case{0.1, g * (std::sin(alpha) - 0.1 * std::cos(alpha)), kSlips}}) {
    const Json gravity = {g * std::sin(alpha), 0, -g * std::cos(alpha)};
    const Json turned = with_gravity(
        model_of(
            {{"ball", use("ball", {}, {}, {{"r", {0, 0, 0.1}}})},
             {"plane", use("ball-on-plane", between("ground", "ball"), {{"friction", one.mu}})}},
            1),
        gravity);
    const double s = std::sin(alpha), c = std::cos(alpha);
    const Json inclined = model_of({{"ball", use("ball", {}, {}, {{"r", {0.1 * s, 0, 0.1 * c}}})},
                                    {"plane", use("ball-on-plane", between("ground", "ball"),
                                                  {{"friction", one.mu}, {"normal", {s, 0, c}}})}},
                                   1);
    for (const Options& options : switching_methods()) {
      INFO(options.method);
      const Run a = test::simulate(turned, options), b = test::simulate(inclined, options);
      CHECK_THAT(a.last("ball.v.1"), WithinAbs(one.rate, 1e-10));
      CHECK_THAT(b.last("ball.v.1") * c - b.last("ball.v.3") * s, WithinAbs(one.rate, 1e-10));
      CHECK(a.last("mode.plane.contact") == one.mode);
      CHECK(b.last("mode.plane.contact") == one.mode);
    }
  }
}

TEST_CASE("a disc slides before it rolls", "[oracle][elements][set-valued]") {
  const Json model =
      model_of({{"disc", disc({{"r", {0, 0.1}}, {"v", {2, 0}}})},
                {"floor", use("disc-on-line", between("ground", "disc"), {{"friction", 0.3}})}},
               1.5);
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const auto times = switches(model, options)["floor.contact.slip"];
    REQUIRE(times.size() == 1);
    CHECK_THAT(times[0], WithinAbs(2 / (3 * 0.3 * g), 1e-9));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("disc.v.1"), WithinAbs(4.0 / 3, 1e-9));
    check_ledger(run);
  }
}

TEST_CASE("balls and discs hit each other with friction as rigid bodies do",
          "[oracle][elements][set-valued]") {
  // Half of the sum of the radii beside the centre: the normal has the sine 1/2.
  const double vn = std::sqrt(0.75), vt = 0.5, nx = -vn, ny = 0.5;
  for (const double mu : {0.1, 2.0})
    for (const bool is_ball : {true, false}) {
      Json model;
      if (is_ball)
        model = with_gravity(
            model_of({{"one", use("ball", {}, {}, {{"r", {-0.5, 0.1, 0}}, {"v", {1, 0, 0}}})},
                      {"two", use("ball")},
                      {"hit", use("ball-on-ball", between("two", "one"),
                                  {{"restitution", 0.9}, {"friction", mu}})}},
                     1),
            {0, 0, 0});
      else
        model = with_gravity(model_of({{"one", disc({{"r", {-0.5, 0.1}}, {"v", {1, 0}}})},
                                       {"two", disc()},
                                       {"hit", use("disc-on-disc", between("two", "one"),
                                                   {{"restitution", 0.9}, {"friction", mu}})}},
                                      1),
                             {0, 0});
      // The tangential impulse ends the slip, or is mu times the normal one. 1/m + r^2/I of both:
      const double P = 1.9 * vn / 2, T = std::min(mu * P, vt / (is_ball ? 7 : 6));
      for (const Options& options : switching_methods()) {
        INFO(options.method << " " << is_ball << " " << mu);
        const Run run = test::simulate(model, options);
        CHECK_THAT(run.last("one.v.1"), WithinAbs(1 + P * nx - T * ny, 1e-12));
        CHECK_THAT(run.last("one.v.2"), WithinAbs(P * ny + T * nx, 1e-12));
        check_ledger(run);
      }
    }
}

TEST_CASE("a disc rolls in a ring as a pendulum", "[oracle][elements][set-valued]") {
  const Json start = {{"r", {0.25 * std::sin(0.3), -0.25 * std::cos(0.3)}}};
  const Json model =
      model_of({{"disc", use("planar-body", {}, {{"m", 1}, {"I", 0.00125}}, start)},
                {"ring", use("disc-in-ring", between("ground", "disc"),
                             {{"radius_a", 0.3}, {"radius_b", 0.05}, {"friction", 1}})}},
               2);
  const Json pendulum = Json::parse(R"json({"porthos": 1, "positions": {"th": 0.3},
    "velocities": {"w": 0}, "kinematics": {"th": "w"}, "kinetic_energy": "1.5*0.25^2*w^2/2",
    "potential_energy": "-9.81*0.25*cos(th)", "outputs": {"x": "0.25*sin(th)"},
    "simulation": {"until": 2}})json");
  for (Options options : switching_methods(0.002)) {
    if (options.method == "gauss(2)") options.method = "gauss(4)";
    const Run run = test::simulate(model, options);
    CHECK(difference(run, test::simulate(pendulum, options), "disc.r.1", "x") < 1e-9);
    CHECK(run.first("mode.ring.contact") == kSticks);
    CHECK(run.last("mode.ring.contact") == kSticks);
    check_ledger(run);
  }
}

TEST_CASE("a block slides, stands or tips over on an incline", "[oracle][elements][set-valued]") {
  const auto on_incline = [](double alpha, double width, double height, double mu) {
    return with_gravity(model_of({{"block", block(width, height, {{"r", {0, height / 2}}})},
                                  {"floor", use("box-on-line", between("ground", "block"),
                                                {{"size", {width, height}}, {"friction", mu}})}},
                                 0.2),
                        {g * std::sin(alpha), -g * std::cos(alpha)});
  };
  for (const Options& options : switching_methods(0.001)) {
    INFO(options.method);
    const Run slides = test::simulate(on_incline(0.4, 0.2, 0.1, 0.3), options);
    CHECK_THAT(slides.last("block.v.1"),
               WithinAbs(0.2 * g * (std::sin(0.4) - 0.3 * std::cos(0.4)), 1e-11));
    CHECK(std::abs(slides.last("block.phi")) < 1e-13);
    CHECK_THAT(slides.last("floor.force.2"), WithinAbs(g * std::cos(0.4), 1e-9));
    check_ledger(slides);
    // It tips where tan(alpha) > width/height = 1/2.
    const Run stands = test::simulate(on_incline(0.45, 0.1, 0.2, 2), options);
    CHECK(std::abs(stands.last("block.omega")) < 1e-13);
    const Run tips = test::simulate(on_incline(0.55, 0.1, 0.2, 2), options);
    const double rate =
        g * (std::sin(0.55) * 0.1 - std::cos(0.55) * 0.05) / ((0.1 * 0.1 + 0.2 * 0.2) / 3);
    // The rate grows with the angle: by some 1e-6 of it within a millisecond.
    CHECK_THAT(tips.at("block.omega", 1) / 0.001, WithinAbs(-rate, 1e-4 * rate));
    CHECK(tips.last("mode.floor.contact_1") == kOpen);
    CHECK(tips.last("mode.floor.contact_2") == kSticks);
    check_ledger(tips);
  }
}

TEST_CASE("a rectangle of four points is the rectangle", "[oracle][elements][set-valued]") {
  const Json start = {{"r", {0, 0.3}}, {"phi", 0.3}};
  Json points = {{"block", block(0.2, 0.1, start)}};
  const double x[] = {-0.1, 0.1, 0.1, -0.1}, y[] = {-0.05, -0.05, 0.05, 0.05};
  for (std::size_t k = 0; k < 4; ++k)
    points["corner" + std::to_string(k)] =
        use("point-on-line", between("ground", "block"), {{"at_b", {x[k], y[k]}}});
  const Json box = {{"block", block(0.2, 0.1, start)},
                    {"floor", use("box-on-line", between("ground", "block"))}};
  const Options options{.step = 0.002};
  const Run a = test::simulate(model_of(box, 0.6), options),
            b = test::simulate(model_of(points, 0.6), options);
  for (const char* column : {"block.r.1", "block.r.2", "block.phi"})
    CHECK(difference(a, b, column) < 1e-10);
  CHECK(a.largest("energy.dissipated") > 1);  // it has fallen on the floor
}

TEST_CASE("a point slides in a bowl as on a wire", "[oracle][elements][set-valued]") {
  const Json model = model_of({{"bead", use("planar-body", {}, {}, {{"r", {-0.8, 0.64}}})},
                               {"bowl", use("point-on-curve", between("ground", "bead"),
                                            {{"c", {0, 0, 1, 0, 0, 0, 0}}, {"friction", 0}})}},
                              2);
  const Json wire = Json::parse(R"json({"porthos": 1, "positions": {"x": -0.8},
    "velocities": {"v": 0}, "kinematics": {"x": "v"}, "kinetic_energy": "(1 + 4*x^2)*v^2/2",
    "potential_energy": "9.81*x^2", "simulation": {"until": 2}})json");
  const Options options{.step = 0.002, .method = "gauss(4)"};
  const Run run = test::simulate(model, options);
  CHECK(difference(run, test::simulate(wire, options), "bead.r.1", "x") < 1e-9);
  check_ledger(run);
}

TEST_CASE("a follower leaves its cam where the cam falls faster",
          "[oracle][elements][set-valued]") {
  const Json model =
      model_of({{"cam", use("rotor", {}, {}, {{"phi", pi}, {"omega", 40}})},
                {"drive", use("motor", between("ground", "cam"))},
                {"valve", use("point-mass", {}, {{"m", 0.2}}, {{"r", {0, 0, 0.04}}})},
                {"contact", use("cam-follower", between("cam", "valve"))}},
               0.1, {{"drive.torque", {{"flow", "40"}}}});
  // From the bottom on; the lift 0.01 cos(phi) falls with g at cos(phi) = g/(0.01 w^2).
  const double leaves = (pi - std::acos(g / (0.01 * 40 * 40))) / 40;
  for (const Options& options : switching_methods(0.0005)) {
    INFO(options.method);
    const auto times = switches(model, options)["contact.contact"];
    REQUIRE(!times.empty());
    CHECK_THAT(times[0], WithinAbs(leaves, 1e-9));
    check_ledger(test::simulate(model, options));
  }
}

TEST_CASE("a planar follower leaves a cam with a lift by formula where it falls faster",
          "[oracle][elements][set-valued]") {
  Json cam = use("planar-cam-follower", between("cam", "valve"), {{"h", 0.01}});
  cam["characteristics"] = {{"lift", "0.05 + h*cos(phi)"}};
  const Json model = model_of({{"cam", use("rotor", {}, {}, {{"phi", pi}, {"omega", 40}})},
                               {"drive", use("motor", between("ground", "cam"))},
                               {"valve", use("planar-body", {}, {}, {{"r", {0, 0.04}}})},
                               {"contact", cam}},
                              0.1, {{"drive.torque", {{"flow", "40"}}}});
  const double leaves = (pi - std::acos(g / (0.01 * 40 * 40))) / 40;
  for (const Options& options : switching_methods(0.0005)) {
    INFO(options.method);
    const auto times = switches(model, options)["contact.contact"];
    REQUIRE(!times.empty());
    CHECK_THAT(times[0], WithinAbs(leaves, 1e-9));
    check_ledger(test::simulate(model, options));
  }
}

TEST_CASE("a coin that cannot slip is the rolling disc", "[oracle][elements][set-valued]") {
  const double lean = 0.2, turned = (pi / 2 - lean) / 2;
  const Json start = {{"r", {0, 0, 0.25 * std::cos(lean)}},
                      {"q", {std::cos(turned), std::sin(turned), 0, 0}},
                      {"omega", {0, 0, 5}}};
  const Json size = {{"radius", 0.25}, {"length", 0.02}};
  Json rolls = model_of({{"coin", use("cylinder", {}, size, start)},
                         {"table", use("rolling-disc", {{"a", "coin"}}, {{"radius", 0.25}})}},
                        1);
  const Options options{.step = 0.002};
  const Run a = test::simulate(rolls, options);
  Json sticks = rolls;
  sticks["components"]["table"] =
      use("disc-on-plane", {{"a", "coin"}}, {{"radius", 0.25}, {"friction", 5}});
  for (const char* velocity : {"v", "omega"})
    sticks["components"]["coin"]["start"][velocity] = {
        a.first("coin." + std::string(velocity) + ".1"),
        a.first("coin." + std::string(velocity) + ".2"),
        a.first("coin." + std::string(velocity) + ".3")};
  const Run b = test::simulate(sticks, options);
  for (const char* column : {"coin.r.1", "coin.r.2", "coin.r.3", "coin.q.1"})
    CHECK(difference(a, b, column) < 1e-8);  // the error of gauss(2) with these steps
  CHECK(b.last("mode.table.contact") == kSticks);
  check_ledger(b);
}

}  // namespace porthos::contact_elements_test
