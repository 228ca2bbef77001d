#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/dense.hpp"
#include "integrate/accelerations.hpp"
#include "integrate/methods.hpp"
#include "integrate/projection.hpp"

namespace porthos::integrate {
namespace {

using system::Kinematics;
using system::Linearization;
using system::Segment;
using system::Sizes;
using system::System;
using system::Workspace;

/// Radau IIA with three stages, order 5, L-stable (Hairer, Wanner: Solving Ordinary Differential
/// Equations II, IV.8), on the stabilised form of Gear, Gupta and Leimkuhler:          numerics 2
///
///   z' = Z (w + M^-1 C^T eta)     M w' = f     0 = Gamma w - q     0 = c(z)        C = c' Z
///
/// that is B u' = F(u) with u = (z, w, nu, eta), B = diag(1, M, 0, 0), solved at the stages for
/// Z_i = u_i - u_0:
///
///   sum_j (A^-1)_ij B Z_j / h = F(u_i)
///
/// by Newton's method with one Jacobian J = F'(u_0) a step. With A^-1 = T Lambda T^-1 and
/// W = T^-1 Z the linear system falls into one for the real eigenvalue and one for the pair:
///
///   (gamma B/h - J) dW_1 = r_1      [ alpha B/h - J   beta B/h       ] [dW_2]   [r_2]
///                                   [ -beta B/h       alpha B/h - J  ] [dW_3] = [r_3]
///
/// The error estimate is  (gamma B/h - J)^-1 (F(u_0) + B sum_i e_i Z_i / h), taken of z and w. The
/// steps end where the caller wants a state; P1 and P2 take away what Newton's method leaves.
class Radau final : public Stepper {
 public:
  Radau(const System& system, double tolerance)
      : system_(system),
        n_(system.sizes()),
        projection_(system),
        at_(system.workspace()),
        tolerance_(tolerance) {
    const double s6 = std::sqrt(6.0);
    a_ << (88 - 7 * s6) / 360, (296 - 169 * s6) / 1800, (-2 + 3 * s6) / 225,  //
        (296 + 169 * s6) / 1800, (88 + 7 * s6) / 360, (-2 - 3 * s6) / 225,    //
        (16 - s6) / 36, (16 + s6) / 36, 1.0 / 9;
    c_ << (4 - s6) / 10, (4 + s6) / 10, 1;
    e_ << (-13 - 7 * s6) / 3, (-13 + 7 * s6) / 3, -1.0 / 3;
    t_ << 0.09443876248897524, -0.14125529502095421, 0.03002919410514742,  //
        0.25021312296533332, 0.20412935229379994, -0.38294211275726192,    //
        1, 1, 0;
    a_inverse_ = inverse(a_);
    t_inverse_ = inverse(t_);
    size_ = n_.z + n_.w + n_.nu() + n_.lambda;
    nu_ = VecX::Zero(n_.nu());
    if (n_.w > 0) {
      const SymmetricEigen eigen(system.mass());
      const double largest = std::max(eigen.values.maxCoeff(), 0.0);
      massless_ = eigen.vectors.leftCols((eigen.values.array() <= 1e-13 * largest).count());
    }
  }

  Outcome step(State& state, double h) override {
    State now = state;
    const double target = state.t + h, roundings = 1e-12 * h + 4e-16 * std::abs(target);
    if (!is_started_) start_from(now);
    int steps = 0;
    jumps_ = 0;
    while (now.t < target - roundings) {
      if (++steps > kMostSteps) return forget(Outcome::kStepTooSmall);
      const Outcome outcome = advance(now, target - now.t);
      if (outcome != Outcome::kRunning) return forget(outcome);
    }
    state = std::move(now);
    return Outcome::kRunning;
  }

  std::vector<double> memory() const override {
    std::vector<double> numbers{static_cast<double>(is_started_), static_cast<double>(has_history_),
                                h_, last_h_, last_error_};
    numbers.insert(numbers.end(), nu_.begin(), nu_.end());
    if (has_history_)
      numbers.insert(numbers.end(), change_.data(), change_.data() + change_.size());
    return numbers;
  }

