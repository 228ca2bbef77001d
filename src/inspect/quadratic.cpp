#include "inspect/quadratic.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "base/linear.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "structure/decompositions.hpp"

namespace porthos::inspect {
namespace {

constexpr std::size_t kLargestForm = 12;

/// Second derivatives of a formula that is a quadratic form of xs; empty if it is not, or not known
/// to be.
std::optional<std::vector<Expr>> form_of(const Expr& f, const std::vector<Expr>& xs) {
  if (f.graph() == nullptr || xs.empty() || xs.size() > kLargestForm) return std::nullopt;
  const expr::Graph& graph = *f.graph();
  for (const std::uint32_t id : graph.cone({&f, 1})) {
    const expr::Op op = graph.node(id).op;
    // Derivatives of these operations do not determine the formula.
    const bool is_broken = expr::is_piecewise_constant(op) || op == expr::Op::kIf ||
                           op == expr::Op::kAbs || op == expr::Op::kMin || op == expr::Op::kMax;
    if (is_broken && expr::depends_on_any(graph.expr(id), xs)) return std::nullopt;
  }
  expr::Ranges at_zero;
  for (const Expr& x : xs) at_zero.set(x, {0, 0});
  const auto is_zero_there = [&](const Expr& formula) {
    const expr::Interval value = at_zero.of(formula);
    return value.lo == 0 && value.hi == 0;
  };
  const std::vector<Expr> slope = expr::gradient(f, xs);
  if (!is_zero_there(f) || !std::ranges::all_of(slope, is_zero_there)) return std::nullopt;
  std::vector<Expr> second;
  for (const Expr& one : slope)
    for (const Expr& x : xs) {
      second.push_back(expr::derivative(one, x));
      if (expr::depends_on_any(second.back(), xs)) return std::nullopt;
    }
  return second;
}

/// H with a unit diagonal, S H S, and the diagonal of S.
struct Scaled {
  MatX matrix;
  VecX scale;
};

Scaled with_unit_diagonal(const MatX& matrix) {
  Scaled made{matrix, VecX::Ones(matrix.rows())};
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    const double size = std::abs(matrix(i, i));
    const double other = matrix.row(i).cwiseAbs().maxCoeff();
    if (size > 0)
      made.scale[i] = 1 / std::sqrt(size);
    else if (other > 0)
      made.scale[i] = 1 / other;
  }
  made.matrix = made.scale.asDiagonal() * matrix * made.scale.asDiagonal();
  return made;
}

std::optional<MatX> numbers_of(expr::Ranges& ranges, const std::vector<Expr>& second,
                               Eigen::Index n) {
  MatX matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const expr::Interval value = ranges.of(second[index(i * n + j)]);
      matrix(i, j) = 0.5 * (value.lo + value.hi);
      const double width = value.hi - value.lo;
      if (!(width <= 1e-12 * std::max(std::abs(value.lo), std::abs(value.hi)))) return std::nullopt;
    }
  return matrix;
}

}  // namespace

bool is_nonnegative_form(const ClaimValues& values) {
  std::vector<Expr> xs = values.symbols(SlotKind::kPosition);
  for (const SlotKind kind : {SlotKind::kVelocity, SlotKind::kReaction, SlotKind::kOther})
    for (const Expr& symbol : values.symbols(kind)) xs.push_back(symbol);
  const auto second = form_of(values.sum(), xs);
  if (!second) return false;
  expr::Ranges ranges = values.ranges();
  const auto n = static_cast<Eigen::Index>(xs.size());
  const auto matrix = numbers_of(ranges, *second, n);
  if (!matrix) return false;
  const Scaled scaled = with_unit_diagonal(*matrix);
  const Eigen::SelfAdjointEigenSolver<MatX> solver(scaled.matrix, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[0] >= -1e-13 * static_cast<double>(n);
}

std::optional<std::vector<double>> along_eigenvector(const ClaimValues& values,
                                                     const std::vector<double>& base) {
  const std::vector<Expr> xs = values.symbols(SlotKind::kVelocity);
  const auto second = form_of(values.sum(), xs);
  if (!second) return std::nullopt;
  expr::Ranges ranges;
  for (std::size_t i = 0; i < base.size(); ++i)
    ranges.set(values.slots()[i].symbol, {base[i], base[i]});
  const auto n = static_cast<Eigen::Index>(xs.size());
  const auto matrix = numbers_of(ranges, *second, n);
  if (!matrix) return std::nullopt;
  const Scaled scaled = with_unit_diagonal(*matrix);
  const Eigen::SelfAdjointEigenSolver<MatX> solver(scaled.matrix);
  const VecX direction = scaled.scale.asDiagonal() * solver.eigenvectors().col(0);
  std::vector<double> point = base;
  for (std::size_t i = 0, k = 0; i < base.size(); ++i)
    if (values.slots()[i].kind == SlotKind::kVelocity)
      point[i] = direction[static_cast<Eigen::Index>(k++)];
  return values.is_negative(point) ? std::optional(point) : std::nullopt;
}

}  // namespace porthos::inspect
