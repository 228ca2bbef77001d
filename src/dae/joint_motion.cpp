#include "dae/joint_motion.hpp"

#include <utility>

#include "base/dense.hpp"

namespace porthos::dae {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kNoDirection = 1e-9;  // of directions of length 1

/// The twists for which the rows vanish, as columns.
MatX free_twists(const MatX& rows, bool is_planar) {
  MatX scaled = rows;
  for (Eigen::Index i = 0; i < scaled.rows(); ++i)
    if (const double size = scaled.row(i).norm(); size > 0) scaled.row(i) /= size;
  if (!is_planar) return Orthogonal(scaled, kNoDirection).kernel();
  MatX of_plane(scaled.rows(), 3);
  of_plane << scaled.col(0), scaled.col(1), scaled.col(5);
  const MatX kernel = Orthogonal(of_plane, kNoDirection).kernel();
  MatX twists = MatX::Zero(6, kernel.cols());
  twists.row(0) = kernel.row(0);
  twists.row(1) = kernel.row(1);
  twists.row(5) = kernel.row(2);
  return twists;
}

/// Combines the twists so that the first ones turn about orthonormal axes, and the others, made
/// orthonormal, do not turn. Returns the number of the first ones.
int separate_turns(MatX& twists) {
  const int count = static_cast<int>(twists.cols());
  int turns = 0;
  const auto reduce = [&](int from, int first_row) {
    int done = from;
    for (; done < count; ++done) {
      Eigen::Index best = 0;
      const auto sizes = twists.block(first_row, done, 3, count - done).colwise().norm();
      if (sizes.maxCoeff(&best) <= kNoDirection) break;
      twists.col(done).swap(twists.col(done + best));
      twists.col(done) /= twists.col(done).segment<3>(first_row).norm();
      for (int k = done + 1; k < count; ++k) {
        const double share =
            twists.col(k).segment<3>(first_row).dot(twists.col(done).segment<3>(first_row));
        twists.col(k) -= share * twists.col(done);
      }
    }
    return done;
  };
  turns = reduce(0, 3);
  for (int k = turns; k < count; ++k) twists.col(k).tail<3>().setZero();
  reduce(turns, 0);
  return turns;
}

/// The point c with v = c x omega for twists that turn, apart from directions of slides. Of several
/// it is the one next to the origin.
Vector3d center_of(const MatX& twists, int turns, const Matrix3d& across) {
  MatX left(3 * turns, 3);
  VecX right(3 * turns);
  for (int k = 0; k < turns; ++k) {
    const Vector3d v = twists.col(k).head<3>(), omega = twists.col(k).tail<3>();
    for (int i = 0; i < 3; ++i)
      left.block<3, 1>(3 * k, i) = across * Vector3d::Unit(i).cross(omega);
    right.segment<3>(3 * k) = across * v;
  }
  return Orthogonal(left, kNoDirection).solve(right);
}

}  // namespace

std::optional<FoundMotion> find_joint_motion(const MatX& rows, bool is_planar) {
  MatX twists = free_twists(rows, is_planar);
  FoundMotion found{.center = Vector3d::Zero()};
  JointMotion& motion = found.motion;
  motion.turns = separate_turns(twists);
  if (motion.turns == 2) return std::nullopt;
  motion.slides = static_cast<int>(twists.cols()) - motion.turns;
  for (int k = 0; k < motion.slides; ++k)
    motion.directions.col(k) = twists.col(motion.turns + k).head<3>();
  if (motion.turns == 0) return found;
  const auto slides = motion.directions.leftCols(motion.slides);
  const Matrix3d across = Matrix3d::Identity() - slides * slides.transpose();
  if (motion.turns == 1) {
    motion.axis = twists.col(0).tail<3>();
    const Vector3d v = across * twists.col(0).head<3>();
    // A pitch along directions of slides has no meaning.
    motion.pitch = (across * motion.axis).norm() > 1 - kNoDirection ? motion.axis.dot(v) : 0;
    twists.col(0).head<3>() = v - motion.pitch * motion.axis;
  }
  if (motion.slides < 3) found.center = center_of(twists, motion.turns, across);
  return found;
}

}  // namespace porthos::dae
