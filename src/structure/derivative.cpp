#include "structure/derivative.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace porthos::structure {
namespace {

/// The derivative with respect to coordinate l, and the difference between the formulas of fourth
/// and sixth order.
struct Difference {
  MatX value;
  double error = 0;
};

Difference difference(const MatrixField& at, const VecX& x, Index l, double h) {
  const auto odd = [&](double distance) -> MatX {
    VecX ahead = x, behind = x;
    ahead(l) += distance;
    behind(l) -= distance;
    return (at(ahead) - at(behind)) / (ahead(l) - behind(l));
  };
  const MatX once = odd(h), twice = odd(2 * h), thrice = odd(3 * h);
  const MatX fourth = (4 * once - twice) / 3;
  const MatX sixth = (15 * once - 6 * twice + thrice) / 10;
  return {sixth, largest_entry(sixth - fourth)};
}

}  // namespace

bool Derivative::is_finite() const {
  return value.allFinite() &&
         std::all_of(by.begin(), by.end(), [](const MatX& d) { return d.allFinite(); });
}

double Derivative::tolerance() const {
  constexpr double kExact = 1e-10, kDifferences = 1e-8;
  double size = std::max(1.0, largest_entry(value));
  for (const MatX& d : by) size = std::max(size, largest_entry(d));
  return (uncertainty > 0 ? kDifferences : kExact) * size;
}

Derivative differentiate(const SmoothMatrix& matrix, const VecX& x) {
  Derivative result{matrix.at(x), {}, 0};
  if (matrix.derivative) {
    result.by = matrix.derivative(x);
    return result;
  }
  for (Index l = 0; l < x.size(); ++l) {
    Difference best;
    best.error = std::numeric_limits<double>::infinity();
    for (const double step : {1e-2, 2e-3, 4e-4}) {
      Difference next = difference(matrix.at, x, l, step * std::max(1.0, std::abs(x(l))));
      if (best.value.size() == 0 || next.error < best.error) best = std::move(next);
    }
    result.uncertainty = std::max(result.uncertainty, best.error);
    result.by.push_back(std::move(best.value));
  }
  return result;
}

}  // namespace porthos::structure
