#include "base/numbers.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace porthos {

void NumberWriter::put_list(std::span<const double> list) {
  put(static_cast<double>(list.size()));
  numbers_.insert(numbers_.end(), list.begin(), list.end());
}

double NumberReader::get() {
  if (rest_.empty()) {
    is_good_ = false;
    return 0;
  }
  const double number = rest_.front();
  rest_ = rest_.subspan(1);
  return number;
}

int NumberReader::get_count(int most) {
  const double number = get();
  is_good_ = is_good_ && number >= 0 && number <= most && number == std::floor(number);
  return is_good_ ? static_cast<int>(number) : 0;
}

std::span<const double> NumberReader::get_list() {
  const double count = get();
  if (!(count >= 0 && count <= static_cast<double>(rest_.size()))) {
    is_good_ = false;
    return {};
  }
  const auto list = rest_.first(static_cast<std::size_t>(count));
  rest_ = rest_.subspan(list.size());
  return list;
}

void NumberReader::get_list(VecX& expected) {
  const auto list = get_list();
  if (list.size() != static_cast<std::size_t>(expected.size()))
    is_good_ = false;
  else
    expected = Eigen::Map<const VecX>(list.data(), expected.size());
}

std::string to_hexadecimal(std::span<const double> numbers) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(bits >> shift) & 15];
  }
  return text;
}

std::optional<std::vector<double>> from_hexadecimal(const std::string& text) {
  if (text.size() % 16 != 0) return std::nullopt;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < text.size(); i += 16) {
    std::uint64_t bits = 0;
    for (std::size_t k = i; k < i + 16; ++k) {
      const char c = text[k];
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return std::nullopt;
      bits = bits << 4 | static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    numbers.push_back(std::bit_cast<double>(bits));
  }
  return numbers;
}

}  // namespace porthos
