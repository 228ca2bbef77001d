#include "base/archive.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace porthos {

Archive Archive::reader(std::span<const double> numbers) {
  Archive made;
  made.rest_ = numbers;
  made.is_reading_ = true;
  return made;
}

double Archive::get() {
  if (rest_.empty()) is_good_ = false;
  if (!is_good_) return 0;
  const double number = rest_.front();
  rest_ = rest_.subspan(1);
  return number;
}

void Archive::write_list(std::span<const double> list) {
  written_.push_back(static_cast<double>(list.size()));
  append(list);
}

void Archive::append(std::span<const double> numbers) {
  written_.insert(written_.end(), numbers.begin(), numbers.end());
}

std::span<const double> Archive::read_list() {
  const double count = get();
  require(count >= 0 && count <= static_cast<double>(rest_.size()) && count == std::floor(count));
  if (!is_good_) return {};
  const auto list = rest_.first(static_cast<std::size_t>(count));
  rest_ = rest_.subspan(list.size());
  return list;
}

void Archive::item(double& number) {
  if (is_reading_)
    number = get();
  else
    written_.push_back(number);
}

void Archive::item(bool& flag) {
  double number = flag ? 1 : 0;
  item(number);
  require(number == 0 || number == 1);
  flag = number == 1;
}

void Archive::item(VecX& list) {
  if (!is_reading_) return write_list({list.data(), static_cast<std::size_t>(list.size())});
  const auto found = read_list();
  require(found.size() == static_cast<std::size_t>(list.size()));
  if (is_good_) list = Eigen::Map<const VecX>(found.data(), list.size());
}

void Archive::item(std::vector<double>& list) {
  if (!is_reading_) return write_list(list);
  const auto found = read_list();
  list.assign(found.begin(), found.end());
}

void Archive::count(int& number, int least, int most) {
  (*this)(number);
  require(number >= least && number <= most);
}

void Archive::flags(std::vector<char>& list) {
  std::vector<double> numbers(list.begin(), list.end());
  (*this)(numbers);
  for (const double number : numbers) require(number == 0 || number == 1);
  if (is_reading_) list.assign(numbers.begin(), numbers.end());
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
