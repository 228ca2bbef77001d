#pragma once

#include <cstddef>
#include <vector>

namespace porthos::inspect {

/// A number with a first-order bound of its rounding, in units of the rounding of 1.
struct Tracked {
  double value = 0, error = 0;
};

Tracked sum(const Tracked& a, const Tracked& b, double sign = 1);
Tracked product(const Tracked& a, const Tracked& b);
Tracked quotient(const Tracked& a, const Tracked& b);

enum class Size { kZero, kNonzero, kUnclear };

/// Whether a number is rounding, nonzero, or undecided.
Size size_of(const Tracked& number);

/// A Taylor polynomial of some variables at a point, exact up to rounding.
struct Jet {
  struct Term {
    int monomial = 0;  // number in the space; 0 is the constant
    Tracked factor;
  };
  std::vector<Term> terms;  // in ascending order of monomials; missing ones are exactly 0
  int order = 0;            // terms of higher degree are unknown

  Tracked constant() const {
    return !terms.empty() && terms.front().monomial == 0 ? terms.front().factor : Tracked();
  }
};

/// The arithmetic of Taylor polynomials up to an order.
class JetSpace {
 public:
  JetSpace(int variables, int order);

  /// The number of monomials; 0 if it exceeds `most`.
  static int size_of(int variables, int order, int most);

  int order() const { return order_; }
  /// The number of products of terms so far, to bound the work of growing formulas.
  std::size_t work() const { return work_; }

  Jet constant(double value, double error = 0) const;
  Jet variable(int variable, double value, double error = 0) const;

  Jet sum(const Jet& a, const Jet& b, double sign = 1) const;
  Jet product(const Jet& a, const Jet& b) const;
  Jet reciprocal(const Jet& a) const;
  /// sum_k factors[k] (a - a_0)^k, the series of a function at a_0; order + 1 factors.
  Jet series(const std::vector<Tracked>& factors, const Jet& a) const;
  /// With respect to a variable; its order is one less.
  Jet derivative(const Jet& a, int variable) const;

 private:
  int order_;
  std::vector<std::vector<int>> powers_;  // (monomials x variables)
  std::vector<int> degrees_;              // (monomials)
  std::vector<int> products_;             // (monomials x monomials), -1 beyond the order
  std::vector<int> lowered_;              // (monomials x variables), -1 if there is no such power
  mutable std::size_t work_ = 0;
  mutable std::vector<Tracked> sums_;  // (monomials)
};

}  // namespace porthos::inspect
