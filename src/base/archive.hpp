#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/linear.hpp"

namespace porthos {

/// Writes a value as numbers, or reads it from them. A type describes itself once for both:
///
///   void describe(Archive& archive) { archive(step_, is_fresh_, largest_, matrix_); }
///
/// Lists have their length before them. Numbers that do not fit the type make the archive fail;
/// everything that is read afterwards is zero.
class Archive {
 public:
  /// Writes. `buffer` is memory that may be reused.
  explicit Archive(std::vector<double> buffer = {}) : written_(std::move(buffer)) {
    written_.clear();
  }
  /// Reads these numbers, which must outlive the archive.
  static Archive reader(std::span<const double> numbers);

  bool is_reading() const { return is_reading_; }
  bool is_good() const { return is_good_; }
  /// True if everything fitted, and nothing is left to read.
  bool is_done() const { return is_good_ && rest_.empty(); }
  /// Fails unless this is true.
  void require(bool is_good) { is_good_ = is_good_ && is_good; }
  /// The numbers written so far.
  std::vector<double> take() { return std::move(written_); }

  void operator()(auto&... members) { (item(members), ...); }
  /// A whole number from `least` to `most`.
  void count(int& number, int least, int most);
  /// Flags, of which there may be any number.
  void flags(std::vector<char>& list);
  /// A list with its length, and the next one: empty after a failure.
  void write_list(std::span<const double> list);
  std::span<const double> read_list();
  /// True if the next number, the length of a list, is zero.
  bool has_empty_list_next() const { return rest_.empty() || rest_.front() == 0; }
  /// Numbers that another archive has written.
  void append(std::span<const double> numbers);

 private:
  double get();
  void item(double& number);
  void item(bool& flag);
  /// A list whose length both sides know, so it is not written.
  void item(VecX& list);
  void item(std::vector<double>& list);
  template <typename Whole>
  requires(std::integral<Whole> || std::is_enum_v<Whole>) void item(Whole& whole) {
    double number = static_cast<double>(whole);
    item(number);
    require(std::abs(number) <= 1e15 && number == std::floor(number));
    if (is_reading_ && is_good_) whole = static_cast<Whole>(number);
  }
  void item(auto& described) { described.describe(*this); }

  std::vector<double> written_;
  std::span<const double> rest_;
  bool is_reading_ = false, is_good_ = true;
};

/// The numbers that a value describes.
std::vector<double> written(auto& value) {
  Archive to;
  value.describe(to);
  return to.take();
}
/// Reads such numbers back. False, with the value of no use, if they do not fit.
bool read_back(std::span<const double> numbers, auto& value) {
  Archive from = Archive::reader(numbers);
  value.describe(from);
  return from.is_done();
}

/// The bits of the numbers, 16 hexadecimal digits each; and back, nullopt for any other text.
std::string to_hexadecimal(std::span<const double> numbers);
std::optional<std::vector<double>> from_hexadecimal(const std::string& text);

}  // namespace porthos
