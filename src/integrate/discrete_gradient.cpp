#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.hpp"
#include "base/sparse_lu.hpp"
#include "dae/accelerations.hpp"
#include "dae/projection.hpp"
#include "integrate/methods.hpp"
#include "integrate/newton_iteration.hpp"
#include "integrate/stages.hpp"

namespace porthos::integrate {
namespace {

/// The midpoint rule with a discrete gradient (Gonzalez: Time integration and discrete Hamiltonian
/// systems, 1996; with constraints 1999), of order 2.                                   numerics 2
///
///   z_1 - z_0 = h Z(z_m) w_m                                z_m, w_m: means of both ends
///   M (w_1 - w_0) = h (-Z^T D - G w_m - tau_d - A^T mu + B u)
///   c(z_1) = 0              A(z_m) w_m = q
///
/// with the discrete gradient of Phi = V + lambda^T c between z_0 and z_1
///
///   D = grad Phi(z_m) + kappa dz,    kappa = (Phi_1 - Phi_0 - grad Phi(z_m)^T dz) / |dz|^2
///
/// for which D^T dz = Phi_1 - Phi_0 = V_1 - V_0: the energy is exact, and the constraints do no
/// work. kappa is O(|dz|). Where dz is so small that the quotient is rounding, and larger than the
/// gradient's own error of O(|dz|^3), kappa fades out smoothly. Where Newton's method stalls at the
/// rounding of kappa, kappa stays fixed, and the energy is exact up to this rounding. Where the
/// rounding of V is so large that there is no solution, as of 1 - cos(z) near zero, kappa is 0.
///
/// Velocities satisfy their rows in the middle of a step, not at its ends. P3 restores the energy
/// where Newton's method ends above rounding: with enormous damping, or in linkages that only move
/// on c(z) = 0.
class DiscreteGradient final : public Stepper {
 public:
  explicit DiscreteGradient(const Integrable& system)
      : system_(system),
        n_(system.sizes()),
        projection_(system),
        middle_(system.workspace()),
        end_(system.workspace()),
        kinematics_(system.kinematics()),
        at_end_(system.kinematics()),
        jacobian_(system.jacobian()),
        unknowns_(n_.z + n_.w + n_.nu()) {
    nu_ = VecX::Zero(n_.nu());
    std::vector<int> row_of(static_cast<std::size_t>(n_.c), -1);  // -1: inert
    for (int i = 0; i < n_.lambda; ++i) row_of[index(system.active()[index(i)])] = n_.z + n_.w + i;
    masses_ = system.mass().entries();
    for (auto& [row, column] : masses_) row += n_.z, column += n_.z;
    gradients_ = at_end_.c_prime.entries();
    for (Entry& place : gradients_) place.row = row_of[index(place.row)];
    places_ = jacobian_.entries();
    std::vector<Entry> places = places_;
    places.insert(places.end(), masses_.begin(), masses_.end());
    for (const Entry& place : gradients_)
      if (place.row >= 0) places.push_back(place);
    for (int i = 0; i < unknowns_; ++i) places.push_back({i, i});
    lu_ = SparseLu<double>(unknowns_, places);
    values_.resize(lu_.value_count());
  }

  std::string_view objection(const State& start) override {
    const auto found = projection_.dependence(end_, start);
    if (!found.on_surface || !found.across_levels) return {};
    return "It satisfies position constraints at the ends of a step and velocity constraints in "
           "its middle, where redundant constraints contradict each other: remove the redundant "
           "constraints, or use gauss(2).";
  }

  Outcome step(State& state, double h) override {
    if (!system_.is_linear_in_multipliers() && nu_.isZero(0))  // see Accelerations::compute
      nu_ = dae::reactions_at(system_, projection_.metric(), middle_, state);
    begin(state, h);
    VecX x;
    Outcome outcome = Outcome::kDiverged;
    for (const bool has_kappa : {true, false}) {
      x.resize(unknowns_);
      x << state.z + h * start_rate_, state.w, nu_;
      keeps_kappa_ = !has_kappa;
      kappa_ = 0;
      outcome = solve(state, h, x);
      if (outcome != Outcome::kDiverged) break;
    }
    if (outcome != Outcome::kRunning) return outcome;
    nu_ = x.tail(n_.nu());
    State next = state;
    next.t += h;
    next.z = x.head(n_.z);
    next.w = x.segment(n_.z, n_.w);
    system_.compute_powers(middle_);
    next.dissipated += h * system_.dissipated_power(middle_);
    next.supplied += h * system_.supplied_power(middle_);
    next.scale = system_.energy_scale(next, next.w, end_potential_);
    constexpr double kMost = 1e-2;  // share of the kinetic energy
    const dae::Projected returned = projection_.project_energy(end_, next, kMost);
    if (returned.is_torn()) return Outcome::kDiverged;
    if (returned.outcome != Outcome::kRunning) return returned.outcome;
    const Outcome settled = projection_.settle(end_, next);
    if (settled == Outcome::kRunning) state = std::move(next);
    return settled;
  }

