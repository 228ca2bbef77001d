#include "inspect/energy_checks.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "inspect/nonnegative.hpp"
#include "inspect/thermal.hpp"

namespace porthos::inspect {
namespace {

constexpr Statement kBalance{"dH/dt is the supplied minus the dissipated power", "[001] Def. 7",
                             "T-07"};
constexpr Statement kPosition{"reactions of position constraints do no work", "[001] (10)", "T-07"};
constexpr Statement kVelocity{"reactions of velocity constraints do no work", "[001] (10)", "T-07"};
constexpr Statement kGyroscopic{"gyroscopic forces do no work", "[001] (10)", "T-07"};
constexpr Statement kResistive{"resistive relation", "[001] Def. 6", "T-06"};
constexpr Statement kExergy{"irreversible process", "[002] (I,O); [001] Def. 6", "T-06"};
constexpr Statement kEntropy{"entropy never falls", "[002] second law", "T-24"};

/// Rounding of a sum of products, each to 1e-16.
constexpr double kEnergyTolerance = 1e-12;

/// Formulas whose sum should be zero.
class Sum {
 public:
  void add(const Expr& term) {
    if (!is_zero(term)) terms_.push_back(term);
  }
  bool empty() const { return terms_.empty(); }

  /// The largest |sum| over the states, relative to the largest sum of |term|. Terms whose sum is
  /// at most `nothing` are rounding themselves.
  Check check(const Subject& subject, const Statement& statement, double nothing) const {
    std::vector<double> sums;
    const double scale = collect(subject, &sums);
    if (!std::isfinite(scale)) return structure::undecided(statement, "A term is not finite.");
    Worst worst;
    for (std::size_t s = 0; s < sums.size() && scale > nothing; ++s)
      worst.take(sums[s] / scale, subject.place(s), {});
    return worst.check(statement, kEnergyTolerance);
  }
  /// True if at each state |sum| is at most this share of the sum of |term| there.
  bool is_zero_within(const Subject& subject, double share) const {
    const Values values(subject.balance, terms_, subject.parameters);
    return std::ranges::all_of(subject.states, [&](const State& state) {
      double sum = 0, size = 0;
      for (const double term : values.at(state)) {
        sum += term;
        size += std::abs(term);
      }
      return std::abs(sum) <= share * size;
    });
  }
  /// The largest sum of |term| over the states.
  double scale(const Subject& subject) const { return collect(subject, nullptr); }

 private:
  double collect(const Subject& subject, std::vector<double>* sums) const {
    const Values values(subject.balance, terms_, subject.parameters);
    double scale = 0;
    for (const State& state : subject.states) {
      double sum = 0, size = 0;
      for (const double term : values.at(state)) {
        sum += term;
        size += std::abs(term);
      }
      if (sums) sums->push_back(std::abs(sum));
      scale = std::isnan(size) ? size : std::max(scale, size);
      if (std::isnan(scale)) break;
    }
    return scale;
  }

