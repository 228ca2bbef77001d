#include "base/sparse_lu.hpp"
#include "base/complex.hpp"
#include "base/index.hpp"
#include "base/pair.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace porthos {
namespace {

using Complex = std::complex<double>;

// Along a chain effects decay exponentially, down to numbers below 2e-308, which processors handle
// a hundred times slower. Values below this bound are so small that the product of any two others
// never comes near them.
double flushed(double x) { return std::abs(x) < 1e-150 ? 0 : x; }
Complex flushed(const Complex& x) { return {flushed(x.real()), flushed(x.imag())}; }

// Dot product of contiguous numbers. Two independent sums shorten the dependency chain.
double dense_product(const double* a, const double* x, int count) {
  Pair even = {0, 0}, odd = {0, 0};
  int i = 0;
  for (; i + 3 < count; i += 4) {
    even += numbers_at<Pair>(a + i) * numbers_at<Pair>(x + i);
    odd += numbers_at<Pair>(a + i + 2) * numbers_at<Pair>(x + i + 2);
  }
  even += odd;
  double sum = even[0] + even[1];
  for (; i < count; ++i) sum += a[i] * x[i];
  return sum;
}
Complex dense_product(const Complex* a, const Complex* x, int count) {
  Pair by_real[] = {{0, 0}, {0, 0}}, by_imaginary[] = {{0, 0}, {0, 0}};
  const auto add = [&](int i, int to) {
    Pair value;
    std::memcpy(&value, x + i, sizeof value);
    by_real[to] += value * a[i].real();
    by_imaginary[to] += value * a[i].imag();
  };
  int i = 0;
  for (; i + 1 < count; i += 2) {
    add(i, 0);
    add(i + 1, 1);
  }
  if (i < count) add(i, 0);
  by_real[0] += by_real[1];
  by_imaginary[0] += by_imaginary[1];
  return {by_real[0][0] - by_imaginary[0][1], by_real[0][1] + by_imaginary[0][0]};
}

/// sum without a[i] x[at[i]], i < count. Nearly full matrices have long rows without gaps.
template <typename T>
T without_products(T sum, const T* a, const int* at, const T* x, int count) {
  constexpr int kMany = 8;
  if (count >= kMany && at[count - 1] - at[0] == count - 1)
    return sum - dense_product(a, x + at[0], count);
  for (int i = 0; i < count; ++i) sum -= product(a[i], x[at[i]]);
  return sum;
}

}  // namespace

template <typename T>
SparseLu<T>::SparseLu(int size, std::span<const Entry> places, bool is_corrected)
    : is_corrected_(is_corrected) {
  order_.pattern = Sparse(size, size, places);
}

template <typename T>
void SparseLu<T>::resize() {
  l_.resize(order_.lower.size());
  u_.resize(order_.upper.size());
  inverse_pivot_.resize(index(size()));
  work_.resize(index(size()));
  kept_.resize(index(size()));
  solution_.resize(index(size()));
}

template <typename T>
bool SparseLu<T>::factorise(std::span<const T> values) {
  if (!order_.row_at.empty() && refactorise(values)) return true;
  const std::vector<Complex> all(values.begin(), values.end());
  for (const bool is_equilibrated : {false, true}) {
    if (order_.is_too_dense) break;
    if (!order_.find(all, is_equilibrated)) continue;
    resize();
    if (refactorise(values)) return true;
  }
  if (order_.is_too_dense) order_.row_at.clear();  // an abandoned search leaves no valid order
  return false;
}

template <typename T>
bool SparseLu<T>::refactorise(std::span<const T> values) {
  // A pivot this much smaller than its row costs this share of the digits. Corrections recover
  // them, and twice as many digits along a path of the elimination. Beyond that a new order is
  // computed.
  constexpr double kWeak = 1e-2, kWeakest = 1e-4, kMostLost = 1e-8;
  const double weakest = is_corrected_ ? kWeakest : kWeak;
  T* const x = work_.data();
  for (int k = 0; k < size(); ++k) {
    for (int i = order_.lower_start[index(k)]; i < order_.lower_start[index(k) + 1]; ++i)
      x[order_.lower[index(i)]] = 0;
    for (int i = order_.upper_start[index(k)]; i < order_.upper_start[index(k) + 1]; ++i)
      x[order_.upper[index(i)]] = 0;
    x[k] = 0;
    const int row = order_.row_at[index(k)];
    for (int i = order_.pattern.start[index(row)]; i < order_.pattern.start[index(row) + 1]; ++i)
      x[order_.position[index(order_.pattern.column[index(i)])]] = values[index(i)];
    double kept = 1;
    for (int i = order_.lower_start[index(k)]; i < order_.lower_start[index(k) + 1]; ++i) {
      const int j = order_.lower[index(i)];
      const T factor = x[j];
      l_[index(i)] = factor;
      if (factor == T(0)) continue;
      kept = std::min(kept, kept_[index(j)]);
      for (int m = order_.upper_start[index(j)]; m < order_.upper_start[index(j) + 1]; ++m)
        x[order_.upper[index(m)]] -= product(factor, u_[index(m)]);
    }
    const T inverse = inverse_of(x[k]);
    const double pivot = size_of(x[k]) * order_.pivot_weight[index(k)];
    double largest = 0;
    for (int i = order_.upper_start[index(k)]; i < order_.upper_start[index(k) + 1]; ++i) {
      const int j = order_.upper[index(i)];
      const T value = x[j];
      largest = std::max(largest, size_of(value) * order_.pivot_weight[index(j)]);
      u_[index(i)] = product(value, inverse);
    }
    if (!(pivot > weakest * largest) || !std::isfinite(pivot)) return false;
    if (pivot < kWeak * largest) kept *= pivot / largest;
    if (kept < kMostLost) return false;
    kept_[index(k)] = kept;
    inverse_pivot_[index(k)] = inverse;
  }
  return true;
}

template <typename T>
void SparseLu<T>::times(std::span<const T> values, const Vector& x, Vector& y) const {
  y.resize(size());
  for (int i = 0; i < size(); ++i) {
    T sum = 0;
    for (int k = order_.pattern.start[index(i)]; k < order_.pattern.start[index(i) + 1]; ++k)
      sum += product(values[index(k)], x[order_.pattern.column[index(k)]]);
    y[i] = sum;
  }
}

template <typename T>
void SparseLu<T>::solve(Vector& b) const {
  if (order_.row_at.size() != index(size())) {
    b.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  T* const x = solution_.data();
  for (int k = 0; k < size(); ++k) {
    const int first = order_.lower_start[index(k)],
              count = order_.lower_start[index(k) + 1] - first;
    const T sum = without_products(b[order_.row_at[index(k)]], l_.data() + first,
                                   order_.lower.data() + first, x, count);
    x[k] = flushed(product(sum, inverse_pivot_[index(k)]));
  }
  for (int k = size() - 1; k >= 0; --k) {
    const int first = order_.upper_start[index(k)],
              count = order_.upper_start[index(k) + 1] - first;
    const T sum = without_products(x[k], u_.data() + first, order_.upper.data() + first, x, count);
    x[k] = flushed(sum);
    b[order_.column_at[index(k)]] = x[k];
  }
}

template class SparseLu<double>;
template class SparseLu<std::complex<double>>;

}  // namespace porthos
