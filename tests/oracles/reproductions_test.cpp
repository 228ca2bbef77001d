/// Small models that used to end wrongly, with every method: correct in every row, including
/// multipliers and the first row, or refused before the first step.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <set>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace reproductions_test {
using namespace porthos::test;
using porthos::integrate::Method;

namespace {

/// The true value of a column, from the time and the other columns of its row.
struct Truth {
  std::string column;
  std::function<double(const Run&, size_t row)> value;
};

struct Case {
  std::string file;
  std::vector<Truth> truths;
  double scale = 1;  // of the compared quantity
};

std::function<double(const Run&, size_t)> of_time(std::function<double(double)> f) {
  return [f](const Run& run, size_t row) { return f(run.at("t", row)); };
}
std::function<double(const Run&, size_t)> of_column(const std::string& name, double factor = 1) {
  return [=](const Run& run, size_t row) { return factor * run.at(name, row); };
}

const std::vector<Case>& cases() {
  const double w12 = std::sqrt(4 / 1.5);
  static const std::vector<Case> all{
      // m q'' + k q = 0.3 cos t
      {"S-12-boxes",
       {{"pe.q", of_time([=](double t) {
           return 0.12 * std::cos(t) + 0.88 * std::cos(w12 * t) +
                  0.2 / 1.5 / w12 * std::sin(w12 * t);
         })},
        {"pkc.e_q", of_column("pe.q", 4)},
        {"multiplier.q", of_column("ke.p", -1 / 1.5)},
        {"multiplier.p",
         [](const Run& run, size_t row) {
           return 4 * run.at("pe.q", row) - 0.3 * std::cos(run.at("t", row));
         }}},
       4},
      // theory S-13 of the damped oscillator
      {"S-13-onsager-box",
       {{"osc.pe.q", of_time([](double t) {
           const double zeta = 0.15, wd = std::sqrt(4 - zeta * zeta);
           return std::exp(-zeta * t) * (std::cos(wd * t) + zeta / wd * std::sin(wd * t));
         })},
        {"multiplier.p", of_column("osc.ke.p", 0.3)},
        {"mf.v", of_column("osc.ke.p")}}},
      {"S-13-heat-elsewhere", {{"osc.pe.q", of_time([](double t) {
                                  const double zeta = 0.15, wd = std::sqrt(4 - zeta * zeta);
                                  return std::exp(-zeta * t) *
                                         (std::cos(wd * t) + zeta / wd * std::sin(wd * t));
                                })}}},
      // 2 T1' = -(T1 - T2)/2, 3 T2' = (T1 - T2)/2
      {"S-13-conduction",
       {{"th1", of_time([](double t) { return 340 + 60 * std::exp(-t / 2.4); })},
        {"th2", of_time([](double t) { return 340 - 40 * std::exp(-t / 2.4); })}},
       400},
      {"S-28-LC",
       {{"q1", of_time([](double t) { return 0.4 * std::cos(2 * t); })},
        {"q2", of_time([](double t) { return 0.6 * std::cos(2 * t); })},
        {"multiplier.loop", of_column("phi", -0.6 / 0.5)}}},
      {"S-28-LC-badstart",
       {{"q1", of_time([](double t) { return 0.4 * std::cos(2 * t); })},
        {"q2", of_time([](double t) { return 0.6 * std::cos(2 * t); })},
        {"multiplier.loop", of_column("phi", -0.6 / 0.5)}}},
      {"S-29-knife",
       {{"x", of_time([](double t) { return 0.8 / 0.6 * std::sin(0.6 * t); })},
        {"phi", of_time([](double t) { return 0.6 * t; })},
        {"multiplier.edge", of_time([](double) { return 0.72; })}}},
      {"S-29-pendulum", {{"multiplier.rod", of_column("lambda_oracle")}}, 20},
      {"S-30-se3-constrained",
       {{"p1", of_time([](double) { return 0.9; })},
        {"multiplier.y", of_column("Fy", -1)},
        {"multiplier.z", of_column("Fz", -1)}}},
      // omega^2 = 1 - 1/kappa = -1
      {"S-31-k05",
       {{"q", of_time([](double t) { return std::cosh(t); })},
        {"s", of_column("q", -2)},
        {"multiplier.H_s", of_column("p", 2)}},
       150},
      {"jump-flow",
       {{"phi", of_time([](double t) { return t < 0.5 ? 0 : 10 * (t - 0.5); })},
        {"omega", of_time([](double t) { return t < 0.5 - 1e-9 ? 0.0 : 10.0; })}},
       10},
      {"jump-flow-pendulum",
       {{"phi", of_time([](double t) { return t < 0.5 ? 0 : 10 * (t - 0.5); })},
        {"omega", of_time([](double t) { return t < 0.5 - 1e-9 ? 0.0 : 10.0; })}},
       100},
      {"jump-constraint",
       {{"x", of_time([](double t) { return t < 0.1 ? 0.2 + t : 0.4 - t; })},
        {"v", of_time([](double t) { return t < 0.1 - 1e-9 ? 1.0 : -1.0; })},
        {"a.effort", of_column("x", 2)}}},
      // v = n from t = n/50 on
      {"jump-damped",
       {{"x", of_time([](double t) {
           const double n = std::floor(50 * t + 1e-9);
           return n * (n - 1) / 100 + n * (t - n / 50);
         })},
        {"v", of_time([](double t) { return std::floor(50 * t + 1e-9); })},
        {"energy.dissipated", of_time([](double t) {
           const double n = std::floor(50 * t + 1e-9);
           return 0.1 * ((n - 1) * n * (2 * n - 1) / 300 + n * n * (t - n / 50));
         })}},
       25},
      {"defect-massless-damper",
       {{"v", of_time([](double t) { return std::exp(-t); })},
        {"u", of_column("v")},
        {"multiplier.same", of_column("v")}}},
      {"defect-massless-drive",
       {{"u", of_time([](double) { return 3.0; })},
        {"w", of_time([](double) { return 3.0; })},
        {"v", of_time([](double) { return 0.4; })},
        {"m.effort", of_time([](double) { return 0.0; })}}},
      {"defect-reaction-friction",
       {{"vx", of_time([](double t) { return 1 - 0.981 * t; })},
        {"multiplier.ground", of_time([](double) { return -9.81; })}}},
      {"angle-lost-flow", {{"O.angle", of_time([](double t) { return 0.3 + 0.8 * t; })}}},
      {"angle-fixed-flow", {{"O.angle", of_time([](double t) { return 0.3 + 0.8 * t; })}}},
      {"start-velocity",
       {{"a.omega", of_time([](double) { return 1; })},
        {"a.v.1", [](const Run& run, size_t row) { return -std::sin(run.at("t", row)) / 2; }}}},
      {"inert-warning",
       {{"R.1.1", of_time([](double t) { return std::cos(2 * t); })},
        {"R.2.1", of_time([](double t) { return std::sin(2 * t); })}}},
      // v' = a tanh(b v): sinh(b v) = sinh(b v_0) exp(a b t)
      {"hypot-reaction",
       {{"vx", of_time([](double t) {
           return std::asinh(std::sinh(100.0) * std::exp(-98.1 * t)) / 100;
         })},
        {"multiplier.floor", of_time([](double) { return -9.81; })}},
       10},
      {"zero-reaction",
       {{"vx", of_time([](double t) {
           const double b = 50 / 9.81;
           return std::asinh(std::sinh(b) * std::exp(0.981 * b * t)) / b;
         })},
        {"multiplier.floor", of_time([](double) { return -9.81; })}},
       10},
      {"defect-reaction-massless", {{"F", of_column("expected")}}, 20},
      {"defect-reaction-multiplier", {{"reaction", of_column("expected")}}, 20},
  };
  return all;
}

/// Equal names are not enough, so the ends are also compared with gauss(4).
const Run& reference(const Case& one) {
  static std::map<std::string, Run> known;
  const auto found = known.find(one.file);
  if (found != known.end()) return found->second;
  return known[one.file] = simulate(reproduction(one.file), {.method = "gauss(4)"});
}

/// The error that the order allows at a quarter of the steps of these models (5 to 10 ms, and times
/// of about 1 s).
double tolerance(const Method& method) {
  return method.traits.order > 2 ? 3e-6 : method.traits.order == 2 ? 3e-3 : 1e-1;
}

const Method& any_method() {
  const auto all = porthos::integrate::methods();
  const int every = kSanitized ? 5 : 1;
  return *all[static_cast<size_t>(GENERATE_COPY(range(0, static_cast<int>(all.size()), every)))];
}

/// True if the method says before its first step that it cannot be used.
bool is_refused(const Run& run) {
  return run.outcome == "unsuited" && run.rows() <= 1 && !run.message.empty();
}

}  // namespace

