#pragma once

#include <Eigen/Dense>

namespace porthos {

using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

}  // namespace porthos