  bool set_memory(const std::vector<double>& numbers) override {
    constexpr Eigen::Index kFixed = 5;
    const auto count = static_cast<Eigen::Index>(numbers.size());
    if (count < kFixed) return false;
    const bool has_history = numbers[1] != 0;
    if (count != kFixed + nu_.size() + (has_history ? size_ * kStages : 0)) return false;
    is_started_ = numbers[0] != 0;
    has_history_ = has_history;
    h_ = numbers[2];
    last_h_ = numbers[3];
    last_error_ = numbers[4];
    nu_ = Eigen::Map<const VecX>(numbers.data() + kFixed, nu_.size());
    if (has_history_)
      change_ = Eigen::Map<const MatX>(numbers.data() + kFixed + nu_.size(), size_, kStages);
    return true;
  }

 private:
  static constexpr int kStages = 3, kMostSteps = 100000, kMostJumps = 100;
  /// At a jump of a signal no step is short enough for the estimate: one as short as this, relative
  /// to the time, is taken as it is.
  static constexpr double kJump = 1e-12;
  // Eigenvalues of A^-1.
  static constexpr double kGamma = 3.63783425274449573, kAlpha = 2.68108287362775213,
                          kBeta = 3.05043019924741057;

  Outcome forget(Outcome outcome) {
    is_started_ = has_history_ = false;
    return outcome;
  }

  /// The multipliers, and a first step in which no state changes by more than 1 %.
  void start_from(const State& state) {
    set(state.t, state.z, state.w);
    const VecX slope = compute_accelerations(system_, projection_.metric(), at_);
    nu_ << system_.segment(at_, Segment::kLambda), system_.segment(at_, Segment::kMu);
    const VecX sc = scales(state, state);
    VecX rates(n_.z + n_.w);
    rates << system_.segment(at_, Segment::kZdot), slope;
    const double fastest = rates.size() > 0 ? rates.cwiseQuotient(sc).lpNorm<Eigen::Infinity>() : 0;
    h_ = std::min(1.0, 0.01 / (fastest * tolerance_ + 1e-300));
    last_error_ = 1e-2;
    is_started_ = true;
    has_history_ = false;
  }

  void set(double t, const VecX& z, const VecX& w) {
    system_.set_time(at_, t);
    system_.segment(at_, Segment::kZ) = z;
    system_.segment(at_, Segment::kW) = w;
    system_.segment(at_, Segment::kLambda).setZero();
    system_.segment(at_, Segment::kMu).setZero();
  }

  /// What an error is compared with, (z + w): the size at both ends of the step; for states near
  /// zero a thousandth of the largest of their kind, for a system at rest 1e-6 of the unit.
  VecX scales(const State& from, const State& to) const {
    VecX sc(n_.z + n_.w);
    sc << from.z.cwiseAbs().cwiseMax(to.z.cwiseAbs()), from.w.cwiseAbs().cwiseMax(to.w.cwiseAbs());
    const auto floor = [&](auto part) {
      if (part.size() > 0) part.array() += 1e-3 * part.maxCoeff() + 1e-6;
    };
    floor(sc.head(n_.z));
    floor(sc.tail(n_.w));
    return tolerance_ * sc;
  }

  /// The error without what the differential equations do not carry on: massless velocities.
  double error_norm(VecX error, const VecX& sc) const {
    if (massless_.cols() > 0) {
      auto w = error.segment(n_.z, n_.w);
      w -= massless_ * (massless_.transpose() * w).eval();
    }
    return norm(error, sc);
  }

  double norm(const VecX& u, const VecX& sc) const {
    const VecX relative = u.head(sc.size()).cwiseQuotient(sc);
    return sc.size() == 0 ? 0 : std::sqrt(relative.squaredNorm() / static_cast<double>(sc.size()));
  }

