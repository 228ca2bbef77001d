#include "inspect/invariants.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "expr/query.hpp"
#include "inspect/circular_functions.hpp"
#include "inspect/constancy.hpp"
#include "inspect/constraint_rows.hpp"
#include "inspect/jump_checks.hpp"
#include "inspect/values.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

constexpr int kMostStates = 24;
/// So far that a sine is not a polynomial.
constexpr double kScatter = 1.5;
/// The number of states that confirm a claim, and how many of them are from the run.
constexpr int kConfirming = 40;
constexpr std::size_t kFromRun = 25;
/// The number of rows of the run at which a rate must vanish: a force may act in a narrow region
/// that only the run meets.
constexpr std::size_t kAlongRun = 500;

constexpr const char* kQuietInput =
    "An input acts in none of the states sampled: functions that it could change are left out.";

/// Positions, momenta, and the sines and cosines in the model.
std::vector<Expr> variables_of(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> made;
  for (std::size_t i = 0; i < laws.z.size(); ++i)
    if (!subject.balance.whole().is_clock[i]) made.push_back(laws.z[i]);
  for (std::size_t i = 0; i < laws.w.size(); ++i)
    if (!subject.matrices.is_massless()[i]) made.push_back(laws.p[i]);
  std::vector<Expr> formulas = laws.kinematics;
  for (const auto& potential : laws.potentials) formulas.push_back(potential.energy);
  for (const auto& [place, formula] : laws.mass.entries()) formulas.push_back(formula);
  for (const auto& row : laws.velocity_constraints) formulas.push_back(row.formula);
  for (const auto& row : laws.position_constraints) formulas.push_back(row.formula);
  const std::vector<Expr> circular = circular_functions(laws, formulas, false);
  made.insert(made.end(), circular.begin(), circular.end());
  return made;
}

/// Leaves out functions of positions that constraints keep at a number, such as the height of a
/// table: with them each other function would have several forms, of which some hold on the
/// constraint set alone.
std::vector<Expr> without_fixed(const Subject& subject, std::vector<Expr> variables,
                                bool has_time) {
  constexpr double kFixed = 1e-12;
  const Laws& laws = subject.balance.laws();
  if (subject.model.system->active().empty()) return variables;
  const Values values(subject.balance, variables, subject.parameters);
  const std::vector<double> first = values.at(subject.states.front());
  std::vector<char> is_fixed(variables.size(), 1);
  for (const State& state : sample_states(subject.model, {10, kScatter, 29, has_time, true})) {
    const std::vector<double> now = values.at(state);
    for (std::size_t i = 0; i < now.size(); ++i)
      if (!(std::abs(now[i] - first[i]) <= kFixed * std::abs(first[i]))) is_fixed[i] = 0;
  }
  std::vector<Expr> made;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (first[i] == 0 || !is_fixed[i] || expr::depends_on_any(variables[i], laws.p))
      made.push_back(variables[i]);
  return made;
}

bool has_events(const model::Component& component) {
  return !component.events.empty() || std::ranges::any_of(component.parts, [](const auto& part) {
    return has_events(*part.component);
  });
}

bool depends_on_time(const Subject& subject) {
  const Whole& whole = subject.balance.whole();
  for (const auto* lists : {&subject.balance.rates(), &subject.balance.forces()})
    for (const auto& terms : *lists)
      for (const Expr& term : terms)
        if (expr::depends_on(term, whole.laws.t)) return true;
  for (const auto& row : whole.laws.velocity_constraints)
    if (expr::depends_on(row.formula, whole.laws.t)) return true;
  return std::ranges::any_of(whole.is_clock, [](char is) { return is != 0; }) ||
         std::ranges::any_of(whole.inputs,
                             [&](const Expr& one) { return expr::depends_on(one, whole.laws.t); });
}

/// The search in one set of functions.
class Search {
 public:
  Search(const Subject& subject, FunctionSpace& functions, bool has_time, bool spreads)
      : subject_(subject), functions_(functions), cut_(rounding_of(subject)) {
    const auto sampled = [&](int count, std::uint32_t seed, bool is_spread) {
      return sample_states(subject.model, {count, kScatter, seed, has_time, is_spread});
    };
    first_ = sampled(functions.states(), 17, spreads);
    again_ = sampled(kConfirming, 71, true);
    for (State& state : of_run(kFromRun)) again_.push_back(std::move(state));
    find_quiet_inputs();
  }

  /// What else changes a Casimir: a prescribed flow, whichever it is of several.
  void add_prescribed(std::vector<std::string>& by) const {
    const auto& prescribing = subject_.balance.whole().is_prescribing;
    const auto count = std::ranges::count(prescribing, 1);
    if (count == 1) {
      const auto row = std::ranges::find(prescribing, 1) - prescribing.begin();
      by.push_back(subject_.model.assembled->mu[static_cast<std::size_t>(row)].name);
    }
    if (count > 1) by.emplace_back("a prescribed flow");
  }

