#include "support/joint_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace porthos::test {

namespace {

using namespace variables;
using Field = std::function<RealMatrix(const RealVector&)>;

/// The derivative of a matrix along a direction, by differences of order 4.
RealMatrix along(const Field& field, const RealVector& at, const RealVector& direction) {
  const Real h = 2e-3L;
  const RealVector d = h * direction;
  return (field(at - 2 * d) - 8 * field(at - d) + 8 * field(at + d) - field(at + 2 * d)) / (12 * h);
}

/// The vector fields that rows admit on (positions of the mechanics, t), as columns.
class AdmittedFields {
 public:
  AdmittedFields(const JointDynamics& dynamics, JointState at, std::vector<int> chosen)
      : dynamics_(dynamics), base_(std::move(at)), chosen_(std::move(chosen)) {
    size_ = dynamics.model().mechanics + dynamics.model().extra;
    kernel_of(rows(base_), pivots_);
  }
  Eigen::Index coordinates() const { return size_ + 1; }
  RealVector place() const {
    RealVector x(coordinates());
    x << base_.head(size_), base_[kTime];
    return x;
  }
  JointState state(const RealVector& x) const {
    JointState at = base_;
    at.head(size_) = x.head(size_);
    at[kTime] = x[size_];
    return at;
  }
  /// [c'Z, c_t; A, -q] on (velocities of the mechanics, t')
  RealMatrix rows(const JointState& at) const {
    const auto gaps = Eigen::Index(dynamics_.model().gaps.size());
    const int m = dynamics_.model().mechanics;
    const RealMatrix all = dynamics_.all_rows(at);
    const RealVector rest = dynamics_.rests(at);
    RealMatrix made(gaps + Eigen::Index(chosen_.size()), m + 1);
    const auto take = [&](Eigen::Index to, Eigen::Index from) {
      made.row(to).head(m) = all.row(from).head(m);
      made(to, m) = rest[from];
    };
    for (Eigen::Index k = 0; k < gaps; ++k) take(k, k);
    for (std::size_t k = 0; k < chosen_.size(); ++k)
      take(gaps + Eigen::Index(k), gaps + chosen_[k]);
    return made;
  }
  /// (positions, t) of (velocities, t')
  RealMatrix frame(const JointState& at) const {
    const int m = dynamics_.model().mechanics;
    RealMatrix made = RealMatrix::Zero(coordinates(), m + 1);
    made.topLeftCorner(size_, m) = dynamics_.Z(at).topLeftCorner(size_, m);
    made(size_, m) = 1;
    return made;
  }
  RealMatrix operator()(const RealVector& x) const {
    const JointState at = state(x);
    std::vector<int> pivots = pivots_;
    if (pivots.empty()) return frame(at);
    return frame(at) * kernel_of(rows(at), pivots);
  }

 private:
  const JointDynamics& dynamics_;
  JointState base_;
  std::vector<int> chosen_, pivots_;
  Eigen::Index size_ = 0;
};

/// All brackets of the fields with those of the level before.
RealMatrix brackets(const AdmittedFields& fields, int level, const RealVector& x) {
  if (level == 0) return fields(x);
  const Field before = [&](const RealVector& y) { return brackets(fields, level - 1, y); };
  const Field own = [&](const RealVector& y) { return fields(y); };
  const RealMatrix X = fields(x), Y = before(x);
  std::vector<RealMatrix> of_own;
  for (Eigen::Index j = 0; j < Y.cols(); ++j) of_own.push_back(along(own, x, Y.col(j)));
  RealMatrix made(X.rows(), X.cols() * Y.cols());
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < X.cols(); ++i) {
    const RealMatrix turned = along(before, x, X.col(i));
    for (Eigen::Index j = level == 1 ? i + 1 : 0; j < Y.cols(); ++j)
      made.col(next++) = turned.col(j) - of_own[std::size_t(j)].col(i);
  }
  return made.leftCols(next);
}

/// Columns that span what the fields and their brackets do.
std::optional<RealMatrix> closure(const AdmittedFields& fields) {
  const RealVector x = fields.place();
  RealMatrix span = fields(x);
  int rank = clear_rank(span);
  for (int level = 1; level <= 3; ++level) {
    if (rank < 0) return {};
    if (rank == span.rows() || span.cols() == 0) return span;
    RealMatrix more = brackets(fields, level, x);
    for (Eigen::Index j = 0; j < more.cols(); ++j)
      if (more.col(j).norm() < 1e-8L) more.col(j).setZero();
    RealMatrix both(span.rows(), span.cols() + more.cols());
    both << span, more;
    const int wider = clear_rank(both);
    if (wider == rank) return both;
    span = both;
    rank = wider;
  }
  return rank == span.rows() ? std::optional(span) : std::nullopt;
}

