#include "structure/decompositions.hpp"

template Eigen::JacobiSVD<Eigen::MatrixXd>& Eigen::JacobiSVD<Eigen::MatrixXd>::compute(
    const Eigen::MatrixXd&, unsigned int);
template Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>&
Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>::compute(const Eigen::EigenBase<Eigen::MatrixXd>&,
                                                        int);
template void Eigen::HouseholderQR<Eigen::MatrixXd>::computeInPlace();
template void Eigen::ColPivHouseholderQR<Eigen::MatrixXd>::computeInPlace();
template void Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>::computeInPlace();

namespace porthos::structure {

MatX orthonormal_basis(const MatX& columns) {
  return Eigen::HouseholderQR<MatX>(columns).householderQ() *
         MatX::Identity(columns.rows(), columns.cols());
}

}  // namespace porthos::structure
