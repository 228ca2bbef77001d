#include "inspect/hessian.hpp"

#include <array>
#include <utility>

#include "expr/derivative.hpp"
#include "inspect/mass_inverse.hpp"

namespace porthos::inspect {

EnergyHessian::EnergyHessian(const Subject& subject) : z_(subject.matrices.z()) {
  const Balance& balance = subject.balance;
  const Laws& laws = balance.laws();
  std::vector<Expr> slope = balance.gradient();  // dH/dz at constant P
  if (balance.has_moving_mass()) add_transposed(balance.kinetic_energy(), laws.z, -1.0, slope);
  std::vector<Expr> formulas, massive, momenta;
  for (int w = 0; w < subject.matrices.w(); ++w) {
    if (subject.matrices.is_massless()[index(w)]) continue;
    massive_.push_back(w);
    massive.push_back(laws.w[index(w)]);
    momenta.push_back(balance.momenta()[index(w)]);
  }
  const auto add = [&](Kind kind, const std::vector<Expr>& of, const std::vector<Expr>& by) {
    for (const auto& [row, column, value] : expr::jacobian(of, by).entries) {
      places_.push_back({kind, {row, column, -1, 0}});
      formulas.push_back(value);
    }
  };
  add(kSlopeByZ, slope, laws.z);
  add(kSlopeByW, slope, massive);
  add(kMass, momenta, massive);
  add(kShift, momenta, laws.z);
  values_.emplace(balance, formulas, subject.parameters);
}

MatX EnergyHessian::at(const State& state) const {
  std::array<Entries, kKinds> lists;
  const std::vector<double> values = values_->at(state);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto [kind, entry] = places_[i];
    entry.value = values[i];
    lists[kind].push_back(entry);
  }
  // w = M^-1 (P - b): dw/dP = M^-1, dw/dz = -M^-1 db/dz.
  const int z = z_, w = static_cast<int>(massive_.size());
  MatX by_state(w, z + w);
  by_state << -dense(lists[kShift], w, z), MatX::Identity(w, w);
  by_state = mass_inverse_times(dense(lists[kMass], w, w), by_state);
  MatX hessian = MatX::Zero(z + w, z + w);
  hessian.topLeftCorner(z, z) = dense(lists[kSlopeByZ], z, z);
  hessian.topRows(z) += dense(lists[kSlopeByW], z, w) * by_state;
  hessian.bottomRows(w) = by_state;
  return hessian;
}

}  // namespace porthos::inspect
