#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "laws/laws.hpp"

namespace porthos::model {

using expr::Expr;

/// The quantities on which a formula may depend.
enum Allowed : unsigned {
  kParameters = 0,
  kPositions = 1,
  kVelocities = 2,
  kEfforts = 4,
  kMomenta = 8,
  kMultipliers = 16,
  kTime = 32,
  kRates = 64,
  kState = kPositions | kVelocities | kEfforts | kMomenta | kMultipliers | kTime,
  kReport = kState | kRates,  // for reports, views and conditions, which do not act on the motion
  kCondition = 128,           // alone: a condition on parameters, true (1) or false (0)
};

/// The kinds of the symbols of a component's laws.
class SymbolKinds {
 public:
  explicit SymbolKinds(const laws::Laws& laws) : laws_(laws) {}

  /// The symbols of these kinds that a formula contains.
  std::vector<Expr> symbols(const Expr& formula, unsigned kinds) const;
  /// The quantities beyond `allowed` on which the formula depends, in words; "" if there are none.
  std::string excess(const Expr& formula, unsigned allowed) const;
  /// The formula with all velocities and efforts zero.
  Expr rest(const Expr& formula) const;

 private:
  unsigned kind_of(const Expr& symbol) const;

  const laws::Laws& laws_;
  mutable std::unordered_map<std::uint32_t, unsigned> kinds_;  // of symbols, by their numbers
  mutable std::array<std::size_t, 7> known_{};  // number of symbols of each list in it
};

}  // namespace porthos::model
