#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrate/dop853_tableau.hpp"
#include "integrate/doubling.hpp"
#include "integrate/methods.hpp"
#include "integrate/reduced.hpp"

namespace porthos::integrate {
namespace {

using Tableau = Dop853Tableau;

/// Dormand and Prince's explicit method of order 8 on the index-1 reduction, with steps of its own
/// and P1, P2, P3 after each of them.                                                    numerics 2
///
/// Its steps do not end where the caller wants a state: they run ahead, and the state is that of
/// the dense output (order 7) with P1, P2, P3 on a copy. So the sequence of steps, and with it the
/// accuracy, does not depend on how often one looks.
///
/// Beside a singular pose the accelerations are ill-conditioned, the more the nearer: where steps
/// fail there one of gauss(4) in two halves, of the same order and without accelerations, leads
/// over it.
///
///   err = h e_5^2 / sqrt(n (e_5^2 + 0.01 e_3^2)),   e_p = |sum_j (b_j - b^(p)_j) k_j / sc|
///   h <- h * 0.9 err^(-alpha) err_old^beta,         alpha = 1/8 - 0.2 beta, beta = 0.04
class Dop853 final : public Stepper {
 public:
  Dop853(const system::System& system, double tolerance)
      : system_(system),
        reduced_(system),
        z_(system.sizes().z),
        w_(system.sizes().w),
        tolerance_(tolerance) {
    k_.setZero(reduced_.size(), Tableau::kAll);
  }

  bool prepare(const State& state, double h, long& attempts) override {
    if (!continues(state)) start_from(state);
    const double target = state.t + h;
    row_step_ = h;
    reached_ = Outcome::kRunning;
    for (const double near = nearness(target, h); head_.t < target - near; ++count_) {
      if (attempts-- <= 0) return false;
      h_ = system_.phase().limited(head_.t, std::min(h_, kMostAhead * h));
      reached_ = count_ < kMostSteps ? advance(target) : Outcome::kStepTooSmall;
      if (reached_ != Outcome::kRunning) break;
    }
    return true;
  }

  Outcome step(State& state, double h) override {
    const double target = state.t + h, roundings = nearness(target, h);
    long all = std::numeric_limits<long>::max();
    prepare(state, h, all);
    count_ = jumps_ = 0;
    if (reached_ != Outcome::kRunning) return forget(reached_);
    State next = head_;
    if (head_.t > target + roundings) {
      const Outcome outcome = is_bridged_ ? bridge_from_tail(next, target) : look_up(next, target);
      if (outcome != Outcome::kRunning) return forget(outcome);
    }
    state = next;
    given_ = std::move(next);
    return Outcome::kRunning;
  }

  std::vector<double> memory() const override {
    NumberWriter to;
    to.put(is_started_);
    to.put(has_dense_);
    to.put(is_bridged_);
    to.put(count_);
    to.put(jumps_);
    for (const double number : {head_.t, head_.start_energy, head_.start_potential, head_.scale,
                                given_.t, h_, last_error_, tail_t_, last_h_})
      to.put(number);
    if (is_started_) {
      to.put_list(reduced_.pack(head_));
      to.put_list(given_.z);
      to.put_list(given_.w);
      to.put_list(given_.dissipated);
      to.put_list(slope_);
      if (has_dense_) to.put_list(dense_);
      if (is_bridged_) to.put_list(tail_);
    }
    reduced_.write(to);
    return to.take();
  }

  bool set_memory(const std::vector<double>& numbers) override {
    NumberReader from(numbers);
    is_started_ = from.get() != 0;
    has_dense_ = from.get() != 0;
    is_bridged_ = from.get() != 0;
    count_ = from.get_count(kMostSteps);
    jumps_ = from.get_count(kMostJumps);
    for (double* number : {&head_.t, &head_.start_energy, &head_.start_potential, &head_.scale,
                           &given_.t, &h_, &last_error_, &tail_t_, &last_h_})
      *number = from.get();
    if (is_started_) {
      VecX head(reduced_.size()), dense(has_dense_ ? reduced_.size() * kDense : 0);
      tail_.resize(is_bridged_ ? reduced_.size() : 0);
      given_.z.resize(z_);
      given_.w.resize(w_);
      given_.dissipated.resize(reduced_.size() - z_ - w_ - system_.sizes().u);
      slope_.resize(reduced_.size());
      from.get_list(head);
      from.get_list(given_.z);
      from.get_list(given_.w);
      from.get_list(given_.dissipated);
      from.get_list(slope_);
      if (has_dense_) from.get_list(dense);
      if (is_bridged_) from.get_list(tail_);
      if (!from.is_good()) return false;
      reduced_.unpack(head, head_);
      if (has_dense_) dense_ = Eigen::Map<const MatX>(dense.data(), reduced_.size(), kDense);
    }
    return reduced_.read(from) && from.is_done();
  }

