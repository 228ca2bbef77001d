#include "structure/compose.hpp"

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

}  // namespace

Dirac direct_sum(const Dirac& a, const Dirac& b) {
  return Dirac::image(block_diagonal(a.flows(), b.flows()),
                      block_diagonal(a.efforts(), b.efforts()));
}

Dirac reordered(const Dirac& dirac, const Ports& order) {
  return Dirac::image(rows_of(dirac.flows(), order), rows_of(dirac.efforts(), order));
}

Dirac compose(const Dirac& a, const Ports& of_a, const Dirac& b, const Ports& of_b,
              Coupling coupling) {
  const double flow_sign = coupling == Coupling::kOppositeFlows ? -1 : 1;
  const auto shared = static_cast<Index>(of_a.size());
  // Of the pairs of a and b, A x and B y, those that agree on the shared ports.
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
