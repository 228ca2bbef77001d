#include "inspect/function_space.hpp"

#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "base/digits.hpp"
#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/text.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// More functions would need more states than a reader waits for.
constexpr std::size_t kMostFunctions = 160;
constexpr int kMostDegree = 2;
/// Coefficients below this, relative to the largest, are rounding.
constexpr double kNoShare = 1e-8;
constexpr std::size_t kMostListed = 12;

bool is_clock(const Subject& subject, std::size_t z) {
  return subject.balance.whole().is_clock[z] != 0;
}

/// Reduced row echelon form in place, with pivots from the right-most column on, so that a row
/// starts with its most complicated function. Returns the pivots.
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
  // Rows of length 1; products of rounded coefficients differ by 1e-7.
  return structure::Subspaces(scaled, 1e-7 / structure::kRankCut).rank();
}

}  // namespace

FunctionSpace::FunctionSpace(const Subject& subject, std::vector<Expr> variables)
    : subject_(subject), variables_(std::move(variables)) {
  for (const Expr& variable : variables_) names_.push_back(expr::text(variable, 200));
  const int count = static_cast<int>(variables_.size());
  functions_ = monomials(count, kMostDegree);
  degree_ = count > 0 && functions_.size() == variables_.size() ? 1 : kMostDegree;
  scales_ = VecX::Ones(count);
}

/// All products of up to `degree` of `count` variables, low degrees first. A degree with too many
/// products is omitted.
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

/// The size that counts as zero for each variable: 1e-12 of 1, or of the momentum of a velocity of
/// size 1. Constraints hold only up to the rounding of their solution.
VecX FunctionSpace::nothing(const State& state) const {
  const Laws& laws = subject_.balance.laws();
  constexpr double kNothing = 1e-12;
  VecX made = VecX::Constant(static_cast<Index>(variables_.size()), kNothing);
  const expr::SparseJacobian mass = expr::jacobian(subject_.balance.momenta(), laws.w);
  std::vector<Expr> formulas;
  for (const auto& entry : mass.entries) formulas.push_back(entry.value);
  const std::vector<double> at = Values(subject_.balance, formulas, subject_.parameters).at(state);
  VecX sizes = VecX::Zero(static_cast<Index>(laws.p.size()));
  for (std::size_t k = 0; k < mass.entries.size(); ++k)
    sizes[mass.entries[k].row] += std::abs(at[k]);
  for (std::size_t i = 0; i < variables_.size(); ++i)
    if (const auto p = std::ranges::find(laws.p, variables_[i]); p != laws.p.end())
      made[static_cast<Index>(i)] *= sizes[p - laws.p.begin()];
  return made;
}

/// The median size of each variable, since some states may be far away.
void FunctionSpace::find_scales(const std::vector<VecX>& values, const VecX& nothing) {
  for (Index i = 0; i < scales_.size(); ++i) {
    std::vector<double> sizes;
    for (const VecX& y : values)
      if (const double size = std::abs(y[i]); size > nothing[i] && std::isfinite(size))
        sizes.push_back(size);
    if (sizes.size() < 1 + values.size() / 4) continue;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    scales_[i] = *middle;
  }
}