/// Whether a row vanishes on those of the directions that velocities can take; empty where a rank
/// is not clear.
std::optional<bool> vanishes(const AdmittedFields& one_row, const JointState& at,
                             const RealMatrix& span) {
  const RealMatrix rows = one_row.rows(at), frame = one_row.frame(at);
  RealMatrix basis = span;
  for (Eigen::Index j = 0; j < basis.cols(); ++j)
    if (const Real size = basis.col(j).norm(); size > 1e-8L)
      basis.col(j) /= size;
    else
      basis.col(j).setZero();
  RealMatrix both(frame.rows(), frame.cols() + basis.cols());
  both << frame, -basis;
  const Eigen::JacobiSVD<RealMatrix> parts(both, Eigen::ComputeFullV);
  const RealVector& values = parts.singularValues();
  Eigen::Index rank = 0;
  for (const Real value : values) {
    if (value > 1e-6L)
      ++rank;
    else if (value > 1e-9L)
      return {};
  }
  const RealMatrix common = parts.matrixV().rightCols(both.cols() - rank).topRows(frame.cols());
  const auto row = rows.row(rows.rows() - 1);
  return (row * common).cwiseAbs().sum() < 1e-6L * row.norm();
}

}  // namespace

std::optional<Reach> reach_at(const JointDynamics& dynamics, const JointState& at) {
  const JointModel& model = dynamics.model();
  std::vector<int> all;
  for (std::size_t k = 0; k < model.rows.size(); ++k) all.push_back(int(k));
  const AdmittedFields before(dynamics, at, {}), after(dynamics, at, all);
  const auto open = closure(before), held = closure(after);
  if (!open || !held) return {};
  const int ranks[] = {clear_rank(before.rows(at)), clear_rank(after.rows(at)), clear_rank(*open),
                       clear_rank(*held)};
  for (const int rank : ranks)
    if (rank < 0) return {};
  Reach made;
  made.rank = ranks[1] - ranks[0];
  made.integrable = ranks[2] - ranks[3];
  if (made.rank < 0 || made.integrable < 0) return {};  // each rank looked clear, not all are right
  // Directions with t' = 0 are one fewer.
  made.reachable = ranks[3] - 1;
  const int size = model.mechanics + model.extra, others = model.n() - size;
  RealMatrix beside(others, model.m() + 2 * model.n());
  beside << dynamics.Z(at).bottomRows(others), dynamics.J(at).bottomRows(others),
      RealMatrix::Zero(others, model.n());
  for (const auto& one : model.relations)
    if (one.heats >= 0) beside(one.heats - size, model.m() + model.n() + one.heats) = 1;
  const int more = clear_rank(beside);
  if (more < 0) return {};
  made.reachable += more;
  for (const int row : all) {
    const AdmittedFields alone(dynamics, at, {row});
    const auto single = closure(alone);
    if (!single) return {};
    const auto by_itself = vanishes(alone, at, *single), with_all = vanishes(alone, at, *held);
    if (!by_itself || !with_all) return {};
    made.alone.push_back(*by_itself);
    made.together.push_back(*with_all);
  }
  // Independent rows that are integrable alone are as many integrable combinations.
  const auto alone = std::ranges::count(made.alone, true);
  if (made.rank == static_cast<int>(all.size()) && made.integrable < alone) return {};
  return made;
}

Pencil pencil_of(const JointDynamics& dynamics, const JointState& at) {
  const int n = dynamics.model().n(), m = dynamics.model().m();
  const auto gaps = Eigen::Index(dynamics.model().gaps.size());
  const auto k = gaps + Eigen::Index(dynamics.model().rows.size());
  const RealVector reactions = dynamics.multipliers(at).value_or(RealVector::Zero(k));
  const Field residual = [&](const RealVector& y) -> RealMatrix {
    JointState there = at;
    there.head(n) = y.head(n);
    there.segment(kVelocity, m) = y.segment(n, m);
    RealVector made(n + m + k);
    made << dynamics.position_rates(there),
        dynamics.forces(there) + dynamics.all_rows(there).transpose() * y.tail(k),
        dynamics.gaps(there),
        dynamics.rows(there) * y.segment(n, m) + dynamics.rests(there).tail(k - gaps);
    return made;
  };
  RealVector y(n + m + k);
  y << at.head(n), at.segment(kVelocity, m), reactions;
  RealMatrix A(y.size(), y.size()), E = RealMatrix::Zero(y.size(), y.size());
  for (Eigen::Index j = 0; j < y.size(); ++j)
    A.col(j) = along(residual, y, RealVector::Unit(y.size(), j));
  for (Real& one : A.reshaped())
    if (std::abs(one) < 1e-10L) one = 0;  // rounding of the differences
  E.topLeftCorner(n, n).setIdentity();
  E.block(n, n, m, m) = dynamics.model().M;
  return {E.cast<double>(), A.cast<double>()};
}

