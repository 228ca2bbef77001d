#include "inspect/closedness_checks.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "inspect/frame_check.hpp"
#include "inspect/holonomic_checks.hpp"
#include "inspect/integral.hpp"
#include "inspect/jacobi_checks.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// Derivatives are exact and what is left is rounding, relative to the terms of a sum.
constexpr double kClosedTolerance = 1e-10;
/// Beyond this many states dense matrices are left alone.
constexpr int kMostClosed = 60;

constexpr Statement kClosed{"the Dirac structure is closed", "[004] Def. 4.1", "T-13"};

/// Sections of D at a point, with their derivatives by x.
struct Section {
  VecX X, alpha;
  MatX dX, dalpha;
};

/// A basis of D over x, as the solutions y = (X, alpha, mu) of L(x) y = 0,
///
///   X = J alpha - rows mu        rows^T alpha = 0        X_m = 0 of momenta without mass
///
/// extended to smooth sections by the projector onto them: d_l y = -L^+ (d_l L) y.
std::vector<Section> sections_of(const Subject& subject, const StructureAt& at) {
  const int n = subject.matrices.n(), z = subject.matrices.z();
  const int count = static_cast<int>(subject.matrices.rows().size());
  std::vector<int> massless;
  for (int w = 0; w < subject.matrices.w(); ++w)
    if (subject.matrices.is_massless()[index(w)]) massless.push_back(z + w);
  const int more = static_cast<int>(massless.size());
  MatX L = MatX::Zero(n + count + more, 2 * n + count);
  const MatX rows = dense(at.rows, n, count);
  L.topLeftCorner(n, n).setIdentity();
  L.block(0, n, n, n) = -dense(at.J, n, n);
  L.topRightCorner(n, count) = rows;
  L.block(n, n, count, n) = rows.transpose();
  for (int m = 0; m < more; ++m) L(n + count + m, massless[index(m)]) = 1;
  std::vector<Entries> rates(index(n));  // of L, by x
  for (const MatrixEntry& entry : at.dJ) {
    rates[index(entry.by)].push_back({entry.row, n + entry.column, -1, -entry.value});
    rates[index(entry.by)].push_back({entry.column, n + entry.row, -1, entry.value});
  }
  for (const MatrixEntry& entry : at.drows) {
    rates[index(entry.by)].push_back({entry.row, 2 * n + entry.column, -1, entry.value});
    rates[index(entry.by)].push_back({n + entry.column, n + entry.row, -1, entry.value});
  }
  const structure::Subspaces spaces(L);
  const MatX inverse = structure::pseudo_inverse(L), kernel = spaces.kernel();
  std::vector<Section> sections;
  for (Index i = 0; i < kernel.cols(); ++i) {
    const VecX y = kernel.col(i);
    Section section{y.head(n), y.segment(n, n), MatX::Zero(n, n), MatX::Zero(n, n)};
    for (int l = 0; l < n; ++l) {
      if (rates[index(l)].empty()) continue;
      VecX change = VecX::Zero(L.rows());
      for (const MatrixEntry& entry : rates[index(l)])
        change[entry.row] += entry.value * y[entry.column];
      const VecX slope = -inverse * change;
      section.dX.col(l) = slope.head(n);
      section.dalpha.col(l) = slope.segment(n, n);
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

/// max |sum_cyc <L_X1 alpha2 | X3>| over the sections, relative to the terms.    [003] (4.2)
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
  // Where each of them vanishes, as on structures of two dimensions, only rounding is left.
  constexpr double kRounding = 1e-12;
  return size > kRounding * terms ? largest / size : 0;
}

Check check_closed(const Subject& subject, const Check& jacobi, const Findings& rows) {
  const std::size_t most = subject.matrices.n() > kMostClosed / 2 ? 1 : 3;
  if (subject.matrices.is_constant()) {
    Check made = structure::bounded(kClosed, 0, kClosedTolerance);
    made.note = "The structure does not depend on the state.";
    return made;
  }
  // Constraints on positions belong to the Lagrangian submanifold, and rows may be integrable on
  // their set alone: then the parts decide ([004] Prop. 4.1, Thm. 4.4).
  const bool has_gaps = !subject.model.system->active().empty();
  if (has_gaps || subject.matrices.n() > kMostClosed) {
    structure::Checks parts(rows.begin(), rows.end());
    parts.push_back(jacobi);
    Check made{kClosed.name, kClosed.theorem, kClosed.check};
    made.verdict = structure::worst(parts);
    for (const Check& part : parts) {
      made.residual = std::max(made.residual, part.residual);
      made.tolerance = part.tolerance;
      if (part.verdict == Verdict::kFails)
        made.responsible.insert(made.responsible.end(), part.responsible.begin(),
                                part.responsible.end());
    }
    made.note = "From the Jacobi identity and the rows.";
    return made;
  }
  Worst worst;
  for (std::size_t s = 0; s < std::min(most, subject.at.size()); ++s)
    worst.take(closedness_residual(sections_of(subject, subject.at[s])), subject.place(s), {});
  Check made = worst.check(kClosed, kClosedTolerance);
  if (made.verdict != Verdict::kFails) return made;
  for (const Check* part : {&jacobi})
    made.responsible.insert(made.responsible.end(), part->responsible.begin(),
                            part->responsible.end());
  for (const Check& row : rows)
    made.responsible.insert(made.responsible.end(), row.responsible.begin(), row.responsible.end());
  for (std::size_t row = 0; row < rows.size() && jacobi.verdict == Verdict::kHolds; ++row)
    if (rows[row].verdict == Verdict::kNotApplicable)
      made.responsible.push_back(subject.row_name(static_cast<int>(row)));
  made.note = "There are no canonical coordinates.";
  return made;
}

/// What the holonomic rows keep constant, as a note.
void add_integrals(const Subject& subject, Findings& rows) {
  if (std::ranges::none_of(rows, [](const Finding& row) { return row.verdict == Verdict::kHolds; }))
    return;
  const std::vector<State> states = states_for_integrals(subject);
  for (int a = 0; Finding & row : rows) {
    const int here = a++;
    if (row.verdict != Verdict::kHolds) continue;
    const bool is_alone = row.note.empty() || rows.size() == 1;
    std::vector<int> others;
    for (int b = 0; b < static_cast<int>(rows.size()) && !is_alone; ++b)
      if (b != here) others.push_back(b);
    if (const std::string integral = integral_of(subject, states, here, others); !integral.empty())
      row.note += (row.note.empty() ? "Its integral: " : " Its integral: ") + integral + ".";
  }
}

}  // namespace

Findings check_closedness(const Subject& subject) {
  const Check jacobi = check_jacobi(subject);
  Findings rows = check_rows(subject);
  Check closed = check_closed(subject, jacobi, rows);
  if (closed.verdict == Verdict::kHolds)
    for (Finding& row : rows)
      if (row.verdict == Verdict::kFails) {
        row.verdict = Verdict::kHolds;
        row.residual = closed.residual;
        row.responsible.clear();
        row.note = rows.size() == 1 ? "Wherever it keeps its rank."
                                    : "Not by itself, but together with the other rows.";
      }
  add_integrals(subject, rows);
  Findings findings{property(std::move(closed)), property(jacobi), check_frame(subject),
                    check_sources(subject)};
  findings.insert(findings.end(), rows.begin(), rows.end());
  return findings;
}

}  // namespace porthos::inspect
