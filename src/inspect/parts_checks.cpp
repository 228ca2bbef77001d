#include "inspect/parts_checks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/digits.hpp"
#include "inspect/constraint_rows.hpp"
#include "structure/compose.hpp"
#include "structure/interconnect.hpp"
#include "structure/tensor.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;
using structure::Coupling;
using structure::Dirac;
using structure::Ports;

/// Larger models are skipped, since the matrices are dense.
constexpr int kMostParts = 60;

constexpr Statement kParts{"the composition of the parts is the model", "[001] Sec. 6", "T-16"};
constexpr Statement kLaw{"a power-conserving law between the parts gives the model",
                         "[004] (2.16), Prop. 2.2", "T-17"};
constexpr Statement kOrder{"the order of composition does not matter", "[003] Sec. 5", "T-18"};
constexpr Statement kProduct{"the product of the parts and their constraints is the model",
                             "[003] Prop. 5.11", "T-19"};
constexpr Statement kInduced{"the constraints induce the structure", "[003] (4.3)", "T-20"};
constexpr Statement kTorn{"the powers between the parts add up to zero", "[003] Thm. 6.6", "T-21"};

/// J and the rows at the start, dense, and the part of each state.
struct Parts {
  MatX J, rows;
  std::vector<Ports> states;  // (parts) numbers of states

  MatX J_of(const Ports& part) const { return J(part, part); }
  MatX rows_of(const Ports& part) const { return rows(part, Eigen::all); }
};

std::vector<Ports> parts_of(const MatX& J) {
  std::vector<Index> part(index(J.rows()));
  std::iota(part.begin(), part.end(), Index{0});
  for (Index i = 0; i < J.rows(); ++i)
    for (Index j = 0; j < i; ++j)
      if (J(i, j) != 0 && part[index(i)] != part[index(j)])
        std::ranges::replace(part, part[index(i)], part[index(j)]);
  std::vector<Ports> parts;
  for (Index first = 0; first < J.rows(); ++first) {
    Ports states;
    for (Index i = 0; i < J.rows(); ++i)
      if (part[index(i)] == first) states.push_back(i);
    if (!states.empty()) parts.push_back(states);
  }
  return parts;
}

/// The parts of a model at its start, or a finding if there is nothing to compose.
struct PartsOr {
  std::optional<Parts> parts;
  Findings instead;
};

PartsOr find_parts(const Subject& subject, const Statement& statement) {
  const int n = subject.matrices.n();
  const std::size_t count = subject.matrices.rows().size() + subject.model.system->active().size();
  const auto instead = [](Check check) { return PartsOr{std::nullopt, {std::move(check)}}; };
  if (count == 0)
    return instead(
        structure::not_applicable(statement, "There are no constraints that join parts."));
  if (n > kMostParts)
    return instead(structure::undecided(statement, "The model is too large for dense matrices."));
  if (subject.at.empty())
    return instead(structure::undecided(statement, "The start has no accelerations."));
  Parts parts{dense(subject.at.front().J, n, n),
              constraint_rows(subject, subject.at.front()).transpose(),
              {}};
  if (!structure::is_skew(parts.J))
    return instead(structure::undecided(statement, "J is not skew (T-04)."));
  parts.states = parts_of(parts.J);
  return {std::move(parts), {}};
}

/// x' = J e - rows mu with rows^T e = 0.
Dirac whole_of_parts(const Parts& parts) { return Dirac::constrained(parts.J, parts.rows); }

Check same(const Subject& subject, const Statement& statement, const Parts& parts,
           const Dirac& composed) {
  Check made = structure::equality(composed, whole_of_parts(parts));
  made.name = statement.name;
  made.theorem = statement.theorem;
  made.check = statement.check;
  made.where = subject.place(0);
  if (made.note.empty())
    made.note = std::to_string(parts.states.size()) +
                (parts.states.size() == 1 ? " part, " : " parts, ") +
                std::to_string(parts.rows.cols()) +
                (parts.rows.cols() == 1 ? " constraint" : " constraints");
  return made;
}

