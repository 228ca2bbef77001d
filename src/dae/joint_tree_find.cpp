#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "dae/joint_tree_completion.hpp"

namespace porthos::dae {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector4d;

}  // namespace

/// Finds the tree of a system: bodies, the rows between pairs of them, a tree of these pairs, and
/// the motion that the rows leave to each pair.
class JointTreeFinder {
 public:
  JointTreeFinder(const Integrable& system, const Bodies& bodies, const State& start)
      : system_(system), bodies_(bodies), start_(start), at_(system.workspace()) {}

  std::shared_ptr<JointTree> find(std::string& why_not) {
    bool is_found = is_suited() && list_places() && list_joints();
    while (is_found) {
      tree_ = std::make_shared<JointTree>();
      int failing = -1;
      is_found =
          grow() && complete_tree(system_, start_, z_body_, w_body_, *tree_, failing, why_not_);
      if (is_found || failing < 0) break;
      // The rows of this joint leave another motion elsewhere.
      is_found = true;
      ++joints_[pair_of_link_[index(failing)]].used;
    }
    if (!is_found) tree_.reset();
    why_not = why_not_;
    return std::move(tree_);
  }

 private:
  using Pair = std::pair<int, int>;  // (bodies), -1 is the ground; the first is less

  bool fail(std::string why) {
    why_not_ = std::move(why);
    return false;
  }

  bool is_suited() {
    const Sizes& n = system_.sizes();
    if (bodies_.empty()) return fail("no rigid bodies");
    const auto& instances = system_.system().assembly().instances;
    const bool moves_by_efforts = std::ranges::any_of(
        instances, [](const auto& one) { return laws::moves_by_efforts(one.type->laws); });
    if (moves_by_efforts || system_.metric().has_massless()) return fail("velocities without mass");
    if (!system_.is_linear_in_multipliers()) return fail("forces that depend on reactions");
    if (system_.system().momenta().rows > 0) return fail("declared momenta");
    const Sparse& jacobian = system_.jacobian();
    for (int row = 0; row < n.z; ++row)
      for (int k = jacobian.start[index(row)]; k < jacobian.start[index(row + 1)]; ++k)
        if (jacobian.column[index(k)] >= n.z + n.w) return fail("constraints of efforts");
    return true;
  }

  bool list_places() {
    z_body_.assign(index(system_.sizes().z), kNone);
    w_body_.assign(index(system_.sizes().w), kNone);
    for (int b = 0; b < std::ssize(bodies_); ++b) {
      const system::RigidBody& body = bodies_[index(b)];
      const auto mark = [&](const auto& places, std::vector<int>& of) {
        for (const int place : places)
          if (place >= 0) of[index(place)] = b;
      };
      mark(body.r, z_body_), mark(body.q, z_body_);
      mark(body.v, w_body_), mark(body.omega, w_body_);
    }
    return true;
  }

  /// The rows of joints by their pairs of bodies.
  bool list_joints() {
    system_.set_state(at_, start_);
    system_.clear_multipliers(at_);
    system_.compute_rates(at_);
    kinematics_ = system_.kinematics();
    system_.compute_kinematics(at_, kinematics_);
    const std::vector<int>& active = system_.active();
    for (int row = 0; row < std::ssize(active); ++row) {
      std::vector<int> of;
      const Sparse& c_prime = kinematics_.c_prime;
      const int c = active[index(row)];
      for (int k = c_prime.start[index(c)]; k < c_prime.start[index(c + 1)]; ++k)
        of.push_back(z_body_[index(c_prime.column[index(k)])]);
      sort_once(of);
      for (const auto& [port, z] : system_.system().assembly().clocks)
        if (c_prime.find({c, z}) >= 0) return fail("prescribed motion");
      if (of.empty() || of.front() == kNone || of.size() > 2)
        other_rows_.push_back(row);
      else
        joints_[of.size() == 1 ? Pair(-1, of[0]) : Pair(of[0], of[1])].rows.push_back(row);
    }
    for (auto& [pair, joint] : joints_) list_ways(pair, joint);
    return true;
  }

  /// The rows between two bodies, and the sets of them that leave a known motion: all of them, or
  /// all but one, with the number of relative velocities that they take away.
  struct Joint {
    struct Way {
      std::vector<int> rows;
      int strength = 0;
    };
    std::vector<int> rows;
    std::vector<Way> ways;
    std::size_t used = 0;  // the present way; beyond the last one it is no joint of the tree

