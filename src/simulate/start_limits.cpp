#include "simulate/start_limits.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

constexpr double kShareOfTerms = 1e-9;

double about_one(const VecX& x) { return 1 + (x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0); }

}  // namespace

VecX limits_of_gaps(const system::System& system, const StartCorrections& corrections,
                    system::Workspace& at) {
  const VecX z = system.segment(at, Segment::kZ);
  const double length = about_one(z);
  const VecX& typical = system.assembly().typical.change;
  const VecX& units = corrections.gap_units();
  system::Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  const Sparse& c_prime = kinematics.c_prime;
  VecX most(c_prime.rows);
  for (int i = 0; i < c_prime.rows; ++i) {
    double change = 0;
    for (int k = c_prime.start[index(i)]; k < c_prime.start[index(i + 1)]; ++k)
      change += std::abs(c_prime.value[index(k)] * z[c_prime.column[index(k)]]);
    const double least = units[i] == 1 ? 1e-4 * length : 1e-2 * typical[i];
    most[i] = kShareOfTerms * std::max(change, least);
  }
  return most;
}

VecX limits_of_rows(const system::System& system, StartCorrections& corrections,
                    system::Workspace& at, const VecX& z, const VecX& w) {
  constexpr double kAboutOne = 1e3, kNothing = 1e-15;
  const double size = about_one(z) * about_one(w);
  system::Kinematics kinematics = system.kinematics();
  system.compute_kinematics(at, kinematics);
  VecX most = kShareOfTerms * corrections.terms_of_rows().tail(system.sizes().nu());
  for (int i = 0; i < most.size(); ++i) {
    double steepest = 0;
    for (const double factor : kinematics.Gamma.values_of(i))
      steepest = std::max(steepest, std::abs(factor));
    const bool is_usual = size < kAboutOne && steepest < kAboutOne && steepest > 1 / kAboutOne;
    most[i] = std::max(most[i], is_usual ? kShareOfTerms * size : kNothing);
  }
  return most;
}

}  // namespace porthos::simulate
