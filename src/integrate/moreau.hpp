#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "base/index.hpp"
#include "base/linear.hpp"
#include "base/outcome.hpp"
#include "dae/constraint_selection.hpp"
#include "dae/integrable.hpp"
#include "dae/near_system.hpp"
#include "dae/projection.hpp"
#include "integrate/contact_problem.hpp"
#include "integrate/force_slopes.hpp"
#include "integrate/method.hpp"
#include "integrate/velocity_response.hpp"

namespace porthos::integrate {

using dae::Kinematics;
using dae::SetValuedLaw;
using dae::Workspace;

/// The time-stepping method of Moreau and Jean with theta = 1/2.                      numerics 2
///
///   z_m = z + h/2 z'(z, w)      M (w_1 - w) = h f(z_m, (w + w_1)/2) - Gamma(z_m)^T p
///   z_1 = z_m + h/2 z'(z_m, w_1)
///
/// where p are impulses over the step. Rows that hold in any case are zero in the mean of the step;
/// set-valued laws hold for its end.
class Moreau final : public Stepper {
 public:
  explicit Moreau(const Integrable& system);

  std::string_view objection(const State& start) override;
  Outcome step(State& state, double h) override;
  const Reactions* reactions() const override { return &found_; }
  void describe(Archive& archive) override;

 private:
  void find_dependence();
  bool depends_on_surface(const State& start);
  bool converges(const State& start);
  void list_near();
  const Integrable& now() const { return near_.near(); }
  void begin(const State& state, double h);
  void pose(bool bounces);
  void add(std::size_t law, bool bounces);
  void find_bounds(double h);
  bool solve(double h, bool bounces);
  void compute_force(double h);
  void solve_laws();
  void add_powers(State& state, double h);
  void book(State& state, double h);
  double stored_at(const VecX& z);
  void heat(State& state, int entropy, double energy);
  void note(double h);
  bool gives_energy() const;
  double mean_value(int row) const {
    return rows_[row] + 0.5 * kinematics_row(row, w_end_ - w_start_);
  }
  double kinematics_row(int row, const VecX& w) const {
    const Sparse& gamma = kinematics_.Gamma;
    double sum = 0;
    for (int e = gamma.start[index(row)]; e < gamma.start[index(row) + 1]; ++e)
      sum += gamma.value[index(e)] * w[gamma.column[index(e)]];
    return sum;
  }

  const Integrable all_;
  const std::vector<char> held_;  // (nu)
  const std::vector<SetValuedLaw> laws_;
  dae::NearSystem near_;
  std::vector<std::size_t> near_laws_;
  dae::SelectedSystem free_;  // without the rows of set-valued laws
  std::unique_ptr<dae::Projection> projection_;
  ForceSlopes slopes_;
  Kinematics kinematics_;  // at the middle of the step
  VelocityResponse response_;
  Workspace at_, beside_;         // of all_, free_
  bool has_constraints_ = false;  // rows that hold in any case, inert ones included
  bool has_powers_ = false;       // of ports, and of relations that are no set-valued laws
  bool reads_reactions_ = false;  // forces or bounds depend on the impulses
  Reactions found_;

  // Values of the present step.
  ContactProblem problem_;
  std::vector<std::size_t> active_;  // (laws of the problem)
  double start_time_ = 0;
  VecX middle_, w_start_, w_end_, rows_, force_, impulses_, step_, goals_, bounds_, rest_;
};

}  // namespace porthos::integrate
