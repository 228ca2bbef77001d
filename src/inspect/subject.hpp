#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "inspect/structure_matrices.hpp"
#include "structure/check.hpp"

namespace porthos::inspect {

using structure::Check;
using structure::Statement;
using structure::Verdict;

/// The result of a check. A failed requirement makes the model doubtful; a property, such as
/// holonomic, only describes it.
struct Finding : Check {
  Finding(Check found, bool property = false) : Check(std::move(found)), is_property(property) {}
  bool is_property = false;
};
using Findings = std::vector<Finding>;

inline Finding property(Check found) { return {std::move(found), true}; }

struct ClosednessParts;

/// Results that several checks use. Each is computed on first use.
struct SharedResults {
  std::shared_ptr<const ClosednessParts> closedness;
};

/// The subject of the checks: a model, its matrices, and states on its constraint set, the start
/// first.
struct Subject {
  const Opened& model;
  const Balance& balance;
  const std::map<std::string, double>& parameters;
  const StructureMatrices& matrices;
  const std::vector<State>& states;
  const std::vector<StructureAt>& at;  // (states)
  const Motion& motion;                // from the start, if requested
  SharedResults& shared;

  /// Names of the velocity constraints, (rows).
  std::string row_name(int row) const {
    return model.assembled->mu[index(matrices.rows()[at_(row)])].name;
  }
  /// Why a check of velocity constraints does not apply; (rows) leave prescribed ports out.
  std::string without_rows() const {
    const auto& prescribing = balance.whole().is_prescribing;
    const bool has_ports =
        std::find(prescribing.begin(), prescribing.end(), 1) != prescribing.end();
    return has_ports ? "There are no velocity constraints besides ports whose flow is prescribed."
                     : "There are no velocity constraints.";
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

/// The largest of several residuals, with its place and its cause.
struct Worst {
  double residual = 0;
  std::string where;
  std::vector<std::string> responsible;

  /// Keeps the larger residual; once it is NaN, it stays NaN.
  void take(double other, const std::string& place, std::vector<std::string> names) {
    if (other <= residual || std::isnan(residual)) return;
    residual = other;
    where = place;
    responsible = std::move(names);
  }
  /// The result as a check; the cause is named only if it fails.
  Check check(const Statement& statement, double tolerance) const {
    Check made = structure::bounded(statement, residual, tolerance);
    made.where = where;
    if (made.verdict == Verdict::kFails) made.responsible = responsible;
    return made;
  }
};

}  // namespace porthos::inspect
