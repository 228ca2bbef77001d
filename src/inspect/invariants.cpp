#include "inspect/invariants.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/digits.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// More functions need more states than a reader waits for.
constexpr std::size_t kMostFunctions = 75;
constexpr int kMostDegree = 2;
constexpr int kMostStates = 24;
constexpr std::size_t kMostListed = 12;
/// So far that a sine is no polynomial.
constexpr double kScatter = 1.5;

/// A product of variables by their numbers, in ascending order.
using Monomial = std::vector<int>;

/// All products of up to `degree` of `count` variables, low degrees first; too many are none.
std::vector<Monomial> monomials(int count, int degree) {
  std::vector<Monomial> all;
  std::vector<Monomial> last{{}};
  for (int d = 1; d <= degree; ++d) {
    std::vector<Monomial> next;
    for (const Monomial& one : last)
      for (int i = one.empty() ? 0 : one.back(); i < count; ++i) {
        next.push_back(one);
        next.back().push_back(i);
        if (all.size() + next.size() > kMostFunctions) return all;
      }
    all.insert(all.end(), next.begin(), next.end());
    last = std::move(next);
  }
  return all;
}

/// Reduced row echelon form in place, pivots from the right-most column on, so that a row begins
/// with its most complicated function; returns the pivots.
std::vector<Index> reduce(MatX& rows) {
  std::vector<Index> pivots;
  Index next = 0;
  for (Index column = rows.cols() - 1; column >= 0 && next < rows.rows(); --column) {
    Index best = 0;
    const double size = rows.col(column).tail(rows.rows() - next).cwiseAbs().maxCoeff(&best);
    if (size < 1e-7) {
      rows.col(column).tail(rows.rows() - next).setZero();
      continue;
    }
    rows.row(next).swap(rows.row(next + best));
    rows.row(next) /= rows(next, column);
    for (Index other = 0; other < rows.rows(); ++other)
      if (other != next) rows.row(other) -= rows(other, column) * rows.row(next);
    pivots.push_back(column);
    ++next;
  }
  return pivots;
}

/// The search over one set of functions.
class Search {
 public:
  explicit Search(const Subject& subject) : subject_(subject), laws_(subject.balance.laws()) {
    for (std::size_t i = 0; i < laws_.z.size(); ++i) add(laws_.z[i], laws_.z[i]);
    for (std::size_t i = 0; i < laws_.w.size(); ++i)
      if (!subject.matrices.is_massless()[i]) add(laws_.p[i], laws_.p[i]);
    add_circular();
    functions_ = monomials(static_cast<int>(variables_.size()), kMostDegree);
  }

  bool is_possible() const {
    if (functions_.size() < variables_.size() || subject_.matrices.n() > kMostStates) return false;
    std::vector<Expr> rates;
    for (const auto* lists : {&subject_.balance.rates(), &subject_.balance.forces()})
      for (const auto& terms : *lists) rates.insert(rates.end(), terms.begin(), terms.end());
    return std::ranges::none_of(rates,
                                [&](const Expr& rate) { return expr::depends_on(rate, laws_.t); });
  }

  std::size_t states() const { return 2 * functions_.size() + 10; }

  Invariants run(const std::vector<State>& states) {
    Invariants made;
    made.is_searched = true;
    states_ = &states;
    prepare(states);
    const bool has_massless =
        std::ranges::any_of(subject_.matrices.is_massless(), [](char is) { return is != 0; });
    MatX casimirs(0, count());
    if (!has_massless) casimirs = kernel_of(casimir_equations(states));
    // What is constant on the constraint set tells nothing of the motion.
    MatX known = kernel_of(constant_equations());
    made.casimirs = texts(casimirs, known);
    append(known, casimirs);
    append(known, energy());
    const MatX conserved = kernel_of(rate_equations(states));
    made.conserved = texts(conserved, known);
    return made;
  }

 private:
  Index count() const { return static_cast<Index>(functions_.size()); }

  void add(const Expr& variable, const Expr& written) {
    variables_.push_back(variable);
    names_.push_back(expr::text(written, 200));
  }

  /// sin(z) and cos(z) of a position of which the model has one.
  void add_circular() {
    std::vector<Expr> formulas = laws_.kinematics;
    for (const auto& potential : laws_.potentials) formulas.push_back(potential.energy);
    for (const auto& [place, formula] : laws_.mass.entries()) formulas.push_back(formula);
    for (const auto& row : laws_.velocity_constraints) formulas.push_back(row.formula);
    for (const auto& row : laws_.position_constraints) formulas.push_back(row.formula);
    const expr::Graph& graph = *laws_.graph;
    for (const std::uint32_t id : graph.cone(formulas)) {
      const expr::Op op = graph.node(id).op;
      if (op != expr::Op::kSin && op != expr::Op::kCos) continue;
      if (std::ranges::find(laws_.z, graph.operand(id, 0)) != laws_.z.end())
        add(graph.expr(id), graph.expr(id));
    }
  }

