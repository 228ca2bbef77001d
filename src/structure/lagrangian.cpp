#include "structure/lagrangian.hpp"

#include <algorithm>
#include <cmath>

namespace porthos::structure {
namespace {

constexpr double kUnitRounding = 1e-12;  // for unit vectors: sums of n rounded products

}  // namespace

MatX tangent_space(const EnergyWithConstraints& energy) {
  const auto& [M, dd] = energy;
  const MatX N = Subspaces(dd).kernel(), forces = Subspaces(dd).coimage();
  MatX T = MatX::Zero(2 * M.rows(), N.cols() + forces.cols());
  T.topLeftCorner(N.rows(), N.cols()) = N;
  T.bottomRows(M.rows()) << M * N, forces;
  return T;
}

Checks lagrangian(const MatX& tangents) {
  constexpr Statement kDimension = {"dimension", "[001] Def. 5", "T-05"};
  constexpr Statement kSymmetry = {"Lagrangian", "[001] Def. 5", "T-05"};
  const Index n = tangents.rows() / 2;
  const Subspaces spaces(tangents);
  if (!spaces.is_finite())
    return {undecided(kDimension, "the energy's derivatives are not finite")};
  const MatX first = spaces.image().topRows(n), second = spaces.image().bottomRows(n);
  const MatX form = first.transpose() * second;
  Check dimension = bounded(kDimension, std::abs(static_cast<double>(spaces.rank() - n)), 0);
  dimension.note = "dimension " + std::to_string(spaces.rank()) + " of " + std::to_string(n);
  return {dimension, bounded(kSymmetry, largest_entry(form - form.transpose()), kUnitRounding)};
}

Check regular_constraints(const MatX& dd) {
  const Subspaces rows(dd);
  Check made = bounded({"regular constraints", "[001] Prop. 5", "T-05"},
                       static_cast<double>(dd.rows() - rows.rank()), 0);
  made.note = rows.gap();
  return made;
}

Checks lagrangian(const EnergyWithConstraints& energy) {
  Checks checks = lagrangian(tangent_space(energy));
  checks.push_back(regular_constraints(energy.dd));
  return checks;
}

Check on_submanifold(const VecX& d, const MatX& dd, const VecX& dH, const VecX& e) {
  const VecX off = Subspaces(dd).kernel().transpose() * (e - dH);
  const double size = std::max({1.0, largest_entry(e), largest_entry(dH)});
  return bounded({"membership", "[001] Prop. 5", "T-05"},
                 std::max(largest_entry(d), largest_entry(off) / size), kUnitRounding);
}

}  // namespace porthos::structure
