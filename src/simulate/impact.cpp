#include "simulate/impact.hpp"

#include <algorithm>

#include "base/dense.hpp"

namespace porthos::simulate {
namespace {

/// Values that count as zero, relative to the largest impulse and flow.
constexpr double kRoundingOfImpact = 1e-11;

/// The modes of the parts of an impact.
class Trial {
 public:
  explicit Trial(Impact& impact)
      : impact_(impact),
        holds_(impact.parts.size(), 1),
        direction_(VecX::Zero(impact.before.size())) {}

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
    impact_.impulse = Eigen::CompleteOrthogonalDecomposition<MatX>(matrix).solve(right);
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

 private:
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
    const VecX next = flow / flow.norm();
    const bool turns = (next - direction).norm() > 1e-13;
    direction = next;
    return turns;
  }

  Impact& impact_;
  std::vector<char> holds_;  // (parts)
  VecX direction_;           // (impulses) of slip, or zero
  VecX after_;               // (impulses) flows
};

}  // namespace

bool Impact::solve() {
  constexpr int kTogether = 8, kMost = 200;
  Trial trial(*this);
  for (int round = 0; round < kMost; ++round) {
    trial.find_impulses();
    if (!trial.correct(round >= kTogether)) return true;
  }
  return sweep();
}

bool Impact::sweep() {
  constexpr int kMost = 20000;
  constexpr double kConverged = 1e-15;
  impulse = VecX::Zero(before.size());
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