  /// With too few states functions may coincide by accident.
  bool is_possible() const { return static_cast<Index>(first_.size()) >= functions_.count() + 5; }

  void run(Invariants& made) {
    functions_.look_at(first_);
    // Functions that are constant on the constraint set are no statement about the motion.
    MatX known = functions_.constants();
    if (!subject_.model.system->active().empty())
      FunctionSpace::append(known, functions_.flat(tangents(), cut_));
    const std::vector<Index> trivial = functions_within(known);
    leave_out(known, trivial);
    MatX energies = energy_of(subject_, functions_, first_);
    set_zero(energies, trivial);
    const Equations casimirs = casimir_equations(subject_, functions_, first_);
    const Equations rates = rate_equations(subject_, functions_, first_);
    FunctionSpace::Found p0 = functions_.kernel_of(casimirs.left, casimirs.terms, cut_);
    FunctionSpace::Found constant = functions_.kernel_of(rates.left, rates.terms, cut_);
    for (FunctionSpace::Found* found : {&p0, &constant}) set_zero(found->rows, trivial);
    const std::vector<VecX> found = functions_.reduced(p0, known);
    bool is_all = true;
    const std::vector<State> run = of_run(kAlongRun);
    functions_.look_at(run);
    const Equations along_run = rate_equations(subject_, functions_, run);
    functions_.look_at(again_);
    const Equations p0_again = casimir_equations(subject_, functions_, again_);
    const Equations rates_again = rate_equations(subject_, functions_, again_);
    const std::vector<Supply> supplies = supplies_of(subject_, functions_, again_);
    std::vector<VecX> kept;
    for (const VecX& rough : found) {
      const auto exact =
          FunctionSpace::refined(rough, p0.weights, casimirs.left, casimirs.terms, cut_);
      is_all = is_all && exact && is_confirmed(*exact, p0_again);
      if (!exact || !is_confirmed(*exact, p0_again)) continue;
      const VecX& one = *exact;
      made.casimirs.push_back(functions_.text(one));
      Invariants::Changed changed{made.casimirs.back(), {}};
      for (const Supply& supply : supplies)
        if (!is_confirmed(one, supply.equations) || !is_confirmed(one, supply.flows))
          changed.by.push_back(supply.name);
      if (changed.by.empty() && !is_confirmed(one, rates_again)) add_prescribed(changed.by);
      const bool is_changed = !changed.by.empty();
      const bool is_open =
          std::ranges::any_of(changed.by, [&](const auto& by) { return is_quiet(by); });
      if (is_changed) made.changed.push_back(std::move(changed));
      if (!is_confirmed(one, rates_again) || !is_confirmed(one, along_run) || is_open) continue;
      // A port could change it, but has effort 0.
      if (is_changed) made.conserved.push_back(made.casimirs.back());
      kept.push_back(one);
      FunctionSpace::append(known, one.transpose());
    }
    FunctionSpace::append(known, functions_.products(kept));
    FunctionSpace::append(known, energies);
    const std::vector<VecX> others = functions_.reduced(constant, known, kept);
    const Confirming confirming{rates, rates_again, along_run, supplies};
    is_all = add_constants(others, constant.weights, confirming, made) && is_all;
    if (!is_all && made.note.empty())
      made.note = "A function that may be constant was not confirmed.";
    if (!p0.is_clear || !constant.is_clear)
      made.note =
          "Some functions are nearly constant and cannot be distinguished from constant ones.";
  }

 private:
  /// The rates of the functions: at the states of the search, at others, and along the run.
  struct Confirming {
    const Equations &rates, &again, &along_run;
    const std::vector<Supply>& supplies;
  };

  /// Adds the functions whose rates vanish. False if some were not confirmed.
  bool add_constants(const std::vector<VecX>& found, const VecX& weights, const Confirming& by,
                     Invariants& made) const {
    bool is_all = true;
    for (const VecX& rough : found) {
      const auto exact =
          FunctionSpace::refined(rough, weights, by.rates.left, by.rates.terms, cut_);
      is_all = is_all && exact && is_confirmed(*exact, by.again);
      if (exact && is_confirmed(*exact, by.again) && is_open(*exact, by.supplies)) {
        made.note = kQuietInput;
        continue;
      }
      if (!exact || !is_confirmed(*exact, by.again)) continue;
      is_all = is_all && is_confirmed(*exact, by.along_run);
      if (is_confirmed(*exact, by.along_run)) made.conserved.push_back(functions_.text(*exact));
    }
    return is_all;
  }

  /// States of the run, at most `count`, with their reactions.
  std::vector<State> of_run(std::size_t count) const {
    const std::vector<State>& all = subject_.motion.states;
    const std::size_t most = std::min(count, all.size());
    std::vector<State> chosen;
    for (std::size_t k = 0; k < most; ++k) chosen.push_back(all[k * (all.size() - 1) / most]);
    return with_reactions(subject_.model, chosen);
  }

  bool is_confirmed(const VecX& one, const Equations& equations) const {
    return FunctionSpace::residual(one, equations.left, equations.terms) <= 10 * cut_;
  }

