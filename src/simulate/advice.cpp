#include "simulate/advice.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "dae/constraint_equations.hpp"
#include "simulate/estimate.hpp"
#include "simulate/massless_advice.hpp"
#include "simulate/set_valued.hpp"
#include "simulate/start_massless.hpp"
#include "simulate/start_rank.hpp"
#include "simulate/stiffness.hpp"

namespace porthos::simulate {

std::string sentence(Outcome outcome, const integrate::Traits& of) {
  const std::string finer = of.is_adaptive ? "make the tolerance smaller" : "make the step smaller";
  switch (outcome) {
    case Outcome::kRunning: return "The run continues.";
    case Outcome::kFinished: return "The run reached its end.";
    case Outcome::kDiverged:
      return std::string("The equations of a step could not be solved") +
             (of.is_adaptive ? ", however short:" : ": make the step smaller, or") +
             " look for a pose in which the model changes abruptly.";
    case Outcome::kNotFinite:
      return "A formula, or its derivative, gave a value that is not a finite number: look at the "
             "states just before, at divisions, roots and logarithms, and at very large "
             "parameters.";
    case Outcome::kPole:
      return "The motion reached a pole of the formulas, where they divide by zero: use "
             "coordinates without this singularity (a quaternion or a rotation matrix instead of "
             "Euler angles), or stop before it.";
    case Outcome::kSingular:
      return "The motion is not determined here: the mass matrix and the constraints together "
             "are singular. Give a mass to every velocity that the constraints leave free, or look "
             "for a constraint that loses its rank in this pose.";
    case Outcome::kConstraintLost:
      return "The constraints could not be restored after a step: " + finer +
             ", or look for constraints that contradict each other in this pose, or that jump.";
    case Outcome::kStepTooSmall:
      return std::string("The tolerance demands smaller and smaller steps here: ") +
             (of.is_explicit ? "the model is stiff, or the motion nearly singular. Use an implicit "
                               "method (gauss(2)), or a larger tolerance."
                             : "a formula jumps, or the motion is nearly singular. Use a larger "
                               "tolerance, or look for a formula that jumps.");
    case Outcome::kStopped: return "An event of the model ended the run.";
    case Outcome::kChatter:
      return std::string(
                 "More than 100 events (with contacts or dry friction 10,000), or 1000 "
                 "jumps of formulas of time, ") +
             (of.is_adaptive ? "between two rows" : "in one step") +
             ": they come faster and faster, or each causes the next. End the run earlier with an "
             "event that stops it, or let the event change the model so that it cannot happen "
             "again at once; if all of them are intended, " +
             (of.is_adaptive ? "output rows more often." : "make the step smaller.");
    case Outcome::kUnsuited: return "The method cannot be used for this model.";
    case Outcome::kPainleve:
      return "No modes of the contacts, dry frictions and one-way laws were found that obey all of "
             "them in this state. Either there are none, as with rigid bodies and friction "
             "(Painleve's paradox), or the search has missed them. A contact that gives way has "
             "modes in every state: a force of a spring and a damper in its place, or a leakage "
             "beside a diode.";
    case Outcome::kNegativeFriction:
      return "A bound of dry friction becomes negative, with which friction would drive instead of "
             "resist. Change its formula, as by max(0, ...) or abs(...), or end the run before "
             "with an event.";
  }
  return "";
}

std::string sentence_on_singular(const RunState& now) {
  system::Workspace at = now.system->workspace();
  now.load(now.state, at);
  const Metric metric = now.system->metric();
  dae::ConstraintEquations equations(*now.system, metric);
  now.system->compute_rates(at);
  equations.linearise(at);
  equations.factorise(at);
  const std::vector<std::string> free = undetermined_massless(equations, *now.assembled);
  if (free.empty()) return {};
  std::vector<std::string> laws;
  const Sparse& Gamma = now.whole->kinematics().Gamma;
  const auto is_free = [&](int w) {
    return std::ranges::find(free, now.assembled->w[index(w)].name) != free.end();
  };
  for (const model::SetValued& law : now.assembled->set_valued) {
    if (law.kind != model::SetValued::Kind::kOneWay || now.modes[law.mode] != 0) continue;
    const auto row = index(row_of(*now.whole, law));
    const std::span columns =
        std::span(Gamma.column)
            .subspan(index(Gamma.start[row]), index(Gamma.start[row + 1] - Gamma.start[row]));
    if (std::ranges::any_of(columns, is_free)) laws.push_back(law.name);
  }
  const std::string what =
      "The motion is not determined here: nothing determines the velocities without mass (" +
      listed(free) + ")";
  if (laws.empty()) return what + ": " + advice_on_massless(free) + ".";
  return what + " while the one-way laws (" + listed(laws) +
         ") let them free. Resistive relations beside these laws determine them, as the leakage of "
         "each diode.";
}

double ledger_share(const RunState& now) {
  constexpr double kRounding = 1e-12,
                   kRest = 1e-12;  // of the energy; J: less energy counts as rest
  const dae::State& state = now.state;
  const double moved = std::max(state.scale, now.exchanged) + state.dissipated.lpNorm<1>() +
                       state.supplied.lpNorm<1>();
  const double rounding =
      kRounding * (std::abs(state.start_energy) + std::abs(state.start_potential));
  return std::max(0.0, now.largest_balance_error - rounding) / (moved + kRest);
}

namespace {

constexpr double kMostError = 1e-3;  // share of the motion

void warn_of_error(const char* where, const std::string& found, const std::string& advice,
                   Problems& to) {
  report(to, "PH301", where, "a trajectory that is " + found, "at most 0.1 %", advice).severity =
      Problem::Severity::kWarning;
}

std::string share_of_motion(double error) {
  return error < 1 ? "off by about " + rounded_digits(100 * error, error < 0.995 ? 2 : 3) +
                         " % of its motion"
                   : std::string("off by the size of its motion");
}

/// The error of an adaptive method, by its companion or by its ledger.
void check_adaptive(const RunState& now, Problems& to) {
  const double share = ledger_share(now), error = Estimate::largest(now).value_or(0);
  if (!(std::max(share, error) > kMostError)) return;
  const std::string smaller = "a smaller tolerance than " +
                              rounded_digits(now.options.tolerance, 1) + " for " +
                              std::string(now.method.name);
  if (share > error)
    warn_of_error(
        "/simulation/tolerance",
        share_of_motion(share) + " or more: so much of the energy is missing in its ledger",
        now.method.traits.closes_ledger
            ? "a smaller \"step\", or " + smaller
            : smaller + ", or adaptive-gauss(3) or dop853, which close the ledger",
        to);
  else
    warn_of_error("/simulation/tolerance", share_of_motion(error) + " (estimated)",
                  smaller +
                      "; a motion that doubles small errors again and again is predictable "
                      "for a short time only",
                  to);
}

}  // namespace

std::string sentence_on_jump(const std::string& formula) {
  return "The motion cannot leave the place where " + formula +
         " jumps: the forces on both sides drive it back, however short the step is. Dry friction "
         "is such a case: give its force as \"dry\" instead of \"effort\", and it holds. Otherwise "
         "use a law without the jump (tanh(v/0.001) instead of sign(v)), or end the run there with "
         "an event.";
}

void check_accuracy(const RunState& now, Problems& to) {
  constexpr double kSmall = 0.1;        // of the motion: the error is still a power of h
  constexpr double kLeastShare = 1e-3;  // of the step: extrapolation goes no further
  constexpr double kCoarse = 0.3;  // of the motion: steps twice as long are no longer a measure
  const std::string adaptive = "adaptive-gauss(3), which chooses its steps by the tolerance";
  if (now.method.traits.is_adaptive) return check_adaptive(now, to);
  const auto far_off = [&] {
    return decays_within_a_step(now) ? std::string(
                                           "a part of the motion decays far faster than a step: "
                                           "use radau(3), which is made for this")
                                     : "take a far smaller step, or use " + adaptive;
  };
  if (now.solves_laws()) return;  // the error is not known
  if (now.companion.factor == 0)
    return warn_of_error("/simulation/step",
                         "off by more than can be estimated: steps twice as long have no solution",
                         far_off(), to);
  const auto error = Estimate::largest(now);
  if (!error || !(*error > kMostError)) return;
  const int order = now.method.traits.order_for(*now.system);
  const double share = std::pow(0.5 * kMostError / *error, 1.0 / order);
  const std::string step = rounded_digits(now.options.step * share, 1) + " s";
  const bool turns = turns_within_a_step(now);
  const bool may_be_more = turns || *error * (std::exp2(order) - 1) > kCoarse;
  const bool leads = *error < kSmall && share > kLeastShare && !turns && !decays_within_a_step(now);
  warn_of_error("/simulation/step",
                share_of_motion(*error) + (may_be_more ? " or more" : "") + " (estimated)",
                leads ? "a step of " + step + " would do, or " + adaptive : far_off(), to);
}

void check_contacts(const RunState& now, Problems& to) {
  constexpr double kDeep = 1e-3, kUnsettled = 1e-6;
  constexpr long kMany = 1000;
  const auto warn = [&](const char* code, const char* where, const std::string& found,
                        const char* expected, const char* advice) {
    report(to, code, where, found, expected, advice).severity = Problem::Severity::kWarning;
  };
  if (!now.has_set_valued()) return;
  if (!now.solves_laws()) {
    if (now.event_count >= kMany && now.event_count > now.steps)
      warn("PH307", "/simulation/method",
           std::to_string(now.event_count) + " switches and events in " +
               std::to_string(now.steps) + " steps",
           "fewer switches than steps",
           "the method moreau solves all contacts in each step and locates no switches: it is far "
           "faster here, and of order 1");
    return;
  }
  const double length = 1 + (now.state.z.size() > 0 ? now.state.z.lpNorm<Eigen::Infinity>() : 0);
  if (now.penetration > kDeep * length)
    warn("PH306", "/simulation/step",
         "contacts that penetrate by up to " + rounded_digits(now.penetration, 2),
         "at most a thousandth of the positions",
         "the depth is about half a step of the closing speed: make the step smaller");
  if (now.unsettled > kUnsettled)
    warn("PH306", "/simulation/step",
         "impulses that the last sweep of a step still changed, by " +
             rounded_digits(now.unsettled, 2) + " of the fastest flow",
         "a change of at most 1e-6", "make the step smaller, or use fewer redundant contacts");
}

void check_resets(const RunState& now, Problems& to) {
  constexpr double kNothing = 1e-9;  // of the requested value: rounding
  const auto text = [](double value, const std::string& unit) {
    return rounded_digits(value, 6) + (unit.empty() ? "" : " " + unit);
  };
  const std::vector<double>& refused_resets = now.refused_resets;
  for (std::size_t i = 0; i < refused_resets.size(); i += 5) {
    const std::string& event =
        now.assembled->events[static_cast<std::size_t>(refused_resets[i])].name;
    const auto& velocity = now.assembled->w[static_cast<std::size_t>(refused_resets[i + 1])];
    const double asked = refused_resets[i + 3], left = refused_resets[i + 4];
    const double became = std::abs(left) > kNothing * std::abs(asked) ? left : 0;
    report(to, "PH302", "/events/" + event,
           "\"" + velocity.name + "\" reset to " + text(asked, velocity.unit) + " by \"" + event +
               "\" at t = " + rounded_digits(refused_resets[i + 2], 6) +
               " s, which the constraints change to " + text(became, velocity.unit),
           "a velocity that the constraints allow",
           "reset only as many velocities as the constraints leave free: the others follow as from "
           "an impulse")
        .severity = Problem::Severity::kWarning;
  }
}

}  // namespace porthos::simulate