  /// Values of the variables, and of their derivatives by x, in every state.
  void prepare(const std::vector<State>& states) {
    std::vector<Expr> xs = laws_.z;
    xs.insert(xs.end(), laws_.p.begin(), laws_.p.end());
    const expr::SparseJacobian slopes = expr::jacobian(variables_, xs);
    std::vector<Expr> formulas = variables_;
    for (const auto& entry : slopes.entries) formulas.push_back(entry.value);
    const Values values(subject_.balance, formulas, subject_.parameters);
    const auto n = static_cast<Index>(xs.size());
    for (const State& state : states) {
      const std::vector<double> at = values.at(state);
      VecX y = Eigen::Map<const VecX>(at.data(), static_cast<Index>(variables_.size()));
      MatX slope = MatX::Zero(y.size(), n);
      for (std::size_t k = 0; k < slopes.entries.size(); ++k)
        slope(slopes.entries[k].row, slopes.entries[k].col) = at[variables_.size() + k];
      gradients_.push_back(gradient(y) * slope);
      values_.push_back(value(y));
    }
  }

  VecX value(const VecX& y) const {
    VecX made(count());
    for (Index k = 0; k < count(); ++k) {
      made[k] = 1;
      for (const int i : functions_[static_cast<std::size_t>(k)]) made[k] *= y[i];
    }
    return made;
  }
  /// (functions x variables)
  MatX gradient(const VecX& y) const {
    MatX made = MatX::Zero(count(), y.size());
    for (Index k = 0; k < count(); ++k) {
      const Monomial& one = functions_[static_cast<std::size_t>(k)];
      for (std::size_t a = 0; a < one.size(); ++a) {
        double term = 1;
        for (std::size_t b = 0; b < one.size(); ++b)
          if (a != b) term *= y[one[b]];
        made(k, one[a]) += term;
      }
    }
    return made;
  }

