#include "inspect/sections.hpp"

#include "base/index.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// An entry of L or of its derivative.
struct Change {
  int row = 0, column = 0;
  double value = 0;
};

/// L(x) y = 0 with y = (X, alpha, mu):
///
///   X = J alpha - rows mu        rows^T alpha = 0        X_m = 0 for massless momenta
///
/// J includes the ports: X = (x', -y), alpha = (e, u), J = [J g; -g^T 0].
struct SectionEquations {
  MatX L;
  std::vector<std::vector<Change>> rates;  // (x) of L
};

SectionEquations equations_of(const Subject& subject, const StructureAt& at,
                              const std::vector<int>& ports) {
  const int n = subject.matrices.n(), z = subject.matrices.z();
  const int all = n + static_cast<int>(ports.size());
  const int count = static_cast<int>(subject.matrices.rows().size());
  std::vector<int> massless, places(subject.matrices.ports().size(), -1);
  for (int w = 0; w < subject.matrices.w(); ++w)
    if (subject.matrices.is_massless()[index(w)]) massless.push_back(z + w);
  for (std::size_t k = 0; k < ports.size(); ++k) places[index(ports[k])] = n + static_cast<int>(k);
  const int more = static_cast<int>(massless.size());
  SectionEquations made{MatX::Zero(all + count + more, 2 * all + count),
                        std::vector<std::vector<Change>>(index(n))};
  made.L.topLeftCorner(all, all).setIdentity();
  for (int m = 0; m < more; ++m) made.L(all + count + m, massless[index(m)]) = 1;
  const auto add = [&](int row, int column, const MatrixEntry& entry, double sign) {
    if (entry.by < 0)
      made.L(row, column) += sign * entry.value;
    else
      made.rates[index(entry.by)].push_back({row, column, sign * entry.value});
  };
  for (const MatrixEntry& entry : at.J) add(entry.row, all + entry.column, entry, -1);
  for (const MatrixEntry& entry : at.dJ) {  // the upper half
    add(entry.row, all + entry.column, entry, -1);
    add(entry.column, all + entry.row, entry, 1);
  }
  for (const Entries* entries : {&at.g, &at.dg})
    for (const MatrixEntry& entry : *entries)
      if (const int port = places[index(entry.column)]; port >= 0) {
        add(entry.row, all + port, entry, -1);
        add(port, all + entry.row, entry, 1);
      }
  for (const Entries* entries : {&at.rows, &at.drows})
    for (const MatrixEntry& entry : *entries) {
      add(entry.row, 2 * all + entry.column, entry, 1);
      add(all + entry.column, all + entry.row, entry, 1);
    }
  return made;
}

}  // namespace

// The projector onto the kernel of L extends it: d_l y = -L^+ (d_l L) y.
structure::Derivative sections_of(const Subject& subject, const StructureAt& at,
                                  const std::vector<int>& ports) {
  const auto [L, rates] = equations_of(subject, at, ports);
  const Index all = subject.matrices.n() + static_cast<Index>(ports.size());
  if (!L.allFinite()) return {MatX(2 * all, 0), {}};
  const structure::Subspaces spaces(L);
  const MatX inverse = structure::pseudo_inverse(L), kernel = spaces.kernel();
  structure::Derivative sections{kernel.topRows(2 * all), {}};
  for (const std::vector<Change>& entries : rates) {
    MatX change = MatX::Zero(L.rows(), kernel.cols());
    for (const Change& entry : entries)
      change.row(entry.row) += entry.value * kernel.row(entry.column);
    MatX& by = sections.by.emplace_back(MatX::Zero(2 * all, kernel.cols()));
    if (!entries.empty()) by = -(inverse * change).topRows(2 * all);
  }
  return sections;
}

}  // namespace porthos::inspect
