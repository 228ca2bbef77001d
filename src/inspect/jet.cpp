#include "inspect/jet.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.hpp"

namespace porthos::inspect {
namespace {

constexpr double kUnit = 1.1102230246251565e-16;  // rounding unit of 1

bool is_exactly_zero(const Tracked& a) { return a.value == 0 && a.error == 0; }

}  // namespace

Tracked sum(const Tracked& a, const Tracked& b, double sign) {
  const double value = a.value + sign * b.value;
  if (is_exactly_zero(a)) return {value, b.error};
  if (is_exactly_zero(b)) return {value, a.error};
  return {value, a.error + b.error + std::abs(value)};
}

Tracked product(const Tracked& a, const Tracked& b) {
  const double value = a.value * b.value;
  return {value, std::abs(a.value) * b.error + std::abs(b.value) * a.error + std::abs(value)};
}

Tracked quotient(const Tracked& a, const Tracked& b) {
  const double value = a.value / b.value, size = std::abs(value);
  return {value, (a.error + size * b.error) / std::abs(b.value) + size};
}

Size size_of(const Tracked& number) {
  // Bounds of rounding are rarely attained, so 16 of them count as zero. A number that is known to
  // four digits counts as nonzero.
  constexpr double kRounding = 16 * kUnit, kSure = 1e4 * kUnit;
  const double size = std::abs(number.value);
  if (!std::isfinite(size) || !std::isfinite(number.error)) return Size::kUnclear;
  if (size <= kRounding * number.error) return Size::kZero;
  return size >= kSure * number.error ? Size::kNonzero : Size::kUnclear;
}

int JetSpace::size_of(int variables, int order, int most) {
  double size = 1;
  for (int k = 1; k <= order; ++k) size = size * (variables + k) / k;
  return size <= most ? static_cast<int>(std::lround(size)) : 0;
}

JetSpace::JetSpace(int variables, int order) : order_(order) {
  std::map<std::vector<int>, int> numbers;
  const auto add = [&](const std::vector<int>& powers, int degree) {
    if (!numbers.emplace(powers, static_cast<int>(powers_.size())).second) return;
    powers_.push_back(powers);
    degrees_.push_back(degree);
  };
  add(std::vector<int>(index(variables), 0), 0);
  for (std::size_t at = 0; at < powers_.size(); ++at) {
    if (degrees_[at] == order) continue;
    for (int i = 0; i < variables; ++i) {
      std::vector<int> next = powers_[at];
      ++next[index(i)];
      add(next, degrees_[at] + 1);
    }
  }
  const std::size_t n = powers_.size();
  products_.assign(n * n, -1);
  lowered_.assign(n * index(variables), -1);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      if (degrees_[a] + degrees_[b] > order) continue;
      std::vector<int> both = powers_[a];
      for (std::size_t i = 0; i < both.size(); ++i) both[i] += powers_[b][i];
      products_[a * n + b] = numbers.find(both)->second;
    }
    for (int i = 0; i < variables; ++i) {
      if (powers_[a][index(i)] == 0) continue;
      std::vector<int> less = powers_[a];
      --less[index(i)];
      lowered_[a * index(variables) + index(i)] = numbers.find(less)->second;
    }
  }
  sums_.resize(n);
}

Jet JetSpace::constant(double value, double error) const {
  Jet made;
  made.order = order_;
  if (value != 0 || error != 0) made.terms.push_back({0, {value, error}});
  return made;
}

Jet JetSpace::variable(int variable, double value, double error) const {
  Jet made = constant(value, error);
  if (order_ > 0) made.terms.push_back({1 + variable, {1, 0}});
  return made;
}

Jet JetSpace::sum(const Jet& a, const Jet& b, double sign) const {
  Jet made;
  made.order = std::min(a.order, b.order);
  std::size_t i = 0, j = 0;
  while (i < a.terms.size() || j < b.terms.size()) {
    const bool has_a = i < a.terms.size(), has_b = j < b.terms.size();
    const int at_a = has_a ? a.terms[i].monomial : b.terms[j].monomial;
    const int at_b = has_b ? b.terms[j].monomial : at_a;
    const int at = std::min(at_a, at_b);
    if (degrees_[index(at)] > made.order) break;
    Tracked factor;
    if (has_a && at_a == at) factor = a.terms[i++].factor;
    if (has_b && at_b == at) factor = inspect::sum(factor, b.terms[j++].factor, sign);
    if (!is_exactly_zero(factor)) made.terms.push_back({at, factor});
  }
  work_ += a.terms.size() + b.terms.size();
  return made;
}

Jet JetSpace::product(const Jet& a, const Jet& b) const {
  Jet made;
  made.order = std::min(a.order, b.order);
  const std::size_t n = degrees_.size();
  std::vector<int> touched;
  for (const Jet::Term& left : a.terms)
    for (const Jet::Term& right : b.terms) {
      if (degrees_[index(left.monomial)] + degrees_[index(right.monomial)] > made.order) break;
      const int to = products_[index(left.monomial) * n + index(right.monomial)];
      Tracked& sum = sums_[index(to)];
      if (is_exactly_zero(sum)) touched.push_back(to);
      sum = inspect::sum(sum, inspect::product(left.factor, right.factor));
      ++work_;
    }
  std::ranges::sort(touched);
  for (const int to : touched) {
    if (!is_exactly_zero(sums_[index(to)])) made.terms.push_back({to, sums_[index(to)]});
    sums_[index(to)] = {};
  }
  return made;
}

Jet JetSpace::reciprocal(const Jet& a) const {
  const Tracked at = a.constant();
  std::vector<Tracked> factors;
  double power = 1 / at.value;
  for (int k = 0; k <= order_; ++k) {
    factors.push_back({power, std::abs(power) * ((k + 1) * (1 + at.error / std::abs(at.value)))});
    power /= -at.value;
  }
  return series(factors, a);
}

Jet JetSpace::series(const std::vector<Tracked>& factors, const Jet& a) const {
  Jet offset = a;
  if (!offset.terms.empty() && offset.terms.front().monomial == 0)
    offset.terms.erase(offset.terms.begin());
  const auto number = [&](const Tracked& factor) {
    Jet made = constant(factor.value, factor.error);
    made.order = a.order;
    return made;
  };
  const int degree = offset.terms.empty() ? 0 : a.order;
  Jet made = number(factors[index(degree)]);
  for (int k = degree - 1; k >= 0; --k)
    made = sum(product(made, offset), number(factors[index(k)]));
  return made;
}

Jet JetSpace::derivative(const Jet& a, int variable) const {
  Jet made;
  made.order = a.order - 1;
  const std::size_t variables = powers_.front().size();
  for (const Jet::Term& term : a.terms) {
    const auto at = index(term.monomial);
    const int to = lowered_[at * variables + index(variable)];
    if (to < 0) continue;
    const double power = powers_[at][index(variable)];
    made.terms.push_back({to, {power * term.factor.value, power * term.factor.error}});
  }
  std::ranges::sort(made.terms, {}, &Jet::Term::monomial);
  return made;
}

}  // namespace porthos::inspect
