#include "linearize/energy.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "linearize/casimirs.hpp"
#include "linearize/line.hpp"
#include "linearize/products.hpp"
#include "linearize/scaled.hpp"
#include "structure/decompositions.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

constexpr double kFormRounding = 1e-9;
/// The rounding of a sum, relative to the sizes of its terms.
constexpr double kSums = 1e-14;

/// True if the symmetric K, whose entries are accurate to `noise`, is definite in units in which
/// its diagonal is one.
bool is_positive_definite(const MatX& K, const MatX& noise) {
  if (K.rows() == 0) return true;
  const VecX diagonal = K.diagonal();
  constexpr double kTimes = 4;  // the noise is sampled at few states
  if (!((diagonal.array() > kTimes * noise.diagonal().array()).all())) return false;
  const VecX scale = diagonal.cwiseSqrt().cwiseInverse();
  const MatX scaled = scale.asDiagonal() * K * scale.asDiagonal();
  const MatX left = scale.asDiagonal() * noise * scale.asDiagonal();
  const auto n = static_cast<double>(K.rows());
  return Spectrum(scaled).values.minCoeff() > kFormRounding + kTimes * n * left.maxCoeff();
}

/// A form at the reference, and a bound of its change in nearby states.
struct Form {
  MatX K, noise;

  bool is_symmetric() const {
    const double size = K.size() > 0 ? K.cwiseAbs().maxCoeff() : 0;
    return (K - K.transpose()).cwiseAbs().maxCoeff() <= kFormRounding * size + noise.maxCoeff();
  }
};

template <class Make>
Form form_of(const Make& make, const Reference& reference, const std::vector<Reference>& beside) {
  Form made{make(reference), MatX()};
  made.noise = MatX::Zero(made.K.rows(), made.K.cols());
  for (const Reference& one : beside)
    made.noise = made.noise.cwiseMax((make(one) - made.K).cwiseAbs());
  return made;
}

/// The sizes of the terms of efforts: slopes of the potential energy and reactions.
VecX terms_of_efforts(const system::System& system, const Workspace& at) {
  Workspace there = at;
  system.segment(there, Segment::kLambda).setZero();
  system.compute_rates(there);
  const VecX slopes = system.segment(there, Segment::kE);
  return slopes.cwiseAbs() + (system.segment(at, Segment::kE) - slopes).cwiseAbs();
}

/// (H). `across` are the directions of positions that no motion follows, (any x z).
bool by_velocities(const Equations& equations, const Reference& reference, const MatX& across,
                   const FreePositions& free, const std::vector<Reference>& beside) {
  const system::System& system = equations.system();
  const int z = equations.z();
  Workspace at = reference.at;
  const Derivatives d = equations.derivatives(at);
  const Eigen::Index dimension = Scaled(clean_product(free.kept, Scaled(across).kernel())).rank();
  if (equations.w() == 0) return false;
  if (dimension == 0) return true;
  const MatX eta = Scaled(clean_product(across, d.Z)).kernel();
  if (eta.cols() == 0) return false;
  const MatX moves = d.Z * eta, moved = clean_product(free.kept, moves);
  if (Scaled(moved).rank() < dimension) return false;
  const VecX e = system.segment(at, Segment::kE), sizes = terms_of_efforts(system, at);
  const VecX lengths = system.segment(at, Segment::kZ).array().abs() + 1;
  const VecX work = moves.transpose() * e;
  const VecX terms = moves.cwiseAbs().transpose() * sizes +
                     eta.cwiseAbs().transpose() * (d.f_s.leftCols(z).cwiseAbs() * lengths);
  if ((work.array().abs() > kFormRounding * terms.array()).any()) return false;
  // Velocities that move no kept position appear only in w^T M w.
  const Eigen::JacobiSVD<MatX> parts(moved, Eigen::ComputeFullV);
  const MatX Y = eta * parts.matrixV().leftCols(dimension);
  Form form = form_of(
      [&](const Reference& one) {
        Workspace there = one.at;
        const Derivatives of = equations.derivatives(there);
        return MatX(-Y.transpose() * of.f_s.leftCols(z) * of.Z * Y);
      },
      reference, beside);
  // The rounding of forces that cancel.
  const VecX forces = Y.cwiseAbs().transpose() * d.Z.cwiseAbs().transpose() * sizes;
  const VecX shares = (d.Z * Y).cwiseAbs().transpose() * lengths.cwiseInverse();
  form.noise += 1e-15 * forces * shares.transpose();
  form.noise += kSums * (Y.cwiseAbs().transpose() * d.f_s.leftCols(z).cwiseAbs() * d.Z.cwiseAbs() *
                         Y.cwiseAbs());
  return form.is_symmetric() && is_positive_definite(form.K, form.noise);
}

