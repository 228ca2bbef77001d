#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "inspect/structure_matrices.hpp"
#include "structure/check.hpp"

namespace porthos::inspect {

using structure::Check;
using structure::Statement;
using structure::Verdict;

/// What a check found. A requirement that fails makes the model doubtful; a property, such as being
/// holonomic, is what it is.
struct Finding : Check {
  Finding(Check found, bool property = false) : Check(std::move(found)), is_property(property) {}
  bool is_property = false;
};
using Findings = std::vector<Finding>;

inline Finding property(Check found) { return {std::move(found), true}; }

/// What the checks look at: a model, its matrices, and states on its constraint set, the start
/// first.
struct Subject {
  const Opened& model;
  const Balance& balance;
  const std::map<std::string, double>& parameters;
  const StructureMatrices& matrices;
  const std::vector<State>& states;
  const std::vector<StructureAt>& at;  // (states)
  const Motion& motion;                // from the start on, if it is asked for

  /// Names of the velocity constraints, (rows).
  std::string row_name(int row) const {
    return model.assembled->mu[index(matrices.rows()[at_(row)])].name;
  }
  /// "the start", "state 3 of 8".
  std::string place(std::size_t state) const {
    return state == 0
               ? "the start"
               : "state " + std::to_string(state + 1) + " of " + std::to_string(states.size());
  }

 private:
  static std::size_t at_(int index) { return static_cast<std::size_t>(index); }
};

/// The worst of several residuals, with where it is and what is to blame.
struct Worst {
  double residual = 0;
  std::string where;
  std::vector<std::string> responsible;

  /// Keeps the larger residual; one that is not a number is kept from then on.
  void take(double other, const std::string& place, std::vector<std::string> names) {
    if (other <= residual || std::isnan(residual)) return;
    residual = other;
    where = place;
    responsible = std::move(names);
  }
  /// As a check; who is responsible is named only where it fails.
  Check check(const Statement& statement, double tolerance) const {
    Check made = structure::bounded(statement, residual, tolerance);
    made.where = where;
    if (made.verdict == Verdict::kFails) made.responsible = responsible;
    return made;
  }
};

}  // namespace porthos::inspect