 private:
  static constexpr int kDense = 8;  // y of the tail and seven coefficients
  static constexpr int kMostSteps = 100000, kMostJumps = 100;
  /// A length that was foreseen gives smaller errors, and beside a pose fewer are rejected.
  static constexpr double kFarOff = 100;
  static constexpr int kMostRejections = 6;
  /// Where a formula of the state jumps no step is short enough for the estimate: one as short as
  /// this, relative to the time, is taken as it is.
  static constexpr double kJump = 1e-12;
  static constexpr double kMostAhead = 32;
  static constexpr double kLeastReturned = 1e-6;

  /// True if `state` is what was given last: nobody changed it since.
  bool continues(const State& state) const {
    return is_started_ && state.z == given_.z && state.w == given_.w &&
           std::abs(state.t - given_.t) <= 1e-12 * (std::abs(state.t) + h_);
  }

  /// Two times nearer than that are one.
  static double nearness(double target, double h) { return 1e-12 * h + 4e-16 * std::abs(target); }

  void start_from(const State& state) {
    head_ = given_ = state;
    count_ = jumps_ = 0;
    slope_ = reduced_.rates(head_.t, reduced_.pack(head_));
    h_ = first_step();
    last_error_ = 1e-4;
    has_dense_ = is_bridged_ = false;
    is_started_ = true;
  }

  Outcome forget(Outcome outcome) {
    is_started_ = false;
    return outcome;
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
    const VecX y = reduced_.pack(head_), sc = scales(y, y);
    const auto norm = [&](const VecX& x) {
      return states == 0 ? 0.0
                         : std::sqrt(x.head(states).cwiseQuotient(sc.head(states)).squaredNorm() /
                                     static_cast<double>(states));
    };
    const double d0 = norm(y), d1 = norm(slope_);
    const double h0 = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * d0 / d1;
    const double d2 = norm(reduced_.rates(head_.t + h0, y + h0 * slope_) - slope_) / h0;
    const double largest = std::max(d1, d2);
    const double h1 =
        largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / largest, 0.125);
    const double h = std::min(100 * h0, h1);
    return std::isfinite(h) && h > 0 ? h : 1e-6;
  }

  /// One accepted step of the method's own, at the head.
  Outcome advance(double target) {
    const VecX y0 = reduced_.pack(head_);
    int rejections = 0;
    double wide = h_;
    for (;;) {
      const double h = h_;
      if (!(h > 1e-14 * std::max(std::abs(head_.t), 1e-3))) return Outcome::kStepTooSmall;
      VecX y1;
      const double error = try_step(y0, h, y1);
      const bool is_jump = std::isfinite(error) && error > 1 &&
                           h < kJump * (std::abs(head_.t) + (target - head_.t)) &&
                           ++jumps_ < kMostJumps;
      if (!(error <= 1) && !is_jump) {
        // A slope that is no number: smaller, and first of all not beyond what was asked for.
        const double rest = target - head_.t;
        h_ = std::isfinite(error) ? h * std::max(1.0 / 3, 0.9 * std::pow(error, -1.0 / 8))
             : rest < 0.99 * h    ? rest
                                  : 0.2 * h;
        const bool is_far_off = !(error < kFarOff);
        ++rejections;
        if ((rejections > 1 || is_far_off) && rejections < kMostRejections &&
            passes_singular_pose(y0, h)) {
          if (bridge(y0, wide)) return Outcome::kRunning;
          wide *= 0.7;  // an end or a middle beside the pose is no better
        }
        continue;
      }
      State next = head_;
      next.t += h;
      reduced_.unpack(y1, next);
      keep_rising(next.dissipated);
      const auto [outcome, missing] = reduced_.project(next);
      // What P3 cannot return is an error of the step.
      if (outcome == Outcome::kRunning && missing > 0 && h > kLeastReturned * row_step_) {
        h_ = 0.5 * h;
        ++rejections;
        continue;
      }
      VecX slope;
      if (outcome == Outcome::kRunning) slope = reduced_.rates(next.t, reduced_.pack(next));
      if (outcome != Outcome::kRunning || !slope.allFinite()) {
        h_ = 0.2 * h;
        ++rejections;
        if (h_ > 1e-10 * std::max(std::abs(head_.t), 1e-3)) continue;
        return outcome != Outcome::kRunning ? outcome : Outcome::kNotFinite;
      }
      constexpr double kBeta = 0.04, kAlpha = 1.0 / 8 - 0.2 * kBeta;
      double factor = 0.9 * std::pow(error, -kAlpha) * std::pow(last_error_, kBeta);
      factor = std::clamp(factor, 1.0 / 3, rejections > 0 ? 1.0 : 6.0);
      h_ = h * factor;
      last_error_ = std::max(error, 1e-4);
      k_.col(Tableau::kStages) = slope;
      arrive(std::move(next), std::move(slope), y0, h);
      return Outcome::kRunning;
    }
  }

