/// Sums of products of powers, sines and cosines: random formulas whose values and derivatives a
/// test computes itself, in long double.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <string>
#include <vector>

namespace porthos::test {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// x^power, sin(x), cos(x), or the unit step at `at`, of a variable.
struct Factor {
  enum Kind { kPower, kSine, kCosine, kStep };
  Kind kind = kPower;
  int variable = 0;
  int power = 1;
  double at = 0;
};

struct Product {
  double factor = 1;
  std::vector<Factor> factors = {};
};

class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(double constant) {
    if (constant != 0) terms_.push_back({constant});
  }
  explicit Polynomial(std::vector<Product> terms) : terms_(std::move(terms)) {}
  static Polynomial variable(int index, int power = 1) {
    return Polynomial({{1, {{Factor::kPower, index, power}}}});
  }
  static Polynomial sine(int index) { return Polynomial({{1, {{Factor::kSine, index}}}}); }
  static Polynomial cosine(int index) { return Polynomial({{1, {{Factor::kCosine, index}}}}); }
  static Polynomial step(int index, double at) {
    return Polynomial({{1, {{Factor::kStep, index, 1, at}}}});
  }

  Real operator()(const RealVector& at) const;
  /// The partial derivative; that of a step is 0.
  Polynomial derivative(int variable) const;
  bool depends_on(int variable) const;
  bool is_zero() const { return terms_.empty(); }
  /// As a formula, with these texts in the place of the variables.
  std::string text(const std::function<std::string(int)>& name) const;

  Polynomial& operator+=(const Polynomial& other) {
    terms_.insert(terms_.end(), other.terms_.begin(), other.terms_.end());
    return *this;
  }
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
  friend Polynomial operator-(Polynomial a, const Polynomial& b) { return a += -1.0 * b; }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(double factor, const Polynomial& a) { return Polynomial(factor) * a; }

 private:
  std::vector<Product> terms_;
};

/// A number as formulas have it, with all its digits.
std::string digits(double value);

}  // namespace porthos::test
