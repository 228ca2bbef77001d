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

/// The units of one component's formulas: those that its text declares, and the places where
/// formulas do not agree with them. The mismatches are warnings (PH118). They are kept separately
/// until the end, since such a formula is still usable.
class Units {
 public:
  explicit Units(Reader& reader) : reader_(reader) {}

  /// A symbol or formula has this unit; no effect if the unit is not understood.
  void declare(const Expr& formula, std::optional<Dimension> dimension);

  /// The same for a formula with a name and a unit, valid from there on; symbols keep their units.
  void declare_formula(const Expr& formula, const std::string& unit);

  /// Operands in a formula at this place, which must have one unit or none.
  void check(expr::UnitRule rule, std::span<const expr::Operand> operands, Place place);
  /// Formulas that must have this dimension, as `what` says: "J, as an energy".
  void expect(std::span<const Expr> formulas, std::optional<Dimension> dimension, Place place,
              const std::string& what);
  /// The same for a unit as it is declared: "N m" is not told as "J".
  void expect_unit(std::span<const Expr> formulas, const std::string& unit, Place place,
                   const std::string& what);
  /// A flow and an effort whose product is a power.
  void expect_power(const Expr& flow, const Expr& effort, Place place);

  /// The dimension of a formula, as far as it is known.
  std::optional<Dimension> of(const Expr& formula);

  /// Adds the warnings to the problems.
  void report();

 private:
  bool has_angle(const Expr& formula);
  void warn(Place place, std::optional<std::size_t> position, const std::string& found,
            const std::string& expected, const std::string& hint);
  void expect_as(const std::string& unit, std::span<const Expr> formulas,
                 std::optional<Dimension> dimension, Place place, const std::string& what);

  Reader& reader_;
  std::optional<expr::Dimensions> dimensions_;
  Problems found_;
  std::set<std::pair<const Json*, std::size_t>> reported_;
};

/// The dimension of energies; per second, of powers.
Dimension joule();
Dimension watt();
/// The quotient of the dimensions of two units; the first one may be absent.
std::optional<Dimension> per(const std::optional<Dimension>& above,
                             const std::optional<Dimension>& below);

}  // namespace porthos::model
