// Linearization of a random model beside the derivatives of its own rates and disturbed motions.
#include <cmath>
#include <complex>

#include "linearize/linearize.hpp"
#include "support/joint_trial.hpp"
#include "support/pencil.hpp"
#include "support/run.hpp"

namespace porthos::test {

namespace {

using namespace variables;
using Value = std::complex<double>;

/// Rates beside a state, massless velocities eliminated; constraints add eigenvalues 0 only.
RealMatrix jacobian_at(const JointDynamics& dynamics, const JointState& at, Real h) {
  std::vector<int> states;
  for (int i = 0; i < dynamics.model().n(); ++i) states.push_back(i);
  for (int j = 0; j < dynamics.model().m(); ++j)
    if (!dynamics.model().is_massless[std::size_t(j)]) states.push_back(kVelocity + j);
  RealMatrix made(states.size(), states.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    RealVector sum = RealVector::Zero(kCount);
    for (const auto& [step, weight] : {std::pair{-2., 1.}, {-1., -8.}, {1., 8.}, {2., -1.}}) {
      JointState moved = at;
      moved[states[k]] += static_cast<Real>(step) * h;
      const auto rates = dynamics.rates(moved);
      if (!rates) return {};
      sum += static_cast<Real>(weight) / (12 * h) * *rates;
    }
    made.col(Eigen::Index(k)) = sum(states);
  }
  return made;
}

/// Whether a row is so small that differences of its rates reach beyond the pose where it vanishes.
bool is_near_singular(JointTrial& trial, const JointState& at) {
  const auto generic = trial.near(0.2L);
  if (!generic) return false;
  const RealMatrix here = trial.dynamics.all_rows(at), there = trial.dynamics.all_rows(*generic);
  for (Eigen::Index i = 0; i < here.rows(); ++i)
    if (here.row(i).norm() < 1e-2L * there.row(i).norm()) return true;
  return false;
}

std::vector<Value> eigenvalues_of(const RealMatrix& A) {
  std::vector<Value> made;
  const auto found = Eigen::EigenSolver<RealMatrix>(A, false).eigenvalues().eval();
  for (const auto& one : found) made.emplace_back(double(one.real()), double(one.imag()));
  return made;
}

Real distance_to(const std::vector<Value>& list, Value one) {
  double nearest = 1e300;
  for (const Value& other : list) nearest = std::min(nearest, std::abs(other - one));
  return static_cast<Real>(nearest / (1 + std::abs(one)));
}

/// How far a pushed motion comes, in units of the push, in all states but those that may drift.
Real growth(JointTrial& trial, const JointDynamics& frozen, const JointState& at, double until,
            const std::vector<std::string>& free) {
  const Real push = 1e-4L;
  JointState pushed = at;
  for (int i = 0; i < trial.model.n(); ++i) pushed[i] += push * trial.noise();
  for (int j = 0; j < trial.model.m(); ++j) pushed[kVelocity + j] += push * trial.noise();
  const auto from = frozen.consistent(pushed);
  if (!from) return -1;
  constexpr double kStep = 0.02;
  const int steps = std::max(1, static_cast<int>(std::lround(until / kStep)));
  const auto states = frozen.run(*from, until, kStep, std::min(steps, 25));
  Real most = 0;
  for (const JointState& state : states) {
    for (int i = 0; i < trial.model.n(); ++i)
      if (std::ranges::find(free, trial.model.z_names[std::size_t(i)]) == free.end())
        most = std::max(most, std::abs(state[i] - at[i]));
    for (int j = 0; j < trial.model.m(); ++j)
      if (!trial.model.is_massless[std::size_t(j)])
        most = std::max(most, std::abs(state[kVelocity + j] - at[kVelocity + j]));
  }
  return std::isfinite(most) ? most / push : 1e30L;
}

void judge(JointTrial& trial, const Json& answer, const JointDynamics& frozen, const JointState& at,
           const std::vector<Value>& own) {
  const Json& stability = answer["stability"];
  const std::string verdict = stability["verdict"], words = stability.dump();
  double largest = -1e300, fastest = 0;
  for (const Value& one : own)
    largest = std::max(largest, one.real()), fastest = std::max(fastest, std::abs(one));
  trial.note("stability", verdict);
  if (verdict == "undecided") return;
  if (verdict == "unstable") {
    // The differences of the rates tell no growth that is slower than this.
    constexpr double kSlow = 1e-6;
    double told = 0;
    for (const Json& one : answer["eigenvalues"])
      told = std::max(told, double(trial.model.T) * one[0].get<double>());
    trial.expect(largest > 1e-7 || told < kSlow, "no eigenvalue is positive: " + words);
  } else
    trial.expect(largest < 2e-3, "an eigenvalue is " + std::to_string(largest) + ": " + words);
  if (fastest * 0.02 > 0.5) return trial.note("pushed motion", "", false);
  const std::vector<std::string> free = stability.value("free", std::vector<std::string>());
  const bool leaves = verdict == "unstable";
  if (leaves && largest < 0.5) return trial.note("pushed motion", "", false);
  const double until = leaves ? std::min(20., std::log(3e3) / largest) : 20;
  // A push may have nearly no share in the direction that grows.
  Real grown = growth(trial, frozen, at, until, free);
  for (int k = 0; k < 3 && leaves && grown >= 0 && grown <= 10; ++k)
    grown = growth(trial, frozen, at, until, free);
  trial.note("pushed motion", "", grown >= 0);
  if (grown < 0) return;
  if (leaves)
    trial.expect(grown > 10, "it does not leave, " + std::to_string(double(grown)) + ": " + words);
  else
    trial.expect(grown < 100, "it drifts, " + std::to_string(double(grown)) + ": " + words);
}

}  // namespace

void check_joint_stability(JointTrial& trial) {
  const std::string place = trial.random.one_in(3) ? "start" : "equilibrium";
  const Json answer =
      Json::parse(linearize::linearize(trial.model.json.dump(), "{}", Json{{"at", place}}.dump()));
  if (!answer.contains("stability")) {
    trial.note("linearization", "undecided");
    return;
  }
  trial.note("linearization", "");
  const bool rests = answer["at"]["motion"] == "rest";
  if (!rests) return trial.note("eigenvalues", "", false);
  std::map<std::string, double> values;
  for (const Json& one : answer["at"]["states"]) values[one["name"]] = one["value"];
  JointState at = trial.state_of(values);
  at[kTime] = at[kSide] = 0;
  // The search may end at temperature 0, where no rate is defined: nothing is compared there.
  for (const auto& one : trial.model.relations)
    if (one.heats >= 0 && std::abs(trial.dynamics.efforts(at)[one.heats]) < 1e-3L)
      return trial.note("equilibrium at temperature 0", "", false);
  JointDynamics frozen = trial.dynamics;
  frozen.is_frozen = true;
  const auto rates = frozen.rates(at);
  if (!rates) return trial.note("eigenvalues", "", false);
  // Accelerations have no bound near a singular pose, where rows vanish.
  if (is_near_singular(trial, at)) return trial.note("eigenvalues", "", false);
  trial.expect(rates->cwiseAbs().maxCoeff() < 1e-6L,
               "no rest: " + std::to_string(double(rates->cwiseAbs().maxCoeff())));
  const RealMatrix A = jacobian_at(frozen, at, 1e-3L), other = jacobian_at(frozen, at, 4e-4L);
  if (A.size() == 0 || other.size() == 0) return trial.note("eigenvalues", "", false);
  const std::vector<Value> own = eigenvalues_of(other), rough = eigenvalues_of(A);
  // Near a singular pose differences are no derivatives, and eigenvalues that coincide are known to
  // a root of the rounding only.
  for (const Value& one : own)
    if (std::abs(one) > 0.03 && !(distance_to(rough, one) < 1e-4L))
      return trial.note("eigenvalues", "", false);
  std::vector<Value> told;
  for (const Json& one : answer["eigenvalues"])
    told.push_back(trial.model.T * Value(one[0].get<double>(), one[1].get<double>()));
  const bool is_regular = answer["structure"]["isRegular"] == true;
  trial.note("eigenvalues", "", is_regular);
  if (is_regular) {
    for (const Value& one : told)
      trial.expect(distance_to(own, one) < 1e-3L,
                   "no eigenvalue of the rates: " + std::to_string(one.real()) + ", " +
                       std::to_string(one.imag()));
    for (const Value& one : own)
      if (std::abs(one) > 0.03)
        trial.expect(distance_to(told, one) < 1e-3L,
                     "an eigenvalue is missing: " + std::to_string(one.real()) + ", " +
                         std::to_string(one.imag()));
  }
  if (is_regular) judge(trial, answer, frozen, at, own);
  const Json index = answer["structure"]["index"];
  trial.note("index of the linearization", index.is_null() ? "undecided" : "");
}

}  // namespace porthos::test
