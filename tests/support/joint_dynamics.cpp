#include "support/joint_dynamics.hpp"

#include <algorithm>
#include <cmath>

namespace porthos::test {

namespace {

using namespace variables;

/// Least squares of least norm. Factors of rows are rounded to doubles, so that a row and a
/// multiple of it agree to 1e-16 only: what is below 1e-13 of the largest pivot is such a rounding.
struct Solver : Eigen::CompleteOrthogonalDecomposition<RealMatrix> {
  explicit Solver(const RealMatrix& a) {
    setThreshold(1e-13L);
    compute(a);
  }
};

RealMatrix matrix_of(const std::vector<std::vector<Polynomial>>& parts, int columns,
                     const JointState& at) {
  RealMatrix made = RealMatrix::Zero(Eigen::Index(parts.size()), columns);
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts[i].size(); ++j)
      if (!parts[i][j].is_zero()) made(Eigen::Index(i), Eigen::Index(j)) = parts[i][j](at);
  return made;
}

}  // namespace

JointDynamics::JointDynamics(const JointModel& model) : model_(model) { renew(); }

void JointDynamics::renew() {
  slopes_.clear(), gap_slopes_.clear(), gap_rates_.clear();
  for (int i = 0; i < model_.n(); ++i) slopes_.push_back(model_.V.derivative(i));
  for (const Polynomial& gap : model_.gaps) {
    gap_rates_.push_back(gap.derivative(kTime));
    gap_slopes_.emplace_back();
    for (int i = 0; i < model_.n(); ++i) gap_slopes_.back().push_back(gap.derivative(i));
  }
}

RealMatrix JointDynamics::Z(const JointState& at) const {
  return matrix_of(model_.Z, model_.m(), at);
}
RealMatrix JointDynamics::J(const JointState& at) const {
  return matrix_of(model_.J, model_.n(), at);
}
RealMatrix JointDynamics::G(const JointState& at) const {
  return matrix_of(model_.G, model_.m(), at);
}
RealMatrix JointDynamics::slopes_of_gaps(const JointState& at) const {
  return matrix_of(gap_slopes_, model_.n(), at);
}

RealVector JointDynamics::efforts(const JointState& at) const {
  RealVector made(model_.n());
  for (int i = 0; i < model_.n(); ++i) made[i] = slopes_[std::size_t(i)](at);
  return made;
}

RealMatrix JointDynamics::rows(const JointState& at) const {
  std::vector<std::vector<Polynomial>> parts;
  for (const auto& row : model_.rows) parts.push_back(row.slope);
  return matrix_of(parts, model_.m(), at);
}

RealMatrix JointDynamics::all_rows(const JointState& at) const {
  const RealMatrix gaps = slopes_of_gaps(at) * Z(at), own = rows(at);
  RealMatrix made(gaps.rows() + own.rows(), model_.m());
  made << gaps, own;
  return made;
}

RealVector JointDynamics::rests(const JointState& at) const {
  const auto gaps = Eigen::Index(model_.gaps.size());
  RealVector made(gaps + Eigen::Index(model_.rows.size()));
  for (Eigen::Index k = 0; k < gaps; ++k) made[k] = gap_rates_[std::size_t(k)](at);
  for (std::size_t k = 0; k < model_.rows.size(); ++k)
    made[gaps + Eigen::Index(k)] = -model_.rows[k].flow(at);
  return made;
}

Real JointDynamics::flow(const JointModel::Slope& slope, const JointState& at) const {
  Real sum = 0;
  for (std::size_t j = 0; j < slope.size(); ++j)
    if (!slope[j].is_zero()) sum += slope[j](at) * at[kVelocity + Eigen::Index(j)];
  return sum;
}

RealVector JointDynamics::forces(const JointState& at) const {
  const RealVector w = at.segment(kVelocity, model_.m());
  RealVector sum = -Z(at).transpose() * efforts(at) - G(at) * w;
  const auto push = [&](const JointModel::Slope& slope, Real effort) {
    for (std::size_t j = 0; j < slope.size(); ++j)
      if (!slope[j].is_zero()) sum[Eigen::Index(j)] += slope[j](at) * effort;
  };
  for (const auto& one : model_.relations) {
    const Real f = flow(one.flow, at);
    push(one.flow, -(static_cast<Real>(one.linear) * f + static_cast<Real>(one.cubic) * f * f * f));
  }
  for (const auto& port : model_.ports) push(port.flow, port.effort(at));
  return sum;
}

