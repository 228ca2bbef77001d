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

std::shared_ptr<system::System> without_laws(const system::System& whole,
                                             const system::Assembled& model) {
  std::vector<char> is_kept = whole.has_only_set_valued_laws();
  for (char& one : is_kept) one = !one;
  if (is_kept.size() < 2 || std::ranges::find(is_kept, 0) == is_kept.end())
    return whole.with_rows(rows_of_all_modes(whole, model));
  return whole.with_instances(is_kept, true)->with_rows(rows_of_all_modes(whole, model));
}

std::vector<char> held_rows(const system::System& whole, const system::Assembled& model,
                            const VecX& idle) {
  std::vector<char> rows = rows_of_all_modes(whole, model);
  Eigen::Index next = 0;  // idle counts the rows that hold
  for (char& is_held : rows)
    if (is_held) is_held = next >= idle.size() || idle[next++] == 0;
  return rows;
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

Mode mode_of(const system::Assembled& model, const VecX& modes, std::size_t law) {
  const model::SetValued& one = model.set_valued[law];
  const bool is_zero = modes.segment(one.mode, one.size).isZero(0);
  switch (one.kind) {
    case Kind::kFriction: return is_zero ? Mode::kSticks : Mode::kSlips;
    case Kind::kOneWay: return is_zero ? Mode::kFree : Mode::kBlocked;
    case Kind::kContact:
      if (is_zero) return Mode::kOpen;
      return one.has_slip ? mode_of(model, modes, law + 1) : Mode::kClosed;
  }
  return Mode::kOpen;
}

const char* word_of(Mode mode) {
  static constexpr const char* kWords[kModes] = {"open",  "closed",  "sticks",
                                                 "slips", "blocked", "free"};
  return kWords[static_cast<int>(mode)];
}

model::FixedModes named_modes(const system::Assembled& model, const VecX& modes) {
  model::FixedModes named;
  for (const model::SetValued& law : model.set_valued) {
    const auto mode = modes.segment(law.mode, law.size);
    named[law.name] = {mode.begin(), mode.end()};
  }
  return named;
}

std::map<std::string, std::string> mode_words(const system::Assembled& model, const VecX& modes) {
  std::map<std::string, std::string> words;
  for (std::size_t k = 0; k < model.set_valued.size(); ++k) {
    words[model.set_valued[k].name] = word_of(mode_of(model, modes, k));
    if (model.set_valued[k].has_slip) ++k;
  }
  return words;
}

}  // namespace porthos::simulate