  /// Some weights of the method are negative: what has been dissipating at all stages has not given
  /// back.
  void keep_rising(VecX& dissipated) const {
    const auto powers = k_.block(z_ + w_, 0, dissipated.size(), Tableau::kStages);
    for (Eigen::Index i = 0; i < dissipated.size(); ++i)
      if (!system_.is_force()[static_cast<std::size_t>(i)] && powers.row(i).minCoeff() >= 0)
        dissipated[i] = std::max(dissipated[i], head_.dissipated[i]);
  }

  /// True if a stage of a step that has been tried is beside such a pose. Looked at only after the
  /// step has failed: to ask at every stage would cost all the others a solution more.
  bool passes_singular_pose(const VecX& y0, double h) {
    for (int i = 1; i < Tableau::kStages; ++i) {
      reduced_.rates(head_.t + Tableau::c[at(i)] * h, y0 + h * combine(i));
      if (reduced_.is_nearly_singular()) return true;
    }
    return false;
  }

  void arrive(State next, VecX slope, const VecX& y0, double h) {
    tail_t_ = head_.t;
    last_h_ = h;
    tail_ = y0;
    has_dense_ = is_bridged_ = false;
    head_ = std::move(next);
    slope_ = std::move(slope);
  }

  std::unique_ptr<EstimatingStepper> gauss() const {
    return make_doubling(system_, kGauss4.make, kGauss4.traits.order, tolerance_);
  }

  /// A step of gauss(4) at the head; false if its error is too large as well.
  bool bridge(const VecX& y0, double h) {
    State next = head_;
    const auto method = gauss();
    if (method->step(next, h) != Outcome::kRunning) return false;
    const VecX y1 = reduced_.pack(next);
    VecX slope = reduced_.rates(next.t, y1);
    // In units of the tolerance, or of what rounding comes to there.
    constexpr double kRounding = 1e-11;
    const VecX error = method->error().cwiseQuotient(scales(y0, y1).head(z_ + w_)) *
                       std::min(1.0, tolerance_ / kRounding);
    if (!slope.allFinite() || !(error.squaredNorm() <= static_cast<double>(error.size())))
      return false;
    h_ = h;
    arrive(std::move(next), std::move(slope), y0, h);
    is_bridged_ = true;
    return true;
  }

  /// The state within a step that gauss(4) has taken.
  Outcome bridge_from_tail(State& state, double target) {
    state.t = tail_t_;
    reduced_.unpack(has_dense_ ? VecX(dense_.col(0)) : tail_, state);
    const Outcome outcome = gauss()->step(state, target - tail_t_);
    state.t = target;
    if (outcome == Outcome::kRunning &&
        state.keep_dissipated_between(given_, head_, system_.is_force()))
      return reduced_.project(state).outcome;
    return outcome;
  }

  /// The state within any other step.
  Outcome look_up(State& state, double target) {
    if (!has_dense_) make_dense();
    state.t = target;
    reduced_.unpack(interpolate((target - tail_t_) / last_h_), state);
    state.keep_dissipated_between(given_, head_, system_.is_force());
    const auto [outcome, missing] = reduced_.project(state);
    return missing > 0 ? bridge_from_tail(state, target) : outcome;
  }

