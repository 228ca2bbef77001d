#include "inspect/claim_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/digits.hpp"
#include "expr/query.hpp"

namespace porthos::inspect {
namespace {

using Slot = ClaimValues::Slot;

/// The symbols of a state with their places.
std::vector<Slot> slots_of_state(const Whole& whole) {
  const Laws& laws = whole.laws;
  std::vector<Slot> all;
  const auto add = [&](const std::vector<Expr>& symbols, SlotKind kind, std::size_t first) {
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (symbols[i].graph() != nullptr) all.push_back({symbols[i], kind, first + i});
  };
  add(laws.z, SlotKind::kPosition, 0);
  add(laws.w, SlotKind::kVelocity, 0);
  add(laws.lambda, SlotKind::kReaction, 0);
  add(laws.mu, SlotKind::kReaction, laws.lambda.size());
  std::vector<Expr> ports;
  for (std::size_t k = 0; k < laws.u.size(); ++k)
    ports.push_back(whole.ports[k].empty() ? laws.u[k] : laws.graph->symbol(whole.ports[k]));
  add(ports, SlotKind::kOther, 0);
  all.push_back({laws.t, SlotKind::kOther, laws.u.size()});
  return all;
}

}  // namespace

ClaimValues::ClaimValues(const Subject& subject, const Claim& claim)
    : claim_(claim), graph_(*subject.balance.laws().graph) {
  std::vector<Expr> formulas;
  for (const Claim::Term& term : claim.terms) {
    formulas.insert(formulas.end(), {term.flow, term.effort});
    sum_ += term.flow * term.effort;
  }
  formulas.insert(formulas.end(), claim.temperatures.begin(), claim.temperatures.end());
  const std::vector<Slot> known = slots_of_state(subject.balance.whole());
  const std::vector<Expr> symbols = expr::symbols_of(formulas);
  for (const Expr& symbol : symbols) {
    const auto found = std::ranges::find(known, symbol, &Slot::symbol);
    if (found != known.end()) {
      slots_.push_back(*found);
      continue;
    }
    const auto value = subject.parameters.find(graph_.name(symbol));
    slots_.push_back({symbol, SlotKind::kParameter, 0,
                      value == subject.parameters.end() ? std::numeric_limits<double>::quiet_NaN()
                                                        : value->second});
  }
  tape_ = expr::Tape(formulas, symbols, {});
  hoisted_.resize(tape_.hoisted_count());
  tape_.bind({}, hoisted_);
}

std::vector<Expr> ClaimValues::symbols(SlotKind kind) const {
  std::vector<Expr> made;
  for (const Slot& slot : slots_)
    if (slot.kind == kind) made.push_back(slot.symbol);
  return made;
}

std::vector<double> ClaimValues::at(const State& state) const {
  std::vector<double> values;
  for (const Slot& slot : slots_) {
    const auto i = static_cast<Eigen::Index>(slot.place);
    switch (slot.kind) {
      case SlotKind::kPosition: values.push_back(state.z[i]); break;
      case SlotKind::kVelocity: values.push_back(state.w[i]); break;
      case SlotKind::kReaction:
        values.push_back(i < state.lambda.size() ? state.lambda[i]
                                                 : state.mu[i - state.lambda.size()]);
        break;
      case SlotKind::kOther: values.push_back(i < state.u.size() ? state.u[i] : state.t); break;
      case SlotKind::kParameter: values.push_back(slot.value); break;
    }
  }
  return values;
}

std::vector<double> ClaimValues::outputs(const std::vector<double>& values) const {
  std::vector<double> made(tape_.output_count()), scratch;
  tape_.evaluate(values.data(), hoisted_.data(), made.data(), scratch);
  return made;
}

std::optional<double> ClaimValues::value(const std::vector<double>& values) const {
  const std::vector<double> made = outputs(values);
  double sum = 0;
  const std::size_t count = 2 * claim_.terms.size();
  for (std::size_t i = 0; i < count; i += 2) sum += made[i] * made[i + 1];
  for (std::size_t i = count; i < made.size(); ++i)
    if (!(made[i] > 0)) return std::nullopt;
  return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
}

std::optional<double> ClaimValues::ratio(const std::vector<double>& values) const {
  const auto sum = value(values);
  if (!sum) return std::nullopt;
  const std::vector<double> made = outputs(values);
  double square = 0;
  for (std::size_t i = 0; i < 2 * claim_.terms.size(); i += 2) square += made[i] * made[i];
  const double ratio = *sum / square;
  return std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

bool ClaimValues::is_negative(const std::vector<double>& values) const {
  const auto sum = value(values);
  if (!sum || !(*sum < 0)) return false;
  expr::Ranges ranges;
  for (std::size_t i = 0; i < slots_.size(); ++i)
    ranges.set(slots_[i].symbol, {values[i], values[i]});
  double most = 0;
  for (const Claim::Term& term : claim_.terms) {
    const expr::Interval product = ranges.of(term.flow * term.effort);
    most += product.hi + 1e-15 * std::abs(product.hi);
  }
  return most < 0;
}

expr::Ranges ClaimValues::ranges() const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  expr::Ranges ranges;
  for (const Slot& slot : slots_)
    if (slot.kind == SlotKind::kParameter && std::isfinite(slot.value))
      ranges.set(slot.symbol, {slot.value, slot.value});
  for (const Expr& temperature : claim_.temperatures)
    for (const Slot& slot : slots_)
      if (slot.symbol == temperature && slot.kind != SlotKind::kParameter)
        ranges.set(temperature, {0, kInfinity});
  return ranges;
}

std::string ClaimValues::text(const std::vector<double>& values) const {
  constexpr std::size_t kMost = 6;
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < slots_.size() && count < kMost; ++i)
    if (slots_[i].kind != SlotKind::kParameter) {
      text += (count++ > 0 ? ", " : "") + graph_.name(slots_[i].symbol) + " = " +
              rounded_digits(values[i], 4);
    }
  return text;
}

}  // namespace porthos::inspect
