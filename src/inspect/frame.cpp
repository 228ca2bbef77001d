#include "inspect/frame.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

}  // namespace

Frame::Frame(const Subject& subject, const StructureAt& at)
    : z_(subject.matrices.z()), w_(subject.matrices.w()), at_(at) {
  const int n = subject.matrices.n();
  Z_ = dense(at.J, n, n).topRightCorner(z_, w_);
  inverse_ = structure::pseudo_inverse(Z_);
  find_rest();
}

Frame::Defect Frame::defect(const VecX& momenta, const VecX& w) const {
  const MatX missing = rest_along(inverse_.transpose() * momenta), present = own_along(momenta);
  const double size = structure::largest_entry(missing) + structure::largest_entry(present);
  if (size == 0) return {};
  Defect made;
  Index i = 0, j = 0;
  const double force = (missing * w).cwiseAbs().maxCoeff(&i);
  made.residual = force / (size * std::max(1e-9, w.cwiseAbs().maxCoeff()));
  missing.row(i).cwiseAbs().maxCoeff(&j);
  made.velocities = {static_cast<int>(i), static_cast<int>(j)};
  return made;
}

double Frame::escape() const {
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

/// u^T (sum_k factor_k dG/dP_k) v.
MatX Frame::own_along(const VecX& factor) const {
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
MatX Frame::rest_along(const VecX& factor) const {
  MatX sum = MatX::Zero(w_, w_);
  for (int i = 0; i < z_; ++i)
    if (factor[i] != 0) sum += factor[i] * rest_[index(i)];
  return sum;
}

/// Computes the bracket of the fields Z u, Z v minus Z gamma_G, a skew matrix for each position.
void Frame::find_rest() {
  std::vector<MatX> slopes(index(z_), MatX::Zero(w_, z_));  // dZ_ij/dz_l of position i
  for (const MatrixEntry& entry : at_.dJ)
    if (entry.row < z_ && entry.column >= z_ && entry.by < z_)
      slopes[index(entry.row)](entry.column - z_, entry.by) += entry.value;
  for (int i = 0; i < z_; ++i) {
    const MatX along = (slopes[index(i)] * Z_).transpose();  // (Z u)(Z_i v)
    rest_.push_back(along - along.transpose() - own_along(Z_.row(i).transpose()));
  }
}

}  // namespace porthos::inspect
