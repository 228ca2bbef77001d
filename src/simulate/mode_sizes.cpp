#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "simulate/modes.hpp"
#include "simulate/set_valued.hpp"

// What counts as zero in the search for modes: the rounding of the quantities of a law, beside
// those of the part of the model to which it belongs.

namespace porthos::simulate {

using system::Segment;

namespace {

/// Values that count as zero, relative to the terms of a quantity: events are located to rounding.
constexpr double kForceless = 1e-11;
/// A force that is none, N or A: all forces of a part may be zero, up to the least numbers.
constexpr double kLeastForce = 1e-30;
/// The rounding of velocities and forces, relative to the largest that impulses may cause.
constexpr double kRoundingOfModes = 1e-13;

/// The force of a row that accelerates a velocity as much as all forces together. Entries that may
/// be rounding errors of others do not count. `response`: of the row's rate to its force.
double equal_force(const Sparse& Gamma, int row, const VecX& mass, const VecX& w_rate,
                   double response) {
  constexpr double kFaint = 1e-8;  // a share of the response
  double most = 0;
  for (int e = Gamma.start[index(row)]; e < Gamma.start[index(row + 1)]; ++e) {
    const double entry = std::abs(Gamma.value[index(e)]);
    const int w = Gamma.column[index(e)];
    if (entry * entry > kFaint * mass[w] * response)
      most = std::max(most, mass[w] * std::abs(w_rate[w]) / entry);
  }
  return most;
}

}  // namespace

/// Velocities that any formula connects are one part: bodies that nothing connects have no rounding
/// in common.
void Modes::find_parts() {
  const system::System& whole = *now_.whole;
  const Sparse& J = whole.jacobian();
  std::vector<int> parent(index(J.rows));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root_of = [&](int i) {
    while (parent[index(i)] != i) i = parent[index(i)] = parent[index(parent[index(i)])];
    return i;
  };
  for (const auto& [i, j] : J.entries()) parent[index(root_of(i))] = root_of(j);
  std::map<int, int> numbers;
  part_of_.clear();
  for (int w = 0; w < whole.sizes().w; ++w)
    part_of_.push_back(
        numbers.emplace(root_of(whole.sizes().z + w), static_cast<int>(numbers.size()))
            .first->second);
  parts_ = std::max(1, static_cast<int>(numbers.size()));
  largest_momentum_.assign(index(parts_), 0);
}

/// Of each part: the largest sqrt(m) |w| so far. A body that has not moved yet has the rounding of
/// those that push it. Velocities without mass have no acceleration.
void Modes::find_largest_momenta() {
  root_mass_ = diagonal(now_.whole->mass()).cwiseMax(0).cwiseSqrt();
  std::ranges::fill(largest_momentum_, 0.0);
  for (Eigen::Index w = 0; w < root_mass_.size(); ++w) {
    double& most = largest_momentum_[index(part_of_[index(static_cast<int>(w))])];
    most = std::max(most, now_.fastest[w] * root_mass_[w]);
  }
}

/// A flow of a row that counts as zero.
double Modes::still_flow(int row) const {
  const Sparse& Gamma = kinematics_.Gamma;
  double own = 0, pushed = 0;
  for (int e = Gamma.start[index(row)]; e < Gamma.start[index(row + 1)]; ++e) {
    const int w = Gamma.column[index(e)];
    const double entry = std::abs(Gamma.value[index(e)]);
    own += entry * now_.fastest[w];
    if (root_mass_[w] > 0)
      pushed += entry * largest_momentum_[index(part_of_[index(w)])] / root_mass_[w];
  }
  return std::max(kStillFlow * own, kRoundingOfModes * pushed);
}

/// (w) the largest size of all velocities of a part with the same unit: the voltages of a circuit
/// share their rounding.
std::vector<double> Modes::largest_of_unit() const {
  std::vector<double> found(now_.assembled->w.size(), 0);
  if (!metric_.has_massless()) return found;
  std::map<std::pair<int, std::string>, double> largest;
  const VecX w = now_.whole->segment(all_, Segment::kW);
  const auto& known = now_.assembled->w;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double& most = largest[{part_of_[i], known[i].unit}];
    most = std::max(most, std::abs(w[static_cast<Eigen::Index>(i)]));
  }
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = largest[{part_of_[i], known[i].unit}];
  return found;
}

