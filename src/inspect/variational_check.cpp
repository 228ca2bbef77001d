#include "inspect/variational_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "expr/functions.hpp"
#include "expr/switching.hpp"
#include "inspect/constraint_rows.hpp"
#include "inspect/scaled_structure.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

constexpr Statement kVariational{"the run satisfies the variational principle",
                                 "[003] Prop. 4.2; [002] Sec. 4.3", "T-22"};

/// Below this the quadrature is exact for the resolution of a table.
constexpr double kVariationalTolerance = 1e-6;
constexpr int kMostVariational = 60;
constexpr std::size_t kFewest = 40, kMostRows = 800;

/// Weights of central differences of order 8 at distances 1 to 4.
constexpr std::array<double, 4> kCentral{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

/// x = (z, P), X, and the largest sum of the sizes of the terms of X in a state.
class Rates {
 public:
  explicit Rates(const Subject& subject)
      : z_(subject.matrices.z()),
        w_(subject.matrices.w()),
        values_(subject.balance, formulas_of(subject.balance), subject.parameters) {}

  struct At {
    VecX x, X;
    double terms = 0;
  };
  At at(const State& state) const {
    const std::vector<double> all = values_.at(state);
    const Eigen::Map<const VecX> found(all.data(), static_cast<Eigen::Index>(all.size()));
    VecX x(z_ + w_);
    x << state.z, found.head(w_);
    return {x, found.segment(w_, z_ + w_), found.tail(z_ + w_).lpNorm<Eigen::Infinity>()};
  }

 private:
  static std::vector<Expr> formulas_of(const Balance& balance) {
    std::vector<Expr> formulas = balance.momenta(), sizes;
    for (const auto* terms : {&balance.rates(), &balance.forces()})
      for (const auto& row : *terms) {
        Expr sum = 0.0, size = 0.0;
        for (const Expr& term : row) {
          sum = sum + term;
          size = size + expr::abs(term);
        }
        formulas.push_back(sum);
        sizes.push_back(size);
      }
    formulas.insert(formulas.end(), sizes.begin(), sizes.end());
    return formulas;
  }

  Eigen::Index z_, w_;
  Values values_;
};

/// The longest sequence of equidistant states without an event.
std::span<const State> even_part(const Motion& motion) {
  const std::vector<State>& states = motion.states;
  const auto goes_on = [&](std::size_t k, double step) {
    const double from = states[k].t, to = states[k + 1].t;
    return std::abs(to - from - step) <= 1e-6 * step &&
           std::ranges::none_of(motion.events, [&](double t) { return t > from && t <= to; });
  };
  std::size_t best = 0, length = 0;
  for (std::size_t first = 0; first + 1 < states.size();) {
    const double step = states[first + 1].t - states[first].t;
    std::size_t last = first;
    while (last + 1 < states.size() && goes_on(last, step)) ++last;
    if (last - first + 1 > length) best = first, length = last - first + 1;
    first = std::max(last, first + 1);
  }
  return std::span(states).subspan(best, std::min(length, kMostRows));
}

/// A sentence on the rows that are left out, after a space; empty if there are none.
std::string used_rows(const Motion& motion) {
  if (!std::isfinite(motion.changed)) return "";
  return " Only rows before t = " + rounded_digits(motion.changed, 4) +
         " s are used, where an event sets a parameter.";
}

/// The flows that ports prescribe, (ports x n): their efforts are reactions, which no table
/// contains.
MatX prescribed_rows(const Subject& subject, const MatricesAt& at) {
  const std::vector<int>& ports = subject.matrices.ports();
  const MatX g = dense(at.g, subject.matrices.n(), static_cast<int>(ports.size()));
  std::vector<Eigen::Index> prescribed;
  for (std::size_t k = 0; k < ports.size(); ++k)
    if (subject.model.assembled->assembly.prescribed[index(ports[k])] >= 0)
      prescribed.push_back(static_cast<Eigen::Index>(k));
  return g(Eigen::all, prescribed).transpose();
}

/// True if states decide a branch of the kinematics or of a constraint: at a jump of their
/// coefficients velocities jump, too.
bool jumps_in_states(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> formulas = laws.kinematics;
  for (const auto* constraints : {&laws.velocity_constraints, &laws.position_constraints})
    for (const auto& one : *constraints) formulas.push_back(one.formula);
  return !expr::hold_state_branches(formulas, laws.parameters, {}).switches.empty();
}

/// Judges a residual that is too large, by that of rows twice as far apart. An error due to the row
/// spacing falls with that spacing; that of a wrong force does not.
void excuse(const Subject& subject, double before, Check& made) {
  // Corners of a force reduce the order to one. Steps that miss the motion fail the principle in
  // rows at any distance.
  constexpr double kFalls = 0.7, kWrong = 1e-2, kAccurate = 1e-3;
  const double residual = made.residual;
  const bool falls = residual < kFalls * before;
  if (residual <= kWrong && falls) {
    made.verdict = Verdict::kHolds;
    made.tolerance = kWrong;
  } else if (residual <= kWrong || falls) {
    made.verdict = Verdict::kUndecided;
  } else if (jumps_in_states(subject)) {
    made.verdict = Verdict::kUndecided;
    made.note += " Formulas have branches in states: velocities may jump in the run.";
  } else if (!(subject.motion.error <= kAccurate)) {
    made.verdict = Verdict::kUndecided;
    made.note += " The motion is not accurate enough to tell: try a smaller step.";
  }
}

}  // namespace

