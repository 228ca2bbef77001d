#include "inspect/representation_checks.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "inspect/hessian.hpp"
#include "inspect/scaled_structure.hpp"
#include "inspect/structure_checks.hpp"
#include "structure/constrain.hpp"
#include "structure/distributions.hpp"
#include "structure/modulated.hpp"
#include "structure/representations.hpp"

namespace porthos::inspect {
namespace {

using structure::Dirac;

/// Larger models are skipped, since the matrices are dense; half for checks at many points.
constexpr int kMostDense = 60, kMostAround = 30;

constexpr Statement kAdded{"the velocity constraints keep the structure continuous",
                           "[001] Prop. 4", "T-03"};
constexpr Statement kEqual{"all representations are the same structure", "[004] Sec. 3", "T-09"};
constexpr Statement kRegularPoint{"the characteristic distributions keep their dimensions",
                                  "[004] Rem. 3.1", "T-10"};
constexpr Statement kNondegenerate{"the energy determines the multipliers",
                                   "[004] (3.10), (3.18), (4.70)", "T-11"};
constexpr Statement kCanonical{"canonical coordinates", "[004] Prop. 4.3", "T-14"};

const char* const kTooLarge = "The model is too large for dense matrices.";

/// The matrices of a model as functions of (z, w), on its constraint set or not.
class Field {
 public:
  explicit Field(const Subject& subject) : subject_(subject) {}

  VecX start() const {
    const State& state = subject_.states.front();
    VecX x(state.z.size() + state.w.size());
    x << state.z, state.w;
    return x;
  }
  MatricesAt at(const VecX& x) const {
    State state = subject_.states.front();
    state.z = x.head(state.z.size());
    state.w = x.tail(state.w.size());
    return subject_.matrices.at(state);
  }

 private:
  const Subject& subject_;
};

}  // namespace

Findings check_added_constraints(const Subject& subject) {
  const int n = subject.matrices.n(), count = static_cast<int>(subject.matrices.rows().size());
  if (count == 0) return {structure::not_applicable(kAdded, subject.without_rows())};
  if (n > kMostDense) return {structure::undecided(kAdded, kTooLarge)};
  Worst worst;
  Eigen::Index least = count, most = 0;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const StructureAt at = scaled(subject, subject.at[s]);
    const MatX J = dense(at.J, n, n), rows = dense(at.rows, n, count);
    const Dirac free = Dirac::graph(J);
    const auto rank = structure::Subspaces(structure::constraint_criterion(free, rows.transpose()),
                                           structure::spectral_norm(rows))
                          .rank();
    least = std::min(least, rank);
    most = std::max(most, rank);
    const Check same = structure::equality(structure::constrain(free, rows.transpose()),
                                           Dirac::constrained(J, rows));
    if (same.verdict == Verdict::kUndecided) return {structure::undecided(kAdded, same.note)};
    worst.take(same.residual, subject.place(s), {});
  }
  Check made = worst.check(kAdded, structure::kProjectorTolerance);
  made.note = "rank of E L: " + std::to_string(most);
  if (least == most) return {made};
  // A constant rank suffices. Otherwise the projector decides, in units of the start.
  const Field field(subject);
  const VecX start = field.start();
  const VecX unit = start.unaryExpr([](double x) { return x != 0 ? std::abs(x) : 1; });
  const StructureFactors factors = factors_of(subject, subject.at.front());
  const auto structure_at = [&](const VecX& x) {
    StructureAt at;
    static_cast<MatricesAt&>(at) = field.at(x.cwiseProduct(unit));
    return dirac_at(subject, scaled(subject, at, factors), 0);
  };
  Check jump = structure::continuity(structure_at, start.cwiseQuotient(unit));
  jump.check = kAdded.check;
  jump.name = kAdded.name;
  jump.theorem = kAdded.theorem;
  jump.where = subject.place(0);
  jump.note = "The rank of E L is " + std::to_string(least) + " to " + std::to_string(most) +
              "; at the start " + jump.note;
  if (jump.verdict == Verdict::kHolds) {  // the projector may jump although the rank differs
    jump.verdict = Verdict::kFails;
    jump.residual = static_cast<double>(most - least);
    jump.tolerance = 0;
    jump.where = "between the states";
  }
  return {jump};
}

Findings check_representations(const Subject& subject) {
  if (subject.matrices.n() > kMostDense) return {structure::undecided(kEqual, kTooLarge)};
  if (subject.at.empty()) return {structure::undecided(kEqual, "The start has no accelerations.")};
  const Dirac here =
      dirac_at(subject, subject.at.front(), static_cast<int>(subject.matrices.ports().size()));
  if (!here.is_dirac()) return {structure::undecided(kEqual, "T-01 does not hold.")};
  Worst worst;
  const auto compare = [&](const char* form, const Dirac& again) {
    worst.take(structure::distance(here, again), subject.place(0), {form});
  };
  compare("image", make(structure::to_image(here)));
  compare("kernel", make(structure::to_kernel(here)));
  const auto second = structure::to_constrained(here);
  const auto third = structure::to_presymplectic(here);
  const auto hybrid = structure::to_hybrid(here);
  for (const std::string* why : {&second.why, &third.why, &hybrid.why})
    if (!why->empty()) return {structure::undecided(kEqual, *why)};
  compare("constrained", make(*second));
  compare("presymplectic", make(*third));
  compare("hybrid", make(*hybrid));
  if (const auto map = structure::to_input_output(here)) compare("input-output", make(*map));
  return {worst.check(kEqual, structure::kProjectorTolerance)};
}

