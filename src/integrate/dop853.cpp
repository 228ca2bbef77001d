#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "dae/constraint_selection.hpp"
#include "dae/index_one_form.hpp"
#include "integrate/adaptive_stepper.hpp"
#include "integrate/dop853_tableau.hpp"
#include "integrate/doubling.hpp"
#include "integrate/methods.hpp"

namespace porthos::integrate {
namespace {

/// (C1) and (C2) with Hairer's exponents: beta = 0.04, alpha = 1/8 - 0.2 beta.
constexpr double kControlBeta = 0.04;
constexpr StepLaw kLaw{.order = 8,
                       .alpha = 1.0 / 8 - 0.2 * kControlBeta,
                       .beta = kControlBeta,
                       .least = 1.0 / 3,
                       .most = 6,
                       .least_retry = 1.0 / 3,
                       .failure = 0.2,
                       .first_error = 1e-4};

/// Dormand and Prince's explicit method of order 8 on the index-1 reduction y' = f(t, y), adaptive,
/// with P1, P2, P3 after each step (Hairer, Norsett, Wanner: Solving Ordinary Differential
/// Equations I, II.5).                                                                  numerics 2
///
///   k_i = f(t + c_i h, y_0 + h sum_j a_ij k_j)              y_1 = y_0 + h sum_j b_j k_j       (D1)
///   err = h e_5^2 / sqrt(n (e_5^2 + 0.01 e_3^2)),   e_p = |sum_j (b_j - b^(p)_j) k_j / sc|    (D2)
///   y(x) = y_0 + x (F_0 + (1 - x) (F_1 + x (F_2 + (1 - x) (F_3 + ...)))),   x in [0, 1]       (D3)
///
/// States between the steps are those of the dense output (D3), of order 7, with P1, P2, P3. Where
/// constraints depend on each other all along the motion, an independent set of them is used. Where
/// they depend on each other in another way, on c(z) = 0 only, the stages lie on c(z) = 0:
/// elsewhere the rows would block the motion.
///
/// Near a singular pose the accelerations are ill-conditioned. A step that fails there is replaced
/// by a step of gauss(4) in two halves, which needs no accelerations, and has the same order unless
/// forces depend on reactions.
class Dop853 final : public AdaptiveStepper {
 public:
  Dop853(const Integrable& system, double tolerance)
      : AdaptiveStepper(system, kLaw, tolerance),
        selected_(system),
        form_(std::make_unique<dae::IndexOneForm>(system)),
        z_(system.sizes().z),
        w_(system.sizes().w),
        tolerance_(tolerance) {
    k_.setZero(form_->size(), Dop853Tableau::kAll);
  }

 private:
  static constexpr int kDense = 8;  // y of the tail and seven coefficients
  /// Errors of this size, in tolerances, are not expected away from singular poses.
  static constexpr double kFarOff = 100;
  static constexpr int kMostRejections = 6;
  static constexpr double kLeastReturned = 1e-6;  // of the run's step
  static constexpr double kMostClamped = 10;      // tolerances of the energy

  double initial_step(double /*h*/) override {
    choose_constraints();
    form_->find_dependence(head_);
    slope_ = form_->rates(head_.t, form_->pack(head_));
    has_dense_ = is_by_gauss_ = false;
    return first_step();
  }

  /// An independent set where constraints depend on each other all along the motion: then no stage
  /// has to be moved to c(z) = 0.
  void choose_constraints() {
    std::vector<char> is_kept;
    if (selected_.selection().find(head_, is_kept) != dae::ConstraintSelection::Found::kSet) {
      is_kept.clear();
      selected_.drop_selection();
    }
    use(std::move(is_kept));
  }

  /// See SelectedSystem::use.
  void use(std::vector<char> is_kept) {
    if (is_kept != selected_.is_kept()) {
      form_.reset();  // the old form refers to the old system
      selected_.use(std::move(is_kept));
      form_ = std::make_unique<dae::IndexOneForm>(selected_.system());
    }
    selected_.update_phase();
  }