/// de/dz; for closed systems by differences of e.
MatX slopes_of_efforts(const Equations& equations, Workspace& at) {
  const system::System& system = equations.system();
  if (!system.is_closed()) return system.effort_slopes(at);
  const int z = equations.z();
  const VecX here = system.segment(at, Segment::kZ);
  MatX slopes(z, z);
  for (int i = 0; i < z; ++i)
    slopes.col(i) = derivative_along(
        [&](double step) {
          system.segment(at, Segment::kZ) = here + step * VecX::Unit(z, i);
          system.compute_rates(at);
          return VecX(system.segment(at, Segment::kE));
        },
        reach_of(VecX::Ones(1)));
  system.segment(at, Segment::kZ) = here;
  system.compute_rates(at);
  return slopes;
}

/// True if (e; M w) vanishes up to Casimirs, which are linear. In other constrained directions the
/// form would need the curvature of the constraints.
bool is_critical(const Equations& equations, Workspace& at, const MatX& hessian,
                 const MatX& casimirs) {
  const system::System& system = equations.system();
  const int z = equations.z(), w = equations.w();
  constexpr double kLeast = 1e-3;
  VecX gradient(z + w), state(z + w);
  gradient << system.segment(at, Segment::kE), equations.M() * system.segment(at, Segment::kW);
  gradient.head(z) -= casimirs * (casimirs.transpose() * gradient.head(z));
  state << system.segment(at, Segment::kZ), system.segment(at, Segment::kW);
  const VecX sizes = hessian.cwiseAbs() * state.cwiseAbs().cwiseMax(kLeast);
  return (gradient.array().abs() <= kFormRounding * sizes.array()).all();
}

/// (H').
EnergyMinimum by_efforts(const Equations& equations, const Reference& reference,
                         const LinearSystem& linear, const MatX& casimirs,
                         const FreePositions& free, const std::vector<Reference>& beside) {
  const int z = equations.z(), w = equations.w();
  MatX T = linear.S;
  if (T.cols() > 0 && casimirs.cols() > 0)
    T *= Scaled(clean_product(casimirs.transpose(), T.topRows(z))).kernel();
  if (T.cols() == 0) return EnergyMinimum::kNone;
  MatX kept(free.kept.rows() + w, T.cols());
  kept << clean_product(free.kept, T.topRows(z)), T.bottomRows(w);
  const MatX held = MatX(Scaled(kept).kernel().transpose());
  const MatX directions = T * Orthogonal(held).kernel();
  const Form form = form_of(
      [&](const Reference& one) {
        Workspace at = one.at;
        MatX hessian = MatX::Zero(z + w, z + w);
        hessian.topLeftCorner(z, z) = slopes_of_efforts(equations, at);
        hessian.bottomRightCorner(w, w) = equations.M();
        return hessian;
      },
      reference, beside);
  Workspace at = reference.at;
  if (!form.K.allFinite() || !form.noise.allFinite() ||
      !is_critical(equations, at, form.K, casimirs))
    return EnergyMinimum::kNone;
  const MatX Q = directions.transpose() * form.K * directions;
  const MatX noise = directions.cwiseAbs().transpose() * (form.noise + kSums * form.K.cwiseAbs()) *
                     directions.cwiseAbs();
  if (!is_positive_definite(Q, noise)) return EnergyMinimum::kNone;
  return held.rows() == 0 ? EnergyMinimum::kStrict : EnergyMinimum::kFree;
}

}  // namespace

EnergyMinimum find_minimum(const Equations& equations, const Reference& reference,
                           const LinearSystem& linear, const FreePositions& free,
                           const std::vector<Reference>& beside, bool is_smooth) {
  if (!free.is_energy_equal) return EnergyMinimum::kNone;
  Workspace at = reference.at;
  const MatX casimirs = equations.z() > 0 ? linear_casimirs(equations, at) : MatX(equations.z(), 0);
  // A wheel that spins at rest does not have the least energy.
  const bool is_still = equations.system().segment(at, Segment::kW).isZero(kFormRounding);
  if (equations.massless() == 0 && is_still) {
    const MatX c = equations.derivatives(at).c_s.leftCols(equations.z());
    MatX across(c.rows() + casimirs.cols(), equations.z());
    across << c, casimirs.transpose();
    if (by_velocities(equations, reference, across, free, beside)) {
      // Casimirs may hold free positions, too.
      const MatX open = without_rounding(Scaled(across).kernel());
      const bool is_held = Scaled(clean_product(free.kept, open)).rank() == open.cols();
      return is_held ? EnergyMinimum::kStrict : EnergyMinimum::kFree;
    }
  }
  // Beside a corner only exact derivatives tell the sides apart.
  if (!is_smooth && equations.system().is_closed()) return EnergyMinimum::kNone;
  return by_efforts(equations, reference, linear, casimirs, free, beside);
}

}  // namespace porthos::linearize
