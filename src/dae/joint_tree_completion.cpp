#include "dae/joint_tree_completion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/index.hpp"
#include "dae/speed_rows.hpp"

namespace porthos::dae {

namespace {

using Eigen::Matrix3d;

/// Numbers between -1 and 1, always the same ones.
class Scatter {
 public:
  double operator()() {
    state_ = state_ * 1664525u + 1013904223u;
    return 2 * static_cast<double>(state_ >> 8) / (1 << 24) - 1;
  }

 private:
  std::uint32_t state_ = 3737;
};

}  // namespace

/// See complete_tree.
class JointTreeCompletion {
 public:
  JointTreeCompletion(const Integrable& system, const State& start, const std::vector<int>& z_body,
                      const std::vector<int>& w_body, JointTree& tree)
      : system_(system),
        start_(start),
        z_body_(z_body),
        w_body_(w_body),
        tree_(&tree),
        at_(system.workspace()),
        kinematics_(system.kinematics()) {
    system_.set_state(at_, start_);
    system_.clear_multipliers(at_);
  }

  bool complete(int& failing, std::string& why_not) {
    const bool is_complete = add_masses() && add_others() && can_move() && holds(failing);
    if (is_complete) {
      tree_->speed_rows_ = find_speed_rows(system_, *tree_, at_, [&](int pose) {
        return scatter(pose, VecX::Zero(tree_->speeds_));
      });
      add_loops();
      leave_out_joints();
    }
    why_not = why_not_;
    return is_complete;
  }

 private:
  bool fail(std::string why) {
    why_not_ = std::move(why);
    return false;
  }

  bool can_move() { return tree_->speeds_ > 0 ? true : fail("bodies that cannot move"); }

  /// M of each body; that of other velocities.
  bool add_masses() {
    const Sparse& mass = system_.mass();
    for (const Entry& place : mass.entries())
      if (w_body_[index(place.row)] != w_body_[index(place.column)] &&
          mass.value[index(mass.find(place))] != 0)
        return fail("a mass matrix that couples bodies");
    const auto put = [&](const auto& rows, const auto& columns, Matrix3d& to) {
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          const int row = rows[index(i)], column = columns[index(k)];
          const int place = row < 0 || column < 0 ? -1 : mass.find({row, column});
          if (place >= 0) to(i, k) = mass.value[index(place)];
        }
    };
    for (Link& link : tree_->links_) {
      put(link.body.v, link.body.v, link.mass);
      put(link.body.v, link.body.omega, link.coupling);
      put(link.body.omega, link.body.omega, link.inertia);
    }
    return true;
  }

  /// Positions and velocities that belong to no body.
  bool add_others() {
    JointTree& tree = *tree_;
    for (int w = 0; w < system_.sizes().w; ++w)
      if (w_body_[index(w)] == kNone) tree.other_w_.push_back(w);
    const Eigen::Index others = std::ssize(tree.other_w_);
    tree.other_mass_.setZero(others, others);
    for (Eigen::Index i = 0; i < others; ++i)
      for (Eigen::Index k = 0; k < others; ++k) {
        const int place = system_.mass().find({tree.other_w_[index(i)], tree.other_w_[index(k)]});
        if (place >= 0) tree.other_mass_(i, k) = system_.mass().value[index(place)];
      }
    tree.speeds_ += static_cast<int>(others);
    const std::vector<int> unbound = find_followers();
    for (const int z : unbound) {
      if (!add_kept(z)) return fail("a position outside of bodies that constraints contain");
      tree.other_z_.push_back(z);
      ++tree.coordinates_;
    }
    return true;
  }

  /// Notes the constraint that the rate of a position outside of bodies keeps, if there is one.
  /// False for several ones, and for those of several such positions.
  bool add_kept(int z) {
    int found = -1;
    const Sparse& c = kinematics_.c_prime;
    for (const int row : system_.system().inert()) {
      bool has_other = false, has_z = false;
      for (int k = c.start[index(row)]; k < c.start[index(row + 1)]; ++k) {
        const int column = c.column[index(k)];
        has_z = has_z || column == z;
        has_other = has_other || (column != z && z_body_[index(column)] == kNone);
      }
      if (!has_z) continue;
      if (has_other || found >= 0) return false;
      found = row;
    }
    if (found >= 0) tree_->kept_.push_back({found, z, static_cast<int>(tree_->other_z_.size())});
    return true;
  }

