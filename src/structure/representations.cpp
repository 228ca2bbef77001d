#include "structure/representations.hpp"

#include <algorithm>
#include <limits>

#include "base/index.hpp"
#include "structure/decompositions.hpp"

namespace porthos::structure {
namespace {

std::string why_not_dirac(const Dirac& dirac) {
  for (const Check& check : dirac.check())
    if (check.verdict != Verdict::kHolds) return "this is not a Dirac structure: " + to_text(check);
  return "";
}

/// f = J e + g x, 0 = g^T e for the ports of `free`; f = J e for the others.
struct Split {
  MatX J, g;
  std::string doubt;
};

/// Uses as many efforts as possible as inputs, or as many flows if `is_dual`.
Split given(SkewForm form, bool is_dual) {
  const Index n = form.size();
  Ports exchanged;
  for (Index i = 0; i < n; ++i)
    if ((form.gives_flow[index(i)] != 0) != is_dual) exchanged.push_back(i);
  Split split{MatX::Zero(n, n), MatX(n, 0), ""};
  const Ports free = exchange_within(form, exchanged, split.doubt);
  split.J = form.J;
  MatX g = form.J(Eigen::all, free);
  for (std::size_t k = 0; k < free.size(); ++k) {
    split.J.row(free[k]).setZero();
    split.J.col(free[k]).setZero();
    for (const Index other : free) g(other, static_cast<Index>(k)) = 0;
    g(free[k], static_cast<Index>(k)) = 1;
  }
  split.g = orthonormal_basis(g);
  return split;
}

/// For each port: whether its flow is the output and its effort the input.
struct Choice {
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

Choice best_choice(const Kernel& kernel) {
  const auto n = static_cast<std::size_t>(kernel.F.cols());
  Choice best;
  for (unsigned bits = 0; bits < 1u << n; ++bits) {
    Choice choice{std::vector<bool>(n)};
    for (std::size_t i = 0; i < n; ++i) choice.is_answer[i] = (bits >> i & 1) == 0;
    choice.condition = condition(answers(kernel, choice.is_answer));
    // Rounding never decides between equal choices: the first one is taken.
    constexpr double kBetter = 1 - 1e-9;
    if (choice.condition < kBetter * best.condition) best = choice;
  }
  return best;
}

}  // namespace

Image to_image(const Dirac& dirac) { return {dirac.flows(), dirac.efforts()}; }

Kernel to_kernel(const Dirac& dirac) {
  // A Dirac structure is orthogonal to itself: L^T f + K^T e = 0.
  if (dirac.form()) return {dirac.efforts().transpose(), -dirac.flows().transpose()};
  const MatX rows = Subspaces(dirac.basis()).left_kernel().transpose();  // [N_f N_e]
  return {rows.leftCols(dirac.size()), -rows.rightCols(dirac.size())};
}

Available<Constrained> to_constrained(const Dirac& dirac) {
  if (!dirac.is_dirac() || !dirac.form()) return {std::nullopt, why_not_dirac(dirac)};
  Split split = given(*dirac.form(), false);
  if (!split.doubt.empty()) return {std::nullopt, split.doubt};
  return {Constrained{std::move(split.J), std::move(split.g)}, ""};
}

Available<Presymplectic> to_presymplectic(const Dirac& dirac) {
  if (!dirac.is_dirac() || !dirac.form()) return {std::nullopt, why_not_dirac(dirac)};
  Split split = given(*dirac.form(), true);
  if (!split.doubt.empty()) return {std::nullopt, split.doubt};
  return {Presymplectic{std::move(split.J), split.g.transpose()}, ""};
}

Available<InputOutput> to_input_output(const Dirac& dirac) {
  if (!dirac.is_dirac() || !dirac.form()) return {std::nullopt, why_not_dirac(dirac)};
  const Split by_efforts = given(*dirac.form(), false), by_flows = given(*dirac.form(), true);
  if (by_efforts.doubt.empty() && by_efforts.g.cols() == 0)
    return {InputOutput{false, by_efforts.J}, ""};
  if (by_flows.doubt.empty() && by_flows.g.cols() == 0) return {InputOutput{true, by_flows.J}, ""};
  for (const Split* split : {&by_efforts, &by_flows})
    if (!split->doubt.empty()) return {std::nullopt, split->doubt};
  return {std::nullopt,
          "f = J e needs G0 = 0, and G0 has dimension " + std::to_string(by_efforts.g.cols()) +
              " (so many efforts are constrained); e = J f needs P0 = 0, and P0 has dimension " +
              std::to_string(by_flows.g.cols()) + " (so many flows are)"};
}

Available<Hybrid> to_hybrid(const Dirac& dirac) {
  if (!dirac.is_dirac() || !dirac.form()) return {std::nullopt, why_not_dirac(dirac)};
  constexpr Index kAllChoices = 8;  // 2^8 choices take about a millisecond
  const Index n = dirac.size();
  SkewForm form = *dirac.form();
  Hybrid hybrid;
  if (n > 0 && n <= kAllChoices) {
    const Choice choice = best_choice(to_kernel(dirac));
    Ports exchanged;
    for (Index i = 0; i < n; ++i)
      if ((form.gives_flow[index(i)] == 0) != choice.is_answer[index(i)]) exchanged.push_back(i);
    exchange_within(form, exchanged, hybrid.doubt);
  }
  for (Index i = 0; i < n; ++i) (form.gives_flow[index(i)] ? hybrid.b : hybrid.a).push_back(i);
  Ports order = hybrid.a;
  order.insert(order.end(), hybrid.b.begin(), hybrid.b.end());
  const SkewForm sorted = part_of(form, order);
  hybrid.J = sorted.J;
  hybrid.error = sorted.error;
  std::vector<bool> is_answer;
  for (const char gives_flow : form.gives_flow) is_answer.push_back(!gives_flow);
  if (n > 0) hybrid.condition = condition(answers(to_kernel(dirac), is_answer));
  return {hybrid, ""};
}

Dirac make(const InputOutput& r) {
  return r.is_inverse ? Dirac::presymplectic(r.J, MatX(0, r.J.rows()))
                      : Dirac::constrained(r.J, MatX(r.J.rows(), 0));
}

Dirac make(const Hybrid& r) {
  const Index n = r.J.rows();
  Ports place(index(n));  // of each port in the order a, b
  for (std::size_t k = 0; k < r.a.size(); ++k) place[index(r.a[k])] = static_cast<Index>(k);
  for (std::size_t k = 0; k < r.b.size(); ++k)
    place[index(r.b[k])] = static_cast<Index>(r.a.size() + k);
  if (is_skew(r.J)) {
    SkewForm form = skew_form(r.J, false);
    for (std::size_t k = r.a.size(); k < index(n); ++k) form.gives_flow[k] = 1;
    if (r.error.size() > 0) form.error = r.error;
    form.doubt = r.doubt;
    return Dirac::of(part_of(form, place));
  }
  const auto first = static_cast<Index>(r.a.size());
  MatX K = MatX::Identity(n, n), L = MatX::Identity(n, n);
  K.topRows(first) = r.J.topRows(first);
  L.bottomRows(n - first) = r.J.bottomRows(n - first);
  return Dirac::image(K(place, Eigen::all), L(place, Eigen::all));
}

}  // namespace porthos::structure
