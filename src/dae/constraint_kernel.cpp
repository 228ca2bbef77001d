#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/scatter.hpp"
#include "dae/constraint_equations.hpp"

// L of the constraint equations: which combinations of rows do not depend on x.

namespace porthos::dae {

using system::Segment;

namespace {

struct Scales {
  VecX rows, columns;
};

/// Scales rows and columns of J to about one. Returns the factors. `sizes` are further entries of
/// the rows: a row that hardly contains a massless velocity in this pose does not determine it.
Scales equilibrate(MatX& J, VecX sizes) {
  Scales scale{VecX::Ones(J.rows()), VecX::Ones(J.cols())};
  const auto or_one = [](double size) { return size > 0 ? size : 1.0; };
  for (int pass = 0; pass < 3; ++pass) {
    VecX largest = sizes;
    for (const auto& column : J.colwise()) largest = largest.cwiseMax(column.cwiseAbs());
    largest = largest.unaryExpr(or_one);
    sizes = sizes.cwiseQuotient(largest);
    scale.rows = scale.rows.cwiseQuotient(largest);
    for (Eigen::Index k = 0; k < J.cols(); ++k) {
      auto column = J.col(k);
      column = column.cwiseQuotient(largest);
      const double size = or_one(column.lpNorm<Eigen::Infinity>());
      column /= size;
      scale.columns[k] /= size;
    }
  }
  return scale;
}

}  // namespace

/// The largest term of the derivatives of a gap's rate by x. Rates depend on multipliers where a
/// kinematics contains efforts: c' J c'^T with a skew J, whose terms largely cancel.
double ConstraintEquations::largest_term(int row) const {
  const auto& n = system_.sizes();
  double largest = 0;
  if (row < massless_ || row >= massless_ + n.lambda) return largest;
  const Sparse& c = kinematics_.c_prime;
  const auto gap = index(system_.active()[index(row - massless_)]);
  for (int k = c.start[gap]; k < c.start[gap + 1]; ++k) {
    const auto z = index(c.column[index(k)]);
    for (int l = jacobian_.start[z]; l < jacobian_.start[z + 1]; ++l)
      if (has_x(jacobian_.column[index(l)]))
        largest = std::max(largest, std::abs(c.value[index(k)] * jacobian_.value[index(l)]));
  }
  return largest;
}

/// The largest derivative of a row of c' z' or a by a velocity. Derivatives with respect to
/// massless velocities may be rounding errors, where a row does not contain them in this pose.
double ConstraintEquations::largest_by_velocity(int row) const {
  const auto of = index(z_ + w_ + row - massless_);
  double largest = 0;
  for (int k = jacobian_.start[of]; k < jacobian_.start[of + 1]; ++k)
    if (const int j = jacobian_.column[index(k)]; j >= z_ && j < z_ + w_)
      largest = std::max(largest, std::abs(jacobian_.value[index(k)]));
  return largest;
}

/// The derivatives of the rows with respect to x that may be rounding errors.
void ConstraintEquations::find_noise() {
  constexpr double kCancelled = 1e-12;
  for (int row = massless_; row < count_; ++row) {
    noise_[row] = kCancelled * largest_term(row);
    by_velocity_size_[row] = largest_by_velocity(row);
  }
  coupling_noise_ = noise_.cwiseMax(kCancelled * by_velocity_size_);
}

/// Sets the derivatives with respect to x to zero where they may be rounding errors.
void ConstraintEquations::remove_noise(Block& block) {
  auto J = block.values.rightCols(block.values.cols() - block.states);
  for (Eigen::Index k = 0; k < J.cols(); ++k) {
    const int x = block.columns[index(block.states + k)] - z_ - w_;
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
      const int row = block.rows[index(i)];
      const bool is_coupling =
          (row >= massless_) != (x >= massless_);  // Gamma by a massless velocity, and back
      const double noise = is_coupling ? coupling_noise_[std::max(row, x)] : noise_[row];
      if (std::abs(J(i, k)) <= noise) J(i, k) = 0;
    }
  }
}

/// True if the derivatives in a block are the same in two pseudo-random states, as in a circuit of
/// conductances.
bool ConstraintEquations::is_constant(Block& block) const {
  if (block.is_constant) return *block.is_constant;
  const Integrable system(system_);
  Workspace at = system.workspace();
  Sparse first = system_.jacobian(), second = first;
  for (Sparse* const values : {&first, &second}) {
    const int seed = values == &first ? 1 : 5;
    system.set_time(at, seed);
    scatter(system.z(at), seed);
    scatter(system.w(at), seed + 1);
    scatter(system.lambda(at), seed + 2);
    scatter(system.mu(at), seed + 3);
    system.compute_rates(at);
    system_.linearize(at, *values);
  }
  block.is_constant = std::ranges::all_of(targets_, [&](const Target& target) {
    return target.block < 0 || &blocks_[index(target.block)] != &block ||
           first.value[index(target.entry)] == second.value[index(target.entry)];
  });
  return *block.is_constant;
}

/// L of a block, if J has changed.
void ConstraintEquations::find_kernel(Block& block) {
  // Of rows and columns of about size one. Numbers that depend on the state vanish in a pose up to
  // the error of the state; constants, as a leakage beside a resistance, have their own rounding.
  constexpr double kDependent = 1e-9, kDependentConstants = 1e-13;
  const auto count = static_cast<Eigen::Index>(block.rows.size());
  VecX& sizes = block.buffer;
  sizes.setZero(count);
  if (block.has_massless)
    for (Eigen::Index i = 0; i < count; ++i) sizes[i] = by_velocity_size_[block.rows[index(i)]];
  const auto J_now = block.values.rightCols(block.values.cols() - block.states);
  if (J_now == block.J && sizes == block.sizes) return;
  MatX J = block.J = J_now;
  block.sizes = sizes;
  const Scales scale = equilibrate(J, sizes);
  MatX kernel = J.allFinite() ? Orthogonal(J, kDependent).left_kernel() : MatX(count, 0);
  if (kernel.cols() > 0 && is_constant(block))
    kernel = Orthogonal(J, kDependentConstants).left_kernel();
  block.kernel = kernel.transpose() * scale.rows.asDiagonal();
  block.lift = scale.rows.cwiseInverse().asDiagonal() * kernel;
  block.sizes_of_x = scale.rows.cwiseInverse();
  for (Eigen::Index k = 0; k < J.cols(); ++k) {
    const auto own = std::ranges::find(block.rows, x_of(block, k));
    if (own != block.rows.end()) block.sizes_of_x[own - block.rows.begin()] /= scale.columns[k];
  }
}

}  // namespace porthos::dae
