#include "simulate/impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/complementarity.hpp"
#include "base/dense.hpp"

namespace porthos::simulate {
namespace {

/// Values that count as zero, relative to the largest impulse and flow.
constexpr double kRoundingOfImpact = 1e-11;
/// Rows of the responses that are nearer to dependent are.
constexpr double kDependentImpulses = 1e-10;
/// The part of it that counts as zero aside from the direction of a slip.
constexpr double kTurned = 0.01;

/// The modes of the parts of an impact.
class Trial {
 public:
  explicit Trial(Impact& impact)
      : impact_(impact),
        holds_(impact.parts.size(), 1),
        direction_(VecX::Zero(impact.before.size())),
        unit_(impact.response.diagonal().cwiseAbs().cwiseSqrt()) {
    for (double& one : unit_) one = one > 0 ? 1 / one : 1;
  }

  /// The impulses in these modes: an impulse is zero, or gives its flow, or has its bound.
  void find_impulses() {
    const auto n = impact_.before.size();
    MatX matrix = MatX::Identity(n, n);
    VecX right = VecX::Zero(n);
    for (std::size_t k = 0; k < impact_.parts.size(); ++k) {
      const Impact::Part& part = impact_.parts[k];
      for (int i = part.first; i < part.first + part.size; ++i) {
        if (slips(part)) {
          matrix.row(i) -= direction_[i] * impact_.bound.row(static_cast<Eigen::Index>(k));
        } else if (holds_[k]) {
          matrix.row(i) = impact_.response.row(i);
          right[i] = -(1 + part.bounce) * impact_.before[i];
        }
      }
    }
    // In units in which each law responds alike; rows that others repeat have the rounding of the
    // mass matrix.
    matrix *= unit_.asDiagonal();
    for (Eigen::Index i = 0; i < n; ++i) {
      const double size = matrix.row(i).lpNorm<Eigen::Infinity>();
      if (!(size > 0)) continue;
      matrix.row(i) /= size;
      right[i] /= size;
    }
    Eigen::CompleteOrthogonalDecomposition<MatX> solver(n, n);
    solver.setThreshold(kDependentImpulses);
    solver.compute(matrix);
    impact_.impulse = unit_.cwiseProduct(solver.solve(right));
    after_ = impact_.before + impact_.response * impact_.impulse;
  }

  /// Changes the modes that the impulses contradict; `one`: the first of them only. False if there
  /// are none.
  bool correct(bool one) {
    bool is_changed = false;
    for (std::size_t k = 0; k < impact_.parts.size() && !(one && is_changed); ++k) {
      const Impact::Part& part = impact_.parts[k];
      if (part.is_forced) continue;
      const bool is_wrong = part.is_friction ? correct_friction(k) : correct_contact(k);
      is_changed = is_changed || is_wrong;
    }
    return is_changed;
  }

  /// Corrects the modes for some rounds, `together` all at once. False if no impulses obey them.
  bool search(int together, int most) {
    for (int round = 0; round < most; ++round) {
      find_impulses();
      if (!correct(round >= together)) return is_met();
    }
    return false;
  }

  /// The modes of the present impulses, which are those of a guess.
  void begin_from_impulse() {
    constexpr double kInside = 1e-9;  // of a bound
    after_ = impact_.before + impact_.response * impact_.impulse;
    const double still = kInside * impact_.before.lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < impact_.parts.size(); ++k) {
      const Impact::Part& part = impact_.parts[k];
      const VecX force = impact_.impulse.segment(part.first, part.size);
      if (!part.is_friction) {
        holds_[k] = part.is_forced || force[0] > least();
        continue;
      }
      auto direction = direction_.segment(part.first, part.size);
      direction.setZero();
      if (force.norm() < impact_.bound_of(static_cast<Eigen::Index>(k)) * (1 - kInside)) continue;
      const VecX flow = after_.segment(part.first, part.size);
      if (flow.norm() > still)
        direction = flow / flow.norm();
      else if (force.norm() > least())
        direction = force / force.norm();
    }
  }

 private:
  /// False if the laws that hold contradict each other, as a bounce and a friction that sticks
  /// where a rod couples the two: then the impulses are a compromise.
  bool is_met() const {
    constexpr double kMet = 1e-7;
    const double most = kMet * impact_.before.lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < impact_.parts.size(); ++k) {
      const Impact::Part& part = impact_.parts[k];
      if (part.is_forced || slips(part) || !holds_[k]) continue;
      for (int i = part.first; i < part.first + part.size; ++i)
        if (std::abs(after_[i] + part.bounce * impact_.before[i]) > most) return false;
    }
    return true;
  }
  double least() const { return kRoundingOfImpact * impact_.impulse.lpNorm<Eigen::Infinity>(); }
  double still() const { return kRoundingOfImpact * impact_.before.lpNorm<Eigen::Infinity>(); }
  bool slips(const Impact::Part& part) const {
    return part.is_friction && !direction_.segment(part.first, part.size).isZero(0);
  }

