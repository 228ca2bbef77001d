#pragma once

#include <span>
#include <vector>

#include "base/linear.hpp"

namespace porthos {

/// Lists of numbers, one after the other, each with its length before it.
class NumberWriter {
 public:
  void put(double number) { numbers_.push_back(number); }
  template <typename List>
  void put_list(const List& list) {
    put(static_cast<double>(list.size()));
    numbers_.insert(numbers_.end(), list.data(), list.data() + list.size());
  }
  std::vector<double> take() { return std::move(numbers_); }

 private:
  std::vector<double> numbers_;
};

/// Reads them back; what does not fit is remembered.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : rest_(numbers) {}

  double get() {
    if (rest_.empty()) return is_good_ = false, 0;
    const double number = rest_.front();
    rest_ = rest_.subspan(1);
    return number;
  }
  std::span<const double> get_list() {
    const double count = get();
    if (!(count >= 0 && count <= static_cast<double>(rest_.size()))) return is_good_ = false, rest_;
    const auto list = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(list.size());
    return list;
  }
  /// A list that has to be as long as `expected`.
  void get_list(VecX& expected) {
    const auto list = get_list();
    if (list.size() != static_cast<std::size_t>(expected.size()))
      is_good_ = false;
    else
      expected = Eigen::Map<const VecX>(list.data(), expected.size());
  }
  /// Everything fitted, and nothing is left.
  bool is_done() const { return is_good_ && rest_.empty(); }
  bool is_good() const { return is_good_; }
  std::span<const double> rest() const { return rest_; }

 private:
  std::span<const double> rest_;
  bool is_good_ = true;
};

}  // namespace porthos
