#include "linearize/motion.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/index.hpp"
#include "linearize/line.hpp"
#include "simulate/start_rank.hpp"

namespace porthos::linearize {

using system::Segment;

std::vector<std::string> moving_constraints(const Equations& equations,
                                            const system::Assembled& model,
                                            const Reference& reference,
                                            const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-12;
  std::vector<std::string> found;
  system::Workspace at = reference.at;
  const MatX c_s = equations.derivatives(at).c_s;
  for (Eigen::Index i = 0; i < c_s.rows(); ++i)
    for (const int clock : clocks)
      if (std::abs(c_s(i, clock)) > kRounding * std::max(1.0, c_s.row(i).cwiseAbs().maxCoeff()))
        found.push_back(model.c[index(static_cast<int>(i))].name);
  return found;
}

namespace {

/// The motion is steady if the linear system maps its own rates xi' to zero change, and if the
/// linear systems a little earlier and a little later are equal.
bool is_steady(const Equations& equations, const Candidates& candidates, const LinearSystem& linear,
               const Reference& reference, const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-7, kStep = 0.02;
  const VecX& rate = reference.s_rate;
  system::Workspace at = reference.at;
  const MatX L = candidates.rows(at);
  VecX xi_rate(linear.A.cols());
  for (Eigen::Index i = 0; i < xi_rate.size(); ++i)
    xi_rate[i] = L.row(linear.chosen[index(i)]) * rate;
  const VecX left = linear.A * xi_rate, size = linear.A.cwiseAbs() * xi_rate.cwiseAbs();
  if (left.size() == 0) return true;
  if (left.cwiseAbs().maxCoeff() > kRounding * (1e-3 + size.maxCoeff())) return false;
  const double step = kStep / rate.lpNorm<Eigen::Infinity>();
  const auto beside = [&](double side) {
    const VecX z = equations.system().segment(reference.at, Segment::kZ) +
                   side * step * rate.head(equations.z());
    const VecX w = equations.system().segment(reference.at, Segment::kW);
    Reference there = make_reference(equations, z, w, clocks);
    return linear_system(equations, candidates, there, {}, clocks, {}, linear.chosen).A;
  };
  const MatX later = beside(1), earlier = beside(-1);
  if (later.cols() != linear.A.cols() || earlier.cols() != linear.A.cols()) return false;
  // The states leave the constraint set by the square of the step, equally on both sides.
  return (later - earlier).cwiseAbs().maxCoeff() <= 1e-6 * linear.A.cwiseAbs().maxCoeff();
}

/// True if a port prescribes a motion and does work by it.
bool is_led(const system::System& system, system::Workspace at) {
  constexpr double kRest = 1e-9;  // relative to the rates
  system.compute_powers(at);
  const auto flows = system.segment(at, Segment::kFlow);
  for (Eigen::Index u = 0; u < flows.size(); ++u)
    if (system.assembly().prescribed[index(u)] >= 0 && !(std::abs(flows[u]) <= kRest)) return true;
  return false;
}

}  // namespace

bool has_outer_power(const Equations& equations, const system::Assembled& model,
                     const Reference& reference) {
  const system::System& system = equations.system();
  const bool has_feedback =
      std::ranges::any_of(model.ports, [](const auto& port) { return !port.feedback.empty(); });
  return std::ranges::count(system.is_force(), 1) > 0 || has_feedback ||
         !system.segment(reference.at, Segment::kU).isZero(0) || is_led(system, reference.at);
}

namespace {

/// True if a formula of the motion contains the time, or an input does; with `has_modes` also if a
/// bound of a set-valued law may.
bool depends_on_time(const Equations& equations, const Reference& reference, bool has_modes) {
  const system::System& system = equations.system();
  const system::Assembly& assembly = system.assembly();
  if (!assembly.time.switches.empty() || !assembly.clocks.empty()) return true;
  const auto reads_time = [](const system::Program& program) {
    return std::ranges::any_of(program.inputs, [](const system::Slot& input) {
      return input.segment == Segment::kT || input.segment == Segment::kPhase;
    });
  };
  for (const system::Instance& one : assembly.instances) {
    const system::ElementType& type = *one.type;
    for (const system::Program* program : {&type.effort, &type.rate, &type.gap_rate, &type.gap,
                                           &type.row, &type.velocity, &type.frame})
      if (reads_time(*program)) return true;
    if (has_modes && reads_time(type.readout)) return true;
  }
  const auto signals_at = [&](double t) {
    system::Workspace at = reference.at;
    system.set_time(at, t);
    return VecX(system.segment(at, Segment::kU));
  };
  const VecX now = signals_at(0);
  return std::ranges::any_of(std::vector{0.1234, 0.789, 1.6180, 11.33},
                             [&](double t) { return signals_at(t) != now; });
}

/// The hint for a motion that is neither at rest nor steady, by the requested place and the
/// constraints that move with time.
std::string hint_for_moving(Place asked, const std::vector<std::string>& moving) {
  const std::string holds =
      "the eigenvalues are valid at this time only, and depend on the coordinates. ";
  if (!moving.empty())
    return holds + "No state is at rest or steady while constraints move at t = 0, where time is " +
           "held: " + simulate::listed(moving) +
           ". Let their motion begin with zero speed, as 1 - cos(t) does";
  if (asked == Place::kSteady)
    return holds +
           "Give starts near the steady motion: a position that is at rest at the start stays so. "
           "For a body that spins use angles, or axes that do not spin";
  if (asked == Place::kEquilibrium) return holds + "Start nearer to the equilibrium";
  return holds + "Choose \"equilibrium\" or \"steady\"";
}

/// The contact "floor" of its friction "floor.slip"; "" for other names.
std::string contact_of(const std::string& law) {
  constexpr std::string_view kSlip = ".slip";
  return law.ends_with(kSlip) ? law.substr(0, law.size() - kSlip.size()) : std::string();
}

/// Whether the fixed modes of set-valued laws last at the reference, and what the verdict is then.
void judge_modes(Linearization& made, const Reference& reference, Problems& to) {
  constexpr double kRounding = 1e-9;
  const system::System& system = *made.built.system;
  system::Workspace at = reference.at;
  system.compute_readouts(at);
  const auto readouts = system.segment(at, Segment::kReadout);
  std::string list, ended;
  for (const model::Event& end : made.built.assembled->events) {
    auto mode = made.built.modes.find(end.name);
    // The friction of a contact has the mode of the contact, under the contact's name.
    const std::string contact = mode == made.built.modes.end() ? contact_of(end.name) : "";
    if (!contact.empty()) mode = made.built.modes.find(contact);
    if (mode == made.built.modes.end()) continue;
    if (contact.empty())
      list += (list.empty() ? "" : ", ") + end.name + " " + mode->second;
    else if (mode->second == "open")
      continue;
    if (readouts[end.root] < kRounding) ended += (ended.empty() ? "\"" : ", \"") + end.name + "\"";
  }
  if (ended.empty()) {
    made.stability.because += "; for motions that keep the modes: " + list;
    return;
  }
  report(to, "PH210", "/at", "the modes of the start, which end before this state: " + ended,
         "a state that keeps them", "start near the state, with the laws in its modes")
      .severity = Problem::Severity::kWarning;
  made.stability = {"undecided", "the modes of set-valued laws change on the way to this state"};
}

/// The position constraints that move at t = 0 in the reference, or in states beside it that the
/// constraints allow: a base may have a speed across the rod that it holds.
std::vector<std::string> moving_beside(const Equations& equations, const system::Assembled& model,
                                       const Reference& reference, const MatX& S,
                                       const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-8;
  std::vector<std::string> found = moving_constraints(equations, model, reference, clocks);
  const Sparse& pattern = equations.system().kinematics().c_prime;
  const bool has_time = std::ranges::any_of(
      pattern.column, [&](int column) { return std::ranges::count(clocks, column) > 0; });
  if (!found.empty() || !has_time || S.cols() == 0) return found;
  VecX direction = VecX::Zero(S.rows());
  for (Eigen::Index k = 0; k < S.cols(); ++k)
    if (const double size = S.col(k).norm(); size > 0)
      direction += std::sin(1.0 + 2.0 * static_cast<double>(k)) / size * S.col(k);
  direction.tail(equations.w()).setZero();
  const auto speeds = [&](double step) {
    system::Workspace there = reference.at;
    equations.move(there, step * direction, VecX::Zero(equations.x()));
    const MatX c_s = equations.derivatives(there).c_s;
    VecX sum = VecX::Zero(c_s.rows());
    for (const int clock : clocks) sum += c_s.col(clock);
    return sum;
  };
  const VecX changes = derivative_along(speeds, reach_of(direction));
  system::Workspace at = reference.at;
  const MatX c_s = equations.derivatives(at).c_s;
  for (Eigen::Index i = 0; i < changes.size(); ++i)
    if (!(std::abs(changes[i]) <= kRounding * std::max(1.0, c_s.row(i).cwiseAbs().maxCoeff())))
      found.push_back(model.c[index(static_cast<int>(i))].name);
  return found;
}

}  // namespace

void judge_motion(Linearization& made, Place asked, const Equations& equations,
                  const Candidates& candidates, const Reference& reference,
                  const std::vector<int>& clocks, Problems& to) {
  const std::vector<std::string> moving =
      moving_beside(equations, *made.built.assembled, reference, made.linear.S, clocks);
  const bool moves = !moving.empty();
  if (!moves && reference.is_at_rest())
    made.motion = is_spin(equations, reference, clocks) ? Motion::kSteady : Motion::kRest;
  else if (!moves && is_steady(equations, candidates, made.linear, reference, clocks))
    made.motion = Motion::kSteady;
  else
    made.motion = Motion::kMoving;
  if (made.motion == Motion::kMoving) {
    Problem& problem =
        report(to, "PH206", "/at", "a motion that is neither at rest nor steady",
               "an equilibrium, or a motion along which the linear system does not change",
               hint_for_moving(asked, moving));
    problem.severity = Problem::Severity::kWarning;
    made.stability = {"undecided", "the motion is neither at rest nor steady"};
    return;
  }
  const bool is_rest_wanted = asked != Place::kSteady || made.built.start.w.isZero(0);
  if (made.motion == Motion::kRest && !is_rest_wanted)
    report(to, "PH206", "/at", "a state of rest, although the start moves",
           "a motion along which the linear system does not change",
           "give starts nearer to a steady motion, if there is one")
        .severity = Problem::Severity::kWarning;
  const system::Assembled& model = *made.built.assembled;
  std::vector<std::string> names;
  for (const auto& state : model.z) names.push_back(state.name);
  Motions motions{equations, candidates, reference, made.linear, made.modes, clocks, false, names};
  motions.has_other_forces = has_outer_power(equations, model, reference);
  made.stability = judge(motions);
  if (!made.built.modes.empty()) judge_modes(made, reference, to);
  const auto acts = [](const model::Event& event) {
    return std::ranges::any_of(event.actions, [](const model::Action& action) {
      return action.kind != model::Action::Kind::kStop &&
             action.kind != model::Action::Kind::kRecord;
    });
  };
  if (std::ranges::any_of(model.events, acts))
    made.stability.because += "; between events, which it leaves out";
  if (depends_on_time(equations, reference, !made.built.modes.empty()) || !clocks.empty())
    made.stability.because += "; time is held at 0, and inputs at their values there";
}

}  // namespace porthos::linearize
