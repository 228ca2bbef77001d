#include "simulate/zero_divisors.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/formulas.hpp"
#include "model/json_text.hpp"
#include "model/reader.hpp"
#include "system/node.hpp"

namespace porthos::simulate {

using expr::Expr;
using model::Component;

namespace {

/// A component where it is used.
struct Use {
  const Component& component;
  std::string prefix = {};  // "" or "a.b."
  const Component* outer = nullptr;
  const model::Part* part = nullptr;  // of the outer component
};

class DivisorSearch {
 public:
  DivisorSearch(const std::map<std::string, double>& set, const system::Assembled& assembled)
      : set_(set) {
    for (const system::ParameterValue& parameter : assembled.parameters)
      parameters_[parameter.name] = &parameter;
  }

  void look_at(const Use& use) {
    const std::vector<Expr>& symbols = use.component.laws.parameters;
    std::vector<double> values(symbols.size());
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (const auto known = parameters_.find(name_of(use, symbols[i])); known != parameters_.end())
        values[i] = known->second->value;
    for (const Expr& divisor : use.component.divisors)
      if (system::values_of({divisor}, use.component.laws, values)[0] == 0) report_it(divisor, use);
    for (const model::Part& part : use.component.parts)
      if (part.component)
        look_at({*part.component, use.prefix + part.name + ".", &use.component, &part});
  }

  Problems take() { return std::move(found_); }

 private:
  static std::string name_of(const Use& use, const Expr& symbol) {
    return use.prefix + use.component.laws.graph->name(symbol);
  }

  void report_it(const Expr& divisor, const Use& use) {
    const std::vector<Expr> symbols = expr::symbols_of({&divisor, 1});
    std::string values;
    for (const Expr& symbol : symbols) {
      const system::ParameterValue& parameter = *parameters_.at(name_of(use, symbol));
      values += (values.empty() ? "\"" : ", \"") + parameter.name +
                "\" = " + model::with_unit(parameter.value, parameter.unit);
    }
    const bool is_bare = symbols.size() == 1 && symbols[0] == divisor;
    const std::string where = place_of(use.component.laws.graph->name(symbols[0]), use);
    // Components that are alike have their values in one place.
    if (!places_.emplace(where, expr::text(divisor)).second) return;
    report(found_, "PH203", where,
           (is_bare ? values : expr::text(divisor, 200) + " = 0, with " + values) +
               ", by which formulas divide",
           is_bare ? "another value than 0" : "values with which it is not 0",
           "give it a small value, or say what is meant without this component");
  }

  /// Where a parameter has its value, or else the component.
  std::string place_of(const std::string& parameter, const Use& use) const {
    if (set_.count(use.prefix + parameter) != 0) return "/parameters/" + use.prefix + parameter;
    const std::string own =
        "/parameters/" + model::pointer_token(model::split_entry(parameter).first);
    if (!use.part) return use.component.where + own;
    const std::string key = use.part->name.substr(0, use.part->name.find('['));
    return use.outer->where + "/components/" + model::pointer_token(key) +
           (use.part->parameters.count(parameter) != 0 ? own : "");
  }

  const std::map<std::string, double>& set_;
  std::map<std::string, const system::ParameterValue*> parameters_;
  std::set<std::pair<std::string, std::string>> places_;
  Problems found_;
};

/// True of what is found by computing with the values of a start.
bool is_of_numbers(const Problem& problem) {
  return problem.code == "PH121" || problem.code == "PH123" || problem.code.starts_with("PH2");
}

}  // namespace

void name_zero_divisors(const Component& root, const std::map<std::string, double>& set,
                        const system::Assembled& assembled, std::size_t first, Problems& to) {
  DivisorSearch search(set, assembled);
  search.look_at({root});
  const Problems found = search.take();
  if (found.empty()) return;
  const auto begin = to.begin() + static_cast<std::ptrdiff_t>(first);
  to.erase(std::remove_if(begin, to.end(), is_of_numbers), to.end());
  to.insert(to.end(), found.begin(), found.end());
}

}  // namespace porthos::simulate