  /// F at u and t; the workspace keeps the rates.
  VecX compute_rates(double t, const VecX& u) {
    system_.set_time(at_, t);
    system_.segment(at_, Segment::kZ) = u.head(n_.z);
    system_.segment(at_, Segment::kW) = u.segment(n_.z, n_.w);
    system_.segment(at_, Segment::kLambda) = u.segment(n_.z + n_.w, n_.lambda);
    system_.segment(at_, Segment::kMu) = u.segment(n_.z + n_.w + n_.lambda, n_.mu);
    system_.compute_rates(at_);
    VecX f(size_);
    f.head(n_.z) = system_.segment(at_, Segment::kZdot);
    f.segment(n_.z, n_.w) = system_.segment(at_, Segment::kForce);
    f.segment(n_.z + n_.w, n_.nu()) = system_.rows(at_);
    if (n_.lambda > 0) {
      const auto eta = u.tail(n_.lambda);
      system_.compute_kinematics(at_, kinematics_);
      const MatX C = kinematics_.Gamma.topRows(n_.lambda);
      f.head(n_.z) += kinematics_.Z * projection_.metric().solve(C.transpose() * eta);
      const auto gap = system_.segment(at_, Segment::kGap);
      for (int i = 0; i < n_.lambda; ++i)
        f[size_ - n_.lambda + i] = gap[system_.active()[static_cast<std::size_t>(i)]];
    }
    return f;
  }

  /// J = dF/du after compute_rates; eta is small, and its part in dF/dz left out.
  void compute_jacobian() {
    jacobian_.setZero(size_, size_);
    Linearization d;
    system_.linearize(at_, d);
    const Eigen::Index w = n_.z, nu = n_.z + n_.w, eta = size_ - n_.lambda;
    jacobian_.block(0, 0, n_.z, n_.z) = d.zdot_z;
    jacobian_.block(0, w, n_.z, n_.w) = d.zdot_w;
    jacobian_.block(0, nu, n_.z, n_.nu()) = d.zdot_nu;
    jacobian_.block(w, 0, n_.w, n_.z) = d.force_z;
    jacobian_.block(w, w, n_.w, n_.w) = d.force_w;
    jacobian_.block(w, nu, n_.w, n_.nu()) = d.force_nu;
    jacobian_.block(nu, 0, n_.nu(), n_.z) = d.row_z;
    jacobian_.block(nu, w, n_.nu(), n_.w) = d.row_w;
    jacobian_.block(nu, nu, n_.nu(), n_.nu()) = d.row_nu;
    compliance_ = 0;
    if (n_.nu() == 0) return;
    // Proximal terms, see factorise: rows that depend on each other must not make J singular.
    compliance_ = (d.row_w * projection_.metric().solve_columns(d.row_w.transpose())).trace() /
                  static_cast<double>(n_.nu());
    if (n_.lambda == 0) return;
    const MatX lift =
        projection_.metric().solve_columns(MatX(kinematics_.Gamma.topRows(n_.lambda).transpose()));
    jacobian_.block(0, eta, n_.z, n_.lambda) = kinematics_.Z * lift;
    for (int i = 0; i < n_.lambda; ++i)
      jacobian_.row(eta + i).head(n_.z) =
          kinematics_.c_prime.row(system_.active()[static_cast<std::size_t>(i)]);
  }

  /// x B/h, (u x u): diagonal blocks 1 and M.
  MatX inertia(double x) const {
    MatX b = MatX::Zero(size_, size_);
    b.diagonal().head(n_.z).setConstant(x);
    b.block(n_.z, n_.z, n_.w, n_.w) = x * system_.mass();
    return b;
  }

  void factorise(double h) {
    const double rho = std::max(1e-10 * h * compliance_, std::numeric_limits<double>::min());
    MatX base = -jacobian_;
    base.diagonal().segment(n_.z + n_.w, n_.nu()).array() += rho;
    base.diagonal().tail(n_.lambda).array() -= rho;
    real_.compute(base + inertia(kGamma / h));
    MatX pair(2 * size_, 2 * size_);
    const MatX diagonal = base + inertia(kAlpha / h), off = inertia(kBeta / h);
    pair << diagonal, off, -off, diagonal;
    pair_.compute(pair);
  }

  VecX times_inertia(const VecX& u) const {
    VecX b = VecX::Zero(size_);
    b.head(n_.z) = u.head(n_.z);
    b.segment(n_.z, n_.w) = system_.mass() * u.segment(n_.z, n_.w);
    return b;
  }