Findings check_distributions(const Subject& subject) {
  if (subject.matrices.n() > kMostAround) return {structure::undecided(kRegularPoint, kTooLarge)};
  if (subject.states.empty())
    return {structure::undecided(kRegularPoint, "The start has no accelerations.")};
  const Field matrices(subject);
  const VecX x = matrices.start();
  const structure::DiracField field = [&](const VecX& y) {
    return dirac_at(subject, matrices.at(y), 0);
  };
  const structure::Checks dimensions = structure::check(structure::find_distributions(field(x)));
  structure::Checks all = structure::regular_point(field, x);
  all.insert(all.end(), dimensions.begin(), dimensions.end());
  Check made{kRegularPoint.name, kRegularPoint.theorem, kRegularPoint.check};
  made.verdict = structure::worst(all);
  made.where = subject.place(0);
  for (const Check& one : all) {
    if (one.verdict != made.verdict) continue;
    made.residual = one.residual;
    made.tolerance = one.tolerance;
    made.note = one.name + ": " + one.note;
    break;
  }
  return {property(std::move(made))};
}

namespace {

/// Second derivatives of the energy by the states in the units of these factors.
MatX in_units(const Subject& subject, const MatX& hessian, const StructureFactors& factors) {
  VecX own(hessian.rows());
  Eigen::Index next = 0;
  for (int i = 0; i < subject.matrices.n(); ++i)
    if (i < subject.matrices.z() ||
        !subject.matrices.is_massless()[index(i - subject.matrices.z())])
      own[next++] = 1 / factors[i];
  return own.asDiagonal() * hessian * own.asDiagonal();
}

}  // namespace

Findings check_nondegenerate(const Subject& subject) {
  if (!subject.model.system->active().empty())
    return {structure::not_applicable(
        kNondegenerate,
        "There are position constraints, of index 3: T-08 says whether they "
        "determine their multipliers.")};
  if (subject.matrices.n() > kMostDense) return {structure::undecided(kNondegenerate, kTooLarge)};
  const EnergyHessian hessian(subject);
  std::optional<Check> worst;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const StructureFactors factors = factors_of(subject, subject.at[s]);
    Check here =
        structure::nondegenerate(dirac_at(subject, scaled(subject, subject.at[s], factors), 0),
                                 in_units(subject, hessian.at(subject.states[s]), factors));
    if (worst && structure::worst({*worst, here}) == worst->verdict) continue;
    here.name = kNondegenerate.name;
    here.theorem = kNondegenerate.theorem;
    here.where = subject.place(s);
    worst = std::move(here);
  }
  if (!worst) return {structure::undecided(kNondegenerate, "The start has no accelerations.")};
  const auto& massless = subject.matrices.is_massless();
  const bool has_multipliers = subject.model.system->sizes().nu() > 0 ||
                               std::ranges::any_of(massless, [](char is) { return is != 0; });
  worst->note = worst->verdict != Verdict::kHolds ? "G0^T H'' G0: " + worst->note
                : has_multipliers
                    ? "G0^T H'' G0 is nonsingular."
                    : "There are no constraints and no massless velocities: G0 is empty.";
  return {*worst};
}

Findings check_canonical(const Subject& subject) {
  if (subject.matrices.n() > kMostDense) return {structure::undecided(kCanonical, kTooLarge)};
  // Time is no state.
  const int clocks = subject.balance.whole().count_clocks();
  std::optional<structure::CanonicalSizes> first;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const auto sizes =
        structure::canonical_sizes(dirac_at(subject, scaled(subject, subject.at[s]), 0));
    if (!sizes) return {property(structure::undecided(kCanonical, sizes.why))};
    if (!first) first = *sizes;
    if (first->casimirs == sizes->casimirs && first->constraints == sizes->constraints) continue;
    Check made = structure::bounded(kCanonical, 1, 0);
    made.where = subject.place(s);
    made.note = "Their numbers differ from those at the start.";
    return {property(std::move(made))};
  }
  if (!first) return {structure::undecided(kCanonical, "The start has no accelerations.")};
  Check made = structure::bounded(kCanonical, 0, 0);
  made.note = std::to_string(first->pairs) + " pairs (q, p), " +
              std::to_string(first->casimirs - clocks) + " Casimirs r, " +
              std::to_string(first->constraints) +
              " constraints s in all states, if the structure is closed (T-13).";
  return {property(std::move(made))};
}

}  // namespace porthos::inspect
