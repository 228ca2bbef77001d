#include <algorithm>

#include "system/system.hpp"

namespace porthos::system {

void System::link(const expr::Linker& linker) const {
  std::vector<std::pair<const expr::Tape*, expr::CodeForm>> tapes;
  const auto take = [&](const std::vector<Bound>& from, expr::CodeForm form) {
    for (const Bound& bound : from)
      if (!bound.tape->is_linked()) tapes.emplace_back(bound.tape, form);
  };
  for (const auto* programs : {&effort_, &rate_, &gap_rate_, &gap_, &row_, &potential_, &power_,
                               &row_time_, &rate_time_, &readout_, &watched_})
    take(*programs, expr::CodeForm::kAdd);
  for (const auto* derivatives :
       {&effort_derivative_, &rate_derivative_, &gap_rate_derivative_, &kinematic_, &momentum_})
    take(*derivatives, expr::CodeForm::kStore);
  if (tapes.empty()) return;
  const expr::LinkedModule linked = linker(expr::wasm_module(tapes), tapes.size());
  if (linked.functions.size() != tapes.size()) return;
  for (std::size_t i = 0; i < tapes.size(); ++i)
    tapes[i].first->link(linked.functions[i], tapes[i].second, linked.owner);
}

}  // namespace porthos::system
