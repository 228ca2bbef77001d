// The printed equations equal those of the model: read again, they satisfy the energy balance of
// the theory at random states, parameters and multipliers, with constraints satisfied or not.

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "equations/equations.hpp"
#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/query.hpp"
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

using Values = std::function<double(const std::string& symbol)>;

/// The right sides of a model's equations, over one graph.
class Printed {
 public:
  explicit Printed(const Json& model) {
    const Session session = open_session(model);
    json = Json::parse(equations::typeset(session));
    for (const Json& group : json["groups"])
      for (const Json& one : group["equations"]) {
        const std::string text = one["text"].get<std::string>();
        const std::size_t middle = text.find(" = ");
        const Equation made{one["name"].get<std::string>(), text.substr(0, middle),
                            parsed(text.substr(middle + 3)), one.contains("inert")};
        groups_[group["name"].get<std::string>()].push_back(made);
        if (group["name"].get<std::string>() == "ports") ports_.insert(made.name);
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
  bool is_port(const std::string& name) const { return ports_.count(name) != 0; }

  bool has_symbol(const std::string& name) const {
    return std::ranges::any_of(
        json["symbols"], [&](const Json& one) { return one["name"].get<std::string>() == name; });
  }

  double value(const Expr& formula, const Values& values) const {
    return expr::evaluate(formula, [&](Expr symbol) { return values(graph_.name(symbol)); });
  }

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

  Json json;

 private:
  expr::Graph graph_;
  std::map<std::string, std::vector<Equation>> groups_;
  std::set<std::string> velocity_rows_, ports_;
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
    Printed model(gallery(name));
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

namespace {

/// A model's composite form, as it is printed: its lines and matrices, at values of the symbols.
class Form {
 public:
  explicit Form(Printed& printed) : lines_(printed.json["form"]), printed_(printed) {
    for (const Json& matrix : printed.json["matrices"])
      matrices_[matrix["tex"].get<std::string>()] = matrix;
  }

  /// The right side of the line with this left side.
  Eigen::VectorXd right(const std::string& left, const Values& values) const {
    for (const Json& json : lines_) {
      const std::string line = json.get<std::string>();
      if (line.rfind(left + " = ", 0) == 0) return sum(line.substr(left.size() + 3), values);
    }
    return {};
  }

  Eigen::MatrixXd matrix(const std::string& tex, const Values& values) const {
    const Json& json = matrices_.at(tex);
    Eigen::MatrixXd made = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(json["rows"].size()),
                                                 static_cast<Eigen::Index>(json["columns"].size()));
    for (const Json& entry : json["entries"])
      made(entry["row"].get<int>(), entry["column"].get<int>()) =
          printed_.value(printed_.parsed(entry["text"].get<std::string>()), values);
    return made;
  }

 private:
  Eigen::VectorXd sum(const std::string& text, const Values& values) const {
    Eigen::VectorXd total;
    std::size_t at = text[0] == '-' ? 1 : 0;
    double sign = at == 1 ? -1 : 1;
    while (at < text.size()) {
      const std::size_t plus = text.find(" + ", at), minus = text.find(" - ", at);
      const std::size_t end = std::min({plus, minus, text.size()});
      const Eigen::VectorXd term = sign * product(text.substr(at, end - at), values);
      total = total.size() == 0 ? term : Eigen::VectorXd(total + term);
      sign = end == minus ? -1 : 1;
      at = end + 3;
    }
    return total;
  }

  Eigen::VectorXd product(std::string text, const Values& values) const {
    static const std::string kTransposed = "^{\\top}", kSpace = "\\,";
    Eigen::MatrixXd all;
    while (!text.empty() && text != "0") {
      if (text.rfind(kSpace, 0) == 0) text = text.substr(kSpace.size());
      std::string letter;
      for (const char* known : {"J_{z}",        "Z",  "r_{z}", "M", "b",        "\\nabla V", "G",
                                "\\tau_{d}",    "c'", "A_{z}", "A", "q",        "B_{z}",     "B",
                                "\\nabla_{z}T", "e",  "w",     "u", "\\lambda", "\\mu"})
        if (text.rfind(known, 0) == 0 && letter.size() < std::string(known).size()) letter = known;
      INFO(text);
      REQUIRE(!letter.empty());
      Eigen::MatrixXd factor = value(letter, values);
      text = text.substr(letter.size());
      if (text.rfind(kTransposed, 0) == 0) {
        text = text.substr(kTransposed.size());
        factor.transposeInPlace();
      }
      all = all.size() == 0 ? factor : Eigen::MatrixXd(all * factor);
    }
    return all;
  }

  Eigen::MatrixXd value(const std::string& letter, const Values& values) const {
    if (matrices_.count(letter) != 0) return matrix(letter, values);
    std::vector<double> list;
    if (letter == "e") return right("e", values);
    if (letter == "w")
      for (const Equation& one : printed_.group("motion")) list.push_back(values(one.name));
    if (letter == "\\nabla_{z}T")
      for (const Equation& rate : printed_.group("kinematics"))
        list.push_back(printed_.value(
            expr::derivative(printed_.group("energies")[0].right, printed_.symbol(rate.name)),
            values));
    const auto of_matrix = [&](const char* one, const char* other, bool is_row) -> const Json& {
      return matrices_.at(matrices_.count(one) ? one : other)[is_row ? "rows" : "columns"];
    };
    if (letter == "u")
      for (const Json& name : of_matrix("B", "B_{z}", false))
        list.push_back(values(name.get<std::string>()));
    if (letter == "\\lambda" || letter == "\\mu")
      for (const Json& json :
           letter == "\\mu" ? of_matrix("A", "A_{z}", true) : matrices_.at("c'")["rows"]) {
        const std::string name = json.get<std::string>();
        const bool is_port = printed_.is_port(name) && !printed_.has_symbol("multiplier." + name);
        list.push_back(is_port ? -values(name) : values("multiplier(" + name + ")"));
      }
    REQUIRE(!list.empty());
    return Eigen::Map<Eigen::VectorXd>(list.data(), static_cast<Eigen::Index>(list.size()));
  }

  Json lines_;
  Printed& printed_;
  std::map<std::string, Json> matrices_;
};

/// Random values of all symbols, the same for each name.
class RandomValues {
 public:
  explicit RandomValues(std::uint32_t seed) : random_(seed) {}
  double operator()(const std::string& name) {
    const auto [found, is_new] = values_.emplace(name, 0.0);
    if (is_new) found->second = 0.2 + 0.001 * random_.next(1000);
    return found->second;
  }

 private:
  Random random_;
  std::map<std::string, double> values_;
};

/// The composite form says the same as the groups "Kinematics" and "Motion".
void check_form(Printed& model) {
  const Form form(model);
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const auto random = std::make_shared<RandomValues>(seed);
    const Values values = [&](const std::string& name) { return (*random)(name); };
    std::vector<double> given, found;
    for (const char* name : {"kinematics", "motion"}) {
      const auto& group = model.group(name);
      if (group.empty()) continue;
      Eigen::VectorXd right;
      for (const char* left :
           *name == 'k' ? std::vector{"\\dot{z}"} : std::vector{"M\\,\\dot{w}", "\\dot{p}", "0"})
        if (right.size() == 0) right = form.right(left, values);
      if (right.size() == 0) right.setZero(static_cast<Eigen::Index>(group.size()));
      REQUIRE(right.size() == static_cast<Eigen::Index>(group.size()));
      for (std::size_t i = 0; i < group.size(); ++i) {
        given.push_back(model.value(group[i].right, values));
        found.push_back(right[static_cast<Eigen::Index>(i)]);
      }
    }
    double size = 0;
    for (const double value : given) size += std::abs(value);
    if (!std::isfinite(size)) continue;  // outside of what a root or a logarithm is defined for
    for (std::size_t i = 0; i < given.size(); ++i) {
      INFO(i);
      CHECK(std::abs(given[i] - found[i]) <= 1e-11 * (1 + size));
    }
    return;
  }
  FAIL("no finite values found");
}

/// Models with each kind of term that the form has.
std::vector<Json> small_models() {
  std::vector<Json> models;
  for (
      const char* text :
      {// linear terms in the velocities, with a constant and with a moving mass
       R"m({"positions":{"x":1,"y":0},"velocities":{"u":0,"v":0.1},"kinematics":{"x":"u","y":"v"},
            "kinetic_energy":"(u^2+v^2)/2+3*x*v","potential_energy":"x^2/2+y^2/2"})m",
       R"m({"positions":{"x":1,"y":0},"velocities":{"u":0,"v":0.1},"kinematics":{"x":"u","y":"v"},
            "kinetic_energy":"(1+y^2)*u^2/2+v^2/2+3*x*v","potential_energy":"x^2/2+y^2/2"})m",
       // a group, a velocity constraint, and a position constraint of time
       R"m({"positions":{"x":0,"y":1,"phi":0},"velocities":{"a":0.3,"b":0.1,"w":0.5},
            "kinematics":{"x":"a*cos(phi)-b*sin(phi)","y":"a*sin(phi)+b*cos(phi)","phi":"w"},
            "kinetic_energy":"(3*a^2+2*b^2+0.4*w^2)/2+0.1*a*w","velocity_group":"SE(2)",
            "velocity_constraints":{"n":"b-0.2*w"},
            "position_constraints":{"c":"y-1-0.1*sin(t)"}})m",
       // heat of a velocity, a force, a port, an energy of time
       R"m({"parameters":{"m":2,"l":0.5},"positions":{"x":0.1,"phi":0.3,"s":0},
            "velocities":{"u":0.2,"w":0.1},"kinematics":{"x":"u","phi":"w"},
            "kinetic_energy":"m/2*(u^2+2*l*u*w*cos(phi)+l^2*w^2)+u^2/2+0.3*u*x",
            "potential_energy":"9.81*m*l*(1-cos(phi))+exp(s)*300+x^2*t",
            "dissipation":{"h":{"flow":"w","effort":"0.1*w","heats":"s"}},
            "forces":{"u":"-x*w"},"ports":{"p":{"flow":"u"}},"inputs":{"p":"sin(t)"}})m",
       // heat and resistance of efforts
       R"m({"positions":{"a":1,"b":2,"s":0},"kinematics":{"a":"2*a*effort(b)","b":"-2*a*effort(a)"},
            "potential_energy":"a^2/2+b^2+10*exp(s)",
            "dissipation":{"r":{"flow":"effort(a)","effort":"0.1*effort(a)"},
                           "h":{"flow":"effort(b)","effort":"0.2*effort(b)","heats":"s"}}})m",
       // Lagrangians whose linear term depends on time: directly, by an exponential, beside the
       // same force
       R"m({"positions":{"x":0},"velocities":{"u":0},"kinematics":{"x":"u"},
            "lagrangian":"u^2/2+sin(t)*u"})m",
       R"m({"parameters":{"k":2,"c":{"formula":"k+1"}},"positions":{"x":1},"velocities":{"u":0},
            "kinematics":{"x":"u"},"lagrangian":"u^2/2+exp(c*t)*x*u-x^2"})m",
       R"m({"positions":{"x":0},"velocities":{"u":0},"kinematics":{"x":"u"},
            "lagrangian":"u^2/2+sin(t)*u","forces":{"u":"-cos(t)"}})m",
       R"m({"positions":{"x":1,"y":0},"velocities":{"u":0,"v":0},"kinematics":{"x":"u","y":"v"},
            "lagrangian":"u^2/2+v^2/2*(1+x^2)+t*u-x^2/2+x*v"})m",
       // velocities without mass; a row of time, and a port with prescribed flow
       R"m({"positions":{"x":1},"velocities":{"u":0},"kinematics":{"x":"u"},
            "mass":[[0]],"potential_energy":"x^2/2","dissipation":{"d":{"flow":"u","effort":"0.5*u"}}})m",
       R"m({"positions":{"x":1,"y":0},"velocities":{"u":1,"v":0},"kinematics":{"x":"u","y":"v"},
            "kinetic_energy":"(u^2+v^2)/2","velocity_constraints":{"c":"u-t*v-cos(t)"}})m",
       R"m({"positions":{"x":1,"y":0},"velocities":{"u":0,"v":0},"kinematics":{"x":"u","y":"v"},
            "kinetic_energy":"(u^2+v^2)/2","potential_energy":"(x-y)^2",
            "ports":{"p":{"flow":"u"}},"inputs":{"p":{"flow":"sin(t)"}}})m"})
    models.push_back(Json::parse(text));
  for (Json& model : models) model["porthos"] = 1;
  return models;
}

