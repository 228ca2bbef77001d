#pragma once

#include <map>
#include <vector>

#include "inspect/elimination.hpp"
#include "inspect/jet.hpp"
#include "inspect/velocity_forms.hpp"

namespace porthos::inspect {

/// The admissible velocities near a state as vector fields, and the span of their brackets: D, D +
/// [D, D], ... until the dimension stays. The final codimension is the number of integrable
/// combinations of constraints (Frobenius).
///
/// The coordinates are the positions, time if it occurs, and an additional coordinate for each
/// velocity that moves no position. All derivatives are exact, as Taylor polynomials.
class DerivedFlag {
 public:
  enum class Outcome { kDone, kNeedsOrder, kUnclear, kTooLong };
  struct Span {
    Outcome outcome = Outcome::kUnclear;
    IndependentVectors vectors;
  };

  /// A selection of constraints by number; `frozen`: time stands still.
  struct Choice {
    std::vector<int> rows;
    bool frozen = false;
    bool operator<(const Choice& other) const {
      return frozen != other.frozen ? frozen < other.frozen : rows < other.rows;
    }
  };

  /// order      of the polynomials: each bracket of brackets needs one more
  /// most_work  limit on the products of terms
  DerivedFlag(const Subject& subject, const VelocityForms& forms, const State& state, int order,
              std::size_t most_work);

  /// False if values are not finite or there are too many coordinates for the order.
  bool is_possible() const { return is_possible_; }

  /// The velocities at the state that the selected constraints and all position constraints admit.
  Span admitted(const Choice& choice) const;
  /// The span of their brackets.
  const Span& closed(const Choice& choice);
  /// The number of positions that the vectors reach at a fixed time.
  int reachable(const IndependentVectors& vectors) const;

 private:
  /// A vector field, with its velocities if brackets of hidden coordinates need them.
  struct Field {
    std::vector<Jet> x;  // (coordinates)
    std::vector<Jet> w;  // (w) or none
    int order = 0;
  };
  void evaluate(const State& state);
  void find_hidden();
  void find_rates();
  void find_scales();
  std::size_t coordinates() const { return z_ + hidden_.size() + (forms_.has_time ? 1 : 0); }
  JetMatrix constraints(const Choice& choice) const;
  std::vector<Jet> rates_of(const std::vector<Jet>& control) const;
  std::vector<Field> fields(const Choice& choice, bool& is_clear) const;
  Field bracket(const Field& a, const Field& b) const;
  void complete(Field& field) const;
  std::vector<Tracked> constants(const Field& field) const;
  bool is_too_long() const { return space_.work() > most_work_; }

  const Subject& subject_;
  const VelocityForms& forms_;
  std::vector<expr::Expr> variables_;  // variables of the polynomials
  bool is_possible_ = true;
  JetSpace space_;
  std::size_t most_work_;
  std::size_t w_, z_;                       // velocities, positions without clocks
  std::vector<int> variable_;               // (positions, time) of the polynomials, or -1
  JetMatrix Z_, supplied_, slopes_, gaps_;  // as in VelocityForms
  JetMatrix rates_;                         // (positions x controls)
  std::size_t spans_ = 0, controls_ = 0;    // velocities and efforts; with multipliers and time
  std::vector<Jet> rests_;                  // (rows) the parts without velocities
  std::vector<Jet> frame_;                  // dG/dP, or empty if nothing hidden needs it
  std::vector<std::size_t> hidden_;         // velocities that move no position
  std::vector<std::size_t> shown_, of_;     // the others, and the positions that they move
  JetMatrix inverse_;           // from the rates of these positions to the velocities, or empty
  std::vector<double> scales_;  // (coordinates)
  std::map<Choice, Span> closed_;
};

}  // namespace porthos::inspect
