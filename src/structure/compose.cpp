#include "structure/compose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace porthos::structure {
namespace {

MatX rows_of(const MatX& a, const Ports& ports) {
  MatX rows(static_cast<Index>(ports.size()), a.cols());
  Index row = 0;
  for (const Index port : ports) rows.row(row++) = a.row(port);
  return rows;
}

Ports others(Index size, const Ports& ports) {
  std::vector<bool> is_shared(static_cast<std::size_t>(size));
  for (const Index port : ports) is_shared[index(port)] = true;
  Ports rest;
  for (Index i = 0; i < size; ++i)
    if (!is_shared[index(i)]) rest.push_back(i);
  return rest;
}

/// Joins port p of a form with a later port q: f_p = -f_q and e_p = e_q. Adds the variables with y
/// = 0 to `inner`, and ports that are no longer needed to `gone`.
void join(SkewForm& form, Index p, Index q, Ports& inner, Ports& gone) {
  MatX& J = form.J;
  MatX& error = form.error;
  if (form.gives_flow[index(p)] == form.gives_flow[index(q)]) {
    // x_p = x_q and y_p + y_q = 0; if the flows are given, x_p = -x_q and y_p - y_q = 0.
    const double sign = form.gives_flow[index(p)] ? -1 : 1;
    J.row(p) += sign * J.row(q);
    J.col(p) += sign * J.col(q);
    J(p, p) = 0;
    for (Index k = 0; k < form.size(); ++k)
      error(p, k) = error(k, p) =
          std::hypot(error(p, k), error(q, k), std::numeric_limits<double>::epsilon() * J(p, k));
    gone.push_back(q);
  } else {
    // y_p + x_q = 0 and y_q - x_p = 0; with exchanged roles y_q + x_p = 0 and y_p - x_q = 0.
    const double sign = form.gives_flow[index(p)] ? -1 : 1;
    J(p, q) += sign;
    J(q, p) -= sign;
    error(p, q) = error(q, p) =
        std::hypot(error(p, q), std::numeric_limits<double>::epsilon() * J(p, q));
    inner.push_back(q);
  }
  inner.push_back(p);
}

/// The variables of both forms, without joints.
SkewForm both(const SkewForm& a, const SkewForm& b) {
  SkewForm form{a.gives_flow, block_diagonal(a.J, b.J), block_diagonal(a.error, b.error),
                a.doubt.empty() ? b.doubt : a.doubt};
  form.gives_flow.insert(form.gives_flow.end(), b.gives_flow.begin(), b.gives_flow.end());
  return form;
}

SkewForm compose(const SkewForm& a, const Ports& of_a, const SkewForm& b, const Ports& of_b,
                 Coupling coupling) {
  SkewForm form = both(a, b);
  Ports inner, gone;
  for (std::size_t k = 0; k < of_a.size(); ++k) {
    const Index q = a.size() + of_b[k];
    if (coupling == Coupling::kOppositeEfforts) {  // the same with the sign of port q reversed
      form.J.row(q) *= -1;
      form.J.col(q) *= -1;
    }
    join(form, of_a[k], q, inner, gone);
  }
  const Ports kept = others(form.size(), gone);
  Ports inner_of_kept;
  for (std::size_t k = 0; k < kept.size(); ++k)
    if (std::ranges::find(inner, kept[k]) != inner.end())
      inner_of_kept.push_back(static_cast<Index>(k));
  form = part_of(form, kept);
  eliminate(form, inner_of_kept);
  return form;
}

}  // namespace

Dirac direct_sum(const Dirac& a, const Dirac& b) {
  if (a.form() && b.form()) return Dirac::of(both(*a.form(), *b.form()));
  return Dirac::image(block_diagonal(a.flows(), b.flows()),
                      block_diagonal(a.efforts(), b.efforts()));
}

Dirac reordered(const Dirac& dirac, const Ports& order) {
  if (dirac.form()) return Dirac::of(part_of(*dirac.form(), order));
  return Dirac::image(rows_of(dirac.flows(), order), rows_of(dirac.efforts(), order));
}

Dirac compose(const Dirac& a, const Ports& of_a, const Dirac& b, const Ports& of_b,
              Coupling coupling) {
  if (a.form() && b.form()) return Dirac::of(compose(*a.form(), of_a, *b.form(), of_b, coupling));
  // General subspaces, not only Dirac structures.
  const double flow_sign = coupling == Coupling::kOppositeFlows ? -1 : 1;
  const auto shared = static_cast<Index>(of_a.size());
  // The pairs A x of a and B y of b that agree on the shared ports.
  MatX gap(2 * shared, a.dimension() + b.dimension());
  gap << rows_of(a.flows(), of_a), -flow_sign * rows_of(b.flows(), of_b),
      rows_of(a.efforts(), of_a), flow_sign * rows_of(b.efforts(), of_b);
  const MatX agree = Subspaces(gap, 1).kernel();
  const MatX x = agree.topRows(a.dimension()), y = agree.bottomRows(b.dimension());
  const Ports rest_of_a = others(a.size(), of_a), rest_of_b = others(b.size(), of_b);
  const auto size = static_cast<Index>(rest_of_a.size() + rest_of_b.size());
  MatX K(size, agree.cols()), L(size, agree.cols());
  K << rows_of(a.flows(), rest_of_a) * x, rows_of(b.flows(), rest_of_b) * y;
  L << rows_of(a.efforts(), rest_of_a) * x, rows_of(b.efforts(), rest_of_b) * y;
  return Dirac::image(K, L);
}

}  // namespace porthos::structure
