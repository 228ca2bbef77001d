#include "inspect/zero_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

constexpr std::size_t kMostStarts = 3;
/// Farther away, relative to 1 + |z|, a singular value is small only beside a large one.
constexpr double kFarthest = 100;

/// The part of the slope that motions of the structure can change: no constraint forbids it and
/// some z' of J e has this direction, so that |q| of a quaternion stays.
VecX reachable(const Subject& subject, const State& state, VecX slope) {
  const int n = subject.matrices.n(), z = subject.matrices.z();
  const MatricesAt at = subject.matrices.at(state);
  const MatX ways = structure::Subspaces(dense(at.J, n, n).topRows(z)).image();
  slope = ways * (ways.transpose() * slope);
  if (subject.matrices.c() == 0) return slope;
  const MatX gradients = dense(at.c_prime, subject.matrices.c(), z), slopes = gradients * ways;
  // |q| = 1 holds along all motions, so its row is only rounding.
  const MatX inverse = structure::pseudo_inverse(slopes, structure::spectral_norm(gradients));
  return slope - ways * (inverse * (slopes * (ways.transpose() * slope)));
}

/// A zero of the function from a state along the constraint set; empty if the search fails. A
/// double zero, such as that of a squared distance, converges more slowly than a simple one.
std::optional<State> zero_near(const Subject& subject, State state, const Function& function,
                               double nothing) {
  constexpr int kMost = 50;
  constexpr double kLongestStep = 0.5;  // of 1 + |z|: gradients are unreliable beyond it
  const bool is_free = subject.matrices.c() == 0;
  const double farthest = kFarthest * (1 + state.z.norm());
  double scale = 0;
  for (int k = 0; k < kMost && state.z.norm() < farthest; ++k) {
    const ValueWithGradient now = function(state);
    if (!std::isfinite(now.value) || !now.slope.allFinite()) return std::nullopt;
    scale = std::max(scale, std::abs(now.value));
    if (std::abs(now.value) <= nothing * std::max(1.0, scale)) return state;
    VecX along = reachable(subject, state, now.slope);
    for (Eigen::Index i = 0; i < along.size(); ++i)
      if (subject.model.assembled->z[index(i)].is_clock) along[i] = 0;
    const double square = along.squaredNorm();
    // The function is stationary on the constraint set here: at a minimum, or everywhere.
    if (!(square > 1e-12 * now.slope.squaredNorm()) || square == 0) return std::nullopt;
    VecX change = -now.value / square * along;
    const double longest = kLongestStep * (1 + state.z.norm());
    if (change.norm() > longest) change *= longest / change.norm();
    if (is_free) {
      state.z += change;
      continue;
    }
    std::optional<State> moved;
    for (int halvings = 0; halvings < 4 && !moved; ++halvings, change /= 2)
      moved = state_near(subject.model, state.z + change, state.w);
    if (!moved) return std::nullopt;
    state = std::move(*moved);
  }
  return std::nullopt;
}

}  // namespace

std::vector<State> zeros_of(const Subject& subject, const Function& function, double nothing) {
  std::vector<State> zeros;
  const std::size_t count = std::min(kMostStarts, subject.states.size());
  for (std::size_t s = 0; s < count; ++s)
    if (auto found = zero_near(subject, subject.states[s], function, nothing))
      zeros.push_back(std::move(*found));
  return zeros;
}

std::optional<State> zero_of(const Subject& subject, const Function& function, double nothing) {
  const std::size_t count = std::min(kMostStarts, subject.states.size());
  for (std::size_t s = 0; s < count; ++s)
    if (auto found = zero_near(subject, subject.states[s], function, nothing)) return found;
  return std::nullopt;
}

bool is_kept(const Subject& subject, const Function& function) {
  constexpr double kRounding = 1e-10;
  return !subject.states.empty() && std::ranges::all_of(subject.states, [&](const State& state) {
    const ValueWithGradient now = function(state);
    return std::abs(now.value) > 0 && now.slope.allFinite() &&
           reachable(subject, state, now.slope).norm() <= kRounding * now.slope.norm();
  });
}

expr::Ranges ranges_of(const Subject& subject) {
  expr::Ranges ranges;
  for (const auto& [name, value] : subject.parameters)
    if (const auto symbol = subject.balance.laws().graph->find_symbol(name))
      ranges.set(*symbol, {value, value});
  return ranges;
}

Function function_of(const Subject& subject, const Expr& formula) {
  std::vector<Expr> formulas{formula};
  std::vector<int> columns;
  for (const auto& [none, column, slope] :
       expr::jacobian({&formula, 1}, subject.balance.laws().z).entries) {
    formulas.push_back(slope);
    columns.push_back(column);
  }
  const auto values = std::make_shared<const Values>(subject.balance, formulas, subject.parameters);
  const int count = subject.matrices.z();
  return [values, columns, count](const State& state) {
    const std::vector<double> found = values->at(state);
    ValueWithGradient sloped{found[0], VecX::Zero(count)};
    for (std::size_t i = 0; i < columns.size(); ++i) sloped.slope[columns[i]] = found[i + 1];
    return sloped;
  };
}

}  // namespace porthos::inspect
