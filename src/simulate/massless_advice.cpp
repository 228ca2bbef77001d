#include "simulate/massless_advice.hpp"

#include <algorithm>

#include "model/json_text.hpp"
#include "simulate/start.hpp"
#include "simulate/start_rank.hpp"

namespace porthos::simulate {
namespace {

using system::Segment;

/// The forces on massless directions by velocity, (w), after compute_rates: 0 except for those with
/// these names.
VecX massless_forces(const dae::ConstraintEquations& rows, const system::Workspace& at,
                     const system::Assembled& assembled,
                     const std::vector<std::string>& velocities) {
  const Sparse& directions = rows.massless();
  VecX forces = directions.transpose_times(rows.residual(at).head(directions.rows));
  for (Eigen::Index i = 0; i < forces.size(); ++i)
    if (std::ranges::find(velocities, assembled.w[static_cast<std::size_t>(i)].name) ==
        velocities.end())
      forces[i] = 0;
  return forces;
}

/// Whether the forces on these massless velocities differ in some states near that of `now` or near
/// zero: far away an exponential is constant.
bool depend_on_state(const system::System& system, const system::Workspace& now,
                     const dae::ConstraintEquations& rows, const system::Assembled& assembled,
                     const std::vector<std::string>& velocities) {
  constexpr double kRounding = 1e-12;
  system::Workspace at = now;
  system.compute_rates(at);
  const VecX forces = massless_forces(rows, at, assembled, velocities);
  const auto differ_at = [&](double by, double share) {
    for (const Segment states : {Segment::kZ, Segment::kW, Segment::kLambda, Segment::kMu}) {
      VecX x = share * system.segment(now, states);
      for (Eigen::Index i = 0; i < x.size(); ++i) x[i] += by / (1.0 + static_cast<double>(i));
      system.segment(at, states) = x;
    }
    system.compute_rates(at);
    return !((massless_forces(rows, at, assembled, velocities) - forces).norm() <=
             kRounding * forces.norm());
  };
  for (const double by : {0.1, -0.2, 0.7})
    if (differ_at(by, 1) || differ_at(by, 0)) return true;
  return false;
}

}  // namespace

std::string place_of(const std::string& velocity, const std::string& own) {
  const std::string part = model::pointer_token(velocity.substr(0, velocity.find_first_of(".[")));
  const auto rest =
      velocity.begin() + static_cast<std::ptrdiff_t>(std::min(velocity.find('.'), velocity.size()));
  const bool is_own = std::all_of(rest, velocity.end(), [](char c) { return c <= '9'; });  // ".1"
  if (!is_own) return "/components/" + part;
  return own.empty() ? "/velocities/" + part : own;
}

std::string advice_on_fixed(const system::Assembled& assembled, const std::string& otherwise) {
  std::vector<std::string> held;
  for (const auto* states : {&assembled.z, &assembled.w})
    for (const system::StartValue& state : *states)
      if (state.is_fixed) held.push_back(state.name);
  return held.empty() ? otherwise : "fixed are " + listed(held) + ": set one of them free";
}

std::string advice_on_massless(const std::vector<std::string>& velocities) {
  const std::string& first = velocities.front();
  const std::size_t dot = first.rfind('.');
  if (dot == first.npos) return "give every velocity a place in the kinetic energy";
  return "connect \"" + first.substr(0, dot) +
         "\" to something with a mass, a spring or a damper (in a circuit a capacitor or a "
         "resistor), or leave it out";
}

std::string advice_on_shift(const std::vector<std::string>& velocities) {
  const std::string& first = velocities.front();
  const std::string held =
      "only their differences matter, so that all may change by the same amount: hold one of them "
      "by a velocity constraint, as \"" +
      first + '"';
  if (first.find('.') == first.npos) return held;
  return held +
         ", or in a circuit write \"ground\" in the place of one node, or put an ammeter "
         "between \"" +
         first.substr(0, first.rfind('.')) + "\" and \"ground\"";
}

std::string advice_on_balance(const system::System& system, const system::Workspace& at,
                              const dae::ConstraintEquations& rows,
                              const system::Assembled& assembled,
                              const std::vector<std::string>& velocities) {
  if (depend_on_state(system, at, rows, assembled, velocities))
    return "give them a mass, or a start nearer to a balance";
  return "no start balances them, since these forces do not depend on the state: " +
         advice_on_massless(velocities);
}

}  // namespace porthos::simulate
