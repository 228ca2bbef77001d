#include "linearize/stability.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/index.hpp"
#include "linearize/casimirs.hpp"
#include "linearize/energy.hpp"
#include "linearize/free_positions.hpp"
#include "linearize/integrals.hpp"
#include "linearize/momenta.hpp"
#include "linearize/products.hpp"
#include "linearize/samples.hpp"
#include "linearize/scaled.hpp"
#include "linearize/uncertainty.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// A smooth system has no corner within rounding. A system with a corner has a linear system on
/// each side.
bool has_corner(const Motions& of) {
  constexpr double kCorner = 1e-4;  // far above the effect of curvature on a change by 1e-13
  return of.modes.noise > kCorner * of.modes.size || has_jump(of.equations, of.reference);
}

/// The linear system of y = (kept z, w), without the free positions.
struct ReducedSystem {
  MatX basis;   // (xi x n) directions of y
  MatX across;  // (xi x k) free directions
  MatX A;
  bool is_equilibrium = false;  // y' = 0 in the reference
};

/// y of the coordinates xi.
MatX kept_of(const Motions& of, const FreePositions& free) {
  const int z = of.equations.z(), w = of.equations.w();
  const MatX& S = of.linear.S;
  MatX kept(free.kept.rows() + w, S.cols());
  kept << clean_product(free.kept, S.topRows(z)), S.bottomRows(w);
  return kept;
}

ReducedSystem reduced(const Motions& of, const FreePositions& free) {
  const int z = of.equations.z(), w = of.equations.w();
  ReducedSystem made;
  made.across = Scaled(kept_of(of, free)).kernel();
  made.basis = Orthogonal(MatX(made.across.transpose())).kernel();
  made.A = made.basis.transpose() * of.linear.A * made.basis;
  VecX rates(free.kept.rows() + w);
  rates << free.kept * of.reference.s_rate.head(z), of.reference.s_rate.tail(w);
  made.is_equilibrium = rates.isZero(0);
  return made;
}

/// Linear forms on y that no motion changes to first order: gradients of conserved quantities.
MatX conserved_rows(const Motions& of, const ReducedSystem& reduced, const FreePositions& free,
                    const std::vector<Integral>& integrals, bool keeps_energy) {
  const int z = of.equations.z(), w = of.equations.w();
  const system::System& system = of.equations.system();
  const MatX casimirs = z > 0 ? linear_casimirs(of.equations, of.reference.at) : MatX(z, 0);
  const MatX S = of.linear.S * reduced.basis, S_free = of.linear.S * reduced.across;
  std::vector<VecX> rows;
  for (Eigen::Index k = 0; k < casimirs.cols(); ++k) {
    const VecX N = casimirs.col(k);
    if (S_free.cols() > 0 && !clean_product(N.transpose(), S_free.topRows(z)).isZero(0)) continue;
    rows.push_back(clean_product(N.transpose(), S.topRows(z)).transpose());
  }
  VecX gradient(z + w);
  gradient << system.segment(of.reference.at, Segment::kE),
      of.equations.M() * system.segment(of.reference.at, Segment::kW);
  if (keeps_energy && free.is_energy_equal)
    rows.push_back(clean_product(gradient.transpose(), S).transpose());
  MatX kept(free.kept.rows() + w, S.cols());
  kept << free.kept * S.topRows(z), S.bottomRows(w);
  for (const Integral& integral : integrals)
    rows.push_back(clean_product(integral.gradient.transpose(), kept).transpose());
  MatX all(static_cast<Eigen::Index>(rows.size()), S.cols());
  for (std::size_t k = 0; k < rows.size(); ++k)
    all.row(static_cast<Eigen::Index>(k)) = rows[k].transpose();
  return all;
}

