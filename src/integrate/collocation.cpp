#include "integrate/collocation.hpp"

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "dae/accelerations.hpp"
#include "dae/projection.hpp"
#include "integrate/prediction.hpp"
#include "integrate/stages.hpp"

namespace porthos::integrate {
namespace {

/// A strategy to solve for the stages of a step. They are tried in order.
struct Strategy {
  std::string_view name;
  bool has_each;           // the Jacobian of each stage: singular poses, stiff directions that turn
  bool on_surface;         // stages on c(z) = 0, where the rows depend on each other there only
  bool resets_prediction;  // starts at the present state: the prediction may have been far off
  bool balances;           // massless velocities start where they balance the forces of their time:
                           // Newton's method from the present ones may be far off
};
constexpr std::array<Strategy, 5> kStrategies{
    {{"one Jacobian for all stages", false, true, false, false},
     {"the Jacobian of each stage", true, true, false, false},
     {"beside c(z) = 0", true, false, false, false},
     {"from the present state", true, false, true, false},
     {"from a balance of the massless velocities", true, false, true, true}}};

/// See make_collocation. With the stages of (G1), f their force on w, r_i f_i the power of a
/// resistive relation and y_i u_i that through a port,
///
///   z_1 = z + h sum_i b_i z'_i
///
///   w_1 = w + sum_i d_i (w_i - w),         d^T = b^T A^-1                                   (G2)
///
///   D_1 = D + h sum_i b_i r_i f_i,         S_1 = S + h sum_i b_i y_i u_i                    (G3)
///
/// (G2) is M w_1 = M w + h sum_i b_i f_i, but M need not be invertible. Massless velocities have no
/// history: w_1 = sum_i l_i(1) w_i. Then P1, P2, P3.
class Collocation final : public EstimatingStepper {
 public:
  Collocation(const Integrable& system, Tableau table, const CollocationOptions& options)
      : system_(system),
        options_(options),
        table_(std::move(table)),
        increments_(table_.increments()),
        at_end_(table_.lagrange(1)),
        prediction_(table_),
        projection_(system),
        stages_(system, table_, projection_, options.newton_tolerance),
        end_(system.workspace()) {}

  Outcome step(State& state, double h) override {
    stages_.use_gradients(options_.restores_energy && system_.moves_without_mass());
    if (prediction_.is_empty()) {
      system_.z(end_) = state.z;
      system_.w(end_) = state.w;
      is_dependent_ = projection_.find_dependent_rows(end_);
    }
    dae::Projected projected{find_stages(state, h)};
    if (projected.outcome == Outcome::kRunning) projected = finish(state, h, kGentle, next_);
    if (projected.outcome == Outcome::kRunning && projected.missing > 0)
      repeat_with_gradients(state, h, projected, next_);
    if (projected.outcome != Outcome::kRunning) {
      prediction_.reset();
      return projected.outcome;
    }
    if (options_.estimates_error) error_ = estimate(state, h);
    prediction_.add(state, h, stages_.all(), next_);
    std::swap(state, next_);
    return Outcome::kRunning;
  }

  bool has_dependent_rows() const override { return is_dependent_; }
  const VecX& error() const override { return error_; }
  double ledger_error() const override { return ledger_error_; }

  void describe(Archive& archive) override {
    archive(is_dependent_, long_h_, stages_);
    prediction_.describe(archive, system_.sizes().z + system_.sizes().w, system_.unknowns());
    archive(projection_);
  }

 private:
  static constexpr double kGentle = 1e-2, kFirm = 0.5;  // P3, of the kinetic energy
  /// If a step of length h needed the Jacobian of each stage, steps from kShorter h on use it at
  /// once. Each of them raises that limit by kLonger.
  static constexpr double kShorter = 0.7, kLonger = 1.1;

  /// Solves (G1).
  Outcome find_stages(const State& state, double h) {
    const bool is_long = h >= long_h_;
    Outcome outcome = Outcome::kDiverged;
    for (const Strategy& strategy : kStrategies) {
      const bool is_first = !strategy.has_each;
      if (is_first && is_long) continue;
      if (!strategy.on_surface && !strategy.resets_prediction && !is_dependent_) continue;
      if (strategy.balances && !projection_.metric().has_massless()) continue;
      if (strategy.resets_prediction) prediction_.reset();
      outcome = attempt(state, h, strategy);
      if (strategy.on_surface && strategy.has_each) {
        if (is_long)
          long_h_ *= kLonger;
        else if (outcome == Outcome::kRunning)
          long_h_ = kShorter * h;
      }
      if (outcome == Outcome::kRunning) break;
    }
    return outcome;
  }

  Outcome attempt(const State& state, double h, const Strategy& strategy) {
    stages_.put_on_surface(strategy.on_surface && is_dependent_);
    if (strategy.balances)
      predict_balance(state, h);
    else
      predict(state, h);
    return stages_.solve(state, h, strategy.has_each);
  }

  /// The multipliers of dependent rows are partly arbitrary, and extrapolation would amplify that.
  void predict(const State& state, double h) {
    const dae::Sizes& n = system_.sizes();
    if (prediction_.is_near(state)) {
      prediction_.put_stages(state, h, !is_dependent_, stages_.guess());
      return;
    }
    VecX x = VecX::Zero(n.z + n.w + n.nu());
    x.head(n.z + n.w) << state.z, state.w;
    // Formulas that read reactions may have no value, or no derivative, at zero.
    if (!system_.is_linear_in_multipliers())
      x.tail(n.nu()) = dae::reactions_at(system_, projection_.metric(), end_, state);
    stages_.guess() = x.replicate(1, stages_.count());
  }

