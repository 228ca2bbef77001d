/// Snapshots: anything that is not a snapshot of this run is refused, without a trace.
#include <algorithm>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>

#include "base/archive.hpp"
#include "integrate/methods.hpp"
#include "simulate/archive.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"
#include "support/snapshot_key.hpp"

namespace porthos::snapshot_test {
namespace {

using test::Json;

/// A driven pendulum with a heavy damper, an event that switches, and one that resets.
Json busy_model() {
  return Json::parse(R"json({"porthos": 1, "name": "busy",
    "parameters": {"m": {"value": 1, "min": 0}, "d": 0.1},
    "positions": {"x": {"start": 0.6}, "y": {"start": -0.8}, "phi": 0.1},
    "velocities": {"u": 0.4, "v": 0.3, "omega": 0},
    "kinematics": {"x": "u", "y": "v", "phi": "omega"},
    "kinetic_energy": "m*(u^2 + v^2)/2 + omega^2/2",
    "potential_energy": {"weight": "9.81*m*y", "well": "-cos(phi)"},
    "position_constraints": {"rod": "x^2 + y^2 - 1"},
    "dissipation": {"omega": "d*omega"}, "ports": {"motor": {"flow": "omega"}},
    "inputs": {"motor": "2*sin(3*t)"},
    "outputs": {"pull": "multiplier(rod)/(2 + x)"},
    "events": {"left": {"when": "x", "do": [{"set": {"d": "d + 0.1"}}]},
               "stop": {"when": "phi - 0.2", "do": [{"reset": {"omega": "-omega/2"}}]}},
    "simulation": {"until": 2, "step": 0.02}})json");
}

Json start(Session& session, const Json& options) {
  return Json::parse(session.start(options.dump()));
}

/// The number of trials; the environment may set a larger one.
int trials_or(int usual) {
  const char* asked = std::getenv("PORTHOS_SNAPSHOTS");
  return asked ? std::atoi(asked) : test::kSanitized ? usual / 30 : usual;
}

}  // namespace

TEST_CASE("a snapshot that does not fit is refused and does no harm", "[simulate][snapshot]") {
  Session session(busy_model().dump(), "{}");
  CHECK_FALSE(session.restore("00"));
  session.start("{}");
  session.advance(10);
  const std::string before = session.snapshot();
  for (const std::string& text :
       {std::string(), std::string("xyz"), std::string(16, '0'), std::string(16, 'g'),
        std::string(before.size(), 'f'), before.substr(16), before.substr(0, before.size() - 16),
        before + before})
    CHECK_FALSE(session.restore(text));
  CHECK(session.snapshot() == before);
  CHECK(session.restore(before));
  CHECK(session.snapshot() == before);
}

TEST_CASE("a snapshot belongs to one model with one set of options", "[simulate][snapshot]") {
  const Json model = busy_model();
  Session session(model.dump(), "{}");
  session.start("{}");
  session.advance(10);
  const std::string snapshot = session.snapshot();
  for (const char* options :
       {R"({"until": 3})", R"({"step": 0.021})", R"json({"method": "gauss(3)"})json",
        R"({"tolerance": 1e-8})", R"({"outputEvery": 2})", R"({"set": {"m": 1.5}})",
        R"({"set": {"d": 0.2}})", R"({"inputs": {"motor": "2*sin(3*t) + 0"}})"}) {
    INFO(options);
    REQUIRE(start(session, Json::parse(options)).contains("columns"));
    CHECK_FALSE(session.restore(snapshot));
  }
  for (const char* same : {"{}", R"({"until": 2, "step": 0.02, "set": {"m": 1}})"}) {
    session.start(same);
    CHECK(session.restore(snapshot));
  }
  Json other = model;
  other["potential_energy"]["weight"] = "9.82*m*y";
  Session heavier(other.dump(), "{}");
  heavier.start("{}");
  CHECK_FALSE(heavier.restore(snapshot));
}

TEST_CASE("a run of every method is restored at any of its times", "[simulate][snapshot]") {
  Session session(busy_model().dump(), "{}"), other(busy_model().dump(), "{}");
  for (const integrate::Method* method : integrate::methods()) {
    const Json options{{"method", std::string(method->name)}};
    start(session, options);
    for (int k = 0; k < 12; ++k) {
      INFO(method->name << ", step " << 10 * k << ", " << session.summary());
      start(other, options);
      REQUIRE(other.restore(session.snapshot()));
      CHECK(other.snapshot() == session.snapshot());
      session.advance(10);
    }
  }
}

