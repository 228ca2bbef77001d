// The time-stepping method moreau with many contacts that bear each other: heaps, stacks, arches.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::moreau_many_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::between;
using test::Json;
using test::Run;
using test::use;

bool is_unsettled(const Run& run) {
  return std::ranges::any_of(run.problems, [](const Json& one) {
    return one["code"] == "PH306" &&
           one["found"].get<std::string>().find("impulses") != std::string::npos;
  });
}

void check_exact_ledger(const Run& run) {
  const double size = 1 + run.largest("energy.stored") + run.largest("energy.dissipated");
  CHECK(run.largest("energy.balance_error") < 1e-12 * size);
}

/// A repeatable number in -1...1.
double noise(int k) {
  const double x = std::sin(12.9898 * k + 78.233) * 43758.5453;
  return 2 * (x - std::floor(x)) - 1;
}

/// Discs of the radius 0.05 m that fall into a box of the width 0.8 m.
Json box_of_discs(int count, double friction) {
  constexpr double kWidth = 0.8, kRadius = 0.05, kMass = 0.1;
  Json parts;
  const auto disc = [](int i) { return "disc" + std::to_string(i); };
  const Json surface = {{"radius", kRadius}, {"restitution", 0.2}, {"friction", friction}};
  for (int i = 0; i < count; ++i) {
    const double x = kWidth / 6 * (i % 6 + 0.5 + 0.1 * noise(3 * i));
    const double y = kWidth / 6 * (i / 6 + 0.5 + 0.1 * noise(3 * i + 1));
    parts[disc(i)] = use("planar-body", {}, {{"m", kMass}, {"I", kMass * kRadius * kRadius / 2}},
                         {{"r", {x, y}}, {"v", {noise(7 * i), noise(7 * i + 1)}}});
    const std::pair<double, Json> walls[] = {{0, {1, 0}}, {0, {0, -1}}, {kWidth, {0, 1}}};
    for (int k = 0; k < 3; ++k) {
      Json wall = surface;
      wall["at_a"] = {walls[k].first, 0};
      wall["direction"] = walls[k].second;
      parts["wall" + std::to_string(k) + disc(i)] =
          use("disc-on-line", between("ground", disc(i).c_str()), wall);
    }
    for (int j = 0; j < i; ++j)
      parts[disc(j) + disc(i)] = use("disc-on-disc", between(disc(j).c_str(), disc(i).c_str()),
                                     {{"radius_a", kRadius},
                                      {"radius_b", kRadius},
                                      {"restitution", 0.2},
                                      {"friction", friction}});
  }
  return test::model_of(parts, 2);
}

/// Blocks, each on the corners of the one below.
Json stack_of_blocks(int count, double friction) {
  Json parts;
  const auto block = [](int i) { return i < 0 ? std::string("ground") : "b" + std::to_string(i); };
  for (int i = 0; i < count; ++i) {
    parts[block(i)] = use("planar-body", {}, {{"m", 1}, {"I", 0.02}}, {{"r", {0, 0.2 * i + 0.1}}});
    for (const double side : {-0.2, 0.2})
      parts["c" + std::to_string(i) + (side < 0 ? "l" : "r")] =
          use("point-on-line", between(block(i - 1).c_str(), block(i).c_str()),
              {{"at_b", {side, -0.1}}, {"at_a", {0, i ? 0.1 : 0}}, {"friction", friction}});
  }
  return test::model_of(parts, 1);
}