  /// The allowed error of each component, (y): the tolerance times its size at both ends of the
  /// step; for components near zero a thousandth of the largest of its kind, and at rest 1e-6 of
  /// the unit.
  VecX scales(const VecX& y0, const VecX& y1) const {
    VecX sc = y0.cwiseAbs().cwiseMax(y1.cwiseAbs());
    const auto floor = [&](auto part) {
      if (part.size() > 0) part.array() += 1e-3 * part.maxCoeff() + 1e-6;
    };
    floor(sc.head(z_));
    floor(sc.segment(z_, w_));
    sc.tail(sc.size() - z_ - w_).array() += head_.scale + 1e-12;  // energies
    return tolerance_ * sc;
  }

  /// An Euler step shows how fast the slope changes. (Hairer, Norsett, Wanner II.4)
  double first_step() {
    const Eigen::Index states = z_ + w_;
    const VecX y = form_->pack(head_), sc = scales(y, y);
    const auto norm = [&](const VecX& x) {
      return states == 0 ? 0.0
                         : std::sqrt(x.head(states).cwiseQuotient(sc.head(states)).squaredNorm() /
                                     static_cast<double>(states));
    };
    const double d0 = norm(y), d1 = norm(slope_);
    const double h0 = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * d0 / d1;
    const double d2 = norm(form_->rates(head_.t + h0, y + h0 * slope_) - slope_) / h0;
    const double largest = std::max(d1, d2);
    const double h1 =
        largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / largest, 0.125);
    const double h = std::min(100 * h0, h1);
    return std::isfinite(h) && h > 0 ? h : 1e-6;
  }

  /// (D1) and (D2).
  Trial attempt(double h) override {
    constexpr Trial kUndefined{Outcome::kNotFinite, std::numeric_limits<double>::quiet_NaN()};
    selected_.update_phase();
    y0_ = form_->pack(head_);
    k_.col(0) = slope_;
    for (int i = 1; i < Dop853Tableau::kStages; ++i) {
      k_.col(i) = form_->rates(head_.t + Dop853Tableau::c[index(i)] * h, y0_ + h * combine(i));
      if (!k_.col(i).allFinite()) return kUndefined;
    }
    y1_ = y0_ + h * combine(Dop853Tableau::kStages);
    const VecX sc = scales(y0_, y1_);
    const auto steps = k_.leftCols(Dop853Tableau::kStages);
    const auto square = [&](const std::array<double, Dop853Tableau::kStages>& e) {
      return (steps * Eigen::Map<const VecX>(e.data(), Dop853Tableau::kStages))
          .cwiseQuotient(sc)
          .squaredNorm();
    };
    const double e5 = square(Dop853Tableau::e5), e3 = square(Dop853Tableau::e3);
    if (e5 == 0) return {};
    const double error = h * e5 / std::sqrt(static_cast<double>(sc.size()) * (e5 + 0.01 * e3));
    return std::isfinite(error) ? Trial{Outcome::kRunning, error} : kUndefined;
  }

  Outcome accept(double h) override {
    State next = head_;
    next.t += h;
    form_->unpack(y1_, next);
    keep_dissipated(next.dissipated);
    const auto [outcome, missing] = form_->project(next);
    if (outcome != Outcome::kRunning) return outcome;
    if (selected_.is_reduced() && !selected_.is_closed(next)) {
      use({});  // until the next start
      form_->find_dependence(head_);
      return Outcome::kDiverged;
    }
    // A defect that P3 cannot remove is an error of the step.
    if (missing > 0 && h > kLeastReturned * run_step_) return Outcome::kDiverged;
    VecX slope = form_->rates(next.t, form_->pack(next));
    if (!slope.allFinite()) return Outcome::kNotFinite;
    k_.col(Dop853Tableau::kStages) = slope;
    set_head(std::move(next), std::move(slope), h);
    return Outcome::kRunning;
  }

