#pragma once

#include "base/outcome.hpp"
#include "dae/accelerations.hpp"
#include "dae/projection.hpp"
#include "dae/state.hpp"

namespace porthos::dae {

/// The index-1 reduction as an ordinary differential equation, with the energies riding along:
///
///   y = (z, w, D, S)        y' = (z', w', power of each relation, power through each port)
///
/// with w' and nu from [M Gamma^T; Gamma 0] [w'; nu] = [f; q' - Gamma' w].
class IndexOneForm {
 public:
  explicit IndexOneForm(const system::System& system);

  Eigen::Index size() const { return z_ + w_ + power_ + u_; }
  VecX pack(const State& state) const;
  /// y's values into `state`; its time and the start of its account stay.
  void unpack(const VecX& y, State& state) const;

  auto z(VecX& y) const { return y.head(z_); }
  auto w(VecX& y) const { return y.segment(z_, w_); }

  /// To be called at a start: where rows depend on each other on c(z) = 0 only, rates() are from
  /// then on those of the nearest point there, because beside it they would hold the motion.
  void find_dependence(const State& state);

  /// y' at t, (y); the workspace keeps the rates and multipliers.
  VecX rates(double t, const VecX& y);

  /// See Accelerations, of the last rates.
  bool is_nearly_singular() const { return accelerations_.is_nearly_singular(); }

  /// Baumgarte's stabilised rates: w' + M^-1 Gamma^T s with
  /// Gamma M^-1 Gamma^T s = -(2 beta (Gamma w - q) + beta^2 c).
  VecX stabilised_rates(double t, const VecX& y, double beta);

  /// P1, P2, P3 at the time of `state`; updates its scale.
  Projected project(State& state);

  /// See Projection::dependence.
  bool depends_on_surface(const State& state) {
    return projection_.dependence(at_, state).on_surface;
  }
  /// See Projection.
  Outcome settle(State& state);

  /// The largest kinetic energy or change of V, `state` included.
  double scale(const State& state);

  /// What later steps depend on besides y, and back.
  void write(NumberWriter& to) const;
  bool read(NumberReader& from);

 private:
  const system::System& system_;
  Projection projection_;
  Accelerations accelerations_;
  system::Workspace at_;
  bool is_on_surface_ = false;
  Eigen::Index z_, w_, power_, u_;
};

}  // namespace porthos::dae
