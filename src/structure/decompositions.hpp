/// Eigen's decompositions of MatX, compiled once. Each has hundreds of types of expressions, and
/// every unit that instantiates one compiles for several seconds longer.
#pragma once

#include <Eigen/Dense>

#include "base/linear.hpp"

extern template Eigen::JacobiSVD<Eigen::MatrixXd>& Eigen::JacobiSVD<Eigen::MatrixXd>::compute(
    const Eigen::MatrixXd&, unsigned int);
extern template Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>&
Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>::compute(const Eigen::EigenBase<Eigen::MatrixXd>&,
                                                        int);
extern template void Eigen::HouseholderQR<Eigen::MatrixXd>::computeInPlace();
extern template void Eigen::ColPivHouseholderQR<Eigen::MatrixXd>::computeInPlace();
extern template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::computeInPlace();

namespace porthos::structure {

/// An orthonormal basis of the span of independent columns, by Householder reflections; of the same
/// shape.
MatX orthonormal_basis(const MatX& columns);

}  // namespace porthos::structure
