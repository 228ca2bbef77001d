#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/graph.hpp"
#include "inspect/jet.hpp"

namespace porthos::inspect {

/// Evaluates formulas as Taylor polynomials. Jumps count as constant, as in derivatives.
class JetFormulas {
 public:
  /// `symbols` gives the value of each symbol; missing symbols are 0.
  JetFormulas(const JetSpace& space, std::unordered_map<std::uint32_t, Jet> symbols)
      : space_(space), values_(std::move(symbols)) {}

  std::vector<Jet> operator()(std::span<const expr::Expr> formulas);

 private:
  Jet value_of(const expr::Expr& formula) const;
  Jet apply(expr::Op op, const Jet& a, const Jet& b, const Jet& c) const;
  Jet power(const Jet& a, const Jet& b) const;
  Jet power(const Jet& a, double exponent) const;
  Jet angle(const Jet& y, const Jet& x) const;
  Jet function(expr::Op op, const Jet& a) const;

  const JetSpace& space_;
  std::unordered_map<std::uint32_t, Jet> values_;  // by the number of the node
};

}  // namespace porthos::inspect