  void predict_balance(const State& state, double h) {
    State now = state;
    for (Eigen::Index i = 0; i < stages_.count(); ++i) {
      now.t = state.t + table_.c[i] * h;
      stages_.guess().col(i) = dae::balanced(system_, projection_.metric(), end_, now);
    }
  }

  /// For a long step, in which P3 would have to restore too much energy.
  void repeat_with_gradients(const State& state, double h, dae::Projected& projected, State& next) {
    stages_.use_gradients(true);
    State better;
    if (stages_.solve(state, h, true) == Outcome::kRunning) {
      const dae::Projected firm = finish(state, h, kFirm, better);
      if (firm.outcome == Outcome::kRunning) {
        projected = firm;
        next = std::move(better);
      }
    }
    if (projected.is_torn()) projected.outcome = Outcome::kDiverged;
  }

  /// (G2) and (G3), projected.
  dae::Projected finish(const State& state, double h, double most, State& next) {
    constexpr double kLeastShare = 1e-3;  // as much of an energy may be missing
    double moved = 0;
    next = state;
    next.t = state.t + h;
    stages_.add_change_of_z(h, increments_, next.z);
    for (Eigen::Index i = 0; i < stages_.count(); ++i) {
      dae::Workspace& stage = stages_.at(i);
      next.w += increments_[i] * (stages_.w_of(i) - state.w);
      system_.compute_powers(stage);
      const double share = h * table_.b[i];
      const auto dissipated = system_.dissipated_power(stage);
      next.dissipated += share * dissipated;
      if (dissipated.size() > 0)
        moved = std::max(moved, share * dissipated.lpNorm<Eigen::Infinity>());
      for (int u = 0; u < system_.sizes().u; ++u) {
        const double supplied = share * system_.supplied_power(stage, u);
        next.supplied[u] += supplied;
        moved = std::max(moved, std::abs(supplied));
      }
    }
    // A step may end at rest after it has taken much energy and given it back: with its rounding.
    next.scale = std::max(next.scale, kLeastShare * moved);
    if (projection_.metric().has_massless()) {
      missing_ = -next.w;
      for (Eigen::Index i = 0; i < stages_.count(); ++i) missing_ += at_end_[i] * stages_.w_of(i);
      projection_.metric().put_massless_part(missing_, massless_);
      next.w += massless_;
    }
    return projection_.project(end_, next, options_.restores_energy ? most : 0);
  }

  /// The method of order s with the start as a further node, of weight 1/gamma, differs by
  ///
  ///   (h F(y_0) - sum_i l_i(0) h F(Y_i)) / gamma,      h F(Y_i) = sum_j (A^-1)_ij E (Y_j - y_0)
  ///   (G4)
  ///
  /// and (E - h/gamma J)^-1 keeps that bounded where the model is stiff. A second pass makes it
  /// small for damped components (Hairer, Wanner II, IV.8).
  VecX estimate(const State& state, double h) {
    const dae::Sizes& n = system_.sizes();
    // The filter corrects the multipliers in the directions of its matrix: those of the stages.
    const VecX at_start = table_.lagrange(0), weights = table_.inverse.transpose() * at_start;
    const VecX nu = stages_.nu() * at_start;
    VecX pull = VecX::Zero(n.z + n.w), y(n.z + n.w);
    for (Eigen::Index i = 0; i < stages_.count(); ++i) {
      pull.head(n.z) -= weights[i] * (stages_.z_of(i) - state.z);
      pull.tail(n.w) -= weights[i] * (stages_.w_of(i) - state.w);
    }
    pull.tail(n.w) = system_.mass().times(pull.tail(n.w));
    y << state.z, state.w;
    const VecX first = stages_.filtered(state, h, y, nu, pull);
    estimate_ledger(h, at_start);
    return stages_.filtered(state, h, y + first, nu, pull);
  }

  /// The same for the dissipated and supplied energies, without a filter.
  void estimate_ledger(double h, const VecX& at_start) {
    system_.compute_powers(stages_.filtered_at());
    VecX missing = powers(stages_.filtered_at());
    for (Eigen::Index i = 0; i < stages_.count(); ++i)
      missing -= at_start[i] * powers(stages_.at(i));
    const double gamma = table_.eigenvalues.front().real();
    const int power = system_.sizes().power, u = system_.sizes().u;
    const double dissipated = power > 0 ? missing.head(power).lpNorm<Eigen::Infinity>() : 0;
    const double supplied = system_.largest_supply(missing.tail(u), is_dependent_);
    ledger_error_ = h / gamma * std::max(dissipated, supplied);
  }

  /// The powers of the relations and the ports, (power + u), after compute_powers.
  VecX powers(const dae::Workspace& at) const {
    VecX all(system_.sizes().power + system_.sizes().u);
    all << system_.dissipated_power(at), system_.supplied_power(at);
    return all;
  }

  const Integrable system_;
  CollocationOptions options_;
  Tableau table_;
  VecX increments_;  // d of the tableau
  VecX at_end_;      // l_i(1), the values of the Lagrange polynomials
  Prediction prediction_;
  dae::Projection projection_;
  Stages stages_;
  dae::Workspace end_;
  bool is_dependent_ = false;
  double long_h_ = std::numeric_limits<double>::max();  // see kShorter
  VecX error_;                                          // (z + w)
  double ledger_error_ = 0;
  VecX missing_, massless_;  // (w), at the end of a step
  State next_;               // the end of the step
};

}  // namespace

std::unique_ptr<EstimatingStepper> make_collocation(const Integrable& system, Tableau table,
                                                    const CollocationOptions& options) {
  return std::make_unique<Collocation>(system, std::move(table), options);
}

}  // namespace porthos::integrate
