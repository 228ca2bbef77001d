#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "expr/tape.hpp"
#include "inspect/balance.hpp"
#include "inspect/states.hpp"

namespace porthos::inspect {

/// Formulas of a whole model, compiled: their values in a state.
class Values {
 public:
  /// parameters  by their names from outside
  Values(const Balance& balance, std::span<const Expr> formulas,
         const std::map<std::string, double>& parameters);

  /// (formulas), where e and p are those of the state
  std::vector<double> at(const State& state) const;

 private:
  std::size_t z_, w_, c_, mu_, u_;
  std::vector<std::size_t> inputs_;  // which of all symbols' values, in their order
  expr::Tape tape_, storage_;        // the formulas; e and p
  std::vector<std::size_t> storage_inputs_;
  std::vector<double> hoisted_, storage_hoisted_;
};

}  // namespace porthos::inspect
