#include "simulate/phases.hpp"

#include <algorithm>
#include <cmath>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "simulate/modes.hpp"

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

/// Ends the run, and returns true, if a position constraint has jumped: positions cannot.
bool Phases::check_jump(const VecX& before) {
  const VecX gap = now_.system->segment(now_.at, Segment::kGap);
  const double length = 1 + (now_.state.z.size() > 0 ? now_.state.z.lpNorm<Eigen::Infinity>() : 0);
  const double most = 1e-9 * length;  // a gap that P1 may close; rounding is far below
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    if (!(std::abs(gap[i]) > most && std::abs(gap[i] - before[i]) > most)) continue;
    now_.outcome = Outcome::kConstraintLost;
    now_.cause = " The position constraint \"" +
                 now_.assembled->c[index(static_cast<int>(i))].name + "\" has a gap of " +
                 rounded_digits(gap[i], 3) + " from t = " + rounded_digits(now_.state.t, 6) +
                 " s on, and positions cannot jump.";
    return true;
  }
  return false;
}

bool Phases::pass() {
  auto& projection = now_.tools->projection;
  VecX before = projection.fixed_residual(now_.at);  // of the old phase
  // A row that was left out did not affect the motion: its whole residual is closed.
  const int rows = now_.system->sizes().nu();
  if (now_.reduced_system && before.size() >= rows)
    before.tail(rows) =
        before.tail(rows).cwiseProduct((now_.idle.head(rows).array() == 0).cast<double>().matrix());
  const VecX gap = now_.system->segment(now_.at, Segment::kGap);
  const double stored = now_.stored, supplied = now_.state.supplied.sum();
  now_.begin_phase();
  now_.update_quantities();
  if (check_jump(gap)) return true;
  if (now_.has_set_valued() && projection.metric().has_massless() &&
      !is_closed(projection.fixed_residual(now_.at), now_.state.w))
    return false;
  // Only jumps are closed, not the drift of a method.
  if (before.size() > 0) {
    projection.impact(now_.at, before, now_.state.supplied);
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
  else if (after.size() > 0 && (after - before).lpNorm<Eigen::Infinity>() >
                                   1e-8 * (1 + now_.state.w.lpNorm<Eigen::Infinity>()))
    now_.outcome = Outcome::kConstraintLost;
  return true;
}

}  // namespace porthos::simulate
