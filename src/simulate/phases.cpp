#include "simulate/phases.hpp"

#include <algorithm>
#include <cmath>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "dae/projection.hpp"
#include "simulate/modes.hpp"
#include "simulate/set_valued.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

/// The steps of the run to look ahead: further than any method runs ahead.
constexpr double kAhead = 64;

}  // namespace

void RunState::begin_phase() {
  phase = {};
  is_pole = false;
  searched_until = state.t;
  find_phase_end(state.t);
  phase.at = 0.5 * (state.t + std::min(phase.end, searched_until));
  set_phase();
  leave_out_vanishing_rows();
}

void RunState::find_phase_end(double end) {
  if (tools->times.is_empty() || phase.end < system::kNever ||
      searched_until > end + 0.5 * kAhead * options.step)
    return;
  const double until = end + kAhead * options.step;
  if (const auto moment = tools->times.next(searched_until, until)) {
    phase.end = moment->t;
    is_pole = moment->pole.has_value();
  }
  searched_until = until;
  set_phase();
}

void Phases::reach_end() {
  constexpr double kRounding = 1e-12;  // of time
  const double left = now_.phase.end - now_.state.t;
  if (left > 0 && left <= kRounding * (std::abs(now_.state.t) + now_.options.step))
    now_.state.t = now_.phase.end;
}

double Phases::limit(double end) {
  now_.find_phase_end(end);
  // A switching time next to the end of a step is moved there.
  const double near = 1e-12 * now_.options.step + 4e-16 * std::abs(end);
  if (now_.phase.end > end + near) return end;
  if (now_.is_pole) {
    now_.outcome = Outcome::kPole;
    const auto moment = now_.tools->times.next(now_.state.t, now_.phase.end + now_.options.step);
    now_.cause = " The formula that vanishes is " +
                 (moment && moment->pole ? *moment->pole : std::string("a formula of time alone")) +
                 ", at t = " + rounded_digits(now_.phase.end, 6) + " s.";
    return end;
  }
  if (now_.phase.end > end - near) now_.phase.end = end;
  return std::min(end, now_.phase.end);
}

/// Ends the run, and returns true, if a position constraint has jumped: positions cannot. A contact
/// may open.
bool Phases::check_jump(const VecX& before) {
  const VecX gap = now_.system->segment(now_.at, Segment::kGap);
  const double length = 1 + (now_.state.z.size() > 0 ? now_.state.z.lpNorm<Eigen::Infinity>() : 0);
  const double most = 1e-9 * length;  // a gap that P1 may close; rounding is far below
  const auto opens = [&](Eigen::Index i) {
    return gap[i] < 0 && std::ranges::any_of(now_.assembled->set_valued, [&](const auto& law) {
             return law.kind == model::SetValued::Kind::kContact && law.row == i;
           });
  };
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    if (!(std::abs(gap[i]) > most && std::abs(gap[i] - before[i]) > most) || opens(i)) continue;
    now_.outcome = Outcome::kConstraintLost;
    now_.cause = " The position constraint \"" +
                 now_.assembled->c[index(static_cast<int>(i))].name + "\" has a gap of " +
                 rounded_digits(gap[i], 3) + " from t = " + rounded_digits(now_.state.t, 6) +
                 " s on, and positions cannot jump.";
    return true;
  }
  return false;
}

/// Those of the present phase. A row that was left out did not affect the motion: its whole
/// residual is closed.
Phases::Residuals Phases::residuals() const {
  VecX rows = now_.tools->projection.fixed_residual(now_.at);
  const int count = now_.system->sizes().nu();
  if (now_.reduced_system && rows.size() >= count)
    rows.tail(count) =
        rows.tail(count).cwiseProduct((now_.idle.head(count).array() == 0).cast<double>().matrix());
  return {std::move(rows), now_.system->segment(now_.at, Segment::kGap)};
}

