#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "dae/accelerations.hpp"
#include "integrate/method.hpp"
#include "integrate/roots.hpp"
#include "system/system.hpp"

namespace porthos::integrate {

/// The branches of formulas that states decide (abs, sign, min, max, comparisons), along the steps
/// of one method. While a step is taken they are held, so that the method sees smooth functions.
/// Where a switching function changes its sign within a step the step is cut, and the next one
/// begins there with the other branch.                                              numerics 5
class Branches {
 public:
  explicit Branches(const system::System& system);

  /// True if there are none, or a state does not tell them: then nothing here does anything.
  bool is_empty() const { return !accelerations_; }

  /// Holds the branches as long as it lives: what is computed outside of steps has the formulas as
  /// they are written.
  class Held {
   public:
    explicit Held(Branches& branches) : branches_(branches) { branches_.put(); }
    ~Held() { branches_.clear(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    Branches& branches_;
  };

  /// Finds the branches of a state, with steps of length h ahead.
  void begin(const State& at, double h);
  bool has_begun() const { return has_begun_; }
  /// Holds again what the last step has let go, where its switching function has left zero.
  void resume();

  /// Whether the next step holds the branches: one that cannot be taken with a formula continued
  /// beyond its branch, as with a root of a negative number, can be taken without.
  void hold(bool is_held);
  bool is_held() const { return is_held_; }

  /// Gives the state at a share of a step.
  using Take = std::function<Outcome(double share, State& to)>;
  /// Where a step ends, if it has to be cut.
  struct Cut {
    double share = 1;
    State state;
  };
  /// Looks for the first change of a branch in a step of length h from the time t to `end`. On
  /// kRunning `cut` is the place, or nothing. `row`: the length of the run's steps.
  Outcome find_cut(double t, double h, double row, const State& end, const Take& take,
                   std::optional<Cut>& cut);
  /// Goes over to the branches beyond the cut, with steps of length h ahead.
  void pass(const State& at, double h);
  /// Holds no branch until resume().
  void let_go();

  void write(NumberWriter& to) const;
  bool read(NumberReader& from);

 private:
  void put();
  void clear() const;
  void look(const State& at, double h, Roots& roots);
  const VecX& values(const State& at);
  std::optional<Outcome> find_passage(Eigen::Index i, double t, double h, const Roots& end,
                                      const Take& take, Passage& first);

  const system::System& system_;
  const Metric metric_;
  std::unique_ptr<dae::Accelerations> accelerations_;
  system::Workspace at_;
  bool has_begun_ = false, is_held_ = true;
  VecX side_, next_;        // (branch) -1, 1, or 0 where none is held; those beyond a cut
  VecX changed_, largest_;  // (branch) when it changed last, s; the largest |value|
  Roots roots_;             // where the next step begins
  VecX value_, before_, z_rate_, w_rate_;
  State beside_;
};

}  // namespace porthos::integrate
