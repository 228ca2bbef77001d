#include <algorithm>

#include "base/index.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/formulas.hpp"
#include "model/json_text.hpp"
#include "system/node.hpp"

namespace porthos::system {

using expr::Expr;
using model::Requirement;

namespace {

class ParameterChecks {
 public:
  ParameterChecks(const std::map<std::string, double>& set, Assembled& made, Problems& problems)
      : set_(set), made_(made), problems_(problems) {}

  void look_at(const Node& node) {
    const std::vector<Requirement>& required = node.component->requirements;
    std::vector<Expr> formulas;
    for (const Requirement& one : required) formulas.push_back(one.condition);
    formulas.insert(formulas.end(), node.component->divisors.begin(),
                    node.component->divisors.end());
    if (!formulas.empty()) {
      const std::vector<double> values = values_of(formulas, node.component->laws, node.parameters);
      bool is_kept = true;  // the requirement describes the fault better than its consequences
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != 0) continue;
        if (i < required.size()) {
          report_requirement(node, required[i]);
          is_kept = false;
        } else if (is_kept) {
          report_divisor(node, formulas[i]);
        }
      }
    }
    for (const Node& child : node.children) look_at(child);
  }

 private:
  /// The parameters of a formula with their values, and the place of the one that was set last: for
  /// the run, by the outer text, by default.
  struct Found {
    std::string values, where;
  };

  Found find(const Node& node, const std::vector<Expr>& symbols) const {
    const std::vector<Expr>& parameters = node.component->laws.parameters;
    Found found;
    int latest = 0;
    for (const Expr& symbol : symbols) {
      const std::string name = node.component->laws.graph->name(symbol);
      const auto i = std::ranges::find(parameters, symbol) - parameters.begin();
      const std::string& whole = node.parameter_names[index(i)];
      const ParameterValue& parameter =
          *std::ranges::find(made_.parameters, whole, &ParameterValue::name);
      found.values += (found.values.empty() ? "\"" : ", \"") + whole +
                      "\" = " + model::with_unit(parameter.value, parameter.unit);
      const int now = set_.count(whole) != 0                                ? 3
                      : node.part && node.part->parameters.count(name) != 0 ? 2
                                                                            : 1;
      if (now <= latest) continue;
      latest = now;
      found.where = now == 3 ? "/parameters/" + whole : place_of(node, name, now == 2);
    }
    return found;
  }

  static std::string place_of(const Node& node, const std::string& name, bool is_given) {
    std::string at = node.component->where;
    if (node.part)
      at = node.parent->component->where + "/components/" +
           model::pointer_token(node.part->name.substr(0, node.part->name.find('[')));
    if (node.part && !is_given) return at;
    return at + "/parameters/" + model::pointer_token(model::split_entry(name).first);
  }

  void report_requirement(const Node& node, const Requirement& requirement) {
    Found found = find(node, expr::symbols_of({&requirement.condition, 1}));
    if (found.where.empty()) found = {expr::text(requirement.condition, 200), requirement.where};
    report_once(problems_, "PH104", found.where, found.values, requirement.sentence, "");
  }

  void report_divisor(const Node& node, const Expr& divisor) {
    const std::vector<Expr> symbols = expr::symbols_of({&divisor, 1});
    const Found found = find(node, symbols);
    const bool is_bare = symbols.size() == 1 && symbols[0] == divisor;
    const std::string text = expr::text(divisor, 200);
    report_once(made_.zero_divisors, "PH203", found.where,
                (is_bare ? found.values : text + " = 0, with " + found.values) +
                    ", by which formulas divide",
                is_bare ? "another value than 0" : "values with which " + text + " is not 0",
                "give it a small value, or build the model without this component");
  }

  /// Equal components have their values at one place, so a fault is reported once.
  static void report_once(Problems& to, const char* code, const std::string& where,
                          const std::string& found, const std::string& expected,
                          const std::string& hint) {
    if (std::ranges::none_of(to, [&](const Problem& other) {
          return other.where == where && other.expected == expected;
        }))
      report(to, code, where, found, expected, hint);
  }

  const std::map<std::string, double>& set_;
  Assembled& made_;
  Problems& problems_;
};

}  // namespace

void check_parameters(const Node& tree, const std::map<std::string, double>& set, Assembled& made,
                      Problems& problems) {
  ParameterChecks(set, made, problems).look_at(tree);
}

}  // namespace porthos::system
