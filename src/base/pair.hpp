#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace porthos {

/// Two numbers that a processor handles with one instruction. Conditions select for each of the
/// two, without a branch. (A compiler extension that all supported compilers have. They vectorize
/// simple loops themselves, but not these.)
using Pair = double __attribute__((vector_size(2 * sizeof(double))));

/// The numbers from x on: a Pair, or the last single one.
template <typename Numbers>
Numbers numbers_at(const double* x) {
  Numbers numbers;
  std::memcpy(&numbers, x, sizeof numbers);
  return numbers;
}
template <typename Numbers>
void put_numbers(const Numbers& numbers, double* to) {
  std::memcpy(to, &numbers, sizeof numbers);
}

template <typename Numbers>
Numbers larger(const Numbers& a, const Numbers& b) {
  return a < b ? b : a;
}
template <typename Numbers>
Numbers absolute(const Numbers& x) {
  return larger<Numbers>(x, -x);
}

inline double largest(double x) { return x; }
inline double largest(const Pair& x) { return std::max(x[0], x[1]); }

/// Calls `work` for the numbers `first` to `last` in pairs, with the place of a Pair or of the last
/// single number, and a zero of that type.
template <typename Work>
void in_pairs(std::ptrdiff_t first, std::ptrdiff_t last, const Work& work) {
  for (; first + 1 < last; first += 2) work(first, Pair{0, 0});
  if (first < last) work(first, 0.0);
}

}  // namespace porthos
