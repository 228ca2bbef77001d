#include "expr/parse.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "expr/evaluate.hpp"
#include "expr/formulas.hpp"
#include "expr/text.hpp"

namespace parse_test {
using namespace porthos::expr;

namespace {

/// A model with the states a, b, c, omega, car.v_x and so on.
struct Model {
  Graph graph;
  Scope scope;
  Model() {
    const std::vector<std::string> names{"a", "b", "c", "x", "omega", "car.v_x", "\u03c6", "_2"};
    scope.names = [names] { return names; };
    scope.variable = [this, names](std::string_view name) -> std::optional<Expr> {
      if (std::find(names.begin(), names.end(), name) == names.end()) return {};
      return graph.symbol(name);
    };
    scope.accessors = {"effort", "momentum"};
    scope.accessor = [this](std::string_view function,
                            std::string_view name) -> std::optional<Expr> {
      if (name != "x" && name != "omega") return {};
      return graph.symbol(std::string(function) + "_of_" + std::string(name));
    };
  }
  std::vector<ParseError> errors(std::string_view formula) {
    auto result = parse(formula, graph, scope);
    auto* errors = std::get_if<1>(&result);
    return errors ? *errors : std::vector<ParseError>{};
  }
  Expr formula(std::string_view formula) {
    CAPTURE(formula);
    auto result = parse(formula, graph, scope);
    REQUIRE(std::holds_alternative<Expr>(result));
    return std::get<Expr>(result);
  }
  double value(std::string_view text) {
    return evaluate(formula(text), [&](Expr symbol) {
      const std::string& name = graph.name(symbol);
      return name == "a" ? 2.0 : name == "b" ? 3.0 : name == "c" ? 5.0 : 0.5;
    });
  }
};

}  // namespace

TEST_CASE("parse: operators bind as in mathematics", "[expr]") {
  const std::vector<std::pair<std::string, double>> cases{
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"10 - 4 - 3", 3},
      {"24/4/2", 3},
      {"24/4*2", 12},
      {"2^3^2", 512},
      {"-2^2", -4},
      {"(-2)^2", 4},
      {"2^-1", 0.5},
      {"2^-2^0", 0.5},
      {"-a^2", -4},
      {"2*-3", -6},
      {"2--3", 5},
      {"2 - -3", 5},
      {"--2", 2},
      {"+a", 2},
      {"-a*b", -6},
      {"a*b^2", 18},
      {"a/b*c", 2.0 / 3 * 5},
      {"1.5 + .5 + 2. + 1e1 + 1E-1 + 2.5e+1", 1.5 + .5 + 2 + 10 + 0.1 + 25},
      {"2*pi", 2 * std::numbers::pi},
      {"if(a < b, 1, 2)", 1},
      {"if(a <= 2, 1, 2)", 1},
      {"if(a > b, 1, 2)", 2},
      {"if(a >= 2, 1, 2)", 1},
      {"if(a == 2, 1, 2)", 1},
      {"if(a != 2, 1, 2)", 2},
      {"if(a < b and b < c, 1, 2)", 1},
      {"if(a > b and b > c or c == 5, 1, 2)", 1},
      {"if(c == 5 or a > b and b > c, 1, 2)", 1},
      {"if((c == 5 or a > b) and b > c, 1, 2)", 2},
      {"if(not a < b, 1, 2)", 2},
      {"if(not a > b and not (b > c), 1, 2)", 1},
      {"if(a + 1 == b, a*b, c)", 6},
      {"if((a + 1)*2 > 5, 1, 2)", 1},
      {"min(c, a, b) + max(a, c, b)", 7},
      {"hypot(a, b, c)", std::sqrt(38)},
      {"atan2(a, b)", std::atan2(2, 3)},
      {"pow(a, b)", 8},
      {"ln(a) - log(a)", 0},
      {"sqrt(abs(-4)) + sign(-3) + floor(2.7)", 3},
      {" \t\n( a ) ", 2},
      {"sin (a)", std::sin(2)},
  };
  Model model;
  for (const auto& [text, value] : cases) {
    CAPTURE(text);
    CHECK(model.value(text) == Catch::Approx(value).epsilon(1e-15));
  }
}