  /// Z_i from the collocation polynomial of the last step, continued.
  MatX predict(double h) const {
    MatX z = MatX::Zero(size_, kStages);
    if (!has_history_) return z;
    // Through (0, 0) and (c_i, Z_i).
    const auto weights = [&](double x) {
      VecX values(kStages);
      for (int i = 0; i < kStages; ++i) {
        values[i] = x / c_[i];
        for (int j = 0; j < kStages; ++j)
          if (j != i) values[i] *= (x - c_[j]) / (c_[i] - c_[j]);
      }
      return values;
    };
    for (int i = 0; i < kStages; ++i)
      z.col(i) = change_ * weights(1 + c_[i] * h / last_h_) - change_.col(kStages - 1);
    z.bottomRows(n_.nu() + n_.lambda).setZero();
    return z;
  }

  /// One accepted step, not beyond `rest`.
  Outcome advance(State& now, double rest) {
    VecX u0(size_);
    u0 << now.z, now.w, nu_, VecX::Zero(n_.lambda);
    const VecX f0 = compute_rates(now.t, u0);
    if (!f0.allFinite()) return Outcome::kNotFinite;
    compute_jacobian();
    bool was_rejected = false;
    for (int attempts = 0; attempts < 60; ++attempts) {
      // Land on the end, and not with a tiny step before it.
      const bool lands = h_ > 0.999 * rest;
      const double h = lands ? rest : h_ > 0.5 * rest ? 0.5 * rest : h_;
      if (!(h > 1e-14 * std::max(std::abs(now.t), 1e-3))) return Outcome::kStepTooSmall;
      factorise(h);
      MatX z = predict(h);
      int iterations = 0;
      if (!solve(now, u0, h, z, iterations)) {
        h_ = 0.4 * h;
        has_history_ = false;
        was_rejected = true;
        continue;
      }
      State next = now;
      const Outcome outcome = finish(next, u0, h, z);
      const VecX sc = scales(now, outcome == Outcome::kRunning ? next : now);
      const VecX pull = times_inertia(z * e_) / h;
      VecX error = real_.solve(f0 + pull);
      double size = error_norm(error, sc);
      if (size > 1 && (!has_history_ || was_rejected)) {
        VecX moved = u0 + error;
        moved.tail(n_.nu() + n_.lambda) = u0.tail(n_.nu() + n_.lambda);
        error = real_.solve(compute_rates(now.t, moved) + pull);
        size = error_norm(error, sc);
      }
      if (outcome != Outcome::kRunning || !std::isfinite(size)) {
        h_ = 0.2 * h;
        has_history_ = false;
        was_rejected = true;
        if (h_ > 1e-10 * std::max(std::abs(now.t), 1e-3)) continue;
        return outcome != Outcome::kRunning ? outcome : Outcome::kNotFinite;
      }
      size = std::max(size, 1e-10);
      const double safety =
          0.9 * (2.0 * kMostIterations + 1) / (2.0 * kMostIterations + iterations);
      double factor = safety * std::pow(size, -0.25);
      if (!was_rejected && has_history_)  // Gustafsson's predictive controller
        factor =
            std::min(factor, safety * h / last_h_ * std::pow(last_error_ / (size * size), 0.25));
      factor = std::clamp(factor, 0.2, was_rejected ? 1.0 : 8.0);
      if (size > 1 && !(h < kJump * (std::abs(now.t) + rest) && ++jumps_ < kMostJumps)) {
        h_ = h * std::min(factor, 0.9);
        was_rejected = true;
        continue;
      }
      // A step that was cut short says little about how long a step may be.
      h_ = h < h_ ? std::max(h_, h * factor) : h * factor;
      last_error_ = std::max(size, 1e-2);
      last_h_ = h;
      nu_ += z.col(kStages - 1).segment(n_.z + n_.w, n_.nu());
      change_ = std::move(z);
      has_history_ = true;
      now = std::move(next);
      return Outcome::kRunning;
    }
    return Outcome::kStepTooSmall;
  }

  static constexpr int kMostIterations = 10;

