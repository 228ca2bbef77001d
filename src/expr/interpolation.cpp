#include "expr/interpolation.hpp"

#include <array>
#include <vector>

#include "expr/functions.hpp"

namespace porthos::expr {
namespace {

using Points = std::span<const Expr>;

/// A polynomial in x - xs_k, the lowest power first.
using Piece = std::array<Expr, 4>;

std::vector<Expr> widths(Points xs) {
  std::vector<Expr> h;
  for (std::size_t k = 0; k + 1 < xs.size(); ++k) h.push_back(xs[k + 1] - xs[k]);
  return h;
}

std::vector<Expr> secants(Points ys, const std::vector<Expr>& h) {
  std::vector<Expr> s;
  for (std::size_t k = 0; k < h.size(); ++k) s.push_back((ys[k + 1] - ys[k]) / h[k]);
  return s;
}

/// Second derivatives m at the points, from
///   h_(k-1) m_(k-1) + 2 (h_(k-1) + h_k) m_k + h_k m_(k+1) = 6 (s_k - s_(k-1)).
/// The first two pieces are one cubic, and so are the last two:
///   m_0 = m_1 - h_0/h_1 (m_2 - m_1), and likewise at the end.
std::vector<Expr> second_derivatives(const std::vector<Expr>& h, const std::vector<Expr>& s) {
  const std::size_t last = h.size();
  if (last == 1) return {Expr(0.0), Expr(0.0)};
  if (last == 2) return std::vector<Expr>(3, 2.0 * (s[1] - s[0]) / (h[0] + h[1]));  // a parabola
  std::vector<Expr> m(last + 1), lower(last), diagonal(last), upper(last), right(last);
  for (std::size_t k = 1; k < last; ++k) {
    lower[k] = h[k - 1];
    diagonal[k] = 2.0 * (h[k - 1] + h[k]);
    upper[k] = h[k];
    right[k] = 6.0 * (s[k] - s[k - 1]);
  }
  const Expr first = h[0] / h[1], end = h[last - 1] / h[last - 2];
  diagonal[1] = diagonal[1] + h[0] * (1.0 + first);
  upper[1] = upper[1] - h[0] * first;
  diagonal[last - 1] = diagonal[last - 1] + h[last - 1] * (1.0 + end);
  lower[last - 1] = lower[last - 1] - h[last - 1] * end;
  for (std::size_t k = 2; k < last; ++k) {
    const Expr factor = lower[k] / diagonal[k - 1];
    diagonal[k] = diagonal[k] - factor * upper[k - 1];
    right[k] = right[k] - factor * right[k - 1];
  }
  m[last - 1] = right[last - 1] / diagonal[last - 1];
  for (std::size_t k = last - 1; k-- > 1;) m[k] = (right[k] - upper[k] * m[k + 1]) / diagonal[k];
  m[0] = m[1] - first * (m[2] - m[1]);
  m[last] = m[last - 1] - end * (m[last - 2] - m[last - 1]);
  return m;
}

/// Steffen's slope at an end, from the secants of the first two pieces seen from there.
Expr slope_at_end(const Expr& h0, const Expr& h1, const Expr& s0, const Expr& s1) {
  const Expr share = h0 / (h0 + h1);
  const Expr p = s0 * (1.0 + share) - s1 * share;
  const Expr limited = if_(less(2.0 * abs(s0), abs(p)), 2.0 * s0, p);
  return if_(less(0.0, p * s0), limited, 0.0);
}

/// First derivatives at the points such that each piece is monotone.
std::vector<Expr> monotone_slopes(const std::vector<Expr>& h, const std::vector<Expr>& s) {
  const std::size_t last = h.size();
  if (last == 1) return {s[0], s[0]};
  std::vector<Expr> slopes{slope_at_end(h[0], h[1], s[0], s[1])};
  for (std::size_t k = 1; k < last; ++k) {
    const Expr p = (s[k - 1] * h[k] + s[k] * h[k - 1]) / (h[k - 1] + h[k]);
    slopes.push_back((sign(s[k - 1]) + sign(s[k])) *
                     min(min(abs(s[k - 1]), abs(s[k])), abs(p) / 2.0));
  }
  slopes.push_back(slope_at_end(h[last - 1], h[last - 2], s[last - 1], s[last - 2]));
  return slopes;
}

std::vector<Piece> pieces(Between between, Points xs, Points ys) {
  const std::vector<Expr> h = widths(xs);
  const Expr zero(0.0);
  std::vector<Piece> made;
  if (between == Between::kHold) {
    for (std::size_t k = 0; k < h.size(); ++k) made.push_back({ys[k], zero, zero, zero});
    return made;
  }
  const std::vector<Expr> s = secants(ys, h);
  if (between == Between::kLinear) {
    for (std::size_t k = 0; k < h.size(); ++k) made.push_back({ys[k], s[k], zero, zero});
  } else if (between == Between::kCubic) {
    const std::vector<Expr> m = second_derivatives(h, s);
    for (std::size_t k = 0; k < h.size(); ++k)
      made.push_back({ys[k], s[k] - h[k] * (2.0 * m[k] + m[k + 1]) / 6.0, m[k] / 2.0,
                      (m[k + 1] - m[k]) / (6.0 * h[k])});
  } else {
    const std::vector<Expr> d = monotone_slopes(h, s);
    for (std::size_t k = 0; k < h.size(); ++k)
      made.push_back({ys[k], d[k], (3.0 * s[k] - 2.0 * d[k] - d[k + 1]) / h[k],
                      (d[k] + d[k + 1] - 2.0 * s[k]) / (h[k] * h[k])});
  }
  return made;
}

Expr value_of(const Piece& a, const Expr& u) { return a[0] + u * (a[1] + u * (a[2] + u * a[3])); }

Expr slope_of(const Piece& a, const Expr& u) { return a[1] + u * (2.0 * a[2] + 3.0 * u * a[3]); }

/// leaves[k] between xs_(k-1) and xs_k, the first and the last also beyond: a tree of as many
/// conditions as the logarithm of the number of points.
Expr tree(const Expr& x, Points xs, Points leaves) {
  if (leaves.size() == 1) return leaves[0];
  const std::size_t middle = leaves.size() / 2;
  return if_(less(x, xs[middle - 1]), tree(x, xs.first(middle - 1), leaves.first(middle)),
             tree(x, xs.subspan(middle), leaves.subspan(middle)));
}

}  // namespace

Expr interpolated(Between between, const Expr& x, Points xs, Points ys) {
  const std::vector<Piece> all = pieces(between, xs, ys);
  std::vector<Expr> leaves;
  for (std::size_t k = 0; k < all.size(); ++k) leaves.push_back(value_of(all[k], x - xs[k]));
  if (between == Between::kCubic) return tree(x, xs.subspan(1), leaves);
  leaves.insert(leaves.begin(), ys[0]);
  leaves.push_back(ys.back());
  return tree(x, xs, leaves);
}

Expr slope_of_cubic(const Expr& x, Points xs, Points ys) {
  const std::vector<Piece> all = pieces(Between::kCubic, xs, ys);
  std::vector<Expr> leaves;
  for (std::size_t k = 0; k < all.size(); ++k) leaves.push_back(slope_of(all[k], x - xs[k]));
  return tree(x, xs.subspan(1), leaves);
}

}  // namespace porthos::expr