  /// Some weights of the method are negative. A relation that dissipates at all stages cannot have
  /// supplied energy.
  void keep_dissipated(VecX& dissipated) const {
    const auto powers = k_.block(z_ + w_, 0, dissipated.size(), Dop853Tableau::kStages);
    for (Eigen::Index i = 0; i < dissipated.size(); ++i)
      if (system_.only_takes()[index(i)] && powers.row(i).minCoeff() >= 0)
        dissipated[i] = std::max(dissipated[i], head_.dissipated[i]);
  }

  void set_head(State next, VecX slope, double h) {
    tail_t_ = head_.t;
    last_h_ = h;
    tail_ = y0_;
    has_dense_ = is_by_gauss_ = false;
    head_ = std::move(next);
    slope_ = std::move(slope);
  }

  bool recover_from_rejection(double h, double error, double first_h) override {
    const int rejections = control_.rejections();
    if (rejections == 1) gauss_h_ = first_h;
    const bool is_due = rejections > 1 || !(error < kFarOff);
    if (!is_due || rejections >= kMostRejections || !passes_singular_pose(h)) return false;
    if (step_by_gauss(gauss_h_)) return true;
    gauss_h_ *= 0.7;  // its end or middle may be near the pose too
    return false;
  }

  /// True if a stage of the step that was tried is near a singular pose. This is computed only
  /// after a step has failed, since it costs a solution at each stage.
  bool passes_singular_pose(double h) {
    for (int i = 1; i < Dop853Tableau::kStages; ++i) {
      form_->rates(head_.t + Dop853Tableau::c[index(i)] * h, y0_ + h * combine(i));
      if (form_->is_nearly_singular()) return true;
    }
    return false;
  }

  auto gauss() const { return make_doubling(system_, kGauss4, tolerance_); }

  /// A step of gauss(4) from head_. False if its error is too large as well.
  bool step_by_gauss(double h) {
    State next = head_;
    const auto method = gauss();
    if (method->step(next, h) != Outcome::kRunning) return false;
    const VecX y1 = form_->pack(next);
    VecX slope = form_->rates(next.t, y1);
    // In units of the tolerance, or of rounding near the pose.
    constexpr double kRounding = 1e-11;
    const VecX error = method->error().cwiseQuotient(scales(y0_, y1).head(z_ + w_)) *
                       std::min(1.0, tolerance_ / kRounding);
    if (!slope.allFinite() || !(error.squaredNorm() <= static_cast<double>(error.size())))
      return false;
    control_.set(h);
    set_head(std::move(next), std::move(slope), h);
    is_by_gauss_ = true;
    return true;
  }

  Outcome find_within(State& state, double target) override {
    selected_.update_phase();
    if (is_by_gauss_) return gauss_from_tail(state, target);
    if (!has_dense_) {
      // A valid snapshot never asks for a point outside its last step.
      if (tail_.size() != form_->size()) return Outcome::kDiverged;
      make_dense();
    }
    state.t = target;
    form_->unpack(interpolate((target - tail_t_) / last_h_), state);
    state.clamp_dissipated(returned_, head_, std::numeric_limits<double>::max() * passive_);
    const auto [outcome, missing] = form_->project(state);
    return missing > 0 ? gauss_from_tail(state, target) : outcome;
  }

  /// The state within a step, by gauss(4).
  Outcome gauss_from_tail(State& state, double target) {
    state.t = tail_t_;
    form_->unpack(has_dense_ ? VecX(dense_.col(0)) : tail_, state);
    const Outcome outcome = gauss()->step(state, target - tail_t_);
    state.t = target;
    const VecX most = most_clamped(kMostClamped * tolerance_ * head_.energy_size());
    if (outcome == Outcome::kRunning && state.clamp_dissipated(returned_, head_, most))
      return form_->project(state).outcome;
    return outcome;
  }

  /// sum_j a_ij k_j over the stages before i.
  VecX combine(int i) const {
    VecX sum = VecX::Zero(k_.rows());
    for (int j = 0; j < i; ++j)
      if (Dop853Tableau::a[index(i)][index(j)] != 0)
        sum += Dop853Tableau::a[index(i)][index(j)] * k_.col(j);
    return sum;
  }