JointStructure::JointStructure(const JointDynamics& dynamics, bool has_rows)
    : dynamics_(dynamics), has_rows_(has_rows) {
  const JointModel& model = dynamics.model();
  for (int j = 0; j < model.m(); ++j)
    (model.is_massless[std::size_t(j)] ? massless_ : heavy_).push_back(j);
  const RealMatrix heavy = model.M(heavy_, heavy_);
  inverse_mass_ = heavy.inverse();
}

RealMatrix JointStructure::tensor(const JointState& at) const {
  const int n = dynamics_.model().n();
  const auto m = Eigen::Index(heavy_.size());
  RealMatrix made(n + m, n + m);
  const RealMatrix Z = dynamics_.Z(at)(Eigen::all, heavy_), G = dynamics_.G(at)(heavy_, heavy_);
  made << dynamics_.J(at), Z, -Z.transpose(), -G;
  return made;
}

RealMatrix JointStructure::columns(const JointState& at) const {
  const int n = dynamics_.model().n();
  const auto m = Eigen::Index(heavy_.size()), k = Eigen::Index(massless_.size());
  const RealMatrix A = has_rows_ ? dynamics_.rows(at) : RealMatrix(0, dynamics_.model().m());
  RealMatrix made = RealMatrix::Zero(n + m, k + A.rows());
  if (k > 0) made.topLeftCorner(n, k) = dynamics_.Z(at)(Eigen::all, massless_);
  if (A.rows() > 0) made.bottomRightCorner(m, A.rows()) = A(Eigen::all, heavy_).transpose();
  return made;
}

std::optional<JointStructure::Sizes> JointStructure::sizes(const JointState& at) const {
  const RealMatrix J = tensor(at), G = columns(at);
  std::vector<int> pivots;
  const RealMatrix N = kernel_of(G.transpose(), pivots);
  const int free = clear_rank(G), kept = clear_rank(N.transpose() * J * N);
  if (free < 0 || kept < 0) return {};
  const int casimirs = int(N.cols()) - kept;
  return Sizes{(int(J.rows()) - free - casimirs) / 2, casimirs, free};
}

JointState JointStructure::moved(const JointState& at, const RealVector& by) const {
  JointState made = at;
  const int n = dynamics_.model().n();
  made.head(n) += by.head(n);
  const RealVector dw = inverse_mass_ * by.tail(by.size() - n);
  for (std::size_t j = 0; j < heavy_.size(); ++j)
    made[kVelocity + heavy_[j]] += dw[Eigen::Index(j)];
  return made;
}

Real JointStructure::closedness(const JointState& at) const {
  std::vector<int> pivots;
  const RealMatrix G0 = columns(at);
  if (G0.cols() > 0) kernel_of(G0.transpose(), pivots);
  std::vector<int> independent;  // columns of G
  {
    std::vector<int> chosen;
    RealMatrix G = G0;
    kernel_of(G, chosen);
    independent = chosen;
  }
  const auto size = tensor(at).rows();
  const Field sections = [&](const RealVector& by) -> RealMatrix {
    const JointState there = moved(at, by);
    const RealMatrix J = tensor(there), all = columns(there);
    const RealMatrix G = all(Eigen::all, independent);
    std::vector<int> same = pivots;
    const RealMatrix N = pivots.empty() ? RealMatrix(RealMatrix::Identity(size, size))
                                        : kernel_of(all.transpose(), same);
    RealMatrix made = RealMatrix::Zero(2 * size, N.cols() + G.cols());
    made.topLeftCorner(size, N.cols()) = J * N;
    made.topRightCorner(size, G.cols()) = G;
    made.bottomLeftCorner(size, N.cols()) = N;
    return made;
  };
  const RealVector here = RealVector::Zero(size);
  const RealMatrix S = sections(here);
  const RealMatrix X = S.topRows(size), F = S.bottomRows(size);
  std::vector<RealMatrix> D;  // along X_c
  for (Eigen::Index c = 0; c < X.cols(); ++c) D.push_back(along(sections, here, X.col(c)));
  const auto dX = [&](Eigen::Index a, Eigen::Index c) {
    return D[std::size_t(c)].col(a).head(size);
  };
  const auto dF = [&](Eigen::Index a, Eigen::Index c) {
    return D[std::size_t(c)].col(a).tail(size);
  };
  Real worst = 0;
  for (Eigen::Index a = 0; a < X.cols(); ++a)
    for (Eigen::Index b = 0; b < a; ++b)
      for (Eigen::Index c = 0; c < b; ++c) {
        const Real terms[] = {F.col(c).dot(dX(b, a)),  -F.col(c).dot(dX(a, b)),
                              dF(b, a).dot(X.col(c)),  F.col(b).dot(dX(a, c)),
                              -dF(a, b).dot(X.col(c)), dF(a, c).dot(X.col(b))};
        Real sum = 0, scale = 1;
        for (const Real term : terms) sum += term, scale += std::abs(term);
        worst = std::max(worst, std::abs(sum) / scale);
      }
  return worst;
}

}  // namespace porthos::test