/// The value of a symbol in a row of a run.
Values values_of(const Json& model, const Run& run, std::size_t row) {
  return [&model, &run, row](const std::string& name) {
    static const std::string kMultiplier = "multiplier(";
    if (name.rfind(kMultiplier, 0) == 0) {
      const std::string of = name.substr(kMultiplier.size(), name.size() - kMultiplier.size() - 1);
      return run.at("multiplier." + of, row);
    }
    if (run.has(name)) return run.at(name, row);
    if (run.has(name + ".effort")) return run.at(name + ".effort", row);
    const Json& parameter = model["parameters"][name];
    // The only parameter with a formula in these models.
    return parameter.is_object() ? model["parameters"]["k"].get<double>() + 1
                                 : parameter.get<double>();
  };
}

}  // namespace

TEST_CASE("equations: the composite form says the same as the equations one by one", "[inspect]") {
  int checked = 0;
  std::vector<Json> models = small_models();
  for (const std::string& name : gallery_names())
    if (!has_modes(gallery(name))) models.push_back(gallery(name));
  for (const Json& json : models) {
    INFO(json.dump(1).substr(0, 2000));
    Printed model(json);
    if (!model.is_whole() || model.group("kinematics").empty()) continue;
    check_form(model);
    ++checked;
  }
  CHECK(checked >= 70);
}

