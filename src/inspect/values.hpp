#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "equations/balance.hpp"
#include "expr/tape.hpp"
#include "inspect/states.hpp"

namespace porthos::inspect {

using equations::add_transposed;
using equations::Balance;
using equations::Whole;
using expr::Expr;
using laws::Laws;

/// Compiled formulas of a whole model, for their values in a state.
class Values {
 public:
  /// parameters  by their outer names
  Values(const Balance& balance, std::span<const Expr> formulas,
         const std::map<std::string, double>& parameters);

  /// (formulas), with e and p of the state
  std::vector<double> at(const State& state) const;

 private:
  std::size_t z_, w_, c_, mu_, u_;
  std::vector<std::size_t> inputs_;  // indices into the values of all symbols, in order
  expr::Tape tape_, storage_;        // the formulas; e and p
  std::vector<std::size_t> storage_inputs_;
  std::vector<double> hoisted_, storage_hoisted_;
};

}  // namespace porthos::inspect
