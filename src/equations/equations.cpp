#include "equations/equations.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"
#include "equations/balance.hpp"
#include "equations/composite.hpp"
#include "equations/named_parameters.hpp"
#include "equations/symbols.hpp"
#include "expr/vanishes.hpp"
#include "simulate/opened.hpp"

namespace porthos::equations {
namespace {

using model::dump;
using model::Json;
using model::object;

/// Beyond this number of states the equations of a whole model are unreadable.
constexpr std::size_t kMostWritten = 400;

std::string indexed(const std::string& letter, const std::string& name) {
  return letter + "_{" + expr::latex_symbol(with_indices(name)) + '}';
}

/// The written equations of (1), group by group.
class Groups {
 public:
  Groups(const Balance& balance, const system::Assembled& flat, const std::vector<char>& inert)
      : balance_(balance), laws_(balance.laws()), flat_(flat), inert_(inert) {}

  Json json() const {
    Json groups = Json::array();
    for (auto& [name, list] : {std::pair{"kinematics", kinematics()},
                               {"energies", energies()},
                               {"constraints", constraints()},
                               {"ports", ports()},
                               {"dissipation", resistive(false)},
                               {"forces", resistive(true)},
                               {"motion", motion()}})
      if (!list.empty()) groups.push_back(object({{"name", name}, {"equations", list}}));
    return groups;
  }

 private:
  using Terms = Balance::Terms;
  using Kind = model::SetValued::Kind;

  Json equation(const std::string& name, const std::string& left_tex, const std::string& left,
                const Terms& right) const {
    return object({{"name", name},
                   {"tex", left_tex + " = " + balance_.tex(right)},
                   {"text", left + " = " + balance_.text(right)}});
  }

  Expr rate_of(const Expr& symbol) const {
    return laws_.graph->symbol(laws_.graph->name(symbol) + "'");
  }

  Json kinematics() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < laws_.z.size(); ++i) {
      if (balance_.whole().is_clock[i]) continue;
      const Expr rate = rate_of(laws_.z[i]);
      list.push_back(
          equation(flat_.z[i].name, balance_.tex(rate), balance_.text(rate), balance_.rates()[i]));
    }
    return list;
  }

  Json energies() const {
    Json list = Json::array();
    if (const Expr& energy = balance_.kinetic_energy(); !is_zero(energy))
      list.push_back(equation("kinetic", "T", "T", {energy}));
    const bool is_single = laws_.potentials.size() == 1;
    for (std::size_t i = 0; i < laws_.potentials.size(); ++i) {
      const std::string& name = flat_.potentials[i].name;
      list.push_back(equation(name, is_single ? "V" : indexed("V", name),
                              is_single ? "V" : "V(" + name + ")", {laws_.potentials[i].energy}));
    }
    return list;
  }

  /// 0 <= left, 0 <= right, one of them zero.
  Json complementarity(const std::string& name, const Expr& left, const Expr& right) const {
    return object(
        {{"name", name},
         {"tex",
          "0 \\le " + balance_.tex(left) + " \\;\\perp\\; " + balance_.tex(right) + " \\ge 0"},
         {"text", "0 <= " + balance_.text(left) + " _|_ " + balance_.text(right) + " >= 0"}});
  }

  void add_contact(const Inclusion& one, Json& list) const {
    const std::string& name = one.law.name;
    const Expr gap = -laws_.position_constraints[index(one.law.row)].formula;
    list.push_back(complementarity(name, gap, laws_.lambda[index(one.law.row)]));
    if (is_zero(one.restitution)) return;
    const std::string letter = indexed("g", name), factor = balance_.tex(one.restitution);
    list.push_back(
        object({{"name", name},
                {"tex", "\\dot{" + letter + "}^{+} = -" + factor + "\\,\\dot{" + letter + "}^{-}"},
                {"text", "gap(" + name + ")'+ = -" + balance_.text(one.restitution) + "*gap(" +
                             name + ")'-"}}));
  }