  /// The system of the rows of loops.
  void add_loops() {
    const system::System& system = system_.system();
    const Sparse& c = kinematics_.c_prime;
    const system::Sizes& n = system.sizes();
    const auto is_velocity_row = [&](int mu) {
      return mu >= 0 && std::ranges::find(tree_->speed_rows_, mu, &JointTree::SpeedRow::mu) ==
                            tree_->speed_rows_.end();
    };
    std::vector<char> is_row(index(n.c), 0), is_moved(index(n.z), 0);
    for (const int row : tree_->loop_rows_)
      if (row < n.lambda) is_row[index(system.active()[index(row)])] = 1;
    for (const JointTree::Kept& kept : tree_->kept_) is_row[index(kept.c)] = 1;
    for (int row = 0; row < c.rows; ++row)
      for (int k = c.start[index(row)]; k < c.start[index(row + 1)]; ++k)
        if (is_row[index(row)] != 0) is_moved[index(c.column[index(k)])] = 1;
    const Sparse& jacobian = system.jacobian();
    for (int mu = 0; mu < n.mu; ++mu)
      for (int row = n.z + n.w + n.lambda + mu, k = jacobian.start[index(row)];
           k < jacobian.start[index(row + 1)]; ++k)
        if (is_velocity_row(mu) && jacobian.column[index(k)] < n.z)
          is_moved[index(jacobian.column[index(k)])] = 1;
    std::vector<char> is_used;
    for (const system::Instance& one : system.assembly().instances) {
      bool is_kept = std::ranges::any_of(one.c, [&](int row) { return is_row[index(row)] != 0; }) ||
                     std::ranges::any_of(one.mu, is_velocity_row);
      for (const auto& entry : one.type->kinematic.entries)
        is_kept = is_kept || (entry.row.segment == system::Segment::kZdot &&
                              is_moved[index(one.z[index(entry.row.index)])] != 0);
      is_used.push_back(is_kept ? 1 : 0);
    }
    tree_->loops_ = system.with_instances(is_used, true);
  }

  /// Finds the positions that are linear in the coordinates of joints. Returns the others.
  std::vector<int> find_followers() {
    constexpr int kPoses = 3;
    constexpr double kRounding = 1e-10;
    JointTree& tree = *tree_;
    std::vector<int> candidates, unbound;
    for (int z = 0; z < system_.sizes().z; ++z)
      if (z_body_[index(z)] == kNone) candidates.push_back(z);
    if (candidates.empty()) return {};
    std::vector<std::pair<int, int>> scalars;  // a coordinate and its speed
    for (const Link& link : tree.links_)
      for (int k = 0;
           k < link.motion.speeds() && (link.motion.turns != 3 || k < link.motion.slides); ++k)
        scalars.push_back({link.q + k, link.u + k});
    std::vector<MatX> rates;  // (candidates x speeds) in each pose, and at rest
    for (int pose = 0; pose < kPoses; ++pose) rates.push_back(rates_of(candidates, pose));
    VecX q, u_start;
    tree.read(start_.z, start_.w, q, u_start);
    for (Eigen::Index i = 0; const int z : candidates) {
      bool is_follower = true;
      for (const MatX& of : rates)
        is_follower = is_follower && of.row(i).allFinite() &&
                      std::abs(of(i, tree.speeds_)) <= kRounding &&
                      (of.row(i) - rates[0].row(i)).lpNorm<Eigen::Infinity>() <= kRounding;
      JointTree::Follower one{z, {}};
      for (int u = 0; u < tree.speeds_ && is_follower; ++u) {
        const double rate = rates[0](i, u);
        if (std::abs(rate) <= kRounding) continue;
        const auto scalar = std::ranges::find(scalars, u, &std::pair<int, int>::second);
        is_follower = scalar != scalars.end();
        if (is_follower) one.rates.push_back({scalar->first, rate});
      }
      if (is_follower) {
        one.offset = start_.z[z];
        for (const auto& [coordinate, rate] : one.rates) one.offset -= rate * q[coordinate];
        tree.followers_.push_back(std::move(one));
      } else
        unbound.push_back(z);
      ++i;
    }
    return unbound;
  }

  /// The rates of positions for each speed alone, and at rest.
  MatX rates_of(const std::vector<int>& positions, int pose) {
    JointTree& tree = *tree_;
    MatX rates(std::ssize(positions), tree.speeds_ + 1);
    const std::vector<Placed> placed = scatter(pose, VecX::Zero(tree.speeds_));
    system_.compute_rates(at_);
    Kinematics kinematics = kinematics_;
    system_.compute_kinematics(at_, kinematics);
    const Sparse& Z = kinematics.Z;
    VecX by_velocity = VecX::Zero(system_.sizes().w), by_speed(tree.speeds_);
    for (Eigen::Index i = 0; const int z : positions) {
      for (int k = Z.start[index(z)]; k < Z.start[index(z + 1)]; ++k)
        by_velocity[Z.column[index(k)]] = Z.value[index(k)];
      tree.reduce(placed, by_velocity.data(), by_speed.data());
      rates.row(i).head(tree.speeds_) = by_speed.transpose();
      rates(i++, tree.speeds_) = system_.z_rate(at_)[z];
      by_velocity.setZero();
    }
    return rates;
  }