/// A half circle of wedges between two abutments: the radii 1 m and 1.3 m.
Json arch(int count, double friction) {
  constexpr double kInner = 1, kOuter = 1.3;
  const double half = std::numbers::pi / count / 2;
  const double centre = 2 * (std::pow(kOuter, 3) - std::pow(kInner, 3)) /
                        (3 * (kOuter * kOuter - kInner * kInner)) * std::sin(half) / half;
  Json parts;
  const auto wedge = [](int i) { return "w" + std::to_string(i); };
  // The frame of wedge i turns by its angle from the vertical; its origin is its centre of mass.
  for (int i = 0; i < count; ++i) {
    const double angle = std::numbers::pi / 2 - (2 * i + 1) * half;
    const double m = 10.0 / count;
    parts[wedge(i)] =
        use("planar-body", {}, {{"m", m}, {"I", m * 0.02}},
            {{"r", {-centre * std::sin(angle), centre * std::cos(angle)}}, {"phi", angle}});
  }
  for (int i = 0; i <= count; ++i)  // the joint before wedge i, seen from the one before
    for (const double radius : {kInner, kOuter}) {
      const bool is_last = i == count;
      const std::string a = i == 0 || is_last ? "ground" : wedge(i - 1);
      const std::string b = is_last ? wedge(i - 1) : wedge(i);
      Json values = {{"friction", friction}};
      const double side = is_last ? half : -half;
      values["at_b"] = {radius * std::sin(side), radius * std::cos(side) - centre};
      if (a == "ground") {  // horizontal: upwards on the left of the direction
        values["at_a"] = {0, 0};
        values["direction"] = {1, 0};
      } else {
        values["at_a"] = {0, -centre};
        values["direction"] = {-std::sin(half), -std::cos(half)};
      }
      parts["j" + std::to_string(i) + (radius == kInner ? "i" : "o")] =
          use("point-on-line", between(a.c_str(), b.c_str()), values);
    }
  return test::model_of(parts, 1);
}

}  // namespace

TEST_CASE("moreau solves the contacts of 60 discs in a box", "[moreau][long]") {
  for (const double friction : {0.3, 0.9}) {
    INFO(friction);
    const Run run = test::simulate(box_of_discs(60, friction),
                                   {.step = 1e-3, .method = "moreau", .output_every = 20});
    CHECK_FALSE(is_unsettled(run));
    check_exact_ledger(run);
  }
}

TEST_CASE("moreau: a stack of blocks with corners and friction rests", "[moreau]") {
  for (const int count : {5, 20}) {
    INFO(count);
    const Run run = test::simulate(stack_of_blocks(count, 0.5), {.step = 1e-3, .method = "moreau"});
    CHECK_FALSE(is_unsettled(run));
    CHECK(run.largest("b" + std::to_string(count - 1) + ".v.2") < 1e-11);
    CHECK_THAT(run.last("multiplier.c0l.contact") + run.last("multiplier.c0r.contact"),
               WithinAbs(9.81 * count, 1e-7));
  }
}

TEST_CASE("moreau: an arch of wedges stands by friction", "[moreau]") {
  for (const int count : {5, 15}) {
    INFO(count);
    const Run run = test::simulate(arch(count, 0.7), {.step = 1e-3, .method = "moreau"});
    CHECK_FALSE(is_unsettled(run));
    double fastest = 0;
    for (int i = 0; i < count; ++i)
      fastest = std::max(fastest, run.largest("w" + std::to_string(i) + ".v.2"));
    CHECK(fastest < 1e-9);
    double weight = 0;
    for (const int joint : {0, count})
      for (const char* end : {"i", "o"})
        weight += run.last("multiplier.j" + std::to_string(joint) + end + ".contact");
    CHECK_THAT(weight, WithinAbs(9.81 * 10, 1e-6));
  }
}

// A model of a file by moreau: PORTHOS_MODEL=FILE porthos_tests "[.moreau-file]".
TEST_CASE("moreau: a model of a file", "[.moreau-file]") {
  const char* file = std::getenv("PORTHOS_MODEL");
  REQUIRE(file);
  std::ifstream in(file);
  const Json model = Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
  const auto begin = std::chrono::steady_clock::now();
  Session session = test::open_session(model);
  const auto opened = std::chrono::steady_clock::now();
  session.start(R"({"method": "moreau"})");
  const Json reached = Json::parse(session.advance(1 << 30));
  const auto end = std::chrono::steady_clock::now();
  const auto seconds = [](auto from, auto to) {
    return std::chrono::duration<double>(to - from).count();
  };
  WARN("reads in " << seconds(begin, opened) << " s, runs in " << seconds(opened, end) << " s: "
                   << reached["outcome"] << " " << Json::parse(session.summary())["problems"]);
}

}  // namespace porthos::moreau_many_test
