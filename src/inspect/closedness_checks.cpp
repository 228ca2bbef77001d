#include "inspect/closedness_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

/// Derivatives are exact and what is left is rounding, relative to the terms of a sum.
constexpr double kTolerance = 1e-10;
/// Beyond this many states dense matrices are left alone.
constexpr int kMostDense = 60;

constexpr Statement kJacobi{"Jacobi identity of J", "[004] Thm. 4.4 (3)", "T-13"};
constexpr Statement kSources{"the gyroscopic two-form is closed", "[003] Sec. 5; [004] Thm. 4.5",
                             "T-13"};
constexpr Statement kFrame{"gyroscopic forces are those of the velocities' frame",
                           "[002] (19); [004] Thm. 4.4", "T-13"};
constexpr Statement kRow{"velocity constraint is holonomic", "[004] Prop. 4.1", "T-13"};
constexpr Statement kClosed{"the Dirac structure is closed", "[004] Def. 4.1", "T-13"};

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Residual and scale of sum_cyc J_il d_l J_jk for each i < j < k in which something is added.
struct Term {
  double sum = 0, size = 0;
};

std::map<std::array<int, 3>, Term> jacobiator(const StructureAt& at) {
  std::map<int, std::vector<MatrixEntry>> by_column;
  for (const MatrixEntry& entry : at.J) by_column[entry.column].push_back(entry);
  std::map<std::array<int, 3>, Term> sums;
  for (const MatrixEntry& rate : at.dJ) {
    const int j = rate.row, k = rate.column;
    const auto column = by_column.find(rate.by);
    if (column == by_column.end()) continue;
    for (const MatrixEntry& entry : column->second) {
      const int i = entry.row;
      if (i == j || i == k) continue;  // zero of a skew matrix
      std::array<int, 3> triple{i, j, k};
      std::ranges::sort(triple);
      const double term = entry.value * rate.value;
      Term& sum = sums[triple];
      sum.sum += (j < i && i < k) ? -term : term;  // (j, i, k) is an odd permutation
      sum.size += std::abs(term);
    }
  }
  return sums;
}

/// The largest cyclic sum, relative to the terms, of the triples that `is_asked` takes.
template <typename Asked>
Worst worst_triple(const Subject& subject, const Asked& is_asked) {
  const StructureMatrices& matrices = subject.matrices;
  Worst worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const auto sums = jacobiator(subject.at[s]);
    double scale = 0;
    for (const auto& [triple, term] : sums) scale = std::max(scale, term.size);
    for (const auto& [triple, term] : sums) {
      if (scale == 0 || !is_asked(triple)) continue;
      std::vector<std::string> names;
      for (const int x : triple) names.push_back(matrices.names()[index(x)]);
      worst.take(std::abs(term.sum) / scale, subject.place(s), std::move(names));
    }
  }
  return worst;
}

/// Of all states: momenta of velocities without mass are none.
Check check_jacobi(const Subject& subject) {
  const int z = subject.matrices.z();
  const auto& is_massless = subject.matrices.is_massless();
  const Worst worst = worst_triple(subject, [&](const std::array<int, 3>& triple) {
    return std::ranges::none_of(triple, [&](int x) { return x >= z && is_massless[index(x - z)]; });
  });
  return worst.check(kJacobi, kTolerance);
}

/// Of three momenta: what of G does not depend on momenta is a closed two-form.
Check check_sources(const Subject& subject) {
  const int z = subject.matrices.z();
  Check made = worst_triple(subject, [&](const std::array<int, 3>& triple) {
                 return triple.front() >= z;
               }).check(kSources, kTolerance);
  if (made.verdict == Verdict::kFails)
    made.note =
        "The two-form of these velocities is not closed, as of a magnetic field with sources. "
        "Energy is kept all the same.";
  return made;
}

/// The bracket of quasi-velocities and the rows, at one state.                    [004] Prop. 4.1
///
/// For constant u, v the fields Z u, Z v have the bracket Z gamma(u, v). Where G is that of the
/// frame, gamma_k = u^T (dG/dP_k) v. In general the bracket itself says the rest:
///
///   Z gamma = (d(Z v)/dz) Z u - (d(Z u)/dz) Z v
///
/// A row alpha(w) = A w is closed on the velocities K where
///
///   d alpha(u, v) = (Z u)(A v) - (Z v)(A u) - A gamma(u, v) = 0      for all u, v in K
class Frame {
 public:
  Frame(const Subject& subject, const StructureAt& at)
      : z_(subject.matrices.z()), w_(subject.matrices.w()), at_(at) {
    const int n = subject.matrices.n();
    Z_ = dense(at.J, n, n).topRightCorner(z_, w_);
    const int rows = static_cast<int>(subject.matrices.rows().size());
    A_ = dense(at.rows, n, rows).bottomRows(w_).transpose();
    c_Z_ = dense(at.c_prime, subject.matrices.c(), z_) * Z_;
    inverse_ = structure::pseudo_inverse(Z_);
    find_rest();
  }