/// Sorts the ports, which come part by part: port i of the result is state i.
Dirac in_order_of_states(const Dirac& dirac, const Parts& parts) {
  Ports order(index(parts.J.rows()));
  Index place = 0;
  for (const Ports& part : parts.states)
    for (const Index state : part) order[index(state)] = place++;
  return structure::reordered(dirac, order);
}

Dirac beside_each_other(const std::vector<Dirac>& all) {
  Dirac sum = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) sum = structure::direct_sum(sum, all[i]);
  return sum;
}

/// {(f, 0)}: the velocity of each port is zero.
Dirac at_rest(Index ports) {
  return Dirac::constrained(MatX::Zero(ports, ports), MatX::Identity(ports, ports));
}

}  // namespace

Findings check_parts(const Subject& subject) {
  const auto [parts, instead] = find_parts(subject, kParts);
  if (!parts) return instead;
  const Index n = parts->J.rows(), count = parts->rows.cols();
  // Each part has a port in each constraint that contains one of its velocities.
  std::vector<Dirac> open;
  Ports order;                                    // states first, then the parts' ports
  std::vector<Ports> ports_of_row(index(count));  // among the shared ports
  Ports shared;
  Index place = 0;
  for (const Ports& part : parts->states) {
    const MatX own = parts->rows_of(part);
    Ports used;
    for (Index row = 0; row < count; ++row)
      if (!own.col(row).isZero(0)) used.push_back(row);
    open.push_back(structure::port_controlled(parts->J_of(part), own(Eigen::all, used)));
    place += static_cast<Index>(part.size());
    for (const Index row : used) {
      ports_of_row[index(row)].push_back(static_cast<Index>(shared.size()));
      shared.push_back(place++);
    }
  }
  // At a constraint all parts share one multiplier as force, and their velocities add up to zero.
  const auto width = static_cast<Index>(shared.size());
  MatX differences = MatX::Zero(width, width);
  Index row = 0;
  for (const Ports& ports : ports_of_row)
    for (std::size_t k = 1; k < ports.size(); ++k, ++row) {
      differences(row, ports[0]) = 1;
      differences(row, ports[k]) = -1;
    }
  // The efforts of the law are im differences^T; this is zero for a constraint of one part.
  const Dirac law = structure::interaction(differences.topRows(row));
  Ports all(index(width));
  std::iota(all.begin(), all.end(), Index{0});
  const Dirac composed =
      structure::compose(beside_each_other(open), shared, law, all, Coupling::kOppositeEfforts);
  if (composed.size() != n) return {structure::undecided(kParts, "The sizes do not agree.")};
  return {same(subject, kParts, *parts, in_order_of_states(composed, *parts))};
}

Findings check_closing_law(const Subject& subject) {
  const auto [parts, instead] = find_parts(subject, kLaw);
  if (!parts) return instead;
  return {same(subject, kLaw, *parts,
               structure::interconnect(parts->J, parts->rows, at_rest(parts->rows.cols())))};
}

Findings check_closing_order(const Subject& subject) {
  const auto [parts, instead] = find_parts(subject, kOrder);
  if (!parts) return instead;
  if (parts->rows.cols() < 2)
    return {structure::not_applicable(kOrder, "There is one constraint only.")};
  const Index n = parts->J.rows(), count = parts->rows.cols();
  Dirac left = structure::port_controlled(parts->J, parts->rows);
  for (Index row = count - 1; row >= 0; --row)  // the last one first
    left = structure::compose(left, {n + row}, at_rest(1), {0}, Coupling::kOppositeEfforts);
  return {same(subject, kOrder, *parts, left)};
}

Findings check_product(const Subject& subject) {
  const auto [parts, instead] = find_parts(subject, kProduct);
  if (!parts) return instead;
  const Index n = parts->J.rows();
  std::vector<Dirac> each;
  for (const Ports& part : parts->states) each.push_back(Dirac::graph(parts->J_of(part)));
  const Dirac free = in_order_of_states(beside_each_other(each), *parts);
  // Velocities are efforts here: a common effort, the sum of the flows.
  const Dirac constraints = Dirac::constrained(MatX::Zero(n, n), parts->rows);
  return {same(subject, kProduct, *parts, structure::dual_tensor(constraints, free))};
}