/// True if each position is a state of rest: there are no forces without velocities, and rest
/// satisfies all constraints.
bool rests_anywhere(const Motions& of) {
  const system::System& system = of.equations.system();
  if (system.sizes().mu > 0 || of.equations.massless() > 0) return false;
  for (Workspace& at : states_around(of.equations, of.reference.at, 6)) {
    system.segment(at, Segment::kW).setZero();
    system.segment(at, Segment::kLambda).setZero();
    system.compute_rates(at);
    if (!system.segment(at, Segment::kZdot).isZero(0) ||
        !system.segment(at, Segment::kForce).isZero(0))
      return false;
  }
  return true;
}

std::string listed(const Motions& of, const std::vector<int>& positions) {
  constexpr std::size_t kMost = 6;
  std::string text;
  for (std::size_t k = 0; k < positions.size() && k < kMost; ++k)
    text += (k > 0 ? ", " : "") + of.names[index(positions[k])];
  if (positions.size() > kMost)
    text += " and " + std::to_string(positions.size() - kMost) + " more";
  return text;
}

/// Eigenvalues are known up to rounding, so none is said to be zero.
std::string zeros_text(const Modes& modes) {
  return modes.zeros == 1 ? "one eigenvalue cannot be told from zero"
                          : std::to_string(modes.zeros) + " eigenvalues cannot be told from zero";
}

/// The reason why nothing is proven.
std::string open_question(const Modes& modes, bool is_linear) {
  const bool drifts = modes.zeros > modes.still.cols();
  const std::string zeros =
      zeros_text(modes) +
      (drifts ? ", and if they are zero the linear motion drifts" : std::string());
  const std::string higher = is_linear ? "; no terms of higher order were found"
                                       : "; if they are zero, terms of higher order decide";
  if (modes.values.empty()) return zeros + higher;
  if (modes.zeros > 0)
    return zeros +
           (spectral_of(modes).decays ? "; all others have negative real parts"
                                      : "; no other has a positive real part beyond rounding") +
           higher;
  return "real parts of eigenvalues cannot be told from zero" + higher;
}

/// The verdict if neither the eigenvalues of A nor a corner decide.
class Judgement {
 public:
  explicit Judgement(const Motions& of, bool is_smooth)
      : of_(of),
        is_smooth_(is_smooth),
        is_rest_(of.reference.is_at_rest() && !is_spin(of.equations, of.reference, of.clocks)),
        free_(find_free_positions(of.equations, of.reference.at, of.clocks)),
        reduced_(reduced(of, free_)) {
    if (is_smooth) modes_ = find_modes(reduced_.A, noise());
  }

  Stability verdict() const {
    if (!reduced_.is_equilibrium) return open();
    const bool has_free = reduced_.across.cols() > 0;
    if (is_smooth_ && has_free && modes_.zeros == 0 && spectral_of(modes_).decays) {
      if (modes_.values.empty()) {
        const std::string free = listed(of_, free_.positions);
        return {"stable",
                is_rest_ ? "nothing moves, whatever " + free + " may be"
                         : "only " + free + " moves, and no motion depends on it",
                free_.positions};
      }
      const std::string others = "all other eigenvalues have negative real parts";
      if (is_rest_)
        return {"stable", listed(of_, free_.positions) + " may come to rest elsewhere; " + others,
                free_.positions};
      return {"asymptotically stable", others + apart(), free_.positions};
    }
    if (of_.clocks.empty() && !of_.has_other_forces)
      if (const auto decided = by_energy()) return *decided;
    return open();
  }

 private:
  /// Noise of the reduced A, in its basis.
  MatX noise() const {
    const MatX& A = of_.linear.A;
    if (A.size() == 0) return {};
    // The uncertainty of the entries of A, at most their size in the balanced A.
    const MatX all = noise_of(of_.equations, of_.candidates, of_.reference, of_.linear, of_.clocks);
    return reduced_.basis.cwiseAbs().transpose() * all * reduced_.basis.cwiseAbs();
  }