/// The same of the system without the laws that let go, in its modes.
Phases::Residuals Phases::residuals_of(const system::System& free, const VecX& modes) const {
  system::Workspace at = free.workspace();
  RunState::load(now_.state, free, at);
  free.compute_rows(at);
  VecX rows = dae::Projection(free).fixed_residual(at);
  const std::vector<char> kept = kept_rows(*now_.whole, *now_.assembled, now_.modes),
                          in_free = kept_rows(*now_.whole, *now_.assembled, modes);
  const Eigen::Index first = rows.size() - free.sizes().nu();
  Eigen::Index own = 0, other = 0;  // the number of the row in each system
  for (std::size_t row = 0; row < kept.size(); ++row) {
    const bool is_idle = kept[row] && now_.reduced_system && now_.idle[own] != 0;
    if (is_idle && in_free[row] && first >= 0) rows[first + other] = 0;
    own += kept[row] != 0;
    other += in_free[row] != 0;
  }
  return {std::move(rows), free.segment(at, Segment::kGap)};
}

/// True if the constraints have jumped since, beyond rounding.
bool Phases::has_jumped(const Residuals& before) const {
  constexpr double kJump = 1e-9;
  const Residuals now{now_.tools->projection.fixed_residual(now_.at),
                      now_.system->segment(now_.at, Segment::kGap)};
  const auto differ = [&](const VecX& a, const VecX& b, const VecX& of) {
    const double size = 1 + (of.size() > 0 ? of.lpNorm<Eigen::Infinity>() : 0);
    return a.size() > 0 && !((a - b).lpNorm<Eigen::Infinity>() <= kJump * size);
  };
  return differ(now.rows, before.rows, now_.state.w) || differ(now.gap, before.gap, now_.state.z);
}

bool Phases::pass(Modes& modes) {
  Residuals before = residuals();
  const VecX first = now_.modes;
  const auto free = modes.free_system();
  const Residuals without_laws = free ? residuals_of(*free, modes.free_modes()) : Residuals{};
  const double stored = now_.stored, supplied = now_.state.supplied.sum();
  now_.begin_phase();
  now_.update_quantities();
  if (check_jump(before.gap)) return true;
  const bool lets_go = free && has_jumped(before);
  if (lets_go) {
    now_.change_modes(modes.free_modes());
    now_.update_quantities();
    before = without_laws;
  } else if (now_.has_set_valued() && now_.tools->projection.metric().has_massless() &&
             !is_closed(now_.tools->projection.fixed_residual(now_.at), now_.state.w)) {
    return false;
  }
  close(before.rows, stored, supplied);
  if (!lets_go || now_.outcome != Outcome::kRunning) return true;
  modes.let_go(first);
  now_.update_quantities();
  return false;
}

/// Closes what the jump has opened, to rows with the residual `goal`: only jumps are closed, not
/// the drift of a method. stored, supplied: the energies before it.
void Phases::close(const VecX& goal, double stored, double supplied) {
  auto& projection = now_.tools->projection;
  if (goal.size() > 0) {
    projection.impact(now_.at, goal, now_.state.supplied);
    now_.state.z = now_.system->segment(now_.at, Segment::kZ);
    now_.state.w = now_.system->segment(now_.at, Segment::kW);
    now_.update_quantities();
  }
  if (projection.metric().has_massless()) {  // massless velocities jump with the forces
    now_.tools->accelerations.compute(now_.at);
    now_.state.w = now_.system->segment(now_.at, Segment::kW);
    now_.update_quantities();
  }
  const double lost = now_.stored - stored - (now_.state.supplied.sum() - supplied);
  if (std::abs(lost) > 1e-14 * (now_.state.scale + std::abs(stored))) {
    now_.event_energy += lost;
    now_.state.start_energy += lost;
  }
  now_.state.scale = std::max(now_.state.scale, now_.system->kinetic_energy(now_.state.w));
  now_.balance_error = now_.stored - now_.state.demanded();
  now_.system->compute_watched(now_.at);
  now_.watched = now_.system->segment(now_.at, Segment::kWatched);
  now_.reset_stepper(now_.stepper);
  const VecX after = projection.fixed_residual(now_.at);
  if (!now_.state.w.allFinite() || !after.allFinite())
    now_.outcome = Outcome::kNotFinite;
  else if (after.size() > 0 && (after - goal).lpNorm<Eigen::Infinity>() >
                                   1e-8 * (1 + now_.state.w.lpNorm<Eigen::Infinity>()))
    now_.outcome = Outcome::kConstraintLost;
}

}  // namespace porthos::simulate
