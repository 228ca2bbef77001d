#pragma once

#include <cstddef>
#include <vector>

namespace porthos::inspect {

/// A number with a bound of the rounding in it, in units of the rounding of 1: what each operation
/// adds, to first order.
struct Tracked {
  double value = 0, error = 0;
};

Tracked sum(const Tracked& a, const Tracked& b, double sign = 1);
Tracked product(const Tracked& a, const Tracked& b);
Tracked quotient(const Tracked& a, const Tracked& b);

enum class Size { kZero, kNonzero, kUnclear };

/// Whether a number is only rounding. Between both bounds nothing is decided.
Size size_of(const Tracked& number);

/// A Taylor polynomial of some variables at a point, exact but for rounding.
struct Jet {
  struct Term {
    int monomial = 0;  // of the space; 0 is the constant
    Tracked factor;
  };
  std::vector<Term> terms;  // in ascending order of monomials; what is missing is exactly 0
  int order = 0;            // terms of higher degree are unknown

  Tracked constant() const {
    return !terms.empty() && terms.front().monomial == 0 ? terms.front().factor : Tracked();
  }
};

/// The arithmetic of Taylor polynomials up to an order.
class JetSpace {
 public:
  JetSpace(int variables, int order);

  /// How many monomials there are; 0 if they are more than `most`.
  static int size_of(int variables, int order, int most);

  int order() const { return order_; }
  /// Products of two terms so far: what to bound where formulas may grow.
  std::size_t work() const { return work_; }

  Jet constant(double value, double error = 0) const;
  Jet variable(int variable, double value, double error = 0) const;

  Jet sum(const Jet& a, const Jet& b, double sign = 1) const;
  Jet product(const Jet& a, const Jet& b) const;
  Jet reciprocal(const Jet& a) const;
  /// sum_k factors[k] (a - a_0)^k, the series of a function at a_0; order + 1 factors.
  Jet series(const std::vector<Tracked>& factors, const Jet& a) const;
  /// By a variable; of one order less.
  Jet derivative(const Jet& a, int variable) const;

 private:
  int order_;
  std::vector<std::vector<int>> powers_;  // (monomials x variables)
  std::vector<int> degrees_;              // (monomials)
  std::vector<int> products_;             // (monomials x monomials), -1 beyond the order
  std::vector<int> lowered_;  // (monomials x variables), -1 where there is no such power
  mutable std::size_t work_ = 0;
  mutable std::vector<Tracked> sums_;  // (monomials)
};

}  // namespace porthos::inspect
