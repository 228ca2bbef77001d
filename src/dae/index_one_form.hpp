#pragma once

#include "base/archive.hpp"
#include "dae/integrable.hpp"
#include "dae/projection.hpp"

namespace porthos::dae {

/// The index-1 form as an ordinary differential equation, with the energies as further components:
///
///   y = (z, w, D, S)        y' = (z', w', power of each relation, power through each port)
///
/// with w' and nu from [M Gamma^T; Gamma 0] [w'; nu] = [f; q' - Gamma' w].
class IndexOneForm {
 public:
  explicit IndexOneForm(const Integrable& system);

  Eigen::Index size() const { return z_ + w_ + power_ + u_; }
  VecX pack(const State& state) const;
  /// y's values into `state`. Its time and the start of its ledger stay.
  void unpack(const VecX& y, State& state) const;

  auto z(VecX& y) const { return y.head(z_); }
  auto w(VecX& y) const { return y.segment(z_, w_); }

  /// To be called at a start. Where rows depend on each other on c(z) = 0 only, rates() are then
  /// those of the nearest point there: elsewhere the rows would block the motion.
  void find_dependence(const State& state);

  /// y' at t, (y). The workspace keeps the rates and multipliers.
  VecX rates(double t, const VecX& y);

  /// See Accelerations, of the last rates.
  bool is_nearly_singular() const { return accelerations_.is_nearly_singular(); }

  /// Baumgarte's stabilised rates: w' + M^-1 Gamma^T s with
  /// Gamma M^-1 Gamma^T s = -(2 beta (Gamma w - q) + beta^2 c).
  VecX stabilised_rates(double t, const VecX& y, double beta);

  /// P1, P2, P3 at the time of `state`. Updates its scale.
  Projected project(State& state);

  /// See Projection::dependence.
  bool depends_on_surface(const State& state) {
    return projection_.dependence(at_, state).on_surface;
  }
  /// See Projection::settle.
  Outcome settle(State& state) { return projection_.settle(at_, state); }

  /// The largest kinetic energy or change of V, `state` included.
  double energy_scale(const State& state);

  void describe(Archive& archive) { archive(is_on_surface_, projection_, accelerations_); }

 private:
  const Integrable system_;
  Projection projection_;
  Accelerations accelerations_;
  Workspace at_;
  bool is_on_surface_ = false;
  Eigen::Index z_, w_, power_, u_;
};

}  // namespace porthos::dae