  /// Sets a pose away from the start with these speeds.
  std::vector<Placed> scatter(int pose, const VecX& u) {
    Scatter next;
    for (int k = 0; k < 100 * pose; ++k) next();
    VecX q, speeds;
    tree_->read(start_.z, start_.w, q, speeds);
    for (const Link& link : tree_->links_) {
      auto own = q.segment(link.q, link.motion.coordinates());
      for (double& one : own) one += 0.7 * next();
      if (link.motion.turns == 3) own.tail<4>().normalize();
    }
    std::vector<Placed> placed;
    tree_->place(q.data(), u.data(), placed);
    VecX z = start_.z, w = start_.w;
    tree_->put(placed, q.data(), u.data(), z, w);
    system_.z(at_) = z;
    system_.w(at_) = w;
    return placed;
  }

  /// True if the rows of joints vanish in other poses and motions.
  bool holds(int& failing) {
    constexpr int kPoses = 4;
    constexpr double kRounding = 1e-9;
    Scatter next;
    for (int pose = 0; pose < kPoses; ++pose) {
      VecX u(tree_->speeds_);
      for (double& one : u) one = next();
      scatter(pose, u);
      system_.compute_rates(at_);
      const double size = 1 + VecX(system_.z(at_)).lpNorm<Eigen::Infinity>() +
                          VecX(system_.w(at_)).lpNorm<Eigen::Infinity>();
      const auto gaps = system_.gaps(at_), rows = system_.rows(at_);
      for (std::size_t i = 0; i < tree_->links_.size(); ++i)
        for (const int row : tree_->links_[i].rows) {
          const double gap = std::abs(gaps[system_.active()[index(row)]]) + std::abs(rows[row]);
          if (gap <= kRounding * size) continue;
          failing = static_cast<int>(i);
          return fail("joints of another kind");
        }
    }
    return true;
  }

  /// True for an element without energy, power or driven port, which moves only positions that
  /// follow from the coordinates of joints.
  bool may_have_no_forces(const system::Instance& one, const std::vector<char>& is_driven,
                          const std::vector<char>& is_followed) const {
    const system::ElementType& type = *one.type;
    const auto is_marked = [](const std::vector<int>& places, const std::vector<char>& flags) {
      return std::ranges::any_of(places, [&](int i) { return flags[index(i)] != 0; });
    };
    const auto moves_other = [&](const system::Slot& slot) {
      return slot.segment == system::Segment::kZdot &&
             is_followed[index(one.z[index(slot.index)])] == 0;
    };
    return type.potential.outputs.empty() && type.mass.output_count() == 0 && one.power.empty() &&
           one.heat.empty() && !is_marked(one.u, is_driven) &&
           std::ranges::none_of(type.rate.outputs, moves_other);
  }

  /// Leaves joints out of the system that computes forces.
  void leave_out_joints() {
    const system::System& system = system_.system();
    std::vector<char> is_driven(index(system.sizes().u), 0), is_kept;
    for (const system::Signals& signals : system.assembly().signals)
      for (const int port : signals.ports)
        is_driven[index(port)] = system.assembly().prescribed[index(port)] < 0 ? 1 : 0;
    std::vector<char> is_followed(index(system.sizes().z), 0);
    for (const auto& follower : tree_->followers_) is_followed[index(follower.z)] = 1;
    tree_->has_inputs_ = !system.assembly().signals.empty();
    for (const system::Instance& one : system.assembly().instances)
      is_kept.push_back(may_have_no_forces(one, is_driven, is_followed) ? 0 : 1);
    tree_->forces_ = system.with_instances(is_kept, false);
    if (has_same_forces()) return;
    tree_->forces_ = system.with_instances(std::vector<char>(is_kept.size(), 1), false);
  }

  bool has_same_forces() {
    Workspace other = system_.workspace();
    Scatter next;
    for (int pose = 0; pose < 3; ++pose) {
      VecX u(tree_->speeds_);
      for (double& one : u) one = next();
      scatter(pose, u);
      other.values = at_.values;
      system_.compute_rates(at_);
      tree_->compute_forces(other);
      const VecX force = system_.force(at_), found = system_.force(other);
      if (!((force - found).lpNorm<Eigen::Infinity>() <=
            1e-12 * (1 + force.lpNorm<Eigen::Infinity>())))
        return false;
    }
    return true;
  }

  static constexpr int kNone = kNoBody;

  const Integrable system_;
  const State& start_;
  const std::vector<int>&z_body_, &w_body_;
  JointTree* tree_;
  Workspace at_;
  const Kinematics kinematics_;
  std::string why_not_;
};

bool complete_tree(const Integrable& system, const State& start, const std::vector<int>& z_body,
                   const std::vector<int>& w_body, JointTree& tree, int& failing,
                   std::string& why_not) {
  return JointTreeCompletion(system, start, z_body, w_body, tree).complete(failing, why_not);
}

}  // namespace porthos::dae
