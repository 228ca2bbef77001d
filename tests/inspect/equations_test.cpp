// The printed equations equal those of the model: read again, they satisfy the energy balance of
// the theory at random states, parameters and multipliers, with constraints satisfied or not.

#include <cmath>
#include <map>
#include <set>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/query.hpp"
#include "inspect/equations.hpp"
#include "support/random_model.hpp"
#include "support/run.hpp"

namespace porthos::test::equations_test {
namespace {

using expr::Expr;

struct Equation {
  std::string name, left;
  Expr right;
  bool is_inert = false;
};

/// The right sides of a model's equations, over one graph.
class Printed {
 public:
  explicit Printed(const std::string& model) {
    const Session session = open_session(gallery(model));
    const Json json = Json::parse(inspect::equations(session));
    for (const Json& group : json["groups"])
      for (const Json& one : group["equations"]) {
        const std::string text = one["text"].get<std::string>();
        const std::size_t middle = text.find(" = ");
        groups_[group["name"].get<std::string>()].push_back(
            {one["name"].get<std::string>(), text.substr(0, middle),
             parsed(text.substr(middle + 3)), one.contains("inert")});
      }
    const Json description = Json::parse(session.describe());
    for (const Json& row : description["constraints"])
      if (row["level"].get<std::string>() == "velocity")
        velocity_rows_.insert(row["name"].get<std::string>());
  }

  const std::vector<Equation>& group(const std::string& name) { return groups_[name]; }
  Expr symbol(const std::string& name) { return graph_.symbol(name); }
  bool is_on_velocities(const std::string& row) const { return velocity_rows_.count(row) != 0; }
  /// Formulas of tens of thousands of letters are printed with "..." in them.
  bool is_whole() const { return is_whole_; }

 private:
  Expr parsed(const std::string& text) {
    if (text.find("...") != std::string::npos) {
      is_whole_ = false;
      return Expr(0.0);
    }
    expr::Scope scope;
    const auto symbol = [&](const std::string& name) {
      return std::optional(expr::Tensor(graph_.symbol(name)));
    };
    scope.variable = [&](std::string_view name) { return symbol(std::string(name)); };
    scope.accessors = {"multiplier"};
    scope.accessor = [&](std::string_view, std::string_view name) {
      return symbol("multiplier(" + std::string(name) + ")");
    };
    const auto result = expr::parse(text, graph_, scope);
    INFO(text);
    REQUIRE(std::holds_alternative<Expr>(result));
    return std::get<Expr>(result);
  }

  expr::Graph graph_;
  std::map<std::string, std::vector<Equation>> groups_;
  std::set<std::string> velocity_rows_;
  bool is_whole_ = true;
};

/// Terms whose sum is zero: dH/dt by kinematics and motion, against what ports, relations and
/// multipliers give.                                                               theory 0.3, 9
std::vector<Expr> account_of(Printed& model) {
  std::vector<Expr> powers;
  Expr potential(0.0), kinetic(0.0);
  for (const Equation& energy : model.group("energies"))
    (energy.left == "T" ? kinetic : potential) += energy.right;
  for (const Equation& rate : model.group("kinematics")) {
    const Expr z = model.symbol(rate.name);
    powers.push_back(expr::derivative(potential, z) * rate.right);
    powers.push_back(-expr::derivative(kinetic, z) * rate.right);
    for (const Equation& row : model.group("constraints"))
      if (!model.is_on_velocities(row.name) && !row.is_inert)
        powers.push_back(expr::derivative(row.right, z) * rate.right *
                         model.symbol("multiplier(" + row.name + ")"));
  }
  for (const Equation& row : model.group("constraints"))
    if (model.is_on_velocities(row.name))
      powers.push_back(row.right * model.symbol("multiplier(" + row.name + ")"));
  for (const Equation& force : model.group("motion"))
    powers.push_back(model.symbol(force.name) * force.right);
  std::set<std::string> seen;
  for (const Equation& port : model.group("ports"))
    if (seen.insert(port.name).second) powers.push_back(-model.symbol(port.name) * port.right);
  for (const char* kind : {"dissipation", "forces"}) {
    const auto& list = model.group(kind);
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
      const bool heats = i + 2 < list.size() && list[i + 2].left.rfind("temperature", 0) == 0;
      // Heat stays in the system.
      if (!heats)
        powers.push_back((*kind == 'f' ? -list[i].right : list[i].right) * list[i + 1].right);
      if (heats) ++i;
    }
  }
  return powers;
}

}  // namespace

TEST_CASE("equations: what is printed of the gallery's models keeps the energy account",
          "[inspect]") {
  int checked = 0;
  for (const std::string& name : gallery_names()) {
    INFO(name);
    if (has_modes(gallery(name))) continue;
    Printed model(name);
    if (!model.is_whole()) continue;
    const std::vector<Expr> powers = account_of(model);
    REQUIRE(powers.size() > 0);
    Random random(7);
    bool is_checked = false;
    for (int attempt = 0; attempt < 20 && !is_checked; ++attempt) {
      std::map<std::uint32_t, double> values;
      for (const Expr& symbol : expr::symbols_of(powers))
        values[symbol.id()] = 0.2 + 0.001 * random.next(1000);
      double sum = 0, size = 0;
      for (const Expr& power : powers) {
        const double value =
            expr::evaluate(power, [&](Expr symbol) { return values.at(symbol.id()); });
        sum += value;
        size += std::abs(value);
      }
      if (!std::isfinite(size)) continue;  // outside of what a root or a logarithm is defined for
      CHECK(std::abs(sum) <= 1e-13 * static_cast<double>(powers.size()) * size);
      is_checked = true;
    }
    CHECK(is_checked);
    ++checked;
  }
  CHECK(checked >= 60);
}

}  // namespace porthos::test::equations_test
