#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "simulate/impact.hpp"
#include "simulate/modes.hpp"
#include "simulate/set_valued.hpp"

// Impacts at a fixed position: M (w+ - w-) = -Gamma^T nu, where nu are the impulses of the rows.

namespace porthos::simulate {

using system::Segment;

namespace {

/// The bound of a friction at such multiples of the impulses, divided by this number, is the bound
/// of the impulse: terms that do not depend on the impulses vanish.
constexpr double kImpulse = 1e9;

/// M^-1 x, of the groups of velocities that M couples.
VecX over_mass(const Sparse& mass, const VecX& x) {
  VecX found = VecX::Zero(x.size());
  for (const std::vector<int>& group : coupled(mass)) {
    VecX own(static_cast<Eigen::Index>(group.size()));
    for (Eigen::Index i = 0; const int k : group) own[i++] = x[k];
    if (own.isZero(0)) continue;
    const VecX solved = block(mass, group).ldlt().solve(own);
    for (Eigen::Index i = 0; const int k : group) found[k] = solved[i++];
  }
  return found;
}

/// Solves M dw + A^T nu = force, A dw = 0, with velocities without mass that rows tie to others.
class TiedVelocities {
 public:
  TiedVelocities(const Sparse& mass, const Sparse& rows) : w_(mass.dense().rows()) {
    const MatX A = rows.dense();
    MatX matrix = MatX::Zero(w_ + A.rows(), w_ + A.rows());
    matrix.topLeftCorner(w_, w_) = mass.dense();
    matrix.topRightCorner(w_, A.rows()) = A.transpose();
    matrix.bottomLeftCorner(A.rows(), w_) = A;
    solver_.compute(matrix);
  }
  /// dw and nu.
  std::pair<VecX, VecX> solve(const VecX& force) const {
    VecX right = VecX::Zero(solver_.rows());
    right.head(w_) = force;
    const VecX found = solver_.solve(right);
    return {found.head(w_), found.tail(found.size() - w_)};
  }