    int strength() const { return used < ways.size() ? ways[used].strength : 0; }
  };

  void list_ways(const Pair& pair, Joint& joint) {
    const bool is_planar = bodies_[index(pair.second)].is_planar;
    if (pair.first >= 0 && bodies_[index(pair.first)].is_planar != is_planar) return;
    const auto add = [&](const std::vector<int>& rows) {
      if (rows.empty()) return false;
      const auto found = find_joint_motion(twists_of(pair.second, pair.first, rows), is_planar);
      const int free = is_planar ? 3 : 6;
      if (found) joint.ways.push_back({rows, free - found->motion.speeds()});
      return found.has_value();
    };
    if (add(joint.rows)) return;
    for (std::size_t left = joint.rows.size(); left-- > 0;) {
      std::vector<int> rows = joint.rows;
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(left));
      add(rows);
    }
    std::ranges::stable_sort(joint.ways, std::greater(), &Joint::Way::strength);
  }

  /// The rates of rows for twists of b relative to a, see find_joint_motion; a is -1 for the
  /// ground.
  MatX twists_of(int b, int a, const std::vector<int>& rows) const {
    const system::RigidBody& body = bodies_[index(b)];
    Matrix3d R_a = Matrix3d::Identity(), R_b = R_a;
    Vector3d r;
    Vector4d q;
    double angle = 0;
    if (a >= 0) read_pose(bodies_[index(a)], R_a, r, q, angle);
    read_pose(body, R_b, r, q, angle);
    MatX twists = MatX::Zero(std::ssize(rows), 6);
    for (Eigen::Index i = 0; const int row : rows) {
      const Vector3d v = entries(row, body.v), omega = entries(row, body.omega);
      twists.row(i).head<3>() = R_a.transpose() * v;
      twists.row(i++).tail<3>() =
          R_a.transpose() * (body.is_planar ? omega : Vector3d(R_b * omega));
    }
    return twists;
  }

  /// Bodies in the order of a tree from the ground on: the joint that leaves least motion first,
  /// then the one nearest to the root. The first body of each part that no joint connects to the
  /// ground is free. Rows of no joint of the tree are those of loops.
  bool grow() {
    constexpr std::size_t kMostRows = 60;
    std::vector<int> link(bodies_.size(), -1), depth;
    std::vector<char> is_row_of_tree(index(system_.sizes().lambda), 0);
    pair_of_link_.clear();
    const auto add = [&](int body, int parent, const Pair& pair, const std::vector<int>& rows) {
      link[index(body)] = static_cast<int>(tree_->links_.size());
      depth.push_back(parent < 0 ? 1 : 1 + depth[index(link[index(parent)])]);
      pair_of_link_.push_back(pair);
      for (const int row : rows) is_row_of_tree[index(row)] = 1;
      return add_link(body, parent < 0 ? -1 : link[index(parent)], parent, rows);
    };
    const auto is_in = [&](int body) { return body < 0 || link[index(body)] >= 0; };
    /// The joint to add next, from a body in the tree; false if there is none.
    const auto add_next = [&](bool& is_good) {
      const std::pair<const Pair, Joint>* best = nullptr;
      int best_depth = 0;
      for (const auto& one : joints_) {
        const auto& [pair, joint] = one;
        if (joint.strength() == 0 || is_in(pair.first) == is_in(pair.second)) continue;
        const int root = is_in(pair.first) ? pair.first : pair.second;
        const int at = root < 0 ? 0 : depth[index(link[index(root)])];
        const int more = best ? joint.strength() - best->second.strength() : 1;
        if (more < 0 || (more == 0 && at >= best_depth)) continue;
        best = &one, best_depth = at;
      }
      if (!best) return false;
      const auto& [pair, joint] = *best;
      const bool is_first = is_in(pair.first);
      is_good = add(is_first ? pair.second : pair.first, is_first ? pair.first : pair.second, pair,
                    joint.ways[joint.used].rows);
      return is_good;
    };
    bool is_good = true;
    while (add_next(is_good)) {
    }
    for (int body = 0; body < std::ssize(bodies_) && is_good; ++body) {
      if (is_in(body)) continue;
      is_good = add(body, -1, {-2, body}, {});
      while (is_good && add_next(is_good)) {
      }
    }
    if (!is_good) return false;
    for (int row = 0; row < system_.sizes().lambda; ++row)
      if (is_row_of_tree[index(row)] == 0) tree_->loop_rows_.push_back(row);
    for (int row = system_.sizes().lambda; row < system_.sizes().nu(); ++row)
      tree_->loop_rows_.push_back(row);
    return tree_->loop_rows_.size() <= kMostRows ? true : fail("many closed loops");
  }

  bool add_link(int number, int parent, int parent_body, const std::vector<int>& rows) {
    Link link{.body = bodies_[index(number)], .parent = parent};
    link.root =
        parent < 0 ? static_cast<int>(tree_->links_.size()) : tree_->links_[index(parent)].root;
    link.rows = rows;
    const bool is_planar = link.body.is_planar;
    Matrix3d R_a = Matrix3d::Identity();
    Vector3d r_a = Vector3d::Zero();
    Vector4d q_a{1, 0, 0, 0};
    double angle_a = 0;
    if (parent >= 0) read_pose(bodies_[index(parent_body)], R_a, r_a, q_a, angle_a);
    Matrix3d R_b;
    Vector3d r_b;
    Vector4d q_b;
    double angle_b = 0;
    read_pose(link.body, R_b, r_b, q_b, angle_b);
    const auto found = find_joint_motion(twists_of(number, parent_body, rows), is_planar);
    if (!found) return fail("a joint whose motion has two turns");
    JointMotion& motion = link.motion = found->motion;
    const bool is_free = rows.empty();
    const Vector3d center = is_free ? Vector3d(Vector3d::Zero()) : found->center;
    const Vector3d along = R_a.transpose() * (r_b - r_a) + center;
    motion.at_b = R_b.transpose() * R_a * center;
    if (is_free) motion.directions.leftCols(motion.slides).setIdentity();
    const auto slides = motion.directions.leftCols(motion.slides);
    motion.at_a = along - slides * (slides.transpose() * along);
    if (motion.slides == 3) motion.at_a.setZero();
    if (!(is_free && motion.turns == 3)) {
      link.turned = relative(q_a, q_b);
      link.angle = angle_b - angle_a;
    }
    link.q = tree_->coordinates_;
    link.u = tree_->speeds_;
    tree_->coordinates_ += motion.coordinates();
    tree_->speeds_ += motion.speeds();
    tree_->links_.push_back(std::move(link));
    return true;
  }

  void read_pose(const system::RigidBody& body, Matrix3d& R, Vector3d& r, Vector4d& q,
                 double& angle) const {
    r.setZero();
    for (int i = 0; i < 3; ++i)
      if (body.r[index(i)] >= 0) r[i] = start_.z[body.r[index(i)]];
    q = {1, 0, 0, 0};
    if (body.is_planar) {
      angle = start_.z[body.q[0]];
      R = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
      return;
    }
    for (int i = 0; i < 4; ++i) q[i] = start_.z[body.q[index(i)]];
    q.normalize();
    R = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  }

  static Vector4d relative(const Vector4d& a, const Vector4d& b) {
    const Eigen::Quaterniond q = Eigen::Quaterniond(a[0], a[1], a[2], a[3]).conjugate() *
                                 Eigen::Quaterniond(b[0], b[1], b[2], b[3]);
    return Vector4d(q.w(), q.x(), q.y(), q.z()).normalized();
  }

  Vector3d entries(int row, const std::array<int, 3>& columns) const {
    Vector3d made = Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
      if (columns[index(i)] < 0) continue;
      const int place = kinematics_.Gamma.find({row, columns[index(i)]});
      if (place >= 0) made[i] = kinematics_.Gamma.value[index(place)];
    }
    return made;
  }

  static constexpr int kNone = kNoBody;

  const Integrable system_;
  const Bodies& bodies_;
  const State& start_;
  Workspace at_;
  Kinematics kinematics_;
  std::vector<int> z_body_, w_body_;
  std::map<Pair, Joint> joints_;
  std::vector<int> other_rows_;
  std::vector<Pair> pair_of_link_;  // (links)
  std::shared_ptr<JointTree> tree_;
  std::string why_not_;
};

std::shared_ptr<JointTree> JointTree::find(const Integrable& system, const Bodies& bodies,
                                           const State& at, std::string& why_not) {
  return JointTreeFinder(system, bodies, at).find(why_not);
}

}  // namespace porthos::dae
