#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/index.hpp"
#include "simulate/modes.hpp"
#include "simulate/set_valued.hpp"

// The laws of circuits: flows with massless velocities follow the forces at once.

namespace porthos::simulate {

using system::Segment;

void Modes::find_followers() {
  std::vector<char> is_massless(index(now_.whole->sizes().w), 0);
  for (const Metric::Massless& group : metric_.massless())
    for (const int w : group.velocities) is_massless[index(w)] = 1;
  const Sparse& Gamma = kinematics_.Gamma;
  for (std::size_t k = 0; k < count(); ++k) {
    const int row = row_of(*now_.whole, law(k));
    const int begin = Gamma.start[index(row)], end = Gamma.start[index(row + law(k).size)];
    bool follows = begin == end;  // efforts alone
    for (int e = begin; e < end; ++e)
      follows = follows || is_massless[index(Gamma.column[index(e)])] != 0;
    follows_forces_[k] = follows && law(k).kind != Kind::kContact;
  }
}

void Modes::follow_parameters() {
  if (!now_.has_set_valued() || now_.solves_laws()) return;
  now_.whole->modes() = now_.modes;
  prepare();
  if (std::ranges::find(follows_forces_, 1) == follows_forces_.end()) return;
  laws_now();  // notes the speeds
  std::vector<std::size_t> followers;
  for (std::size_t k = 0; k < count(); ++k)
    if (follows_forces(k)) followers.push_back(k);
  VecX modes = now_.modes;
  if (!find_modes(followers, modes)) modes = now_.modes;
  now_.change_modes(modes);
}

/// (w) the largest size of all velocities with the same unit: the voltages of a circuit share their
/// rounding.
std::vector<double> Modes::largest_of_unit() const {
  std::vector<double> found(now_.assembled->w.size(), 0);
  if (!metric_.has_massless()) return found;
  std::map<std::string, double> largest;
  const VecX w = now_.whole->segment(all_, Segment::kW);
  const auto& known = now_.assembled->w;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double& most = largest[known[i].unit];
    most = std::max(most, std::abs(w[static_cast<Eigen::Index>(i)]));
  }
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = largest[known[i].unit];
  return found;
}

double Modes::time() const {
  const double t = now_.state.t;
  if (now_.tools->times.is_empty()) return t;
  return t + kRoundingOfTime * (std::abs(t) + now_.options.step);
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
  if (one.kind == Kind::kOneWay) {
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
