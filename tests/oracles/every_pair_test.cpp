/// Every method on every model of the gallery and of the reproductions: it has its order and keeps
/// its promises, or refuses the model.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace every_pair_test {
using namespace porthos::test;
using porthos::integrate::Method;

namespace {

constexpr double kUntil = 0.2, kLook = 0.05;  // s

struct Model {
  std::string name;
  Json json;
};

/// All that run, from the folders.
const std::vector<Model>& models() {
  static const std::vector<Model> all = [] {
    std::vector<Model> found;
    // Orders hold between the switches of set-valued laws; tests/oracles/*.test.ts have their
    // oracles.
    for (const std::string& name : gallery_names())
      if (const Json model = gallery(name); !has_modes(model)) found.push_back({name, model});
    const auto root = models_folder().parent_path().parent_path();
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(root / "tests" / "reproductions"))
      files.push_back(file.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
      found.push_back({file.stem().stem().string(), Json::parse(read_text(file))});
    std::erase_if(found, [](const Model& model) {
      for (const Json& problem : problems_of(model.json))
        if (problem["severity"].get<std::string>() == "error") return true;
      return false;
    });
    return found;
  }();
  return all;
}

/// The compared quantities: states, and forces if they are unique.
std::vector<std::string> compared(const Run& run) {
  bool is_unique = true;
  for (const Json& problem : run.problems)
    is_unique = is_unique && problem["code"].get<std::string>() != "PH202";
  std::vector<std::string> names;
  for (const std::string& name : run.names)
    if (name != "t" && !name.starts_with("energy.") && !name.starts_with("gap.") &&
        (is_unique || (!name.starts_with("multiplier.") && !name.ends_with(".effort"))))
      names.push_back(name);
  return names;
}

/// The largest error at the times k * kLook of any column, relative to its size or to a hundredth
/// of the largest.
double error_of(const Run& run, const Run& exact, std::string* where = nullptr) {
  const auto rows_of = [](const Run& one) {
    std::vector<size_t> rows;
    for (size_t row = 0; row < one.rows(); ++row)
      if (std::abs(std::remainder(one.at("t", row), kLook)) < 1e-9 &&
          (rows.empty() || one.at("t", row) - one.at("t", rows.back()) > 1e-9))
        rows.push_back(row);
    return rows;
  };
  const auto own = rows_of(run), other = rows_of(exact);
  if (own.size() != other.size()) return INFINITY;
  double largest = 0, worst = 0;
  const auto names = compared(exact);
  for (const std::string& name : names) largest = std::max(largest, exact.largest(name));
  for (const std::string& name : names)
    for (size_t i = 0; i < own.size(); ++i)
      if (const double error = std::abs(run.at(name, own[i]) - exact.at(name, other[i])) /
                               (exact.largest(name) + 1e-2 * largest);
          error > worst) {
        worst = error;
        if (where) *where = name;
      }
  return worst;
}

double energy_of(const Run& run) {
  return run.largest("energy.stored") + run.largest("energy.kinetic") +
         run.largest("energy.potential") + run.largest("energy.dissipated") +
         run.largest("energy.supplied") + 1e-12;
}

void check_promises(const Method& method, const Run& run) {
  double length = 1;
  for (const std::string& name : compared(run)) length = std::max(length, run.largest(name));
  if (method.traits.closes_ledger)
    CHECK(run.largest("energy.balance_error") < 1e-12 * energy_of(run));
  if (method.traits.keeps_positions) CHECK(run.largest("gap.position") < 1e-12 * length);
  if (method.traits.keeps_velocities) CHECK(run.largest("gap.velocity") < 1e-11 * length);
  const Column dissipated = run.column("energy.dissipated");
  CHECK(std::is_sorted(dissipated.begin(), dissipated.end()));
}

/// The order of the method; if a resistive effort depends on a reaction, the order s of the stages'
/// reactions (docs/numerics.md 1).
int order_of(const Model& model, const Method& method) {
  if (!model.json.contains("dissipation")) return method.traits.order;
  const std::string formulas =
      model.json["dissipation"].dump() + model.json.value("definitions", Json::object()).dump();
  const bool has_reaction = formulas.find("effort(") != std::string::npos ||
                            formulas.find("multiplier(") != std::string::npos;
  const bool is_gauss = method.name.starts_with("gauss(");
  return has_reaction && is_gauss ? method.traits.order / 2 : method.traits.order;
}

/// Halves the step until the errors fall with the order, or are rounding.
void check_order(const Model& model, const Method& method, const Run& exact) {
  constexpr double kRounding = 1e-9, kMargin = 0.5;
  constexpr int kMost = 7;
  double before = INFINITY, order = 0;
  bool was_in_order = false;
  std::string seen;
  for (int k = 0; k <= kMost; ++k) {
    const double step = kLook / (2 << k);
    const Run run =
        attempt(model.json, {.until = kUntil, .step = step, .method = std::string(method.name)});
    if (run.outcome == "unsuited") return;
    seen += run.outcome + " ";
    if (run.outcome != "finished") {
      before = INFINITY;
      continue;  // the step is too long for the equations
    }
    check_promises(method, run);
    const double error = error_of(run, exact);
    order = std::log2(before / error);
    seen += Json(error).dump() + ", ";
    const bool is_in_order = order > order_of(model, method) - kMargin;
    if (error < kRounding || (is_in_order && (before < 0.1 || was_in_order))) return;
    was_in_order = is_in_order;
    before = error;
  }
  FAIL_CHECK(model.name << ", " << method.name << ": errors " << seen << " order " << order);
}

void check_tolerance(const Model& model, const Method& method, const Run& exact) {
  for (const double tolerance : {1e-5, 1e-8}) {
    const Run run = attempt(model.json, {.until = kUntil,
                                         .step = kLook / 4,
                                         .method = std::string(method.name),
                                         .tolerance = tolerance});
    if (run.outcome == "unsuited") return;
    CAPTURE(tolerance, run.message);
    CHECK(run.outcome == "finished");
    if (run.outcome != "finished") continue;
    check_promises(method, run);
    std::string where;
    const double error = error_of(run, exact, &where);
    CAPTURE(where);
    CHECK(error < 100 * tolerance);  // forces, which are rates, included
  }
}

}  // namespace

