#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>

#include "base/index.hpp"
#include "simulate/modes.hpp"
#include "simulate/set_valued.hpp"

// The laws of circuits: flows with massless velocities follow the forces at once.

namespace porthos::simulate {

using system::Segment;

void Modes::find_followers() {
  constexpr char kMassless = 1, kTied = 2;  // to other velocities by rows that always hold
  std::vector<char> kinds(index(now_.whole->sizes().w), 0);
  for (const Metric::Massless& group : metric_.massless())
    for (const int w : group.velocities) kinds[index(w)] = kMassless;
  const Sparse& Gamma = kinematics_.Gamma;
  const auto velocities_of = [&](int row, int count) {
    const auto begin = index(Gamma.start[index(row)]), end = index(Gamma.start[index(row + count)]);
    return std::span(Gamma.column).subspan(begin, end - begin);
  };
  for (int row = 0; const char holds : rows_of_all_modes(*now_.whole, *now_.assembled))
    for (const int w : velocities_of(row++, 1))
      if (holds) kinds[index(w)] |= kTied;
  for (std::size_t k = 0; k < count(); ++k) {
    const auto velocities = velocities_of(row_of(*now_.whole, law(k)), law(k).size);
    // A velocity without mass takes any value without an impulse, so that its contact has no
    // impact.
    if (law(k).kind == Kind::kContact)
      follows_forces_[k] =
          std::ranges::any_of(velocities, [&](int w) { return kinds[index(w)] == kMassless; });
    else
      follows_forces_[k] = velocities.empty() || std::ranges::any_of(velocities, [&](int w) {
                             return (kinds[index(w)] & kMassless) != 0;
                           });
  }
}

void Modes::follow_parameters() {
  if (!now_.has_set_valued() || now_.solves_laws()) return;
  now_.whole->modes() = now_.modes;
  prepare();
  if (std::ranges::find(follows_forces_, 1) == follows_forces_.end()) return;
  const Laws laws = laws_now();  // notes the speeds, too
  std::vector<std::size_t> followers;
  for (std::size_t k = 0; k < count(); ++k)
    if (follows_forces(k) && is_touching(laws, k)) followers.push_back(k);
  VecX modes = now_.modes;
  if (!find_modes(followers, modes)) modes = now_.modes;
  now_.change_modes(modes);
}

/// The power of the only friction without mass that ends to stick in these modes, as a switch that
/// opens; -1 if there is none, or several.
int Modes::interrupting_law(const VecX& modes) const {
  int found = -1, number = 0;
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    const auto sticks = [&](const VecX& of) { return of.segment(one.mode, one.size).isZero(0); };
    if (one.kind != Kind::kFriction || !follows_forces(k)) continue;
    if (!sticks(now_.modes) || sticks(modes) || one.size > 1 || one.resistive < 0) continue;
    found = one.resistive;
    ++number;
  }
  return number == 1 ? found : -1;
}

/// Books energy that the state has won as it followed its modes. What a coil loses whose current is
/// interrupted, the switch takes.
void Modes::add_energy(double added, int interrupting) {
  if (added < 0 && interrupting >= 0) {
    now_.state.dissipated[interrupting] -= added;
    return;
  }
  now_.event_energy += added;
  now_.state.start_energy += added;
}

/// Ends the run (kPainleve) where no velocities obey both the constraints and the laws that hold,
/// as of a source on a diode that conducts: those of the state are a compromise.
void Modes::find_contradiction() {
  constexpr double kOpen = 1e-6;  // of the velocities
  now_.measure_gaps();
  if (!(now_.gaps.velocity > kOpen * (1 + now_.state.w.lpNorm<Eigen::Infinity>()))) return;
  now_.outcome = Outcome::kPainleve;
  std::string names;
  for (std::size_t k = 0; k < count(); ++k)
    if (follows_forces(k) && !now_.modes.segment(law(k).mode, law(k).size).isZero(0))
      names += (names.empty() ? "\"" : ", \"") + law(k).name + "\"";
  now_.cause += " The constraints contradict laws that hold (" + names +
                "): a resistance in series with a diode gives way.";
}

double Modes::time() {
  const double t = now_.state.t;
  system::SwitchingTimes& times = now_.tools->times;
  if (times.is_empty()) return t;
  const double later = kRoundingOfTime * (std::abs(t) + now_.options.step);
  if (t != looked_at_) {
    looked_at_ = t;
    is_at_jump_ = t <= 0 || times.next(t - later, t + later).has_value();
  }
  return is_at_jump_ ? t + later : t;
}