  /// The force of friction as a set of its flow f: b Sgn(f), or by cases with another bound of
  /// stick.
  void add_friction(const Inclusion& one, Json& list) const {
    const std::string& name = one.law.name;
    std::string force, force_text;
    for (int i = 0; i < one.law.size; ++i) {
      const std::size_t row = index(one.law.row + i);
      const std::string entry = one.law.size == 1 ? name : name + "." + std::to_string(i + 1);
      list.push_back(equation(entry, indexed("f", entry), "flow(" + entry + ")",
                              {balance_.known(laws_.velocity_constraints[row].formula)}));
      force += (i > 0 ? ",\\," : "") + balance_.tex(laws_.mu[row]);
      force_text += (i > 0 ? ", " : "") + balance_.text(laws_.mu[row]);
    }
    if (one.law.size > 1) {
      force = "\\left(" + force + "\\right)";
      force_text = "(" + force_text + ")";
    }
    const std::string flow = indexed("f", name), flow_text = "flow(" + name + ")";
    const Expr bound = balance_.known(one.bound), most = balance_.known(one.static_bound);
    const std::string b = balance_.tex(bound), b_text = balance_.text(bound);
    if (expr::vanishes(bound - most)) {
      list.push_back(
          object({{"name", name},
                  {"tex", force + " \\in \\left(" + b + "\\right)\\operatorname{Sgn}\\left(" +
                              flow + "\\right)"},
                  {"text", force_text + " in (" + b_text + ")*Sgn(" + flow_text + ")"}}));
      return;
    }
    const std::string set = "\\operatorname{Sgn}\\left(" + flow + "\\right)";
    list.push_back(
        object({{"name", name},
                {"tex", force + " \\in \\left(" + b + "\\right)" + set + "\\quad\\text{slip}"},
                {"text", force_text + " in (" + b_text + ")*Sgn(" + flow_text + ") in slip"}}));
    list.push_back(object({{"name", name},
                           {"tex", force + " \\in \\left(" + balance_.tex(most) + "\\right)" + set +
                                       "\\quad\\text{stick}"},
                           {"text", force_text + " in (" + balance_.text(most) + ")*Sgn(" +
                                        flow_text + ") in stick"}}));
  }

  Json inclusions(bool is_of_positions) const {
    Json list = Json::array();
    for (const Inclusion& one : balance_.whole().inclusions) {
      if ((one.law.kind == Kind::kContact) != is_of_positions) continue;
      if (is_of_positions) add_contact(one, list);
      if (one.law.kind == Kind::kFriction) add_friction(one, list);
      if (one.law.kind == Kind::kOneWay)
        list.push_back(complementarity(
            one.law.name, -balance_.known(laws_.velocity_constraints[index(one.law.row)].formula),
            laws_.mu[index(one.law.row)]));
    }
    return list;
  }

  /// Whether a row, or the relation with this name, belongs to a set-valued law.
  bool is_set_valued(std::size_t row, bool is_of_positions) const {
    return std::ranges::any_of(balance_.whole().inclusions, [&](const Inclusion& one) {
      const std::size_t first = index(one.law.row);
      return (one.law.kind == Kind::kContact) == is_of_positions && row >= first &&
             row < first + index(one.law.size);
    });
  }
  bool is_set_valued(const std::string& name) const {
    return std::ranges::any_of(balance_.whole().inclusions, [&](const Inclusion& one) {
      if (one.law.size == 1) return one.law.name == name;
      const std::size_t dot = name.rfind('.');
      return dot != name.npos && name.substr(0, dot) == one.law.name;
    });
  }

  Json constraints() const {
    Json list = inclusions(true);
    for (std::size_t i = 0; i < laws_.position_constraints.size(); ++i) {
      if (is_set_valued(i, true)) continue;
      Json row = equation(flat_.c[i].name, "0", "0", {laws_.position_constraints[i].formula});
      if (i < inert_.size() && inert_[i]) row["inert"] = true;
      list.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < laws_.velocity_constraints.size(); ++i)
      if (!balance_.whole().is_prescribing[i] && !is_set_valued(i, false))
        list.push_back(equation(flat_.mu[i].name, "0", "0",
                                {balance_.known(laws_.velocity_constraints[i].formula)}));
    return list;
  }

  /// A flow, without the terms of its formula that cancel: a velocity constraint minus its part
  /// without velocities.
  Expr shorter_flow(const Expr& flow) const {
    const Expr given = balance_.known(flow), linear = balance_.known(balance_.linear_part(flow));
    return balance_.text(linear).size() < balance_.text(given).size() ? linear : given;
  }