 private:
  Eigen::Index w_;
  Eigen::CompleteOrthogonalDecomposition<MatX> solver_;
};

}  // namespace

/// Books the energy of an impact as the law demands: as dissipated, as heat of an entropy, or as
/// event energy.
void Modes::book(std::size_t k, double energy) {
  if (const int power = law(k).resistive; power >= 0) {
    now_.state.dissipated[power] += energy;
    return;
  }
  if (law(k).entropy >= 0 && energy > 0) energy -= heat(law(k).entropy, energy);
  now_.event_energy -= energy;
  now_.state.start_energy -= energy;
}

/// Raises an entropy until its potential energy has grown by `energy`; returns this growth, J.
double Modes::heat(int entropy, double energy) {
  const system::System& whole = *now_.whole;
  double& s = now_.state.z[entropy];
  const auto stored = [&] {
    whole.segment(all_, Segment::kZ) = now_.state.z;
    return whole.potential_energy(all_);
  };
  const double before = stored();
  double grown = 0;
  for (int round = 0; round < 20; ++round) {  // Newton's method; the temperature is the slope
    whole.segment(all_, Segment::kLambda).setZero();
    whole.compute_efforts(all_);
    const double temperature = whole.segment(all_, Segment::kE)[entropy];
    if (!(temperature > 0)) break;
    const double more = (energy - grown) / temperature;
    s += more;
    grown = stored() - before;
    if (std::abs(energy - grown) <= 1e-15 * std::abs(before)) break;
  }
  return grown;
}

/// The effects of unit impulses, with the impulses of the rows that hold in any case.
void Modes::find_responses(Impact& impact) {
  const auto n = impact.before.size();
  const int nu = now_.whole->sizes().nu();
  std::vector<int> hard;  // rows that hold in all modes
  for (int row = 0; const char is_kept : rows_of_all_modes(*now_.whole, *now_.assembled)) {
    if (is_kept) hard.push_back(row);
    ++row;
  }
  const Sparse& Gamma = kinematics_.Gamma;
  const Sparse held = Gamma.rows_of(hard);
  Saddle saddle(metric_, held);
  std::optional<TiedVelocities> tied;
  if (metric_.has_massless())
    tied.emplace(metric_.mass(), held);
  else if (!hard.empty())
    saddle.factorise(held.value);
  impact.change = MatX::Zero(now_.whole->sizes().w, n);
  impact.response = MatX::Zero(n, n);
  impact.bound = impact.stick_bound = MatX::Zero(static_cast<Eigen::Index>(impact.parts.size()), n);
  for (const Impact::Part& part : impact.parts)
    for (int i = 0; i < part.size; ++i) {
      VecX impulses = VecX::Zero(nu), force(now_.whole->sizes().w);
      impulses[row_of(*now_.whole, law(part.law)) + i] = 1;
      Gamma.transpose_times(impulses, force);
      VecX change;
      if (tied) {
        const auto [by, reactions] = tied->solve(-force);
        change = by;
        for (Eigen::Index h = 0; const int row : hard) impulses[row] += reactions[h++];
      } else {
        change = -over_mass(metric_.mass(), force);
        if (!hard.empty()) {
          VecX missing(static_cast<Eigen::Index>(hard.size()));
          held.times(change, missing);
          const auto& [by, multipliers] = saddle.correct(-missing);
          change += by;
          for (Eigen::Index h = 0; const int row : hard) impulses[row] -= multipliers[h++];
        }
      }
      impact.change.col(part.first + i) = change;
      if (part.is_friction) continue;  // only the impulses of contacts carry friction
      add_bounds(impact, part.first, impulses, kImpulse);
      add_bounds(impact, part.first, impulses, 0);
    }
  VecX rows(nu);
  for (Eigen::Index j = 0; j < n; ++j) {
    Gamma.times(impact.change.col(j), rows);
    for (const Impact::Part& part : impact.parts)
      for (int i = 0; i < part.size; ++i)
        impact.response(part.first + i, j) =
            (part.is_friction ? 1 : -1) * rows[row_of(*now_.whole, law(part.law)) + i];
  }
  now_.whole->segment(all_, Segment::kLambda).setZero();
  now_.whole->segment(all_, Segment::kMu).setZero();
}

/// Adds the bounds of frictions at these impulses of all rows times `scale`; subtracts those at 0.
void Modes::add_bounds(Impact& impact, Eigen::Index column, const VecX& impulses, double scale) {
  const system::System& whole = *now_.whole;
  const int lambda = whole.sizes().lambda;
  whole.segment(all_, Segment::kLambda) = impulses.head(lambda) * scale;
  whole.segment(all_, Segment::kMu) = impulses.tail(impulses.size() - lambda) * scale;
  whole.compute_rates(all_);
  whole.compute_readouts(all_);
  const auto readouts = whole.segment(all_, Segment::kReadout);
  const double share = (scale == 0 ? -1 : 1) / kImpulse;
  for (Eigen::Index k = 0; const Impact::Part& part : impact.parts) {
    if (part.is_friction) {
      impact.bound(k, column) += share * readouts[law(part.law).bound];
      impact.stick_bound(k, column) += share * readouts[law(part.law).bound + 1];
    }
    ++k;
  }
}

/// True for the friction of a contact whose slip is no faster than the flights that are ended: it
/// rests with them.
bool Modes::ends_with_series(const Laws& laws, std::size_t k) const {
  constexpr double kAlike = 10;
  if (k == 0 || !law(k - 1).has_slip || !is_touching(laws, k - 1)) return false;
  double flight = 0;
  for (std::size_t i = 0; i < count(); ++i)
    if (is_held_closed_[i]) flight = std::max(flight, std::abs(laws.flow[law(i).mode]));
  return flight > 0 && laws.flow.segment(law(k).mode, law(k).size).norm() <= kAlike * flight;
}

/// True if a contact closes, if a one-way law has a negative flow, or if a flight is to end.
bool Modes::is_struck(const Laws& laws) const {
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    if (one.kind == Kind::kFriction || follows_forces(k) || !is_touching(laws, k)) continue;
    const double flow = laws.flow[one.mode];
    if (!is_zero(laws, one.mode) && (flow < 0 || is_held_closed_[k])) return true;
  }
  return false;
}

/// Contacts that touch and bounce react in a separate impact, as in a row of balls; those that do
/// not bounce react at once.
Impact Modes::impact_of(const Laws& laws) const {
  Impact impact;
  std::vector<double> before;
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    const bool is_held = is_held_closed_[k] != 0, is_friction = one.kind == Kind::kFriction;
    const double bounce = is_held ? 0 : laws.bounce[static_cast<Eigen::Index>(k)];
    if (follows_forces(k)) continue;
    if (!is_friction) {
      const bool is_still = is_zero(laws, one.mode);
      const bool closes = !is_still && laws.flow[one.mode] < 0;
      // A one-way law holds throughout an impact: it answers from any flow.
      const bool is_one_way = one.kind == Kind::kOneWay;
      const bool answers = bounce == 0 && (is_held || is_still || is_one_way);
      if (!is_touching(laws, k) || !(closes || answers)) continue;
    }
    impact.parts.push_back({k, is_friction, is_held || ends_with_series(laws, k),
                            static_cast<int>(before.size()), one.size, bounce});
    for (int i = 0; i < one.size; ++i) before.push_back(laws.flow[one.mode + i]);
  }
  impact.before = Eigen::Map<VecX>(before.data(), static_cast<Eigen::Index>(before.size()));
  return impact;
}