  bool solve(const State& now, const VecX& u0, double h, MatX& z, int& iterations) {
    const VecX sc = scales(now, now);
    // A small part of the tolerance, but not less than some roundings of a state.
    const double rounding = 1e-15 / tolerance_;
    const double enough = std::max(rounding, std::min(0.03, std::sqrt(tolerance_)));
    double previous = 0;
    MatX residual(size_, kStages), pull(size_, kStages);
    for (iterations = 1; iterations <= kMostIterations; ++iterations) {
      for (int i = 0; i < kStages; ++i) {
        residual.col(i) = compute_rates(now.t + c_[i] * h, u0 + z.col(i));
        pull.col(i) = times_inertia(z.col(i)) / h;
      }
      residual -= pull * a_inverse_.transpose();
      if (!residual.allFinite()) return false;
      const MatX right = residual * t_inverse_.transpose();
      MatX dw(size_, kStages);
      dw.col(0) = real_.solve(right.col(0));
      VecX both(2 * size_);
      both << right.col(1), right.col(2);
      both = pair_.solve(both).eval();
      dw.col(1) = both.head(size_);
      dw.col(2) = both.tail(size_);
      const MatX dz = dw * t_.transpose();
      if (!dz.allFinite()) return false;
      z += dz;
      double size = 0;
      for (int i = 0; i < kStages; ++i) size = std::max(size, norm(dz.col(i), sc));
      if (size == 0) return true;
      if (iterations > 1) {
        const double rate = size / previous;
        if (rate < 1 && size * rate / (1 - rate) < enough) return true;
        // The second may well be larger than the first, if the multipliers were guessed badly.
        if (rate >= 1 && iterations > 2) return size < std::max(1e-3, 1000 * rounding);
      } else if (size < 1e-3 * enough) {
        return true;
      }
      previous = size;
    }
    return false;
  }

  /// The state at the end of the step, with P1 and P2.
  Outcome finish(State& next, const VecX& u0, double h, const MatX& z) {
    for (int i = 0; i < kStages; ++i) {
      compute_rates(next.t + c_[i] * h, u0 + z.col(i));
      system_.compute_powers(at_);
      const double weight = h * a_(kStages - 1, i);
      next.dissipated += weight * system_.segment(at_, Segment::kPower);
      next.supplied +=
          weight * system_.segment(at_, Segment::kFlow).cwiseProduct(system_.port_efforts(at_));
    }
    next.t += h;
    const VecX end = u0 + z.col(kStages - 1);
    set(next.t, end.head(n_.z), end.segment(n_.z, n_.w));
    if (!projection_.position(at_)) return Outcome::kConstraintLost;
    system_.compute_rates(at_);
    projection_.velocity(at_, next.supplied);
    next.z = system_.segment(at_, Segment::kZ);
    next.w = system_.segment(at_, Segment::kW);
    next.scale = std::max({next.scale, system_.kinetic_energy(next.w),
                           std::abs(system_.potential_energy(at_) - next.start_potential)});
    return next.z.allFinite() && next.w.allFinite() ? Outcome::kRunning : Outcome::kNotFinite;
  }

  const System& system_;
  const Sizes n_;
  Projection projection_;
  Workspace at_;
  Kinematics kinematics_;
  double tolerance_;
  Eigen::Index size_ = 0;
  MatX a_{kStages, kStages}, a_inverse_, t_{kStages, kStages}, t_inverse_;
  VecX c_{kStages}, e_{kStages};
  MatX jacobian_, massless_;
  double compliance_ = 0;
  Lu real_, pair_;
  bool is_started_ = false, has_history_ = false;
  int jumps_ = 0;  // in this call
  double h_ = 0, last_h_ = 0, last_error_ = 0;
  VecX nu_;      // multipliers at the end of the last step
  MatX change_;  // Z of the last step, (u x 3)
};

std::unique_ptr<Stepper> make(const System& system, double tolerance) {
  return std::make_unique<Radau>(system, tolerance);
}

}  // namespace

const Method kRadau3{"radau(3)",
                     "Radau IIA of order 5 with steps of its own; stiff and strongly damped models",
                     {.order = 5,
                      .keeps_positions = true,
                      .keeps_velocities = true,
                      .is_l_stable = true,
                      .is_adaptive = true},
                     make};

}  // namespace porthos::integrate
