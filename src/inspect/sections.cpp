#include "inspect/sections.hpp"

#include <algorithm>
#include <cmath>

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
std::vector<Section> sections_of(const Subject& subject, const StructureAt& at,
                                 const std::vector<int>& ports) {
  const auto [L, rates] = equations_of(subject, at, ports);
  const Index all = subject.matrices.n() + static_cast<Index>(ports.size());
  std::vector<Section> sections;
  if (!L.allFinite()) return sections;
  const structure::Subspaces spaces(L);
  const MatX inverse = structure::pseudo_inverse(L), kernel = spaces.kernel();
  for (Index i = 0; i < kernel.cols(); ++i) {
    const VecX y = kernel.col(i);
    Section section{y.head(all), y.segment(all, all), MatX::Zero(all, all), MatX::Zero(all, all)};
    for (std::size_t l = 0; l < rates.size(); ++l) {
      if (rates[l].empty()) continue;
      VecX change = VecX::Zero(L.rows());
      for (const Change& entry : rates[l]) change[entry.row] += entry.value * y[entry.column];
      const VecX slope = -inverse * change;
      section.dX.col(static_cast<Index>(l)) = slope.head(all);
      section.dalpha.col(static_cast<Index>(l)) = slope.segment(all, all);
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

double closedness_residual(const std::vector<Section>& sections) {
  const std::size_t m = sections.size();
  std::vector<double> lie(m * m * m);  // <L_Xi alpha_j | X_k>
  double size = 0, terms = 0;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      const VecX derivative =
          sections[j].dalpha * sections[i].X + sections[i].dX.transpose() * sections[j].alpha;
      terms = std::max(terms, sections[j].dalpha.norm() * sections[i].X.norm() +
                                  sections[i].dX.norm() * sections[j].alpha.norm());
      for (std::size_t k = 0; k < m; ++k) {
        const double value = derivative.dot(sections[k].X);
        lie[(i * m + j) * m + k] = value;
        size = std::max(size, std::abs(value));
      }
    }
  double largest = 0;
  const auto at = [&](std::size_t i, std::size_t j, std::size_t k) {
    return lie[(i * m + j) * m + k];
  };
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = i + 1; j < m; ++j)
      for (std::size_t k = j + 1; k < m; ++k)
        largest = std::max(largest, std::abs(at(i, j, k) + at(j, k, i) + at(k, i, j)));
  // If each term vanishes, as for structures of two dimensions, only rounding is left.
  constexpr double kRounding = 1e-12;
  return size > kRounding * terms ? largest / size : 0;
}

}  // namespace porthos::inspect