  void describe(Archive& archive) override { archive(nu_, lu_, projection_); }

 private:
  /// Stores the values of the start of the step.
  void begin(const State& state, double h) {
    system_.set_time(end_, state.t + h);
    system_.set_time(middle_, state.t + h / 2);
    system_.lambda(end_).setZero();  // removes those of the last step
    system_.mu(end_).setZero();
    set(end_, state.z, state.w);
    start_rate_ = system_.z_rate(end_);
    start_gap_ = system_.gaps(end_);
    start_potential_ = system_.potential_energy(end_);
  }

  void set(dae::Workspace& at, const VecX& z, const VecX& w) {
    system_.z(at) = z;
    system_.w(at) = w;
    system_.compute_rates(at);
  }

  /// kappa for the current ends of the step; call it after compute_rates in the middle.
  double secant(const VecX& dz, const VecX& lambda) {
    constexpr double kFaded = 1e-5, kFull = 2e-5;  // relative to z
    const double length = dz.norm();
    const double size = system_.z(middle_).norm() + length;
    const double x = std::clamp((length / size - kFaded) / (kFull - kFaded), 0.0, 1.0);
    if (!(x > 0)) return 0;
    double change = end_potential_ - start_potential_;
    const auto gap = system_.gaps(end_);
    const auto& active = system_.active();
    for (std::size_t i = 0; i < active.size(); ++i)
      change += lambda[static_cast<Eigen::Index>(i)] * (gap[active[i]] - start_gap_[active[i]]);
    const double weight = x * x * (3 - 2 * x);
    return weight * (change - system_.effort(middle_).dot(dz)) / dz.squaredNorm();
  }

  VecX compute_residual(const State& state, double h, const VecX& x) {
    ++system_.work().evaluations;
    const VecX z1 = x.head(n_.z), w1 = x.segment(n_.z, n_.w), nu = x.tail(n_.nu());
    set(end_, z1, w1);
    end_potential_ = system_.potential_energy(end_);
    system_.lambda(middle_) = nu.head(n_.lambda);
    system_.mu(middle_) = nu.tail(n_.mu);
    set(middle_, 0.5 * (state.z + z1), 0.5 * (state.w + w1));
    const VecX dz = z1 - state.z;
    if (!keeps_kappa_) kappa_ = secant(dz, nu);
    const VecX correction = kappa_ * dz;
    if (system_.moves_without_mass()) system_.compute_rates(middle_, correction, kinematics_);
    VecX r(unknowns_);
    r.head(n_.z) = dz - h * system_.z_rate(middle_);
    r.segment(n_.z, n_.w) = system_.mass().times(w1 - state.w) - h * system_.force(middle_);
    if (!system_.moves_without_mass()) {  // the efforts depend on the correction only through the
                                          // force
      system_.compute_kinematics(middle_, kinematics_);
      r.segment(n_.z, n_.w) += h * kinematics_.Z.transpose_times(correction);
    }
    const auto gap = system_.gaps(end_);
    for (int i = 0; i < n_.lambda; ++i) r[n_.z + n_.w + i] = gap[system_.active()[index(i)]];
    r.tail(n_.mu) = system_.rows(middle_).tail(n_.mu);
    return r;
  }

  /// The Jacobian of the residual without the small derivatives of kappa.
  bool factorise(double h) {
    system_.linearize(middle_, jacobian_);
    system_.compute_kinematics(end_, at_end_);
    std::fill(values_.begin(), values_.end(), 0.0);
    const auto value = [&](Entry place) -> double& { return values_[index(lu_.find(place))]; };
    const int nu = n_.z + n_.w, mu = nu + n_.lambda;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const double entry = jacobian_.value[k];
      const bool is_multiplier = places_[k].column >= nu;
      if (places_[k].row < nu)
        value(places_[k]) -= is_multiplier ? h * entry : h / 2 * entry;
      else if (places_[k].row >= mu)
        value(places_[k]) += is_multiplier ? entry : entry / 2;
    }
    for (std::size_t k = 0; k < masses_.size(); ++k) value(masses_[k]) += system_.mass().value[k];
    for (int i = 0; i < n_.z; ++i) value({i, i}) += 1;
    for (std::size_t k = 0; k < gradients_.size(); ++k)
      if (gradients_[k].row >= 0) value(gradients_[k]) += at_end_.c_prime.value[k];
    // Regularizes only the matrix, not the residual, as in StageMatrix.
    put_proximal(jacobian_, diagonal_, 1e-10 * h / 2, proximal_, {nu, n_.z}, row_sizes_);
    for (int i = nu; i < unknowns_; ++i) value({i, i}) -= (i < mu ? h : 1) * proximal_[i - nu];
    ++system_.work().factorisations;
    return lu_.factorise(values_);
  }