  /// The coefficients of the last step's dense output; its ends are the projected ones.
  void make_dense() {
    const double h = last_h_;
    for (int i = Dop853Tableau::kStages + 1; i < Dop853Tableau::kAll; ++i)
      k_.col(i) = form_->rates(tail_t_ + Dop853Tableau::c[index(i)] * h, tail_ + h * combine(i));
    dense_.resize(tail_.size(), kDense);
    const VecX change = form_->pack(head_) - tail_;
    dense_.col(0) = tail_;
    dense_.col(1) = change;
    dense_.col(2) = h * k_.col(0) - change;
    dense_.col(3) = 2 * change - h * (k_.col(0) + k_.col(Dop853Tableau::kStages));
    for (int i = 0; i < 4; ++i)
      dense_.col(4 + i) =
          h * (k_ * Eigen::Map<const VecX>(Dop853Tableau::d[index(i)].data(), Dop853Tableau::kAll));
    has_dense_ = true;
    passive_.setZero(head_.dissipated.size());
    for (Eigen::Index i = 0; i < passive_.size(); ++i)
      if (system_.only_takes()[index(i)] && k_.row(z_ + w_ + i).minCoeff() >= 0) passive_[i] = 1;
  }

  /// (D3)
  VecX interpolate(double x) const {
    VecX sum = VecX::Zero(dense_.rows());
    for (int i = kDense - 1; i > 0; --i) sum = (sum + dense_.col(i)) * (i % 2 == 1 ? x : 1 - x);
    return dense_.col(0) + sum;
  }

  void describe_own(Archive& archive, bool is_started) override {
    archive(has_dense_, is_by_gauss_, tail_t_, last_h_);
    std::vector<char> is_kept = selected_.describe(archive);
    if (!archive.is_good()) return;
    if (archive.is_reading()) {
      use(std::move(is_kept));
      slope_.resize(form_->size());
      tail_.resize(is_by_gauss_ ? form_->size() : 0);
    }
    if (is_started) {
      archive(slope_);
      VecX dense = has_dense_ && !archive.is_reading()
                       ? VecX(dense_.reshaped())
                       : VecX(has_dense_ ? form_->size() * kDense : 0);
      passive_.resize(has_dense_ ? system_.sizes().power : 0);
      if (has_dense_) archive(dense, passive_);
      if (is_by_gauss_) archive(tail_);
      if (!archive.is_good()) return;
      if (has_dense_ && archive.is_reading())
        dense_ = Eigen::Map<const MatX>(dense.data(), form_->size(), kDense);
    }
    archive(*form_);
  }

  dae::SelectedSystem selected_;
  std::unique_ptr<dae::IndexOneForm> form_;  // the rates of system_
  Eigen::Index z_, w_;
  double tolerance_;
  bool has_dense_ = false;
  bool is_by_gauss_ = false;        // the last step was one of gauss(4)
  double gauss_h_ = 0;              // the length of the next attempt with gauss(4)
  double tail_t_ = 0, last_h_ = 0;  // start and length of the last step
  VecX tail_, slope_;               // y at tail_t_; y' at head_
  VecX y0_, y1_;                    // of the step that is being tried
  MatX k_, dense_;                  // (y x 16), (y x 8)
  VecX passive_;  // (power) 1: takes energy at all stages of the dense output; else 0
};

std::unique_ptr<Stepper> make_dop853(const Integrable& system, double tolerance) {
  return std::make_unique<Dop853>(system, tolerance);
}

}  // namespace

const Method kDop853{
    "dop853",
    "Dormand-Prince of order 8 with adaptive step size, projected; many digits on smooth models",
    {.order = 8,
     .closes_ledger = true,
     .keeps_positions = true,
     .keeps_velocities = true,
     .is_explicit = true,
     .is_adaptive = true},
    make_dop853};

}  // namespace porthos::integrate