  /// The flow of each port, and its input: the effort, or the flow itself.
  Json ports() const {
    Json list = Json::array();
    for (std::size_t u = 0; u < laws_.ports.size(); ++u) {
      const std::string& name = balance_.whole().ports[u];
      if (name.empty()) continue;
      const std::string effort = balance_.tex(laws_.graph->symbol(name));
      const std::string flow_tex = "y_{" + effort + '}', flow = "flow(" + name + ")";
      const bool is_flow = flat_.assembly.prescribed[u] >= 0;
      list.push_back(equation(name, flow_tex, flow, {shorter_flow(laws_.ports[u].flow)}));
      list.push_back(equation(name, is_flow ? flow_tex : effort, is_flow ? flow : name,
                              {balance_.whole().inputs[u]}));
    }
    return list;
  }

  Json resistive(bool is_force) const {
    Json list = is_force ? Json::array() : inclusions(false);
    for (std::size_t k = 0; const auto& one : laws_.resistive) {
      const std::string& name = balance_.whole().relations[k];
      if (balance_.is_inertial()[k++]) continue;
      if (one.is_force != is_force || is_set_valued(name)) continue;
      const auto add = [&](const char* letter, const char* word, const Expr& formula) {
        list.push_back(equation(name, indexed(letter, name), word + ("(" + name + ")"),
                                {balance_.known(formula)}));
      };
      add("f", "flow", one.flow);
      add(is_force ? "F" : "r", is_force ? "force" : "resistance",
          is_force ? -one.effort : one.effort);
      if (one.heats) add("\\vartheta", "temperature", *one.heats);
    }
    return list;
  }

  /// M w' = forces, or p' = forces if the mass depends on positions (theory 9).
  Json motion() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < laws_.w.size(); ++i) {
      const std::string& name = flat_.w[i].name;
      const Expr& momentum = balance_.momenta()[i];
      Terms left;
      for (std::size_t j = 0; j < laws_.w.size(); ++j)
        if (const Expr mass = laws_.mass(static_cast<int>(i), static_cast<int>(j)); !is_zero(mass))
          left.push_back(mass * rate_of(laws_.w[j]));
      list.push_back(
          balance_.has_moving_mass()
              ? equation(name,
                         "\\frac{\\mathrm{d}}{\\mathrm{d}t}\\left(" + balance_.tex(momentum) +
                             "\\right)",
                         "d/dt(" + balance_.text(momentum) + ")", balance_.forces()[i])
              : equation(name, balance_.tex(left), balance_.text(left), balance_.forces()[i]));
    }
    return list;
  }

  const Balance& balance_;
  const Laws& laws_;
  const system::Assembled& flat_;
  const std::vector<char>& inert_;
};

Json nothing() {
  const Json empty = Json::array();
  return object({{"groups", empty},
                 {"form", empty},
                 {"vectors", empty},
                 {"matrices", empty},
                 {"symbols", empty}});
}

Json lists(const model::Component& component, const system::Assembled& flat,
           const std::vector<char>& inert) {
  const Balance balance(whole_of(component, flat, inert));
  const Composite composite(balance, flat, inert);
  Json groups = Groups(balance, flat, inert).json();
  if (balance.laws().graph->budget()->is_spent()) return nothing();
  Json form = composite.form(), vectors = composite.vectors(), matrices = composite.matrices();
  return object({{"groups", std::move(groups)},
                 {"form", std::move(form)},
                 {"vectors", std::move(vectors)},
                 {"matrices", std::move(matrices)},
                 {"symbols", balance.whole().symbols.to_json()}});
}

bool has_same_rows(const system::Assembled& a, const system::Assembled& b) {
  return a.z.size() == b.z.size() && a.w.size() == b.w.size() && a.c.size() == b.c.size() &&
         a.mu.size() == b.mu.size() && a.assembly.sizes.u == b.assembly.sizes.u;
}

}  // namespace

std::string typeset(const Session& session) {
  const Opened model = session.opened();
  if (has_errors(model.problems) || !model.component) return "{}";
  Problems none;
  system::TypeCache cache, named_cache;
  const system::Assembled flat = system::flatten(*model.component, cache, none);
  if (flat.z.size() + flat.w.size() > kMostWritten) return dump(nothing());
  if (const auto named = with_named_parameters(model.text, model.files, *model.component, flat)) {
    const system::Assembled other = system::flatten(*named, named_cache, none);
    if (has_same_rows(flat, other)) return dump(lists(*named, other, model.inert));
  }
  return dump(lists(*model.component, flat, model.inert));
}

}  // namespace porthos::equations
