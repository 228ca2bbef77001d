#include <algorithm>

#include "base/index.hpp"
#include "system/system.hpp"

namespace porthos::system {

std::unique_ptr<System> System::with_rows(const std::vector<char>& is_kept) const {
  const auto is_left_out = [&](int row) { return !is_kept[index(row)]; };
  Assembly fewer = assembly_;
  for (int row = 0; row < sizes().lambda; ++row)
    if (is_left_out(row)) fewer.left_out[index(active_[index(row)])] = 1;
  std::vector<int> number;  // (mu) number among the kept rows, or -1
  fewer.sizes.mu = 0;
  for (int row = 0; row < sizes().mu; ++row)
    number.push_back(is_left_out(sizes().lambda + row) ? -1 : fewer.sizes.mu++);
  const auto renumber = [&](std::vector<int>& rows) {
    for (int& row : rows)
      if (row >= 0) row = number[index(row)];
  };
  VecX& sizes = fewer.typical.row;
  if (sizes.size() > 0) {
    for (std::size_t row = 0; row < number.size(); ++row)
      if (number[row] >= 0) sizes[number[row]] = sizes[static_cast<Eigen::Index>(row)];
    sizes.conservativeResize(fewer.sizes.mu);
  }
  for (Instance& instance : fewer.instances) renumber(instance.mu);
  renumber(fewer.prescribed);
  auto made = std::make_unique<System>(std::move(fewer));
  made->work_ = work_;
  made->branches_ = branches_;
  made->modes_ = modes_;
  made->phase_ = phase_;
  return made;
}

}  // namespace porthos::system