namespace {

bool gives_energy(const Impact& impact) {
  const VecX taken = impact.taken();
  return taken.sum() < -1e-12 * taken.lpNorm<1>();
}

/// Newton's law with friction or one-way laws may give energy. Then all coefficients are multiplied
/// by the largest number with which the impact gives none. If no impulses are found, or if the
/// number is near zero, no contact bounces. False if none are found then either.
bool solve_by_newton(Impact& impact) {
  constexpr int kHalvings = 52;  // to rounding
  // A wedge that jams "bounces" with rounding alone, by impulses without bound.
  constexpr double kNoBounce = 1e-4;
  const std::vector<Impact::Part> parts = impact.parts;
  const auto solve_with = [&](double share) {
    for (std::size_t k = 0; k < parts.size(); ++k) impact.parts[k].bounce = share * parts[k].bounce;
    return impact.solve();
  };
  if (!solve_with(1)) return solve_with(0);
  if (!gives_energy(impact)) return true;
  double low = 0, high = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (low + high);
    (solve_with(middle) && impact.taken().sum() >= 0 ? low : high) = middle;
  }
  return solve_with(low > kNoBounce ? low : 0);
}

}  // namespace

bool Modes::strike(const Laws& laws) {
  if (!is_struck(laws)) return false;
  Impact impact = impact_of(laws);
  find_responses(impact);
  if (!solve_by_newton(impact)) {
    now_.outcome = Outcome::kPainleve;
    return false;
  }
  apply(impact);
  return true;
}

/// Changes the velocities by an impact, and books its energy.
void Modes::apply(const Impact& impact) {
  const VecX taken = impact.taken();
  const double kinetic = now_.whole->kinetic_energy(now_.state.w);
  now_.state.w += impact.change * impact.impulse;
  const double none = 1e-11 * impact.impulse.lpNorm<Eigen::Infinity>();
  for (Eigen::Index k = 0; const Impact::Part& part : impact.parts) {
    book(part.law, taken[k++]);
    if (impact.impulse.segment(part.first, part.size).norm() > none) struck_[part.law] = 1;
  }
  // The rest is the work of prescribed motion, or rounding.
  const double rest = now_.whole->kinetic_energy(now_.state.w) - kinetic + taken.sum();
  now_.event_energy += rest;
  now_.state.start_energy += rest;
}

/// Where no modes obey the laws (Painleve), velocities jump without a collision: friction raises
/// the contact forces without bound. This is the limit of time-stepping with ever shorter steps:
/// the flows before are those that the motion without the laws would have after an instant. False
/// if impulses vanish with the instant, or if none are found.
bool Modes::jam(const Laws& laws, const std::vector<std::size_t>& open) {
  constexpr double kInstant = 1e-9;   // of the time in which the flows would change
  constexpr double kImpulsive = 1e3;  // times what the instant changes
  if (metric_.has_massless()) return false;
  VecX modes = now_.modes;
  for (const std::size_t k : open) modes.segment(law(k).mode, law(k).size).setZero();
  const Motion free = motion_in(modes);
  if (!free.is_finite) return false;
  const double fastest = laws.flow.lpNorm<Eigen::Infinity>();
  const double rate = free.rate.lpNorm<Eigen::Infinity>();
  if (!(fastest > 0) || !(rate > 0)) return false;
  const VecX ahead = laws.flow + kInstant * fastest / rate * free.rate;
  Impact impact;
  std::vector<double> before, exact;
  bool is_apart = false;  // the contact whose friction comes next
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    const bool is_friction = one.kind == Kind::kFriction;
    const bool is_open = std::ranges::find(open, k) != open.end();
    const bool takes_part = is_friction ? !is_apart : is_open;
    is_apart = !is_friction && one.has_slip && !takes_part;
    if (!takes_part) continue;
    impact.parts.push_back({k, is_friction, false, static_cast<int>(before.size()), one.size, 0});
    for (int m = one.mode; m < one.mode + one.size; ++m) {
      before.push_back(ahead[m]);
      exact.push_back(laws.flow[m]);
    }
  }
  const auto size = static_cast<Eigen::Index>(before.size());
  impact.before = Eigen::Map<VecX>(before.data(), size);
  find_responses(impact);
  if (!impact.solve()) return false;
  if ((impact.response * impact.impulse).lpNorm<Eigen::Infinity>() <=
      kImpulsive * kInstant * fastest)
    return false;
  impact.solve_again(Eigen::Map<VecX>(exact.data(), size));
  if (!impact.impulse.allFinite() || impact.taken().sum() < 0) return false;
  apply(impact);
  return true;
}

/// Contacts that open for a flight whose height is near rounding: the end of the series of a
/// bouncing ball.
std::vector<char> Modes::short_flights(const Laws& laws, const Motion& motion) const {
  constexpr double kLow = 1e-14;
  const double length = 1 + now_.state.z.lpNorm<Eigen::Infinity>();
  std::vector<char> found(count(), 0);
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    if (one.kind != Kind::kContact || !is_touching(laws, k) || is_held_closed_[k]) continue;
    const double flow = laws.flow[one.mode], rate = motion.rate[one.mode];
    if (!is_zero(laws, one.mode) && flow > 0 && rate < 0)
      found[k] = flow * flow / (-2 * rate) <= kLow * length;
  }
  return found;
}

}  // namespace porthos::simulate