  /// The largest change of a state relative to its size, or to a thousandth of the largest of its
  /// kind. Velocities are compared with the effect of reactions in the step as well, and in a short
  /// step with the rounding of positions.
  double size_of(const VecX& dx, const VecX& x, double h) const {
    constexpr double kShare = 0.03, kShort = 1e-6;
    const auto largest = [&](Eigen::Index first, Eigen::Index count, double least) {
      if (count == 0) return 0.0;
      const auto values = x.segment(first, count).array().abs();
      return (dx.segment(first, count).array().abs() /
              (values + 1e-3 * values.maxCoeff() + 1e-8 + least))
          .maxCoeff();
    };
    double least = kShare * h * largest_push(jacobian_, masses_of_, x, n_);
    if (n_.lambda > 0) least += kShort * x.head(n_.z).lpNorm<Eigen::Infinity>() / h;
    return dx.allFinite() ? std::max(largest(0, n_.z, 0), largest(n_.z, n_.w, least))
                          : std::numeric_limits<double>::quiet_NaN();
  }

  /// The equations of a step for the common Newton's method.
  struct Equations {
    DiscreteGradient& of;
    const State& state;
    const double h;
    VecX& x;
    VecX residual = {};
    bool is_factored = false;
    double previous = std::numeric_limits<double>::infinity();

    bool compute_residual() {
      residual = of.compute_residual(state, h, x);
      return residual.allFinite();
    }
    bool has_matrix() const { return is_factored; }
    void drop_matrix() { is_factored = false; }
    bool factorise() { return is_factored = of.factorise(h); }
    bool is_finite() const { return are_finite(of.jacobian_.value); }
    double correct(int k, bool /*is_fresh*/) {
      constexpr double kSlow = 0.8, kNoise = 1e-6;
      of.lu_.solve(residual);
      const double size = of.size_of(residual, x, h);
      x -= residual;
      // A correction may consist of the rounding of the residual, above all of kappa. Such noise
      // may move a small velocity forever: then kappa stays fixed.
      of.keeps_kappa_ = of.keeps_kappa_ || (k > 2 && size > kSlow * previous && size < kNoise);
      previous = size;
      return size;
    }
  };

  Outcome solve(const State& state, double h, VecX& x) {
    constexpr double kTolerance = 2e-15, kStalled = 1e-9;
    double rounding = 0, contraction = 1;  // each step starts without history
    NewtonIteration newton(NewtonIteration::Options::patient(kTolerance, kStalled), rounding,
                           contraction);
    Equations equations{*this, state, h, x};
    const Outcome outcome = newton.solve(equations);
    if (outcome != Outcome::kRunning) return outcome;
    return equations.compute_residual() ? Outcome::kRunning : Outcome::kNotFinite;
  }

  const Integrable system_;
  const dae::Sizes n_;
  dae::Projection projection_;
  VecX diagonal_ = diagonal(projection_.metric().mass()), proximal_;
  VecX masses_of_ = diagonal(projection_.metric().regular());
  const VecX row_sizes_ = system_.row_sizes();  // see make_proximal
  dae::Workspace middle_, end_;
  dae::Kinematics kinematics_, at_end_;
  Sparse jacobian_;
  int unknowns_ = 0;
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<Entry> places_, masses_, gradients_;  // of the entries of J, M and c' at the end
  VecX nu_, start_rate_, start_gap_;
  double start_potential_ = 0, end_potential_ = 0;
  double kappa_ = 0;
  bool keeps_kappa_ = false;  // kappa is fixed for the rest of the iteration
};

std::unique_ptr<Stepper> make(const Integrable& system, double /*tolerance*/) {
  return std::make_unique<DiscreteGradient>(system);
}

}  // namespace

const Method kDiscreteGradient{
    "discrete-gradient",
    "Midpoint rule with Gonzalez' discrete gradient; the textbook method for an exact energy",
    {.order = 2, .closes_ledger = true, .keeps_positions = true},
    make};

}  // namespace porthos::integrate
