#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "dae/velocity_turn.hpp"
#include "integrate/method.hpp"
#include "integrate/roots.hpp"

namespace porthos::integrate {

/// The branches of formulas that depend on states (abs, sign, min, max, comparisons), along the
/// steps of one method. They are fixed during a step, so that the method sees smooth functions. A
/// step in which a switching function changes its sign is cut there, and the next step begins with
/// the other branch.                                                                  numerics 5
class Branches {
 public:
  explicit Branches(const Integrable& system);

  /// True if there are none, or states do not decide them: then all functions of this class do
  /// nothing.
  bool is_empty() const { return !accelerations_; }

  /// Fixes the branches during its life. Outside of steps formulas are evaluated as written.
  class Fixed {
   public:
    explicit Fixed(Branches& branches) : branches_(branches) { branches_.apply(); }
    ~Fixed() { branches_.clear(); }
    Fixed(const Fixed&) = delete;
    Fixed& operator=(const Fixed&) = delete;

   private:
    Branches& branches_;
  };

  /// Fixes the branches of a state, before steps of length h.
  void begin(const State& at, double h);
  bool has_begun() const { return has_begun_; }
  /// Fixes the released branches again, where the switching function is not zero.
  void resume();

  /// Whether the next step fixes the branches. A step may fail with a formula continued beyond its
  /// branch, as with the root of a negative number, and succeed without.
  void fix(bool is_fixed);
  bool is_fixed() const { return is_fixed_; }

  /// Computes the state at a share of a step.
  using StateWithin = std::function<Outcome(double share, State& to)>;
  /// The place in a step at which it is cut.
  struct Cut {
    double share = 1;
    State state;
  };
  /// Finds the first change of a branch in a step of length h from the time t to `end`. On kRunning
  /// `cut` is the place, or empty. `run_step`: the length of the run's steps.
  Outcome find_cut(double t, double h, double run_step, const State& end, const StateWithin& within,
                   std::optional<Cut>& cut);
  /// Fixes the branches beyond the cut, before steps of length h. Velocities turn with constraints
  /// that change there, see dae::VelocityTurn.
  Outcome switch_over(State& at, double h);
  /// By how much V jumped there, J.
  double jump_of_potential() const { return jump_of_potential_; }
  /// Fixes no branch until resume().
  void release();

  void describe(Archive& archive);

 private:
  void apply();
  void clear() const;
  void compute_roots(const State& at, double h, Roots& roots);
  const VecX& values(const State& at);
  std::optional<Outcome> find_passage(Eigen::Index i, double t, double h, const Roots& end,
                                      const StateWithin& within, Passage& first);

  const Integrable system_;
  const Metric metric_;
  std::unique_ptr<dae::Accelerations> accelerations_;
  std::unique_ptr<dae::VelocityTurn> turn_;
  dae::Workspace at_;
  bool has_begun_ = false, is_fixed_ = true;
  double jump_of_potential_ = 0;
  VecX side_, next_;        // (branch) -1, 1, or 0 where none is fixed; those beyond a cut
  VecX changed_, largest_;  // (branch) the time of the last change, s; the largest |value|
  Roots roots_;             // at the start of the next step
  VecX value_, before_, z_rate_, w_rate_;
  State beside_;
};

}  // namespace porthos::integrate
