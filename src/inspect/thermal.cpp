#include "inspect/thermal.hpp"

#include <algorithm>
#include <map>

#include "base/index.hpp"
#include "base/unit.hpp"
#include "expr/agree.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "model/component.hpp"

namespace porthos::inspect {
namespace {

/// "a.b." of "a.b.theta"; "" of a state of the model itself.
std::string prefix_of(const std::string& name) {
  // Entries of vectors end in ".2"; their numbers belong to the name.
  std::size_t dot = name.rfind('.');
  while (dot != name.npos && dot > 0 && name.find_first_not_of("0123456789", dot + 1) == name.npos)
    dot = name.rfind('.', dot - 1);
  return dot == name.npos ? "" : name.substr(0, dot + 1);
}

/// Marks the states that are flows of ports in K, in a component and its parts.
void mark_by_ports(const Laws& laws, const model::Component& component, const std::string& prefix,
                   ThermalStates& thermal) {
  const auto mark = [&](const std::string& name, const std::vector<Expr>& symbols,
                        std::vector<char>& marks) {
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (laws.graph->name(symbols[i]) == prefix + name) marks[i] = 1;
  };
  for (const model::Port& port : component.ports) {
    if (!are_alike(port.flow_unit, "K")) continue;
    for (int k = 0; k < port.size; ++k) {
      const Expr& flow = component.laws.ports[index(port.first + k)].flow;
      for (std::size_t i = 0; i < component.positions.size(); ++i)
        if (flow == component.laws.e[i]) mark(component.positions[i].name, laws.z, thermal.z);
      for (std::size_t i = 0; i < component.velocities.size(); ++i)
        if (flow == component.laws.w[i]) mark(component.velocities[i].name, laws.w, thermal.w);
    }
  }
  for (const model::Part& part : component.parts)
    mark_by_ports(laws, *part.component, prefix + part.name + ".", thermal);
}

/// Marks states that constraints set equal to thermal ones; true if there was a new one.
bool mark_by_rows(const Laws& laws, ThermalStates& thermal) {
  bool is_new = false;
  for (const auto& row : laws.velocity_constraints) {
    std::vector<std::pair<char*, Expr>> parts;
    for (const auto& [none, i, slope] : expr::jacobian({&row.formula, 1}, laws.e).entries)
      parts.emplace_back(&thermal.z[index(i)], slope);
    for (const auto& [none, i, slope] : expr::jacobian({&row.formula, 1}, laws.w).entries)
      parts.emplace_back(&thermal.w[index(i)], slope);
    if (parts.size() != 2 || *parts[0].first == *parts[1].first) continue;
    if (!is_zero(parts[0].second + parts[1].second)) continue;
    *parts[0].first = *parts[1].first = 1;
    is_new = true;
  }
  return is_new;
}

/// Adds up, for each box, the entropy that skew pairs of coefficients give to thermal states. The
/// pairs that one component couples are a box, and so are all pairs with the same state that is not
/// thermal: a reversible engine takes entropy from one state and gives it to another.
class Boxes {
 public:
  Boxes(const Subject& subject, const ThermalStates& thermal)
      : subject_(subject), laws_(subject.balance.laws()), thermal_(thermal) {
    add_gyroscopic();
    add_kinematic();
  }
  /// With the names of the boxes.
  std::vector<EntropySource> sources() const {
    std::vector<EntropySource> made;
    for (const auto& [key, box] : boxes_) made.push_back({name_of(key, box), box.claim});
    return made;
  }

 private:
  struct Box {
    std::vector<std::string> states;  // of a box that is no component
    Claim claim;
  };
  /// One of two states that a skew pair couples: its name, its effort, and whether the effort is a
  /// temperature.
  struct End {
    std::string name;
    Expr effort;
    bool is_thermal = false;
  };
  End velocity(int i) const {
    const Expr& w = laws_.w[index(i)];
    return {laws_.graph->name(w), w, thermal_.w[index(i)] != 0};
  }
  End position(int i) const {
    return {laws_.graph->name(laws_.z[index(i)]), laws_.e[index(i)], thermal_.z[index(i)] != 0};
  }

  /// a gains `factor` times the effort of b, and b loses `factor` times the effort of a.
  void add(const End& a, const End& b, const Expr& factor) {
    if ((!a.is_thermal && !b.is_thermal) || is_zero(factor)) return;
    Expr flow(0.0);
    if (a.is_thermal) flow += b.effort;
    if (b.is_thermal) flow -= a.effort;
    Claim& claim = box_of(a, b).claim;
    claim.is_free = true;
    claim.terms.push_back({subject_.balance.known(flow), subject_.balance.known(factor)});
    for (const End* end : {&a, &b})
      if (end->is_thermal) claim.temperatures.push_back(subject_.balance.known(end->effort));
  }

  Box& box_of(const End& a, const End& b) {
    std::string component = prefix_of(a.name);
    if (!component.empty() && component == prefix_of(b.name)) {
      component.pop_back();
      return boxes_[component];
    }
    const bool is_both = a.is_thermal && b.is_thermal;
    const End &thermal = a.is_thermal ? a : b, &other = a.is_thermal ? b : a;
    Box& box = boxes_[is_both ? a.name + " and " + b.name : other.name];
    if (box.states.empty()) box.states = {other.name};
    box.states.insert(box.states.end() - 1, thermal.name);
    return box;
  }

