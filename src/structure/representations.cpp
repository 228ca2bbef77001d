#include "structure/representations.hpp"

#include <algorithm>
#include <limits>

#include "base/index.hpp"
#include "structure/distributions.hpp"

namespace porthos::structure {
namespace {

std::string why_not_dirac(const Dirac& dirac) {
  for (const Check& check : dirac.check())
    if (check.verdict != Verdict::kHolds) return "this is not a Dirac structure: " + to_text(check);
  return "";
}

/// Of both representations with a skew matrix: from = map to modulo Im free, on the complement of
/// `free`. J = Pi K L^+ of [004] (3.31), Pi the projector along Im free, for the basis (K, L).
MatX skew_map(const MatX& K, const MatX& L, const MatX& free) {
  const MatX map = K * pseudo_inverse(L, 1);
  const MatX J = map - free * (free.transpose() * map);
  return (J - J.transpose()) / 2;  // which only rounding changes
}

/// Whether port i's flow is an answer, its effort given, is bit i.
struct Split {
  std::vector<bool> is_answer;
  double condition = std::numeric_limits<double>::infinity();
};

MatX answers(const Kernel& kernel, const std::vector<bool>& is_answer) {
  MatX columns(kernel.F.rows(), kernel.F.cols());
  for (Index i = 0; i < columns.cols(); ++i)
    columns.col(i) = is_answer[index(i)] ? kernel.F.col(i) : MatX(-kernel.E.col(i));
  return columns;
}

double condition(const MatX& square) {
  const VecX values = Eigen::JacobiSVD<MatX>(square).singularValues();
  return values(values.size() - 1) > 0 ? values(0) / values(values.size() - 1)
                                       : std::numeric_limits<double>::infinity();
}

Split best_split(const Kernel& kernel) {
  const auto n = static_cast<std::size_t>(kernel.F.cols());
  Split best;
  for (unsigned bits = 0; bits < 1u << n; ++bits) {
    Split split{std::vector<bool>(n)};
    for (std::size_t i = 0; i < n; ++i) split.is_answer[i] = (bits >> i & 1) == 0;
    split.condition = condition(answers(kernel, split.is_answer));
    // Rounding decides between equals nowhere: the first of them is taken.
    constexpr double kBetter = 1 - 1e-9;
    if (split.condition < kBetter * best.condition) best = split;
  }
  return best;
}

/// The longest column of those left, of either kind, is the next answer; its partner is given. What
/// is left is again a Dirac structure, with one port less, and so has a column that is not zero.
Split pivoted_split(const Kernel& kernel) {
  const Index n = kernel.F.cols();
  Split split{std::vector<bool>(static_cast<std::size_t>(n))};
  MatX F = kernel.F, E = kernel.E;
  std::vector<bool> is_open(static_cast<std::size_t>(n), true);
  for (Index step = 0; step < n; ++step) {
    Index pivot = 0;
    double longest = -1;
    for (Index i = 0; i < n; ++i) {
      const double length = std::max(F.col(i).norm(), E.col(i).norm());
      if (!is_open[index(i)] || length <= longest) continue;
      pivot = i;
      longest = length;
    }
    const bool is_flow = F.col(pivot).norm() >= E.col(pivot).norm();
    split.is_answer[index(pivot)] = is_flow;
    is_open[index(pivot)] = false;
    const VecX along = (is_flow ? F.col(pivot) : E.col(pivot)).normalized();
    F -= along * (along.transpose() * F).eval();
    E -= along * (along.transpose() * E).eval();
  }
  split.condition = condition(answers(kernel, split.is_answer));
  return split;
}

}  // namespace

Image to_image(const Dirac& dirac) { return {dirac.flows(), dirac.efforts()}; }

Kernel to_kernel(const Dirac& dirac) {
  const MatX rows = Subspaces(dirac.basis()).left_kernel().transpose();  // [N_f N_e]
  return {rows.leftCols(dirac.size()), -rows.rightCols(dirac.size())};
}

Available<Constrained> to_constrained(const Dirac& dirac) {
  if (!dirac.is_dirac()) return {std::nullopt, why_not_dirac(dirac)};
  const MatX G0 = find_distributions(dirac).G0;
  return {Constrained{skew_map(dirac.flows(), dirac.efforts(), G0), G0}, ""};
}

Available<Presymplectic> to_presymplectic(const Dirac& dirac) {
  if (!dirac.is_dirac()) return {std::nullopt, why_not_dirac(dirac)};
  const MatX P0 = find_distributions(dirac).P0;
  return {Presymplectic{skew_map(dirac.efforts(), dirac.flows(), P0), P0.transpose()}, ""};
}

Available<InputOutput> to_input_output(const Dirac& dirac) {
  if (!dirac.is_dirac()) return {std::nullopt, why_not_dirac(dirac)};
  const Distributions all = find_distributions(dirac);
  if (all.G0.cols() == 0)
    return {InputOutput{false, skew_map(dirac.flows(), dirac.efforts(), all.G0)}, ""};
  if (all.P0.cols() == 0)
    return {InputOutput{true, skew_map(dirac.efforts(), dirac.flows(), all.P0)}, ""};
  return {std::nullopt,
          "f = J e needs G0 = 0, and G0 has dimension " + std::to_string(all.G0.cols()) +
              " (so many efforts are constrained); e = J f needs P0 = 0, and P0 has dimension " +
              std::to_string(all.P0.cols()) + " (so many flows are)"};
}

Available<Hybrid> to_hybrid(const Dirac& dirac) {
  if (!dirac.is_dirac()) return {std::nullopt, why_not_dirac(dirac)};
  constexpr Index kAllSplits = 8;  // 2^8 of them take about a millisecond
  const Index n = dirac.size();
  if (n == 0) return {Hybrid{{}, {}, MatX(0, 0)}, ""};
  const Kernel kernel = to_kernel(dirac);
  const Split split = n <= kAllSplits ? best_split(kernel) : pivoted_split(kernel);
  Hybrid hybrid;
  for (Index i = 0; i < n; ++i) (split.is_answer[index(i)] ? hybrid.a : hybrid.b).push_back(i);
  MatX left(n, n), right(n, n);  // left (f_a; e_b) = right (e_a; f_b)
  Index column = 0;
  for (const Index i : hybrid.a) {
    left.col(column) = kernel.F.col(i);
    right.col(column++) = kernel.E.col(i);
  }
  for (const Index i : hybrid.b) {
    left.col(column) = -kernel.E.col(i);
    right.col(column++) = -kernel.F.col(i);
  }
  const MatX J = left.fullPivLu().solve(right);
  hybrid.J = (J - J.transpose()) / 2;
  hybrid.condition = split.condition;
  return {hybrid, ""};
}

Dirac make(const InputOutput& r) {
  const MatX given = MatX::Identity(r.J.rows(), r.J.rows());
  return r.is_inverse ? Dirac::image(given, r.J) : Dirac::image(r.J, given);
}

Dirac make(const Hybrid& r) {
  const Index n = r.J.rows();
  MatX K(n, n), L(n, n);
  const MatX given = MatX::Identity(n, n);
  Index row = 0;
  for (const Index i : r.a) {
    K.row(i) = r.J.row(row);
    L.row(i) = given.row(row++);
  }
  for (const Index i : r.b) {
    K.row(i) = given.row(row);
    L.row(i) = r.J.row(row++);
  }
  return Dirac::image(K, L);
}

}  // namespace porthos::structure
