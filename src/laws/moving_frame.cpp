#include "laws/moving_frame.hpp"

#include <algorithm>
#include <numeric>

#include "base/index.hpp"
#include "expr/agree.hpp"
#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/query.hpp"

namespace porthos::laws {
namespace {

/// The groups of velocities that a position-dependent mass couples: their indices, each group in
/// order.
std::vector<std::vector<int>> moving_groups(const Laws& laws) {
  std::vector<int> group(laws.w.size());
  std::iota(group.begin(), group.end(), 0);
  const auto root = [&](int i) {
    while (group[index(i)] != i) i = group[index(i)];
    return i;
  };
  for (const auto& [place, formula] : laws.mass.entries()) {
    const int a = root(place.first), b = root(place.second);
    group[index(std::max(a, b))] = std::min(a, b);
  }
  std::vector<char> moves(group.size());
  for (const auto& [place, formula] : laws.mass.entries())
    if (expr::depends_on_any(formula, laws.z)) moves[index(root(place.first))] = 1;
  std::vector<std::vector<int>> made;
  for (int first = 0; first < static_cast<int>(group.size()); ++first) {
    if (!moves[index(first)] || root(first) != first) continue;
    made.emplace_back();
    for (int i = first; i < static_cast<int>(group.size()); ++i)
      if (root(i) == first) made.back().push_back(i);
  }
  return made;
}

/// u = A v, v = S u, and the indices with D = 1. A is the identity where M is constant.
struct Frame {
  Matrix A, S;
  std::vector<char> has_mass;
};

/// Cholesky's method for one group: M = A^T D A.
void decompose(const Matrix& mass, const std::vector<int>& group, Frame& frame) {
  Matrix M = mass;
  const std::size_t n = group.size();
  for (std::size_t i = 0; i < n; ++i) {
    const int row = group[i];
    const Expr pivot = M(row, row);
    // Algebra may not detect that the difference is zero, so it is compared with its terms.
    const std::vector<Expr> found{pivot, mass(row, row)}, zero{Expr(0.0), mass(row, row)};
    if (is_zero(pivot) || expr::agree(found, zero, false)) {
      frame.has_mass[index(row)] = 0;
      frame.A.entries()[{row, row}] = Expr(1.0);
      continue;
    }
    const Expr length = expr::sqrt(pivot);
    frame.A.entries()[{row, row}] = length;
    for (std::size_t j = i + 1; j < n; ++j)
      if (const Expr entry = M(row, group[j]); !is_zero(entry))
        frame.A.entries()[{row, group[j]}] = entry / length;
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = i + 1; k < n; ++k)
        M.add(group[j], group[k], -(frame.A(row, group[j]) * frame.A(row, group[k])));
  }
}

/// S = A^-1 of one group, by back substitution.
void invert(const std::vector<int>& group, Frame& frame) {
  for (std::size_t k = 0; k < group.size(); ++k) {
    const int column = group[k];
    frame.S.entries()[{column, column}] = 1.0 / frame.A(column, column);
    for (std::size_t i = k; i-- > 0;) {
      const int row = group[i];
      Expr sum(0.0);
      for (std::size_t j = i + 1; j <= k; ++j)
        sum += frame.A(row, group[j]) * frame.S(group[j], column);
      if (!is_zero(sum)) frame.S.entries()[{row, column}] = -sum / frame.A(row, row);
    }
  }
}

Frame frame_of(const Laws& laws) {
  const int n = static_cast<int>(laws.w.size());
  Frame frame{Matrix(n), Matrix(n), std::vector<char>(index(n), 1)};
  for (int i = 0; i < n; ++i) {
    frame.A.add(i, i, Expr(1.0));
    frame.S.add(i, i, Expr(1.0));
  }
  for (const std::vector<int>& group : moving_groups(laws)) {
    decompose(laws.mass, group, frame);
    invert(group, frame);
  }
  return frame;
}

/// S^T G S.
Matrix congruent(const Matrix& G, const Matrix& S) {
  Matrix right(G.size()), both(G.size());
  std::vector<std::vector<std::pair<int, Expr>>> rows(index(G.size()));
  for (const auto& [place, formula] : S.entries())
    rows[index(place.first)].emplace_back(place.second, formula);
  for (const auto& [place, formula] : G.entries())
    for (const auto& [column, factor] : rows[index(place.second)])
      right.add(place.first, column, formula * factor);
  for (const auto& [place, formula] : right.entries())
    for (const auto& [row, factor] : rows[index(place.first)])
      both.add(row, place.second, factor * formula);
  return both;
}

/// K - K^T, K_kj = sum_l (dP_k/dz_l)|_u Z_lj: the forces due to the motion of the frame.
void add_motion(const Laws& laws, const std::vector<Expr>& P, Matrix& G) {
  std::vector<std::vector<std::pair<int, Expr>>> Z(laws.z.size());
  for (const auto& [row, column, value] : expr::jacobian(laws.kinematics, laws.w).entries)
    Z[index(row)].emplace_back(column, value);
  for (const auto& [k, l, slope] : expr::jacobian(P, laws.z).entries)
    for (const auto& [j, rate] : Z[index(l)]) {
      if (j == k) continue;
      const Expr entry = slope * rate;
      G.add(k, j, entry);
      G.add(j, k, -entry);
    }
}

/// v' = S u' + (dv/dz)|_u z', for each velocity that moves with the frame.
std::vector<std::pair<Expr, Expr>> accelerations(const Laws& laws, const Frame& frame,
                                                 const std::vector<char>& moves) {
  std::vector<Expr> rates(laws.w.size());
  for (const auto& [place, formula] : frame.S.entries())
    rates[index(place.first)] += formula * laws.w_rate[index(place.second)];
  const std::vector<Expr> z_rate = position_rates(laws);
  for (const auto& [row, column, value] : expr::jacobian(laws.velocities, laws.z).entries)
    rates[index(row)] += value * z_rate[index(column)];
  std::vector<std::pair<Expr, Expr>> known;
  for (std::size_t i = 0; i < rates.size(); ++i)
    if (moves[i]) known.emplace_back(laws.w_rate[i], rates[i]);
  return known;
}

}  // namespace