  const MatX& A() const { return A_; }
  const MatX& c_Z() const { return c_Z_; }

  /// d alpha of row a as a skew matrix over the velocities, (w x w), and the size of its terms.
  std::pair<MatX, double> differential(int a) const {
    MatX slope = MatX::Zero(z_, w_);  // d(A_j)/dz_i
    for (const MatrixEntry& entry : at_.drows)
      if (entry.column == a && entry.row >= z_ && entry.by < z_)
        slope(entry.by, entry.row - z_) += entry.value;
    const MatX along = Z_.transpose() * slope;  // (Z u)(A v) = u^T along v
    const MatX bracket = bracket_along(A_.row(a).transpose());
    const double size = structure::largest_entry(along) + structure::largest_entry(bracket);
    return {along - along.transpose() - bracket, size};
  }

  /// What G lacks of the frame's own in the force on the velocities, -(P . (gamma - gamma_G))(.,
  /// w), relative to the largest of both; and the velocities of the largest.
  struct Lack {
    double residual = 0;
    std::array<int, 2> velocities{};
  };
  Lack lack(const VecX& momenta, const VecX& w) const {
    const MatX missing = rest_along(inverse_.transpose() * momenta), present = own_along(momenta);
    const double size = structure::largest_entry(missing) + structure::largest_entry(present);
    if (size == 0) return {};
    Lack made;
    Index i = 0, j = 0;
    const double force = (missing * w).cwiseAbs().maxCoeff(&i);
    made.residual = force / (size * std::max(1e-9, w.cwiseAbs().maxCoeff()));
    missing.row(i).cwiseAbs().maxCoeff(&j);
    made.velocities = {static_cast<int>(i), static_cast<int>(j)};
    return made;
  }

  /// How far the brackets lead out of what velocities can reach: 0 where Z is involutive.
  double escape() const {
    double out = 0, size = 0;
    const MatX off = MatX::Identity(z_, z_) - Z_ * inverse_;
    for (int i = 0; i < z_; ++i) {
      MatX part = MatX::Zero(w_, w_);
      for (int k = 0; k < z_; ++k)
        if (off(i, k) != 0) part += off(i, k) * rest_[index(k)];
      out = std::max(out, structure::largest_entry(part));
      size = std::max(size, structure::largest_entry(rest_[index(i)]));
    }
    return size > 0 ? out / size : 0;
  }

 private:
  /// u^T (sum_k factor_k dG/dP_k) v.
  MatX own_along(const VecX& factor) const {
    MatX sum = MatX::Zero(w_, w_);
    for (const MatrixEntry& entry : at_.dJ) {
      if (entry.row < z_ || entry.by < z_) continue;
      const double term = -entry.value * factor[entry.by - z_];  // G = -J
      sum(entry.row - z_, entry.column - z_) += term;
      sum(entry.column - z_, entry.row - z_) -= term;
    }
    return sum;
  }
  /// sum_i factor_i rest_i.
  MatX rest_along(const VecX& factor) const {
    MatX sum = MatX::Zero(w_, w_);
    for (int i = 0; i < z_; ++i)
      if (factor[i] != 0) sum += factor[i] * rest_[index(i)];
    return sum;
  }
  MatX bracket_along(const VecX& factor) const {
    return own_along(factor) + rest_along(inverse_.transpose() * factor);
  }

  /// The bracket of the fields Z u, Z v less Z gamma_G, a skew matrix for each position.
  void find_rest() {
    std::vector<MatX> slopes(index(z_), MatX::Zero(w_, z_));  // dZ_ij/dz_l of position i
    for (const MatrixEntry& entry : at_.dJ)
      if (entry.row < z_ && entry.column >= z_ && entry.by < z_)
        slopes[index(entry.row)](entry.column - z_, entry.by) += entry.value;
    for (int i = 0; i < z_; ++i) {
      const MatX along = (slopes[index(i)] * Z_).transpose();  // (Z u)(Z_i v)
      rest_.push_back(along - along.transpose() - own_along(Z_.row(i).transpose()));
    }
  }

  int z_, w_;
  const StructureAt& at_;
  MatX Z_, A_, c_Z_, inverse_;
  std::vector<MatX> rest_;
};

MatX stacked(const MatX& above, const MatX& below) {
  MatX both(above.rows() + below.rows(), above.cols());
  both << above, below;
  return both;
}

/// The largest of d alpha over the velocities in K, relative to its terms.
double residual_on(const std::pair<MatX, double>& differential, const MatX& K) {
  if (differential.second == 0) return 0;
  return structure::largest_entry(K.transpose() * differential.first * K) / differential.second;
}

