#include "inspect/constancy.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "inspect/elimination.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// Distance of a pose from the constraint set, in units of rounding.
constexpr double kOffError = 1000;

/// The same numbers as constant polynomials, with their rounding.
JetMatrix tracked(const JetSpace& space, const MatX& a, double error) {
  JetMatrix made;
  for (Index i = 0; i < a.rows(); ++i) {
    made.emplace_back();
    for (Index j = 0; j < a.cols(); ++j)
      made.back().push_back(space.constant(a(i, j), error * std::abs(a(i, j))));
  }
  return made;
}

/// The flows of the structure at a state with closed ports, as columns: X = J alpha - rows mu with
/// rows^T alpha = 0 and X_m = 0 for massless momenta. They do not depend on units, and rounding is
/// set to 0. `supplied`, (n x 0) or (n x 1), is the flow of an effort that is added in any amount.
MatX flows_at(const Subject& subject, const State& state, const MatX& supplied) {
  const StructureMatrices& matrices = subject.matrices;
  const int n = matrices.n(), z = matrices.z();
  const int rows = static_cast<int>(matrices.rows().size());
  const auto unknowns = n + rows + supplied.cols();
  const MatricesAt at = matrices.at(state);
  MatX map(n, unknowns), conditions = MatX::Zero(rows, unknowns);
  map << dense(at.J, n, n), -dense(at.rows, n, rows), supplied;
  conditions.leftCols(n) = dense(at.rows, n, rows).transpose();
  for (int w = 0; w < matrices.w(); ++w)
    if (matrices.is_massless()[index(w)]) conditions = stacked(conditions, map.row(z + w));
  const JetSpace space(0, 0);
  const double error = subject.model.system->active().empty() ? 1 : kOffError;
  const JetMatrix X = tracked(space, map, error);
  const Eliminated solved = eliminate(space, tracked(space, conditions, error), index(unknowns));
  std::vector<char> is_pivot(index(unknowns), 0);
  for (const auto& [row, pivot] : solved.pivots) is_pivot[index(pivot)] = 1;
  MatX made(n, 0);
  for (std::size_t free = 0; free < is_pivot.size(); ++free) {
    if (is_pivot[free]) continue;
    VecX column(n);
    for (int i = 0; i < n; ++i) {
      Jet sum = X[index(i)][free];
      for (std::size_t k = 0; k < solved.pivots.size(); ++k)
        sum = space.sum(
            sum, space.product(X[index(i)][index(solved.pivots[k].second)], solved.rows[k][free]),
            -1);
      const Tracked entry = sum.constant();
      column[i] = size_of(entry) == Size::kZero ? 0 : entry.value;
    }
    if (column.isZero(0)) continue;
    made.conservativeResize(n, made.cols() + 1);
    made.col(made.cols() - 1) = column;
  }
  return made;
}

/// True if constraints or massless velocities are solved for.
bool has_reactions(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  const auto& massless = subject.matrices.is_massless();
  return !laws.velocity_constraints.empty() || !laws.position_constraints.empty() ||
         std::ranges::any_of(massless, [](char is) { return is != 0; });
}

/// The values of the formulas in a state.
VecX at_state(const Values& values, const State& state) {
  const std::vector<double> at = values.at(state);
  return Eigen::Map<const VecX>(at.data(), static_cast<Index>(at.size()));
}

/// The sum of the absolute values of all terms, through sums, products and quotients. Rounding is
/// relative to it.
std::vector<Expr> sizes_of(const std::vector<Expr>& formulas) {
  using expr::Op;
  std::unordered_map<std::uint32_t, Expr> made;
  const auto size = [&](const Expr& of) {
    return expr::constant(of) ? Expr(std::abs(*expr::constant(of))) : made.find(of.id())->second;
  };
  if (const expr::Graph* graph = expr::graph_of(formulas))
    for (const std::uint32_t id : graph->cone(formulas)) {
      const Op op = graph->node(id).op;
      const auto part = [&](std::size_t k) { return size(graph->operand(id, k)); };
      Expr one = op == Op::kAdd || op == Op::kSub ? part(0) + part(1)
                 : op == Op::kMul                 ? part(0) * part(1)
                 : op == Op::kNeg                 ? part(0)
                 : op == Op::kDiv                 ? part(0) / expr::abs(graph->operand(id, 1))
                                                  : expr::abs(graph->expr(id));
      made.emplace(id, one);
    }
  std::vector<Expr> all;
  for (const Expr& formula : formulas) all.push_back(size(formula));
  return all;
}