  /// The functions that are combinations of these rows.
  static std::vector<Index> functions_within(const MatX& rows) {
    constexpr double kDependent = 1e-9, kAll = 1 - 1e-9;
    std::vector<Index> made;
    if (rows.rows() == 0) return made;
    MatX even = rows;
    for (auto row : even.rowwise())
      if (const double size = row.norm(); size > 0) row /= size;
    const MatX outside = Orthogonal(even, kDependent).kernel();
    for (Index k = 0; k < rows.cols(); ++k)
      if (outside.row(k).squaredNorm() < 1 - kAll) made.push_back(k);
    return made;
  }

  static void set_zero(MatX& rows, const std::vector<Index>& functions) {
    for (const Index k : functions) rows.col(k).setZero();
  }

  /// Removes these functions from combinations. What rounding leaves of one is no combination.
  static void leave_out(MatX& rows, const std::vector<Index>& functions) {
    constexpr double kRounding = 1e-9;
    const VecX sizes = rows.rowwise().norm();
    set_zero(rows, functions);
    for (Index i = 0; i < rows.rows(); ++i)
      if (rows.row(i).norm() <= kRounding * sizes[i]) rows.row(i).setZero();
  }

  /// The directions, (z x any), in which the position constraints let positions move, in the states
  /// of the search.
  std::vector<MatX> tangents() const {
    constexpr double kDependent = 1e-9, kNothing = 1e-12;
    std::vector<MatX> made;
    for (const State& state : first_) {
      MatX slopes = active_slopes(subject_, subject_.matrices.at(state));
      for (auto row : slopes.rowwise())
        if (const double size = row.norm(); size > 0) row /= size;
      if (!slopes.allFinite()) return {};
      const MatX ways = Orthogonal(slopes, kDependent).kernel();
      made.push_back((ways.array().abs() > kNothing).select(ways, 0.0));
    }
    return made;
  }

  bool is_quiet(const std::string& port) const {
    return std::ranges::find(quiet_, port) != quiet_.end();
  }

  /// True if a port with a quiet input could change it: whether it is constant is not known.
  bool is_open(const VecX& one, const std::vector<Supply>& supplies) const {
    return std::ranges::any_of(supplies, [&](const Supply& supply) {
      return is_quiet(supply.name) && !is_confirmed(one, supply.equations);
    });
  }

  /// Finds the ports whose inputs act in no state that confirms a claim, as a short pulse between
  /// their times.
  void find_quiet_inputs() {
    constexpr int kTimes = 2000;
    constexpr double kQuiet = 1e-6;  // of the largest input found
    const Whole& whole = subject_.balance.whole();
    for (std::size_t k = 0; k < whole.inputs.size(); ++k) {
      const Expr& input = whole.inputs[k];
      if (whole.ports[k].empty() || again_.empty() || !expr::depends_on(input, whole.laws.t))
        continue;
      const Values values(subject_.balance, {&input, 1}, subject_.parameters);
      double sampled = 0, largest = 0;
      for (const State& state : again_)
        sampled = std::max(sampled, std::abs(values.at(state).front()));
      State state = again_.front();
      for (int i = 0; i <= kTimes; ++i) {
        state.t = subject_.model.component->simulation.until * i / kTimes;
        largest = std::max(largest, std::abs(values.at(state).front()));
      }
      if (sampled <= kQuiet * largest) quiet_.push_back(whole.ports[k]);
    }
  }

  const Subject& subject_;
  FunctionSpace& functions_;
  double cut_;
  std::vector<State> first_, again_;
  std::vector<std::string> quiet_;  // ports
};

}  // namespace

Invariants find_invariants(const Subject& subject) {
  Invariants made;
  if (subject.matrices.n() > kMostStates) {
    made.note = "More than " + std::to_string(kMostStates) + " states.";
    return made;
  }
  const bool has_time = depends_on_time(subject);
  const std::vector<Expr> variables = without_fixed(subject, variables_of(subject), has_time);
  FunctionSpace functions(subject, variables);
  if (variables.empty() || !functions.is_possible()) {
    made.note = variables.empty() ? "There are no states." : "Too many variables.";
    return made;
  }
  // States far apart distinguish functions whatever their units. If these leave the result open,
  // states of similar size may decide. Both are confirmed at states far apart.
  for (const bool spreads : {true, false}) {
    FunctionSpace space(subject, variables);
    Search search(subject, space, has_time, spreads);
    if (!search.is_possible()) {
      if (made.degree == 0) made.note = "Too few states on the constraint set were found.";
      continue;
    }
    Invariants next;
    next.degree = functions.degree();
    next.variables = functions.names();
    if (has_time) next.until = subject.model.component->simulation.until;
    next.is_between_events = has_events(*subject.model.component) || may_jump(subject);
    search.run(next);
    if (made.degree == 0 || next.note.empty()) made = std::move(next);
    if (made.note.empty()) break;
  }
  return made;
}

}  // namespace porthos::inspect