  std::vector<Expr> terms_;
};

/// Twice the kinetic energy of each velocity separately, J; per second it is a power.
double energy_scale(const Subject& subject) {
  Sum energies;
  const Laws& laws = subject.balance.laws();
  for (std::size_t i = 0; i < laws.w.size(); ++i)
    energies.add(subject.balance.momenta()[i] * laws.w[i]);
  const double scale = energies.scale(subject);
  return std::isfinite(scale) ? scale : 0;
}

/// Powers of reactions below this are rounding of the multipliers. Near singular matrices
/// multipliers are accurate to 1e-9 of the forces that they balance.
double rounding_of(double powers, double energy) {
  return 1e-9 * (std::isfinite(powers) ? powers : 0) + 1e-12 * energy;
}

/// The formula with efforts and momenta inserted.
Expr power(const Subject& subject, const Expr& flow, const Expr& effort) {
  return subject.balance.known(flow * effort);
}

/// dH/dt with H(z, P): (dH/dz)|_P z' + w^T P', term by term, minus the supplied power.
Sum balance_of(const Subject& subject) {
  const Balance& balance = subject.balance;
  const Laws& laws = balance.laws();
  std::vector<Expr> slope = balance.gradient();
  if (balance.has_moving_mass()) add_transposed(balance.kinetic_energy(), laws.z, -1.0, slope);
  Sum sum;
  for (std::size_t i = 0; i < laws.z.size(); ++i) {
    if (balance.whole().is_clock[i]) {  // a clock proceeds; its supply is e (theory 10)
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
  for (std::size_t k = 0; k < laws.resistive.size(); ++k) {
    const laws::Resistive& one = laws.resistive[k];
    // The rate of H with t at rest, -w^T db/dt, is the power of the force -db/dt.
    if (balance.is_inertial()[k]) continue;
    sum.add(power(subject, one.flow, one.effort));
    if (one.heats) sum.add(-power(subject, one.flow, one.effort));
  }
  return sum;
}

struct Reactions {
  Findings checks;
  bool are_states_on = true;  // the states meet the constraints up to the tolerance of a power
};

Reactions check_reactions(const Subject& subject, double nothing) {
  const Laws& laws = subject.balance.laws();
  Sum positions, velocities, gyroscopic;
  Reactions made;
  // Power without its multiplier: the rate of the constraint.
  const auto measure = [&](const Sum& rate) {
    if (!rate.is_zero_within(subject, kEnergyTolerance)) made.are_states_on = false;
  };
  for (std::size_t k = 0; k < laws.position_constraints.size(); ++k) {
    if (is_zero(laws.lambda[k])) continue;
    Sum rate;
    for (const auto& [none, z, slope] :
         expr::jacobian({&laws.position_constraints[k].formula, 1}, laws.z).entries) {
      const Expr speed =
          subject.balance.whole().is_clock[index(z)] ? Expr(1.0) : laws.kinematics[index(z)];
      positions.add(power(subject, laws.lambda[k] * slope, speed));
      rate.add(power(subject, slope, speed));
    }
    measure(rate);
  }
  for (std::size_t k = 0; k < laws.velocity_constraints.size(); ++k)
    if (!subject.balance.whole().is_prescribing[k]) {
      const Expr& row = laws.velocity_constraints[k].formula;
      Sum rate;
      for (const auto* xs : {&laws.e, &laws.w})
        for (const auto& [none, x, slope] : expr::jacobian({&row, 1}, *xs).entries) {
          velocities.add(power(subject, laws.mu[k] * slope, (*xs)[index(x)]));
          rate.add(power(subject, slope, (*xs)[index(x)]));
        }
      measure(rate);
    }
  for (const auto& [place, formula] : laws.gyroscopic.entries())
    gyroscopic.add(
        power(subject, formula, laws.w[index(place.first)] * laws.w[index(place.second)]));
  for (const auto& [sum, statement] :
       {std::pair{&positions, &kPosition}, {&velocities, &kVelocity}, {&gyroscopic, &kGyroscopic}})
    if (!sum->empty()) made.checks.push_back(sum->check(subject, *statement, nothing));
  return made;
}

/// The name of the relation with the row "joints.2": "joints".
std::string relation_of(const std::string& row) {
  std::size_t end = row.size();
  for (std::size_t dot = row.rfind('.', end - 1); dot != row.npos && dot > 0;
       dot = row.rfind('.', dot - 1)) {
    if (row.find_first_not_of("0123456789", dot + 1) < end) break;
    end = dot;
  }
  return row.substr(0, end);
}

/// The rows of a relation of the text, which resists as a whole.
struct Relation {
  std::string name;
  std::vector<const laws::Resistive*> rows;
};

std::vector<Relation> relations_of(const Whole& whole) {
  std::vector<Relation> relations;
  for (std::size_t k = 0; const laws::Resistive& one : whole.laws.resistive) {
    const std::string name = relation_of(whole.relations[k++]);
    const bool is_same = !relations.empty() && relations.back().name == name && !name.empty() &&
                         relations.back().rows.front()->is_force == one.is_force &&
                         relations.back().rows.front()->heats.has_value() == one.heats.has_value();
    if (!is_same) relations.push_back({name, {}});
    relations.back().rows.push_back(&one);
  }
  return relations;
}

/// flow * effort >= 0.
Check check_power(const Subject& subject, const ThermalStates& thermal, const Relation& relation) {
  Claim claim;
  for (const laws::Resistive* row : relation.rows) {
    claim.terms.push_back({subject.balance.known(row->flow), subject.balance.known(row->effort)});
    for (const Expr* formula : {&row->flow, row->heats ? &*row->heats : &row->flow})
      for (const Expr& one : temperatures_in(subject, thermal, *formula))
        claim.temperatures.push_back(one);
  }
  const Judgement judgement = judge(subject, claim);
  Check made = check_of(kResistive, judgement);
  if (relation.rows.front()->is_force) {
    const char* const found =
        judgement.verdict == Verdict::kFails   ? "A force law that supplies energy in some states. "
        : judgement.verdict == Verdict::kHolds ? "A force law that never supplies energy. "
                                               : "A force law that may supply or take energy. ";
    made = structure::not_applicable(kResistive, found + judgement.note);
    made.where = judgement.where;
  }
  made.name = relation.name + " only takes energy";
  if (made.verdict == Verdict::kFails || relation.rows.front()->is_force)
    made.responsible = {relation.name};
  return made;
}

/// The entropy that a heating relation produces, minus the entropy that its flow takes from thermal
/// states. With temperature T and share D = d flow / dT it is effort (flow - D T) / T.
Check check_heating(const Subject& subject, const ThermalStates& thermal,
                    const Relation& relation) {
  Claim claim;
  for (const laws::Resistive* row : relation.rows) {
    const Expr taken = entropy_share(subject, thermal, row->flow) * *row->heats;
    claim.terms.push_back({subject.balance.known(row->flow - taken),
                           subject.balance.known(row->effort / *row->heats)});
    claim.temperatures.push_back(subject.balance.known(*row->heats));
    for (const Expr& one : temperatures_in(subject, thermal, row->flow))
      claim.temperatures.push_back(one);
  }
  Check made = check_of(kEntropy, judge(subject, claim));
  made.name = "entropy that " + relation.name + " makes never falls";
  if (made.verdict == Verdict::kFails) made.responsible = {relation.name};
  return made;
}

Findings check_resistive(const Subject& subject) {
  const ThermalStates thermal = thermal_states(subject);
  Findings checks;
  for (const Relation& relation : relations_of(subject.balance.whole())) {
    checks.push_back(check_power(subject, thermal, relation));
    if (relation.rows.front()->heats) checks.push_back(check_heating(subject, thermal, relation));
  }
  for (const EntropySource& source : entropy_sources(subject, thermal)) {
    // The exergy destruction of a process is its entropy production times the temperature of the
    // environment: one judgement for both.
    const Judgement judgement = judge(subject, source.production);
    Check exergy = check_of(kExergy, judgement), entropy = check_of(kEntropy, judgement);
    exergy.name = source.name + " only takes exergy";
    entropy.name = "entropy that " + source.name + " makes never falls";
    for (Check* made : {&exergy, &entropy}) {
      if (made->verdict == Verdict::kFails) made->responsible = {source.name};
      checks.push_back(std::move(*made));
    }
  }
  return checks;
}

}  // namespace

Findings check_energy(const Subject& subject) {
  const Sum balance = balance_of(subject);
  const double energy = energy_scale(subject);
  Findings checks{balance.check(subject, kBalance, rounding_of(0, energy))};
  const double nothing = rounding_of(balance.scale(subject), energy);
  Reactions reactions = check_reactions(subject, nothing);
  // At states off the constraints the power of reactions does not say anything about the model.
  const auto leave_open = [](Finding& finding) {
    if (finding.verdict != Verdict::kFails) return;
    finding.verdict = Verdict::kUndecided;
    finding.note = "The states sampled do not meet the constraints up to rounding.";
  };
  if (!reactions.are_states_on) {
    leave_open(checks.front());
    for (Finding& finding : reactions.checks)
      if (finding.name != kGyroscopic.name) leave_open(finding);
  }
  for (Findings more : {std::move(reactions.checks), check_resistive(subject)})
    checks.insert(checks.end(), more.begin(), more.end());
  return checks;
}

}  // namespace porthos::inspect