/// Models with tests of their own below, or in the inspector's tests (tests/inspect).
const std::set<std::string> kOthers{
    "S-13-conduction", "S-13-heat-elsewhere", "S-24-torn-RLC-R0", "S-27-joined",
    "S-25-ball-gear",  "S-33-stable",         "S-32-random",      "defect-disk-redundant",
    "defect-hold",     "defect-inert-heats",  "open-ledger",      "pole-in-time",
    "pose-nan",        "S-01c-massless-node", "S-29-knife-sigma"};

TEST_CASE("every model that once ended wrongly has its truth", "[reproductions]") {
  std::set<std::string> known = kOthers, there;
  for (const Case& one : cases()) known.insert(one.file);
  const auto folder = models_folder().parent_path().parent_path() / "tests" / "reproductions";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    there.insert(entry.path().stem().stem().string());
  CHECK(there == known);
}

TEST_CASE("models that once ended wrongly are right with every method, or refused",
          "[reproductions]") {
  const Method& method = any_method();
  for (const Case& one : cases()) {
    CAPTURE(method.name, one.file);
    const Json model = reproduction(one.file);
    const double step = model["simulation"].value("step", 0.01);
    const Run run = attempt(model, {.step = method.traits.is_adaptive ? step : step / 4,
                                    .method = std::string(method.name)});
    if (is_refused(run)) continue;
    CAPTURE(run.message, run.problems.dump());
    REQUIRE(run.outcome == "finished");
    double most = 0, first = 0;
    for (const auto& [column, value] : one.truths)
      for (size_t row = 0; row < run.rows(); ++row) {
        const double error = std::abs(run.at(column, row) - value(run, row));
        most = std::max(most, error);
        if (row == 0) first = std::max(first, error);
      }
    CHECK(first < 1e-9 * one.scale);  // the start is right whatever the method
    CHECK(most < tolerance(method) * one.scale);
    const Run& exact = reference(one);
    for (const std::string& column : run.names) {
      if (column.starts_with("energy.") || column.starts_with("gap.")) continue;
      CAPTURE(column);
      CHECK(std::abs(run.last(column) - exact.last(column)) <
            tolerance(method) * std::max(one.scale, exact.largest(column)));
    }
    if (method.traits.closes_ledger) CHECK(run.largest("energy.balance_error") < 1e-11 * one.scale);
    if (method.traits.keeps_velocities) CHECK(run.largest("gap.velocity") < 1e-13 * one.scale);
  }
}