TEST_CASE("a run is interrupted and restored within a step, also where it looks for events in it",
          "[simulate][snapshot]") {
  for (const char* method : {"gauss(2)", "adaptive-gauss(2)", "radau(3)", "dop853"}) {
    INFO(method);
    const Json options{{"method", method}, {"step", 0.25}, {"tolerance", 1e-10}};
    Session whole(busy_model().dump(), "{}"), session(busy_model().dump(), "{}"),
        other(busy_model().dump(), "{}");
    start(whole, options);
    whole.advance(1000);
    const std::vector<double> expected = whole.take_rows();
    start(session, options);
    std::vector<double> rows;
    int pieces = 0,
        next = 1;  // a restored run looks anew: it needs ever longer until the next time
    for (bool is_done = false; !is_done; ++pieces) {
      is_done = Json::parse(session.advance(1000, 1))["done"].get<bool>();
      const std::vector<double> more = session.take_rows();
      rows.insert(rows.end(), more.begin(), more.end());
      if (pieces < next || is_done) continue;
      next += 1 + next / 3;
      start(other, options);
      REQUIRE(other.restore(session.snapshot()));
      REQUIRE(other.snapshot() == session.snapshot());
      std::swap(session, other);
    }
    CHECK(pieces > 60);  // of 8 steps with some six events
    CHECK(rows == expected);
    CHECK(Json::parse(session.summary())["events"] == Json::parse(whole.summary())["events"]);
  }
}

TEST_CASE("tampered snapshots are refused", "[simulate][snapshot][fuzz]") {
  Session session(busy_model().dump(), "{}");
  start(session, {{"method", "dop853"}});
  session.advance(50);
  const std::string own = session.snapshot();
  std::mt19937_64 random(20);
  const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  const int trials = trials_or(3000);
  for (int trial = 0; trial < trials; ++trial) {
    std::string text = own;
    for (auto k = 1 + any(3); k-- > 0;) text[any(text.size())] = "0123456789abcdefg"[any(17)];
    if (any(4) == 0) text.resize(any(text.size()));
    if (text != own && session.restore(text)) FAIL("accepted " << text);
  }
  CHECK(session.snapshot() == own);
}

TEST_CASE("a forged companion that is a billion steps behind is refused", "[simulate][snapshot]") {
  constexpr double kStep = 1.0 / 64;  // whose multiples are no other numbers of the run
  Session session(R"json({"porthos": 1, "positions": {"q": 0.3}, "velocities": {"v": 0},
    "kinematics": {"q": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "0.7*q^2"})json",
                  "{}");
  start(session, {{"method", "rk4-baumgarte"}, {"until", 1}, {"step", kStep}});
  session.advance(10);
  const std::string own = session.snapshot();
  const std::vector<double> numbers = *from_hexadecimal(own.substr(0, own.size() - 16));
  int forged = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double steps = numbers[i] / kStep;
    if (!(steps > 0 && steps < 10 && steps == std::floor(steps)) || numbers[i] >= 1) continue;
    std::vector<double> other = numbers;
    other[i] = -1e9 * kStep;
    INFO("number " << i << ", " << numbers[i]);
    CHECK_FALSE(session.restore(simulate::seal(other, test::key_of(own))));
    ++forged;
  }
  CHECK(forged > 0);
}

TEST_CASE("a snapshot that is forged behind its checksum is refused, or goes on as runs do",
          "[simulate][snapshot][fuzz]") {
  constexpr std::array kNumbers{0.0,   -1.0, 1.0,          0.5,           2.0,  1e300, -1e300,
                                1e-30, 1e9,  4294967296.0, -2147483649.0, 1e19, 3.0,   7.0};
  std::mt19937_64 random(21);
  const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  Session session(busy_model().dump(), "{}");
  int accepted = 0;
  const int trials = trials_or(2000), turns = 20;
  for (int trial = 0; trial < trials / turns; ++trial) {
    const integrate::Method& method = *integrate::methods()[any(integrate::methods().size())];
    start(session, {{"method", std::string(method.name)}, {"until", 0.8}});
    session.advance(static_cast<int>(any(42)));
    const std::string own = session.snapshot();
    const std::uint64_t key = test::key_of(own);
    for (int turn = 0; turn < turns; ++turn) {
      std::vector<double> numbers = *from_hexadecimal(own.substr(0, own.size() - 16));
      const std::size_t reach = any(2) ? std::min<std::size_t>(40, numbers.size()) : numbers.size();
      for (auto k = 1 + any(3); k-- > 0;) {
        double& number = numbers[any(reach)];
        number = any(2) ? kNumbers[any(kNumbers.size())] : number * (1 + 1e-3);
      }
      if (any(8) == 0) numbers.resize(any(numbers.size()));
      session.restore(own);
      if (!session.restore(simulate::seal(numbers, key))) {
        CHECK(session.snapshot() == own);
        continue;
      }
      ++accepted;
      CHECK(Json::parse(session.advance(100))["done"] == true);
      for (const double value : session.take_rows()) REQUIRE(std::isfinite(value));
    }
  }
  CHECK(accepted > trials / 20);  // or nothing was tried
}

}  // namespace porthos::snapshot_test
