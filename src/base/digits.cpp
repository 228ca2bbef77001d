#include "base/digits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace porthos {
namespace {

/// A natural number of any length; the least significant word first, no zeros at the end.
class Natural {
 public:
  explicit Natural(std::uint64_t value) {
    for (; value != 0; value >>= 32) words_.push_back(static_cast<std::uint32_t>(value));
  }

  bool is_zero() const { return words_.empty(); }
  int bits() const {
    return words_.empty() ? 0
                          : static_cast<int>(32 * words_.size()) - std::countl_zero(words_.back());
  }

  /// *this = *this * factor + addend.
  void multiply(std::uint32_t factor, std::uint32_t addend = 0) {
    std::uint64_t carry = addend;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_.push_back(static_cast<std::uint32_t>(carry));
  }

  void multiply_by_power(std::uint32_t base, int exponent) {
    for (int k = 0; k < exponent; ++k) multiply(base);
  }

  void shift(int left) {
    if (is_zero()) return;
    multiply(std::uint32_t{1} << left % 32);
    words_.insert(words_.begin(), static_cast<std::size_t>(left / 32), 0);
  }

  /// Divides, and returns the remainder.
  std::uint32_t divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (auto word = words_.rbegin(); word != words_.rend(); ++word) {
      rest = rest << 32 | *word;
      *word = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
  }

  /// Subtracts `other` if it is not larger; true if so.
  bool subtract(const Natural& other) {
    if (words_.size() < other.words_.size()) return false;
    if (words_.size() == other.words_.size() &&
        std::lexicographical_compare(words_.rbegin(), words_.rend(), other.words_.rbegin(),
                                     other.words_.rend()))
      return false;
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      carry += words_[i];
      if (i < other.words_.size()) carry -= other.words_[i];
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    trim();
    return true;
  }

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }

  std::vector<std::uint32_t> words_;
};

/// The double nearest to numerator / denominator, ties to even.
double nearest(Natural numerator, Natural denominator) {
  // The quotient q of numerator 2^shift / denominator has 63 or 64 bits.
  const int shift = 63 - (numerator.bits() - denominator.bits());
  (shift > 0 ? numerator : denominator).shift(std::abs(shift));
  constexpr int kBits = 64;
  denominator.shift(kBits);
  std::uint64_t q = 0;
  for (int k = 0; k < kBits + 1; ++k) {
    q = q << 1 | static_cast<std::uint64_t>(numerator.subtract(denominator));
    if (k < kBits) numerator.shift(1);
  }
  const bool is_exact = numerator.is_zero();
  // Of q 2^-shift a double has 53 bits, and none below 2^-1074.
  const int size = kBits - std::countl_zero(q);
  const int dropped = std::max(size - std::numeric_limits<double>::digits, shift - 1074);
  if (dropped > size) return 0;
  std::uint64_t kept = dropped == kBits ? 0 : q >> dropped;
  const std::uint64_t rest = dropped == kBits ? q : q & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  if (rest > half || (rest == half && (!is_exact || kept % 2 == 1))) ++kept;
  return std::ldexp(static_cast<double>(kept), dropped - shift);
}

/// 10^0 ... 10^22: the powers of ten that are doubles.
double exact_power_of_ten(int exponent) {
  double power = 1;
  for (int k = 0; k < exponent; ++k) power *= 10;
  return power;
}

constexpr int kLargestExactPower = 22;
constexpr std::uint64_t kLargestExactInteger = std::uint64_t{1}
                                               << std::numeric_limits<double>::digits;

/// The significant digits of a number, and the power of ten of the first of them.
struct Decimal {
  std::string digits;
  int exponent = 0;

  /// To at most `most` digits, ties to even; without zeros at the end.
  void round(std::size_t most) {
    if (digits.size() > most) {
      const bool is_tie = digits[most] == '5' && digits.find_last_not_of('0') == most;
      const bool is_up = is_tie ? most > 0 && digits[most - 1] % 2 == 1 : digits[most] >= '5';
      digits.resize(most);
      if (is_up) {
        std::size_t i = most;
        while (i > 0 && digits[i - 1] == '9') --i;
        if (i > 0) {
          ++digits[i - 1];
        } else {
          digits.insert(digits.begin(), '1');
          ++exponent;
        }
        digits.resize(std::max<std::size_t>(i, 1));
      }
    }
    digits.resize(digits.find_last_not_of('0') + 1);
  }

  std::string exponent_text() const {
    const std::string size = std::to_string(std::abs(exponent));
    return (exponent < 0 ? "e-" : "e+") + std::string(size.size() < 2 ? "0" : "") + size;
  }

  std::string scientific() const {
    std::string text = digits.substr(0, 1);
    if (digits.size() > 1) text += "." + digits.substr(1);
    return text + exponent_text();
  }

  /// With an exponent where it is below -4 or as large as `precision`, as in printf's %g.
  std::string general(int precision) const {
    if (exponent < -4 || exponent >= precision) return scientific();
    if (exponent < 0)
      return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0');
    return digits.substr(0, whole) + "." + digits.substr(whole);
  }
};