Findings check_induced(const Subject& subject) {
  const auto [parts, instead] = find_parts(subject, kInduced);
  if (!parts) return instead;
  const Index z = subject.matrices.z();
  MatX canonical = MatX::Zero(2 * z, 2 * z);
  canonical.topRightCorner(z, z).setIdentity();
  canonical.bottomLeftCorner(z, z).diagonal().setConstant(-1);
  if (parts->J.rows() != 2 * z || parts->J != canonical || !parts->rows.topRows(z).isZero(0))
    return {structure::not_applicable(
        kInduced, "The velocities are not the rates of the positions: T-03 constrains J.")};
  return {
      same(subject, kInduced, *parts, structure::induced(parts->rows.bottomRows(z).transpose()))};
}

Findings check_torn(const Subject& subject) {
  const auto [parts, instead] = find_parts(subject, kTorn);
  if (!parts) return instead;
  const int n = subject.matrices.n();
  const std::vector<int>& active = subject.model.system->active();
  const std::vector<int>& rows = subject.matrices.rows();
  std::vector<Expr> efforts;
  for (const Expr& e : subject.balance.laws().e) efforts.push_back(subject.balance.known(e));
  const Values values(subject.balance, efforts, subject.parameters);
  constexpr double kPowerTolerance = 1e-9;  // the equations of accelerations are solved to rounding
  Worst worst;
  double most = 0;
  bool is_on = true;
  for (std::size_t s = 0; s < subject.at.size(); ++s) {
    const State& state = subject.states[s];
    const std::vector<double> e_z = values.at(state);
    VecX e(n), multipliers(static_cast<Index>(active.size() + rows.size()));
    e << Eigen::Map<const VecX>(e_z.data(), static_cast<Index>(e_z.size())), state.w;
    multipliers << state.lambda(active), state.mu(rows);
    const MatX constraints = constraint_rows(subject, subject.at[s]);
    const VecX force = constraints.transpose() * multipliers;
    VecX rates = constraints * e, terms = constraints.cwiseAbs() * e.cwiseAbs();
    // The opposite forces of redundant constraints do not cancel exactly.
    double sum = 0, size = multipliers.cwiseAbs().dot(terms);
    for (const Ports& part : parts->states) {
      const VecX own = force(part), velocity = e(part);
      sum += own.dot(velocity);
      most = std::max(most, std::abs(own.dot(velocity)));
    }
    // A constraint that moves with time does work.
    const MatX slopes = active_slopes(subject, subject.at[s]);
    for (std::size_t i = 0; i < subject.balance.whole().is_clock.size(); ++i) {
      if (!subject.balance.whole().is_clock[i]) continue;
      rates.head(slopes.rows()) += slopes.col(static_cast<Index>(i));
      terms.head(slopes.rows()) += slopes.col(static_cast<Index>(i)).cwiseAbs();
      const VecX powers = state.lambda(active).cwiseProduct(slopes.col(static_cast<Index>(i)));
      sum += powers.sum();
      size += powers.lpNorm<1>();
    }
    if (size > 1e-9) worst.take(std::abs(sum) / size, subject.place(s), {});
    is_on = is_on && (rates.cwiseAbs().array() <= kPowerTolerance * terms.array()).all();
  }
  Check made = worst.check(kTorn, kPowerTolerance);
  // At states off the constraints this sum does not say anything about the model.
  if (made.verdict == Verdict::kFails && !is_on) made.verdict = Verdict::kUndecided;
  made.note =
      (made.verdict == Verdict::kUndecided ? "The states sampled do not meet the constraints. "
                                           : std::string()) +
      "The largest power of the constraints on one part is " + rounded_digits(most, 2) + " W.";
  return {made};
}

}  // namespace porthos::inspect