TEST_CASE("charges on parallel capacitors agree on a voltage, and none is lost",
          "[reproductions]") {
  const Run run = simulate(reproduction("S-28-LC-badstart"));
  CHECK(std::abs(run.first("q1") - 0.4) < 1e-14);
  CHECK(std::abs(run.first("q2") - 0.6) < 1e-14);
}

TEST_CASE("a resistor of no ohm shorts the capacitor beside it", "[reproductions]") {
  // R is parallel to L and C: R v_R = q_C/C. The text holds q_C at 1 C, which cannot be.
  Json model = reproduction("S-24-torn-RLC-R0");
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH204");
  CHECK(problems[0]["found"].get<std::string>().find("two.v_C") != std::string::npos);
  CHECK(problems[0]["hint"].get<std::string>().find("two.q_C") != std::string::npos);
  model["components"]["two"]["model"]["positions"]["q_C"] = 1;
  model["components"]["one"]["model"]["velocities"]["v_L"] = 0.7;
  const Run run = simulate(model);
  CHECK(run.largest("two.q_C") < 1e-13);
  CHECK(std::abs(run.last("one.v_L") - 0.7) < 1e-13);
}

TEST_CASE("a random system with a row between efforts keeps its row and its account",
          "[reproductions]") {
  const Method& method = any_method();
  for (const char* file : {"S-32-random", "S-27-joined"}) {
    CAPTURE(method.name, file);
    const Run run = attempt(reproduction(file), {.method = std::string(method.name)});
    if (is_refused(run)) continue;
    REQUIRE(run.outcome == "finished");
    const Run exact = simulate(reproduction(file), {.method = "gauss(4)"});
    for (const std::string& column : run.names)
      if (!column.starts_with("energy.") && !column.starts_with("gap."))
        CHECK(std::abs(run.last(column) - exact.last(column)) < tolerance(method));
    if (method.traits.closes_ledger) CHECK(run.largest("energy.balance_error") < 1e-12);
    if (method.traits.keeps_velocities) CHECK(run.largest("gap.velocity") < 1e-14);
  }
}

