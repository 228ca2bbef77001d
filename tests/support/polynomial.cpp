#include "support/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace porthos::test {

namespace {

Real value_of(const Factor& factor, Real x) {
  switch (factor.kind) {
    case Factor::kPower: return std::pow(x, factor.power);
    case Factor::kSine: return std::sin(x);
    case Factor::kCosine: return std::cos(x);
    default: return x < static_cast<Real>(factor.at) ? 0 : 1;
  }
}

/// The derivative of one factor; factor 0 where there is none.
Product slope_of(const Factor& factor) {
  Factor other = factor;
  switch (factor.kind) {
    case Factor::kPower:
      if (factor.power == 1) return {1};
      --other.power;
      return {double(factor.power), {other}};
    case Factor::kSine: other.kind = Factor::kCosine; return {1, {other}};
    case Factor::kCosine: other.kind = Factor::kSine; return {-1, {other}};
    default: return {0};
  }
}

}  // namespace

Real Polynomial::operator()(const RealVector& at) const {
  Real sum = 0;
  for (const Product& term : terms_) {
    Real product = static_cast<Real>(term.factor);
    for (const Factor& factor : term.factors) product *= value_of(factor, at[factor.variable]);
    sum += product;
  }
  return sum;
}

Polynomial Polynomial::derivative(int variable) const {
  Polynomial made;
  for (const Product& term : terms_)
    for (std::size_t k = 0; k < term.factors.size(); ++k) {
      if (term.factors[k].variable != variable) continue;
      const Product slope = slope_of(term.factors[k]);
      if (slope.factor == 0) continue;
      Product part{term.factor * slope.factor, slope.factors};
      for (std::size_t j = 0; j < term.factors.size(); ++j)
        if (j != k) part.factors.push_back(term.factors[j]);
      made.terms_.push_back(part);
    }
  return made;
}

bool Polynomial::depends_on(int variable) const {
  return std::ranges::any_of(terms_, [&](const Product& term) {
    return std::ranges::any_of(term.factors,
                               [&](const Factor& one) { return one.variable == variable; });
  });
}

std::string Polynomial::text(const std::function<std::string(int)>& name) const {
  if (terms_.empty()) return "0";
  std::string sum;
  for (const Product& term : terms_) {
    sum += (sum.empty() ? "" : " + ") + digits(term.factor);
    for (const Factor& factor : term.factors) {
      const std::string x = name(factor.variable);
      switch (factor.kind) {
        case Factor::kPower:
          sum += "*" + x + (factor.power == 1 ? "" : "^" + std::to_string(factor.power));
          break;
        case Factor::kSine: sum += "*sin(" + x + ")"; break;
        case Factor::kCosine: sum += "*cos(" + x + ")"; break;
        default: sum += "*if(" + x + " < " + digits(factor.at) + ", 0, 1)";
      }
    }
  }
  return "(" + sum + ")";
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial made;
  for (const Product& one : a.terms_)
    for (const Product& other : b.terms_) {
      if (one.factor * other.factor == 0) continue;
      made.terms_.push_back({one.factor * other.factor, one.factors});
      auto& factors = made.terms_.back().factors;
      factors.insert(factors.end(), other.factors.begin(), other.factors.end());
    }
  return made;
}

std::string digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, value < 0 ? "(%.17g)" : "%.17g", value);
  return buffer;
}

}  // namespace porthos::test