bool has_moving_mass(const Laws& laws) {
  return std::ranges::any_of(laws.shift, [](const Expr& b) { return !is_zero(b); }) ||
         std::ranges::any_of(laws.mass.entries(), [&](const auto& entry) {
           return expr::depends_on_any(entry.second, laws.z);
         });
}

Laws to_moving_frame(Laws laws) {
  const int n = static_cast<int>(laws.w.size());
  const Frame frame = frame_of(laws);
  std::vector<char> moves(index(n));
  for (const auto& group : moving_groups(laws))
    for (const int i : group) moves[index(i)] = 1;

  // P = M v + b in u; for velocities with constant mass their own momentum p = M v.
  std::vector<Expr> P(index(n)), own(index(n));
  for (int i = 0; i < n; ++i)
    own[index(i)] =
        moves[index(i)] ? laws.graph->symbol("#u" + std::to_string(i)) : laws.w[index(i)];
  for (const auto& [place, formula] : frame.A.entries())
    if (moves[index(place.first)] && frame.has_mass[index(place.first)])
      P[index(place.second)] += formula * own[index(place.first)];
  for (int i = 0; i < n; ++i) {
    if (!moves[index(i)]) P[index(i)] = laws.p[index(i)];
    if (!laws.shift.empty()) P[index(i)] += laws.shift[index(i)];
  }
  laws.velocities = product(frame.S, own);

  std::vector<std::pair<Expr, Expr>> known;
  for (int i = 0; i < n; ++i) {
    if (moves[index(i)]) known.emplace_back(laws.w[index(i)], laws.velocities[index(i)]);
    if (!(P[index(i)] == laws.p[index(i)])) known.emplace_back(laws.p[index(i)], P[index(i)]);
  }
  const auto rates = accelerations(laws, frame, moves);
  known.insert(known.end(), rates.begin(), rates.end());
  Matrix motion(n);
  add_motion(laws, P, motion);
  std::vector<Expr> before;
  std::vector<Expr*> places = formulas_of(laws);
  for (auto* list : {&laws.readouts, &laws.watched})
    for (Expr& formula : *list) places.push_back(&formula);
  for (const Expr* place : places) before.push_back(*place);
  const std::vector<Expr> after = expr::substitute(before, known, *laws.graph);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = after[i];
  laws.gyroscopic.resize(n);
  for (const auto& [place, formula] : motion.entries())
    laws.gyroscopic.add(place.first, place.second, formula);
  laws.gyroscopic = congruent(laws.gyroscopic, frame.S);

  laws.frame = product(frame.A, own);
  laws.w = own;
  Matrix mass(n);
  for (const auto& [place, formula] : laws.mass.entries())
    if (!moves[index(place.first)]) mass.add(place.first, place.second, formula);
  for (int i = 0; i < n; ++i)
    if (moves[index(i)] && frame.has_mass[index(i)]) mass.add(i, i, Expr(1.0));
  laws.mass = std::move(mass);
  laws.shift.clear();
  return laws;
}

}  // namespace porthos::laws
