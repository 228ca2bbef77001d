#include "inspect/function_space.hpp"

#include <algorithm>
#include <cmath>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/text.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// More functions need more states than a reader waits for.
constexpr std::size_t kMostFunctions = 75;
constexpr int kMostDegree = 2;
constexpr std::size_t kMostListed = 12;

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

Index rank(const MatX& rows) {
  if (rows.rows() == 0) return 0;
  MatX scaled = rows;
  for (Index i = 0; i < rows.rows(); ++i)
    if (const double size = rows.row(i).norm(); size > 0) scaled.row(i) /= size;
  // Rows of length 1, of which products of rounded coefficients differ by 1e-7.
  return structure::Subspaces(scaled, 1e-7 / structure::kRankCut).rank();
}

}  // namespace

FunctionSpace::FunctionSpace(const Subject& subject, std::vector<Expr> variables)
    : subject_(subject), variables_(std::move(variables)) {
  for (const Expr& variable : variables_) names_.push_back(expr::text(variable, 200));
  functions_ = monomials(static_cast<int>(variables_.size()), kMostDegree);
}

/// All products of up to `degree` of `count` variables, low degrees first; too many are none.
std::vector<FunctionSpace::Monomial> FunctionSpace::monomials(int count, int degree) {
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

void FunctionSpace::look_at(const std::vector<State>& states) {
  const Laws& laws = subject_.balance.laws();
  std::vector<Expr> xs = laws.z;
  xs.insert(xs.end(), laws.p.begin(), laws.p.end());
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

VecX FunctionSpace::value(const VecX& y) const {
  VecX made(count());
  for (Index k = 0; k < count(); ++k) {
    made[k] = 1;
    for (const int i : functions_[index(k)]) made[k] *= y[i];
  }
  return made;
}

/// (functions x variables)
MatX FunctionSpace::gradient(const VecX& y) const {
  MatX made = MatX::Zero(count(), y.size());
  for (Index k = 0; k < count(); ++k) {
    const Monomial& one = functions_[index(k)];
    for (std::size_t a = 0; a < one.size(); ++a) {
      double term = 1;
      for (std::size_t b = 0; b < one.size(); ++b)
        if (a != b) term *= y[one[b]];
      made(k, one[a]) += term;
    }
  }
  return made;
}

MatX FunctionSpace::kernel_of(const MatX& equations) const {
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

MatX FunctionSpace::constants() const {
  MatX all(static_cast<Index>(values_.size()) - 1, count());
  for (Index s = 0; s < all.rows(); ++s)
    all.row(s) = (values_[static_cast<std::size_t>(s) + 1] - values_.front()).transpose();
  return kernel_of(all);
}

void FunctionSpace::append(MatX& to, const MatX& more) {
  MatX both(to.rows() + more.rows(), more.cols());
  both << to, more;
  to = std::move(both);
}

std::vector<std::string> FunctionSpace::texts(MatX found, MatX known) const {
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

/// The product of two combinations, empty where it is none of the functions.
VecX FunctionSpace::product(const VecX& a, const VecX& b) const {
  VecX made = VecX::Zero(count());
  for (Index i = 0; i < count(); ++i)
    for (Index j = 0; j < count(); ++j) {
      if (std::abs(a[i]) < 1e-9 || std::abs(b[j]) < 1e-9) continue;
      Monomial both = functions_[index(i)];
      const Monomial& other = functions_[index(j)];
      both.insert(both.end(), other.begin(), other.end());
      std::ranges::sort(both);
      const auto place = std::ranges::find(functions_, both);
      if (place == functions_.end()) return VecX();
      made[place - functions_.begin()] += a[i] * b[j];
    }
  return made;
}

std::string FunctionSpace::written(const VecX& row) const {
  std::string text;
  const double largest = row.cwiseAbs().maxCoeff();
  // A constant of either sign is one: with as few minus signs as can be, the first term without.
  double signs = 0, first = 0;
  for (const double factor : row) {
    if (std::abs(factor) < 1e-7 * largest) continue;
    if (first == 0) first = factor < 0 ? -1 : 1;
    signs += factor < 0 ? -1 : 1;
  }
  const double sign = signs < 0 || (signs == 0 && first < 0) ? -1 : 1;
  for (Index k = 0; k < row.size(); ++k) {
    if (std::abs(row[k]) < 1e-7 * largest) continue;
    const double factor = sign * row[k];
    if (!text.empty())
      text += factor < 0 ? " - " : " + ";
    else if (factor < 0)
      text += "-";
    if (const std::string size = rounded_digits(std::abs(factor), 6); size != "1")
      text += size + "*";
    text += written(functions_[index(k)]);
  }
  return text;
}

std::string FunctionSpace::written(const Monomial& one) const {
  std::string text;
  for (std::size_t a = 0; a < one.size();) {
    std::size_t b = a;
    while (b < one.size() && one[b] == one[a]) ++b;
    if (a > 0) text += "*";
    text += names_[index(one[a])];
    if (b - a > 1) text += "^" + std::to_string(b - a);
    a = b;
  }
  return text;
}

std::vector<Expr> circular_functions(const Laws& laws, const std::vector<Expr>& formulas) {
  std::vector<Expr> made;
  const expr::Graph& graph = *laws.graph;
  std::vector<Expr> angles;
  for (const std::uint32_t id : graph.cone(formulas))
    if (const expr::Op op = graph.node(id).op; op == expr::Op::kSin || op == expr::Op::kCos)
      angles.push_back(graph.operand(id, 0));
  // Of one the derivative is the other.
  for (const Expr& z : laws.z)
    if (std::ranges::find(angles, z) != angles.end()) made.insert(made.end(), {sin(z), cos(z)});
  return made;
}

}  // namespace porthos::inspect
