#include "simulate/row_units.hpp"

namespace porthos::simulate {

Units divide_by_units(MatX& a) {
  constexpr int kPasses = 6;
  const auto largest = [](const auto& x) {
    return x.size() > 0 ? x.template lpNorm<Eigen::Infinity>() : 0;
  };
  Units units{VecX::Ones(a.rows()), VecX::Ones(a.cols())};
  for (int pass = 0; pass < kPasses; ++pass) {
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (const double size = largest(a.col(j)); size > 0) {
        a.col(j) /= size;
        units.columns[j] *= size;
      }
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (const double size = largest(a.row(i)); size > 0) {
        a.row(i) /= size;
        units.rows[i] *= size;
      }
  }
  return units;
}

}  // namespace porthos::simulate