/// The sizes of the terms of rates and forces: what counts as zero beside them.
void Modes::add_sizes(const VecX& w_rate, const VecX& nu, Motion& found) const {
  constexpr double kRoundingOfRates = 1e-12;  // of the forces, which balance at rest
  const Sparse& Gamma = kinematics_.Gamma;
  const VecX mass = diagonal(now_.whole->mass());
  const std::vector<double> largest = largest_of_unit();
  found.effort = VecX::Zero(w_rate.size());
  for (int row = 0; row < static_cast<int>(nu.size()); ++row)
    for (int e = Gamma.start[index(row)]; e < Gamma.start[index(row + 1)]; ++e)
      found.effort[Gamma.column[index(e)]] += std::abs(Gamma.value[index(e)] * nu[row]);
  for (Eigen::Index i = 0; i < w_rate.size(); ++i)
    found.effort[i] = mass[i] > 0 ? std::abs(w_rate[i]) + found.effort[i] / mass[i] : 0;
  for (std::size_t k = 0; k < count(); ++k) {
    const model::SetValued& one = law(k);
    for (int i = 0; i < one.size; ++i) {
      const int row = row_of(*now_.whole, one) + i, m = one.mode + i;
      double moved = 0, pushed = 0, response = 0, passed = 0;
      for (int e = Gamma.start[index(row)]; e < Gamma.start[index(row + 1)]; ++e) {
        const double entry = std::abs(Gamma.value[index(e)]);
        const int w = Gamma.column[index(e)];
        passed += entry * largest[index(w)];
        if (mass[w] > 0) moved += entry * std::abs(w_rate[w]);
        pushed += entry * found.effort[w];
        if (mass[w] > 0) response += entry * entry / mass[w];
      }
      found.forceless[m] = kRoundingOfModes * equal_force(Gamma, row, mass, w_rate, response);
      found.response[one.mode] = std::max(found.response[one.mode], response);
      moved = std::max(moved, std::abs(found.rate[m]));
      found.still_rate[m] = std::max(kStillFlow * moved, kRoundingOfRates * pushed);
      found.still_flow[m] = kRoundingOfNodes * passed;
    }
  }
  // The forces of a part share their rounding, and in a circuit the currents of all branches do.
  std::vector<double> greatest(index(parts_), 0);
  const auto each = [&](auto&& visit) {
    for (std::size_t k = 0; k < count(); ++k)
      for (int i = 0; i < law(k).size; ++i) {
        const int row = row_of(*now_.whole, law(k)) + i;
        const int begin = Gamma.start[index(row)];
        const bool has_part = begin < Gamma.start[index(row + 1)];
        visit(law(k).mode + i, has_part ? part_of_[index(Gamma.column[index(begin)])] : 0);
      }
  };
  if (metric_.has_massless())
    for (int row = 0; row < static_cast<int>(nu.size()); ++row)
      for (int e = Gamma.start[index(row)]; e < Gamma.start[index(row + 1)]; ++e) {
        double& most = greatest[index(part_of_[index(Gamma.column[index(e)])])];
        most = std::max(most, std::abs(nu[row]));
      }
  each([&](int mode, int part) {
    greatest[index(part)] = std::max(greatest[index(part)], std::abs(found.force[mode]));
  });
  each([&](int mode, int part) {
    found.forceless[mode] =
        std::max({found.forceless[mode], kForceless * greatest[index(part)], kLeastForce});
  });
}

}  // namespace porthos::simulate