TEST_CASE("equations: a run satisfies the composite form as it is printed", "[inspect]") {
  constexpr double h = 1e-3;
  for (const Json& json : small_models()) {
    INFO(json.dump());
    Printed model(json);
    const Form form(model);
    const Run run =
        test::simulate(json, {.until = 0.1, .step = h, .method = "radau(3)", .tolerance = {}});
    REQUIRE(run.rows() > 50);
    for (const std::size_t row : {std::size_t{1}, std::size_t{25}, run.rows() - 2}) {
      const Values before = values_of(json, run, row - 1), now = values_of(json, run, row),
                   after = values_of(json, run, row + 1);
      const auto rate = [&](const std::string& group) {
        const auto& list = model.group(group);
        Eigen::VectorXd rates(static_cast<Eigen::Index>(list.size()));
        for (std::size_t i = 0; i < list.size(); ++i)
          rates[static_cast<Eigen::Index>(i)] =
              (after(list[i].name) - before(list[i].name)) / (2 * h);
        return rates;
      };
      const auto check = [](const Eigen::VectorXd& found, const Eigen::VectorXd& expected) {
        REQUIRE(found.size() == expected.size());
        CHECK((found - expected).norm() <= 2e-5 * (1 + expected.norm()));
      };
      check(form.right("\\dot{z}", now), rate("kinematics"));
      if (const Eigen::VectorXd forces = form.right("\\dot{p}", now); forces.size() > 0)
        check(forces, (form.right("p", after) - form.right("p", before)) / (2 * h));
      else if (const Eigen::VectorXd right = form.right("M\\,\\dot{w}", now); right.size() > 0)
        check(right, form.matrix("M", now) * rate("motion"));
      else if (const Eigen::VectorXd rest = form.right("0", now); rest.size() > 0)
        CHECK(rest.norm() <= 1e-9);
    }
  }
}