  std::string apart() const {
    if (reduced_.across.cols() == 0) return "";
    std::vector<int> alone;
    for (const int i : free_.positions)
      if (std::ranges::find(free_.common, i) == free_.common.end()) alone.push_back(i);
    std::string text = ", apart from " + listed(of_, alone);
    if (!free_.common.empty())
      text += (alone.empty() ? "" : " and ") + std::string("changes of ") +
              listed(of_, free_.common) + (free_.common.size() > 1 ? " together" : "");
    return text + ", on which no motion depends";
  }

  /// Everything except the free positions stays near the reference.
  Stability stays(const std::string& because, bool has_free) const {
    if (!has_free) return {"stable", because, {}};
    if (is_rest_) return {"neutral", because + apart() + ": they may drift", free_.positions};
    return {"stable", because + apart(), free_.positions};
  }

  /// True if there are free changes whose growth no linear Casimir limits, and no conserved sum of
  /// positions and velocities.
  bool may_drift() const {
    const Eigen::Index count = reduced_.across.cols();
    if (count == 0) return false;
    const int z = of_.equations.z();
    const MatX S = of_.linear.S.topRows(z) * reduced_.across;
    const MatX casimirs = without_rounding(linear_casimirs(of_.equations, of_.reference.at));
    const MatX bounded = without_rounding(
        positions_bounded_by_velocities(of_.equations, of_.reference, free_).transpose());
    const MatX rows = stacked(casimirs.transpose(), bounded.transpose());
    return rows.rows() == 0 || Scaled(clean_product(rows, S)).rank() < count;
  }

  std::optional<Stability> by_energy() const {
    const Equations& equations = of_.equations;
    if (supplies_power(equations, of_.reference.at)) return {};
    const bool has_free = may_drift();
    const bool is_kinetic = is_energy_kinetic(equations, of_.reference.at);
    if (is_rest_ && !(is_kinetic && equations.z() > 0)) {
      const EnergyMinimum minimum = find_minimum(
          equations, of_.reference, of_.linear, free_,
          references_beside(equations, of_.reference, of_.clocks, of_.linear.S), is_smooth_);
      if (minimum == EnergyMinimum::kStrict) return stays(minimum_text(), false);
      if (minimum == EnergyMinimum::kFree) return stays(minimum_text(), has_free);
    }
    if (!is_smooth_) return {};  // differences would mix the sides of a corner
    const bool keeps_energy = is_lossless(equations, of_.reference.at);
    std::vector<Integral> integrals = quadratic_integrals(equations, of_.reference, free_);
    for (Integral& momentum : conserved_momenta(equations, of_.reference, free_))
      integrals.push_back(std::move(momentum));
    std::optional<Integral> energy;
    if (free_.is_energy_equal) energy = energy_at(equations, of_.reference, free_);
    if (!integrals.empty() && is_extremal(integrals, energy, keeps_energy))
      return stays("conserved quantities have a strict extremum there", has_free);
    if (const auto decided = by_family(integrals, keeps_energy)) return decided;
    if (energy && keeps_energy && has_simple_frequencies(modes_) &&
        is_regular(*energy, kept_of(of_, free_) * reduced_.basis) &&
        is_linear(equations, of_.reference.at))
      return stays("the equations are linear and keep the energy, and all frequencies differ",
                   has_free);
    if (is_kinetic && is_rest_ && equations.massless() == 0 && equations.z() > 0 && is_still() &&
        is_mass_bounded(equations, of_.reference.at))
      return Stability{"neutral",
                       "all energy is kinetic: velocities stay small, but positions may drift",
                       all_positions()};
    return {};
  }

  /// By the center manifold, if it consists of equilibria.
  std::optional<Stability> by_family(const std::vector<Integral>& integrals,
                                     bool keeps_energy) const {
    if (!spectral_of(modes_).decays) return {};
    const std::string others =
        modes_.values.empty() ? "" : ", and all other eigenvalues have negative real parts";
    const MatX rows = conserved_rows(of_, reduced_, free_, integrals, keeps_energy);
    const bool has_free = may_drift();
    if (modes_.zeros > 0 && rows.rows() > 0 && Scaled(rows).rank() == modes_.zeros)
      return stays(is_rest_ ? "it is one of a family of equilibria" + others
                            : "it is one of a family of steady motions" + others,
                   has_free);
    if (is_rest_ && is_still() && !modes_.values.empty() && rests_anywhere(of_) &&
        rank_of_positions() == of_.modes.zeros)
      return Stability{"stable", "all positions nearby are at rest" + others, {}};
    return {};
  }

