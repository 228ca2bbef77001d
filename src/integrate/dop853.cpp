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
constexpr double kBeta = 0.04;
constexpr StepLaw kLaw{.order = 8,
                       .alpha = 1.0 / 8 - 0.2 * kBeta,
                       .beta = kBeta,
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
/// States between the steps are those of the dense output (D3), of order 7, with P1, P2, P3 on a
/// copy. Where rows depend on each other all along the motion, an independent set of them is used;
/// where they do on c(z) = 0 only in another way, the stages are put there: beside it the rows
/// would hold the motion.
///
/// Beside a singular pose the accelerations are ill-conditioned, the more the nearer: where steps
/// fail there one of gauss(4) in two halves, of the same order but where forces depend on
/// reactions, and without accelerations, leads over it.
class Dop853 final : public AdaptiveStepper {
 public:
  Dop853(const system::System& system, double tolerance)
      : AdaptiveStepper(system, kLaw, tolerance),
        reduced_(std::make_unique<dae::IndexOneForm>(system)),
        z_(system.sizes().z),
        w_(system.sizes().w),
        tolerance_(tolerance) {
    k_.setZero(reduced_->size(), Dop853Tableau::kAll);
  }

 private:
  static constexpr int kDense = 8;  // y of the tail and seven coefficients
  /// A length that was foreseen gives smaller errors, and beside a pose fewer are rejected.
  static constexpr double kFarOff = 100;
  static constexpr int kMostRejections = 6;
  static constexpr double kLeastReturned = 1e-6;  // of the run's step

  double begin(double /*h*/) override {
    choose_rows();
    reduced_->find_dependence(head_);
    slope_ = reduced_->rates(head_.t, reduced_->pack(head_));
    has_dense_ = is_bridged_ = false;
    return first_step();
  }

  /// An independent set where rows depend on each other all along the motion: no stage has then to
  /// be put on c(z) = 0.
  void choose_rows() {
    std::vector<char> is_kept;
    if (choice().find(head_, is_kept) != dae::ConstraintSelection::Found::kSet) {
      is_kept.clear();
      choice_.reset();
    }
    use(std::move(is_kept));
  }

  dae::ConstraintSelection& choice() {
    if (!choice_) choice_ = std::make_unique<dae::ConstraintSelection>(system_);
    return *choice_;
  }

  /// These rows, (nu), from now on; all if it is empty.
  void use(std::vector<char> is_kept) {
    if (is_kept != is_kept_) {
      is_kept_ = std::move(is_kept);
      reduced_.reset();  // it refers to the system of before
      fewer_ = is_kept_.empty() ? nullptr : system_.with_rows(is_kept_);
      reduced_ = std::make_unique<dae::IndexOneForm>(fewer_ ? *fewer_ : system_);
    }
    keep_phase();
  }

  void keep_phase() {
    if (fewer_) fewer_->set_phase(system_.phase());
  }

  /// What an error of each component is compared with, (y): its own size at both ends of the step;
  /// for those near zero a thousandth of the largest of its kind, and for a state at rest 1e-6 of
  /// the unit.
  VecX scales(const VecX& y0, const VecX& y1) const {
    VecX sc = y0.cwiseAbs().cwiseMax(y1.cwiseAbs());
    const auto floor = [&](auto part) {
      if (part.size() > 0) part.array() += 1e-3 * part.maxCoeff() + 1e-6;
    };
    floor(sc.head(z_));
    floor(sc.segment(z_, w_));
    auto energies = sc.tail(sc.size() - z_ - w_);
    energies.array() += head_.scale + 1e-12;
    return tolerance_ * sc;
  }

  /// Hairer, Norsett, Wanner II.4: an Euler step tells how fast the slope changes.
  double first_step() {
    const Eigen::Index states = z_ + w_;
    const VecX y = reduced_->pack(head_), sc = scales(y, y);
    const auto norm = [&](const VecX& x) {
      return states == 0 ? 0.0
                         : std::sqrt(x.head(states).cwiseQuotient(sc.head(states)).squaredNorm() /
                                     static_cast<double>(states));
    };
    const double d0 = norm(y), d1 = norm(slope_);
    const double h0 = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * d0 / d1;
    const double d2 = norm(reduced_->rates(head_.t + h0, y + h0 * slope_) - slope_) / h0;
    const double largest = std::max(d1, d2);
    const double h1 =
        largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / largest, 0.125);
    const double h = std::min(100 * h0, h1);
    return std::isfinite(h) && h > 0 ? h : 1e-6;
  }

  /// (D1) and (D2).
  Trial attempt(double h) override {
    constexpr Trial kUndefined{Outcome::kNotFinite, std::numeric_limits<double>::quiet_NaN()};
    keep_phase();
    y0_ = reduced_->pack(head_);
    k_.col(0) = slope_;
    for (int i = 1; i < Dop853Tableau::kStages; ++i) {
      k_.col(i) = reduced_->rates(head_.t + Dop853Tableau::c[index(i)] * h, y0_ + h * combine(i));
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

  Outcome arrive(double h) override {
    State next = head_;
    next.t += h;
    reduced_->unpack(y1_, next);
    keep_rising(next.dissipated);
    const auto [outcome, missing] = reduced_->project(next);
    if (outcome != Outcome::kRunning) return outcome;
    if (fewer_ && !choice().holds(next, is_kept_)) {
      use({});  // until the next start
      reduced_->find_dependence(head_);
      return Outcome::kDiverged;
    }
    // What P3 cannot return is an error of the step.
    if (missing > 0 && h > kLeastReturned * row_step_) return Outcome::kDiverged;
    VecX slope = reduced_->rates(next.t, reduced_->pack(next));
    if (!slope.allFinite()) return Outcome::kNotFinite;
    k_.col(Dop853Tableau::kStages) = slope;
    keep(std::move(next), std::move(slope), h);
    return Outcome::kRunning;
  }

  /// Some weights of the method are negative: what has been dissipating at all stages has not given
  /// back.
  void keep_rising(VecX& dissipated) const {
    const auto powers = k_.block(z_ + w_, 0, dissipated.size(), Dop853Tableau::kStages);
    for (Eigen::Index i = 0; i < dissipated.size(); ++i)
      if (!system_.is_force()[index(i)] && powers.row(i).minCoeff() >= 0)
        dissipated[i] = std::max(dissipated[i], head_.dissipated[i]);
  }

  void keep(State next, VecX slope, double h) {
    tail_t_ = head_.t;
    last_h_ = h;
    tail_ = y0_;
    has_dense_ = is_bridged_ = false;
    head_ = std::move(next);
    slope_ = std::move(slope);
  }

  bool leads_over(double h, double error, double wide) override {
    const int rejections = control_.rejections();
    if (rejections == 1) bridge_h_ = wide;
    const bool is_due = rejections > 1 || !(error < kFarOff);
    if (!is_due || rejections >= kMostRejections || !passes_singular_pose(h)) return false;
    if (bridge(bridge_h_)) return true;
    bridge_h_ *= 0.7;  // an end or a middle beside the pose is no better
    return false;
  }

  /// True if a stage of a step that has been tried is beside such a pose. Looked at only after the
  /// step has failed: to ask at every stage would cost all the others a solution more.
  bool passes_singular_pose(double h) {
    for (int i = 1; i < Dop853Tableau::kStages; ++i) {
      reduced_->rates(head_.t + Dop853Tableau::c[index(i)] * h, y0_ + h * combine(i));
      if (reduced_->is_nearly_singular()) return true;
    }
    return false;
  }

  std::unique_ptr<EstimatingStepper> gauss() const {
    return make_doubling(system_, kGauss4, tolerance_);
  }

  /// A step of gauss(4) at the head; false if its error is too large as well.
  bool bridge(double h) {
    State next = head_;
    const auto method = gauss();
    if (method->step(next, h) != Outcome::kRunning) return false;
    const VecX y1 = reduced_->pack(next);
    VecX slope = reduced_->rates(next.t, y1);
    // In units of the tolerance, or of what rounding comes to there.
    constexpr double kRounding = 1e-11;
    const VecX error = method->error().cwiseQuotient(scales(y0_, y1).head(z_ + w_)) *
                       std::min(1.0, tolerance_ / kRounding);
    if (!slope.allFinite() || !(error.squaredNorm() <= static_cast<double>(error.size())))
      return false;
    control_.set(h);
    keep(std::move(next), std::move(slope), h);
    is_bridged_ = true;
    return true;
  }

  Outcome find(State& state, double target) override {
    keep_phase();
    if (is_bridged_) return bridge_from_tail(state, target);
    if (!has_dense_) {
      // What an archive has no step for was asked for by nobody who wrote it.
      if (tail_.size() != reduced_->size()) return Outcome::kDiverged;
      make_dense();
    }
    state.t = target;
    reduced_->unpack(interpolate((target - tail_t_) / last_h_), state);
    state.keep_dissipated_between(given_, head_, system_.is_force());
    const auto [outcome, missing] = reduced_->project(state);
    return missing > 0 ? bridge_from_tail(state, target) : outcome;
  }

  /// The state within a step, by gauss(4).
  Outcome bridge_from_tail(State& state, double target) {
    state.t = tail_t_;
    reduced_->unpack(has_dense_ ? VecX(dense_.col(0)) : tail_, state);
    const Outcome outcome = gauss()->step(state, target - tail_t_);
    state.t = target;
    if (outcome == Outcome::kRunning &&
        state.keep_dissipated_between(given_, head_, system_.is_force()))
      return reduced_->project(state).outcome;
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
      k_.col(i) = reduced_->rates(tail_t_ + Dop853Tableau::c[index(i)] * h, tail_ + h * combine(i));
    dense_.resize(tail_.size(), kDense);
    const VecX change = reduced_->pack(head_) - tail_;
    dense_.col(0) = tail_;
    dense_.col(1) = change;
    dense_.col(2) = h * k_.col(0) - change;
    dense_.col(3) = 2 * change - h * (k_.col(0) + k_.col(Dop853Tableau::kStages));
    for (int i = 0; i < 4; ++i)
      dense_.col(4 + i) =
          h * (k_ * Eigen::Map<const VecX>(Dop853Tableau::d[index(i)].data(), Dop853Tableau::kAll));
    has_dense_ = true;
  }

  /// (D3)
  VecX interpolate(double x) const {
    VecX sum = VecX::Zero(dense_.rows());
    for (int i = kDense - 1; i > 0; --i) sum = (sum + dense_.col(i)) * (i % 2 == 1 ? x : 1 - x);
    return dense_.col(0) + sum;
  }

  void write_own(NumberWriter& to, bool is_started) const override {
    to.put(has_dense_);
    to.put(is_bridged_);
    to.put(tail_t_);
    to.put(last_h_);
    to.put_list(is_kept_);
    if (is_started) {
      to.put_list(slope_);
      if (has_dense_) to.put_list(dense_);
      if (is_bridged_) to.put_list(tail_);
    }
    reduced_->write(to);
  }

  bool read_own(NumberReader& from, bool is_started) override {
    has_dense_ = from.get() != 0;
    is_bridged_ = from.get() != 0;
    tail_t_ = from.get();
    last_h_ = from.get();
    const auto rows = from.get_list();
    if (!rows.empty() && rows.size() != static_cast<std::size_t>(system_.sizes().nu()))
      return false;
    if (!std::ranges::all_of(rows, [](double x) { return x == 0 || x == 1; })) return false;
    use({rows.begin(), rows.end()});
    if (is_started) {
      slope_.resize(reduced_->size());
      from.get_list(slope_);
      VecX dense(has_dense_ ? reduced_->size() * kDense : 0);
      if (has_dense_) from.get_list(dense);
      tail_.resize(is_bridged_ ? reduced_->size() : 0);
      if (is_bridged_) from.get_list(tail_);
      if (!from.is_good()) return false;
      if (has_dense_) dense_ = Eigen::Map<const MatX>(dense.data(), reduced_->size(), kDense);
    }
    return reduced_->read(from);
  }

  std::vector<char> is_kept_;              // (nu), or empty: all
  std::unique_ptr<system::System> fewer_;  // with these rows
  std::unique_ptr<dae::IndexOneForm> reduced_;
  std::unique_ptr<dae::ConstraintSelection> choice_;  // made when it is needed
  Eigen::Index z_, w_;
  double tolerance_;
  bool has_dense_ = false;
  bool is_bridged_ = false;         // the last step was one of gauss(4)
  double bridge_h_ = 0;             // what it would be tried with next
  double tail_t_ = 0, last_h_ = 0;  // start and length of the last step
  VecX tail_, slope_;               // y there; y' at the head
  VecX y0_, y1_;                    // of the step that is being tried
  MatX k_, dense_;                  // (y x 16), (y x 8)
};

std::unique_ptr<Stepper> make_dop853(const system::System& system, double tolerance) {
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