bool JointDynamics::solve_massless(JointState& at) const {
  std::vector<int> free;
  for (int j = 0; j < model_.m(); ++j)
    if (model_.is_massless[std::size_t(j)]) free.push_back(j);
  if (free.empty()) return true;
  for (const int j : free) at[kVelocity + j] = 0;
  const RealVector rest = forces(at);
  const auto size = Eigen::Index(free.size());
  RealMatrix slopes(size, size);
  RealVector value(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    JointState other = at;
    other[kVelocity + free[std::size_t(k)]] = 1;
    const RealVector with = forces(other);
    for (Eigen::Index i = 0; i < size; ++i)
      slopes(i, k) = with[free[std::size_t(i)]] - rest[free[std::size_t(i)]];
    value[k] = -rest[free[std::size_t(k)]];
  }
  const Solver solver(slopes);
  if (solver.rank() < size) return false;
  const RealVector found = solver.solve(value);
  for (Eigen::Index k = 0; k < size; ++k) at[kVelocity + free[std::size_t(k)]] = found[k];
  return true;
}

bool JointDynamics::close(JointState& at) const {
  const auto gaps = Eigen::Index(model_.gaps.size());
  const int n = model_.n(), m = model_.m();
  for (int round = 0; round < 30 && gaps > 0; ++round) {
    const RealVector gap = this->gaps(at);
    if (gap.norm() < 1e-17L) break;
    if (round == 29) return false;
    const RealMatrix C = slopes_of_gaps(at) * Z(at);
    at.head(n) -= Z(at) * Solver(C).solve(gap);
  }
  const RealMatrix C = all_rows(at);
  if (C.rows() > 0) {
    const RealVector w = at.segment(kVelocity, m), defect = C * w + rests(at);
    at.segment(kVelocity, m) -= Solver(C).solve(defect);
  }
  return at.allFinite();
}

std::optional<JointState> JointDynamics::consistent(JointState at) const {
  if (!close(at) || !solve_massless(at)) return {};
  return at;
}

std::optional<RealVector> JointDynamics::rates(const JointState& at) const {
  RealVector multipliers;
  return solve(at, multipliers);
}

std::optional<RealVector> JointDynamics::multipliers(const JointState& at) const {
  RealVector found;
  return solve(at, found) ? std::optional(found) : std::nullopt;
}

RealVector JointDynamics::gaps(const JointState& at) const {
  RealVector made(Eigen::Index(model_.gaps.size()));
  for (Eigen::Index k = 0; k < made.size(); ++k) made[k] = model_.gaps[std::size_t(k)](at);
  return made;
}

RealVector JointDynamics::position_rates(const JointState& at) const {
  const RealVector e = efforts(at);
  RealVector made = Z(at) * at.segment(kVelocity, model_.m()) + J(at) * e;
  for (const auto& one : model_.relations) {
    if (one.heats < 0) continue;
    const Real f = flow(one.flow, at);
    made[one.heats] +=
        f * (static_cast<Real>(one.linear) * f + static_cast<Real>(one.cubic) * f * f * f) /
        e[one.heats];
  }
  return made;
}

