#include "inspect/integral.hpp"

#include <limits>

#include "base/index.hpp"
#include "expr/query.hpp"
#include "inspect/function_space.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

constexpr int kMostIntegrated = 24, kIntegralSamples = 60;
/// So far that a sine is no polynomial.
constexpr double kIntegralScatter = 1.5;

/// Positions that the row depends on or that its velocities move, with their sines and cosines.
std::vector<Expr> variables_of(const Subject& subject, int row) {
  const Laws& laws = subject.balance.laws();
  const Expr& formula =
      laws.velocity_constraints[index(subject.matrices.rows()[index(row)])].formula;
  std::vector<Expr> speeds, made;
  for (const Expr& w : laws.w)
    if (expr::depends_on(formula, w)) speeds.push_back(w);
  std::vector<Expr> formulas{formula};
  for (std::size_t i = 0; i < laws.z.size(); ++i) {
    const bool is_moved = expr::depends_on_any(laws.kinematics[i], speeds);
    if (is_moved) formulas.push_back(laws.kinematics[i]);
    if (is_moved || expr::depends_on(formula, laws.z[i])) made.push_back(laws.z[i]);
  }
  const std::vector<Expr> circular = circular_functions(laws, formulas);
  made.insert(made.end(), circular.begin(), circular.end());
  return made;
}

/// Of states where the constraints have their largest rank: slopes along what they let pass.
class Equations {
 public:
  explicit Equations(Index functions) : rows_(0, functions) {}

  void add(const MatX& slopes, const MatX& constraints) {
    const MatX ways = structure::Subspaces(constraints).kernel();
    if (ways.cols() > fewest_) return;
    if (ways.cols() < fewest_) rows_.resize(0, rows_.cols());
    fewest_ = ways.cols();
    FunctionSpace::append(rows_, (slopes * ways).transpose());
  }
  const MatX& rows() const { return rows_; }

 private:
  MatX rows_;
  Index fewest_ = std::numeric_limits<Index>::max();
};

}  // namespace

std::vector<State> states_for_integrals(const Subject& subject) {
  if (subject.matrices.n() > kMostIntegrated) return {};
  return sample_states(subject.model, kIntegralSamples, kIntegralScatter);
}

std::string integral_of(const Subject& subject, const std::vector<State>& states, int row,
                        std::span<const int> with) {
  FunctionSpace functions(subject, variables_of(subject, row));
  if (functions.count() == 0 || functions.count() > static_cast<Index>(states.size())) return {};
  functions.look_at(states);
  const StructureMatrices& matrices = subject.matrices;
  const int n = matrices.n(), z = matrices.z(), w = matrices.w();
  const int count = static_cast<int>(matrices.rows().size());
  // dF Z w = 0 for all velocities that the rows let pass, but not for all velocities; where the
  // rank falls more pass than the rows stand for.
  Equations without(functions.count()), equations(functions.count());
  for (std::size_t s = 0; s < states.size(); ++s) {
    const MatricesAt at = matrices.at(states[s]);
    const MatX Z = dense(at.J, n, n).topRightCorner(z, w);
    const MatX all = dense(at.rows, n, count).bottomRows(w).transpose();
    const MatX gaps = dense(at.c_prime, matrices.c(), z) * Z;
    MatX rows(static_cast<Index>(with.size()) + 1, w);
    for (Index k = 0; const int other : with) rows.row(k++) = all.row(other);
    rows.bottomRows(1) = all.row(row);
    MatX constraints(gaps.rows() + rows.rows(), w);
    constraints << gaps, rows;
    const MatX slopes = functions.gradients()[s].leftCols(z) * Z;
    equations.add(slopes, constraints);
    without.add(slopes, constraints.topRows(constraints.rows() - 1));
  }
  MatX known = functions.constants();
  FunctionSpace::append(known, functions.kernel_of(without.rows()));
  const std::vector<std::string> found =
      functions.texts(functions.kernel_of(equations.rows()), known);
  return found.empty() ? std::string() : found.front();
}

}  // namespace porthos::inspect