TEST_CASE("friction that is 0/0 at rest does not make a rod inert", "[reproductions]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Run run = attempt(reproduction("defect-inert-heats"), {.method = std::string(method.name)});
  if (is_refused(run)) return;
  REQUIRE(run.outcome == "finished");
  CHECK(run.has("multiplier.rod"));
  for (size_t row = 0; row < run.rows(); ++row)
    CHECK(std::abs(std::hypot(run.at("x", row), run.at("y", row)) - 1) < tolerance(method));
}

TEST_CASE("a body that a motor holds stands still", "[reproductions]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  for (const double step : {0.001, 0.01}) {
    CAPTURE(step);
    const Run run =
        attempt(reproduction("defect-hold"), {.step = step, .method = std::string(method.name)});
    if (is_refused(run)) continue;
    CAPTURE(run.message);
    REQUIRE(run.outcome == "finished");
    CHECK(run.drift("b_x") + run.drift("b_y") + run.drift("b_z") < 1e-12);
    for (size_t row = 0; row < run.rows(); ++row)
      CHECK(std::abs(run.at("multiplier.j.3", row) + 3 * 9.81) < 1e-9);
  }
}

TEST_CASE("a disc rolls the same with a row too many", "[reproductions]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  Json independent = reproduction("defect-disk-redundant");
  independent["velocity_constraints"]["contact_roll"]["formula"].erase(2);
  const Options options{.until = 0.5, .method = std::string(method.name)};
  const Run run = attempt(reproduction("defect-disk-redundant"), options);
  if (is_refused(run)) return;
  CAPTURE(run.message);
  REQUIRE(run.outcome == "finished");
  const Run other = simulate(independent, {.until = 0.5, .method = "gauss(4)"});
  for (const char* column : {"b_x", "b_y", "b_z", "b_wx", "b_wy", "b_wz"})
    CHECK(std::abs(run.last(column) - other.last(column)) < 15 * tolerance(method));
}

TEST_CASE("a run ends at a pole of an input in time", "[reproductions]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Run run = attempt(reproduction("pole-in-time"), {.method = std::string(method.name)});
  CHECK(run.outcome == "pole");
  CHECK(run.last("t") == 0.03);
  if (method.traits.closes_ledger) CHECK(run.largest("energy.balance_error") < 1e-12);
}

TEST_CASE("a kink that is passed in one long step leaves no open account", "[reproductions]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Run run = attempt(reproduction("open-ledger"), {.method = std::string(method.name)});
  CAPTURE(run.outcome, run.message);
  CHECK(!run.message.empty());
  if (!method.traits.closes_ledger || run.outcome != "finished") return;
  CHECK(run.largest("energy.balance_error") < 1e-3);
}

TEST_CASE("a pose that is no number ends a run", "[reproductions]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Run run = attempt(reproduction("pose-nan"), {.method = std::string(method.name)});
  CHECK(run.outcome == "not-finite");
  CHECK(run.message.find("\"b\"") != std::string::npos);
}

TEST_CASE("heat that flows between bodies is kept, or refused", "[reproductions]") {
  const Method& method = any_method();
  for (const char* file : {"S-13-conduction", "S-13-heat-elsewhere"}) {
    CAPTURE(method.name, file);
    const Run run = attempt(reproduction(file), {.method = std::string(method.name)});
    const bool is_refused_by_the_text =
        std::any_of(run.problems.begin(), run.problems.end(),
                    [](const Json& problem) { return problem["severity"] == "error"; });
    if (is_refused_by_the_text || is_refused(run)) continue;
    CHECK(run.outcome == "finished");
    if (method.traits.closes_ledger)
      CHECK(run.largest("energy.balance_error") < 1e-12 * run.largest("energy.stored"));
  }
}

}  // namespace reproductions_test
