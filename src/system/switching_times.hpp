#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/enclosure.hpp"
#include "system/element_type.hpp"

namespace porthos::system {

/// Functions of t and of the phase at whose zeros something happens; the parameters are inserted.
struct TimeFunctions {
  std::shared_ptr<expr::Graph> graph = std::make_shared<expr::Graph>();
  std::vector<expr::Expr> switches;  // a formula of time jumps or has a corner: see hold_branches
  std::vector<expr::Expr> poles;     // a formula divides by this

  expr::Expr t() const { return graph->symbol("t"); }
  expr::Expr phase() const { return graph->symbol("#phase"); }

  /// Adds functions over the symbols of some laws, with these values of the parameters.
  void add(const std::vector<expr::Expr>& more_switches, const std::vector<expr::Expr>& more_poles,
           const laws::Laws& of, const std::vector<double>& parameters);
};

/// An event that time alone causes.
struct SwitchingTime {
  double t = 0;
  std::optional<std::string> pole;  // the divisor, at a pole; otherwise it is a switch
};

/// Finds these events ahead of a run. Bounds of the functions exclude intervals without a zero;
/// bounds of their rates show where a function is monotonic and has at most one zero. So no event
/// is missed between samples.
class SwitchingTimes {
 public:
  explicit SwitchingTimes(const TimeFunctions& functions);

  bool is_empty() const { return switches_.empty() && poles_.empty(); }

  /// The first of them in (from, until], if there is one, in the phase that begins at `from`.
  /// Events within 1e-10 of the time to `until` count as one.
  std::optional<SwitchingTime> next(double from, double until);

 private:
  struct Function {
    expr::Enclosure value, rate;
    std::optional<double> first_zero(double from, double until, double phase);
  };
  struct Pole {
    Function function, rate;
    std::string text;
    std::optional<double> first_zero(double from, double until, double phase);
  };
  Function bind(const expr::Expr& f) const;

  TimeFunctions functions_;
  std::vector<Function> switches_;
  std::vector<Pole> poles_;
};

}  // namespace porthos::system