TEST_CASE("parse: every function by its name", "[expr]") {
  Model model;
  const Expr a = model.graph.symbol("a");
  for (const Op op :
       {Op::kSin, Op::kCos, Op::kTan, Op::kAsin, Op::kAcos, Op::kAtan, Op::kSinh, Op::kCosh,
        Op::kTanh, Op::kExp, Op::kLog, Op::kSqrt, Op::kAbs, Op::kSign, Op::kFloor}) {
    CHECK(model.formula(std::string(function_name(op)) + "(a)") == make(op, a));
  }
  for (const Op op : {Op::kAtan2, Op::kHypot, Op::kMin, Op::kMax}) {
    CHECK(model.formula(std::string(function_name(op)) + "(a, b)") ==
          make(op, a, model.graph.symbol("b")));
  }
}

TEST_CASE("parse: names may be dotted, accented and numbered", "[expr]") {
  Model model;
  CHECK(model.formula("car.v_x") == model.graph.symbol("car.v_x"));
  CHECK(model.formula("2*\u03c6") == 2 * model.graph.symbol("\u03c6"));
  CHECK(model.formula("_2+1") == model.graph.symbol("_2") + 1);
  CHECK(model.formula("effort(x) * momentum( omega )") ==
        model.graph.symbol("effort_of_x") * model.graph.symbol("momentum_of_omega"));
}

TEST_CASE("parse: the scope comes before the built-in constant", "[expr]") {
  Graph graph;
  Scope scope;
  scope.variable = [&](std::string_view name) -> std::optional<Expr> {
    if (name == "pi" || name == "sin") return graph.symbol(name);
    return {};
  };
  CHECK(std::get<Expr>(parse("pi", graph, scope)) == graph.symbol("pi"));
  CHECK(std::get<Expr>(parse("sin(sin)", graph, scope)) == sin(graph.symbol("sin")));
  CHECK(std::get<Expr>(parse("pi", graph, {})) == Expr(std::numbers::pi));
}

TEST_CASE("parse: numbers are read exactly", "[expr][law]") {
  Graph graph;
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    const double value = std::abs(std::bit_cast<double>(random()));
    if (!std::isfinite(value)) continue;
    const auto result = parse(text(value), graph, {});
    CHECK(constant(std::get<Expr>(result)) == value);
  }
  const auto value = [&](std::string_view text) {
    return constant(std::get<Expr>(parse(text, graph, {})));
  };
  CHECK(value("9007199254740993") == 9007199254740992.0);  // a tie: to even
  CHECK(value("0.1e1") == 1.0);
  CHECK(value("123456789012345678901234567890e-29") == 1.2345678901234568);
  CHECK(value("1e-999999999999999999999") == 0.0);
  CHECK(value("0e999999999999999999999") == 0.0);
  CHECK(value("1.7976931348623157e308") == std::numeric_limits<double>::max());
}

