#include <algorithm>

#include "base/index.hpp"
#include "system/system.hpp"

namespace porthos::system {

std::unique_ptr<System> System::sharing(Assembly assembly) const {
  auto made = std::make_unique<System>(std::move(assembly));
  made->work_ = work_;
  made->branches_ = branches_;
  made->modes_ = modes_;
  made->phase_ = phase_;
  return made;
}

std::unique_ptr<System> System::anew() const {
  std::unique_ptr<System> made(new System(*this));
  made->work_ = std::make_shared<Work>();
  made->branches_ = std::make_shared<VecX>(VecX::Zero(assembly_.sizes.branch));
  made->modes_ = std::make_shared<VecX>(VecX::Zero(assembly_.sizes.mode));
  return made;
}

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
  return sharing(std::move(fewer));
}

std::unique_ptr<System> System::with_instances(const std::vector<char>& is_kept,
                                               bool has_jacobian) const {
  Assembly fewer{AssemblyFrame(assembly_), {}};
  fewer.has_jacobian = has_jacobian;
  for (std::size_t i = 0; i < is_kept.size(); ++i)
    if (is_kept[i]) fewer.instances.push_back(assembly_.instances[i]);
  return sharing(std::move(fewer));
}

std::vector<char> System::has_only_set_valued_laws() const {
  std::vector<char> is_row(index(sizes().c + sizes().mu), 0), is_power(index(sizes().power), 0);
  for (const model::SetValued& law : assembly_.set_valued) {
    const bool is_contact = law.kind == model::SetValued::Kind::kContact;
    std::fill_n(is_row.begin() + (is_contact ? law.row : sizes().c + law.row), law.size, 1);
    if (law.resistive >= 0) std::fill_n(is_power.begin() + law.resistive, law.size, 1);
  }
  std::vector<char> found;
  for (const Instance& one : assembly_.instances) {
    const ElementType& type = *one.type;
    const auto is_moving = [](const Slot& slot) { return slot.segment == Segment::kZdot; };
    bool is_pure = !one.mode.empty() && one.u.empty() && one.heat.empty() &&
                   type.mass.output_count() == 0 && type.potential.outputs.empty() &&
                   std::ranges::none_of(type.rate.outputs, is_moving);
    for (const int c : one.c) is_pure = is_pure && is_row[index(c)];
    for (const int mu : one.mu) is_pure = is_pure && mu >= 0 && is_row[index(sizes().c + mu)];
    for (const int power : one.power) is_pure = is_pure && power >= 0 && is_power[index(power)];
    found.push_back(is_pure);
  }
  return found;
}

}  // namespace porthos::system
