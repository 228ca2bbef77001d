/// Linearizes a model like a host, text in and JSON out, and returns matrices by name.
#pragma once

#include <Eigen/Dense>
#include <complex>
#include <vector>

#include "linearize/linearize.hpp"
#include "support/run.hpp"

namespace porthos::test {

using Eigen::MatrixXd;
using Complexes = std::vector<std::complex<double>>;

/// The answer, whatever it says.
inline Json attempt_linear(const Json& model, const Json& options = Json::object()) {
  const std::string text = model.dump();
  return Json::parse(linearize::linearize(text, Json(used_files(text)).dump(), options.dump()));
}

/// The answer; fails the test if it has an error.
inline Json linear(const Json& model, const Json& options = Json::object()) {
  Json answer = attempt_linear(model, options);
  for (const Json& problem : answer["problems"]) {
    INFO(problem.dump());
    REQUIRE(problem["severity"] == "warning");
  }
  return answer;
}

inline MatrixXd matrix(const Json& rows) {
  const auto columns = rows.empty() ? 0 : Eigen::Index(rows[0].size());
  MatrixXd made(Eigen::Index(rows.size()), columns);
  for (Eigen::Index i = 0; i < made.rows(); ++i)
    for (Eigen::Index k = 0; k < made.cols(); ++k)
      made(i, k) = rows[size_t(i)][size_t(k)].get<double>();
  return made;
}

inline Complexes eigenvalues(const Json& answer) {
  Complexes list;
  for (const Json& one : answer["eigenvalues"]) list.emplace_back(one[0], one[1]);
  return list;
}

/// The largest distance of an expected value to the nearest found one, using each found one once;
/// infinite if their numbers differ.
inline double distance(Complexes found, const Complexes& expected) {
  if (found.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const auto& one : expected) {
    const auto nearest = std::ranges::min_element(
        found, {}, [&](const auto& other) { return std::abs(other - one); });
    largest = std::max(largest, std::abs(*nearest - one));
    found.erase(nearest);
  }
  return largest;
}

inline Complexes eigenvalues_of(const MatrixXd& A) {
  const Eigen::VectorXcd values = A.eigenvalues();
  return {values.begin(), values.end()};
}

/// i w and -i w.
inline Complexes pair(double w) { return {{0, w}, {0, -w}}; }

}  // namespace porthos::test
