#include "simulate/set_valued.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace porthos::simulate {

using Kind = model::SetValued::Kind;

int row_of(const system::System& whole, const model::SetValued& law) {
  return law.kind == Kind::kContact ? whole.lambda_of(law.row) : whole.sizes().lambda + law.row;
}

std::vector<char> rows_of_all_modes(const system::System& whole, const system::Assembled& model) {
  std::vector<char> is_kept(index(whole.sizes().nu()), 1);
  for (const model::SetValued& law : model.set_valued)
    if (const int row = row_of(whole, law); row >= 0)
      std::fill_n(is_kept.begin() + row, law.size, 0);
  return is_kept;
}

std::vector<char> kept_rows(const system::System& whole, const system::Assembled& model,
                            const VecX& modes) {
  std::vector<char> is_kept = rows_of_all_modes(whole, model);
  bool is_open = false;  // the contact whose friction comes next
  for (const model::SetValued& law : model.set_valued) {
    const auto mode = modes.segment(law.mode, law.size);
    const bool holds = law.kind == Kind::kFriction ? mode.isZero(0) && !is_open : mode[0] != 0;
    if (const int row = row_of(whole, law); row >= 0)
      std::fill_n(is_kept.begin() + row, law.size, holds);
    is_open = law.has_slip && !holds;
  }
  return is_kept;
}

}  // namespace porthos::simulate