double Modes::rounding_of_flows() const {
  const bool has_any = std::ranges::find(follows_forces_, 1) != follows_forces_.end();
  return has_any ? kRoundingOfNodes * now_.fastest.lpNorm<Eigen::Infinity>() : 0;
}

/// Forces and massless velocities follow the states and t. So their values along the tangent of the
/// motion, after an instant in the same modes, give their rates. Uses `at`, which holds the motion.
void Modes::find_growth(const system::System& solved, dae::Accelerations& accelerations,
                        system::Workspace& at, const std::vector<char>& is_kept, Motion& found) {
  constexpr double kInstant = 0.01;      // of a step: far more than rounding, not yet curved
  constexpr double kStillGrowth = 1e-8;  // of the largest one
  system::System& whole = *now_.whole;
  const double instant = kInstant * now_.options.step;
  const double resolution = kRoundingOfTime * (std::abs(now_.state.t) + now_.options.step);
  const VecX w_rate = solved.segment(at, Segment::kWdot);
  solved.set_time(at, time() + instant);
  solved.segment(at, Segment::kZ) += instant * solved.segment(at, Segment::kZdot);
  solved.segment(at, Segment::kW) += instant * w_rate;
  if (!accelerations.compute(at).allFinite()) return;
  const int lambda = whole.sizes().lambda;
  VecX nu = VecX::Zero(whole.sizes().nu()), own(solved.sizes().nu());
  own << solved.segment(at, Segment::kLambda), solved.segment(at, Segment::kMu);
  for (Eigen::Index row = 0, next = 0; row < nu.size(); ++row)
    if (is_kept[index(static_cast<int>(row))]) nu[row] = own[next++];
  whole.set_time(all_, time() + instant);
  whole.segment(all_, Segment::kZ) = solved.segment(at, Segment::kZ);
  whole.segment(all_, Segment::kW) = solved.segment(at, Segment::kW);
  whole.segment(all_, Segment::kLambda) = nu.head(lambda);
  whole.segment(all_, Segment::kMu) = nu.tail(nu.size() - lambda);
  whole.compute_rates(all_);
  const VecX rows = whole.rows(all_);
  double largest[2] = {0, 0};  // of forces and of flows
  const auto holds = [&](int row) { return is_kept[index(row)] != 0; };
  const auto each = [&](auto&& visit) {
    for (std::size_t k = 0; k < count(); ++k)
      for (int i = 0; follows_forces(k) && i < law(k).size; ++i)
        visit(law(k).kind == Kind::kFriction ? 1 : -1, row_of(whole, law(k)) + i, law(k).mode + i);
  };
  each([&](int sign, int row, int m) {
    const double now = holds(row) ? found.force[m] : found.flow[m];
    found.growth[m] = ((holds(row) ? nu[row] : sign * rows[row]) - now) / instant;
    double& most = largest[holds(row) ? 0 : 1];
    most = std::max(most, std::abs(found.growth[m]));
  });
  each([&](int, int row, int m) {
    double& zero = holds(row) ? found.forceless[m] : found.still_flow[m];
    found.still_growth[m] = std::max(zero / instant, kStillGrowth * largest[holds(row) ? 0 : 1]);
    // A switch is located to rounding of the time.
    zero = std::max(zero, resolution * std::abs(found.growth[m]));
  });
  prepare();  // the present state again
}

/// Massless velocities have no accelerations. A flow or force of zero must not become negative.
bool Modes::correct_massless(std::size_t k, const Motion& motion, VecX& modes,
                             double& change) const {
  const model::SetValued& one = law(k);
  auto mode = modes.segment(one.mode, one.size);
  const int m = one.mode;
  const auto is_negative = [&](double sign, double value, double zero) {
    if (std::abs(value) > zero) return sign * value < 0;
    return sign * motion.growth[m] < -motion.still_growth[m];
  };
  if (one.kind != Kind::kFriction) {
    const bool holds = mode[0] != 0;
    if (!(holds ? is_negative(1, motion.force[m], motion.forceless[m])
                : is_negative(1, motion.flow[m], motion.still_flow[m])))
      return false;
    mode[0] = holds ? 0 : 1;
  } else {
    if (!is_negative(mode[0], motion.flow[m], motion.still_flow[m])) return false;
    mode.setZero();
  }
  change = 1;
  return true;
}

}  // namespace porthos::simulate
