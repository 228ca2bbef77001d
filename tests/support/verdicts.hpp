/// Reports on small models with known verdicts, for the tests of the inspector.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "inspect/inspector.hpp"
#include "support/random_model.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace porthos::test::verdicts {

inline Json report_of(const Json& model, const Json& options) {
  return Json::parse(inspect::inspect(model.dump(), "{}", options.dump()));
}

/// The finding with this name; null if there is none.
inline Json finding(const Json& report, const std::string& name) {
  for (const Json& one : report["findings"])
    if (one["name"].get<std::string>() == name) return one;
  return {};
}

inline std::string verdict(const Json& report, const std::string& name) {
  const Json one = finding(report, name);
  return one.is_null() ? "missing" : one["verdict"].get<std::string>();
}

inline bool is_refused(const Json& report, const std::string& code) {
  return std::ranges::any_of(report["problems"], [&](const Json& one) {
    return one["code"].get<std::string>() == code && one["severity"].get<std::string>() == "error";
  });
}

/// Masses of 1 kg on lines, with n velocities v1, v2, ...
inline Json points(int n) {
  Json model = {{"porthos", 1}};
  Json mass = Json::array();
  for (int i = 1; i <= n; ++i) {
    const std::string k = std::to_string(i);
    model["positions"]["x" + k] = 0.3 * i;
    model["velocities"]["v" + k] = 0.1 * i;
    model["kinematics"]["x" + k] = "v" + k;
    Json row = Json::array();
    for (int j = 1; j <= n; ++j) row.push_back(i == j ? 1 : 0);
    mass.push_back(row);
  }
  model["mass"] = mass;
  return model;
}

inline Json with_friction(const std::string& effort, const std::string& flow = "v1", int n = 1) {
  Json model = points(n);
  model["dissipation"]["friction"] = {{"flow", flow}, {"effort", effort}};
  return model;
}

/// Options of a report on relations only.
inline Json passivity_only() { return {{"only", {"T-06"}}, {"samples", 3}}; }

inline Json passivity(const Json& model) {
  return finding(report_of(model, passivity_only()), "friction only takes energy");
}

inline std::string number(double value) { return Json(value).dump(); }

inline double uniform(Random& random) { return random.next(2000001) / 1e6 - 1; }

/// 10^-6 to 10^6.
inline double scale(Random& random) { return std::pow(10, 6 * uniform(random)); }

/// sum_j D_ij v_j with factors in the units of the velocities.
inline std::string linear(const std::vector<double>& row) {
  std::string text;
  for (std::size_t j = 0; j < row.size(); ++j)
    text += (j ? " + (" : "(") + number(row[j]) + ")*v" + std::to_string(j + 1);
  return text;
}

inline std::string list_of(const std::vector<std::string>& formulas) {
  std::string text = "[";
  for (std::size_t i = 0; i < formulas.size(); ++i) text += (i ? ", " : "") + formulas[i];
  return text + "]";
}

}  // namespace porthos::test::verdicts
