/// The Kronecker index of a model's equations at its start, from ranks of derivative arrays.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <optional>
#include <utility>

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "simulate/opened.hpp"
#include "system/system.hpp"

namespace porthos::test {

/// The rank of a matrix of mixed units: rows and columns are scaled first.
inline Eigen::Index rank_of_units(Eigen::MatrixXd a) {
  if (a.size() == 0) return 0;
  for (int pass = 0; pass < 6; ++pass) {
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (const double size = a.row(i).norm(); size > 1e-13) a.row(i) /= size;
    for (Eigen::Index k = 0; k < a.cols(); ++k)
      if (const double size = a.col(k).norm(); size > 1e-13) a.col(k) /= size;
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> parts(a);
  const auto& values = parts.singularValues();
  return (values.array() > 1e-9 * values[0]).count();
}

/// E y' = A y, y = (z, w, lambda, mu), at the start of a model.
struct Pencil {
  Eigen::MatrixXd E, A;

  Pencil(Eigen::MatrixXd of_rates, Eigen::MatrixXd of_states)
      : E(std::move(of_rates)), A(std::move(of_states)) {}

  explicit Pencil(const Opened& model) {
    const system::System& system = *model.system;
    system::Workspace at = system.workspace();
    const Eigen::VectorXd z = model.start.z, w = model.start.w;
    system.set_time(at, 0);
    system.segment(at, system::Segment::kZ) = z;
    system.segment(at, system::Segment::kW) = w;
    const Metric metric(system.mass());
    dae::Accelerations accelerations(system, metric);
    accelerations.compute(at);
    Sparse jacobian = system.jacobian();
    system.linearize(at, jacobian);
    system::Kinematics kinematics = system.kinematics();
    system.compute_kinematics(at, kinematics);
    const Eigen::MatrixXd J = jacobian.dense(), gaps = kinematics.c_prime.dense();
    const auto s = z.size() + w.size(), n = J.cols();
    const auto lambda = Eigen::Index(system.active().size()), mu = Eigen::Index(system.sizes().mu);
    E = Eigen::MatrixXd::Zero(s + lambda + mu, n);
    E.topLeftCorner(z.size(), z.size()).setIdentity();
    E.block(z.size(), z.size(), w.size(), w.size()) = system.mass().dense();
    A = Eigen::MatrixXd::Zero(E.rows(), n);
    A.topRows(s) = J.topRows(s);
    for (Eigen::Index i = 0; i < lambda; ++i)  // the gaps in the place of their rates
      A.row(s + i).head(z.size()) = gaps.row(system.active()[std::size_t(i)]);
    A.bottomRows(mu) = J.bottomRows(mu);
  }
};

/// The least k for which the k-th derivative array determines as many rates y' as it ever will:
/// columns less the normal rank of s E - A. Empty above 4.
inline std::optional<int> kronecker_index(const Pencil& pencil) {
  const auto& [E, A] = pencil;
  const Eigen::Index m = E.rows(), n = E.cols();
  const double size_E = std::max(1e-300, E.cwiseAbs().maxCoeff());
  const double size_A = A.cwiseAbs().maxCoeff();
  Eigen::Index normal = 0;
  for (const double s : {0.7312, -1.337, 2.718})
    normal = std::max(normal, rank_of_units(s * (size_A / size_E) * E - A));
  for (int k = 0; k <= 4; ++k) {
    // Rows: derivatives 0 ... k; columns: y', y'', ..., y^(k+1).
    Eigen::MatrixXd array = Eigen::MatrixXd::Zero((k + 1) * m, (k + 1) * n);
    for (int i = 0; i <= k; ++i) {
      array.block(i * m, i * n, m, n) = E;
      if (i > 0) array.block(i * m, (i - 1) * n, m, n) = -A;
    }
    const Eigen::Index determined = rank_of_units(array) - rank_of_units(array.rightCols(k * n));
    if (determined >= normal) return k;
  }
  return {};
}

}  // namespace porthos::test
