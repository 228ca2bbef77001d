#include "integrate/stage_gradients.hpp"
#include "base/seldom.hpp"

namespace porthos::integrate {
namespace {

using system::Segment;

// Gauss' quadrature with eight nodes on [-1, 1], exact to degree 15: the positive half.
constexpr double kNodes[] = {0.18343464249564980, 0.52553240991632899, 0.79666647741362674,
                             0.96028985649753623};
constexpr double kWeights[] = {0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
                               0.10122853629037626};
constexpr int kHalf = 4, kCount = 2 * kHalf;

}  // namespace

PORTHOS_SELDOM StageGradients::StageGradients(const system::System& system, const Tableau& table)
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
      // Through the start as well: l_i(x) x/c_i for the stages, what is left for the start.
      through_(k, i + 1) = values[i] * x / table.c[i];
      all -= through_(k, i + 1);
      onto_(k, i) = kWeights[half] / 2 * values[i] / table.b[i];
    }
    through_(k, 0) = all;
  }
}

VecX StageGradients::gradient(const VecX& z) {
  system_.segment(at_, Segment::kZ) = z;
  system_.compute_efforts(at_);  // the multipliers are zero
  return system_.segment(at_, Segment::kE);
}

MatX StageGradients::shifts(const VecX& start, const MatX& stages) {
  MatX all(start.size(), 1 + stages.cols());
  all << start, stages;
  const MatX path = all * through_.transpose();
  MatX gradients(start.size(), kCount);
  for (int k = 0; k < kCount; ++k) gradients.col(k) = gradient(path.col(k));
  MatX shifts = gradients * onto_;
  for (Eigen::Index i = 0; i < stages.cols(); ++i) shifts.col(i) -= gradient(stages.col(i));
  return shifts;
}

}  // namespace porthos::integrate