  /// X^T dC = 0 for all X = J alpha - rows mu with rows^T alpha = 0.               [004] (4.14)
  MatX casimir_equations(const std::vector<State>& states) const {
    const int n = subject_.matrices.n();
    const int rows = static_cast<int>(subject_.matrices.rows().size());
    MatX all(0, count());
    const std::size_t most = std::min(states.size(), functions_.size());
    for (std::size_t s = 0; s < most; ++s) {
      const StructureAt at = subject_.matrices.at(states[s]);
      const MatX b = dense(at.rows, n, rows);
      MatX flows(n, 0);
      const MatX by_efforts = dense(at.J, n, n) * structure::Subspaces(b.transpose()).kernel();
      flows.resize(n, by_efforts.cols() + b.cols());
      flows << by_efforts, b;
      append(all, (gradients_[s] * flows).transpose());
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
    MatX all(static_cast<Index>(states.size()), count());
    for (std::size_t s = 0; s < states.size(); ++s) {
      const std::vector<double> at = values.at(states[s]);
      const VecX rate = Eigen::Map<const VecX>(at.data(), static_cast<Index>(at.size()));
      all.row(static_cast<Index>(s)) = (gradients_[s] * rate).transpose();
    }
    return all;
  }

  /// Functions that have one value in all states.
  MatX constant_equations() const {
    MatX all(static_cast<Index>(values_.size()) - 1, count());
    for (Index s = 0; s < all.rows(); ++s)
      all.row(s) = (values_[static_cast<std::size_t>(s) + 1] - values_.front()).transpose();
    return all;
  }

  /// The energy as a combination of the functions and a constant, if it is one.
  MatX energy() const {
    std::vector<Expr> parts{subject_.balance.kinetic_energy()};
    for (const auto& potential : laws_.potentials) parts.push_back(potential.energy);
    const Values formulas(subject_.balance, parts, subject_.parameters);
    MatX all(static_cast<Index>(values_.size()), count() + 1);
    VecX energies(all.rows());
    for (std::size_t s = 0; s < values_.size(); ++s) {
      all.row(static_cast<Index>(s)) << values_[s].transpose(), 1.0;
      const std::vector<double> at = formulas.at((*states_)[s]);
      energies[static_cast<Index>(s)] = std::accumulate(at.begin(), at.end(), 0.0);
    }
    const VecX found = all.completeOrthogonalDecomposition().solve(energies);
    const double left = (all * found - energies).cwiseAbs().maxCoeff();
    if (!(left < 1e-8 * (1 + energies.cwiseAbs().maxCoeff()))) return MatX(0, count());
    return found.head(count()).transpose();
  }

  /// Combinations of functions that meet the equations, as rows.
  MatX kernel_of(const MatX& equations) const {
    if (equations.rows() == 0 || !equations.allFinite()) return MatX(0, count());
    // Functions of very different size would hide each other.
    VecX size = equations.colwise().norm().cwiseMax(1e-300).transpose();
    const double largest = size.maxCoeff();
    for (double& one : size)
      if (one < 1e-12 * largest) one = 1;
    const MatX scaled = equations * size.cwiseInverse().asDiagonal();
    const MatX kernel = structure::Subspaces(scaled).kernel();
    return (size.cwiseInverse().asDiagonal() * kernel).transpose();
  }

  static void append(MatX& to, const MatX& more) {
    MatX both(to.rows() + more.rows(), more.cols());
    both << to, more;
    to = std::move(both);
  }

  /// What of the rows is not in `known`, nor a product of what is listed already, as formulas.
  std::vector<std::string> texts(MatX found, MatX known) const {
    std::vector<std::string> list;
    if (found.rows() == 0) return list;
    reduce(found);
    // Simple ones first; products of those that were listed count as known.
    std::vector<VecX> listed;
    for (Index row = found.rows() - 1; row >= 0 && list.size() < kMostListed; --row) {
      const VecX candidate = found.row(row).transpose();
      MatX with = known;
      append(with, candidate.transpose());
      if (rank(with) == rank(known)) continue;
      list.push_back(written(candidate));
      for (const VecX& other : listed)
        if (const VecX both = product(candidate, other); both.size() > 0)
          append(known, both.transpose());
      if (const VecX square = product(candidate, candidate); square.size() > 0)
        append(known, square.transpose());
      listed.push_back(candidate);
      append(known, candidate.transpose());
    }
    return list;
  }

  static Index rank(const MatX& rows) {
    if (rows.rows() == 0) return 0;
    MatX scaled = rows;
    for (Index i = 0; i < rows.rows(); ++i)
      if (const double size = rows.row(i).norm(); size > 0) scaled.row(i) /= size;
    // Rows of length 1, of which products of rounded coefficients differ by 1e-7.
    return structure::Subspaces(scaled, 1e-7 / structure::kRankCut).rank();
  }

  /// The product of two combinations, empty where it is none of the functions.
  VecX product(const VecX& a, const VecX& b) const {
    VecX made = VecX::Zero(count());
    for (Index i = 0; i < count(); ++i)
      for (Index j = 0; j < count(); ++j) {
        if (std::abs(a[i]) < 1e-9 || std::abs(b[j]) < 1e-9) continue;
        Monomial both = functions_[static_cast<std::size_t>(i)];
        const Monomial& other = functions_[static_cast<std::size_t>(j)];
        both.insert(both.end(), other.begin(), other.end());
        std::ranges::sort(both);
        const auto place = std::ranges::find(functions_, both);
        if (place == functions_.end()) return VecX();
        made[place - functions_.begin()] += a[i] * b[j];
      }
    return made;
  }

  std::string written(const VecX& row) const {
    std::string text;
    const double largest = row.cwiseAbs().maxCoeff();
    for (Index k = 0; k < row.size(); ++k) {
      if (std::abs(row[k]) < 1e-7 * largest) continue;
      const double factor = row[k];
      if (!text.empty())
        text += factor < 0 ? " - " : " + ";
      else if (factor < 0)
        text += "-";
      if (const std::string size = rounded_digits(std::abs(factor), 6); size != "1")
        text += size + "*";
      text += written(functions_[static_cast<std::size_t>(k)]);
    }
    return text;
  }
  std::string written(const Monomial& one) const {
    std::string text;
    for (std::size_t a = 0; a < one.size();) {
      std::size_t b = a;
      while (b < one.size() && one[b] == one[a]) ++b;
      if (a > 0) text += "*";
      text += names_[static_cast<std::size_t>(one[a])];
      if (b - a > 1) text += "^" + std::to_string(b - a);
      a = b;
    }
    return text;
  }

  const Subject& subject_;
  const Laws& laws_;
  std::vector<Expr> variables_;
  std::vector<std::string> names_;
  std::vector<Monomial> functions_;
  std::vector<MatX> gradients_;  // (states) (functions x n)
  std::vector<VecX> values_;     // (states) (functions)
  const std::vector<State>* states_ = nullptr;
};

}  // namespace

Invariants find_invariants(const Subject& subject) {
  Search search(subject);
  if (!search.is_possible()) return {};
  const std::vector<State> states =
      sample_states(subject.model, static_cast<int>(search.states()), kScatter);
  if (states.size() < search.states() / 2) return {};
  return search.run(states);
}

}  // namespace porthos::inspect