void FunctionSpace::look_at(const std::vector<State>& states) {
  const Laws& laws = subject_.balance.laws();
  const int z = static_cast<int>(laws.z.size());
  std::vector<Expr> xs{laws.t};
  std::vector<int> columns{z + static_cast<int>(laws.p.size())};
  for (int i = 0; i < z + static_cast<int>(laws.p.size()); ++i) {
    if (i < z && is_clock(subject_, index(i))) continue;
    xs.push_back(i < z ? laws.z[index(i)] : laws.p[index(i - z)]);
    columns.push_back(i);
  }
  const expr::SparseJacobian slopes = expr::jacobian(variables_, xs);
  std::vector<Expr> formulas = variables_;
  for (const auto& entry : slopes.entries) formulas.push_back(entry.value);
  const Values formula_values(subject_.balance, formulas, subject_.parameters);
  std::vector<VecX> variables;
  std::vector<MatX> rates;
  for (const State& state : states) {
    const std::vector<double> at = formula_values.at(state);
    variables.emplace_back(
        Eigen::Map<const VecX>(at.data(), static_cast<Index>(variables_.size())));
    MatX slope = MatX::Zero(variables.back().size(), columns.front() + 1);
    for (std::size_t k = 0; k < slopes.entries.size(); ++k)
      slope(slopes.entries[k].row, columns[index(slopes.entries[k].col)]) =
          at[variables_.size() + k];
    rates.push_back(std::move(slope));
  }
  if (values_.empty() && !states.empty()) find_scales(variables, nothing(states.front()));
  values_.clear();
  gradients_.clear();
  const VecX unit = scales_.cwiseInverse();
  for (std::size_t s = 0; s < states.size(); ++s) {
    const VecX y = variables[s].cwiseProduct(unit);
    gradients_.push_back(gradient(y) * (unit.asDiagonal() * rates[s]));
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

FunctionSpace::Found FunctionSpace::kernel_of(const MatX& equations, const MatX& sizes,
                                              double cut) {
  Found made{MatX(0, equations.cols()), VecX::Ones(equations.cols())};
  MatX scaled = equations, terms = sizes;
  if (equations.rows() == 0 || !equations.allFinite() || !sizes.allFinite()) return made;
  // Otherwise equations and functions of very different size would hide each other.
  for (int pass = 0; pass < 3; ++pass) {
    for (Index i = 0; i < terms.rows(); ++i)
      if (const double size = terms.row(i).maxCoeff(); size > 0) {
        terms.row(i) /= size;
        scaled.row(i) /= size;
      }
    for (Index k = 0; k < terms.cols(); ++k)
      if (const double size = terms.col(k).maxCoeff(); size > 0) {
        terms.col(k) /= size;
        scaled.col(k) /= size;
        made.weights[k] *= size;
      }
  }
  // A small direction that exceeds rounding is nearly constant. Then constant ones cannot be
  // distinguished from it.
  constexpr double kSure = 10;
  // One more column and row with a 1: small values are relative to the terms, even if all are
  // small.
  MatX padded = MatX::Zero(scaled.rows() + 1, scaled.cols() + 1);
  padded.topLeftCorner(scaled.rows(), scaled.cols()) = scaled;
  padded(scaled.rows(), scaled.cols()) = 1;
  const Orthogonal spaces(padded, cut);
  made.is_clear = spaces.rank() == Orthogonal(padded, kSure * cut).rank();
  if (made.is_clear)
    made.rows = (made.weights.cwiseInverse().asDiagonal() * spaces.kernel().topRows(scaled.cols()))
                    .transpose();
  return made;
}

std::optional<VecX> FunctionSpace::refined(const VecX& row, const VecX& weights,
                                           const MatX& equations, const MatX& sizes, double cut) {
  const VecX shares = row.cwiseProduct(weights).cwiseAbs();
  for (const double least : {1e-8, 1e-6, 1e-10, 1e-12, 1e-4}) {
    std::vector<Index> own;
    for (Index k = 0; k < row.size(); ++k)
      if (shares[k] > least * shares.maxCoeff()) own.push_back(k);
    if (own.empty()) return std::nullopt;  // terms at the limit of doubles
    const Found found = kernel_of(equations(Eigen::all, own), sizes(Eigen::all, own), cut);
    if (found.rows.rows() != 1) continue;
    VecX made = VecX::Zero(row.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      const auto column = static_cast<Index>(k);
      const double share = found.rows(0, column) * found.weights[column];
      if (std::abs(share) > kNoShare) made[own[k]] = found.rows(0, column);
    }
    if (!made.isZero(0) && residual(made, equations, sizes) <= 10 * cut) return made;
  }
  return std::nullopt;
}

double FunctionSpace::residual(const VecX& row, const MatX& equations, const MatX& sizes) {
  double largest = 0;
  for (Index i = 0; i < equations.rows(); ++i) {
    const double size = sizes.row(i) * row.cwiseAbs(), left = std::abs(equations.row(i) * row);
    if (!std::isfinite(left) || !std::isfinite(size)) continue;
    if (size > 0) largest = std::max(largest, left / size);
  }
  return largest;
}

MatX FunctionSpace::constants() const {
  MatX all(static_cast<Index>(values_.size()) - 1, count()), sizes = all;
  for (Index s = 0; s < all.rows(); ++s) {
    const VecX& one = values_[static_cast<std::size_t>(s) + 1];
    all.row(s) = (one - values_.front()).transpose();
    sizes.row(s) = one.cwiseAbs().cwiseMax(1.0).transpose();
  }
  return kernel_of(all, sizes, 1e-10).rows;
}

MatX FunctionSpace::flat(const std::vector<MatX>& tangents, double cut) const {
  constexpr double kRounding = 1e-12;
  MatX left(0, count()), terms(0, count());
  const Index enough = 3 * count() + 60;
  for (std::size_t s = 0; s < tangents.size() && left.rows() < enough; ++s) {
    const MatX& slopes = gradients_[s];
    const Index z = tangents[s].rows(), rest = slopes.cols() - z;
    MatX ways = MatX::Zero(slopes.cols(), tangents[s].cols() + rest);
    ways.topLeftCorner(z, tangents[s].cols()) = tangents[s];
    ways.bottomRightCorner(rest, rest).setIdentity();
    const MatX along = (slopes * ways).transpose();
    const MatX sizes = (slopes.cwiseAbs() * ways.cwiseAbs()).transpose();
    append(left, (along.array().abs() > kRounding * sizes.array()).select(along, 0.0));
    append(terms, sizes);
  }
  return kernel_of(left, terms, cut).rows;
}

void FunctionSpace::append(MatX& to, const MatX& more) {
  MatX both(to.rows() + more.rows(), more.cols());
  both << to, more;
  to = std::move(both);
}

std::vector<VecX> FunctionSpace::reduced(const Found& found, MatX known,
                                         const std::vector<VecX>& factors) const {
  std::vector<VecX> listed, all = factors;
  if (found.rows.rows() == 0) return listed;
  const auto weighted = [&](const MatX& rows) -> MatX { return rows * found.weights.asDiagonal(); };
  MatX candidates = weighted(found.rows);
  candidates.conservativeResize(static_cast<Index>(reduce(candidates).size()), Eigen::NoChange);
  known = weighted(known);
  for (Index row = candidates.rows() - 1; row >= 0 && listed.size() < kMostListed; --row) {
    VecX candidate = candidates.row(row).transpose();
    candidate /= candidate.cwiseAbs().maxCoeff();
    MatX with = known;
    append(with, candidate.transpose());
    if (rank(with) == rank(known)) continue;
    append(known, candidate.transpose());
    listed.push_back(candidate.cwiseQuotient(found.weights));
    all.push_back(listed.back());
    append(known, weighted(products(all)));
  }
  return listed;
}

MatX FunctionSpace::products(const std::vector<VecX>& rows) const {
  MatX made(0, count());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (const VecX both = product(rows[i], rows[j]); both.size() > 0)
        append(made, both.transpose());
  return made;
}

/// The product of two combinations; empty if it is not in the space.
VecX FunctionSpace::product(const VecX& a, const VecX& b) const {
  VecX made = VecX::Zero(count());
  for (Index i = 0; i < count(); ++i)
    for (Index j = 0; j < count(); ++j) {
      if (a[i] == 0 || b[j] == 0) continue;
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

std::string FunctionSpace::text(const VecX& row) const {
  std::string text;
  VecX factors = row;
  for (Index k = 0; k < row.size(); ++k)
    for (const int i : functions_[index(k)]) factors[k] /= scales_[i];
  // Normalizes the last and most complicated term to 1. Of both signs it takes the one with fewer
  // minus signs and no leading minus sign.
  double signs = 0, first = 0, last = 1;
  for (const double factor : factors) {
    if (factor == 0) continue;
    if (first == 0) first = factor < 0 ? -1 : 1;
    signs += factor < 0 ? -1 : 1;
    last = std::abs(factor);
  }
  const double sign = signs < 0 || (signs == 0 && first < 0) ? -1 : 1;
  for (Index k = 0; k < row.size(); ++k) {
    const double factor = sign * factors[k] / last;
    if (factor == 0) continue;
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

}  // namespace porthos::inspect
