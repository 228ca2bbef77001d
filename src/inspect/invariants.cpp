#include "inspect/invariants.hpp"

#include <algorithm>
#include <numeric>

#include "expr/query.hpp"
#include "inspect/function_space.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

constexpr int kMostStates = 24;
/// So far that a sine is no polynomial.
constexpr double kScatter = 1.5;

/// Positions, momenta, and the sines and cosines of the model.
std::vector<Expr> variables_of(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> made = laws.z;
  for (std::size_t i = 0; i < laws.w.size(); ++i)
    if (!subject.matrices.is_massless()[i]) made.push_back(laws.p[i]);
  std::vector<Expr> formulas = laws.kinematics;
  for (const auto& potential : laws.potentials) formulas.push_back(potential.energy);
  for (const auto& [place, formula] : laws.mass.entries()) formulas.push_back(formula);
  for (const auto& row : laws.velocity_constraints) formulas.push_back(row.formula);
  for (const auto& row : laws.position_constraints) formulas.push_back(row.formula);
  const std::vector<Expr> circular = circular_functions(laws, formulas);
  made.insert(made.end(), circular.begin(), circular.end());
  return made;
}

bool depends_on_time(const Subject& subject) {
  for (const auto* lists : {&subject.balance.rates(), &subject.balance.forces()})
    for (const auto& terms : *lists)
      for (const Expr& term : terms)
        if (expr::depends_on(term, subject.balance.laws().t)) return true;
  return false;
}

/// The search over one set of functions in these states.
class Search {
 public:
  Search(const Subject& subject, FunctionSpace& functions, const std::vector<State>& states)
      : subject_(subject), laws_(subject.balance.laws()), functions_(functions), states_(states) {
    functions_.look_at(states);
  }

  Invariants run() const {
    Invariants made;
    made.is_searched = true;
    const bool has_massless =
        std::ranges::any_of(subject_.matrices.is_massless(), [](char is) { return is != 0; });
    MatX casimirs(0, functions_.count());
    if (!has_massless) casimirs = functions_.kernel_of(casimir_equations(states_));
    // What is constant on the constraint set tells nothing of the motion.
    MatX known = functions_.constants();
    made.casimirs = functions_.texts(casimirs, known);
    FunctionSpace::append(known, casimirs);
    FunctionSpace::append(known, energy());
    made.conserved = functions_.texts(functions_.kernel_of(rate_equations(states_)), known);
    return made;
  }

 private:
  /// X^T dC = 0 for all X = J alpha - rows mu with rows^T alpha = 0.               [004] (4.14)
  MatX casimir_equations(const std::vector<State>& states) const {
    const int n = subject_.matrices.n();
    const int rows = static_cast<int>(subject_.matrices.rows().size());
    MatX all(0, functions_.count());
    const std::size_t most = std::min(states.size(), static_cast<std::size_t>(functions_.count()));
    for (std::size_t s = 0; s < most; ++s) {
      const MatricesAt at = subject_.matrices.at(states[s]);
      const MatX b = dense(at.rows, n, rows);
      MatX flows(n, 0);
      const MatX by_efforts = dense(at.J, n, n) * structure::Subspaces(b.transpose()).kernel();
      flows.resize(n, by_efforts.cols() + b.cols());
      flows << by_efforts, b;
      FunctionSpace::append(all, (functions_.gradients()[s] * flows).transpose());
    }
    return all;
  }

  /// d/dt of each function in each state.
  MatX rate_equations(const std::vector<State>& states) const {
    std::vector<Expr> rates;
    for (const auto* lists : {&subject_.balance.rates(), &subject_.balance.forces()})
      for (const auto& terms : *lists)
        rates.push_back(std::accumulate(terms.begin(), terms.end(), Expr(0.0)));
    const Values values(subject_.balance, rates, subject_.parameters);
    MatX all(static_cast<Index>(states.size()), functions_.count());
    for (std::size_t s = 0; s < states.size(); ++s) {
      const std::vector<double> at = values.at(states[s]);
      const VecX rate = Eigen::Map<const VecX>(at.data(), static_cast<Index>(at.size()));
      all.row(static_cast<Index>(s)) = (functions_.gradients()[s] * rate).transpose();
    }
    return all;
  }

  /// The energy as a combination of the functions and a constant, if it is one.
  MatX energy() const {
    std::vector<Expr> parts{subject_.balance.kinetic_energy()};
    for (const auto& potential : laws_.potentials) parts.push_back(potential.energy);
    const Values formulas(subject_.balance, parts, subject_.parameters);
    MatX all(static_cast<Index>(functions_.values().size()), functions_.count() + 1);
    VecX energies(all.rows());
    for (std::size_t s = 0; s < functions_.values().size(); ++s) {
      all.row(static_cast<Index>(s)) << functions_.values()[s].transpose(), 1.0;
      const std::vector<double> at = formulas.at(states_[s]);
      energies[static_cast<Index>(s)] = std::accumulate(at.begin(), at.end(), 0.0);
    }
    const VecX found = all.completeOrthogonalDecomposition().solve(energies);
    const double left = (all * found - energies).cwiseAbs().maxCoeff();
    if (!(left < 1e-8 * (1 + energies.cwiseAbs().maxCoeff()))) return MatX(0, functions_.count());
    return found.head(functions_.count()).transpose();
  }

  const Subject& subject_;
  const Laws& laws_;
  FunctionSpace& functions_;
  const std::vector<State>& states_;
};

}  // namespace

Invariants find_invariants(const Subject& subject) {
  if (subject.matrices.n() > kMostStates || depends_on_time(subject)) return {};
  FunctionSpace functions(subject, variables_of(subject));
  if (!functions.is_possible()) return {};
  const std::vector<State> states = sample_states(subject.model, functions.states(), kScatter);
  if (static_cast<int>(states.size()) < functions.states() / 2) return {};
  return Search(subject, functions, states).run();
}

}  // namespace porthos::inspect
