#include "integrate/stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/index.hpp"
#include "base/pair.hpp"
#include "base/saddle.hpp"
#include "integrate/newton_iteration.hpp"

namespace porthos::integrate {

Stages::Stages(const Integrable& system, const Tableau& table, dae::Projection& projection,
               double tolerance)
    : system_(system),
      table_(table),
      projection_(projection),
      tolerance_(tolerance),
      matrix_(system, projection.metric(), table),
      jacobian_(system.jacobian()),
      kinematics_(system.kinematics()),
      gradients_(system, table),
      at_(static_cast<std::size_t>(table.c.size()), system.workspace()),
      middle_(system.workspace()),
      prescribed_(system.prescribed_unknowns()) {
  const dae::Sizes& n = system.sizes();
  x_.setZero(n.z + n.w + n.nu(), count());
  residual_.setZero(x_.rows(), count());
  largest_.setZero(n.z + n.w);
  scale_.setOnes(n.z + n.w);
  inverse_scale_ = scale_;
}

void Stages::put_on_surface(bool on_surface) {
  if (on_surface_ != on_surface) is_factored_ = false;
  on_surface_ = on_surface;
  matrix_.set_dependent(on_surface);
}

/// x: z, w and the multipliers; z is moved to c(z) = 0 if requested.
void Stages::load(dae::Workspace& at, const Eigen::Ref<const VecX>& x) {
  system_.set_unknowns(at, x);
  if (on_surface_) projection_.project_position(at);
}

/// Rates at all stages, with the gradients of the step if they are used.
void Stages::compute_rates(const State& from) {
  system_.work().evaluations += count();
  const MatX* shifts = nullptr;
  if (with_gradients_) shifts = &gradients_.shifts(from.z, x_.topRows(system_.sizes().z));
  for (Eigen::Index i = 0; i < count(); ++i) {
    dae::Workspace& stage = at(i);
    load(stage, x_.col(i));
    if (shifts != nullptr)
      system_.compute_rates(stage, shifts->col(i), kinematics_);
    else
      system_.compute_rates(stage);
  }
}

/// The left sides of (G1), in plain loops: vectors are short, and the overhead of expressions would
/// be larger than the arithmetic.
void Stages::compute_residual(const State& from, double h) {
  compute_rates(from);
  const dae::Sizes& n = system_.sizes();
  const Eigen::Index dynamic = n.z + n.w;
  for (Eigen::Index i = 0; i < count(); ++i) {
    double* const r = residual_.col(i).data();
    const double* const x = x_.col(i).data();
    for (Eigen::Index k = 0; k < n.z; ++k) r[k] = x[k] - from.z[k];
    system_.mass().times_difference(x + n.z, from.w.data(), r + n.z);
    for (Eigen::Index j = 0; j < count(); ++j) {
      const double share = h * table_.a(i, j);
      const double* const rate = system_.rates(at(j)).data();
      for (Eigen::Index k = 0; k < dynamic; ++k) r[k] -= share * rate[k];
    }
    const auto rows = system_.rows(at(i));
    for (Eigen::Index k = 0; k < rows.size(); ++k) r[dynamic + k] = rows[k];
  }
}

/// With the Jacobian at the mean of the current stages, or with that of each stage.
bool Stages::factorise(double h, bool has_each) {
  if (has_each) {
    std::vector<Sparse> all(at_.size(), jacobian_);
    for (std::size_t i = 0; i < all.size(); ++i) system_.linearize(at_[i], all[i]);
    contraction_ = 1;
    jacobian_ = all.front();
    return is_factored_ = matrix_.factorise(all, h);
  }
  middle_.values = at(0).values;  // the signals, on which hardly any derivative depends
  ++system_.work().evaluations;
  mean_ = x_.rowwise().mean();
  load(middle_, mean_);
  system_.compute_rates(middle_);
  system_.linearize(middle_, jacobian_);
  is_factored_ = matrix_.factorise(jacobian_, h);
  factored_h_ = h;
  contraction_ = 1;
  return is_factored_;
}

Outcome Stages::solve(const State& from, double h, bool has_each) {
  for (Eigen::Index i = 0; i < count(); ++i) system_.set_time(at(i), from.t + table_.c[i] * h);
  if (has_each || std::abs(h - factored_h_) > 0.2 * h) is_factored_ = false;
  if (std::abs(h - measured_h_) > 1e-9 * h) contraction_ = 1;
  measured_h_ = h;
  struct Equations {
    Stages& stages;
    const State& from;
    const double h;
    const bool has_each;

    bool compute_residual() {
      stages.compute_residual(from, h);
      return stages.residual_.allFinite();
    }
    bool has_matrix() const { return stages.is_factored_; }
    void drop_matrix() { stages.is_factored_ = false; }
    bool factorise() { return stages.factorise(h, has_each); }
    bool is_finite() const { return are_finite(stages.jacobian_.value); }
    double correct(int k, bool is_fresh) {
      stages.matrix_.solve(stages.residual_, h, stages.dx_);
      if (!stages.dx_.allFinite()) return std::numeric_limits<double>::quiet_NaN();
      stages.x_ -= stages.dx_;
      if (k == 0) stages.update_scale(h, is_fresh);
      return stages.size_of_correction();
    }
  };
  constexpr int kFew = 6;
  using Options = NewtonIteration::Options;
  NewtonIteration newton(has_each ? Options::patient(tolerance_) : Options{tolerance_}, rounding_,
                         contraction_);
  const Outcome outcome = newton.solve(Equations{*this, from, h, has_each});
  if (outcome != Outcome::kRunning) return outcome;
  return accept(from, has_each || newton.has_stalled() || newton.count() > kFew);
}

/// True if powers, or the gradients of the step, need the rates of the converged stages.
bool Stages::needs_rates() const {
  const dae::Sizes& n = system_.sizes();
  return with_gradients_ || on_surface_ || (!system_.is_closed() && n.power + n.u + n.heat > 0);
}

/// After many corrections the next step makes a new matrix, which costs about as much as three
/// corrections.
Outcome Stages::accept(const State& from, bool is_slow) {
  constexpr double kForgotten = 0.98;
  if (needs_rates()) {
    compute_rates(from);
    left_.resize(0, 0);
  } else {
    const dae::Sizes& n = system_.sizes();
    left_ = residual_.topRows(n.z) - dx_.topRows(n.z);
    for (Eigen::Index i = 0; i < count(); ++i) load(at(i), x_.col(i));
  }
  rounding_ *= kForgotten;
  put_largest(largest_);
  if (is_slow) is_factored_ = false;
  for (const dae::Workspace& stage : at_)
    if (!system_.rates(stage).allFinite()) return Outcome::kNotFinite;
  return Outcome::kRunning;
}

/// With r the left sides of (G1) in z at the last rates, and dz the correction computed from them,
/// d^T = b^T A^-1 gives  sum_i d_i (z_i - z) = h sum_i b_i z'_i + sum_i d_i (r_i - dz_i)  for the
/// corrected stages, in which only small terms are differences.
void Stages::add_change_of_z(double h, const VecX& increments, VecX& z) const {
  const bool has_left = left_.size() > 0;
  for (Eigen::Index k = 0; k < z.size(); ++k) {
    double change = 0, left = 0;
    for (Eigen::Index i = 0; i < count(); ++i) {
      change += h * table_.b[i] * system_.rates(at_[index(i)])[k];
      if (has_left) left += left_(k, i) * increments[i];
    }
    z[k] += change + left;
  }
}

/// Size of a Newton correction: the largest change of a state, relative to the largest value of
/// this state so far, or to a thousandth of the largest of its kind. Efforts at prescribed ports do
/// work, and may converge later than the motion: their weight is a thousandth. An effort of zero,
/// as at a motor without load, is compared with the other multipliers, and in a short step with the
/// rounding of momenta.
double Stages::size_of_correction() const {
  Pair sizes = {0, 0};
  for (Eigen::Index i = 0; i < count(); ++i) {
    const double* const dx = dx_.col(i).data();
    in_pairs(0, scale_.size(), [&]<typename Numbers>(Eigen::Index k, Numbers) {
      const Numbers scale = numbers_at<Numbers>(inverse_scale_.data() + k);
      sizes = larger(sizes, Pair{0, 0} + absolute(numbers_at<Numbers>(dx + k)) * scale);
    });
  }
  double largest = porthos::largest(sizes);
  const dae::Sizes& n = system_.sizes();
  if (n.mu == 0) return largest;
  const double least = std::max(1e-3 * nu().cwiseAbs().maxCoeff(), least_effort_);
  for (const int k : prescribed_) {
    const double effort = std::max(x_.row(k).cwiseAbs().maxCoeff(), least);
    if (effort > 0) largest = std::max(largest, 1e-3 * dx_.row(k).cwiseAbs().maxCoeff() / effort);
  }
  return largest;
}

/// The largest values of the states so far, including the current stages.
void Stages::put_largest(VecX& to) const {
  to = largest_;
  for (Eigen::Index i = 0; i < count(); ++i) {
    const double* const x = x_.col(i).data();
    for (Eigen::Index k = 0; k < to.size(); ++k) to[k] = std::max(to[k], std::abs(x[k]));
  }
}

/// Velocities are sums of the effects of reactions within a step. Where these balance, as in a
/// mechanism at rest, rounding is compared with their size. Velocities without mass move z to a
/// balance, and have its rounding divided by h.
void Stages::update_scale(double h, bool is_fresh) {
  constexpr double kShare = 0.03, kShort = 1e-4, kShortEffort = 1e-8, kOfEffort = 10;
  const dae::Sizes& n = system_.sizes();
  if (is_fresh)
    largest_push_ = std::max(largest_push_, largest_push(jacobian_, masses_, x_.col(0), n));
  put_largest(scale_);
  double of_w = kShare * h * largest_push_;
  if (projection_.metric().has_massless() && n.z > 0)
    of_w += kShort * scale_.head(n.z).maxCoeff() / h;
  for (const auto& [first, size, least] : {std::tuple{0, n.z, 0.0}, std::tuple{n.z, n.w, of_w}}) {
    auto own = scale_.segment(first, size);
    if (size > 0) own = own.cwiseMax(1e-3 * own.maxCoeff() + 1e-12 + least);
  }
  inverse_scale_ = scale_.cwiseInverse();
  // Efforts change momenta or, in circuits, charges and fluxes.
  double changed = n.w > 0 ? masses_.cwiseProduct(scale_.tail(n.w)).maxCoeff() : 0;
  if (n.z > 0 && !projection_.has_plain_rows())
    changed = std::max(changed, kOfEffort * scale_.head(n.z).maxCoeff());
  least_effort_ = kShortEffort * changed / h;
}

VecX Stages::filtered(const State& from, double h, const VecX& y, const VecX& nu,
                      const VecX& pull) {
  const dae::Sizes& n = system_.sizes();
  if (!is_factored_) factorise(h, false);
  ++system_.work().evaluations;
  system_.set_time(middle_, from.t);
  VecX x(x_.rows());
  x << y, nu;
  load(middle_, x);
  system_.compute_rates(middle_);
  VecX r = VecX::Zero(x_.rows());
  r.head(n.z) = h * system_.z_rate(middle_) + pull.head(n.z);
  r.segment(n.z, n.w) = h * system_.force(middle_) + pull.tail(n.w);
  matrix_.filter(r);
  return r.head(n.z + n.w);
}

void Stages::describe(Archive& archive) {
  archive(on_surface_, is_factored_, factored_h_, rounding_, largest_push_, contraction_,
          measured_h_, largest_);
  matrix_.set_dependent(on_surface_);
  archive(matrix_);
}

double largest_push(const Sparse& jacobian, const VecX& masses, const VecX& x,
                    const dae::Sizes& n) {
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

}  // namespace porthos::integrate
