#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/linear.hpp"

namespace porthos {

/// Writes lists of numbers, each preceded by its length.
class NumberWriter {
 public:
  NumberWriter() = default;
  /// Reuses the memory of a list that is no longer needed.
  explicit NumberWriter(std::vector<double> room) : numbers_(std::move(room)) { numbers_.clear(); }
  void put(double number) { numbers_.push_back(number); }
  void put_list(std::span<const double> list);
  /// A matrix, column by column.
  void put_list(const MatX& list) { put_list(std::span(list.data(), size_of(list))); }
  void put_list(const VecX& list) { put_list(std::span(list.data(), size_of(list))); }
  /// Whole numbers or flags.
  template <typename Whole>
  void put_list(const std::vector<Whole>& list) {
    put(static_cast<double>(list.size()));
    for (const Whole one : list) put(static_cast<double>(one));
  }
  std::vector<double> take() { return std::move(numbers_); }

 private:
  static std::size_t size_of(const auto& list) { return static_cast<std::size_t>(list.size()); }

  std::vector<double> numbers_;
};

/// Reads the lists back and remembers any mismatch.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : rest_(numbers) {}

  double get();
  /// A whole number from 0 to `most`.
  int get_count(int most);
  std::span<const double> get_list();
  /// A list of the length of `expected`.
  void get_list(VecX& expected);
  /// True if everything matched and nothing is left.
  bool is_done() const { return is_good_ && rest_.empty(); }
  bool is_good() const { return is_good_; }

 private:
  std::span<const double> rest_;
  bool is_good_ = true;
};

/// The bits of the numbers, 16 hexadecimal digits each; and back, nullopt for any other text.
std::string to_hexadecimal(std::span<const double> numbers);
std::optional<std::vector<double>> from_hexadecimal(const std::string& text);

}  // namespace porthos