void append_entries(Equations& to, const MatX& gradients, const MatX& flows) {
  FunctionSpace::append(to.left, (gradients * flows).transpose());
  FunctionSpace::append(to.terms, (gradients.cwiseAbs() * flows.cwiseAbs()).transpose());
}

Equations no_equations(const FunctionSpace& functions) {
  return {MatX(0, functions.count()), MatX(0, functions.count())};
}

/// Compiled derivatives of some flows with respect to efforts and velocities: directions in (z, P).
class Directions {
 public:
  Directions(const Subject& subject, const std::vector<Expr>& flows)
      : n_(subject.matrices.n()), count_(static_cast<Index>(flows.size())) {
    const Laws& laws = subject.balance.laws();
    std::vector<Expr> xs = laws.e;
    xs.insert(xs.end(), laws.w.begin(), laws.w.end());
    slopes_ = expr::jacobian(flows, xs);
    std::vector<Expr> formulas;
    for (const auto& entry : slopes_.entries)
      formulas.push_back(subject.balance.known(entry.value));
    values_.emplace(subject.balance, formulas, subject.parameters);
  }
  /// (n x flows)
  MatX at(const State& state) const {
    MatX made = MatX::Zero(n_, count_);
    const VecX values = at_state(*values_, state);
    for (std::size_t k = 0; k < slopes_.entries.size(); ++k)
      made(slopes_.entries[k].col, slopes_.entries[k].row) = values[static_cast<Index>(k)];
    return made;
  }

 private:
  int n_;
  Index count_;
  expr::SparseJacobian slopes_;
  std::optional<Values> values_;
};

}  // namespace

double rounding_of(const Subject& subject) { return has_reactions(subject) ? 1e-10 : 1e-13; }

Equations casimir_equations(const Subject& subject, const FunctionSpace& functions,
                            const std::vector<State>& states) {
  // Each state gives several equations. Without any flow one is left, which every function meets.
  Equations made{MatX::Zero(1, functions.count()), MatX::Zero(1, functions.count())};
  const Index enough = 3 * functions.count() + 60;
  const int n = subject.matrices.n();
  for (std::size_t s = 0; s < states.size() && made.left.rows() < enough; ++s)
    append_entries(made, functions.gradients()[s].leftCols(n),
                   flows_at(subject, states[s], MatX(n, 0)));
  return made;
}

Equations rate_equations(const Subject& subject, const FunctionSpace& functions,
                         const std::vector<State>& states) {
  std::vector<Expr> terms;
  std::vector<Index> of;
  for (Index i = 0; const auto* lists : {&subject.balance.rates(), &subject.balance.forces()})
    for (const auto& list : *lists) {
      for (const Expr& term : list) {
        terms.push_back(term);
        of.push_back(i);
      }
      ++i;
    }
  const std::vector<Expr> term_sizes = sizes_of(terms);
  const Values values(subject.balance, terms, subject.parameters);
  const Values size_values(subject.balance, term_sizes, subject.parameters);
  const auto count = static_cast<Index>(states.size());
  Equations made{MatX(count, functions.count()), MatX(count, functions.count())};
  const Index n = subject.matrices.n();
  for (Index s = 0; s < count; ++s) {
    const VecX at = at_state(values, states[index(s)]);
    const VecX sizes = at_state(size_values, states[index(s)]);
    VecX rate = VecX::Zero(n), size = VecX::Zero(n);
    for (std::size_t k = 0; k < of.size(); ++k) {
      rate[of[k]] += at[static_cast<Index>(k)];
      size[of[k]] += sizes[static_cast<Index>(k)];
    }
    const MatX slopes = functions.gradients()[index(s)].leftCols(n);
    made.left.row(s) = (slopes * rate).transpose();
    made.terms.row(s) = (slopes.cwiseAbs() * size).transpose();
  }
  return made;
}