std::optional<RealVector> JointDynamics::solve(const JointState& given,
                                               RealVector& multipliers) const {
  JointState at = given;
  if (!solve_massless(at)) return {};
  const int n = model_.n(), m = model_.m();
  RealVector made = RealVector::Zero(kCount);
  made[kTime] = is_frozen ? 0 : 1;
  const RealVector w = at.segment(kVelocity, m);
  made.head(n) = position_rates(at);
  const RealMatrix C = all_rows(at);
  const auto k = C.rows();
  // (C w + rest)' without w', by differences of order 4 along the motion
  const auto gap_rate = [&](Real h) -> RealVector {
    const JointState moved = at + h * made;
    return all_rows(moved) * w + rests(moved);
  };
  const Real h = 3e-4L;
  RealVector turn = RealVector::Zero(k);
  if (k > 0)
    turn = (gap_rate(-2 * h) - 8 * gap_rate(-h) + 8 * gap_rate(h) - gap_rate(2 * h)) / (12 * h);
  RealMatrix K = RealMatrix::Zero(m + k, m + k);
  K.topLeftCorner(m, m) = model_.M;
  for (int j = 0; j < m; ++j)
    if (model_.is_massless[std::size_t(j)]) K(j, j) = 1;  // solved for already
  K.topRightCorner(m, k) = C.transpose();
  K.bottomLeftCorner(k, m) = C;
  RealVector right(m + k);
  right.head(m) = forces(at);
  right.tail(k) = -turn;
  for (int j = 0; j < m; ++j)
    if (model_.is_massless[std::size_t(j)]) right[j] = 0;
  const RealVector found = Solver(K).solve(right);
  made.segment(kVelocity, m) = found.head(m);
  multipliers = -found.tail(k);  // K has C^T on the left
  if (!made.allFinite()) return {};
  return made;
}

std::vector<JointState> JointDynamics::run(JointState at, double until, double step,
                                           int every) const {
  std::vector<JointState> states{at};
  const auto count = static_cast<int>(std::lround(until / step));
  const Real h = static_cast<Real>(step);
  for (int k = 0; k < count; ++k) {
    at[kSide] = at[kTime] + h / 2;
    const auto a = rates(at);
    if (!a) return states;
    const auto b = rates(at + h / 2 * *a);
    if (!b) return states;
    const auto c = rates(at + h / 2 * *b);
    if (!c) return states;
    const auto d = rates(at + h * *c);
    if (!d) return states;
    at += h / 6 * (*a + 2 * *b + 2 * *c + *d);
    if (!close(at) || !solve_massless(at)) return states;
    if ((k + 1) % every == 0) states.push_back(at);
  }
  return states;
}

int clear_rank(RealMatrix a, Real least, Real most) {
  if (a.size() == 0) return 0;
  for (int pass = 0; pass < 4; ++pass)
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (const Real size = a.row(i).norm(); size > least) a.row(i) /= size;
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    if (const Real size = a.col(j).norm(); size > least) a.col(j) /= size;
  const RealVector values = Eigen::JacobiSVD<RealMatrix>(a).singularValues();
  int rank = 0;
  for (const Real value : values) {
    if (value > most)
      ++rank;
    else if (value > least)
      return -1;
  }
  return rank;
}

RealMatrix kernel_of(const RealMatrix& rows, std::vector<int>& pivots) {
  const auto n = rows.cols();
  if (rows.rows() == 0) return RealMatrix::Identity(n, n);
  RealMatrix a = rows;
  const bool chooses = pivots.empty();
  std::vector<int> found;
  Eigen::Index rank = 0;
  for (; rank < a.rows(); ++rank) {
    Eigen::Index row = rank, column = 0;
    if (chooses) {
      if (!(a.bottomRows(a.rows() - rank).cwiseAbs().maxCoeff(&row, &column) > 1e-9L)) break;
    } else {
      if (std::size_t(rank) == pivots.size()) break;
      column = pivots[std::size_t(rank)];
      a.col(column).tail(a.rows() - rank).cwiseAbs().maxCoeff(&row);
    }
    if (chooses)
      row += rank;
    else
      row += rank;
    a.row(rank).swap(a.row(row));
    a.row(rank) /= a(rank, column);
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (i != rank) a.row(i) -= a(i, column) * RealMatrix(a.row(rank));
    found.push_back(int(column));
  }
  if (chooses) pivots = found;
  RealMatrix made = RealMatrix::Zero(n, n - rank);
  Eigen::Index next = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    if (std::ranges::find(found, int(j)) != found.end()) continue;
    made(j, next) = 1;
    for (Eigen::Index i = 0; i < rank; ++i) made(found[std::size_t(i)], next) = -a(i, j);
    ++next;
  }
  return made;
}

}  // namespace porthos::test