/// All digits of |value|, which is finite and not zero.
Decimal exact(double value) {
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);
  constexpr int kDigits = std::numeric_limits<double>::digits;
  Natural n(static_cast<std::uint64_t>(std::ldexp(fraction, kDigits)));
  exponent -= kDigits;
  // m 2^-k = m 5^k 10^-k
  if (exponent < 0)
    n.multiply_by_power(5, -exponent);
  else
    n.shift(exponent);
  Decimal made;
  while (!n.is_zero()) {
    std::uint32_t nine = n.divide(1'000'000'000);
    for (int k = 0; k < 9; ++k, nine /= 10) made.digits += static_cast<char>('0' + nine % 10);
  }
  made.digits.resize(made.digits.find_last_not_of('0') + 1);
  std::reverse(made.digits.begin(), made.digits.end());
  made.exponent = static_cast<int>(made.digits.size()) - 1 + std::min(exponent, 0);
  return made;
}

/// Every double of up to 15 digits survives being read back, except where they are denormal.
int first_precision(double value) {
  return std::abs(value) < std::numeric_limits<double>::min() ? 1 : 15;
}

constexpr int kMostDigits = std::numeric_limits<double>::max_digits10;

/// What is no number of digits: zero, infinities, not a number.
std::string special(double value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  return sign + (value == 0 ? "0" : std::isnan(value) ? "nan" : "inf");
}

bool is_special(double value) { return value == 0 || !std::isfinite(value); }

/// `value` in the least number of digits that reads back, and that number.
std::pair<Decimal, int> shortest(double value, int most) {
  const Decimal all = exact(value);
  for (int n = std::min(first_precision(value), most);; ++n) {
    Decimal made = all;
    made.round(static_cast<std::size_t>(n));
    if (n == most || read_number(made.scientific().c_str()) == std::abs(value)) return {made, n};
  }
}

std::string sign_of(double value) { return value < 0 ? "-" : ""; }

}  // namespace

double read_number(const char* text, const char** end) {
  constexpr int kMost = 800;  // no more digits can matter than 767, but that there are more
  const char* at = text;
  const bool is_negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  std::uint64_t small = 0;
  std::string digits;
  int exponent = 0;
  bool has_digits = false, is_behind_point = false, has_more = false;
  for (;; ++at) {
    if (*at == '.' && !is_behind_point) {
      is_behind_point = true;
      continue;
    }
    if (*at < '0' || *at > '9') break;
    has_digits = true;
    if (is_behind_point) --exponent;
    if (digits.empty() && *at == '0') continue;
    if (digits.size() < kMost) {
      digits += *at;
      if (digits.size() <= 19) small = 10 * small + static_cast<std::uint64_t>(*at - '0');
    } else {
      ++exponent;
      has_more = has_more || *at != '0';
    }
  }
  if (!has_digits) at = text;
  if (has_digits && (*at == 'e' || *at == 'E')) {
    const char* digit = at + 1;
    const bool is_small = *digit == '-';
    if (*digit == '-' || *digit == '+') ++digit;
    if (*digit >= '0' && *digit <= '9') {
      constexpr int kHuge = 1'000'000;  // beyond any double, and no risk of overflow
      int power = 0;
      for (; *digit >= '0' && *digit <= '9'; ++digit)
        power = std::min(10 * power + (*digit - '0'), kHuge);
      exponent += is_small ? -power : power;
      at = digit;
    }
  }
  if (end != nullptr) *end = at;

  double value = 0;
  const int first = exponent + static_cast<int>(digits.size());
  if (digits.empty() || first < -400) {
    value = 0;
  } else if (first > 400) {
    value = std::numeric_limits<double>::infinity();
  } else if (digits.size() <= 19 && small <= kLargestExactInteger &&
             std::abs(exponent) <= kLargestExactPower) {
    // Two exact numbers: one rounding.
    const double power = exact_power_of_ten(std::abs(exponent));
    value = exponent < 0 ? static_cast<double>(small) / power : static_cast<double>(small) * power;
  } else {
    Natural numerator(0), denominator(1);
    for (const char digit : digits) numerator.multiply(10, static_cast<std::uint32_t>(digit - '0'));
    if (has_more) numerator.multiply(10, 1), --exponent;
    (exponent < 0 ? denominator : numerator).multiply_by_power(10, std::abs(exponent));
    value = nearest(numerator, denominator);
  }
  return is_negative ? -value : value;
}

std::string shortest_digits(double value) {
  if (is_special(value)) return special(value);
  const auto [decimal, precision] = shortest(value, kMostDigits);
  return sign_of(value) + decimal.general(precision);
}

std::string scientific_digits(double value, int most) {
  if (is_special(value)) return special(value) + "e+00";
  return sign_of(value) + shortest(value, most).first.scientific();
}

std::string rounded_digits(double value, int digits) {
  if (is_special(value)) return special(value);
  Decimal decimal = exact(value);
  decimal.round(static_cast<std::size_t>(digits));
  return sign_of(value) + decimal.general(digits);
}

}  // namespace porthos
