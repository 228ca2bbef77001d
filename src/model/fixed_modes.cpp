#include "model/fixed_modes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/functions.hpp"

namespace porthos::model {
namespace {

using Kind = SetValued::Kind;

/// The entries of a list that stay, without those in `left`.
template <typename List>
void erase_entries(List& list, const std::set<int>& left) {
  int i = 0;
  std::erase_if(list, [&](const auto&) { return left.contains(i++); });
}

class ModeFixer {
 public:
  explicit ModeFixer(const FixedModes& modes) : modes_(modes) {}

  std::shared_ptr<const Component> fix(const std::shared_ptr<const Component>& from,
                                       const std::string& prefix) {
    const std::pair key{from.get(), signature(prefix)};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    auto made = std::make_shared<Component>(*from);
    bool is_changed = !from->set_valued.empty();
    for (Part& part : made->parts) {
      auto fixed = fix(part.component, prefix + part.name + ".");
      is_changed = is_changed || fixed != part.component;
      part.component = std::move(fixed);
    }
    if (!is_changed) return known_[key] = from;
    fix_laws(*made, prefix);
    return known_[key] = std::move(made);
  }

  /// Collects the names of all rows that are left out.
  void find_left(const Component& from, const std::string& prefix) {
    bool is_open = false;  // the contact to which the next friction belongs
    for (const SetValued& law : from.set_valued) {
      const std::vector<double> mode = mode_of(law, prefix);
      if (!holds(law, mode, is_open))
        for (int i = 0; i < law.size; ++i) left_.insert(prefix + row_name(from.laws, law, i));
      is_open = law.has_slip && mode[0] == 0;
    }
    for (const Part& part : from.parts) find_left(*part.component, prefix + part.name + ".");
  }

 private:
  static bool is_zero(const std::vector<double>& mode) {
    return std::ranges::all_of(mode, [](double one) { return one == 0; });
  }
  static bool holds(const SetValued& law, const std::vector<double>& mode, bool is_open) {
    return law.kind == Kind::kFriction ? is_zero(mode) && !is_open : !is_zero(mode);
  }
  static const std::string& row_name(const Laws& laws, const SetValued& law, int i) {
    const bool is_contact = law.kind == Kind::kContact;
    return (is_contact ? laws.position_constraints : laws.velocity_constraints)[index(law.row + i)]
        .name;
  }

  std::vector<double> mode_of(const SetValued& law, const std::string& prefix) const {
    const auto found = modes_.find(prefix + law.name);
    std::vector<double> mode = found == modes_.end() ? std::vector<double>() : found->second;
    mode.resize(index(law.size));
    return mode;
  }

  /// The modes of all laws below a prefix: equal components with equal modes stay equal.
  std::string signature(const std::string& prefix) const {
    std::string text;
    for (auto it = modes_.lower_bound(prefix); it != modes_.end(); ++it) {
      if (!it->first.starts_with(prefix)) break;
      text += it->first.substr(prefix.size());
      for (const double number : it->second) text += ' ' + std::to_string(number);
      text += ';';
    }
    return text;
  }

  void fix_laws(Component& made, const std::string& prefix) {
    Laws& laws = made.laws;
    std::vector<std::pair<Expr, Expr>> values;  // of modes; 0 for multipliers that leave
    std::set<int> contacts, rows, relations;
    bool is_open = false;
    for (const SetValued& law : made.set_valued) {
      const std::vector<double> mode = mode_of(law, prefix);
      const bool is_contact = law.kind == Kind::kContact;
      const bool is_kept = holds(law, mode, is_open);
      const bool is_slip = law.kind == Kind::kFriction && !is_zero(mode) && !is_open;
      for (int i = 0; i < law.size; ++i) {
        values.emplace_back(laws.modes[index(law.mode + i)], mode[index(i)]);
        if (!is_slip) relations.insert(law.resistive + i);
        if (is_kept) continue;
        (is_contact ? contacts : rows).insert(law.row + i);
        values.emplace_back((is_contact ? laws.lambda : laws.mu)[index(law.row + i)], Expr(0.0));
      }
      if (is_slip) add_slip(laws, law);
      if (!is_open || law.kind != Kind::kFriction)
        made.events.push_back({.name = law.name,
                               .root = law.root,
                               .direction = -1,
                               .actions = {{.kind = Action::Kind::kStop, .values = {}}}});
      is_open = law.has_slip && mode[0] == 0;
    }
    drop_foreign(made, prefix, values);
    erase_entries(laws.lambda, contacts);
    erase_entries(laws.position_constraints, contacts);
    erase_entries(laws.mu, rows);
    erase_entries(laws.velocity_constraints, rows);
    erase_entries(laws.resistive, relations);
    laws.modes.clear();
    made.set_valued.clear();
    insert(made, values);
  }

  /// f|. Its bound is never negative in the mode, beyond which a contact would pull.|Friction in
  /// slip acts against its flow in any direction: b f/|f|. Its bound is never negative in this
  /// mode, since a contact cannot pull.|f|. Its bound is never negative in the mode, beyond which a
  /// contact would pull.
  static void add_slip(Laws& laws, const SetValued& law) {
    const Expr bound = expr::max(laws.readouts[index(law.bound)], Expr(0.0));
    Expr square(0.0);
    for (int i = 0; i < law.size; ++i) {
      const Expr& flow = laws.resistive[index(law.resistive + i)].flow;
      square += flow * flow;
    }
    for (int i = 0; i < law.size; ++i) {
      laws::Resistive& one = laws.resistive[index(law.resistive + i)];
      one.effort = bound * (law.size == 1 ? expr::sign(one.flow) : one.flow / expr::sqrt(square));
    }
  }

  /// Multipliers of parts' rows that are left out are zero.
  void drop_foreign(Component& made, const std::string& prefix,
                    std::vector<std::pair<Expr, Expr>>& values) const {
    Laws& laws = made.laws;
    const auto drop = [&](std::vector<std::string>& names, std::vector<Expr>& symbols,
                          std::size_t own) {
      std::set<int> gone, symbols_gone;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (!left_.contains(prefix + names[i])) continue;
        gone.insert(static_cast<int>(i));
        symbols_gone.insert(static_cast<int>(own + i));
        values.emplace_back(symbols[own + i], Expr(0.0));
      }
      erase_entries(names, gone);
      return symbols_gone;
    };
    erase_entries(laws.lambda,
                  drop(made.foreign_lambdas, laws.lambda, laws.position_constraints.size()));
    erase_entries(laws.mu, drop(made.foreign_mus, laws.mu, laws.velocity_constraints.size()));
  }

  static void insert(Component& made, const std::vector<std::pair<Expr, Expr>>& values) {
    if (values.empty()) return;
    Laws& laws = made.laws;
    expr::Substitution with_values(values, *laws.graph);
    for (Expr* formula : laws::formulas_of(laws)) *formula = with_values(*formula);
    for (auto* list : {&laws.readouts, &laws.watched})
      for (Expr& formula : *list) formula = with_values(formula);
    for (auto& [name, input] : made.inputs)
      if (input.is_feedback)
        for (Expr& formula : input.formulas) formula = with_values(formula);
  }

  const FixedModes& modes_;
  std::set<std::string> left_;
  std::map<std::pair<const Component*, std::string>, std::shared_ptr<const Component>> known_;
};

}  // namespace

std::shared_ptr<const Component> with_fixed_modes(const std::shared_ptr<const Component>& model,
                                                  const FixedModes& modes) {
  ModeFixer fixer(modes);
  fixer.find_left(*model, "");
  return fixer.fix(model, "");
}

}  // namespace porthos::model
