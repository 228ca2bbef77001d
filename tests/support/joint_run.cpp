// The run of a random model beside one by its own equations.
#include <cmath>

#include "integrate/methods.hpp"
#include "support/joint_trial.hpp"
#include "support/run.hpp"

namespace porthos::test {

using namespace variables;

JointTrial::JointTrial(JointModel made, std::uint32_t seed, JointCounts& all)
    : model(std::move(made)), dynamics(model), random(seed), counts(all) {
  start = RealVector::Zero(kCount);
}

std::optional<JointState> JointTrial::near(Real scatter) {
  JointState at = start;
  for (int i = 0; i < model.n(); ++i) at[i] += scatter * noise();
  for (int j = 0; j < model.m(); ++j) at[kVelocity + j] += scatter * noise();
  return dynamics.consistent(at);
}

Real JointTrial::value(const std::string& name, const JointState& at) const {
  if (name == "t") return at[kTime] * static_cast<Real>(model.T);
  for (int i = 0; i < model.n(); ++i)
    if (model.z_names[std::size_t(i)] == name)
      return at[i] * static_cast<Real>(model.L[std::size_t(i)]);
  for (int j = 0; j < model.m(); ++j) {
    const std::string& own = model.w_names[std::size_t(j)];
    if (own == name) return at[kVelocity + j] * static_cast<Real>(model.W[std::size_t(j)]);
    if (name == "momentum(" + own + ")")
      return (model.M.row(j) * at.segment(kVelocity, model.m()))(0) *
             static_cast<Real>(model.E / model.W[std::size_t(j)]);
  }
  return std::nanl("");
}

JointState JointTrial::state_of(const std::map<std::string, double>& values) const {
  JointState at = start;
  for (const auto& [name, value] : values) {
    for (int i = 0; i < model.n(); ++i)
      if (model.z_names[std::size_t(i)] == name)
        at[i] = static_cast<Real>(value / model.L[std::size_t(i)]);
    for (int j = 0; j < model.m(); ++j)
      if (model.w_names[std::size_t(j)] == name)
        at[kVelocity + j] = static_cast<Real>(value / model.W[std::size_t(j)]);
  }
  return at;
}

void JointTrial::note(const std::string& verdict, const std::string& said, bool is_known) {
  JointCount& count = counts[verdict];
  if (said == "undecided")
    ++count.undecided;
  else if (!is_known)
    ++count.unknown_truth;
  else
    ++count.compared;
}

namespace {

bool has_error(const Json& problems) {
  for (const Json& one : problems)
    if (one["severity"].get<std::string>() == "error") return true;
  return false;
}

JointState row_of(const JointTrial& trial, const Run& run, std::size_t row) {
  std::map<std::string, double> values;
  for (const auto* names : {&trial.model.z_names, &trial.model.w_names})
    for (const std::string& name : *names) values[name] = run.at(name, row);
  JointState at = trial.state_of(values);
  at[kTime] = static_cast<Real>(run.at("t", row) / trial.model.T);
  return at;
}

/// The distance of states, relative to 1 and their size.
Real distance(const JointModel& model, const JointState& a, const JointState& b) {
  Real most = 0;
  const auto take = [&](int k) {
    most = std::max(most, std::abs(a[k] - b[k]) / (1 + std::abs(b[k])));
  };
  for (int i = 0; i < model.n(); ++i) take(i);
  for (int j = 0; j < model.m(); ++j) take(kVelocity + j);
  return most;
}

/// False where rows contradict each other: the reference then has their least squares.
bool meets_rows(const JointDynamics& dynamics, const JointState& at) {
  const RealMatrix rows = dynamics.all_rows(at);
  if (rows.rows() == 0) return true;
  const RealVector w = at.segment(kVelocity, dynamics.model().m()), rest = dynamics.rests(at);
  const RealVector terms = rows.cwiseAbs() * w.cwiseAbs() + rest.cwiseAbs();
  return ((rows * w + rest).cwiseAbs().array() <= 1e-9L * (1 + terms.array())).all();
}

/// True if rows contradict each other at the start of the text, as a moving gap and a drive of the
/// same position may: then no run is right.
bool is_contradictory(const JointTrial& trial) {
  JointState at = trial.start;
  for (int i = 0; i < trial.model.n(); ++i) at[i] = trial.model.z0[std::size_t(i)];
  for (int j = 0; j < trial.model.m(); ++j) at[kVelocity + j] = trial.model.w0[std::size_t(j)];
  const auto closed = trial.dynamics.consistent(at);
  return closed && !meets_rows(trial.dynamics, *closed);
}

/// True if the reference resolves the motion. The run may be off by as much as it says.
bool compare_motion(JointTrial& trial, const Run& run, const std::string& method) {
  const auto states = trial.dynamics.run(trial.start, 1, 0.005, 2);
  const auto finer = trial.dynamics.run(trial.start, 1, 0.0025, 4);
  trial.motion = finer;
  if (finer.size() < 101 || states.size() < 101 || run.rows() < 101) {
    trial.note("run", "", false);
    return false;
  }
  Real worst = 0, rough = 0;
  for (std::size_t row = 0; row < 101; ++row) {
    worst = std::max(worst, distance(trial.model, row_of(trial, run, row), finer[row]));
    rough = std::max(rough, distance(trial.model, states[row], finer[row]));
  }
  // The comparison says nothing if the reference itself needs shorter steps.
  const bool is_smooth = rough < 1e-6L;
  trial.note("run", "", is_smooth);
  const Real told = run.error > 2e-5 ? static_cast<Real>(run.error) : 2e-5L;
  if (is_smooth)
    trial.expect(worst < told, "the run by " + method + " differs from its equations by " +
                                   std::to_string(double(worst)));
  return is_smooth;
}

}  // namespace

void check_joint_run(JointTrial& trial) {
  const std::vector<std::string> methods{"gauss(2)", "gauss(3)", "adaptive-gauss(3)", "radau(3)",
                                         "dop853"};
  const std::string method = trial.random.of(methods);
  const Run run = attempt(trial.model.json, {.method = method, .tolerance = 1e-9});
  bool is_active = false;
  for (const auto& one : trial.model.relations) is_active = is_active || !one.is_passive();
  if (has_error(run.problems) || run.outcome != "finished") {
    trial.is_refused = true;
    std::string codes;
    for (const Json& one : run.problems) codes += one["code"].get<std::string>() + " ";
    const auto is_told = [&](const char* code) { return codes.find(code) != std::string::npos; };
    const bool is_right =
        (is_active && is_told("PH123")) || (is_told("PH201") && is_contradictory(trial));
    // The engine's word on the motion beside the reference, which goes on if it can.
    bool is_hard = false;
    if (!has_error(run.problems) && run.rows() > 0) {
      trial.start = row_of(trial, run, 0);
      const auto states = trial.dynamics.run(trial.start, 1, 0.005, 2);
      const auto finer = trial.dynamics.run(trial.start, 1, 0.0025, 4);
      is_hard = states.size() < 101 || finer.size() < 101 ||
                !(distance(trial.model, states.back(), finer.back()) < 1e-6L) ||
                !meets_rows(trial.dynamics, finer.back());
    }
    trial.note("outcome", "", !is_hard);
    trial.expect(is_right || is_hard, "no run by " + method + ": " + run.outcome + " " +
                                          run.message + " " + codes + run.problems.dump());
    return;
  }
  trial.note("outcome", "");
  trial.start = row_of(trial, run, 0);
  trial.start[kSide] = 0;
  const auto same = trial.dynamics.consistent(trial.start);
  trial.expect(same && distance(trial.model, *same, trial.start) < 1e-8L,
               "the start is not consistent");
  const bool is_smooth = compare_motion(trial, run, method);
  const auto* traits = &integrate::find_method(method)->traits;
  const double scale =
      run.largest("energy.kinetic") + run.largest("energy.potential") + trial.model.E;
  // Across a singular pose the speeds that an explicit method meets have no bound.
  if (traits->closes_ledger && (is_smooth || !traits->is_explicit)) {
    trial.note("ledger", "");
    trial.expect(run.largest("energy.balance_error") < 1e-9 * scale,
                 "the ledger of " + method +
                     " is open: " + std::to_string(run.largest("energy.balance_error") / scale));
  }
}

}  // namespace porthos::test