  /// The stages and the end of a step; returns its error, 1 being the tolerance, or not a number.
  double try_step(const VecX& y0, double h, VecX& y1) {
    k_.col(0) = slope_;
    for (int i = 1; i < Tableau::kStages; ++i) {
      k_.col(i) = reduced_.rates(head_.t + Tableau::c[at(i)] * h, y0 + h * combine(i));
      if (!k_.col(i).allFinite()) return std::numeric_limits<double>::quiet_NaN();
    }
    y1 = y0 + h * combine(Tableau::kStages);
    const VecX sc = scales(y0, y1);
    const auto steps = k_.leftCols(Tableau::kStages);
    const auto square = [&](const std::array<double, Tableau::kStages>& e) {
      return (steps * Eigen::Map<const VecX>(e.data(), Tableau::kStages))
          .cwiseQuotient(sc)
          .squaredNorm();
    };
    const double e5 = square(Tableau::e5), e3 = square(Tableau::e3);
    if (e5 == 0) return 0;
    return h * e5 / std::sqrt(static_cast<double>(sc.size()) * (e5 + 0.01 * e3));
  }

  /// sum_j a_ij k_j over the stages before i.
  VecX combine(int i) const {
    VecX sum = VecX::Zero(k_.rows());
    for (int j = 0; j < i; ++j)
      if (Tableau::a[at(i)][at(j)] != 0) sum += Tableau::a[at(i)][at(j)] * k_.col(j);
    return sum;
  }

  /// The coefficients of the last step's dense output; its ends are the projected ones.
  void make_dense() {
    const double h = last_h_;
    for (int i = Tableau::kStages + 1; i < Tableau::kAll; ++i)
      k_.col(i) = reduced_.rates(tail_t_ + Tableau::c[at(i)] * h, tail_ + h * combine(i));
    dense_.resize(tail_.size(), kDense);
    const VecX change = reduced_.pack(head_) - tail_;
    dense_.col(0) = tail_;
    dense_.col(1) = change;
    dense_.col(2) = h * k_.col(0) - change;
    dense_.col(3) = 2 * change - h * (k_.col(0) + k_.col(Tableau::kStages));
    for (int i = 0; i < 4; ++i)
      dense_.col(4 + i) =
          h * (k_ * Eigen::Map<const VecX>(Tableau::d[at(i)].data(), Tableau::kAll));
    has_dense_ = true;
  }

  /// y_0 + x (F_0 + (1 - x) (F_1 + x (F_2 + (1 - x) (F_3 + ...)))) at x in [0, 1].
  VecX interpolate(double x) const {
    VecX sum = VecX::Zero(dense_.rows());
    for (int i = kDense - 1; i > 0; --i) sum = (sum + dense_.col(i)) * (i % 2 == 1 ? x : 1 - x);
    return dense_.col(0) + sum;
  }

  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  const system::System& system_;
  Reduced reduced_;
  Eigen::Index z_, w_;
  double tolerance_;
  bool is_started_ = false, has_dense_ = false;
  bool is_bridged_ = false;    // the last step was one of gauss(4)
  State head_, given_;         // end of the last own step; last given
  int count_ = 0, jumps_ = 0;  // own steps, and jumps, of the present step
  Outcome reached_ = Outcome::kRunning;
  double row_step_ = 0;               // the run's
  double h_ = 0, last_error_ = 1e-4;  // the next step; the last error
  double tail_t_ = 0, last_h_ = 0;    // start and length of the last step
  VecX tail_, slope_;                 // y there; y' at the head
  MatX k_, dense_;                    // (y x 16), (y x 8)
};

std::unique_ptr<Stepper> make(const system::System& system, double tolerance) {
  return std::make_unique<Dop853>(system, tolerance);
}

}  // namespace

const Method kDop853{
    "dop853",
    "Dormand-Prince of order 8 with steps of its own, projected; many digits on smooth models",
    {.order = 8,
     .closes_ledger = true,
     .keeps_positions = true,
     .keeps_velocities = true,
     .is_explicit = true,
     .is_adaptive = true},
    make};

}  // namespace porthos::integrate