MatX admissible_directions(const Subject& subject, const State& state) {
  const MatricesAt at = subject.matrices.at(state);
  const MatX held = constraint_rows(subject, at), prescribed = prescribed_rows(subject, at);
  MatX rows(held.rows() + prescribed.rows(), held.cols());
  rows << held, prescribed;
  // Units must not decide which rows depend on each other.
  const VecX units = factors_of(subject, at).head(rows.cols());
  rows = rows * units.asDiagonal();
  for (auto row : rows.rowwise())
    if (const double size = row.norm(); size > 0) row /= size;
  const MatX kernel = units.asDiagonal() * structure::Subspaces(rows).kernel();
  if (kernel.cols() == 0) return kernel;
  return Eigen::HouseholderQR<MatX>(kernel).householderQ() *
         MatX::Identity(kernel.rows(), kernel.cols());
}

WeakResidual weak_residual(const Subject& subject, std::span<const State> states,
                           const DirectionsAt& directions) {
  const Rates rates(subject);
  // Where nothing moves, rates by formulas have the rounding of their terms, and differences of
  // rows that of the states per step. These shares are a million times the rounding and more, so
  // that no rounding is a residual that fails.
  constexpr double kRounding = 1e-8, kRoundingOfStates = 1e-9;
  const double step = states[1].t - states[0].t;
  std::vector<VecX> x, X;
  std::vector<double> rounding;
  for (const State& state : states) {
    auto [at, rate, terms] = rates.at(state);
    x.push_back(std::move(at));
    X.push_back(std::move(rate));
    rounding.push_back(kRounding * terms +
                       kRoundingOfStates / step * x.back().lpNorm<Eigen::Infinity>());
  }
  const std::size_t count = states.size(), reach = kCentral.size();
  WeakResidual made{VecX::Zero(subject.matrices.n())};
  for (std::size_t k = reach; k + reach < count; ++k) {
    VecX rate = VecX::Zero(subject.matrices.n());
    for (std::size_t d = 1; d <= reach; ++d) rate += kCentral[d - 1] / step * (x[k + d] - x[k - d]);
    const double share = static_cast<double>(k) / static_cast<double>(count - 1);
    const double weight = step * std::pow(std::sin(std::numbers::pi * share), 8);
    VecX missing = rate - X[k];
    for (std::size_t i = 0; i < subject.balance.whole().is_clock.size(); ++i)
      if (subject.balance.whole().is_clock[i]) missing[static_cast<Eigen::Index>(i)] = 0;
    const MatX basis = directions(states[k]);
    made.r += weight * basis * (basis.transpose() * missing);
    made.size +=
        weight * (rate.lpNorm<Eigen::Infinity>() + X[k].lpNorm<Eigen::Infinity>() + rounding[k]);
  }
  return made;
}

Findings check_variational(const Subject& subject) {
  if (subject.matrices.n() > kMostVariational)
    return {structure::undecided(kVariational, "The model is too large for dense matrices.")};
  const std::span<const State> fine = even_part(subject.motion);
  const std::string used = used_rows(subject.motion);
  if (fine.size() < 2 * kFewest)
    return {structure::not_applicable(
        kVariational,
        "There are too few rows at equal distances of time between two events." + used)};
  std::vector<State> coarse;
  for (std::size_t k = 0; k < fine.size(); k += 2) coarse.push_back(fine[k]);
  const DirectionsAt admissible = [&](const State& state) {
    return admissible_directions(subject, state);
  };
  const auto relative = [&](std::span<const State> states) {
    const WeakResidual found = weak_residual(subject, states, admissible);
    return found.size > 0 ? found.r.lpNorm<Eigen::Infinity>() / found.size : 0;
  };
  const double residual = relative(fine);
  Check made = structure::bounded(kVariational, residual, kVariationalTolerance);
  made.where = "the run to t = " + rounded_digits(fine.back().t, 4) + " s";
  if (!used.empty()) made.note = used.substr(1);
  if (made.verdict != Verdict::kFails) return {made};
  const double before = relative(coarse);
  made.note = "It was " + rounded_digits(before, 2) + " with rows twice as far apart." + used;
  excuse(subject, before, made);
  return {made};
}

}  // namespace porthos::inspect
