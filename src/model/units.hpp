#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/unit.hpp"
#include "expr/dimensions.hpp"
#include "expr/parse.hpp"
#include "model/reader.hpp"

namespace porthos::model {

using expr::Expr;

/// The units of one component's formulas: what its text declares, and where formulas do not agree
/// with it. What is found are warnings (PH118), which are kept apart until the end, since a formula
/// that has one is as good as any other.
class Units {
 public:
  explicit Units(Reader& reader) : reader_(reader) {}

  /// A symbol or formula has this unit; nothing where the unit is not understood.
  void declare(const Expr& formula, std::optional<Dimension> dimension);

  /// The same of a formula with a name and a unit, which holds from there on; symbols keep theirs.
  void declare_formula(const Expr& formula, const std::string& unit);

  /// Operands in a formula at this place, which are to have one unit or none.
  void check(expr::UnitRule rule, std::span<const expr::Operand> operands, Place place);
  /// Formulas that are to have this dimension, as `what` says: "J, as an energy".
  void expect(std::span<const Expr> formulas, std::optional<Dimension> dimension, Place place,
              const std::string& what);
  /// A flow and an effort whose product is a power.
  void expect_power(const Expr& flow, const Expr& effort, Place place);

  /// What is known of a formula's dimension.
  std::optional<Dimension> of(const Expr& formula);

  /// Adds what was found to the problems.
  void report();

 private:
  void warn(Place place, std::optional<std::size_t> position, const std::string& found,
            const std::string& expected, const std::string& hint);

  Reader& reader_;
  std::optional<expr::Dimensions> dimensions_;
  Problems found_;
  std::set<std::pair<const Json*, std::size_t>> told_;
};

/// Of energies and powers.
Dimension joule();
Dimension watt();
/// The dimension of a unit that may be left out, over that of another one.
std::optional<Dimension> per(const std::optional<Dimension>& above,
                             const std::optional<Dimension>& below);

}  // namespace porthos::model