  /// The energy need not be a minimum against changes of Casimirs, such as the position of a body
  /// that friction holds.
  std::string minimum_text() const {
    const std::string minimum = "the energy has a minimum there";
    const MatX casimirs = linear_casimirs(of_.equations, of_.reference.at);
    if (casimirs.cols() == 0) return minimum;
    const MatX kept = clean_product(casimirs.transpose(), of_.linear.S.topRows(of_.equations.z()));
    if (Scaled(kept).rank() == 0) return minimum;
    return Scaled(kept).rank() == of_.linear.S.cols()
               ? "no motion changes the state"
               : minimum + " among the states that motions can reach";
  }

  bool is_still() const {
    const VecX w = of_.equations.system().segment(of_.reference.at, Segment::kW);
    const VecX sizes = of_.equations.sizes(of_.reference.at);
    return (w.cwiseAbs().array() <= 1e-9 * sizes.segment(of_.equations.z(), w.size()).array())
        .all();
  }

  Eigen::Index rank_of_positions() const {
    return Scaled(clean_product(MatX::Identity(of_.equations.z(), of_.equations.z()),
                                of_.linear.S.topRows(of_.equations.z())))
        .rank();
  }

  std::vector<int> all_positions() const {
    std::vector<int> all;
    const MatX S = of_.linear.S.topRows(of_.equations.z());
    for (int i = 0; i < of_.equations.z(); ++i)
      if (S.row(i).cwiseAbs().maxCoeff() > 1e-9) all.push_back(i);
    return all;
  }

  Stability open() const {
    if (!is_smooth_)
      return {"undecided",
              "the linear system differs between states that rounding cannot tell apart: a corner, "
              "a jump, or a degenerate equilibrium",
              {}};
    return {"undecided", open_question(of_.modes, is_linear(of_.equations, of_.reference.at)), {}};
  }

  const Motions& of_;
  bool is_smooth_, is_rest_;
  FreePositions free_;
  ReducedSystem reduced_;
  Modes modes_;
};

}  // namespace

MatX noise_of(const Equations& equations, const Candidates& candidates, const Reference& reference,
              const LinearSystem& linear, const std::vector<int>& clocks) {
  MatX noise = MatX::Zero(linear.A.rows(), linear.A.cols());
  if (linear.A.size() == 0) return noise;
  for (Reference& beside : references_beside(equations, reference, clocks, linear.S)) {
    const LinearSystem other =
        linear_system(equations, candidates, beside, {}, clocks, {}, linear.chosen);
    if (other.A.rows() != noise.rows() || !other.A.allFinite())
      return noise.setConstant(linear.A.cwiseAbs().maxCoeff());
    noise = noise.cwiseMax((other.A - linear.A).cwiseAbs());
  }
  return noise;
}

Stability judge(const Motions& of) {
  if (of.linear.A.size() == 0) return {"stable", "nothing is free to move", {}};
  if (has_hidden_branch(of.equations, of.reference, of.clocks, of.linear.S))
    return {
        "undecided", "a formula changes its branch there, and its other side was not found", {}};
  const bool is_smooth = !has_corner(of);
  const Spectral all = spectral_of(of.modes);
  if (is_smooth && all.grows) return {"unstable", "an eigenvalue has a positive real part", {}};
  if (is_smooth && all.decays && of.modes.zeros == 0)
    return {"asymptotically stable", "all eigenvalues have negative real parts", {}};
  return Judgement(of, is_smooth).verdict();
}

}  // namespace porthos::linearize
