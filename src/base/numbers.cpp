#include "base/numbers.hpp"

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

}  // namespace porthos
