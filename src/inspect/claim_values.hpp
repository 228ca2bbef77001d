#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/range.hpp"
#include "expr/tape.hpp"
#include "inspect/nonnegative.hpp"

namespace porthos::inspect {

/// The value of a claim's sum at given values of its symbols.
class ClaimValues {
 public:
  enum class Kind { kPosition, kVelocity, kReaction, kOther, kParameter };
  struct Slot {
    Expr symbol;
    Kind kind = Kind::kParameter;
    std::size_t place = 0;
    double value = 0;  // value of a parameter
  };

  ClaimValues(const Subject& subject, const Claim& claim);

  const std::vector<Slot>& slots() const { return slots_; }
  /// The sum of all terms.
  const Expr& sum() const { return sum_; }
  /// The symbols of one kind.
  std::vector<Expr> symbols(Kind kind) const;
  bool has(Kind kind) const { return !symbols(kind).empty(); }

  /// The values of the slots in a state.
  std::vector<double> at(const State& state) const;
  /// The sum; empty if it is undefined or a temperature is not positive.
  std::optional<double> value(const std::vector<double>& values) const;
  /// The sum over the squares of the flows. For a scalar relation this is effort over flow.
  std::optional<double> ratio(const std::vector<double>& values) const;
  /// True if the sum is negative beyond the bounds of its rounding.
  bool is_negative(const std::vector<double>& values) const;
  /// Ranges with fixed parameters and positive temperatures.
  expr::Ranges ranges() const;
  /// "v = 12.6, x = 0.1"
  std::string text(const std::vector<double>& values) const;

 private:
  std::vector<double> outputs(const std::vector<double>& values) const;

  const Claim& claim_;
  const expr::Graph& graph_;
  Expr sum_;
  std::vector<Slot> slots_;
  expr::Tape tape_;
  std::vector<double> hoisted_;
};

using SlotKind = ClaimValues::Kind;

}  // namespace porthos::inspect