  static std::string name_of(const std::string& key, const Box& box) {
    if (box.states.empty()) return key;
    std::string name = "the coupling of ";
    for (std::size_t i = 0; i < box.states.size(); ++i)
      name += (i == 0 ? "" : i + 1 < box.states.size() ? ", " : " and ") + box.states[i];
    return name;
  }

  /// Forces -G w.
  void add_gyroscopic() {
    for (const auto& [place, formula] : laws_.gyroscopic.entries())
      if (place.first < place.second) add(velocity(place.first), velocity(place.second), -formula);
  }
  /// Rates J_z e + Z w, and forces -Z^T e.
  void add_kinematic() {
    for (const auto& [row, column, factor] : expr::jacobian(laws_.kinematics, laws_.e).entries)
      if (row < column) add(position(row), position(column), factor);
    for (const auto& [row, column, factor] : expr::jacobian(laws_.kinematics, laws_.w).entries)
      add(position(row), velocity(column), factor);
  }

  const Subject& subject_;
  const Laws& laws_;
  const ThermalStates& thermal_;
  std::map<std::string, Box> boxes_;
};

/// Constraints between temperatures whose coefficients do not add up to zero: their reactions are
/// entropy flows with a nonzero sum.
void add_rows(const Subject& subject, const ThermalStates& thermal,
              std::vector<EntropySource>& sources) {
  const Laws& laws = subject.balance.laws();
  for (std::size_t k = 0; k < laws.velocity_constraints.size(); ++k) {
    if (subject.balance.whole().is_prescribing[k]) continue;
    const Expr& row = laws.velocity_constraints[k].formula;
    Expr share(0.0);
    bool is_all_thermal = true;
    Claim claim;
    for (const auto& [none, i, slope] : expr::jacobian({&row, 1}, laws.e).entries) {
      share += slope;
      is_all_thermal = is_all_thermal && thermal.z[index(i)];
      claim.temperatures.push_back(subject.balance.known(laws.e[index(i)]));
    }
    for (const auto& [none, i, slope] : expr::jacobian({&row, 1}, laws.w).entries) {
      share += slope;
      is_all_thermal = is_all_thermal && thermal.w[index(i)];
      claim.temperatures.push_back(laws.w[index(i)]);
    }
    if (!is_all_thermal || claim.temperatures.empty() || is_zero(share)) continue;
    claim.terms.push_back({subject.balance.known(share), subject.balance.known(-laws.mu[k])});
    sources.push_back({subject.model.assembled->mu[k].name, std::move(claim)});
  }
}

}  // namespace

ThermalStates thermal_states(const Subject& subject) {
  const Laws& laws = subject.balance.laws();
  const system::Assembled& assembled = *subject.model.assembled;
  ThermalStates thermal{std::vector<char>(laws.z.size()), std::vector<char>(laws.w.size())};
  for (std::size_t i = 0; i < std::min(laws.z.size(), assembled.z.size()); ++i)
    thermal.z[i] = are_alike(assembled.z[i].unit, "J/K");
  for (std::size_t i = 0; i < std::min(laws.w.size(), assembled.w.size()); ++i)
    thermal.w[i] = are_alike(assembled.w[i].unit, "K");
  for (const laws::Resistive& one : laws.resistive) {
    if (!one.heats) continue;
    const auto is_thermal = [&](const Expr& symbol) {
      return *one.heats == symbol || laws::is_subtracted(one.flow, symbol, *one.heats, laws);
    };
    for (std::size_t i = 0; i < laws.e.size(); ++i)
      if (is_thermal(laws.e[i])) thermal.z[i] = 1;
    for (std::size_t i = 0; i < laws.w.size(); ++i)
      if (is_thermal(laws.w[i])) thermal.w[i] = 1;
  }
  mark_by_ports(laws, *subject.model.component, "", thermal);
  while (mark_by_rows(laws, thermal)) {
  }
  return thermal;
}

std::vector<EntropySource> entropy_sources(const Subject& subject, const ThermalStates& thermal) {
  std::vector<EntropySource> sources;
  for (EntropySource& source : Boxes(subject, thermal).sources()) {
    Expr sum(0.0);
    for (const Claim::Term& term : source.production.terms) sum += term.flow * term.effort;
    // A reversible box produces no entropy: its terms cancel.
    const std::vector<Expr> all{sum}, none{Expr(0.0)};
    if (!is_zero(sum) && !expr::agree(all, none, false)) sources.push_back(std::move(source));
  }
  add_rows(subject, thermal, sources);
  return sources;
}

std::vector<Expr> temperatures_in(const Subject& subject, const ThermalStates& thermal,
                                  const Expr& formula) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> made;
  for (std::size_t i = 0; i < laws.e.size(); ++i)
    if (thermal.z[i] && formula.graph() != nullptr && expr::depends_on(formula, laws.e[i]))
      made.push_back(subject.balance.known(laws.e[i]));
  for (std::size_t i = 0; i < laws.w.size(); ++i)
    if (thermal.w[i] && formula.graph() != nullptr && expr::depends_on(formula, laws.w[i]))
      made.push_back(laws.w[i]);
  return made;
}

Expr entropy_share(const Subject& subject, const ThermalStates& thermal, const Expr& formula) {
  const Laws& laws = subject.balance.laws();
  Expr share(0.0);
  for (const auto& [none, i, slope] : expr::jacobian({&formula, 1}, laws.e).entries)
    if (thermal.z[index(i)]) share += slope;
  for (const auto& [none, i, slope] : expr::jacobian({&formula, 1}, laws.w).entries)
    if (thermal.w[index(i)]) share += slope;
  return share;
}

}  // namespace porthos::inspect
