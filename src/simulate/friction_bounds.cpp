#include "simulate/friction_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/digits.hpp"
#include "base/index.hpp"

namespace porthos::simulate {

using system::Segment;
using Kind = model::SetValued::Kind;

FrictionBounds::FrictionBounds(RunState& now) : now_(now) {
  const auto is_fixed = [](const model::SetValued& law) {
    return law.kind != Kind::kFriction || law.has_fixed_bound;
  };
  are_fixed_ = std::ranges::all_of(now.assembled->set_valued, is_fixed);
}

/// A workspace with the readouts of the present state, and with the reactions if bounds read them.
const system::Workspace& FrictionBounds::readouts() {
  if (!now_.solves_laws()) {
    now_.system->compute_readouts(now_.at);
    return now_.at;
  }
  if (of_laws_.values.size() == 0) of_laws_ = now_.whole->workspace();
  now_.observe(now_.state, of_laws_);
  now_.whole->compute_readouts(of_laws_);
  return of_laws_;
}

bool FrictionBounds::are_negative() {
  const auto& laws = now_.assembled->set_valued;
  if (now_.outcome != Outcome::kRunning ||
      std::ranges::none_of(laws, [](const auto& law) { return law.kind == Kind::kFriction; }))
    return false;
  if (looked_ == now_.whole) return false;
  constexpr double kRounding = 1e-12;         // of zero and of the largest bound
  constexpr double kRoundingOfForces = 1e-9;  // of the largest reaction
  const system::Workspace& at = readouts();
  const system::System& system = now_.shown();
  const auto values = system.segment(at, Segment::kReadout);
  double reaction = 0;
  for (const Segment of : {Segment::kLambda, Segment::kMu})
    for (const double one : system.segment(at, of)) reaction = std::max(reaction, std::abs(one));
  largest_.conservativeResizeLike(VecX::Zero(static_cast<Eigen::Index>(laws.size())));
  bool is_any = false;
  bool is_open = false;  // the contact whose friction comes next
  for (std::size_t k = 0; k < laws.size(); ++k) {
    const model::SetValued& law = laws[k];
    const bool is_apart = std::exchange(is_open, law.has_slip && now_.modes[law.mode] == 0);
    if (law.kind != Kind::kFriction) continue;
    // The force of a contact only pushes, so its coefficient decides.
    const bool is_stated = law.stated >= 0;
    const int first = is_stated ? law.stated : law.bound;
    const double bound = std::min(values[first], values[first + 1]);
    double& largest = largest_[static_cast<Eigen::Index>(k)];
    largest = std::max(largest, std::abs(bound));
    const double nothing =
        kRounding * (1 + largest) + (is_stated ? 0 : kRoundingOfForces * reaction);
    if (!(bound < -nothing)) continue;
    is_any = true;
    if (is_apart) continue;
    now_.outcome = Outcome::kNegativeFriction;
    now_.cause = " The bound of \"" + law.name + "\" is " + rounded_digits(bound, 3) +
                 " at t = " + rounded_digits(now_.state.t, 6) + " s.";
    return true;
  }
  if (are_fixed_ && !is_any) looked_ = now_.whole;
  return false;
}

}  // namespace porthos::simulate