TEST_CASE("equations: the force of a Lagrangian's linear term is in its momentum alone",
          "[inspect]") {
  const auto texts = [](const Json& model, const std::string& group) {
    std::vector<std::string> list;
    const Printed printed(model);
    for (const Json& one : printed.json["groups"])
      if (one["name"].get<std::string>() == group)
        for (const Json& equation : one["equations"])
          list.push_back(equation["text"].get<std::string>());
    return list;
  };
  Json model = Json::parse(R"m({"porthos":1,"positions":{"x":0},"velocities":{"u":0},
      "kinematics":{"x":"u"},"lagrangian":"u^2/2+sin(t)*u"})m");
  CHECK(texts(model, "forces").empty());
  CHECK(texts(model, "motion") == std::vector<std::string>{"d/dt(u + sin(t)) = 0"});
  model["forces"]["u"] = "-cos(t)";
  CHECK(texts(model, "forces").size() == 2);
  CHECK(texts(model, "motion") == std::vector<std::string>{"d/dt(u + sin(t)) = -cos(t)"});
}

TEST_CASE("equations: the flow of a constraint is printed without terms that cancel", "[inspect]") {
  const Json model = Json::parse(R"m({"porthos":1,"positions":{"x":0,"y":0},
      "velocities":{"u":1,"v":0},"kinematics":{"x":"u","y":"v"},"kinetic_energy":"(u^2+v^2)/2",
      "velocity_constraints":{"c":"u-t*v-cos(t)"},"ports":{"p":{"flow":"v-2*u"}}})m");
  std::vector<std::string> list;
  const Printed printed(model);
  for (const Json& group : printed.json["groups"])
    if (group["name"].get<std::string>() == "ports")
      for (const Json& equation : group["equations"])
        list.push_back(equation["text"].get<std::string>());
  CHECK(list == std::vector<std::string>{"flow(c) = u - t*v", "flow(c) = cos(t)",
                                         "flow(p) = v - 2*u", "p = 0"});
}

}  // namespace porthos::test::equations_test