TEST_CASE("parse: a printed formula is read back as the same node", "[expr][law]") {
  const auto seed = GENERATE(range(1u, 60u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  Model model;
  const std::vector leaves{model.graph.symbol("a"), model.graph.symbol("omega"),
                           model.graph.symbol("car.v_x")};
  // The language has conditions only inside if; here any number may be one.
  const auto is_readable = [&](Expr f) {
    for (const std::uint32_t id : model.graph.cone({&f, 1})) {
      const Node& node = model.graph.node(id);
      const auto is_condition = [&](std::size_t k) {
        const Op op = model.graph.node(node.arg[k]).op;
        return op >= Op::kLess && op <= Op::kOr;
      };
      const bool is_odd = node.op == Op::kAnd || node.op == Op::kOr || node.op == Op::kNot ||
                          (node.op == Op::kConstant && !std::isfinite(node.value));
      if (is_odd) return false;
      for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k) {
        if (is_condition(k) != (node.op == Op::kIf && k == 0)) return false;
      }
    }
    return !(model.graph.node(f.id()).op >= Op::kLess && model.graph.node(f.id()).op <= Op::kOr);
  };
  for (const Expr f : testing::random_formulas(model.graph, random, leaves, 100)) {
    if (f.graph() == nullptr || !is_readable(f)) continue;
    const std::string printed = text(f);
    if (printed.size() > 20'000 || printed.find("...") != printed.npos) continue;
    CAPTURE(printed);
    const auto result = parse(printed, model.graph, model.scope);
    REQUIRE(std::holds_alternative<Expr>(result));
    REQUIRE(std::get<Expr>(result) == f);
  }
}

TEST_CASE("parse: conditions too are printed as they are read", "[expr]") {
  Model model;
  for (const std::string formula :
       {"if(a < b and b < c, a, b)", "if(a < b or b < c and c < x, a, b)",
        "if((a < b or b < c) and c < x, a, b)", "if(not a < b, a, b)",
        "if(not (a < b or b <= c), a, b)", "if(not a == b and a < c, a, b)"}) {
    CHECK(text(model.formula(formula)) == formula);
  }
}

TEST_CASE("parse: a mistake is shown at its place, with what to write", "[expr]") {
  struct Mistake {
    std::string text;
    std::size_t position;
    std::string found, expected, hint;
  };
  const std::string operand = "a number, a name or \"(\"";
  const std::string after = "an operator or the end of the formula";
  const std::string inside = "an operator or \")\"";
  const std::string no_equation = "a formula has no \"=\": the constraint a = b is written a - (b)";
  const std::vector<Mistake> mistakes{
      {"", 0, "nothing", "a formula", ""},
      {"  ", 0, "nothing", "a formula", ""},
      {"1 +", 3, "the end of the formula", operand, ""},
      {"* 2", 0, "\"*\"", operand, ""},
      {"a b", 2, "\"b\"", after, "write a*b"},
      {"2 x", 2, "\"x\"", after, "write 2*x"},
      {"30 deg", 3, "\"deg\"", after, "angles are in radians: write 30*pi/180"},
      {"30deg*a", 2, "\"deg\"", after, "angles are in radians: write 30*pi/180"},
      {"sin(90 \u00b0)", 7, "\"\u00b0\"", inside, "angles are in radians: write 90*pi/180"},
      {"30*deg", 3, "\"deg\"", "a known name", "angles are in radians: write pi/180"},
      {" 0.36 kg m^2 ", 6, "\"kg\"", after,
       "formulas are numbers in SI units: write 0.36; \"unit\": \"kg m^2\" belongs to the "
       "declaration of the quantity"},
      {"a*9.81 m/s^2", 7, "\"m\"", after, "formulas are numbers in SI units: leave \"m/s^2\" out"},
      {"9.81 m/s^2*a", 5, "\"m\"", after, "formulas are numbers in SI units: leave \"m\" out"},
      {"2 c", 2, "\"c\"", after, "write 2*c"},
      {"2x", 1, "\"x\"", after, "write 2*x"},
      {"2(a + b)", 1, "\"(\"", after, "write 2*("},
      {"(a)(b)", 3, "\"(\"", after, "write )*("},
      {"(a + b).1", 7, "\".1\"", after,
       "only names have entries: define the vector, and write name.1"},
      {"a 2", 2, "\"2\"", after, "write a*2"},
      {"a**2", 1, "\"**\"", after, "write ^"},
      {"a \u00d7 b", 2, "\"\u00d7\"", after, "write *"},
      {"a \u2212 b", 2, "\"\u2212\"", after, "write -"},
      {"a\u00b2", 1, "\"\u00b2\"", after, "write ^2"},
      {"1,5", 1, "\",\"", after, "write 1.5"},
      {"a, b", 1, "\",\"", after, ""},
      {"a $ b", 2, "\"$\"", after, ""},
      {"a = b", 2, "\"=\"", after, no_equation},
      {"a - b = 0", 6, "\"=\"", after, no_equation},
      {"a*|b|", 2, "\"|\"", operand, "write abs( ... )"},
      {"|a|", 0, "\"|\"", operand, "write abs( ... )"},
      {"a | b", 2, "\"|\"", after, ""},
      {"if(a < b | c < x, 1, 2)", 9, "\"|\"", inside, "write or"},
      {"if(|a| > 1, 1, 2)", 3, "\"|\"", operand, "write abs( ... )"},
      {"a!", 1, "\"!\"", after, ""},
      {"if(!(a < b), 1, 2)", 3, "\"!\"", operand, "write not"},
      {"if(a =< b, 1, 2)", 5, "\"=<\"", inside, "write <="},
      {"if(a => b, 1, 2)", 5, "\"=>\"", inside, "write >="},
      {"if(a ~= b, 1, 2)", 5, "\"~=\"", inside, "write !="},
      {"if(a <> b, 1, 2)", 6, "\">\"", operand, "write != for <>"},
      {"if(a < b, a = b, 2)", 12, "\"=\"", inside, no_equation},
      {"1,000*a", 1, "\",\"", after, "write 1000, or 1.000 if this is a decimal comma"},
      {"0,125*a", 1, "\",\"", after, "write 0.125"},
      {"12345,678", 5, "\",\"", after, "write 12345.678"},
      {"log10(a)", 0, "\"log10\"", "a known function", "write log(x)/log(10)"},
      {"log2(a)", 0, "\"log2\"", "a known function", "write log(x)/log(2)"},
      {"log4(a)", 0, "\"log4\"", "a known function", ""},
      {"sgn(a)", 0, "\"sgn\"", "a known function", "write sign(x)"},
      {"cot(a)", 0, "\"cot\"", "a known function", "write 1/tan(x)"},
      {"der(a)", 0, "\"der\"", "a known function", ""},
      {"arctan2(a, b)", 0, "\"arctan2\"", "a known function", "did you mean \"atan2\"?"},
      {"2*a(t)", 2, "\"a\"", "a known function",
       "write a, which changes with time by itself; for a product write a*t"},
      {"a(t + 1)", 0, "\"a\"", "a known function", "write a*( ... )"},
      {"(a + b", 6, "the end of the formula", inside, "close the \"(\" at position 0"},
      {"a + b)", 5, "\")\"", after, ""},
      {"sin(a", 5, "the end of the formula", inside, "close the \"(\" at position 3"},
      {"max(a b)", 6, "\"b\"", inside, "write a*b"},
      {"max(a,)", 6, "\")\"", operand, ""},
      {"()", 1, "\")\"", operand, ""},
      {"sin a", 0, "\"sin\" without arguments", "\"(\" after a function", "write sin(x)"},
      {"sin^2(a)", 0, "\"sin\" without arguments", "\"(\" after a function",
       "write sin(x), and the power behind it"},
      {"effort + 1", 0, "\"effort\" without arguments", "\"(\" after a function",
       "write effort(q)"},
      {"sin()", 0, "\"sin\" with 0 arguments", "1 argument", "write sin(x)"},
      {"2*atan2(a)", 2, "\"atan2\" with 1 argument", "2 arguments", "write atan2(y, x)"},
      {"min(a)", 0, "\"min\" with 1 argument", "2 or more arguments", "write min(a, b)"},
      {"cos(a, b)", 0, "\"cos\" with 2 arguments", "1 argument", "write cos(x)"},
      {"1 + omgea", 4, "\"omgea\"", "a known name", "did you mean \"omega\"?"},
      {"sine(a)", 0, "\"sine\"", "a known function", "did you mean \"sin\"?"},
      {"arctan(a)", 0, "\"arctan\"", "a known function", "did you mean \"atan\"?"},
      {"gamma(a)", 0, "\"gamma\"", "a known function", ""},
      {"efort(x)", 0, "\"efort\"", "a known function", "did you mean \"effort\"?"},
      {"a(b + c)", 0, "\"a\"", "a known function", "write a*( ... )"},
      {"effort(omgea)", 7, "\"omgea\"", "a name that effort() knows", "did you mean \"omega\"?"},
      {"effort(2)", 7, "\"2\"", "a name, as in effort(q)", ""},
      {"effort(x + 1)", 9, "\"+\"", inside, "close the \"(\" at position 6"},
      {"e^2", 0, "\"e\"", "a known name", "write exp(1)"},
      {"inf", 0, "\"inf\"", "a known name", ""},
      {"nan", 0, "\"nan\"", "a known name", ""},
      {"1e999", 0, "\"1e999\"", "a number below 1.8e308", ""},
      {"a < b", 0, "a condition", "a number", "write if(condition, 1, 0)"},
      {"a == b", 0, "a condition", "a number",
       "for a constraint a == b write a - (b); for a number of a condition write if(condition, 1, "
       "0)"},
      {"1 + (a < b)", 4, "a condition", "a number", "write if(condition, 1, 0)"},
      {"if(a, 1, 2)", 3, "a number", "a condition", "compare it, as in x > 0"},
      {"if(a < b and c, 1, 2)", 13, "a number", "a condition", "compare it, as in x > 0"},
      {"if(a < b < c, 1, 2)", 9, "\"<\"", "one comparison at a time", "write a < b and b < c"},
      {"if(a < b && c < x, 1, 2)", 9, "\"&&\"", inside, "write and"},
      {"if(a = b, 1, 2)", 5, "\"=\"", inside, "write =="},
      {"if(a < b, 1)", 0, "\"if\" with 2 arguments", "3 arguments", "write if(x > 0, a, b)"},
      {"and", 0, "\"and\"", operand, ""},
      {"a.", 1, "\".\"", after, ""},
      {".", 0, "\".\"", operand, ""},
  };
  for (const Mistake& m : mistakes) {
    Model model;
    CAPTURE(m.text);
    const auto errors = model.errors(m.text);
    REQUIRE(!errors.empty());
    CHECK(errors[0].position == m.position);
    CHECK(errors[0].found == m.found);
    const bool lists_names = m.hint.empty() && m.expected.starts_with("a known ");
    CHECK((lists_names ? errors[0].expected.starts_with(m.expected + ": one of ")
                       : errors[0].expected == m.expected));
    CHECK(errors[0].hint == m.hint);
  }
}

TEST_CASE("parse: all unknown names are reported, in their order", "[expr]") {
  Model model;
  const auto errors = model.errors("foo + bar(baz)*a + atan2(qux) + effort(nix) + if(a, 1, 2) +");
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const auto& e : errors) found.emplace_back(e.position, e.found);
  CHECK(found == std::vector<std::pair<std::size_t, std::string>>{{0, "\"foo\""},
                                                                  {6, "\"bar\""},
                                                                  {10, "\"baz\""},
                                                                  {19, "\"atan2\" with 1 argument"},
                                                                  {25, "\"qux\""},
                                                                  {39, "\"nix\""},
                                                                  {49, "a number"},
                                                                  {59, "the end of the formula"}});
}

TEST_CASE("parse: no text exhausts the stack or the patience", "[expr]") {
  Model model;
  const auto repeated = [](const std::string& part, std::size_t n) {
    std::string text;
    while (n-- > 0) text += part;
    return text;
  };
  for (const std::string part :
       {"(", "-", "2^", "sin(", "not ", "max(1,", "if(a<b,", "-(", "2^-"}) {
    CAPTURE(part);
    const auto errors = model.errors(repeated(part, 2000));
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].found == "nesting deeper than 200");
  }
  const auto too_long = model.errors(repeated("(", 100'000));
  REQUIRE(too_long.size() == 1);
  CHECK(too_long[0].found == "a text of 100000 bytes");
  CHECK(model.errors(repeated("(", 199) + "a" + repeated(")", 199)).empty());
  CHECK(model.errors(repeated("a+", 9'999) + "b").empty());
  CHECK(model.errors(std::string(20'000, 'q'))[0].found.size() < 100);
}

TEST_CASE("parse: any bytes give a formula or an error", "[expr][law]") {
  std::mt19937 random(11);
  const std::string alphabet = "ab1.e+-*/^(),<=>! \n\xc3\x97\xff_if(sin and not 0x[";
  for (int trial = 0; trial < 20'000; ++trial) {
    Model model;
    std::string text;
    for (std::size_t n = testing::below(random, 30); n > 0; --n) {
      text += alphabet[testing::below(random, alphabet.size())];
    }
    for (const auto& error : model.errors(text)) {
      CAPTURE(text);
      CHECK(error.position <= text.size());
      CHECK(!error.found.empty());
      CHECK(!error.expected.empty());
    }
  }
}

TEST_CASE("parse: a division by zero stays in the formula", "[expr]") {
  Model model;
  CHECK(!constant(model.formula("1/0")).has_value());
  CHECK(std::isinf(model.value("1/(a - 2)")));
}

}  // namespace parse_test
