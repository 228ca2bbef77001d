#include "integrate/stage_gradients.hpp"

namespace porthos::integrate {
namespace {

// Gauss' quadrature with eight nodes on [-1, 1], exact to degree 15: the positive half.
constexpr double kNodes[] = {0.18343464249564980, 0.52553240991632899, 0.79666647741362674,
                             0.96028985649753623};
constexpr double kWeights[] = {0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
                               0.10122853629037626};
constexpr int kHalf = 4, kCount = 2 * kHalf;

}  // namespace

StageGradients::StageGradients(const Integrable& system, const Tableau& table)
    : system_(system),
      at_(system.workspace()),
      through_(kCount, table.c.size() + 1),
      onto_(kCount, table.c.size()) {
  const Eigen::Index s = table.c.size();
  for (int k = 0; k < kCount; ++k) {
    const int half = k / 2;
    const double x = (1 + (k % 2 == 0 ? -kNodes[half] : kNodes[half])) / 2;
    const VecX values = table.lagrange(x);
    double all = 1;
    for (Eigen::Index i = 0; i < s; ++i) {
      // With the start as a node: l_i(x) x/c_i for the stages, the rest for the start.
      through_(k, i + 1) = values[i] * x / table.c[i];
      all -= through_(k, i + 1);
      onto_(k, i) = kWeights[half] / 2 * values[i] / table.b[i];
    }
    through_(k, 0) = all;
  }
}

const MatX& StageGradients::shifts(const VecX& start, const Eigen::Ref<const MatX>& stages) {
  auto z = system_.z(at_);
  const auto gradient = system_.effort(at_);  // the multipliers are zero
  shifts_.setZero(stages.rows(), stages.cols());
  for (int k = 0; k < kCount; ++k) {
    z = through_(k, 0) * start;
    for (Eigen::Index i = 0; i < stages.cols(); ++i) z += through_(k, i + 1) * stages.col(i);
    system_.compute_efforts(at_);
    for (Eigen::Index i = 0; i < stages.cols(); ++i) shifts_.col(i) += onto_(k, i) * gradient;
  }
  for (Eigen::Index i = 0; i < stages.cols(); ++i) {
    z = stages.col(i);
    system_.compute_efforts(at_);
    shifts_.col(i) -= gradient;
  }
  return shifts_;
}

}  // namespace porthos::integrate
