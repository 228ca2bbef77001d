#include "model/units.hpp"

#include <algorithm>

#include "base/digits.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"

namespace porthos::model {
namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

bool is_of_time_alone(Dimension dimension) {
  dimension.exponents[2] = 0;
  return dimension.is_none();
}

/// A formula of numbers and time counts as a number, since it fits any unit.
bool is_number(const Expr& formula) {
  return expr::is_of_time(formula, formula.graph()->symbol("t"), {});
}

std::string in_units(std::string_view text, const Dimension& dimension) {
  constexpr std::size_t kLongest = 40;
  std::size_t cut = std::min(kLongest, text.size());
  while (cut > 0 && cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
    --cut;  // continuation bytes of UTF-8
  std::string shown(text.substr(0, cut));
  while (!shown.empty() && shown.back() == ' ') shown.pop_back();
  if (text.size() > kLongest) shown += "...";
  return "\"" + shown + "\" " +
         (dimension.is_none() ? "without a unit" : "in " + describe(dimension));
}

}  // namespace

Dimension joule() { return *read_unit("J"); }
Dimension watt() { return *read_unit("W"); }

std::optional<Dimension> per(const std::optional<Dimension>& above,
                             const std::optional<Dimension>& below) {
  return above && below ? std::optional(*above / *below) : std::nullopt;
}

void Units::declare(const Expr& formula, std::optional<Dimension> dimension) {
  if (!dimension || !formula.graph()) return;
  if (!dimensions_) dimensions_.emplace(*formula.graph());
  dimensions_->declare(formula, *dimension);
}

void Units::declare_formula(const Expr& formula, const std::string& unit) {
  if (!constant(formula) && formula.graph()->node(formula.id()).op != expr::Op::kSymbol)
    declare(formula, read_unit(unit));
}

std::optional<Dimension> Units::of(const Expr& formula) {
  return dimensions_ && formula.graph() ? dimensions_->of(formula) : std::nullopt;
}

/// Whether an angle in other units than radians occurs in a formula, or a number in per cent.
bool Units::has_angle(const Expr& formula) {
  for (const Expr& symbol : expr::symbols_of({&formula, 1}))
    if (const auto unit = of(symbol);
        unit && !unit->is_none() && *unit / Dimension{.scale = unit->scale} == Dimension())
      return true;
  return false;
}

void Units::check(expr::UnitRule rule, std::span<const expr::Operand> operands, Place place) {
  if (!dimensions_ || operands.empty()) return;
  const bool is_pure = rule == expr::UnitRule::kPure;
  if (!is_pure && rule != expr::UnitRule::kAlike && rule != expr::UnitRule::kRatio) return;
  const expr::Operand& first = operands[0];
  for (std::size_t i = 0; i < first.value.entries.size(); ++i) {
    std::optional<Dimension> known;
    const expr::Operand* owner = nullptr;
    for (const expr::Operand& operand : operands) {
      if (i >= operand.value.entries.size()) return;
      const auto found = of(operand.value.entries[i]);
      if (!found) continue;
      if (is_pure && !is_of_time_alone(*found)) {
        const bool is_factor = *found / Dimension{.scale = found->scale} == Dimension();
        const bool is_ratio = is_factor && !has_angle(operand.value.entries[i]);
        const std::string factor = rounded_digits(found->scale, 6);
        warn(place, operand.position,
             is_ratio ? "\"" + std::string(operand.text) +
                            "\", whose units differ by a factor of " + factor + ", as an argument"
                      : in_units(operand.text, *found) + " as an argument",
             "an argument without a unit",
             is_ratio    ? "its units have one dimension but different sizes: write all in one unit"
             : is_factor ? "angles are in radians"
                         : "divide it by something in " + describe(*found));
        return;
      }
      if (known && !is_pure && !(*known == *found)) {
        warn(place, operand.position,
             in_units(owner->text, *known) + " (position " + std::to_string(owner->position) +
                 ") and " + in_units(operand.text, *found) + " (position " +
                 std::to_string(operand.position) + ")",
             "terms with the same unit", "");
        return;
      }
      if (!known) {
        known = found;
        owner = &operand;
      }
    }
  }
}

void Units::expect(std::span<const Expr> formulas, std::optional<Dimension> dimension, Place place,
                   const std::string& what) {
  expect_as("", formulas, dimension, place, what);
}

void Units::expect_unit(std::span<const Expr> formulas, const std::string& unit, Place place,
                        const std::string& what) {
  expect_as(unit, formulas, read_unit(unit), place, what);
}

void Units::expect_as(const std::string& unit, std::span<const Expr> formulas,
                      std::optional<Dimension> dimension, Place place, const std::string& what) {
  if (!dimension || !place) return;
  for (const Expr& formula : formulas) {
    const auto found = of(formula);
    if (!found || *found == *dimension || is_number(formula)) continue;
    warn(place, std::nullopt,
         found->is_none() ? "a formula without a unit" : "a formula in " + describe(*found),
         (unit.empty() ? describe(*dimension) : unit) + ", " + what, "");
    return;
  }
}

void Units::expect_power(const Expr& flow, const Expr& effort, Place place) {
  const auto a = of(flow), b = of(effort);
  if (!a || !b || *a * *b == watt()) return;
  warn(place, std::nullopt, "a flow in " + describe(*a) + " and an effort in " + describe(*b),
       "a flow and an effort whose product is a power, W",
       "this flow needs an effort in " + describe(watt() / *a));
}

void Units::warn(Place place, std::optional<std::size_t> position, const std::string& found,
                 const std::string& expected, const std::string& hint) {
  if (found_.size() >= kMostProblems) return;
  if (!reported_.emplace(&*place, position.value_or(kNowhere)).second) return;
  Problem& problem =
      found_.emplace_back(make_problem("PH118", reader_.where(place), found, expected, hint));
  problem.severity = Problem::Severity::kWarning;
  problem.position = position;
}

void Units::report() {
  Problems& problems = reader_.problems();
  for (const Problem& one : found_) {
    // A text that is used several times is read several times.
    const bool is_known = std::ranges::any_of(problems, [&](const Problem& other) {
      return other.code == one.code && other.where == one.where && other.position == one.position;
    });
    if (!is_known && problems.size() < kMostProblems) problems.push_back(one);
  }
  found_.clear();
}

}  // namespace porthos::model
