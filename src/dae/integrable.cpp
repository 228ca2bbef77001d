#include "dae/integrable.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "model/component.hpp"

namespace porthos::dae {

std::vector<SetValuedLaw> Integrable::set_valued_laws() const {
  using Kind = model::SetValued::Kind;
  std::vector<SetValuedLaw> laws;
  int contact = -1;  // whose friction comes next
  for (const model::SetValued& one : system_->assembly().set_valued) {
    const bool is_contact = one.kind == Kind::kContact;
    SetValuedLaw law{.is_friction = one.kind == Kind::kFriction,
                     .contact = contact,
                     .c = is_contact ? one.row : -1,
                     .row = is_contact ? system_->lambda_of(one.row) : sizes().lambda + one.row,
                     .size = one.size,
                     .mode = one.mode,
                     .power = one.resistive,
                     .entropy = one.entropy,
                     .restitution = one.restitution,
                     .bound = one.bound};
    contact = one.has_slip ? static_cast<int>(laws.size()) : -1;
    laws.push_back(law);
  }
  return laws;
}

std::vector<char> Integrable::held() const {
  if (held_) return *held_;
  std::vector<char> rows(index(sizes().nu()), 1);
  for (const SetValuedLaw& law : set_valued_laws())
    if (law.row >= 0) std::fill_n(rows.begin() + law.row, law.size, 0);
  return rows;
}

}  // namespace porthos::dae