/// The gyroscopic forces, where the frame of velocities that turn decides them: wrong signs are
/// told here. What Z does not span, as in reduced nonholonomic models, it does not decide.
Finding check_frame(const Subject& subject) {
  const StructureMatrices& matrices = subject.matrices;
  if (matrices.is_constant() || matrices.w() == 0) return structure::bounded(kFrame, 0, kTolerance);
  if (matrices.w() > kMostDense)
    return structure::undecided(kFrame, "The model is too large for dense matrices.");
  const Values momenta(subject.balance, subject.balance.momenta(), subject.parameters);
  Worst worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const Frame frame(subject, subject.at[s]);
    if (frame.escape() > 1e-8)
      return structure::not_applicable(
          kFrame, "The velocities do not span their own brackets: a reduced nonholonomic model.");
    const std::vector<double> values = momenta.at(subject.states[s]);
    const VecX P = Eigen::Map<const VecX>(values.data(), matrices.w());
    const auto lack = frame.lack(P, subject.states[s].w);
    std::vector<std::string> names;
    for (const int w : lack.velocities) names.push_back(matrices.names()[index(matrices.z() + w)]);
    worst.take(lack.residual, subject.place(s), std::move(names));
  }
  Check made = worst.check(kFrame, 1e-9);
  if (made.verdict != Verdict::kFails) return made;
  if (subject.balance.laws().gyroscopic.entries().empty()) {
    made.note =
        "There are no gyroscopic forces. A mechanism with these velocities has some; transformers "
        "that depend on the state have none. Energy is kept either way.";
    return property(std::move(made));
  }
  made.note =
      "The kinematics of these velocities needs another gyroscopic matrix, as one of the "
      "other sign. Energy is kept all the same.";
  return made;
}

/// One check a row.
Findings check_rows(const Subject& subject) {
  Findings checks;
  const int count = static_cast<int>(subject.matrices.rows().size());
  if (count == 0)
    return {property(structure::not_applicable(kRow, "There are no velocity constraints."))};
  std::vector<Worst> alone(static_cast<std::size_t>(count)), together = alone;
  const bool is_dense = subject.matrices.w() <= 2 * kMostDense;
  if (is_dense && !subject.matrices.is_constant())
    for (std::size_t s = 0; s < subject.at.size(); ++s) {
      const Frame frame(subject, subject.at[s]);
      const MatX all = structure::Subspaces(stacked(frame.A(), frame.c_Z())).kernel();
      for (int a = 0; a < count; ++a) {
        const auto differential = frame.differential(a);
        const MatX own = structure::Subspaces(stacked(frame.A().row(a), frame.c_Z())).kernel();
        const auto i = static_cast<std::size_t>(a);
        const std::string row = subject.row_name(a);
        alone[i].take(residual_on(differential, own), subject.place(s), {row});
        together[i].take(residual_on(differential, all), subject.place(s), {row});
      }
    }
  const bool all_together =
      std::ranges::all_of(together, [](const Worst& one) { return one.residual <= kTolerance; });
  for (int a = 0; a < count; ++a) {
    const auto i = static_cast<std::size_t>(a);
    Check made = alone[i].check(kRow, kTolerance);
    if (subject.matrices.has_efforts()[i] && !subject.matrices.is_constant())
      made =
          structure::not_applicable(kRow, "A row of efforts is judged with the whole structure.");
    else if (!is_dense && !subject.matrices.is_constant())
      made = structure::undecided(kRow, "The model is too large for dense matrices.");
    else if (made.verdict == Verdict::kFails && all_together) {
      made = together[i].check(kRow, kTolerance);
      made.note = "Not by itself, but together with the other rows.";
    } else if (made.verdict == Verdict::kFails)
      made.note = "Nonholonomic: it restricts velocities and leaves all positions within reach.";
    made.name = subject.row_name(a) + " is holonomic";
    checks.push_back(property(std::move(made)));
  }
  return checks;
}

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
  const std::size_t most = subject.matrices.n() > kMostDense / 2 ? 1 : 3;
  if (subject.matrices.is_constant()) {
    Check made = structure::bounded(kClosed, 0, kTolerance);
    made.note = "The structure does not depend on the state.";
    return made;
  }
  // Constraints on positions belong to the Lagrangian submanifold, and rows may be integrable on
  // their set alone: then the parts decide ([004] Prop. 4.1, Thm. 4.4).
  const bool has_gaps = !subject.model.system->active().empty();
  if (has_gaps || subject.matrices.n() > kMostDense) {
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
  Check made = worst.check(kClosed, kTolerance);
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
        row.note = "Not by itself, but together with the other rows.";
      }
  Findings findings{property(std::move(closed)), property(jacobi), check_frame(subject),
                    check_sources(subject)};
  findings.insert(findings.end(), rows.begin(), rows.end());
  return findings;
}

}  // namespace porthos::inspect
