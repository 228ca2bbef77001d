#include "integrate/collocation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "base/saddle.hpp"
#include "integrate/prediction.hpp"
#include "integrate/projection.hpp"
#include "integrate/stage_gradients.hpp"
#include "integrate/stage_newton.hpp"

namespace porthos::integrate {
namespace {

using system::Segment;
using system::Sizes;
using system::System;
using system::Workspace;

}  // namespace

double largest_push(const Sparse& jacobian, const VecX& masses, const VecX& x, const Sizes& n) {
  double largest = 0;
  for (int i = 0; i < n.w; ++i) {
    const auto row = static_cast<std::size_t>(n.z + i);
    for (int k = jacobian.start[row]; k < jacobian.start[row + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      if (const int j = jacobian.column[entry]; j >= n.z + n.w)
        largest = std::max(largest, std::abs(jacobian.value[entry] * x[j]) / masses[i]);
    }
  }
  return std::isfinite(largest) ? largest : 0;
}

namespace {

/// See make_collocation.
class Collocation final : public EstimatingStepper {
 public:
  Collocation(const System& system, Tableau table, const CollocationOptions& options)
      : system_(system),
        options_(options),
        table_(std::move(table)),
        increments_(table_.increments()),
        inverse_(table_.a.inverse()),
        prediction_(table_),
        projection_(system),
        newton_(system, projection_.metric(), table_.a, table_.eigenvalues),
        jacobian_(system.jacobian()),
        kinematics_(system.kinematics()),
        gradients_(system, table_),
        stages_(static_cast<std::size_t>(stages()), system.workspace()),
        middle_(system.workspace()),
        end_(system.workspace()) {
    const Sizes& n = system.sizes();
    x_.setZero(n.z + n.w + n.nu(), stages());
    residual_.setZero(x_.rows(), stages());
    largest_.setZero(n.z + n.w);
    scale_.setOnes(n.z + n.w);
  }

  Outcome step(State& state, double h) override {
    with_gradients_ = options_.restores_energy && system_.moves_without_mass();
    if (prediction_.is_empty()) {
      system_.segment(end_, Segment::kZ) = state.z;
      system_.segment(end_, Segment::kW) = state.w;
      is_dependent_ = projection_.find_dependent_rows(end_);
    }
    const bool is_long = h >= coupled_h_;
    Outcome outcome = attempt(state, h, is_long, is_dependent_);
    if (outcome != Outcome::kRunning && !is_long) {
      outcome = attempt(state, h, true, is_dependent_);
      if (outcome == Outcome::kRunning) coupled_h_ = kShorter * h;
    } else if (is_long) {
      coupled_h_ *= kLonger;
    }
    if (outcome != Outcome::kRunning && is_dependent_) outcome = attempt(state, h, true, false);
    if (outcome != Outcome::kRunning) {  // the prediction may have been wild
      prediction_.forget();
      outcome = attempt(state, h, true, false);
    }
    State next;
    Projected projected{outcome};
    if (outcome == Outcome::kRunning) projected = finish(state, h, kGentle, next);
    if (projected.outcome == Outcome::kRunning && projected.missing > 0) {
      // The step is long: more is lost than P3 returns without being felt.
      with_gradients_ = true;
      State better;
      if (solve(state, h, true) == Outcome::kRunning) {
        const Projected firm = finish(state, h, kFirm, better);
        if (firm.outcome == Outcome::kRunning) {
          projected = firm;
          next = std::move(better);
        }
      }
      if (projected.is_torn()) projected.outcome = Outcome::kDiverged;
    }
    if (projected.outcome != Outcome::kRunning) {
      prediction_.forget();
      return projected.outcome;
    }
    if (options_.estimates_error) error_ = estimate(state, h);
    prediction_.remember(state.t, h, slopes(state, h), next);
    state = std::move(next);
    return Outcome::kRunning;
  }

  const VecX& error() const override { return error_; }

  std::vector<double> memory() const override {
    NumberWriter to;
    to.put(is_dependent_);
    to.put(on_manifold_);
    to.put(is_factored_);
    to.put(factored_h_);
    to.put(coupled_h_);
    to.put(rounding_);
    to.put(push_);
    to.put_list(x_);
    to.put_list(largest_);
    prediction_.write(to);
    newton_.write(to);
    projection_.write(to);
    return to.take();
  }

  bool set_memory(const std::vector<double>& numbers) override {
    NumberReader from(numbers);
    is_dependent_ = from.get() != 0;
    on_manifold_ = from.get() != 0;
    is_factored_ = from.get() != 0;
    factored_h_ = from.get();
    coupled_h_ = from.get();
    rounding_ = from.get();
    push_ = from.get();
    VecX x(x_.size());
    from.get_list(x);
    from.get_list(largest_);
    x_ = x.reshaped(x_.rows(), x_.cols());
    if (!prediction_.read(from, static_cast<int>(largest_.size()))) return false;
    newton_.set_dependent(on_manifold_);
    const bool is_good = newton_.read(from);
    return projection_.read(from) && is_good && from.is_done();
  }

 private:
  static constexpr double kGentle = 1e-2, kFirm = 0.5;  // P3, of the kinetic energy
  /// Where the matrix of all stages was needed it is used for this much shorter steps as well, and
  /// for so long as this factor takes to make up for it.
  static constexpr double kShorter = 0.7, kLonger = 1.1;

  Eigen::Index stages() const { return table_.c.size(); }
  auto z_of(Eigen::Index i) { return x_.col(i).head(system_.sizes().z); }
  auto w_of(Eigen::Index i) { return x_.col(i).segment(system_.sizes().z, system_.sizes().w); }
  Workspace& at(Eigen::Index i) { return stages_[static_cast<std::size_t>(i)]; }

  /// Of dependent rows the multipliers' share is arbitrary, and extrapolation would blow it up:
  /// they begin with their mean over the last stages.
  void predict(const State& state, double h) {
    const Sizes& n = system_.sizes();
    const bool continues = prediction_.reaches(state);
    const VecX nu = continues ? VecX(x_.bottomRows(n.nu()).rowwise().mean()) : VecX::Zero(n.nu());
    if (continues) {
      x_.topRows(n.z + n.w) = prediction_.stages(state, h);
    } else {
      x_.topRows(n.z).colwise() = state.z;
      x_.middleRows(n.z, n.w).colwise() = state.w;
    }
    x_.bottomRows(n.nu()).colwise() = nu;
  }

  /// is_coupled: with the Jacobian of each stage. on_manifold: where rows depend on each other on
  /// c(z) = 0 only, as in linkages that move although a count of their constraints forbids it, the
  /// stages are put there; beside it the rows would hold them.
  Outcome attempt(const State& state, double h, bool is_coupled, bool on_manifold) {
    if (on_manifold_ != on_manifold) is_factored_ = false;
    on_manifold_ = on_manifold;
    newton_.set_dependent(on_manifold);
    predict(state, h);
    return solve(state, h, is_coupled);
  }

  /// x: z, w and the multipliers; put on c(z) = 0 where that has to be.
  void load(Workspace& at, const Eigen::Ref<const VecX>& x) {
    const Sizes& n = system_.sizes();
    system_.segment(at, Segment::kZ) = x.head(n.z);
    system_.segment(at, Segment::kW) = x.segment(n.z, n.w);
    system_.segment(at, Segment::kLambda) = x.segment(n.z + n.w, n.lambda);
    system_.segment(at, Segment::kMu) = x.tail(n.mu);
    if (on_manifold_) projection_.position(at);
  }

  /// Rates at all stages, with the gradients of the step where they are wanted.
  void compute_stage_rates(const State& state) {
    MatX shifts;
    if (with_gradients_) shifts = gradients_.shifts(state.z, x_.topRows(system_.sizes().z));
    for (Eigen::Index i = 0; i < stages(); ++i) {
      Workspace& stage = at(i);
      load(stage, x_.col(i));
      if (with_gradients_ && system_.moves_without_mass()) {
        system_.compute_rates(stage, shifts.col(i));
      } else {
        system_.compute_rates(stage);
        if (!with_gradients_) continue;
        system_.compute_kinematics(stage, kinematics_);  // only the force contains efforts
        system_.segment(stage, Segment::kForce) -= kinematics_.Z.transpose_times(shifts.col(i));
      }
    }
  }

  /// Rates at all stages and the residual of the collocation equations.
  void compute_residual(const State& state, double h) {
    compute_stage_rates(state);
    const Sizes& n = system_.sizes();
    for (Eigen::Index i = 0; i < stages(); ++i) {
      auto r = residual_.col(i);
      auto r_z = r.head(n.z);
      auto r_w = r.segment(n.z, n.w);
      r_z = z_of(i) - state.z;
      r_w = system_.mass().times(w_of(i) - state.w);
      for (Eigen::Index j = 0; j < stages(); ++j) {
        r_z -= h * table_.a(i, j) * system_.segment(at(j), Segment::kZdot);
        r_w -= h * table_.a(i, j) * system_.segment(at(j), Segment::kForce);
      }
      r.tail(n.nu()) << system_.segment(at(i), Segment::kGapRate),
          system_.segment(at(i), Segment::kRow);
    }
  }

  /// For the Jacobian at the mean of the present stages, or for that of each stage.
  bool factorise(double h, bool is_coupled) {
    if (is_coupled) {
      std::vector<Sparse> all(stages_.size(), jacobian_);
      for (std::size_t i = 0; i < all.size(); ++i) system_.linearize(stages_[i], all[i]);
      jacobian_ = all.front();
      return is_factored_ = newton_.factorise(all, h);
    }
    middle_.values = at(0).values;  // the signals; they enter hardly any derivative
    load(middle_, x_.rowwise().mean());
    system_.compute_rates(middle_);
    system_.linearize(middle_, jacobian_);
    is_factored_ = newton_.factorise(jacobian_, h);
    factored_h_ = h;
    return is_factored_;
  }

  /// Size of a Newton correction: the largest change of a state, relative to the largest value that
  /// this state has had, or to a thousandth of the largest of its kind. Efforts at prescribed ports
  /// do work, and may converge after what is prescribed: they count a thousandth; one that is zero,
  /// as at a motor without load, is compared with the other multipliers.
  double size_of(const MatX& dx) {
    double largest = 0;
    for (Eigen::Index i = 0; i < stages(); ++i)
      for (Eigen::Index k = 0; k < scale_.size(); ++k)
        largest = std::max(largest, std::abs(dx(k, i)) / scale_[k]);
    const Sizes& n = system_.sizes();
    if (n.mu == 0) return largest;
    const double least = 1e-3 * x_.bottomRows(n.nu()).cwiseAbs().maxCoeff();
    for (const int row : system_.assembly().prescribed) {
      if (row < 0) continue;
      const Eigen::Index k = n.z + n.w + n.lambda + row;
      const double effort = std::max(x_.row(k).cwiseAbs().maxCoeff(), least);
      if (effort > 0) largest = std::max(largest, 1e-3 * dx.row(k).cwiseAbs().maxCoeff() / effort);
    }
    return largest;
  }

  /// The largest values of the states so far, the present stages included.
  VecX largest_now() const {
    VecX now = largest_;
    for (Eigen::Index i = 0; i < stages(); ++i)
      now = now.cwiseMax(x_.col(i).head(now.size()).cwiseAbs());
    return now;
  }

  /// Velocities are sums of what reactions do within a step: where these balance, as in a mechanism
  /// that is held, rounding is compared with them. Those without mass are what moves z to a
  /// balance, and have its rounding over h.
  void update_scale(double h, bool is_fresh) {
    constexpr double kShare = 0.03, kShort = 1e-4;
    const Sizes& n = system_.sizes();
    if (is_fresh) push_ = std::max(push_, largest_push(jacobian_, diagonal_, x_.col(0), n));
    scale_ = largest_now();
    double of_w = kShare * h * push_;
    if (projection_.metric().has_massless() && n.z > 0)
      of_w += kShort * scale_.head(n.z).maxCoeff() / h;
    for (const auto& [first, count, least] :
         {std::tuple{0, n.z, 0.0}, std::tuple{n.z, n.w, of_w}}) {
      auto own = scale_.segment(first, count);
      if (count > 0) own = own.cwiseMax(1e-3 * own.maxCoeff() + 1e-12 + least);
    }
  }

  Outcome solve(const State& state, double h, bool is_coupled) {
    const int most_iterations = is_coupled ? 40 : 12;
    constexpr int kMostMisses = 2;  // of one matrix for all stages
    constexpr double kSlow = 0.3;
    constexpr double kStalled = 1e-10;  // a correction that small that no longer shrinks: rounding
    for (Eigen::Index i = 0; i < stages(); ++i) system_.set_time(at(i), state.t + table_.c[i] * h);
    double previous = std::numeric_limits<double>::infinity(), last_contraction = 1;
    bool is_fresh = false;
    if (is_coupled || std::abs(h - factored_h_) > 0.2 * h) is_factored_ = false;
    int growths = 0, misses = 0;
    for (int k = 0; k < most_iterations; ++k) {
      compute_residual(state, h);
      if (!residual_.allFinite()) return Outcome::kNotFinite;
      if (!is_factored_) {
        if (!factorise(h, is_coupled)) return Outcome::kSingular;
        is_fresh = true;
      }
      const MatX dx = newton_.solve(residual_, h);
      if (!dx.allFinite()) return Outcome::kSingular;
      x_ -= dx;
      if (k == 0) update_scale(h, is_fresh);
      const double size = size_of(dx);
      const double contraction = size / previous;
      const double rate = std::max(contraction, last_contraction);
      const bool stalls = k > 0 && contraction > kSlow && size < kStalled;
      const bool stalls_again = stalls && k > 1 && last_contraction > kSlow;
      last_contraction = contraction;
      const double rest = std::max(options_.rest, rounding_);
      if (size < 1e-15 || (k > 1 && rate < 1 && size * rate / (1 - rate) < rest))
        return accept(state, is_coupled ? most_iterations : k);
      if (stalls_again) rounding_ = size;
      if (stalls && (stalls_again || is_fresh)) return accept(state, most_iterations);
      if (k > 0 && contraction > kSlow && !stalls) {
        // A matrix made for other stages: make it for these. If it was, the step is too large when
        // the corrections keep growing.
        if (is_fresh && contraction > 2 && ++growths > 3) return Outcome::kDiverged;
        if (is_fresh && !is_coupled && ++misses > kMostMisses) return Outcome::kDiverged;
        is_factored_ = false;
      }
      previous = size;
    }
    return Outcome::kDiverged;
  }

  /// The rates at the converged stages. A matrix that needed many corrections is made anew at the
  /// next step: that costs about as much as three of them.
  Outcome accept(const State& state, int corrections) {
    constexpr int kFewCorrections = 5;
    constexpr double kForgotten = 0.98;
    compute_stage_rates(state);
    rounding_ *= kForgotten;
    largest_ = largest_now();
    if (corrections > kFewCorrections) is_factored_ = false;
    for (const Workspace& stage : stages_)
      if (!system_.segment(stage, Segment::kZdot).allFinite() ||
          !system_.segment(stage, Segment::kForce).allFinite())
        return Outcome::kNotFinite;
    return Outcome::kRunning;
  }

  /// The state at the end of the step, projected.
  Projected finish(const State& state, double h, double most, State& next) {
    next = state;
    const Sizes& n = system_.sizes();
    next.t = state.t + h;
    VecX stage_w_end = VecX::Zero(n.w);
    const VecX at_end = table_.lagrange(1);
    for (Eigen::Index i = 0; i < stages(); ++i) {
      next.z += h * table_.b[i] * system_.segment(at(i), Segment::kZdot);
      next.w += increments_[i] * (w_of(i) - state.w);
      stage_w_end += at_end[i] * w_of(i);
      system_.compute_powers(at(i));
      next.dissipated += h * table_.b[i] * system_.segment(at(i), Segment::kPower);
      next.supplied += h * table_.b[i] * supplied_power(i);
    }
    // Massless velocities have no history: the stages alone say what they are.
    if (projection_.metric().has_massless())
      next.w += projection_.metric().massless_part(stage_w_end - next.w);

    return projection_.project(end_, next, options_.restores_energy ? most : 0);
  }

  /// The method of order s with the start as a further node, of weight 1/gamma, differs by
  ///   (h F(y_0) - sum_i l_i(0) h F(Y_i)) / gamma,      h F(Y_i) = sum_j (a^-1)_ij E (Y_j - y_0),
  /// and (E - h/gamma J)^-1 keeps that bounded where the model is stiff. Once more where it seems
  /// to be large: then it is small for what is damped out (Hairer, Wanner II, IV.8).
  VecX estimate(const State& state, double h) {
    const Sizes& n = system_.sizes();
    if (!is_factored_) factorise(h, false);
    // The filter takes up what is missing of the multipliers, but in the directions that its matrix
    // has for them: those of the stages.
    const VecX at_start = table_.lagrange(0), weights = inverse_.transpose() * at_start;
    const VecX nu = x_.bottomRows(n.nu()) * at_start;
    VecX pull = VecX::Zero(n.z + n.w);
    for (Eigen::Index i = 0; i < stages(); ++i) {
      pull.head(n.z) -= weights[i] * (z_of(i) - state.z);
      pull.tail(n.w) -= weights[i] * (w_of(i) - state.w);
    }
    pull.tail(n.w) = system_.mass().times(pull.tail(n.w));
    const auto filtered = [&](const VecX& z, const VecX& w) {
      system_.set_time(middle_, state.t);
      VecX x(x_.rows());
      x << z, w, nu;
      load(middle_, x);
      system_.compute_rates(middle_);
      VecX r = VecX::Zero(x_.rows());
      r.head(n.z) = h * system_.segment(middle_, Segment::kZdot) + pull.head(n.z);
      r.segment(n.z, n.w) = h * system_.segment(middle_, Segment::kForce) + pull.tail(n.w);
      newton_.filter(r);
      return VecX(r.head(n.z + n.w));
    };
    const VecX first = filtered(state.z, state.w);
    return filtered(state.z + first.head(n.z), state.w + first.tail(n.w));
  }

  /// z' and w' of the stages, (z + w) x stages.
  MatX slopes(const State& state, double h) {
    const Sizes& n = system_.sizes();
    MatX found(n.z + n.w, stages());
    for (Eigen::Index i = 0; i < stages(); ++i) {
      found.col(i).head(n.z) = system_.segment(at(i), Segment::kZdot);
      found.col(i).tail(n.w).setZero();
      for (Eigen::Index j = 0; j < stages(); ++j)
        found.col(i).tail(n.w) += inverse_(i, j) / h * (w_of(j) - state.w);
    }
    return found;
  }

  /// Power into the system through each port at stage i: flow * effort, the effort being -mu where
  /// the flow is prescribed.
  VecX supplied_power(Eigen::Index i) {
    return system_.segment(at(i), Segment::kFlow).cwiseProduct(system_.port_efforts(at(i)));
  }

  const System& system_;
  CollocationOptions options_;
  Tableau table_;
  VecX increments_;
  MatX inverse_;  // of a
  Prediction prediction_;
  Projection projection_;
  VecX diagonal_ = diagonal(projection_.metric().regular());
  StageNewton newton_;
  Sparse jacobian_;
  system::Kinematics kinematics_;
  StageGradients gradients_;
  bool with_gradients_ = false, is_dependent_ = false, on_manifold_ = false;
  std::vector<Workspace> stages_;
  Workspace middle_, end_;
  MatX x_, residual_;     // (z + w + nu) x stages
  VecX largest_, scale_;  // (z + w), of the states so far
  bool is_factored_ = false;
  double factored_h_ = 0;
  double coupled_h_ = std::numeric_limits<double>::max();  // from this on with all stages
  double push_ = 0;      // the largest acceleration that a single reaction has lately made
  double rounding_ = 0;  // the corrections that have lately been found to become no smaller
  VecX error_;           // (z + w)
};

}  // namespace

std::unique_ptr<EstimatingStepper> make_collocation(const System& system, Tableau table,
                                                    const CollocationOptions& options) {
  return std::make_unique<Collocation>(system, std::move(table), options);
}

}  // namespace porthos::integrate