std::vector<Supply> supplies_of(const Subject& subject, const FunctionSpace& functions,
                                const std::vector<State>& states) {
  const Laws& laws = subject.balance.laws();
  const Whole& whole = subject.balance.whole();
  const bool passes_on = has_reactions(subject);
  constexpr Index kEnough = 200;
  std::vector<Supply> made;
  const auto add = [&](const std::string& name, const std::vector<Expr>& flows,
                       const std::vector<Expr>& efforts) {
    const Directions directions(subject, flows);
    std::vector<Expr> known;
    for (const Expr& effort : efforts) known.push_back(subject.balance.known(effort));
    const Values values(subject.balance, known, subject.parameters);
    Supply supply{name, no_equations(functions), no_equations(functions)};
    for (std::size_t s = 0; s < states.size(); ++s) {
      const MatX along = directions.at(states[s]);
      const VecX effort = at_state(values, states[s]);
      const MatX slopes = functions.gradients()[s].leftCols(subject.matrices.n());
      FunctionSpace::append(supply.equations.left, (slopes * (along * effort)).transpose());
      FunctionSpace::append(
          supply.equations.terms,
          (slopes.cwiseAbs() * (along.cwiseAbs() * effort.cwiseAbs())).transpose());
      if (passes_on && supply.flows.left.rows() < kEnough)
        append_entries(supply.flows, slopes, flows_at(subject, states[s], along * effort));
    }
    made.push_back(std::move(supply));
  };
  for (std::size_t k = 0; const auto& one : laws.resistive) {
    const std::string& name = whole.relations[k++];
    if (one.heats)
      add(name, {one.flow, *one.heats}, {-one.effort, one.effort * one.flow / *one.heats});
    else
      add(name, {one.flow}, {one.effort});
  }
  for (std::size_t k = 0; k < laws.ports.size(); ++k)
    if (!whole.ports[k].empty()) add(whole.ports[k], {laws.ports[k].flow}, {1.0});
  return made;
}

MatX energy_of(const Subject& subject, const FunctionSpace& functions,
               const std::vector<State>& states) {
  // Without the terms that are linear in w: theirs is no energy.
  const Laws& laws = subject.balance.laws();
  const std::vector<Expr> momenta = laws::product(laws.mass, laws.w);
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < momenta.size(); ++i) parts.push_back(0.5 * momenta[i] * laws.w[i]);
  for (const auto& potential : subject.balance.laws().potentials) parts.push_back(potential.energy);
  const Values formulas(subject.balance, parts, subject.parameters);
  // States may have very different energies; each one counts equally.
  MatX all(static_cast<Index>(states.size()), functions.count() + 1);
  VecX energies(all.rows());
  for (std::size_t s = 0; s < states.size(); ++s) {
    const auto row = static_cast<Index>(s);
    const VecX terms = at_state(formulas, states[s]);
    all.row(row) << functions.values()[s].transpose(), 1.0;
    const double size = std::max(terms.cwiseAbs().sum(), 1e-300);
    all.row(row) /= size;
    energies[row] = terms.sum() / size;
  }
  if (!energies.allFinite() || !all.allFinite()) return MatX(0, functions.count());
  // So does each function.
  const VecX sizes = all.colwise().lpNorm<Eigen::Infinity>().transpose().cwiseMax(1e-300);
  const MatX scaled = all * sizes.cwiseInverse().asDiagonal();
  const VecX found = Orthogonal(scaled, 1e-14).solve(energies);
  const double left = (porthos::product(scaled, found) - energies).cwiseAbs().maxCoeff();
  if (!(left < 1e-8)) return MatX(0, functions.count());
  return found.cwiseQuotient(sizes).head(functions.count()).transpose();
}

}  // namespace porthos::inspect