// In parts, which run in parallel.
TEMPLATE_TEST_CASE_SIG("every method is right on every model, or refuses it", "[oracles][pairs]",
                       ((int part), part), 0, 1, 2, 3) {
  constexpr int kParts = 4;
  const int every = kSanitized ? 23 : 1;
  const char* only = std::getenv("PORTHOS_ONLY");
  int count = 0;
  for (const Model& model : models()) {
    if (only && model.name != only) continue;
    const bool is_mine = (&model - models().data()) % kParts == part;
    std::optional<Run> exact;
    for (const Method* method : porthos::integrate::methods()) {
      if (++count % every != 0 || !is_mine) continue;
      // A step may be too short for the equations as well.
      for (int parts = 64; !exact || (exact->outcome != "finished" && parts >= 8); parts /= 2)
        exact = attempt(model.json, {.until = kUntil, .step = kLook / parts, .method = "gauss(4)"});
      CAPTURE(model.name, method->name, exact->message);
      if (exact->outcome != "finished") {  // a pole, or a pose that is no number: of every method
        CHECK((exact->outcome == "pole" || exact->outcome == "not-finite"));
        const Run run = attempt(model.json, {.until = kUntil, .method = std::string(method->name)});
        CHECK(run.outcome == exact->outcome);
        continue;
      }
      if (method->traits.is_adaptive)
        check_tolerance(model, *method, *exact);
      else
        check_order(model, *method, *exact);
    }
  }
  CHECK(count > 400);
}

}  // namespace every_pair_test
