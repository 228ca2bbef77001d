#include "inspect/energy_checks.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "expr/derivative.hpp"

namespace porthos::inspect {
namespace {

constexpr Statement kBalance{"dH/dt is what enters less what is dissipated", "[001] Def. 7",
                             "T-07"};
constexpr Statement kPosition{"reactions of position constraints do no work", "[001] (10)", "T-07"};
constexpr Statement kVelocity{"reactions of velocity constraints do no work", "[001] (10)", "T-07"};
constexpr Statement kGyroscopic{"gyroscopic forces do no work", "[001] (10)", "T-07"};
constexpr Statement kResistive{"resistive relation", "[001] Def. 6", "T-06"};
constexpr Statement kEntropy{"entropy never falls", "[002] second law", "T-24"};

/// Rounding of a sum of products, each to 1e-16.
constexpr double kEnergyTolerance = 1e-12;

/// Formulas that ought to add up to zero.
class Sum {
 public:
  void add(const Expr& term) {
    if (!is_zero(term)) terms_.push_back(term);
  }
  bool empty() const { return terms_.empty(); }

  /// |sum| / (sum of |term|), the largest over the states.
  Check check(const Subject& subject, const Statement& statement) const {
    const Values values(subject.balance, terms_, subject.parameters);
    Worst worst;
    for (std::size_t s = 0; s < subject.states.size(); ++s) {
      double sum = 0, size = 0;
      for (const double term : values.at(subject.states[s])) {
        sum += term;
        size += std::abs(term);
      }
      if (!std::isfinite(sum)) return structure::undecided(statement, "A term has no value.");
      if (size > 1e-9) worst.take(std::abs(sum) / size, subject.place(s), {});
    }
    return worst.check(statement, kEnergyTolerance);
  }

 private:
  std::vector<Expr> terms_;
};

/// The formula with efforts and momenta put in.
Expr power(const Subject& subject, const Expr& flow, const Expr& effort) {
  return subject.balance.known(flow * effort);
}

/// dH/dt with H(z, P): (dH/dz)|_P z' + w^T P', term by term, less what enters.
Check check_balance(const Subject& subject) {
  const Balance& balance = subject.balance;
  const Laws& laws = balance.laws();
  std::vector<Expr> slope = balance.gradient();
  if (balance.has_moving_mass()) add_transposed(balance.kinetic_energy(), laws.z, -1.0, slope);
  Sum sum;
  for (std::size_t i = 0; i < laws.z.size(); ++i) {
    if (balance.whole().is_clock[i]) {  // time passes, and what supplies for it is e (theory 10)
      sum.add(slope[i]);
      sum.add(-balance.known(laws.e[i]));
    }
    for (const Expr& rate : balance.rates()[i]) sum.add(slope[i] * rate);
  }
  for (std::size_t i = 0; i < laws.w.size(); ++i)
    for (const Expr& force : balance.forces()[i]) sum.add(laws.w[i] * force);
  for (std::size_t k = 0; k < laws.ports.size(); ++k)
    if (const std::string& port = balance.whole().ports[k]; !port.empty())
      sum.add(-power(subject, laws.ports[k].flow, laws.graph->symbol(port)));
  for (const laws::Resistive& one : laws.resistive) {
    sum.add(power(subject, one.flow, one.effort));
    if (one.heats) sum.add(-power(subject, one.flow, one.effort));
  }
  return sum.check(subject, kBalance);
}

Findings check_reactions(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  Sum positions, velocities, gyroscopic;
  for (std::size_t k = 0; k < laws.position_constraints.size(); ++k) {
    if (is_zero(laws.lambda[k])) continue;
    for (const auto& [none, z, slope] :
         expr::jacobian({&laws.position_constraints[k].formula, 1}, laws.z).entries)
      positions.add(power(
          subject, laws.lambda[k] * slope,
          subject.balance.whole().is_clock[index(z)] ? Expr(1.0) : laws.kinematics[index(z)]));
  }
  for (std::size_t k = 0; k < laws.velocity_constraints.size(); ++k)
    if (!subject.balance.whole().is_prescribing[k]) {
      const Expr& row = laws.velocity_constraints[k].formula;
      for (const auto* xs : {&laws.e, &laws.w})
        for (const auto& [none, x, slope] : expr::jacobian({&row, 1}, *xs).entries)
          velocities.add(power(subject, laws.mu[k] * slope, (*xs)[index(x)]));
    }
  for (const auto& [place, formula] : laws.gyroscopic.entries())
    gyroscopic.add(
        power(subject, formula, laws.w[index(place.first)] * laws.w[index(place.second)]));
  Findings checks;
  for (const auto& [sum, statement] :
       {std::pair{&positions, &kPosition}, {&velocities, &kVelocity}, {&gyroscopic, &kGyroscopic}})
    if (!sum->empty()) checks.push_back(sum->check(subject, *statement));
  return checks;
}

/// flow * effort >= 0 of each relation, and of what heats flow * effort / temperature >= 0.
Findings check_resistive(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> powers;
  for (const laws::Resistive& one : laws.resistive) {
    powers.push_back(power(subject, one.flow, one.effort));
    powers.push_back(one.heats ? subject.balance.known(one.flow * one.effort / *one.heats)
                               : Expr(0.0));
  }
  const Values values(subject.balance, powers, subject.parameters);
  std::vector<Worst> loss(laws.resistive.size()), entropy = loss;
  for (std::size_t s = 0; s < subject.states.size(); ++s) {
    const std::vector<double> at = values.at(subject.states[s]);
    double size = 0;
    for (std::size_t i = 0; i < at.size(); i += 2) size = std::max(size, std::abs(at[i]));
    if (size == 0) continue;
    for (std::size_t i = 0; i < loss.size(); ++i) {
      const std::string& name = laws.resistive[i].name;
      loss[i].take(std::max(0.0, -at[2 * i]) / size, subject.place(s), {name});
      entropy[i].take(std::max(0.0, -at[2 * i + 1]) / size, subject.place(s), {name});
    }
  }
  Findings checks;
  for (std::size_t i = 0; i < loss.size(); ++i) {
    const laws::Resistive& one = laws.resistive[i];
    Check made = loss[i].check(kResistive, kEnergyTolerance);
    made.name = one.name + " only takes energy";
    if (one.is_force) {
      const bool gives = made.verdict == Verdict::kFails;
      made = structure::not_applicable(
          kResistive, gives ? "A force law, which gives energy in some states."
                            : "A force law, which may give and take; it took in all states tried.");
      made.name = one.name + " only takes energy";
      made.responsible = {one.name};
    }
    checks.push_back(std::move(made));
    if (!one.heats) continue;
    checks.push_back(entropy[i].check(kEntropy, kEnergyTolerance));
    checks.back().name = "entropy that " + one.name + " makes never falls";
  }
  return checks;
}

}  // namespace

Findings check_energy(const Subject& subject) {
  Findings checks{check_balance(subject)};
  for (Findings more : {check_reactions(subject), check_resistive(subject)})
    checks.insert(checks.end(), more.begin(), more.end());
  return checks;
}

}  // namespace porthos::inspect