  bool correct_contact(std::size_t k) {
    const Impact::Part& part = impact_.parts[k];
    const double wanted = after_[part.first] + part.bounce * impact_.before[part.first];
    const bool is_wrong = holds_[k] ? impact_.impulse[part.first] < -least() : wanted < -still();
    if (is_wrong) holds_[k] = !holds_[k];
    return is_wrong;
  }

  bool correct_friction(std::size_t k) {
    const Impact::Part& part = impact_.parts[k];
    auto direction = direction_.segment(part.first, part.size);
    const VecX force = impact_.impulse.segment(part.first, part.size);
    const VecX flow = after_.segment(part.first, part.size);
    if (!slips(part)) {
      const double most =
          impact_.stick_bound.row(static_cast<Eigen::Index>(k)).dot(impact_.impulse);
      if (force.norm() <= std::max(0.0, most) * (1 + 1e-12) + least()) return false;
      direction = force / force.norm();
      return true;
    }
    if (direction.dot(flow) < -still()) {
      direction.setZero();
      return true;
    }
    if (part.size == 1 || !(flow.norm() > still())) return false;
    const VecX aside = flow - direction.dot(flow) * direction;
    if (aside.norm() <= 1e-13 * flow.norm() || aside.norm() <= kTurned * still()) return false;
    // A step of projected Gauss-Seidel: the direction of the flow alone may swing for ever.
    const double most =
        impact_.response.diagonal().segment(part.first, part.size).cwiseAbs().maxCoeff();
    const double bound = impact_.bound_of(static_cast<Eigen::Index>(k));
    const VecX next = most > 0 ? VecX(bound * direction + flow / most) : flow;
    direction = next / next.norm();
    return true;
  }

  Impact& impact_;
  std::vector<char> holds_;  // (parts)
  VecX direction_;           // (impulses) of slip, or zero
  VecX after_;               // (impulses) flows
  VecX unit_;                // (impulses) that gives the response 1
};

}  // namespace

bool Impact::solve() {
  constexpr int kTogether = 8, kMost = 200;
  Trial trial(*this);
  if (trial.search(kTogether, kMost)) return true;
  impulse = VecX::Zero(before.size());
  if (complement()) {
    if (obeys_laws()) return true;
    const VecX guess = impulse;
    trial.begin_from_impulse();
    if (trial.search(kMost, kMost)) return true;
    impulse = guess;
  }
  return sweep() || obeys_laws();
}

bool Impact::obeys_laws() const {
  constexpr double kClose = 1e-10, kRoundingOfTerms = 1e-14;
  if (!impulse.allFinite()) return false;
  const VecX after = before + response * impulse;
  const double none = kClose * impulse.lpNorm<Eigen::Infinity>();
  const double still = kClose * before.lpNorm<Eigen::Infinity>();
  // Impulses that nearly cancel, as of a wedge that jams: their flows are rounding.
  const VecX terms = response.cwiseAbs() * impulse.cwiseAbs();
  if (kRoundingOfTerms * terms.lpNorm<Eigen::Infinity>() > still) return false;
  for (Eigen::Index k = 0; const Part& part : parts) {
    const VecX own = impulse.segment(part.first, part.size);
    const VecX flow = after.segment(part.first, part.size);
    const Eigen::Index number = k++;
    if (!part.is_friction) {
      const double wanted = flow[0] + part.bounce * before[part.first];
      const bool is_met = std::abs(wanted) <= still;
      if (part.is_forced ? !is_met : own[0] < -none || wanted < -still) return false;
      if (!part.is_forced && own[0] > none && !is_met) return false;
      continue;
    }
    const bool slips = flow.norm() > still;
    const VecX wanted = slips ? VecX(bound_of(number) * flow / flow.norm()) : own;
    if ((own - wanted).norm() > none + kClose * own.norm()) return false;
    const double rest = stick_least.size() > 0 ? stick_least[number] : 0;
    const double most = std::max(0.0, stick_bound.row(number).dot(impulse) + rest);
    if (!slips && own.norm() > most * (1 + kClose) + none) return false;
  }
  return true;
}

void Impact::solve_again(const VecX& flows) {
  Trial trial(*this);
  trial.begin_from_impulse();
  before = flows;
  trial.find_impulses();
}

double Impact::bound_of(Eigen::Index part) const {
  return std::max(0.0, bound.row(part).dot(impulse) + (least.size() > 0 ? least[part] : 0));
}

namespace {

/// The directions of a friction of some flows: all of -1, 0, 1, of length 1.
std::vector<VecX> directions(int size) {
  int count = 1;
  for (int i = 0; i < size; ++i) count *= 3;
  std::vector<VecX> found;
  for (int n = 0; n < count; ++n) {
    VecX one(size);
    for (int i = 0, rest = n; i < size; ++i, rest /= 3) one[i] = rest % 3 - 1;
    if (!one.isZero(0)) found.push_back(one.normalized());
  }
  return found;
}

}  // namespace

// The variables are p of unilateral laws, beta >= 0 of each direction of a friction, and the speed
// lambda of each friction:
//
//   0 <= p       _|_  gamma + bounce gamma-        0 <= beta  _|_  lambda - d.gamma
//   0 <= lambda  _|_  bound - sum beta
bool Impact::complement() {
  const Eigen::Index n = before.size();
  const auto count = static_cast<Eigen::Index>(parts.size());
  std::vector<VecX> columns;  // the impulses of a unit of each variable but the speeds
  std::vector<Eigen::Index> owners;
  VecX unit = VecX::Zero(count);
  for (Eigen::Index k = 0; const Part& part : parts) {
    if (part.is_forced) return false;
    const double most = response.diagonal().segment(part.first, part.size).cwiseAbs().maxCoeff();
    if (!(most > 0)) return false;
    unit[k] = 1 / std::sqrt(most);
    const auto own = part.is_friction ? directions(part.size) : std::vector{VecX(VecX::Ones(1))};
    for (const VecX& one : own) {
      columns.push_back(VecX::Zero(n));
      columns.back().segment(part.first, part.size) = unit[k] * one;
      owners.push_back(k);
    }
    ++k;
  }
  const auto m = static_cast<Eigen::Index>(columns.size());
  MatX matrix = MatX::Zero(m + count, m + count), impulses(n, m);
  VecX right = VecX::Zero(m + count);
  for (Eigen::Index j = 0; j < m; ++j) impulses.col(j) = columns[static_cast<std::size_t>(j)];
  const MatX flows = response * impulses, bounds = bound * impulses;
  for (Eigen::Index j = 0; j < m; ++j) {
    const Eigen::Index k = owners[static_cast<std::size_t>(j)];
    const Part& part = parts[static_cast<std::size_t>(k)];
    const double sign = part.is_friction ? -1 : 1 + part.bounce;
    right[j] = sign * impulses.col(j).dot(before);
    matrix.row(j).head(m) = (part.is_friction ? -1 : 1) * impulses.col(j).transpose() * flows;
    if (!part.is_friction) continue;
    matrix(j, m + k) = 1;
    matrix(m + k, j) -= 1;
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    if (!parts[static_cast<std::size_t>(k)].is_friction) continue;
    matrix.row(m + k).head(m) += bounds.row(k) / unit[k];
    right[m + k] = (least.size() > 0 ? least[k] : 0) / unit[k];
  }
  const double size = right.lpNorm<Eigen::Infinity>();
  if (!(size > 0)) return true;
  const auto found = solve_complementarity(matrix, right / size);
  if (found) impulse = size * impulses * found->head(m);
  return found.has_value();
}

bool Impact::sweep() {
  constexpr int kMost = 20000;
  constexpr double kConverged = 1e-15;
  if (impulse.size() != before.size()) impulse = VecX::Zero(before.size());
  for (int round = 0; round < kMost; ++round) {
    double moved = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Part& part = parts[k];
      VecX next = impulse.segment(part.first, part.size);
      double most = 0;
      for (int i = part.first; i < part.first + part.size; ++i)
        most = std::max(most, std::abs(response(i, i)));
      if (!(most > 0)) return false;
      for (int i = 0; i < part.size; ++i) {
        const int row = part.first + i;
        const double flow = (1 + part.bounce) * before[row] + response.row(row).dot(impulse);
        next[i] -= flow / (part.is_friction ? -most : most);
      }
      if (part.is_friction) {
        const auto number = static_cast<Eigen::Index>(k);
        const auto bound_of = [&](const MatX& slope, const VecX& rest) {
          return std::max(0.0,
                          slope.row(number).dot(impulse) + (rest.size() > 0 ? rest[number] : 0));
        };
        const double length = next.norm();
        if (length > bound_of(stick_bound, stick_least)) next *= bound_of(bound, least) / length;
      } else if (!part.is_forced) {
        next[0] = std::max(0.0, next[0]);
      }
      moved = std::max(moved, (next - impulse.segment(part.first, part.size)).norm());
      impulse.segment(part.first, part.size) = next;
    }
    if (moved <= kConverged * impulse.lpNorm<Eigen::Infinity>()) return true;
  }
  return false;
}

VecX Impact::taken() const {
  // T(w + d) - T(w) is the sum of the impulses times the means of the flows before and after.
  const VecX mean = before + 0.5 * response * impulse;
  VecX energies(static_cast<Eigen::Index>(parts.size()));
  for (Eigen::Index k = 0; const Part& part : parts) {
    const double work =
        mean.segment(part.first, part.size).dot(impulse.segment(part.first, part.size));
    energies[k++] = part.is_friction ? work : -work;
  }
  return energies;
}

}  // namespace porthos::simulate
